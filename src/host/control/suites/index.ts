// A run over a benchmark of worlds that models write: one job an item, named by all that its scores depend on.
import { RESULTS } from '../../../core/contract/runs.ts'
import { type SuiteReport, type SuiteRow, suiteReport } from '../../../core/control/suites/report.ts'
import { OrreryError } from '../../../core/errors.ts'
import { contentId } from '../../../core/tree/history.ts'
import type { Job, RunKindPlugin } from '../runs/kind.ts'
import { bytesized32 } from './bytesized32.ts'
import { cwmb } from './cwmb.ts'
import { SuiteOptions } from './suite.ts'
import { text2world } from './text2world.ts'

const SUITES = { text2world, cwmb, bytesized32 }

export const suites: RunKindPlugin<SuiteOptions, SuiteRow, SuiteReport> = {
  name: 'suites',
  options: SuiteOptions,
  result: RESULTS.suites.result,
  async prepare(options, context) {
    const { suite, limit } = options
    const { items, problems } = SUITES[suite](options, context)
    const wanted = items.slice(0, limit)
    if (!wanted.length) {
      const [first] = problems
      const at = first?.line ? `line ${first.line}: ` : ''
      throw new OrreryError(
        'invalid-input',
        `There is no item of ${suite} to score. ${at}${first?.reason ?? ''}`.trim()
      )
    }
    const rows: (SuiteRow | null)[] = wanted.map(() => null)
    return {
      settings: { suite },
      problems,
      jobs: await Promise.all(
        wanted.map(
          async ({ id, content, score }, at): Promise<Job<SuiteRow>> => ({
            // The same item twice is done twice.
            key: `${await contentId([suite, id, content])}-${wanted.slice(0, at).filter((one) => one.id === id).length}`,
            label: id,
            async do({ signal }) {
              const started = performance.now()
              const row = await score({ signal })
              return { result: { id, ...row, ms: Math.round(performance.now() - started) }, error: null }
            }
          })
        )
      ),
      atOnce: 1,
      async count(index, { result }) {
        rows[index] = result
      },
      report: () => suiteReport(suite, rows)
    }
  }
}
