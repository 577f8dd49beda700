// Goals composed: a second scenario of the same domain is done after the first, in one world.
import { findDomain } from '../../domains/index.ts'
import { canonical } from '../../tree/history.ts'
import type { Tool } from '../../tree/model.ts'
import type { ScenarioFile } from '../../tree/scenario.ts'
import { endCheck, shifted } from '../vary/checks.ts'
import { goalOf } from '../vary/goal.ts'
import { type Original, UnfitAttempt, type Variation, type VariedScenario } from '../vary/original.ts'

export const compose: Variation = {
  kind: 'compose',
  title: 'Two goals',
  description:
    'A second scenario of the same kind of world is done after the first, in one world with the state of both.',
  async vary(original, { chance, partners }) {
    if (!partners.length) {
      throw new UnfitAttempt('There is no other scenario of this kind of world to join it with.', { never: true })
    }
    const partner = await chance.pick(partners)
    const how = `then “${partner.name}”`
    const other = await partner.load()
    if (!other)
      throw new UnfitAttempt(`“${partner.name}” has no answers of its own that its checks pass with.`, { how })
    return joined(original, other, how)
  }
}

function joined(first: Original, second: Original, how: string): VariedScenario {
  const [a, b] = [first.file, second.file]
  const [one, two] = [first.takes[0], second.takes[0]]
  const length = one.answers.length
  const answers = [...one.answers, ...two.answers]
  const take = { answers, turns: answers.length, last: answers.at(-1)?.observation ?? '' }
  const { recording: _, perturbations: __, task: ___, ...rules } = a.setup
  const computed = first.computed && second.computed
  const file: ScenarioFile = {
    ...{ name: a.name, title: a.title, description: a.description },
    tries: [],
    setup: {
      ...rules,
      ...stateOf(first, second, how),
      task: taskOf(a, b),
      tools: toolsOf(a.setup.tools, b.setup.tools, how),
      perturbations: [],
      recording: null,
      ...(!computed && { grounding: 'model' as const })
    },
    turns: [...a.turns, ...b.turns.map(({ turn, instruction }) => ({ turn: turn + length, instruction }))],
    actions: answers.map(({ action }) => action),
    reactions: [],
    stop: { turns: Math.max(answers.length, a.stop.turns + b.stop.turns) },
    checks: [
      ...withoutFaults(a).map((check) => shifted(check, 0, length)),
      ...withoutFaults(b).map((check) => shifted(check, length)),
      ...endCheck([one], a.setup, 'the first goal is reached'),
      ...endCheck([take], a.setup, 'the second goal is reached')
    ]
  }
  return { file, takes: [take], how }
}

/** Checks that hold without the scenario's own faults, which are left out. */
function withoutFaults({ setup, checks }: ScenarioFile): ScenarioFile['checks'] {
  return setup.perturbations.length ? checks.filter(({ axis, baseline }) => baseline ?? axis !== 'Err') : checks
}

function taskOf(a: ScenarioFile, b: ScenarioFile): string {
  return `First: ${a.setup.task ?? goalOf(a)} Then: ${b.setup.task ?? goalOf(b)}`
}

/** One world for both. @throws UnfitAttempt where one cannot hold both */
function stateOf(
  first: Original,
  second: Original,
  how: string
): Pick<ScenarioFile['setup'], 'initialState' | 'hidden'> {
  const [a, b] = [first.file.setup, second.file.setup]
  const domain = findDomain(a.domain)
  const unfit = (reason: string) => new UnfitAttempt(reason, { how })
  if (canonical(json(a.fiction)) !== canonical(json(b.fiction))) throw unfit('They are about different invented facts.')
  if (a.folder?.id !== b.folder?.id) throw unfit('They start from different folders.')
  if (first.computed !== second.computed) throw unfit('One is computed by a ground, and the other is not.')
  const hidden = [...new Set([a.hidden, b.hidden].filter((text) => text !== undefined))].join('\n\n')
  const rest = hidden ? { hidden } : {}
  if (domain.surface === 'screen') {
    const [last] = first.takes.map(({ answers }) => answers.at(-1)?.observation)
    if (last !== b.initialState)
      throw unfit('The screen on which the first ends is not the one on which the second begins.')
    return { initialState: a.initialState, ...rest }
  }
  if (a.initialState === b.initialState || !b.initialState) return { initialState: a.initialState, ...rest }
  // Servers are described part by part, and a machine is what it is; elsewhere two beginnings contradict each other.
  if (domain.tools && !domain.shell)
    return { initialState: [a.initialState, b.initialState].filter(Boolean).join('\n\n'), ...rest }
  if (first.computed) return { initialState: a.initialState, ...rest }
  throw unfit('They begin in different worlds.')
}

function toolsOf(a: Tool[], b: Tool[], how: string): Tool[] {
  const known = new Map(a.map((tool) => [tool.name, tool]))
  const clash = b.find(
    (tool) => known.has(tool.name) && canonical(json(known.get(tool.name))) !== canonical(json(tool))
  )
  if (clash) throw new UnfitAttempt(`Both have a tool "${clash.name}", and they are different ones.`, { how })
  return [...a, ...b.filter((tool) => !known.has(tool.name))]
}

type Json = Parameters<typeof canonical>[0]
const json = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null))
