// Consistency of whole trajectories: each task is done in its executed world and in the model's, and what was done in the model's is done in the executed one.
import { z } from 'zod'
import { RESULTS, type ReportOf } from '../../../core/contract/runs.ts'
import type { ConsistencyRow, TaskEnd } from '../../../core/control/consistency/report.ts'
import { consistencyOf } from '../../../core/control/consistency/summary.ts'
import { tasksOf } from '../../../core/control/consistency/tasks.ts'
import { seedOf } from '../../../core/control/variants.ts'
import { findDomain } from '../../../core/domains/index.ts'
import type { ErrorCode } from '../../../core/errors.ts'
import type { Grounding } from '../../../core/tree/ground.ts'
import { contentId } from '../../../core/tree/history.ts'
import { type Scenario, ScenarioFile } from '../../../core/tree/scenario.ts'
import type { Job, JobResult, RunContext, RunKindPlugin } from '../runs/kind.ts'
import { AgentChoice } from '../runs/scenarios/actors.ts'
import { play } from '../runs/scenarios/play.ts'

const Options = z.strictObject({
  scenarios: z.array(ScenarioFile).min(1).max(1000),
  /** Who acts, in both worlds. */
  agent: AgentChoice.default({ kind: 'script' }),
  /** Each task so many times, with a seed of its own each time. */
  repeat: z.int().min(1).max(10_000).default(1),
  /** Draws tasks for intervals. */
  seed: z.int().min(0).default(0)
})

interface Task {
  scenario: Scenario
  repeat: number
}

export const consistency: RunKindPlugin<z.infer<typeof Options>, ConsistencyRow, ReportOf<'consistency'>> = {
  name: 'consistency',
  options: Options,
  result: RESULTS.consistency.result,
  async prepare({ scenarios, agent, repeat, seed }, context, { id: run, signal }) {
    if (agent.kind === 'program') await context.allow(agent.command, { signal })
    const { engine, model } = context.engine.info()
    const tasks = scenarios.flatMap(tasksOf)
    const all = tasks.flatMap(({ scenario }): Task[] =>
      Array.from({ length: repeat }, (_, nth) => ({
        repeat: nth,
        scenario: { ...scenario, setup: { ...scenario.setup, seed: seedOf(scenario.setup.seed, nth) } }
      }))
    )
    const keys = await Promise.all(all.map((task) => contentId([z.json().parse(task), model.name, agent])))
    const rows: ConsistencyRow[] = []
    return {
      settings: {
        ...{ engine, model: { ...model }, agent: { ...agent }, repeat, seed },
        tasks: await contentId(keys)
      },
      problems: tasks.flatMap(({ problem }) => (problem === null ? [] : [{ line: null, reason: problem }])),
      jobs: all.map((task, at): Job<ConsistencyRow> => {
        const key = keys[at] ?? ''
        return {
          ...{ key, label: repeat > 1 ? `${task.scenario.name}, run ${task.repeat + 1}` : task.scenario.name },
          do: ({ signal }) => rolledOut(context, { ...task, agent, id: run + key }, { signal })
        }
      }),
      // A model on this machine is no faster with several.
      atOnce: 1,
      async count(_, { result }) {
        if (result) rows.push(result)
      },
      report: () => consistencyOf(rows, { model: model.name, agent: nameOf(agent), seed })
    }
  }
}

function nameOf(agent: AgentChoice): string {
  if (agent.kind === 'walk') return `walk with noise ${agent.noise}`
  if (agent.kind === 'lazy') return `lazy agent (${agent.lazy})`
  return agent.kind === 'program' ? agent.command : agent.kind
}

interface Rollout extends Task {
  agent: AgentChoice
  /** Names its worlds. */
  id: string
}

/** @throws OrreryError for what every rollout would meet */
async function rolledOut(
  context: RunContext,
  { scenario, repeat, agent, id }: Rollout,
  { signal }: { signal: AbortSignal }
): Promise<JobResult<ConsistencyRow>> {
  // Both worlds begin alike: with what the executed one shows. Nothing is played back.
  const setup = { ...(await context.initialState(scenario.setup)), seed: scenario.setup.seed, recording: null }
  const begun = { ...scenario, setup }
  const row: ConsistencyRow = {
    ...{ scenario: scenario.name, title: scenario.title, domain: setup.domain, repeat, seed: setup.seed },
    ...{ real: null, wm: null, w2r: null, parted: null }
  }
  const done = (task: Scenario, world: 'real' | 'wm' | 'w2r', by: AgentChoice, of = '') =>
    play(context, planned(task, { world, repeat, agent: by, id: `${id}${world}${of}` }), { signal })
  const real = await done(grounded(begun, 'executed'), 'real', agent)
  if (real.error) return { result: row, error: named(real.error, 'The executed world') }
  row.real = endOf(real.result)
  const wm = await done(grounded(begun, 'model'), 'wm', agent)
  if (wm.error && !MODELS_OWN.has(wm.error.code)) return { result: row, error: named(wm.error, "The model's world") }
  // A model that finds no answer has ended its world without success, and what was done until then is done again too.
  row.wm = wm.error ? { ...endOf(wm.result), verdict: 'fail' } : endOf(wm.result)
  const chain = context.store.chain(wm.result.tip)
  if (!chain.length)
    return { result: { ...row, w2r: { ...row.wm, verdict: 'fail', why: 'Nothing was done.' } }, error: null }
  const again = grounded(
    replaying(
      begun,
      chain.map(({ action }) => action)
    ),
    'executed'
  )
  const w2r = await done(again, 'w2r', { kind: 'script' }, wm.result.tip ?? '')
  if (w2r.error) return { result: row, error: named(w2r.error, 'The replay') }
  row.w2r = endOf(w2r.result)
  const { normalise } = findDomain(setup.domain)
  const shown = context.store.chain(w2r.result.tip).map(({ observation }) => normalise(observation.text))
  const parted = chain.findIndex(({ observation }, at) => normalise(observation.text) !== shown[at])
  return { result: { ...row, parted: parted < 0 ? null : parted + 1 }, error: null }
}

const MODELS_OWN = new Set<ErrorCode>(['no-output', 'context-full'])

const WORLDS = { real: 'real', wm: 'by the model', w2r: 'replayed' }

function planned(
  scenario: Scenario,
  { world, ...about }: { world: keyof typeof WORLDS; repeat: number; agent: AgentChoice; id: string }
) {
  const title = `${scenario.title}, ${WORLDS[world]}`
  return { ...about, variant: { scenario: { ...scenario, title }, of: {}, baseline: true, reference: false } }
}

function grounded(scenario: Scenario, grounding: Grounding): Scenario {
  return { ...scenario, setup: { ...scenario.setup, grounding } }
}

/** All that was done, in its order: neither what the script would do about an answer nor a clock counts. */
function replaying({ stop, expects: _, ...scenario }: Scenario, actions: NonNullable<Scenario['actions']>): Scenario {
  const { seconds: _seconds, tokens: _tokens, ...rest } = stop
  return { ...scenario, actions, reactions: [], stop: rest }
}

const endOf = ({ verdict, why, turns, session, branch, tip }: TaskEnd): TaskEnd => ({
  ...{ verdict, why, turns, session, branch, tip }
})

const named = ({ code, message }: NonNullable<JobResult['error']>, who: string) => ({
  code,
  message: `${who}: ${message}`
})
