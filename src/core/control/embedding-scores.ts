// The measures of a comparison that need vectors: how near two texts are, and RWML's rewards of it.
import type { SteppedWork } from './evaluate/distance.ts'
import { gapReward, measuringToolReward, type NextStateKind, THRESHOLDS } from './rewards.ts'

/**
 * RWML 2.2: `distance` is 1 - cosine. `gap` has the thresholds of training, `gapData` the stricter ones of preparing data. A tool's answer is
 * rewarded by its ROUGE-L instead (C.1). A cosine below 0 counts as 0.
 */
export function* measuringEmbedding(
  distance: number,
  { predicted, truth, by }: { predicted: string; truth: string; by: NextStateKind }
): SteppedWork<{ embedding: number; gap: number; gapData: number }> {
  const embedding = Math.max(0, 1 - distance)
  if (by === 'tool') {
    const reward = yield* measuringToolReward(predicted, truth)
    return { embedding, gap: reward, gapData: reward }
  }
  const { training, data } = THRESHOLDS
  return { embedding, gap: gapReward(distance, training[by]), gapData: gapReward(distance, data[by]) }
}
