// What takes longer than the agent thought.
import { z } from 'zod'
import { readJson } from '../../observations/documents/value.ts'
import { canonical } from '../../tree/history.ts'
import { did, typedIn } from '../failing-turn.ts'
import type { Moment, PastTurn, Perturbation } from '../perturbation.ts'
import { CURL, ISSUE } from '../samples.ts'

const Options = z.strictObject({
  /** Turns in which it is looked at and still runs, the first included. */
  turns: z.int().min(1).max(1000).default(2),
  message: z.string().min(1).default('The operation is still running. Check again later.')
})
type Options = z.infer<typeof Options>

const ENDED = 'It has ended.'

export const stillRunning: Perturbation<Options> = {
  name: 'still-running',
  title: 'Still running',
  description:
    'The answer is withheld for some turns: the operation is said to be still running, and comes when it is asked for again.',
  weakness: 'Takes an unfinished operation for a failed or a finished one, or starts it a second time.',
  kind: 'explicit',
  options: Options,
  serves: ({ surface }) => surface !== 'screen',
  examples: [CURL, ISSUE],
  continues: (moment) => withheld(moment) !== null,
  answer(moment, { turns, message }) {
    const waiting = withheld(moment)
    if (waiting === null) return null
    const { past, looked } = waiting
    const truth = past.firings.find(({ effect }) => effect === 'alter')?.before ?? ''
    if (looked + 1 >= turns) return { text: truth, draw: null, detail: ENDED }
    return { text: unfinished(moment, past.step.observation.text, message), draw: null, detail: message }
  },
  alter(moment, text, { message }) {
    if (withheld(moment) !== null) return null
    return { text: unfinished(moment, text, message), draw: null, detail: message }
  }
}

/** The turn whose answer is withheld and asked for again now: by waiting in a terminal, else by the same call. */
function withheld(moment: Moment): { past: PastTurn; looked: number } | null {
  const all = moment.past()
  const begun = all.findLastIndex((past) => did(moment, past, 'alter'))
  const past = all[begun]
  if (!past) return null
  const after = all.slice(begun + 1)
  if (after.some((one) => one.firings.some(({ detail }) => detail === ENDED))) return null
  const typed = typedIn(moment)
  const again =
    typed === null ? canonical(past.step.action) === canonical(moment.action) : typed === '' || typed === '\n'
  return again ? { past, looked: after.filter((one) => did(moment, one, 'answer')).length } : null
}

/** What is seen while it runs: a terminal's line without output and prompt, else a sentence, as JSON where the answer is JSON. */
function unfinished({ domain, state, action, tool }: Moment, truth: string, message: string): string {
  if (domain.surface === 'terminal')
    return ((tool && domain.prediction.prefill(action, state)) || (truth.split('\n')[0] ?? '')).trimEnd()
  return readJson(truth) ? JSON.stringify({ status: 'running', message }, null, truth.includes('\n') ? 2 : 0) : message
}
