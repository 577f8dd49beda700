// What judged items say together: the benchmark's table, wins and losses, how often the real observation was found, and how judges agree.
import { figureOf } from '../compare/bootstrap.ts'
import type { Figure } from '../compare/report.ts'
import { interval } from '../statistics.ts'
import { type Bounded, bounded, kappa, spearman } from './agreement.ts'
import { bySession, clustersOf } from './calibration.ts'
import { isScreen } from './questions.ts'
import { DIMENSIONS, type Dimension, type JudgedItem, type RubricScores } from './report.ts'

/** One contestant's row: 0 to 100 throughout. Means over texts, screens and all are means of the domains, each counting the same. */
export interface RubricRow {
  by: string
  items: number
  missing: number
  domains: Record<string, Figure>
  dimensions: Partial<Record<Dimension, number>>
  text: number | null
  screens: number | null
  total: number | null
}

export function rubricRows(items: readonly JudgedItem[], { seed }: { seed: number }): RubricRow[] {
  return names(items, ({ by }) => by).map((by) => {
    const own = items.filter((item) => item.by === by)
    const domains: Record<string, Figure> = {}
    for (const domain of names(own, (item) => item.domain)) {
      const figure = figureOf(clustersOf(own.filter((item) => item.domain === domain)), seed)
      if (figure) domains[domain] = figure
    }
    const means = (wanted: (id: string) => boolean) =>
      mean(Object.entries(domains).flatMap(([id, figure]) => (wanted(id) ? [figure.mean] : [])))
    const dimensions: RubricRow['dimensions'] = {}
    for (const name of DIMENSIONS) {
      const given = mean(own.flatMap(({ scores }) => (scores?.[name] ? [((scores[name] - 1) / 4) * 100] : [])))
      if (given !== null) dimensions[name] = given
    }
    return {
      ...{ by, items: own.length, missing: own.filter(({ score }) => score === null).length, domains, dimensions },
      ...{ text: means((id) => !isScreen(id)), screens: means(isScreen), total: means(() => true) }
    }
  })
}

/** How often a vote went one way, 0 to 1, by item, with bounds that hold with 95 % confidence (Wilson). */
export interface ShareRow {
  domain: string
  items: number
  missing: number
  /** An item without a majority counts half. */
  share: number | null
  low: number
  high: number
  /** Votes for whatever stood first, of all: far from a half, the order decided. */
  first: number | null
}

/** `turing`: how often the real observation was found. `pair`: how often the first contestant was preferred. The last row is of all. */
export function shareRows(items: readonly JudgedItem[]): ShareRow[] {
  const row = (domain: string, own: readonly JudgedItem[]): ShareRow => {
    const read = own.filter((item) => item.read > 0)
    const won = read.reduce(
      (sum, { chosen, read: votes }) => sum + (chosen * 2 > votes ? 1 : chosen * 2 === votes ? 0.5 : 0),
      0
    )
    const votes = read.reduce((sum, item) => sum + item.read, 0)
    return {
      ...{
        domain,
        items: own.length,
        missing: own.length - read.length,
        share: read.length ? won / read.length : null
      },
      ...interval(won, read.length),
      first: votes ? read.reduce((sum, { first }) => sum + first, 0) / votes : null
    }
  }
  const domains = names(items, ({ domain }) => domain)
  return [
    ...domains.map((domain) =>
      row(
        domain,
        items.filter((item) => item.domain === domain)
      )
    ),
    row('all', items)
  ]
}

export interface JudgeAgreement {
  /** Items that both judges scored. */
  items: number
  contestants: number
  /** With quadratic weights. */
  kappa: Record<Dimension, Bounded>
  /** Of the scores of items, and of the means of contestants: the papers' figure, with at least three. */
  byItem: Bounded
  byContestant: number | null
}

/** How two judges agree on what both scored. */
export function agreementOf(
  one: readonly JudgedItem[],
  other: readonly JudgedItem[],
  { seed }: { seed: number }
): JudgeAgreement {
  const keyOf = ({ id, by }: JudgedItem): string => JSON.stringify([id, by])
  const known = new Map(other.map((item) => [keyOf(item), item]))
  const pairs = one.flatMap((item) => {
    const second = known.get(keyOf(item))
    if (!second?.scores || !item.scores || item.score === null || second.score === null) return []
    const scores: [RubricScores, RubricScores] = [item.scores, second.scores]
    return [{ session: item.session, by: item.by, scores, score: [item.score, second.score] as const }]
  })
  const sessions = [...bySession(pairs).values()]
  const of = (name: Dimension): Bounded =>
    bounded(
      sessions.map((own) => own.map(({ scores: [a, b] }) => [Math.round(a[name]), Math.round(b[name])] as const)),
      kappa,
      seed
    )
  const contestants = names(pairs, ({ by }) => by)
  const means = contestants.map((by): [number, number] => {
    const own = pairs.filter((pair) => pair.by === by)
    return [mean(own.map(({ score }) => score[0])) ?? 0, mean(own.map(({ score }) => score[1])) ?? 0]
  })
  return {
    ...{ items: pairs.length, contestants: contestants.length },
    kappa: {
      format: of('format'),
      factuality: of('factuality'),
      consistency: of('consistency'),
      realism: of('realism'),
      quality: of('quality')
    },
    byItem: bounded(
      sessions.map((own) => own.map(({ score }) => score)),
      spearman,
      seed
    ),
    byContestant: means.length > 2 ? spearman(means) : null
  }
}

const names = <Item>(items: readonly Item[], name: (item: Item) => string): string[] => [...new Set(items.map(name))]

function mean(values: readonly number[]): number | null {
  return values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null
}
