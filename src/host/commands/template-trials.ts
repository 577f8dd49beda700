// Variants of a template at work: each is a contestant of a comparison, so that what was answered is kept and never asked twice.
import { createHash } from 'node:crypto'
import type { RunEvent } from '../../core/contract/runs.ts'
import type { MeasureName } from '../../core/control/compare/measures.ts'
import type { CompareReport } from '../../core/control/compare/report.ts'
import type { PromptFailure } from '../../core/control/tuning/prompts.ts'
import type { TuningReport } from '../../core/control/tuning/report.ts'
import { type ErrorCode, OrreryError } from '../../core/errors.ts'
import type { Thinking } from '../../core/tree/model.ts'
import { isEngines } from '../control/runs/failures.ts'
import type { Cli, Door } from './door.ts'
import { progress } from './print.ts'

export interface TemplateVariant {
  name: string
  /** As worlds name it. */
  template: string
  /** Its prompt, where it is one of its own. */
  prompt: string | null
  /** Told with each turn; 0 for none. */
  examples: number
}

export interface Trials {
  /** Each turn of these worlds, after the true past. */
  run(variant: TemplateVariant, worlds: readonly string[], turns: number): Promise<CompareReport>
  /** The turns that went worst the last time this variant ran. */
  failures(variant: TemplateVariant, measure: MeasureName, most: number): Promise<PromptFailure[]>
  cost(): Omit<TuningReport['cost'], 'words'>
}

type RunFailure = { code: ErrorCode; message: string }

interface How {
  seed: number
  greedy: boolean
  thinking?: Thinking | undefined
  maxTokens?: number | undefined
  /** What examples are taken from. */
  pool: readonly string[]
}

export function createTrials(cli: Cli, door: Door, { pool, ...how }: How & { model: string }): Trials {
  const spent = new Map<string, { tokens: number; ms: number }>()
  const last = new Map<string, { report: CompareReport; said: string[] }>()
  const { seed, greedy, thinking, maxTokens, model } = how

  return {
    async run(variant, worlds, turns) {
      const { template, prompt, examples } = variant
      const settings = {
        ...{ contestant: variant.name, by: 'model', template, seed, greedy, passes: ['true'] },
        ...(thinking !== undefined && { thinking }),
        ...(maxTokens !== undefined && { maxTokens }),
        ...(examples && { examples: { count: examples, worlds: [...pool] } })
      }
      // Neither worlds nor turns: more of them go on from those that were answered.
      const hash = createHash('sha256')
        .update(JSON.stringify([model, prompt, settings]))
        .digest('hex')
      const name = `template-${hash.slice(0, 24)}`
      const bar = progress(cli.io)
      const said: string[] = []
      let report: CompareReport | null = null
      let failure: RunFailure | null = null
      const on = (event: RunEvent) => {
        if (event.type === 'job' && event.kind === 'compare') {
          bar.show(`Trying ${variant.name}`, event.done / event.total, `${event.done} of ${event.total}`)
          if (event.error && isEngines(event.error.code)) failure = event.error
          said[event.job - 1] = event.result?.gen ?? ''
          if (event.result)
            spent.set(`${name} ${event.label}`, { tokens: event.result.tokens ?? 0, ms: event.result.ms ?? 0 })
        }
        if (event.type === 'report' && event.kind === 'compare') report = event.report
      }
      const options = { ...settings, worlds: worlds.map((session) => ({ session })), turns }
      try {
        await door.stream('runs.start', { kind: 'compare', name, options }, { signal: cli.signal, on })
      } finally {
        bar.clear()
      }
      // What is missing of one variant and not of another would decide.
      const failed = failure as RunFailure | null // Assigned in `on`, which TypeScript does not follow.
      if (failed) throw new OrreryError(failed.code, `${failed.message} The same command goes on from here.`)
      if (!report) throw new OrreryError('cancelled', 'The search was stopped. The same command goes on.')
      last.set(variant.name, { report, said })
      return report
    },

    async failures(variant, measure, most) {
      const { report, said } = last.get(variant.name) ?? { report: null, said: [] }
      // Of one pass, every row is a job in its order.
      const rows = (report?.turns ?? []).map((turn, at) => ({ turn, predicted: said[at] ?? '' }))
      const worst = rows
        .filter(({ turn }) => turn.scores?.exact !== 1)
        .sort((a, b) => (a.turn.scores?.[measure] ?? 0) - (b.turn.scores?.[measure] ?? 0))
        .slice(0, most)
      return Promise.all(
        worst.map(async ({ turn: { session, step, label }, predicted }) => {
          const truth = (await door.call('steps.get', { session, step })).step.observation.text
          return { action: label, truth, predicted }
        })
      )
    },

    cost() {
      const all = [...spent.values()]
      return {
        answers: all.length,
        tokens: all.reduce((sum, { tokens }) => sum + tokens, 0),
        seconds: all.reduce((sum, { ms }) => sum + ms, 0) / 1000
      }
    }
  }
}

/** The mean of a measure over the turns that have it; a turn without an answer counts 0. */
export function scoreIn({ turns }: CompareReport, measure: MeasureName): number {
  const scores = turns.flatMap(({ scores }) => (scores ? (scores[measure] ?? []) : 0))
  return scores.length ? scores.reduce((sum, one) => sum + one, 0) / scores.length : 0
}
