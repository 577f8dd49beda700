// The tables of `orrery consistency`.
import type { ConsistencyLine, ConsistencyReport, Share } from '../../../core/control/consistency/report.ts'

/** Rows of one table: all rollouts, then by each way of splitting them that splits them. */
export function consistencyTable(report: ConsistencyReport): string[][] {
  const { overall, byDomain, byTask, byLength, byParting } = report
  const part = (title: string, lines: Record<string, ConsistencyLine>, least = 1) => {
    const all = Object.entries(lines)
    return all.length < least ? [] : all.map(([name, line]) => rowOf(`${title} ${name}`, line))
  }
  return [
    ['rollouts', 'of', 'left out', 'Real', 'WM', 'W2R', 'CR', 'solved by the model and true'],
    rowOf('all', overall),
    ...part('domain', byDomain, 2),
    ...part('steps', byLength),
    ...part('parted in turn', byParting),
    ...part('task', byTask, 2)
  ]
}

/** What cannot be read from a table: runs without an end, and a ratio that is none. */
export function consistencyNotes({ overall: { left, real, wm, rollouts, cr } }: ConsistencyReport): string[] {
  const unsaid = rollouts - (wm?.of ?? 0)
  return [
    left > 0 && `${left} rollouts are left out: what answers failed, or the checks say nothing of the executed world.`,
    unsaid > 0 &&
      `Of ${unsaid} rollouts the checks say nothing in the model's world: they look at what only execution knows.`,
    cr === null && real !== null && 'No rollout succeeds in the executed world, so CR is no number.'
  ].flatMap((text) => text || [])
}

function rowOf(name: string, { rollouts, left, real, wm, w2r, cr, held }: ConsistencyLine): string[] {
  return [name, String(rollouts), String(left), told(real), told(wm), told(w2r), told(cr), told(held)]
}

function told(share: Share | null): string {
  if (!share) return '-'
  const { mean, low, high } = share
  const bounds = low === null || high === null ? '' : ` [${low.toFixed(3)}, ${high.toFixed(3)}]`
  return `${mean.toFixed(3)}${bounds}`
}
