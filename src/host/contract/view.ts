// What a window shows at a step of a branch, in one answer: its provenance, its siblings, the state, and what can follow.
import type { CallOutput } from '../../core/contract/index.ts'
import type { After, ChainView, Pace, StepRow, ViewMore } from '../../core/contract/steps.ts'
import { median } from '../../core/control/evaluate/aggregate.ts'
import type { Domain } from '../../core/domains/domain.ts'
import { findDomain } from '../../core/domains/index.ts'
import { labelOf } from '../../core/domains/label.ts'
import { undisturbed } from '../../core/step/recorded.ts'
import { callOn } from '../../core/tree/calls.ts'
import { isGrounded } from '../../core/tree/ground.ts'
import { lineage } from '../../core/tree/history.ts'
import type { Branch, Setup, Step, StepEvent, StepId, Tool } from '../../core/tree/model.ts'
import { originOf } from '../../core/tree/origin.ts'
import type { AnswerTime, ListedStep } from '../../core/tree/store.ts'
import { programOf } from '../grounds/programs/use.ts'
import type { HostParts } from './parts.ts'

type Redone = ReadonlyMap<StepId, string>
type CommittedStep = Pick<Extract<StepEvent, { type: 'committed' }>, 'step' | 'call' | 'branch'>

export function viewing({
  store,
  folds,
  answering,
  grounds
}: Pick<HostParts, 'store' | 'folds' | 'answering' | 'grounds'>) {
  function detailOf(session: string, id: StepId, redone: Redone = store.redone(session)): CallOutput<'steps.get'> {
    const step = store.step(id)
    const calls = store.calls(session, id)
    const setup = (calls[0] ?? store.branches(session)[0])?.setup
    const domain = findDomain(store.session(session).domain)
    return { step, calls, ...besideOf(session, step, { domain, initialState: setup?.initialState, redone }) }
  }

  /** What stands beside a step in the tree. */
  function besideOf(
    session: string,
    { id, parent }: Step,
    { domain, initialState, redone }: { domain: Domain; initialState: string | undefined; redone: Redone }
  ): Omit<CallOutput<'steps.get'>, 'step' | 'calls'> {
    const before = parent === null ? initialState : store.step(parent).observation.text
    const again = redone.get(id)
    return {
      siblings: labelled(domain, store.siblings(session, id), { before, redone }),
      ...(again !== undefined && { again })
    }
  }

  async function recordedAt(branch: Branch, at: StepId | null): Promise<ChainView['recorded']> {
    const { setup } = branch
    if (!setup.recording) return []
    const domain = findDomain(setup.domain)
    const before = at === null ? setup.initialState : store.step(at).observation.text
    const recording = await answering.replay(setup.recording)
    const here = recording.recorded(at)
    // Beside the recording, the way through the steps tells whether a perturbation led there.
    const recorded = here.length ? here : recording.recorded(await undisturbed(store.chain(at), callOn(store, branch)))
    return recorded.map((action) => ({ action, label: labelOf(domain, action, before) }))
  }

  async function paceOn({ setup }: Branch): Promise<Pace | null> {
    const { engine, model } = (await answering.engine()).info()
    return paceOf(store.recentTimes({ engine, model, setup, most: PACE_OF }))
  }

  async function viewOf(branch: Branch, at: StepId | null, also: ViewMore[]): Promise<ChainView> {
    const detail = at === null ? null : detailOf(branch.session, at)
    return { ...(await shownAt(branch, at, also)), detail }
  }

  async function shownAt(branch: Branch, at: StepId | null, also: ViewMore[]): Promise<Omit<ChainView, 'detail'>> {
    const { session, setup } = branch
    return {
      state: folds.after(setup, at),
      opens: opensIn(setup, grounds),
      recorded: await recordedAt(branch, at),
      pace: await paceOn(branch),
      ...(setup.user?.tools.length && { acts: actsOn(branch, at) }),
      ...(setup.makesTools === 'written' && { made: madeOn(branch, at) }),
      ...failedOn(branch, at),
      ...(also.includes('score') && { score: store.score(session) }),
      ...(also.includes('places') && { places: placesIn(session) })
    }
  }

  /** Calls of tools that were refused or failed. */
  function failedOn(branch: Branch, at: StepId | null): Pick<ChainView, 'failed'> {
    if (!findDomain(branch.setup.domain).tools) return {}
    const callOf = callOn(store, branch)
    const failed = store.window(at, ACTS_OF).steps.filter(({ id }) => callOf(id)?.result?.isError === true)
    return failed.length ? { failed: failed.map(({ id }) => id) } : {}
  }

  function madeOn(branch: Branch, at: StepId | null): NonNullable<ChainView['made']> {
    const callOf = callOn(store, branch)
    const all = store.window(at, ACTS_OF).steps.map(({ id }) => [id, callOf(id)?.made] as const)
    return Object.fromEntries(all.filter((one): one is [StepId, Tool] => one[1] !== undefined))
  }

  /** Of the steps that a window shows at most. */
  function actsOn(branch: Branch, at: StepId | null): NonNullable<ChainView['acts']> {
    const { says } = findDomain(branch.setup.domain)
    const callOf = callOn(store, branch)
    return Object.fromEntries(
      store.window(at, ACTS_OF).steps.flatMap(({ id, action }) => {
        const acted = (says?.(action) ?? null) === null ? undefined : callOf(id)?.grounded?.acted
        if (!acted) return []
        const { ground: _ground, hash: _hash, ...act } = acted
        return [[id, act]]
      })
    )
  }

  const placesIn = (session: string) =>
    lineage(
      store.branches(session).map(({ id, fork, tip }) => ({
        branch: id,
        fork,
        steps: store.rows(session, tip).map((row) => row.id)
      }))
    )

  return {
    detailOf,
    viewOf,
    /** What a window needs to know once a step is committed; `forked`: the step made its branch. */
    async afterStep({ step, call, branch }: CommittedStep, { forked }: { forked: boolean }): Promise<After> {
      const { session, setup } = call
      const also: ViewMore[] = [...(setup.check ? ['score' as const] : []), ...(forked ? ['places' as const] : [])]
      const view = await shownAt({ ...branch, setup }, step.id, also)
      const redone = store.redone(session)
      const { initialState } = setup
      const domain = findDomain(setup.domain)
      // Nothing is awaited between these: the version is that of the branches and drafts beside it.
      return {
        view,
        earlier: store.calls(session, step.id).filter(({ id }) => id !== call.id),
        ...besideOf(session, step, { domain, initialState, redone }),
        engine: answering.status(),
        diverged: [...redone.keys()],
        ...store.standing(session)
      }
    }
  }
}

/** A program can be looked into whoever answers; what else computes the world, where it is to. */
const opensIn = (setup: Setup, grounds: HostParts['grounds']): boolean =>
  setup.program !== undefined ||
  (isGrounded(setup) && (programOf(setup) !== null || grounds.of(setup)?.inside !== undefined))
// As many as `steps.view` gives whole.
const ACTS_OF = 1000

// As many as a person remembers; an older model's pace says nothing of today's settings.
const PACE_OF = 20

/** @returns the median of each; `null` for no answers */
function paceOf(answers: AnswerTime[]): Pace | null {
  if (!answers.length) return null
  const of = (measure: (answer: AnswerTime) => number) => median(answers.map(measure))
  return {
    answers: answers.length,
    first: of(({ first }) => first),
    total: of(({ total }) => total),
    tokens: of(({ tokens }) => tokens),
    tokensPerSecond: of(({ tokens, first, total }) => (tokens * 1000) / Math.max(1, total - first))
  }
}

/** `before`: what all of the rows were done on, where it is at hand: a list of a whole chain does without. */
export function labelled(
  domain: Domain,
  rows: ListedStep[],
  { before = null, redone }: { before?: string | null | undefined; redone: Redone }
): StepRow[] {
  return rows.map(({ action, by, ...row }) => ({
    ...row,
    ...(redone.has(row.id) && { diverged: true as const }),
    label: labelOf(domain, action, before),
    origin: originOf(by),
    ...(by?.leak && { leak: by.leak })
  }))
}
