// What a perturbation told the model is looked for in its answer. Where it is not there, the model is asked once more.
import type { Firing, StepEvent } from '../tree/model.ts'
import type { Computed } from './compute.ts'
import type { Prepared } from './prepare.ts'
import type { Answer } from './read.ts'
import { addTokens } from './tokens.ts'

type Answered = Answer | Computed

/** The answer, and what it answers. `took` of the firings says whether it shows what was asked for. */
export async function* retryUntilShown(
  prepared: Prepared,
  answering: (prepared: Prepared) => AsyncGenerator<StepEvent, Answered>
): AsyncGenerator<StepEvent, { prepared: Prepared; answer: Answered }> {
  const { disturbed } = prepared
  const answer = yield* answering(prepared)
  const missing = disturbed.judge(answer.parsed.observation)
  // What is recorded, computed or answered mechanically does not change by asking again.
  const asked = prepared.predicted || ('grounded' in answer && answer.grounded.origin === 'predicted')
  if (!missing.length || !asked || prepared.held) return { prepared, answer }
  yield { type: 'restart' }
  const firmer = yield* prepared.again(firmly(missing))
  const second = yield* answering(firmer)
  disturbed.judge(second.parsed.observation)
  // Both were paid for.
  const by = { ...second.by, tokens: addTokens(answer.by.tokens, second.by.tokens) }
  return { prepared: firmer, answer: { ...second, by, first: answer.first } }
}

const firmly = (missing: Firing[]): string =>
  `An answer without this is wrong. The observation must show it in its text: ${missing.map(({ detail }) => detail).join(' ')}`
