// The table of `orrery gate`.
import type { BudgetReport } from '../../../core/control/gate-budgets.ts'
import { bounds, signed } from './compare-text.ts'

/** A row for each budget, the heads first. */
export function budgetTable({ rows }: BudgetReport): string[][] {
  const heads =
    'checks,rollouts,left out,success,gain,checks made,done,held back,saved,refused wrongly,not known,without'
  return [
    heads.split(','),
    ...rows.map(({ budget, rollouts, left, success, gain, use }) => [
      ...[String(budget), String(rollouts), String(left)],
      success ? `${success.mean.toFixed(3)}${bounds(success)}` : '-',
      gain ? `${signed(gain.mean)}${bounds(gain)}` : '-',
      ...[use.previews, use.taken, use.held, use.saved, use.refusedWrongly, use.unknown, use.afterBudget].map(String)
    ])
  ]
}
