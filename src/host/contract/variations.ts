// What is made of scenarios by a run: variations, whose name follows from what is asked for, so that asking again resumes it; and audits.
import { z } from 'zod'
import type { VaryOptions } from '../../core/control/variation.ts'
import { OrreryError } from '../../core/errors.ts'
import { contentId } from '../../core/tree/history.ts'
import type { Json } from '../../core/tree/ports.ts'
import type { HostParts } from './parts.ts'
import type { Runs } from './run-calls.ts'
import type { Topic } from './topic.ts'

export function variationHandlers(
  { scenarios, store, answering, names }: Pick<HostParts, 'scenarios' | 'store' | 'answering' | 'names'>,
  runs: Runs
) {
  async function nameOf({ n: _, from, ...options }: VaryOptions): Promise<string> {
    const tip = 'branch' in from ? store.branch(from.branch).tip : null
    const model = options.by === 'model' ? { ...(await answering.engine()).info().model } : null
    // Scenarios that goals are joined with may have changed.
    const library = options.kinds.includes('compose') ? scenarios.version() : ''
    const id = await contentId(plain({ from, ...options, tip, model, library }))
    return `vary-${id.replaceAll('-', '').slice(0, 16)}`
  }
  return {
    streams: {
      async *'scenarios.vary'(input, { signal }) {
        const name = await nameOf(input)
        const options = z.record(z.string(), z.json()).parse(plain(input))
        const run = runs.streams['runs.start']({ kind: 'variations', name, options, atOnce: undefined }, { signal })
        for await (const event of run) {
          if (event.type === 'started') yield { type: 'started', run: name, total: event.total, known: event.known }
          if (event.type === 'job' && event.kind === 'variations') {
            const { result, error, done, total } = event
            if (error) throw new OrreryError(error.code, error.message)
            yield { type: 'varied', ...(result ?? { kept: null, dropped: [] }), done, total }
          }
          if (event.type === 'report' && event.kind === 'variations') yield { type: 'done', ...event.report }
        }
      },
      async *'scenarios.evolve'({ all, ...input }, { signal }) {
        const [kind, name] = ['evolution', `evolution-${names.next()}`]
        const options = z.record(z.string(), z.json()).parse(plain(input))
        const report = { admitted: 0, refused: 0 }
        try {
          const run = runs.streams['runs.start']({ kind, name, options, atOnce: undefined }, { signal })
          for await (const event of run) {
            if (event.type === 'started') yield { type: 'started', total: event.total }
            if (event.type !== 'job' || event.kind !== 'evolution') continue
            const { result, error, done, total } = event
            if (error) throw new OrreryError(error.code, error.message)
            if (!result) continue
            report[result.refused === null ? 'admitted' : 'refused']++
            yield { type: 'tried', ...result, done, total }
            if (report.admitted && !all) break
          }
          yield { type: 'done', ...report }
        } finally {
          if ((await runs.calls['runs.list']({ kind })).some((row) => row.name === name))
            await runs.calls['runs.delete']({ kind, name })
        }
      },
      async *'scenarios.audit'(input, { signal }) {
        const [kind, name] = ['audit', `audit-${names.next()}`]
        const options = z.record(z.string(), z.json()).parse(plain(input))
        try {
          const run = runs.streams['runs.start']({ kind, name, options, atOnce: undefined }, { signal })
          for await (const event of run) {
            if (event.type === 'started') yield { type: 'started', total: event.total }
            if (event.type === 'job' && event.kind === 'audit' && event.result)
              yield { type: 'audited', ...event.result, done: event.done, total: event.total }
            if (event.type === 'report' && event.kind === 'audit') yield { type: 'done', ...event.report }
          }
        } finally {
          // Another audit looks at everything anew.
          if ((await runs.calls['runs.list']({ kind })).some((row) => row.name === name))
            await runs.calls['runs.delete']({ kind, name })
        }
      }
    }
  } satisfies Topic
}

const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value))
