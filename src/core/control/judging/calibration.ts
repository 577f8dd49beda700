// Whether a judge can be believed: its scores of corrupted true observations must fall as the corruption gets worse.
import { figureOf } from '../compare/bootstrap.ts'
import { CORRUPTIONS, corrupted } from '../rules/corruptions.ts'
import { type Bounded, bounded, spearman } from './agreement.ts'
import type { JudgedItem, JudgeItem } from './report.ts'

/** One corruption on the curve; `score` 0 to 100, `null` where the judge gave none. */
interface CurvePoint {
  name: string
  severity: number
  items: number
  missing: number
  score: number | null
  low: number | null
  high: number | null
}

export interface Calibration {
  curve: CurvePoint[]
  /** Of severity and score, over all items: -1 for a judge that orders all of them. */
  spearman: Bounded
  holds: boolean
  /** Why not, or what holds; in sentences. */
  why: string
}

/** Turns that come with Orrery of which a judge is calibrated before it is believed: one of each domain that there is. */
export const CALIBRATED_WITH = 8

// Severity has four steps and one item's scores many, so that even a good judge does not reach -1.
const LEAST_ORDER = -0.5
// A judge that cannot answer a fifth of the questions is not measured by the rest.
const MOST_MISSING = 0.2

/**
 * What a judge is calibrated with, made of true turns: at most `most` of them, drawn evenly over the domains. `foreign` texts come from another
 * session, of the same domain where there is one.
 */
export function calibrationItems(
  turns: readonly JudgeItem[],
  { seed, most }: { seed: number; most: number }
): JudgeItem[] {
  return spread(
    turns.filter(({ truth }) => truth.trim()),
    most
  ).flatMap((turn, at) => {
    const others = turns.filter(
      ({ session, truth }) => session !== turn.session && truth !== turn.truth && truth.trim()
    )
    const alike = others.filter(({ domain }) => domain === turn.domain)
    const from = alike.length ? alike : others
    const foreign = from[at % Math.max(1, from.length)]?.truth ?? null
    return corrupted(turn.truth, { seed: seed + at, foreign }).map(({ name, severity, text }) => ({
      ...turn,
      ...{ by: name, severity, prediction: text }
    }))
  })
}

/** The first of each domain, then the second of each, and so on; of a domain those of different sessions first. */
function spread(turns: readonly JudgeItem[], most: number): JudgeItem[] {
  const seen = new Map<string, number>()
  const place = (key: string): number => {
    const nth = seen.get(key) ?? 0
    seen.set(key, nth + 1)
    return nth
  }
  return turns
    .map((turn, at) => ({ turn, at, nth: place(`session ${turn.domain} ${turn.session}`) }))
    .sort((a, b) => a.nth - b.nth || a.at - b.at)
    .map((one) => ({ ...one, round: place(`domain ${one.turn.domain}`) }))
    .sort((a, b) => a.round - b.round || a.at - b.at)
    .slice(0, most)
    .map(({ turn }) => turn)
}

/** @param seed of the draws that intervals are made with */
export function calibrationOf(items: readonly JudgedItem[], { seed }: { seed: number }): Calibration {
  const curve = Object.entries(CORRUPTIONS).flatMap(([name, { severity }]): CurvePoint[] => {
    const own = items.filter(({ by }) => by === name)
    const figure = figureOf(clustersOf(own), seed)
    const missing = own.filter(({ score }) => score === null).length
    const { mean: score = null, low = null, high = null } = figure ?? {}
    return own.length ? [{ name, severity, items: own.length, missing, score, low, high }] : []
  })
  const order = bounded(
    [...bySession(items).values()].map((own) =>
      own.flatMap(({ severity, score }): [number, number][] =>
        severity === undefined || score === null ? [] : [[severity, score]]
      )
    ),
    spearman,
    seed
  )
  const faults = faultsOf(items, order)
  return {
    ...{ curve, spearman: order, holds: !faults.length },
    why: faults.length ? faults.join(' ') : 'Its scores fall with the severity of what was corrupted.'
  }
}

function faultsOf(items: readonly JudgedItem[], { value, high }: Bounded): string[] {
  const faults: string[] = []
  const missing = items.filter(({ score }) => score === null).length
  if (!items.length) return ['There was nothing to calibrate it with.']
  if (missing > items.length * MOST_MISSING) faults.push(`${missing} of ${items.length} answers are missing.`)
  const levels = [...new Set(items.flatMap(({ severity }) => severity ?? []))].sort((a, b) => a - b)
  const means = levels.map((level) => {
    const scores = items.flatMap(({ severity, score }) => (severity === level && score !== null ? [score] : []))
    return { level, mean: scores.reduce((sum, score) => sum + score, 0) / scores.length }
  })
  for (const [at, { level, mean }] of means.entries()) {
    const before = means[at - 1]
    // Another layout may cost nothing; a fault must cost something.
    if (!before || (level > 1 ? mean < before.mean : mean <= before.mean)) continue
    faults.push(`It gave ${points(mean)} to severity ${level}, and ${points(before.mean)} to severity ${before.level}.`)
  }
  if (value === null || value > LEAST_ORDER)
    faults.push(
      `Spearman of severity and score is ${value === null ? 'not defined' : value.toFixed(2)}, above ${LEAST_ORDER}.`
    )
  else if (high !== null && high >= 0) faults.push('The interval of Spearman holds 0.')
  return faults
}

const points = (mean: number): string => (Number.isNaN(mean) ? 'nothing' : mean.toFixed(1))

export function bySession<Item extends { session: string }>(items: readonly Item[]): Map<string, Item[]> {
  const found = new Map<string, Item[]>()
  for (const item of items) {
    const own = found.get(item.session)
    if (own) own.push(item)
    else found.set(item.session, [item])
  }
  return found
}

/** Scores that are there, added up by session. */
export function clustersOf(items: readonly JudgedItem[]): { sum: number; turns: number }[] {
  return [...bySession(items).values()].map((own) => {
    const scores = own.flatMap(({ score }) => score ?? [])
    return { sum: scores.reduce((all, score) => all + score, 0), turns: scores.length }
  })
}
