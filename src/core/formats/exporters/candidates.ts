// What was predicted of a turn that a real environment answered, among which the best is chosen: by the words of the real answer, or by a judge.
import { wordF1 } from '../../control/evaluate/metrics.ts'
import type { JudgeItem } from '../../control/judging/report.ts'
import { findDomain } from '../../domains/index.ts'
import { OrreryError } from '../../errors.ts'
import { endingOf, unmarked } from '../../tree/cut.ts'
import { canonical } from '../../tree/history.ts'
import type { Call, StepId } from '../../tree/model.ts'
import type { ExportedTurn, ExportSource, Writing } from '../exporting.ts'
import { isSimulated, type ViewOptions } from './view.ts'

/** One prediction of a turn, whole and without marks. `calls`: those of models that came to it. */
interface Candidate {
  step: StepId
  text: string
  calls: Call[]
}

/** The predictions of this action, and what a real environment answered; `null` where none did. */
export async function candidatesOf(
  source: ExportSource,
  turn: ExportedTurn
): Promise<{ truth: string; predictions: Candidate[] } | null> {
  const action = canonical(turn.step.action)
  const all = [turn]
  for await (const other of source.siblings(turn)) if (canonical(other.step.action) === action) all.push(other)
  const real = all.find((one) => isSimulated(one) === false)
  if (!real) return null
  const predictions = all.flatMap(({ step, calls }): Candidate[] => {
    if (endingOf(step.observation.text) !== null) return []
    const own = calls.filter(isPrediction)
    return own.length ? [{ step: step.id, text: unmarked(step.observation.text), calls: own }] : []
  })
  return { truth: unmarked(real.step.observation.text), predictions }
}

/** From 0 to 1; `null` where a judge has not scored it. @throws OrreryError invalid-input where a judge is to choose and none was asked */
export function scorer(
  by: Exclude<ViewOptions['best'], 'off'>,
  { scores }: Pick<Writing, 'scores'>
): (one: { step: StepId; text: string; truth: string }) => number | null {
  if (by === 'truth') return ({ text, truth }) => wordF1(text, truth)
  if (!scores) throw new OrreryError('invalid-input', NO_JUDGE)
  return ({ step }) => scores.get(step) ?? null
}

/** The predictions of a branch as a judge is asked about them, each named by its step. What a model thought is not shown. */
export async function* judgedCandidates(source: ExportSource): AsyncGenerator<JudgeItem> {
  const history: JudgeItem['history'] = []
  for await (const turn of source.chain()) {
    const { domain } = turn.setup
    const action = findDomain(domain).format(turn.step.action)
    const { truth = '', predictions = [] } = (await candidatesOf(source, turn)) ?? {}
    for (const { step, text, calls } of predictions)
      yield {
        ...{ id: step, by: calls[0]?.model.name ?? '', session: source.session.id, domain },
        ...{ history: [...history], action, truth, prediction: text }
      }
    history.push({ action, observation: unmarked(turn.step.observation.text) })
  }
}

/** A model's own, and no answer that was computed, recorded or written. */
export const isPrediction = ({ engine }: Call): boolean =>
  !['recorded', 'authored', 'import', 'replay', 'perturbation', 'validation'].includes(engine)

const NO_JUDGE =
  'A judge is to choose the best prediction, and none was named. Use orrery export --option best=judge --judge-model NAME, or best=truth.'
