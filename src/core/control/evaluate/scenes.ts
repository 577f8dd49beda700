// Exactness of a text environment's answer in its parts: the scene alone, and the scene with what it was worth (Word2World's exact match).
import type { Domain } from '../../domains/domain.ts'
import type { Document } from '../../observations/documents/document.ts'
import type { Action } from '../../tree/model.ts'

/** 1 or 0 each. */
export interface SceneScores {
  /** The same scene, moves and goals, and the same actions to choose from in any order. */
  scene: 0 | 1
  /** The same scene, and the same reward, score and end. */
  rewarded: 0 | 1
}

/**
 * Compares two answers to an action as scenes, after the domain's normalisation. A reward that is not told is 0, and an end that is not told has
 * not come. `null` where the true answer is no scene; a prediction that is none scores 0.
 */
export function sceneScores(
  { document, normalise }: Pick<Domain, 'document' | 'normalise'>,
  action: Action,
  { predicted, truth }: { predicted: string; truth: string }
): SceneScores | null {
  const actual = document?.read(action, truth)
  if (actual?.kind !== 'scene') return null
  const guess = document?.read(action, predicted)
  if (guess?.kind !== 'scene') return { scene: 0, rewarded: 0 }
  const same = (told: (scene: Scene) => unknown) => JSON.stringify(told(guess)) === JSON.stringify(told(actual))
  const scene = same((one) => [normalise(one.scene), one.admissible.toSorted(), one.moves ?? null, one.goals ?? null])
  const worth = same(({ reward, score, most, done }) => [reward ?? 0, score ?? null, most ?? null, done ?? false])
  return { scene: scene ? 1 : 0, rewarded: scene && worth ? 1 : 0 }
}

type Scene = Extract<Document, { kind: 'scene' }>
