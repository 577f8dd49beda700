// Where a judge's answers are kept: one run a judge, in which questions are named by their text, so that nothing is asked twice.
import { hashOf } from '../../tree/history.ts'
import type { RunJudge } from '../ask-judge.ts'

/** The run's name. Votes are no part of it: more of them add to those that are there. */
export async function judgingRun(options: {
  judge: RunJudge
  seed: number
  maxTokens?: number | undefined
}): Promise<string> {
  const { judge, seed, maxTokens = null } = options
  const hash = await hashOf([judge.model, judge.baseUrl ?? null, seed, maxTokens])
  return `judge-${hash.slice(0, 16)}`
}
