// The measures of one compared turn: those that every text has, and those of what it is: JSON, a screen, a terminal's output.
import { z } from 'zod'
import type { DerivedState } from '../../domains/capabilities.ts'
import type { Domain } from '../../domains/domain.ts'
import type { Action } from '../../tree/model.ts'
import type { SteppedWork } from '../evaluate/distance.ts'
import { measuring } from '../evaluate/metrics.ts'
import { sceneScores } from '../evaluate/scenes.ts'
import { jsonScores } from './json.ts'
import { screenScores } from './screens.ts'
import { type AnswerText, measuringTerminal } from './terminals.ts'

/** Every measure, from 0 to 1, and what it says in few words. The paper that each comes from is in docs/fidelity.md. */
export const MEASURES = {
  exact: 'the same text, after what carries no meaning was removed',
  exactRaw: 'the same text',
  scene: 'the same scene, whatever it was worth',
  rewarded: 'the same scene, reward and end',
  wordF1: 'words in common',
  rougeL: 'words in common, in order',
  levenshtein: 'characters that need no edit',
  jsonKeys: 'keys of JSON in common',
  jsonValues: 'values of JSON in common',
  nodes: 'things on the screen in common',
  change: 'what appeared and disappeared on the screen, in common',
  lines: 'printed lines in common, in order',
  exit: 'ended alike',
  files: 'shown files in common',
  embedding: 'cosine of the texts’ embeddings',
  gap: 'RWML’s reward with its thresholds of training',
  gapData: 'the same with its stricter ones of preparing data',
  ruleCtrl: 'rules: instructions obeyed while the form holds',
  ruleErr: 'rules: the error that belongs to an invalid operation',
  ruleLC: 'rules: what an earlier turn set shows'
}
export const MeasureName = z.enum(Object.keys(MEASURES) as [keyof typeof MEASURES]) // Object.keys forgets which keys there are.
export type MeasureName = keyof typeof MEASURES

/** What one turn scored. A measure that says nothing of such a turn is absent. */
export const TurnScores = z.partialRecord(MeasureName, z.number())
export type TurnScores = z.infer<typeof TurnScores>

interface ComparedAnswers {
  domain: Domain
  action: Action
  /** State before the turn, in truth. */
  state: DerivedState
  /** What was seen before the turn, in truth. */
  before: string
  /** What the contestant had shown before. */
  shown: string
  predicted: AnswerText
  truth: AnswerText
}

/** All measures of one turn, in pieces (`evaluate/distance.ts`). */
export function* measuringTurn({ domain, before, shown, ...turn }: ComparedAnswers): SteppedWork<TurnScores> {
  const [predicted, truth] = [turn.predicted.text, turn.truth.text]
  const { exactNormalised: exact, ...texts } = yield* measuring(predicted, truth, domain)
  const { shell, surface } = domain
  return {
    exact,
    ...texts,
    ...sceneScores(domain, turn.action, { predicted, truth }),
    ...(surface === 'screen' ? screenScores({ before, shown, predicted, truth }) : jsonScores(predicted, truth)),
    ...(shell && (yield* measuringTerminal({ ...turn, shell })))
  }
}
