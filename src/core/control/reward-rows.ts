// What trainers send to be rewarded, and what they get: one row for each prediction. A row that cannot be read costs no other one its reward.
import { z } from 'zod'
import { domains } from '../domains/index.ts'
import { sentenceOf } from '../text/issues.ts'
import { isObject } from '../text/json.ts'
import { Setup } from '../tree/model.ts'
import type { SteppedWork } from './evaluate/distance.ts'
import { readEvaluation } from './judging/answers.ts'
import { isScreen } from './judging/questions.ts'
import { type JudgeItem, RubricScores } from './judging/report.ts'
import { cappedOnScreens } from './judging/scores.ts'
import {
  gapReward,
  hybridReward,
  measuringDistance,
  measuringToolReward,
  NextStateKind,
  rubricReward,
  ruleReward,
  TextDistance,
  THRESHOLDS
} from './rewards.ts'
import type { ToldTurns } from './rules/told.ts'

/** Which reward is computed, and how far from the truth is near enough. */
export const RewardSettings = z.strictObject({
  reward: z.enum(['gap', 'hybrid']).default('gap'),
  distance: z.enum([...TextDistance.options, 'embedding']).default('words'),
  /** Whose thresholds hold where a row has none: those while data is prepared, or while a model is trained. */
  stage: z.enum(['data', 'training']).default('training')
})
export type RewardSettings = z.infer<typeof RewardSettings>

/** More make no request faster, and one that is wrong would be found late. */
export const MOST_ROWS = 10_000

/** One prediction. Other fields are let be: trainers send whole rows of their data. */
export const RewardRow = z.looseObject({
  /** Comes back with the reward. */
  id: z.union([z.string(), z.number()]).exactOptional(),
  state: z.string().exactOptional(),
  action: z.string().exactOptional(),
  /** The turns before it, for a judge and for rules. */
  history: z.array(z.looseObject({ action: z.string(), observation: z.string() })).exactOptional(),
  /** What the simulator was told of this turn, for rules. */
  instruction: z.string().exactOptional(),
  /** What the model wrote, thought and tags included. */
  prediction: z.string(),
  truth: z.string().exactOptional(),
  kind: NextStateKind.default('state'),
  /** Right below this distance, in the place of the paper's. */
  threshold: z.number().min(0).max(2).exactOptional(),
  /** A distance that the caller measured, in the place of ours: of an embedding model of its own. */
  distance: z.number().min(0).max(2).exactOptional(),
  /** JSON of prediction and truth is its schema already, as in rows of `orrery export --format rwml --option form=rl`. */
  masked: z.boolean().default(false),
  domain: z.string().exactOptional(),
  /** What a judge answered, or the five numbers that were read in it; `null` where it gave none. */
  judge: z.string().nullish(),
  scores: z.unknown().optional(),
  /** Whether the rule of this turn held; `null` where it has none. Absent: rules are made of what the row tells. */
  rule: z.union([z.boolean(), z.literal(0), z.literal(1)]).nullish()
})
export type RewardRow = z.infer<typeof RewardRow>

/** A row's reward, and what it was made of. `null`: `error` says what is wrong with the row. */
export interface RewardedRow {
  id?: string | number
  reward: number | null
  distance?: number
  threshold?: number
  rubric?: number
  rule?: number
  /** It has no reward because the judge failed: sent again, it may have one. */
  retry?: true
  /** Why it, or a part of it, is 0 whatever was predicted. */
  why?: string
  error?: string
}

/** What a row is to be measured by. */
export interface ReadRow {
  row: RewardRow
  /** What the model predicts, without its thought; `null` where it came to no prediction. */
  predicted: string | null
}

/** @returns a sentence where it is no row */
export function readRow(given: unknown): ReadRow | { error: string } {
  const read = RewardRow.safeParse(given)
  if (read.success) return { row: read.data, predicted: predictionIn(read.data.prediction) }
  return { error: `No row: ${sentenceOf(read.error, { value: given, schema: RewardRow })}` }
}

/** The id of a row that may be no row. */
export const idOf = (given: unknown): Pick<RewardedRow, 'id'> =>
  isObject(given) && (typeof given.id === 'string' || typeof given.id === 'number') ? { id: given.id } : {}

const [THINK, THOUGHT] = ['<think>', '</think>']
const [OPEN, CLOSE] = ['<next_state>', '</next_state>']

/**
 * Only what is predicted is measured: nothing that was thought, and of what stands in `<next_state>` nothing around it. `null` where a thought
 * or the tag was not closed: the text was cut off.
 */
export function predictionIn(text: string): string | null {
  const end = text.indexOf(THOUGHT)
  if (end < 0 && text.trimStart().startsWith(THINK)) return null
  const said = end < 0 ? text : text.slice(end + THOUGHT.length)
  const from = said.indexOf(OPEN)
  const tagged = from < 0 ? said : said.slice(from + OPEN.length)
  if (from < 0) return end < 0 ? said : said.trim()
  const to = tagged.lastIndexOf(CLOSE)
  return to < 0 ? null : tagged.slice(0, to).trim()
}

/** Whether a row needs the vectors of an embedding model. */
export const needsVectors = ({ row, predicted }: ReadRow, { reward, distance }: RewardSettings): boolean =>
  reward === 'gap' &&
  distance === 'embedding' &&
  row.kind !== 'tool' &&
  row.distance === undefined &&
  row.truth !== undefined &&
  predicted !== null

/**
 * The reward of a row, in pieces (`evaluate/distance.ts`).
 * @param embedded the distance between embeddings where `needsVectors`; a sentence where there is none
 * @param verdicts what a judge and rules said, for `hybrid`
 */
export function* rewarding(
  { row, predicted }: ReadRow,
  settings: RewardSettings,
  embedded?: number | string,
  verdicts: RowVerdicts = {}
): SteppedWork<RewardedRow> {
  const id = idOf(row)
  if (predicted === null) return { ...id, reward: 0, why: 'The thought or the prediction was cut off.' }
  if (settings.reward === 'hybrid') return { ...id, ...hybrid(row, predicted, verdicts) }
  if (row.kind === 'tool') {
    if (row.truth === undefined) return { ...id, reward: null, error: NO_TRUTH }
    return { ...id, reward: yield* measuringToolReward(predicted, row.truth, { masked: row.masked }) }
  }
  const distance = row.distance ?? embedded ?? (yield* textDistance(row, predicted, settings))
  if (typeof distance === 'string') return { ...id, reward: null, error: distance }
  const threshold = row.threshold ?? THRESHOLDS[settings.stage][row.kind]
  return { ...id, reward: gapReward(distance, threshold), distance, threshold }
}

const NO_TRUTH = 'No "truth": give the observation that was recorded, or a "distance".'

function* textDistance(
  { truth }: RewardRow,
  predicted: string,
  { distance }: RewardSettings
): SteppedWork<number | string> {
  if (truth === undefined) return NO_TRUTH
  if (distance === 'embedding') return 'No embeddings came: name a server with --embeddings, or give a "distance".'
  return yield* measuringDistance(distance, predicted, truth)
}

/** What a judge and the rules said of a row, where it does not say so itself. */
export interface RowVerdicts {
  /** `null`: its answers are not valid. */
  scores?: RubricScores | null
  /** Why there are none, which says nothing of the prediction: the row tells too little, or the judge failed. */
  lacks?: string
  gone?: string
  /** Whether the rules of the turn held; `null` where it has none. */
  rule?: boolean | null
}

/** What a judge is asked about a row that has no judgement of its own; a sentence where the row lacks something. */
export function judgeItemOf({ row, predicted }: ReadRow, at: number): JudgeItem | string | null {
  if (row.judge !== undefined || row.scores !== undefined || !predicted?.trim()) return null
  const { truth, action, domain, history = [] } = row
  if (truth === undefined || action === undefined || domain === undefined)
    return 'A judge needs "domain", "action" and "truth" of a row. Give them, or "judge" or "scores" of your own.'
  const turns = history.map(({ action, observation }) => ({ action, observation }))
  return { id: String(at), by: '', session: '', domain, history: turns, action, truth, prediction: predicted }
}

/** The texts that rules of a row are made of; `null` where it says itself whether its rule held, or tells too little. */
export function ruledTurnOf({ row, predicted }: ReadRow): Omit<ToldTurns, 'foreign'> | null {
  const { truth, action, history = [], instruction = '' } = row
  const domain = row.domain === undefined ? null : domainNamed(row.domain)
  if (row.rule !== undefined || !domain || truth === undefined || action === undefined || predicted === null)
    return null
  const setup = Setup.parse({ domain: domain.id, initialState: row.state ?? '' })
  const turns = [...history, { action, observation: truth, instruction }]
  return { domain, setup, turns, prediction: predicted }
}

/** `terminal`, or `anything/terminal`, as AgentWorldBench has it. */
const domainNamed = (name: string) => domains.find(({ id }) => id === name.split('/').at(-1)) ?? null

const NO_JUDGE =
  'No "judge": give the text of its answer, or its "scores"; null where it gave none. Or name one with --judge-model.'

function hybrid(
  { judge, scores: given, rule: own, domain }: RewardRow,
  predicted: string,
  { scores: judged, lacks, gone, rule: made = null }: RowVerdicts
): Omit<RewardedRow, 'id'> {
  const isJudged = judge !== undefined || given !== undefined
  if (!isJudged && !predicted.trim()) return { reward: 0, why: 'Nothing is predicted.' }
  if (!isJudged && gone !== undefined) return { reward: null, retry: true, error: gone }
  if (!isJudged && judged === undefined) return { reward: null, error: lacks ?? NO_JUDGE }
  const read = RubricScores.safeParse(given).data ?? (typeof judge === 'string' ? readEvaluation(judge) : null)
  const all = isJudged ? read : (judged ?? null)
  const scores = all && domain !== undefined && isScreen(domainNamed(domain)?.id ?? domain) ? cappedOnScreens(all) : all
  const rule = own === undefined ? made : own === null ? null : Boolean(own)
  const rubric = rubricReward(scores)
  return {
    ...{ reward: hybridReward({ scores, rule }), rubric },
    ...(rule !== null && { rule: ruleReward(rule) }),
    ...(rubric === 0 && { why: 'The answer of the judge is not valid, which is worth 0.' })
  }
}
