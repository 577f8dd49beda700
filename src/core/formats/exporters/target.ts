// What a world model is trained to answer in one turn: what was observed, with the thought before it, or the best of several predictions.
import { CLOSE, OPEN, THINK, UNTHINK } from '../../step/parse.ts'
import { unmarked } from '../../tree/cut.ts'
import type { ExportedTurn, ExportSource, Writing } from '../exporting.ts'
import { candidatesOf, scorer } from './candidates.ts'
import { isLearned, type MessageView, type ViewOptions } from './view.ts'

/** Empty where the answer is learned as it stands in the history. */
export interface TrainingTarget {
  content?: string
  /** Of the content, where it is not that of the turn. */
  simulated?: true
}

/** `null`: the turn is context only. */
export async function targetOf(
  source: ExportSource,
  turn: ExportedTurn,
  options: ViewOptions,
  writing: Pick<Writing, 'scores'> & Pick<MessageView, 'answer'>
): Promise<TrainingTarget | null> {
  if (!isLearned(turn, options)) return null
  if (options.view === 'agent' || options.rows === 'session') return {}
  const thinks = options.thinking === 'target'
  if (options.best !== 'off') {
    const best = await bestOf(source, turn, { thinks, least: options.least, score: scorer(options.best, writing) })
    return best && { content: thinks ? written(best) : writing.answer(turn, best.text), simulated: true }
  }
  if (!thinks) return {}
  const { thinking = '' } = turn.call ?? {}
  return thinking ? { content: written({ thinking, text: unmarked(turn.step.observation.text) }) } : null
}

interface Prediction {
  thinking: string
  text: string
}

/** With its thought, as the prompt of a turn asks for it. */
const written = ({ thinking, text }: Prediction): string =>
  `${THINK}\n${thinking}\n${UNTHINK}\n\n${OPEN}\n${text}\n${CLOSE}`

/** The prediction of this action with the highest score; `null` where none has one of `least` or more. */
async function bestOf(
  source: ExportSource,
  turn: ExportedTurn,
  { thinks, least, score }: { thinks: boolean; least: number; score: ReturnType<typeof scorer> }
): Promise<Prediction | null> {
  const found = await candidatesOf(source, turn)
  let best: (Prediction & { score: number }) | null = null
  for (const { step, text, calls } of found?.predictions ?? []) {
    const call = calls.find(({ thinking }) => !thinks || thinking !== '')
    const points = found && call ? score({ step, text, truth: found.truth }) : null
    if (call && points !== null && points >= least && (best === null || points > best.score))
      best = { thinking: call.thinking, text, score: points }
  }
  return best
}
