// An action that never comes back.
import { z } from 'zod'
import { did, failed, typedIn } from '../failing-turn.ts'
import type { HookEffect, Moment, Perturbation } from '../perturbation.ts'
import { CURL, ISSUE, SHOP } from '../samples.ts'

const Options = z.strictObject({})
type Options = z.infer<typeof Options>

const INTERRUPT = 'C-c'
const HANGS = 'It does not come back.'

export const hang: Perturbation<Options> = {
  name: 'hang',
  title: 'Hang',
  description:
    'The action never comes back: a terminal shows no prompt until C-c, a screen stays as it was, a tool times out.',
  weakness: 'Waits without end, or types on into a program that does not listen.',
  kind: 'explicit',
  options: Options,
  serves: ({ surface, fail }) => surface !== 'document' || fail !== undefined,
  examples: [CURL, ISSUE, SHOP],
  // A terminal hangs until it is interrupted.
  continues: (moment) => typedIn(moment) !== null && hangs(moment),
  answer(moment) {
    const typed = typedIn(moment)
    if (typed === null) return moment.domain.surface === 'screen' ? still(moment) : timedOut(moment)
    const { before, state, action, domain } = moment
    if (hangs(moment)) {
      if (typed !== INTERRUPT) return { text: `${before}${typed}`, draw: null, detail: HANGS }
      const lead = before.endsWith('\n') || before === '' ? before : `${before}\n`
      return { text: `${lead}^C\n${promptOf(moment)}`, draw: null, detail: 'It is interrupted.' }
    }
    const echoed = domain.prediction.prefill(action, state)
    return echoed ? { text: echoed, draw: null, detail: HANGS } : null
  }
}

/** The turn before was left hanging. */
function hangs(moment: Moment): boolean {
  const last = moment.past().at(-1)
  return last !== undefined && did(moment, last) && last.firings.some(({ detail }) => detail === HANGS)
}

/** The prompt at which the program was started. */
function promptOf(moment: Moment): string {
  const all = moment.past()
  const first = all[all.findLastIndex((past) => !did(moment, past)) + 1]
  const typed = first ? (typedIn({ domain: moment.domain, action: first.step.action }) ?? '').trimEnd() : ''
  const line = first?.step.observation.text.trimEnd() ?? ''
  return typed && line.endsWith(typed) ? line.slice(0, -typed.length) : ''
}

function still({ before }: Moment): HookEffect | null {
  return before ? { text: before, draw: null, detail: 'The screen does not react.' } : null
}

const timedOut = (moment: Moment): HookEffect | null =>
  failed(moment, { status: null, message: 'The call did not return', connection: 'timeout' }, HANGS)
