// Running a step: it is requested, streams in, and is committed or kept as a draft.

import { findDomain } from '../../core/domains/index.ts'
import { toWire } from '../../core/errors.ts'
import { labelOf } from '../../core/label.ts'
import type { Action, Draft, StepEvent, StepId } from '../../core/model.ts'
import { originOf } from '../../core/origin.ts'
import { batch } from './batch.ts'
import { currentBranch, labelHere, type Problem, type Run, viewed } from './data.ts'
import type { Kit } from './state.ts'

export interface ActOptions {
  /** Turn-level instruction; the one typed for the next answer when left out. */
  instruction?: string
  seed?: number | undefined
}

export interface StepActions {
  /** Acts where the window is looking; from an earlier step that makes a branch. True when a step was committed. */
  act(action: Action, options?: ActOptions): Promise<boolean>
  /** Asks for another answer to the step shown, with a fresh seed: a sibling. */
  regenerate(): Promise<boolean>
  /** Stops the step in flight on the branch shown. */
  cancel(): void
  /** Closes the thought of the step in flight on the branch shown: its answer follows. */
  answerNow(): Promise<void>
  /** Acts again as a draft did, and drops the draft. */
  retry(draft: Draft): Promise<void>
  dismissDraft(draft: Draft): Promise<void>
  dismissFailure(branch: string): void
  /** Repeats what failed on the branch shown on a new branch, whose prompts leave out the oldest turns. True when a step was committed. */
  goOnCompact(): Promise<boolean>
}

// Often enough for a person, seldom enough for a machine that is busy loading.
const ENGINE_MS = 1000

export function stepActions({ client, get, set, attempt, frame, pause, seed }: Kit): StepActions {
  const aborts = new Map<string, AbortController>()

  const change = (branch: string, next: (run: Run) => Run) =>
    set(({ runs }) => {
      const run = runs[branch]
      return run ? { runs: { ...runs, [branch]: next(run) } } : {}
    })

  const readDrafts = async (session: string) => {
    const { drafts } = await client.call('sessions.open', { session })
    set(({ world }) => (world?.session.id === session ? { world: { ...world, drafts } } : {}))
  }

  /** A model keeps loading after the step that needed it was cancelled: its state is polled until it settles. */
  const watchEngine = async () => {
    const moves = () => ['loading', 'generating'].includes(get().engine?.state ?? '')
    while (moves() && Object.keys(get().runs).length === 0) {
      await pause(ENGINE_MS)
      const engine = await client.call('engine.status', {}).catch(() => null)
      // A lost connection is reported where the request was made.
      if (engine === null) return
      set({ engine })
    }
  }

  const dismissFailure = (branch: string) => set(({ failures: { [branch]: _gone, ...failures } }) => ({ failures }))

  const act = async (action: Action, from: StepId | null, options: ActOptions): Promise<boolean> => {
    const world = get().world
    if (!world) return false
    const { branch, session } = world
    const instruction = options.instruction ?? get().instruction
    const fail = (error: Problem) => {
      if (error.code === 'cancelled') return
      // The whole window lost the host, not this branch.
      if (error.code === 'disconnected') return set(({ problems }) => ({ problems: { ...problems, app: error } }))
      const failure = { code: error.code, message: error.message, action, parent: from, instruction }
      set(({ failures }) => ({ failures: { ...failures, [branch]: failure } }))
      const now = get().world
      const title = now?.branches.find(({ id }) => id === branch)?.title
      if (title !== undefined && now?.branch !== branch) {
        set({ announcement: `The step on branch ${title} failed: ${error.message}` })
      }
    }
    if (get().runs[branch]) {
      const message = 'A step is still running on this branch. Wait for it, or press Esc to cancel it.'
      fail({ code: 'busy', message })
      return false
    }
    dismissFailure(branch)
    const run: Run = { session: session.id, branch, parent: from, action, instruction, ...nothing }
    const tip = world.rows.at(-1)?.id ?? null
    set(({ runs }) => ({ runs: { ...runs, [branch]: run }, landed: null }))
    const abort = new AbortController()
    aborts.set(branch, abort)
    const tokens = batch<Delta>(frame, (deltas) => change(branch, (now) => deltas.reduce(grow, now)))
    let committed = false
    let lost = false
    try {
      const trace = get().tracing || undefined
      const input = { session: session.id, branch, action, instruction, seed: options.seed, trace }
      // Naming the tip would not fork, but a tip that moved meanwhile must be a conflict, not a branch.
      const events = client.stream('step', from === tip ? input : { ...input, from }, { signal: abort.signal })
      for await (const event of events) {
        if (event.type === 'committed') {
          tokens.flush()
          committed = true
          commit({ get, set }, run, event)
        } else if (event.type === 'failed') fail(event.error)
        else tokens.push(event)
      }
    } catch (error) {
      const problem = toWire(error)
      lost = problem.code === 'disconnected'
      fail(problem)
    }
    tokens.drop()
    aborts.delete(branch)
    set(({ runs: { [branch]: _done, ...runs } }) => ({ runs }))
    if (get().failures[branch]?.code === 'busy') dismissFailure(branch)
    // Meanwhile another one may have been typed, for another branch.
    if (committed && options.instruction === undefined && get().instruction === instruction) set({ instruction: '' })
    const now = get().world
    if (!committed && (now?.branch === branch || now?.session.id !== session.id)) set({ playing: false })
    if (lost) return false
    await attempt('app', async () => {
      if (!committed) await readDrafts(session.id)
      const [engine, sessions] = await Promise.all([client.call('engine.status', {}), client.call('sessions.list', {})])
      set({ engine, sessions })
    })
    void watchEngine()
    await get().refresh()
    return committed
  }

  return {
    dismissFailure,
    async act(action, options = {}) {
      const world = get().world
      return world ? act(action, viewed(world), options) : false
    },
    async regenerate() {
      const world = get().world
      const shown = world && viewed(world)
      if (!world || !shown) return false
      const { step, calls } =
        world.detail?.step.id === shown
          ? world.detail
          : await client.call('steps.get', { session: world.session.id, step: shown })
      await get().stepTo('back')
      const instruction = calls.at(-1)?.instruction ?? ''
      const done = await act(step.action, step.parent, { instruction, seed: seed() })
      const now = get().world
      // Without another answer there is the one that was.
      if (!done && now?.branch === world.branch && viewed(now) === step.parent) await get().stepTo(world.at)
      return done
    },
    async goOnCompact() {
      const world = get().world
      const failure = world && get().failures[world.branch]
      if (!world || !failure) return false
      const { action, parent, instruction } = failure
      if (parent === null) await get().stepTo('first')
      else await get().view(parent)
      const { title } = currentBranch(world)
      if (!(await get().changeRules({ compact: true }, `${title}, oldest turns left out`))) return false
      dismissFailure(world.branch)
      return act(action, parent, { instruction })
    },
    cancel() {
      aborts.get(get().world?.branch ?? '')?.abort()
      set({ playing: false })
    },
    async answerNow() {
      const branch = get().world?.branch
      if (branch) await attempt('app', async () => void (await client.call('steps.answerNow', { branch })))
    },
    async retry(draft) {
      const world = get().world
      if (!world) return
      if (world.branch !== draft.branch) await get().switchBranch(draft.branch)
      if (draft.parent === null) await get().stepTo('first')
      else await get().view(draft.parent)
      await get().dismissDraft(draft)
      // What failed under its own seed would fail under it again.
      const luck = draft.status === 'failed' ? seed() : undefined
      await act(draft.action, draft.parent, { instruction: draft.instruction, seed: luck })
    },
    async dismissDraft(draft) {
      await attempt('app', async () => {
        await client.call('drafts.delete', { draft: draft.id })
        set(({ world }) => ({ world: world && { ...world, drafts: world.drafts.filter(({ id }) => id !== draft.id) } }))
      })
    }
  }
}

/** Puts a committed step where it belongs in the world shown. */
function commit(
  { get, set }: Pick<Kit, 'get' | 'set'>,
  run: Run,
  { step, call, branch }: Extract<StepEvent, { type: 'committed' }>
): void {
  const world = get().world
  if (world?.session.id !== run.session) return
  const branches = [...world.branches.filter(({ id }) => id !== branch.id), branch].sort(
    (a, b) => a.createdAt - b.createdAt
  )
  const text = step.observation.text
  const here = world.branch === run.branch && viewed(world) === run.parent
  const label = here ? labelHere(world, step.action) : labelOf(findDomain(world.session.domain), step.action, null)
  const preview = text.split('\n', 1)[0] ?? ''
  const { id, parent } = step
  const row = {
    id,
    parent,
    label,
    preview,
    size: text.length,
    siblings: 0,
    origin: originOf(call),
    ...(call.leak && { leak: call.leak })
  }
  const announcement = `Step committed: ${label}. ${text.slice(0, 400)}`
  if (here) {
    const rows = [...world.rows.slice(0, world.at), row]
    const steps = [...world.steps, step]
    set({
      world: { ...world, branches, branch: branch.id, rows, at: rows.length, steps, detail: null },
      landed: step.id,
      announcement
    })
  } else if (world.branch === branch.id && (world.rows.at(-1)?.id ?? null) === step.parent) {
    set({ world: { ...world, branches, rows: [...world.rows, row] }, announcement })
  } else set({ world: { ...world, branches }, announcement })
}

const nothing = {
  ...{ thinking: '', observation: '', queued: null, progress: null, meter: null, firings: [] },
  ...{ dream: null, predicted: null }
}

type Delta = Exclude<StepEvent, { type: 'committed' | 'failed' }>

function grow(run: Run, event: Delta): Run {
  switch (event.type) {
    case 'thinking':
      return { ...run, progress: null, queued: null, thinking: run.thinking + event.text }
    case 'observation':
      return { ...run, progress: null, queued: null, observation: run.observation + event.text }
    case 'restart':
      return { ...run, thinking: '', observation: '' }
    case 'meter':
      return { ...run, meter: { tokens: event.tokens, tokensPerSecond: event.tokensPerSecond } }
    case 'queued':
      return { ...run, queued: event.ahead }
    case 'progress':
      // A machine that has started is at work, however long that takes.
      if (event.phase === 'start' && event.done >= event.total) return { ...run, queued: null, progress: null }
      return { ...run, queued: null, progress: { phase: event.phase, done: event.done, total: event.total } }
    case 'fired':
      return { ...run, firings: [...run.firings, event.firing] }
    case 'dream':
      return { ...run, queued: null, progress: null, dream: { of: event.of, rule: event.rule }, predicted: '' }
    case 'predicted':
      return { ...run, queued: null, progress: null, predicted: (run.predicted ?? '') + event.text }
    default:
      return event satisfies never
  }
}
