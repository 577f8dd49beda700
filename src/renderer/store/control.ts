// Scenarios in the window: their texts, running them, and what runs came to.
import type { CallInput, CallOutput } from '../../core/contract/index.ts'
import type { RunRow } from '../../core/contract/runs.ts'
import type { StepRow } from '../../core/contract/steps.ts'
import type { AuditRow } from '../../core/control/audit.ts'
import type { DivergenceTree } from '../../core/control/divergence-tree.ts'
import type { Harder } from '../../core/control/evolution.ts'
import type { ScenarioGroup, ScenarioReport } from '../../core/control/summary.ts'
import { OrreryError, toWire } from '../../core/errors.ts'
import type { Step } from '../../core/tree/model.ts'
import type { ScenarioFile } from '../../core/tree/scenario.ts'
import type { ShownError } from './data.ts'
import type { Kit } from './state.ts'

/** A run that this window started. */
export interface ScenarioRun {
  name: string
  done: number
  total: number
  /** What was done last. */
  label: string
}

export type Checked = CallOutput<'scenarios.check'>

/** The steps of one run, with what disturbed them. */
export interface PlayedRun {
  rows: StepRow[]
  steps: Step[]
}

export interface ControlActions {
  readScenario(name: string): Promise<CallOutput<'scenarios.read'> | ShownError>
  checkScenario(input: CallInput<'scenarios.check'>): Promise<Checked | ShownError>
  scenarioSchema(): Promise<CallOutput<'scenarios.schema'>>
  deleteScenario(name: string): Promise<boolean>
  /** Saves without closing the dialog. */
  keepScenario(input: CallInput<'scenarios.save'>): Promise<boolean>
  /** Runs them, `repeat` times each, resuming a run of this name. @returns the report, or `null` when it was stopped or failed */
  runScenarios(name: string, scenarios: ScenarioFile[], options?: { repeat?: number }): Promise<ScenarioReport | null>
  stopScenarios(): void
  /** Tries its checks with lazy agents, without a model. @returns `null` when it was stopped */
  auditScenario(scenario: ScenarioFile, options: { signal: AbortSignal }): Promise<AuditRow | ShownError | null>
  /**
   * Tries ways of making a scenario harder until the audit admits one, as `orrery evolve` does. `on` hears what each came to.
   * @returns why nothing could be tried, among it a rate that is too low or too high; `null` where it was tried or stopped
   */
  harderVariant(
    of: { scenario: string; run: string },
    options: { signal: AbortSignal; on(tried: Harder): void }
  ): Promise<ShownError | null>
  scenarioRuns(): Promise<RunRow[]>
  scenarioReport(name: string): Promise<ScenarioReport | ShownError>
  deleteScenarioRun(name: string): Promise<boolean>
  /** Opens the world of a run at a turn; the last one for `null`. */
  openRun(run: { session: string; branch: string }, turn: number | null): Promise<void>
  played(run: { session: string; branch: string }): Promise<PlayedRun | ShownError>
  /** Where the repeats of a variant parted, in the run of this name. */
  divergence(run: string, group: Pick<ScenarioGroup, 'scenario' | 'variant'>): Promise<DivergenceTree | ShownError>
}

// The most steps that a window of steps may have.
const MOST_STEPS = 1000

export function controlActions({ client, get, set, attempt }: Kit): ControlActions {
  let running: AbortController | null = null
  let schema: Promise<CallOutput<'scenarios.schema'>> | null = null
  const told = (error: unknown): ShownError => toWire(error)
  return {
    readScenario: (name) => client.call('scenarios.read', { name }).catch(told),
    checkScenario: (input) => client.call('scenarios.check', input).catch(told),
    scenarioSchema() {
      schema ??= client.call('scenarios.schema', {}).catch(() => {
        schema = null
        return {}
      })
      return schema
    },
    async deleteScenario(name) {
      const done = await attempt('scenario', async () => void (await client.call('scenarios.delete', { name })))
      await get().readScenarios()
      return done
    },
    async keepScenario(input) {
      const done = await attempt('scenario', async () => void (await client.call('scenarios.save', input)))
      if (done) set({ announcement: `Saved the scenario ${input.name}` })
      await get().readScenarios()
      return done
    },
    async runScenarios(name, scenarios, { repeat = 1 } = {}) {
      if (running) return null
      running = new AbortController()
      const { signal } = running
      set({ scenarioRun: { name, done: 0, total: 0, label: '' } })
      let report: ScenarioReport | null = null
      await attempt('scenario', async () => {
        const options = { scenarios: JSON.parse(JSON.stringify(scenarios)), repeat }
        try {
          for await (const event of client.stream('runs.start', { kind: 'scenarios', name, options }, { signal })) {
            if (event.type === 'started')
              set({ scenarioRun: { name, done: event.known, total: event.total, label: '' } })
            if (event.type === 'job')
              set({ scenarioRun: { name, done: event.done, total: event.total, label: event.label } })
            if (event.type === 'report' && event.kind === 'scenarios') report = event.report
          }
        } catch (error) {
          if (!signal.aborted) throw error
        }
      })
      running = null
      set({ scenarioRun: null, sessions: await client.call('worlds.list', {}).catch(() => get().sessions) })
      return report
    },
    stopScenarios: () => running?.abort(),
    async auditScenario(scenario, { signal }) {
      try {
        const input = { scenarios: JSON.parse(JSON.stringify([scenario])) }
        for await (const event of client.stream('scenarios.audit', input, { signal })) {
          if (event.type !== 'audited') continue
          const { type: _, done: _done, total: _total, ...row } = event
          return row
        }
        return null
      } catch (error) {
        return signal.aborted ? null : told(error)
      }
    },
    async harderVariant({ scenario: name, run }, { signal, on }) {
      try {
        const outcomes = await client.call('scenarios.outcomes', { scenario: name, runs: [run] })
        const { text } = await client.call('scenarios.read', { name })
        const { scenario } = await client.call('scenarios.check', { text, name })
        if (!scenario)
          throw new OrreryError('invalid-input', `The file of "${name}" has problems. Mend it in the editor.`)
        const asked = { scenario: JSON.parse(JSON.stringify(scenario)), outcomes }
        for await (const event of client.stream('scenarios.evolve', asked, { signal })) {
          if (event.type !== 'tried') continue
          const { type: _, done: _done, total: _total, ...one } = event
          on(one)
        }
        return null
      } catch (error) {
        return signal.aborted ? null : told(error)
      }
    },
    scenarioRuns: () => client.call('runs.list', { kind: 'scenarios' }).catch(() => []),
    scenarioReport: (name) => client.call('scenarios.report', { run: name }).catch(told),
    deleteScenarioRun: (name) =>
      attempt('scenario', async () => void (await client.call('runs.delete', { kind: 'scenarios', name }))),
    async openRun({ session, branch }, turn) {
      if (!(await get().open(session))) return
      if (get().world?.branch !== branch) await get().switchBranch(branch)
      if (turn !== null) await get().stepTo(turn)
    },
    divergence: (run, { scenario, variant }) =>
      client.call('scenarios.partings', { run, scenario, variant }).catch(told),
    async played({ session, branch }) {
      try {
        const rows = await client.call('steps.list', { session, branch })
        const at = rows.at(-1)?.id ?? null
        const { steps } = await client.call('steps.window', { branch, at, last: MOST_STEPS })
        return { rows: rows.slice(-MOST_STEPS), steps }
      } catch (error) {
        return told(error)
      }
    }
  }
}
