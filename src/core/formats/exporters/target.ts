// What a world model is trained to answer in one turn: what was observed, with the thought before it, or the best of several predictions.
import { wordF1 } from '../../control/evaluate/metrics.ts'
import { CLOSE, OPEN, THINK, UNTHINK } from '../../step/parse.ts'
import { assistantTurn } from '../../step/prompt.ts'
import { endingOf, unmarked } from '../../tree/cut.ts'
import { canonical } from '../../tree/history.ts'
import type { Call } from '../../tree/model.ts'
import type { ExportedTurn, ExportSource } from '../exporting.ts'
import { isLearned, isSimulated, type ViewOptions } from './view.ts'

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
  options: ViewOptions
): Promise<TrainingTarget | null> {
  if (!isLearned(turn, options)) return null
  if (options.view === 'agent' || options.rows === 'session') return {}
  const thinks = options.thinking === 'target'
  if (options.best === 'truth') {
    const best = await bestOf(source, turn, { thinks, least: options.least })
    return best && { content: written(best, thinks), simulated: true }
  }
  if (!thinks) return {}
  const { thinking = '' } = turn.call ?? {}
  return thinking ? { content: written({ thinking, text: unmarked(turn.step.observation.text) }, thinks) } : null
}

interface Prediction {
  thinking: string
  text: string
}

/** As the prompt of a turn asks for it. */
const written = ({ thinking, text }: Prediction, thinks: boolean): string =>
  thinks ? `${THINK}\n${thinking}\n${UNTHINK}\n\n${OPEN}\n${text}\n${CLOSE}` : assistantTurn(text)

/** The prediction of this action that is nearest to what a real environment answered, by word-level F1; `null` below `least`. */
async function bestOf(
  source: ExportSource,
  turn: ExportedTurn,
  { thinks, least }: { thinks: boolean; least: number }
): Promise<Prediction | null> {
  const action = canonical(turn.step.action)
  const all = [turn]
  for await (const other of source.siblings(turn)) if (canonical(other.step.action) === action) all.push(other)
  const real = all.find((one) => isSimulated(one) === false)
  if (!real) return null
  const truth = unmarked(real.step.observation.text)
  let best: (Prediction & { score: number }) | null = null
  for (const { step, calls } of all) {
    if (endingOf(step.observation.text) !== null) continue
    const text = unmarked(step.observation.text)
    const call = calls.find((one) => isPrediction(one) && (!thinks || one.thinking !== ''))
    if (!call) continue
    const score = wordF1(text, truth)
    if (score >= least && (best === null || score > best.score)) best = { thinking: call.thinking, text, score }
  }
  return best
}

/** A model's own, and no answer that was computed, recorded or written. */
export const isPrediction = ({ engine }: Call): boolean =>
  !['recorded', 'authored', 'import', 'replay', 'perturbation', 'validation'].includes(engine)
