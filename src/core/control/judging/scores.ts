// From votes to a score.
import { DIMENSIONS, type RubricScores } from './report.ts'

/** On a screen, realism is no more than 3 where factuality or consistency is 1 or 2, whatever a judge gave it (Qwen-AgentWorld, appendix D.5). */
export function cappedOnScreens(scores: RubricScores): RubricScores {
  const low = [scores.factuality, scores.consistency].some((mark) => mark === 1 || mark === 2)
  return low ? { ...scores, realism: Math.min(scores.realism, 3) } : scores
}

/** The mean of each dimension, over the votes that gave it; `null` without a vote. */
export function meanScores(votes: readonly RubricScores[]): RubricScores | null {
  if (!votes.length) return null
  const mean = (name: (typeof DIMENSIONS)[number]): number => {
    const marks = votes.map((vote) => vote[name]).filter((mark) => mark > 0)
    return marks.length ? marks.reduce((sum, mark) => sum + mark, 0) / marks.length : 0
  }
  return {
    format: mean('format'),
    factuality: mean('factuality'),
    consistency: mean('consistency'),
    realism: mean('realism'),
    quality: mean('quality')
  }
}

/** 0 to 100: the mean of the dimensions above 0, as the benchmark's total is made, on the scale (raw - 1) / 4 * 100. */
export function scoreOf(scores: RubricScores): number {
  const marks = DIMENSIONS.map((name) => scores[name]).filter((mark) => mark > 0)
  const mean = marks.reduce((sum, mark) => sum + mark, 0) / marks.length
  return ((mean - 1) / 4) * 100
}
