// Real, WM, W2R and CR over rollouts, with intervals that draw tasks: rollouts of one task are alike.
import { type Cluster, figureOf, ratioOf } from '../compare/bootstrap.ts'
import type { ConsistencyLine, ConsistencyReport, ConsistencyRow, Share, TaskEnd } from './report.ts'

/** @param rows in any order; the report has them by task and repeat */
export function consistencyOf(
  rows: readonly ConsistencyRow[],
  about: { model: string; agent: string; seed: number }
): ConsistencyReport {
  const { model, agent, seed } = about
  const sorted = rows.toSorted((a, b) =>
    a.scenario < b.scenario ? -1 : a.scenario > b.scenario ? 1 : a.repeat - b.repeat
  )
  const by = (nameOf: (row: ConsistencyRow) => string | null, order?: readonly string[]) => {
    const groups = new Map((order ?? []).map((name): [string, ConsistencyRow[]] => [name, []]))
    for (const row of sorted) {
      const name = nameOf(row)
      if (name !== null) groups.set(name, [...(groups.get(name) ?? []), row])
    }
    const held = [...groups].filter(([, group]) => group.length)
    return Object.fromEntries(held.map(([name, group]) => [name, lineOf(group, seed)]))
  }
  return {
    ...{ model, agent, overall: lineOf(sorted, seed) },
    byDomain: by(({ domain }) => domain),
    byTask: by(({ scenario }) => scenario),
    byLength: by(({ wm }) => wm && binOf(wm.turns), BINS),
    byParting: by(({ w2r, parted }) => w2r && (parted === null ? NEVER : binOf(parted)), [...BINS, NEVER]),
    rows: sorted
  }
}

const NEVER = 'never'
const ENDS = [5, 10, 20, 40]
const BINS = [...ENDS.map((end, at) => `${(ENDS[at - 1] ?? 0) + 1}-${end}`), `${(ENDS.at(-1) ?? 0) + 1} or more`]
const binOf = (turns: number): string => {
  const at = ENDS.findIndex((end) => turns <= end)
  return (at < 0 ? BINS.at(-1) : BINS[at]) ?? ''
}

const isDecided = (end: TaskEnd | null): boolean => end !== null && end.verdict !== 'inconclusive'
const succeeded = (end: TaskEnd | null): number => (end?.verdict === 'pass' ? 1 : 0)

/** One line of a table. */
function lineOf(rows: readonly ConsistencyRow[], seed: number): ConsistencyLine {
  const paired = rows.filter(({ real, w2r }) => isDecided(real) && isDecided(w2r))
  const judged = paired.filter(({ wm }) => isDecided(wm))
  const clusters = (some: readonly ConsistencyRow[], of: (row: ConsistencyRow) => number): Cluster[] => {
    const tasks = new Map<string, Cluster>()
    for (const row of some) {
      const { sum, turns } = tasks.get(row.scenario) ?? { sum: 0, turns: 0 }
      tasks.set(row.scenario, { sum: sum + of(row), turns: turns + 1 })
    }
    return [...tasks.values()]
  }
  const real = clusters(paired, (row) => succeeded(row.real))
  const w2r = clusters(paired, (row) => succeeded(row.w2r))
  const solved = judged.filter(({ wm }) => succeeded(wm))
  const ratio = ratioOf(
    real.map(({ sum }, at) => ({ over: w2r[at]?.sum ?? 0, under: sum })),
    seed
  )
  return {
    tasks: new Set(paired.map(({ scenario }) => scenario)).size,
    ...{ rollouts: paired.length, left: rows.length - paired.length },
    real: shareOf(real, seed),
    wm: shareOf(
      clusters(judged, (row) => succeeded(row.wm)),
      seed
    ),
    w2r: shareOf(w2r, seed),
    cr: ratio && { ...ratio, of: paired.length },
    held: shareOf(
      clusters(solved, (row) => succeeded(row.w2r)),
      seed
    )
  }
}

function shareOf(clusters: readonly Cluster[], seed: number): Share | null {
  const figure = figureOf(clusters, seed)
  return figure && { mean: figure.mean, low: figure.low, high: figure.high, of: figure.turns }
}
