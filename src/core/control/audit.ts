// What an audit of a scenario comes to: its own walk passes its checks, and lazy agents do not.
import { z } from 'zod'
import { LazyName } from '../tree/scenario.ts'

const LazyRun = z.strictObject({
  agent: LazyName,
  passes: z.boolean(),
  /** What let it through, or what stopped it, in a sentence. */
  why: z.string(),
  /** Why the scenario says that nothing can be done about it. */
  open: z.string().exactOptional()
})

const WalkRun = z.strictObject({
  walk: z.string(),
  /** It came out as its file says. */
  asSaid: z.boolean(),
  /** What it failed, in a sentence. */
  why: z.string()
})

export const AuditRow = z.strictObject({
  scenario: z.string(),
  title: z.string(),
  /** Its own actions. `model`: they need one to answer, so nothing was decided. */
  witness: z.strictObject({ outcome: z.enum(['pass', 'fail', 'model']), why: z.string() }),
  /** Nothing where the witness does not pass. */
  lazy: z.array(LazyRun),
  /** Other walks of the scenario. Absent: it has none. */
  walks: z.array(WalkRun).exactOptional()
})
export type AuditRow = z.infer<typeof AuditRow>

/** Numbers of scenarios. `open`: sound but for what they say cannot be closed; among `sound`. */
export const AuditReport = z.strictObject({ sound: z.int(), holes: z.int(), open: z.int(), model: z.int() })
export type AuditReport = z.infer<typeof AuditReport>

/** What is wrong with the scenario, in a sentence each. */
export function holesIn({ witness, lazy, walks = [] }: AuditRow): string[] {
  const wrong = lazy.flatMap(({ agent, passes, why, open }) => {
    if (passes && open === undefined) return [`The lazy agent "${agent}" passes. ${why}`]
    if (!passes && open !== undefined) return [`"audit" says that "${agent}" passes, and it does not: remove it there.`]
    return []
  })
  for (const { walk, asSaid, why } of walks) if (!asSaid) wrong.push(`The walk "${walk}" comes out otherwise. ${why}`)
  return witness.outcome === 'fail' ? [`Its own actions do not pass. ${witness.why}`, ...wrong] : wrong
}

export const NO_AUDIT: AuditReport = { sound: 0, holes: 0, open: 0, model: 0 }

/** The report with this row counted too. */
export function counted(report: AuditReport, row: AuditRow): AuditReport {
  const { sound, holes, open, model } = report
  if (holesIn(row).length) return { ...report, holes: holes + 1 }
  if (row.witness.outcome === 'model') return { ...report, model: model + 1 }
  return { ...report, sound: sound + 1, open: open + (row.lazy.some((one) => one.open !== undefined) ? 1 : 0) }
}
