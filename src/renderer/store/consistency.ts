// Whole tasks done in the executed world and in the model's, and what was done there done again for real.
import type { ConsistencyReport } from '../../core/control/consistency/report.ts'
import { OrreryError } from '../../core/errors.ts'
import type { ScenarioFile } from '../../core/tree/scenario.ts'
import type { Kit } from './state.ts'

export interface ConsistencyRun {
  /** `null` once it has ended. */
  progress: { label: string; done: number; total: number } | null
  /** What the run says of its tasks. */
  notes: string[]
  report: ConsistencyReport | null
}

export interface ConsistencyActions {
  /** `noise`: the share of the scenario's own actions with a mistake; `null` lets the model act too. */
  measureConsistency(options: { scenarios: readonly string[]; noise: number | null; repeat: number }): Promise<void>
  stopConsistency(): void
}

export function consistencyActions({ client, get, set, attempt }: Kit): ConsistencyActions {
  let running: AbortController | null = null

  async function filesOf(names: readonly string[]): Promise<ScenarioFile[]> {
    return Promise.all(
      names.map(async (name) => {
        const { text } = await client.call('scenarios.read', { name })
        const { scenario, problems } = await client.call('scenarios.check', { text, name })
        if (scenario) return scenario
        throw new OrreryError(
          'invalid-input',
          `The scenario "${name}" has a problem: ${problems[0]?.message ?? 'none'}`
        )
      })
    )
  }

  return {
    async measureConsistency({ scenarios, noise, repeat }) {
      if (running) return
      running = new AbortController()
      const { signal } = running
      let run: ConsistencyRun = { progress: { label: '', done: 0, total: 0 }, notes: [], report: null }
      const show = (next: Partial<ConsistencyRun>) => {
        run = { ...run, ...next }
        set({ consistency: run })
      }
      show({})
      await attempt('scenario', async () => {
        try {
          const files = await filesOf(scenarios)
          const agent = noise === null ? { kind: 'react' } : { kind: 'walk', noise }
          const options = JSON.parse(JSON.stringify({ scenarios: files, agent, repeat }))
          // Asking again goes on where it was stopped.
          const name = nameOf([get().engine?.model, noise, repeat, ...scenarios])
          for await (const event of client.stream('runs.start', { kind: 'consistency', name, options }, { signal })) {
            if (event.type === 'started') show({ progress: { label: '', done: 0, total: event.total } })
            if (event.type === 'problem') show({ notes: [...run.notes, event.reason] })
            if (event.type === 'job') {
              const { label, done, total, error } = event
              const notes = error ? [...run.notes, `${label}: ${error.message}`] : run.notes
              show({ progress: { label, done, total }, notes })
            }
            if (event.type === 'report' && event.kind === 'consistency') show({ report: event.report })
          }
        } catch (error) {
          if (!signal.aborted) throw error
        }
      })
      running = null
      show({ progress: null })
      if (run.report) set({ announcement: `${run.report.rows.length} rollouts are measured` })
    },
    stopConsistency: () => running?.abort()
  }
}

// A run's name becomes that of a file.
const MOST_NAME = 200

/** The same choice gives the same name: what would be cut off is told by a number. */
function nameOf(parts: readonly unknown[]): string {
  const text = parts
    .map(String)
    .join('-')
    .replace(/[^\w.-]+/g, '_')
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  return `window-${(hash >>> 0).toString(36)}-${text}`.slice(0, MOST_NAME)
}
