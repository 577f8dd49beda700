// What judges are asked about, what they answer, and what is reported of it.
import { z } from 'zod'

/** The five dimensions of the rubric (Qwen-AgentWorld, 4.2). */
export const DIMENSIONS = ['format', 'factuality', 'consistency', 'realism', 'quality'] as const
export type Dimension = (typeof DIMENSIONS)[number]

/** One number for each dimension: 1 to 5, or 0 where the judge left a dimension out. Whole in one vote, a mean over several. */
export const RubricScores = z.strictObject({
  format: z.number().min(0).max(5),
  factuality: z.number().min(0).max(5),
  consistency: z.number().min(0).max(5),
  realism: z.number().min(0).max(5),
  quality: z.number().min(0).max(5)
})
export type RubricScores = z.infer<typeof RubricScores>

/** How judges are asked: to score, which of two predictions is better, which of two observations is real. */
export const JudgeTask = z.enum(['rubric', 'pair', 'turing'])
export type JudgeTask = z.infer<typeof JudgeTask>

/** A prediction of one turn, with all that a judge sees of it. */
export const JudgeItem = z.strictObject({
  /** Names the turn among all that are judged: the same for every contestant. */
  id: z.string(),
  /** Who predicted. */
  by: z.string(),
  /** What it was taken from; turns of one session are alike, so intervals draw sessions. */
  session: z.string(),
  domain: z.string(),
  history: z.array(z.strictObject({ action: z.string(), observation: z.string() })),
  action: z.string(),
  truth: z.string(),
  prediction: z.string(),
  /** The prediction it is compared with, and whose that is. */
  other: z.strictObject({ by: z.string(), prediction: z.string() }).exactOptional(),
  /** How badly a true observation was corrupted to make this prediction, in a calibration. */
  severity: z.int().min(0).exactOptional()
})
export type JudgeItem = z.infer<typeof JudgeItem>

const Letter = z.enum(['A', 'B'])
export type Letter = z.infer<typeof Letter>

/** One vote. `scores` and `letter` are `null` where nothing could be read in three tries. */
export const JudgeVote = z.strictObject({
  scores: RubricScores.nullable(),
  letter: Letter.nullable(),
  /** The end of what the judge wrote. */
  said: z.string(),
  tries: z.int(),
  /** Of all tries: tokens of the prompts and of the answers, and milliseconds. */
  prompt: z.int(),
  tokens: z.int(),
  ms: z.number()
})
export type JudgeVote = z.infer<typeof JudgeVote>

/** What all votes on one item came to. */
export const JudgedItem = z.strictObject({
  ...JudgeItem.pick({ id: true, by: true, session: true, domain: true, severity: true }).shape,
  /** Votes that were asked for, and those that could be read. */
  asked: z.int(),
  read: z.int(),
  /** Votes that the judge did not answer because it failed: a server that died. The rest of those not read are invalid. */
  failed: z.int().exactOptional(),
  /** Means over the votes that were read; `null`: missing. */
  scores: RubricScores.nullable(),
  /** 0 to 100; `null`: missing. */
  score: z.number().nullable(),
  /** Votes for the item's prediction (`pair`) or for the true observation (`turing`). */
  chosen: z.int(),
  /** Votes for whatever stood first. */
  first: z.int()
})
export type JudgedItem = z.infer<typeof JudgedItem>

export const JudgingReport = z.strictObject({
  judge: z.string(),
  task: JudgeTask,
  items: z.array(JudgedItem),
  /** What answers cost, those of earlier runs included: tokens read and written, and seconds. */
  cost: z.strictObject({ questions: z.int(), prompt: z.int(), tokens: z.int(), seconds: z.number() })
})
export type JudgingReport = z.infer<typeof JudgingReport>
