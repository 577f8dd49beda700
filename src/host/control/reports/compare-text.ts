// Contestants side by side, as tables for a terminal.
import type { MeasureName } from '../../../core/control/compare/measures.ts'
import type { Comparison, Figure, Pass, ScoreDifference, ScoreTable } from '../../../core/control/compare/report.ts'
import type { RuleCounts } from '../../../core/control/rules/report.ts'

export const PASS_TITLES: Record<Pass, string> = {
  true: 'Each turn after the true past',
  own: 'From the beginning on, after its own past'
}

/** A table: a title, and its rows, the heads first. */
export interface TextTable {
  title: string
  rows: string[][]
}

/** A row for each contestant with each domain, kind of turn and origin; a column for each measure that any of them has. */
export function compareTables({ contestants }: Comparison): TextTable[] {
  return (['true', 'own'] as const).flatMap((pass) => {
    const rows = contestants.flatMap(({ name, passes }) => {
      const summary = passes[pass]
      if (!summary) return []
      const domains = Object.entries(summary.byDomain)
      const all: [string, ScoreTable][] = domains.length > 1 ? [['all', summary.overall], ...domains] : domains
      const parts = { kind: summary.byKind, origin: summary.byOrigin ?? {} }
      const more = Object.entries(parts).flatMap(([part, tables]) =>
        Object.entries(tables).map(([one, table]): [string, ScoreTable] => [`${part}: ${one}`, table])
      )
      return [...all, ...more].map(([domain, table]) => ({ name, domain, table }))
    })
    if (!rows.length) return []
    const measures = measuresIn(rows.map(({ table }) => table))
    const heads = ['contestant', 'of', 'turns', 'missing', ...measures]
    const lines = rows.map(({ name, domain, table }) => [
      ...[name, domain, String(table.turns), String(table.missing)],
      ...measures.map((measure) => meanOf(table.figures[measure]))
    ])
    return [{ title: PASS_TITLES[pass], rows: [heads, ...lines] }]
  })
}

/** In the order of their list. */
export function measuresIn(tables: readonly ScoreTable[]): MeasureName[] {
  return [...new Set(tables.flatMap(({ figures }) => Object.keys(figures) as MeasureName[]))] // As they were put there.
}

/** Where each contestant left the truth. */
export function divergenceRows({ contestants }: Comparison): string[] {
  return contestants.flatMap(({ name, divergences }) =>
    divergences.map(({ title, turn, turns, label, session }) =>
      turn === null
        ? `${name}: "${title}" never left the truth in ${turns} turns (world ${session})`
        : `${name}: "${title}" left the truth in turn ${turn} of ${turns}, ${JSON.stringify(label)} (world ${session})`
    )
  )
}

/** How many rules there are for each axis, and how many turned out to tell nothing. */
export function ruleLines(rules: RuleCounts): string[] {
  const told = Object.entries(rules).map(
    ([axis, { made, taken }]) => `${axis} ${taken}${made > taken ? ` (${made - taken} more were refused)` : ''}`
  )
  return told.length ? [`Rules that the recordings give: ${told.join(', ')}`] : []
}

/** What can be said of two contestants: what differs, and what is noise. */
export function differenceLines({ differences }: Pick<Comparison, 'differences'>): string[] {
  return differences.map(
    ({ pass, measure, first, second, ...figure }) =>
      `${measure}, ${pass} past: ${first} − ${second} = ${signed(figure.mean)}${bounds(figure)}: ${VERDICTS[figure.verdict]} (${figure.turns} turns, ${figure.sessions} sessions)`
  )
}

export const VERDICTS: Record<ScoreDifference['verdict'], string> = {
  differs: 'a difference',
  noise: 'noise',
  few: 'too few sessions to tell'
}

export const meanOf = (figure: Figure | undefined): string => (figure ? figure.mean.toFixed(3) : '-')

export const bounds = ({ low, high }: Pick<Figure, 'low' | 'high'>): string =>
  low === null || high === null ? '' : ` [${low.toFixed(3)}, ${high.toFixed(3)}]`

export const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`
