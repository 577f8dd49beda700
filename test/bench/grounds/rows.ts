// Opening a world of 10,000 steps.
import { must } from '../../must.ts'
import { atMost, type Findings, ratio } from '../engine/report.ts'
import { open } from '../store.bench.ts'

export async function rows(): Promise<Findings> {
  const { limit, linear } = await open()
  const [listed, total] = [must(linear.rows), must(linear.total)]
  const row = (title: string, { median, p95, samples }: typeof total, needed: number | null) =>
    ratio(title, median, {
      unit: 'ms',
      needed: needed === null ? null : atMost(needed),
      samples,
      note: `p95 ${p95} ms`
    })
  return {
    ratios: {
      rows: row('rows() of 10,000 steps', listed, null),
      rowsOpen: row('Opening the database and a world of 10,000 steps', total, limit)
    },
    absolutes: {}
  }
}
