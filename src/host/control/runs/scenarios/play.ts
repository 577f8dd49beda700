// One run of a scenario: a world is made or found again, acted in from where it stands, and checked.

import { noJudge, type RunJudge } from '../../../../core/control/ask-judge.ts'
import { checkRun, checksFor, runVerdict } from '../../../../core/control/checks.ts'
import { readTable, scoreTable } from '../../../../core/control/evaluate/table-answer.ts'
import { expectedIn } from '../../../../core/control/expectations.ts'
import type { GateUse } from '../../../../core/control/gate.ts'
import { recoveryOf } from '../../../../core/control/recovery.ts'
import type { Determinism, Planned, ScenarioResult } from '../../../../core/control/result.ts'
import { scriptOf } from '../../../../core/control/script.ts'
import { variantLabel } from '../../../../core/control/variants.ts'
import type { Domain } from '../../../../core/domains/domain.ts'
import { checkAction, findDomain } from '../../../../core/domains/index.ts'
import { type ErrorCode, OrreryError } from '../../../../core/errors.ts'
import { surelyHolds } from '../../../../core/faults/holds.ts'
import { contentId } from '../../../../core/tree/history.ts'
import { type Branch, type Call, Setup, type Step, type StepEvent } from '../../../../core/tree/model.ts'
import { originOf } from '../../../../core/tree/origin.ts'
import type { Scenario } from '../../../../core/tree/scenario.ts'
import { referenceOf } from '../../../../core/tree/search.ts'
import type { Store } from '../../../../core/tree/store.ts'
import { endsOnlyItsJob } from '../failures.ts'
import type { JobResult, RunContext } from '../kind.ts'
import { type AgentChoice, agentOf, type Next } from './actors.ts'
import { judgeOf } from './judges.ts'
import { type Looked, lookAt } from './look.ts'

type Ended = ScenarioResult['stopped']

/** @throws OrreryError for what every run would meet: no model, a full disk */
export async function play(
  context: RunContext,
  planned: Job,
  { signal }: { signal: AbortSignal }
): Promise<JobResult<ScenarioResult>> {
  const { variant, repeat, agent } = planned
  const { scenario } = variant
  const domain = findDomain(scenario.setup.domain)
  const world = await worldOf(context, planned)
  const made = await act(context, { scenario, domain, branch: world, choice: agent }, signal)
  // Without a model only what needs one fails.
  const lacking = made.error?.code === 'no-model' || made.error?.code === context.engine.absent?.code
  if (made.error && !lacking && !endsOnlyItsJob(made.error.code))
    throw new OrreryError(made.error.code, made.error.message)
  const branch = context.store.branch(world.id)
  const { chain, calls, seen } = lookAt(context, domain, branch)
  const judge = await judgeOf(context, planned, { signal })
  const judging = { judge: judge ?? noJudge('no judge was named.'), answer: made.answer ?? null }
  const checks =
    made.error || made.refused !== undefined ? [] : await checkRun(checksFor(scenario.checks, variant), seen, judging)
  const expected = await expectedIn(seen, calls, judge)
  const truth = readTable(referenceOf(branch.setup)?.answer ?? '')
  const firings = calls.flatMap((call) => call?.firings ?? [])
  const uses = variant.baseline ? [] : branch.setup.perturbations.filter(({ id }) => !id?.startsWith('turn-'))
  const verdict = made.error
    ? { verdict: 'inconclusive' as const, why: `Turn ${chain.length + 1} has no answer: ${made.error.message}` }
    : made.refused !== undefined
      ? { verdict: 'fail' as const, why: `Turn ${chain.length + 1} cannot be done: ${made.refused}` }
      : made.agent !== undefined && !chain.length
        ? { verdict: 'fail' as const, why: made.gaveUp ?? 'The agent did nothing.' }
        : runVerdict(checks, { uses, firings, reference: variant.reference })
  const named = (name: string) => firings.filter((firing) => (firing.id ?? firing.name) === name)
  const result: ScenarioResult = {
    scenario: scenario.name,
    title: scenario.title,
    variant: variantLabel(variant.of),
    baseline: variant.baseline,
    repeat,
    seed: scenario.setup.seed,
    ...{ session: branch.session, branch: branch.id, tip: branch.tip, turns: chain.length },
    stopped: made.stopped,
    ...(made.agent !== undefined && { agent: made.agent }),
    ...(made.answer !== undefined && { answer: made.answer }),
    ...(made.gaveUp !== undefined && { gaveUp: made.gaveUp }),
    ...verdict,
    checks,
    fired: uses.map(({ id, name }) => {
      const all = named(id ?? name)
      const missed = all.filter(({ took }) => took === false).length
      return { name: id ?? name, count: all.length - missed, missed }
    }),
    determinism: determinismOf(branch.setup, calls),
    recovery: recoveryOf({ domain, setup: branch.setup, chain }, calls),
    ...(made.gate && { gate: made.gate }),
    ...(expected && { expected }),
    ...(truth && made.agent !== undefined && { table: scoreTable(readTable(made.answer ?? ''), truth) }),
    tokens: calls.reduce((sum, call) => sum + (call?.tokens.generated ?? 0), 0),
    ms: calls.reduce((sum, call) => sum + (call?.ms.total ?? 0), 0)
  }
  return { result, error: made.error }
}

interface Job extends Planned {
  id: string
  agent: AgentChoice
  /** In place of whom the scenario names. */
  judge?: RunJudge
}

/** The world of this run. It is named after the run and what is run, so that one that was cut short goes on in it. */
async function worldOf(
  { store, clock, checked, sampling, initialState }: RunContext,
  { variant, repeat, id: run, agent }: Job
): Promise<Branch> {
  const { scenario } = variant
  const session = await contentId(['scenario', run])
  const id = await contentId(['scenario', run, 'main'])
  const found = branchOf(store, id)
  if (found) return agent.kind === 'script' || found.tip === null ? found : await afresh(store, clock, found, run)
  const started = await initialState(scenario.setup)
  const setup = checked(Setup.parse({ ...started, sampling: started.sampling ?? sampling }))
  const now = clock.now()
  const branch: Branch = { id, session, title: 'main', tip: null, fork: null, setup, createdAt: now }
  const title = [scenario.title, variantLabel(variant.of), repeat ? `run ${repeat + 1}` : ''].filter(Boolean).join(', ')
  await store.createSession(
    { id: session, title, notes: scenario.description, domain: setup.domain, createdAt: now, updatedAt: now },
    [branch]
  )
  return branch
}

/** `null` where there is none of this name. */
export function branchOf(store: Pick<Store, 'branch'>, id: string): Branch | null {
  try {
    return store.branch(id)
  } catch (error) {
    if (!(error instanceof OrreryError && error.code === 'not-found')) throw error
    return null
  }
}

/** An agent that was cut short begins again, since what it had in mind is gone. What it did stays on the branch before. */
async function afresh(store: Store, clock: RunContext['clock'], before: Branch, run: string): Promise<Branch> {
  for (let again = 2; ; again++) {
    const id = await contentId(['scenario', run, 'main', again])
    const found = branchOf(store, id)
    if (found && found.tip !== null) continue
    const branch = { ...before, id, title: `attempt ${again}`, tip: null, fork: null, createdAt: clock.now() }
    if (!found) await store.createBranch(branch)
    return branch
  }
}

interface Acted extends Pick<ScenarioResult, 'stopped' | 'agent' | 'answer' | 'gaveUp'>, Pick<JobResult, 'error'> {
  /** Why the world does not take the scenario's next line. */
  refused?: string
  gate?: GateUse | undefined
}

// Who acted in turns for which the scenario says what it expects.
const SCRIPT = 'script'

/** Acts from the branch's tip until the actions, the agent or the patience end. */
async function act(
  context: RunContext,
  { scenario, domain, branch, choice }: { scenario: Scenario; domain: Domain; branch: Branch; choice: AgentChoice },
  signal: AbortSignal
): Promise<Acted> {
  const { store, clock, step } = context
  const { id, session, setup } = branch
  const { stop } = scenario
  const script = scriptOf(scenario)
  const done = store.branch(id)
  const before = store.pathIds(done.tip).length
  const { seen } = lookAt(context, domain, done)
  const saw = (seen: Looked['seen'], turn: number) => script.saw((when) => surelyHolds(when, { ...seen, turn }))
  for (let turn = 1; turn <= before; turn++) {
    script.next()
    if (script.looks) await saw(seen, turn)
  }
  const agent = agentOf(choice, context, { branch: done, scenario })
  const by = () => agent && { agent: agent.name, gate: agent.gateUse?.() }
  const scripted = (turn: number): Next | { refused: string } | null => {
    const action = script.next()
    if (action === undefined) return null
    const said = scenario.expects?.find((one) => one.turn === turn)
    try {
      return {
        action: typeof action === 'string' ? domain.fromText(action, setup) : checkAction(domain, action),
        ...(said && { agent: { name: SCRIPT, expects: said.answer } })
      }
    } catch (error) {
      if (!(error instanceof OrreryError)) throw error
      return { refused: error.message }
    }
  }
  const started = clock.now()
  let tokens = 0
  let last: Step | null = null
  const over = (turn: number): Ended | null => {
    if (turn >= stop.turns) return 'turns'
    if (stop.seconds !== undefined && clock.now() - started > stop.seconds * 1000) return 'seconds'
    return stop.tokens !== undefined && tokens >= stop.tokens ? 'tokens' : null
  }
  try {
    for (let turn = before; ; turn++) {
      const budget = agent && over(turn)
      if (budget) return { stopped: budget, error: null, ...by() }
      const next = agent ? await agent.next(last, { signal }) : scripted(turn + 1)
      if (!next) return { stopped: 'actions', error: null }
      if ('refused' in next) return { stopped: 'failed', error: null, refused: next.refused }
      if ('failed' in next) return { stopped: 'failed', error: next.failed, ...by() }
      if ('answer' in next) return { stopped: 'agent', error: null, ...by(), answer: next.answer }
      const patience = over(turn)
      if (patience) return { stopped: patience, error: null, ...by() }
      const end = await taken(step({ session, branch: id, instruction: '', trace: false, ...next }, { signal }))
      if (end.type === 'failed') return { stopped: 'failed', error: end.error, ...by() }
      tokens += end.call.tokens.generated
      last = end.step
      if (stop.when === undefined && !script.looks) continue
      const { seen: now } = lookAt(context, domain, { ...end.branch, setup: end.call.setup })
      if (stop.when !== undefined && (await surelyHolds(stop.when, { ...now, turn: turn + 1 })))
        return { stopped: 'condition', error: null, ...by() }
      if (!agent) await saw(now, turn + 1)
    }
  } catch (error) {
    // An agent that falls silent has done what it has done: the checks say what that is worth.
    if (!agent || !(error instanceof OrreryError)) throw error
    if (error.code === 'no-output') return { stopped: 'gave-up', error: null, ...by(), gaveUp: error.message }
    // A failure of the agent's model ends this job alone where a failure of the world's engine would, too.
    if (!endsOnlyItsJob(error.code)) throw error
    return { stopped: 'failed', error: { code: error.code, message: error.message }, ...by() }
  } finally {
    await agent?.close()
  }
}

/** How a step ended. */
async function taken(
  events: AsyncIterable<StepEvent>
): Promise<
  Extract<StepEvent, { type: 'committed' }> | { type: 'failed'; error: { code: ErrorCode; message: string } }
> {
  for await (const event of events) if (event.type === 'committed' || event.type === 'failed') return event
  return { type: 'failed', error: { code: 'cancelled', message: 'The step was stopped.' } }
}

function determinismOf({ strict }: Setup, calls: readonly (Call | null)[]): Determinism {
  const exact = new Set(['executed', 'recorded', 'perturbation', 'validation', 'authored'])
  if (calls.every((call) => exact.has(originOf(call)))) return 'exact'
  return strict ? 'strict' : 'sampled'
}
