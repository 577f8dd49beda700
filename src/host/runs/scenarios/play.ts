// One run of a scenario: a world is made or found again, acted in from where it stands, and checked.

import { checkRun, checksFor, runVerdict } from '../../../core/control/checks.ts'
import { holds } from '../../../core/control/holds.ts'
import { recoveryOf } from '../../../core/control/recovery.ts'
import type { Determinism, Planned, ScenarioResult } from '../../../core/control/result.ts'
import { scriptOf } from '../../../core/control/script.ts'
import { variantLabel } from '../../../core/control/variants.ts'
import { checkAction, findDomain } from '../../../core/domains/index.ts'
import { type Code, OrreryError } from '../../../core/errors.ts'
import { type Branch, type Call, Setup, type StepEvent } from '../../../core/model.ts'
import { originOf } from '../../../core/origin.ts'
import type { Domain } from '../../../core/plugins.ts'
import type { Scenario } from '../../../core/scenario.ts'
import { contentId } from '../../../core/tree/history.ts'
import { endsOnlyItsJob } from '../failures.ts'
import type { Entry, RunContext } from '../kind.ts'
import { type Looked, lookAt } from './look.ts'

type Ended = ScenarioResult['stopped']

/** @throws OrreryError for what every run would meet: no model, a full disk */
export async function play(
  context: RunContext,
  planned: Planned & { id: string },
  { signal }: { signal: AbortSignal }
): Promise<Entry> {
  const { variant, repeat } = planned
  const { scenario } = variant
  const domain = findDomain(scenario.setup.domain)
  const world = await worldOf(context, planned)
  const made = await act(context, { scenario, domain, branch: world }, signal)
  if (made.error && made.error.code !== 'no-model' && !endsOnlyItsJob(made.error.code))
    throw new OrreryError(made.error.code, made.error.message)
  const branch = context.store.branch(world.id)
  const { chain, calls, seen } = lookAt(context, domain, branch)
  const checks = made.error ? [] : await checkRun(checksFor(scenario.checks, variant), seen)
  const firings = calls.flatMap((call) => call?.firings ?? [])
  const uses = variant.baseline ? [] : branch.setup.perturbations.filter(({ id }) => !id?.startsWith('turn-'))
  const verdict = made.error
    ? { verdict: 'inconclusive' as const, why: `Turn ${chain.length + 1} has no answer: ${made.error.message}` }
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
    ...verdict,
    checks,
    fired: uses.map(({ id, name }) => {
      const all = named(id ?? name)
      const missed = all.filter(({ took }) => took === false).length
      return { name: id ?? name, count: all.length - missed, missed }
    }),
    determinism: determinismOf(branch.setup, calls),
    recovery: recoveryOf({ domain, tools: domain.tools?.(branch.setup) ?? [], chain }, calls),
    tokens: calls.reduce((sum, call) => sum + (call?.tokens.generated ?? 0), 0),
    ms: calls.reduce((sum, call) => sum + (call?.ms.total ?? 0), 0)
  }
  return { result, error: made.error }
}

/** The world of this run. It is named after the run and what is run, so that one that was cut short goes on in it. */
async function worldOf(
  { store, clock, checked, sampling, initialState }: RunContext,
  { variant, repeat, id: run }: Planned & { id: string }
): Promise<Branch> {
  const { scenario } = variant
  const session = await contentId(['scenario', run])
  const id = await contentId(['scenario', run, 'main'])
  try {
    return store.branch(id)
  } catch (error) {
    if (!(error instanceof OrreryError && error.code === 'not-found')) throw error
  }
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

/** Acts from the branch's tip until the actions or the patience end. */
async function act(
  context: RunContext,
  { scenario, domain, branch }: { scenario: Scenario; domain: Domain; branch: Branch },
  signal: AbortSignal
): Promise<{ stopped: Ended; error: Entry['error'] }> {
  const { store, clock, step } = context
  const { id, session, setup } = branch
  const { stop } = scenario
  const script = scriptOf(scenario)
  const done = store.branch(id)
  const before = store.pathIds(done.tip).length
  const { seen } = lookAt(context, domain, done)
  const saw = (seen: Looked['seen'], turn: number) => script.saw((when) => holds(when, { ...seen, turn }))
  for (let turn = 1; turn <= before; turn++) {
    script.next()
    if (script.looks) await saw(seen, turn)
  }
  const started = clock.now()
  let tokens = 0
  for (let turn = before; ; turn++) {
    const action = script.next()
    if (action === undefined) return { stopped: 'actions', error: null }
    if (turn >= stop.turns) return { stopped: 'turns', error: null }
    if (stop.seconds !== undefined && clock.now() - started > stop.seconds * 1000)
      return { stopped: 'seconds', error: null }
    if (stop.tokens !== undefined && tokens >= stop.tokens) return { stopped: 'tokens', error: null }
    const taken = typeof action === 'string' ? domain.fromText(action, setup) : checkAction(domain, action)
    let last: StepEvent | null = null
    for await (const event of step({ session, branch: id, action: taken, instruction: '', trace: false }, { signal }))
      last = event
    if (last?.type !== 'committed') {
      const cancelled: { code: Code; message: string } = { code: 'cancelled', message: 'The step was stopped.' }
      return { stopped: 'failed', error: last?.type === 'failed' ? last.error : cancelled }
    }
    tokens += last.call.tokens.generated
    if (stop.when === undefined && !script.looks) continue
    const { seen: now } = lookAt(context, domain, last.branch)
    if (stop.when !== undefined && (await holds(stop.when, { ...now, turn: turn + 1 })))
      return { stopped: 'condition', error: null }
    await saw(now, turn + 1)
  }
}

function determinismOf({ strict }: Setup, calls: readonly (Call | null)[]): Determinism {
  const exact = new Set(['executed', 'recorded', 'perturbation', 'validation', 'authored'])
  if (calls.every((call) => exact.has(originOf(call)))) return 'exact'
  return strict ? 'strict' : 'sampled'
}
