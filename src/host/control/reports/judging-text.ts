// What judges said, as lines and tables of text.
import type { Calibration } from '../../../core/control/judging/calibration.ts'
import { DIMENSIONS, type JudgingReport } from '../../../core/control/judging/report.ts'
import type { JudgeAgreement, RubricRow, ShareRow } from '../../../core/control/judging/summary.ts'

const fixed = (value: number | null | undefined, digits = 1): string => (value == null ? '–' : value.toFixed(digits))
const bounds = (low: number | null, high: number | null, digits: number): string =>
  low === null || high === null ? '' : ` [${low.toFixed(digits)}, ${high.toFixed(digits)}]`

/** As the benchmark prints it: a row for each contestant, a column for each domain, then the means. */
export function rubricTable(rows: readonly RubricRow[]): string[][] {
  const domains = [...new Set(rows.flatMap(({ domains }) => Object.keys(domains)))]
  return [
    ['who', 'items', 'missing', ...domains, ...DIMENSIONS, 'text', 'screens', 'total'],
    ...rows.map((row) => [
      ...[row.by, String(row.items), String(row.missing)],
      ...domains.map((id) => {
        const figure = row.domains[id]
        return figure ? fixed(figure.mean) + bounds(figure.low, figure.high, 1) : '–'
      }),
      ...DIMENSIONS.map((name) => fixed(row.dimensions[name])),
      ...[row.text, row.screens, row.total].map((value) => fixed(value))
    ])
  ]
}

export function calibrationLines(
  { curve, spearman, holds, why }: Calibration,
  judge: string
): { table: string[][]; lines: string[] } {
  const table = [
    ['severity', 'a true observation with', 'items', 'missing', 'score'],
    ...curve.map(({ severity, name, items, missing, score, low, high }) => [
      ...[String(severity), name, String(items), String(missing)],
      fixed(score) + bounds(low, high, 1)
    ])
  ]
  const order = `Spearman of severity and score: ${fixed(spearman.value, 2)}${bounds(spearman.low, spearman.high, 2)}.`
  return { table, lines: [order, `${judge} ${holds ? 'holds' : 'does not hold'} its calibration. ${why}`] }
}

export function shareTable(rows: readonly ShareRow[], share: string): string[][] {
  return [
    ['domain', 'items', 'missing', share, 'first was chosen'],
    ...rows.map((row) => [
      ...[row.domain, String(row.items), String(row.missing)],
      row.share === null ? '–' : fixed(row.share, 3) + bounds(row.low, row.high, 3),
      fixed(row.first, 3)
    ])
  ]
}

export function agreementTable({ items, contestants, kappa, byItem, byContestant }: JudgeAgreement): string[][] {
  return [
    ['agreement', 'over', 'value'],
    ...DIMENSIONS.map((name) => {
      const { value, low, high } = kappa[name]
      return [`kappa, ${name}`, `${items} items`, fixed(value, 2) + bounds(low, high, 2)]
    }),
    ['Spearman of scores', `${items} items`, fixed(byItem.value, 2) + bounds(byItem.low, byItem.high, 2)],
    ['Spearman of means', `${contestants} contestants`, byContestant === null ? 'needs three' : fixed(byContestant, 2)]
  ]
}

export function costLine({ judge, cost: { questions, prompt, tokens, seconds } }: JudgingReport): string {
  return `${judge} answered ${questions} questions: ${prompt} tokens read, ${tokens} written, ${seconds.toFixed(1)} s.`
}
