// What a larger model lists beside its text, done to the machine: what it does not take is refused with the reason.
import { type ListedChanges, readListed } from '../../../core/grounds/effects/listed.ts'
import type { ModelAnswer, StateChange } from '../../../core/tree/ground.ts'
import { quoted } from '../emulator/quoted.ts'
import { jobsFor } from './apply.ts'
import type { Working } from './working.ts'

/**
 * Asks for the list and applies it. @returns what the prediction keeps of it, empty where there is no list
 * @param inShell the shell itself acted, and waits at its prompt
 */
export async function takeListed(
  {
    command,
    text,
    context,
    effects,
    inShell
  }: Pick<ModelAnswer, 'text' | 'effects'> & {
    command: string
    context: string
    inShell: boolean
  },
  { work, owner, askList }: Pick<Working, 'work' | 'owner' | 'askList'>
): Promise<Pick<ModelAnswer, 'listed' | 'refused'>> {
  const answer = await askList({ command, text, context })
  if (answer === null) return {}
  const { listed, refused } = readListed(answer, { ruled: effects, inShell })
  if (!listed.length) return kept({ listed, refused })
  const jobs = jobsFor(listed, { owner, shell: inShell })
  const checks = listed.map(checkOf).join('\n')
  const { results } = await work([...jobs, { do: 'run', script: checks }])
  const last = results.at(-1)
  const shown = last?.did === 'run' ? last.output.split('\n') : []
  const failed = listed.filter((_, at) => shown[at] === 'no')
  return kept({
    listed: listed.filter((one) => !failed.includes(one)),
    refused: [
      ...refused,
      ...failed.map((one) => `${one.do} ${'path' in one ? one.path : ''}: the machine did not do it.`)
    ]
  })
}

const kept = ({ listed, refused }: ListedChanges): Pick<ModelAnswer, 'listed' | 'refused'> => ({
  ...(listed.length > 0 && { listed }),
  ...(refused.length > 0 && { refused })
})

/** The exit code that a list names; rules, which read the text, win. */
export const statusIn = (listed: readonly StateChange[] = []): number =>
  listed.flatMap((one) => (one.do === 'exit' ? [one.code] : [])).at(-1) ?? 0

/** Why the state may differ from what the predictions said; shown after "In turn N". */
export function uncertainOf(dreams: readonly ModelAnswer[]): string | undefined {
  const refused = dreams.flatMap((one) => one.refused ?? [])
  return refused.length ? `changes that the model listed were not made: ${refused.join(' ')}` : undefined
}

/** A line that says whether an effect is there. */
function checkOf(effect: StateChange): string {
  if (!('path' in effect)) return 'echo yes'
  const there = effect.do === 'remove' ? '! -e' : effect.do === 'mkdir' || effect.do === 'cwd' ? '-d' : '-f'
  return `[ ${there} ${quoted(effect.path)} ] && echo yes || echo no`
}
