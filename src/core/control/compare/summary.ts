// From turns to figures: means by domain and kind with their intervals, where each session first left the truth, and which differences are real.

import { curveOf } from '../evaluate/curve.ts'
import { type Cluster, figureOf } from './bootstrap.ts'
import { MEASURES, type MeasureName } from './measures.ts'
import type {
  ComparedTurn,
  CompareReport,
  Comparison,
  Figure,
  FirstDivergence,
  Pass,
  PassSummary,
  ScoreDifference,
  ScoreTable
} from './report.ts'

const NAMES = Object.keys(MEASURES) as MeasureName[] // Object.keys forgets which keys there are.
const PASSES: Pass[] = ['true', 'own']

// With fewer, all sessions fall on one side by chance in more than 5 of 100 cases: 2 * (1/2) ** 5 is 6 %.
const ENOUGH = 6

/** The contestants side by side. @param options.seed of the draws that intervals are made with */
export function comparisonOf(reports: readonly CompareReport[], { seed }: { seed: number }): Comparison {
  return {
    seed,
    contestants: reports.map((report) => ({
      name: report.contestant,
      passes: Object.fromEntries(
        PASSES.flatMap((pass) => {
          const turns = report.turns.filter((turn) => turn.pass === pass)
          return turns.length ? [[pass, passOf(turns, seed)]] : []
        })
      ),
      divergences: divergencesIn(report)
    })),
    differences: reports.flatMap((first, index) =>
      reports.slice(index + 1).flatMap((second) => differencesBetween(first, second, seed))
    )
  }
}

function passOf(turns: ComparedTurn[], seed: number): PassSummary {
  const by = (name: (turn: ComparedTurn) => string | undefined) => tablesBy(turns, name, seed)
  return {
    overall: tableOf(turns, seed),
    byDomain: by(({ domain }) => domain),
    byKind: by(({ kind }) => kind),
    ...(turns.some(({ origin }) => origin) && { byOrigin: by(({ origin }) => origin) }),
    curve: curveOf(
      turns.flatMap(({ turn, scores }) =>
        scores?.exact === undefined ? [] : { turn, exact: scores.exact, rewarded: scores.rewarded }
      )
    )
  }
}

function tablesBy(
  turns: ComparedTurn[],
  name: (turn: ComparedTurn) => string | undefined,
  seed: number
): Record<string, ScoreTable> {
  const groups = new Map<string, ComparedTurn[]>()
  for (const turn of turns) {
    const group = name(turn)
    if (group === undefined) continue
    const held = groups.get(group)
    if (held) held.push(turn)
    else groups.set(group, [turn])
  }
  const sorted = [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(sorted.map(([group, list]) => [group, tableOf(list, seed)]))
}

function tableOf(turns: ComparedTurn[], seed: number): ScoreTable {
  const figures = NAMES.flatMap((measure): [MeasureName, Figure][] => {
    const figure = figureOf(
      clustersOf(turns, ({ scores }) => scores?.[measure]),
      seed
    )
    return figure ? [[measure, figure]] : []
  })
  return {
    turns: turns.length,
    missing: turns.filter(({ scores }) => !scores).length,
    figures: Object.fromEntries(figures)
  }
}

function clustersOf(turns: ComparedTurn[], value: (turn: ComparedTurn) => number | undefined): Cluster[] {
  const sessions = new Map<string, Cluster>()
  for (const turn of turns) {
    const found = value(turn)
    if (found === undefined) continue
    const { sum, turns: count } = sessions.get(turn.session) ?? { sum: 0, turns: 0 }
    sessions.set(turn.session, { sum: sum + found, turns: count + 1 })
  }
  return [...sessions.values()]
}

function divergencesIn({ sessions, turns }: CompareReport): FirstDivergence[] {
  return sessions.flatMap(({ domain: _, ...session }) => {
    const own = turns
      .filter((turn) => turn.pass === 'own' && turn.session === session.session)
      .sort((a, b) => a.turn - b.turn)
    if (!own.length) return []
    const first = own.find(({ scores }) => scores?.exact !== 1)
    const { turn = null, label = null, own: step = null, differs = null } = first ?? {}
    return { ...session, turns: own.length, turn, label, step, differs }
  })
}

function differencesBetween(first: CompareReport, second: CompareReport, seed: number): ScoreDifference[] {
  const others = new Map(second.turns.map((turn) => [placeOf(turn), turn]))
  return PASSES.flatMap((pass) => {
    const turns = first.turns.filter((turn) => turn.pass === pass)
    return NAMES.flatMap((measure): ScoreDifference[] => {
      const figure = figureOf(
        clustersOf(turns, (turn) => {
          const [one, other] = [turn.scores?.[measure], others.get(placeOf(turn))?.scores?.[measure]]
          return one === undefined || other === undefined ? undefined : one - other
        }),
        seed
      )
      if (!figure) return []
      const names = { first: first.contestant, second: second.contestant }
      return [{ pass, measure, ...names, ...figure, verdict: verdictOf(figure) }]
    })
  })
}

const placeOf = ({ pass, session, turn }: ComparedTurn): string => `${pass} ${session} ${turn}`

function verdictOf({ low, high, sessions }: Figure): ScoreDifference['verdict'] {
  if (low === null || high === null || sessions < ENOUGH) return 'few'
  return low > 0 || high < 0 ? 'differs' : 'noise'
}
