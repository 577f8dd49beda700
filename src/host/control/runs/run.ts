// One run from its start, or from where it was stopped, to its report.
import type { Clock, Names } from '../../../core/tree/ports.ts'
import type { KindEvent, RunContext, RunKindPlugin } from './kind.ts'
import { perform } from './perform.ts'
import type { RunFiles } from './places.ts'
import { checkSettings, type RunRecord, readRecord, writeRecord } from './record.ts'
import { openResults } from './results.ts'

export interface RunInput<Options, Result, Report> {
  kind: RunKindPlugin<Options, Result, Report>
  name: string
  /** As the kind reads them. */
  options: Options
  atOnce: number | undefined
}

interface Around {
  /** Held by the caller. */
  place: RunFiles
  context: RunContext
  clock: Pick<Clock, 'now'>
  names: Names
}

/** @throws OrreryError conflict when the run was started with other options; invalid-input when its record is broken; as `perform` */
export async function* run<Options, Result, Report>(
  { kind, name, options, atOnce }: RunInput<Options, Result, Report>,
  { place, context, clock, names }: Around,
  { signal }: { signal: AbortSignal }
): AsyncGenerator<KindEvent<Result, Report>> {
  const before = readRecord(place.record, { kind: kind.name, name })
  const id = before?.id ?? names.next()
  const batch = await kind.prepare(options, context, { id, name, signal })
  const { settings, jobs, lines, problems } = batch
  if (before) checkSettings(name, before.settings, settings)
  const check = (other: RunRecord['settings']) => checkSettings(name, other, settings)
  const results = await openResults(place.results, { result: kind.result, lines, check })
  try {
    const [startedAt, total] = [before?.startedAt ?? clock.now(), jobs.length]
    const about = { version: 1, id, kind: kind.name, name, settings, total, startedAt } as const
    const record: RunRecord = { ...about, finishedAt: null }
    writeRecord(place.record, record)
    yield { type: 'started', total, known: jobs.filter(({ key }) => results.find(key)).length, output: place.results }
    for (const problem of problems) yield { type: 'problem', ...problem }
    yield* perform(kind.name, batch, results, { atOnce: atOnce ?? batch.atOnce, signal })
    writeRecord(place.record, { ...record, finishedAt: clock.now() })
    yield { type: 'report', kind: kind.name, report: batch.report(), output: place.results }
  } finally {
    await results.close()
  }
}
