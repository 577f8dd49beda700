// One step from the window's side: it is requested, streams in, and is committed where the window looks or kept as a draft.

import { findDomain } from '../../core/domains/index.ts'
import { labelOf } from '../../core/domains/label.ts'
import { toWire } from '../../core/errors.ts'
import type { Action, StepEvent, StepId } from '../../core/tree/model.ts'
import { originOf } from '../../core/tree/origin.ts'
import { ranElsewhere } from '../elsewhere.ts'
import { batch } from './batch.ts'
import { labelHere, type Problem, type Run, runningElsewhere, viewed } from './data.ts'
import type { Kit } from './state.ts'

export interface TakeOptions {
  /** Turn-level instruction; the one typed for the next answer when left out. */
  instruction?: string
  seed?: number | undefined
  /** The model answers, whatever could be computed. */
  by?: 'model' | undefined
}

/** `refused`: not begun, because a step runs on the branch. */
export type Outcome = 'committed' | 'failed' | 'refused'

// Often enough for a person, seldom enough for a machine that is busy loading.
const ENGINE_MS = 1000

/** Takes steps on the branch shown: `take` from the step that is shown or named, `cancel` the one in flight on a branch. */
export function taking({ client, get, set, attempt, frame, pause }: Omit<Kit, 'seed' | 'save'>) {
  const aborts = new Map<string, AbortController>()

  const change = (branch: string, next: (run: Run) => Run) =>
    set(({ runs }) => {
      const run = runs[branch]
      return run ? { runs: { ...runs, [branch]: next(run) } } : {}
    })

  const readDrafts = async (session: string) => {
    const { drafts } = await client.call('worlds.open', { session })
    set(({ world }) => (world?.session.id === session ? { world: { ...world, drafts } } : {}))
  }

  /** Steps that were done again before this one, and showed something else, are marked. */
  const markDiverged = async (session: string, branch: string) => {
    const rows = await client.call('steps.list', { session, branch: get().world?.branch ?? branch })
    const diverged = new Set(rows.flatMap((row) => (row.diverged ? row.id : [])))
    set(({ world }) => {
      if (world?.session.id !== session) return {}
      const marked = world.rows.map((row) => (diverged.has(row.id) ? { ...row, diverged: true as const } : row))
      return { world: { ...world, rows: marked } }
    })
  }

  /** A model keeps loading after the step that needed it was cancelled: its state is polled until it settles. */
  const watchEngine = async () => {
    const moves = () => ['loading', 'generating'].includes(get().engine?.state ?? '')
    while (moves() && Object.keys(get().runs).length === 0) {
      await pause(ENGINE_MS)
      const engine = await client.call('models.status', {}).catch(() => null)
      // A lost connection is reported where the request was made.
      if (engine === null) return
      set({ engine })
    }
  }

  /** That the branch went on elsewhere, and where this window's step is therefore. */
  const tell = ({ session, branch }: Run, made: string) => {
    const title = get().world?.branches.find(({ id }) => id === branch)?.title ?? ''
    const text = `“${title}” went on in another window or program. Your action follows the step that this window showed, on the new branch “${made}”.`
    set(({ news }) => ({ news: { ...news, [session]: { text, branch } }, announcement: text }))
  }

  const take = async (action: Action, from: StepId | null, options: TakeOptions = {}): Promise<Outcome> => {
    const world = get().world
    if (!world) return 'failed'
    const { branch, session } = world
    const instruction = options.instruction ?? get().instruction
    const fail = (error: Problem, refused = false) => {
      if (error.code === 'cancelled') return
      // The whole window lost the host, not this branch.
      if (error.code === 'disconnected') return set(({ problems }) => ({ problems: { ...problems, app: error } }))
      const failure = {
        code: error.code,
        message: error.message,
        action,
        parent: from,
        instruction,
        ...(refused && { refused })
      }
      set(({ failures }) => ({ failures: { ...failures, [branch]: failure } }))
      const now = get().world
      const title = now?.branches.find(({ id }) => id === branch)?.title
      if (title !== undefined && now?.branch !== branch) {
        set({ announcement: `The step on branch ${title} failed: ${error.message}` })
      }
    }
    if (get().runs[branch]) {
      const message = 'A step is still running on this branch. Wait for it, or press Esc to cancel it.'
      fail({ code: 'busy', message }, true)
      return 'refused'
    }
    const other = runningElsewhere(get(), branch)
    if (other?.parent === from) {
      fail(
        { code: 'busy', message: `${ranElsewhere(other)} What you typed is kept. Send it when that step has ended.` },
        true
      )
      return 'refused'
    }
    get().dismissFailure(branch)
    const run: Run = { session: session.id, branch, parent: from, action, instruction, ...nothing }
    const tip = world.rows.at(-1)?.id ?? null
    set(({ runs }) => ({ runs: { ...runs, [branch]: run }, landed: null, same: null }))
    const abort = new AbortController()
    aborts.set(branch, abort)
    const tokens = batch<Delta>(frame, (deltas) => change(branch, (now) => deltas.reduce(grow, now)))
    let committed = false
    let lost = false
    let refused = false
    let differs = false
    try {
      const trace = get().tracing || undefined
      const { seed, by } = options
      const input = { session: session.id, branch, action, instruction, seed, trace, ...(by && { by }) }
      // What is shown is what the model is told: a tip that has moved on elsewhere is not acted on unseen.
      for await (const event of client.stream('steps.run', { ...input, from }, { signal: abort.signal })) {
        if (event.type === 'committed') {
          tokens.flush()
          committed = true
          commit({ get, set }, run, event)
          differs = (event.call.grounded?.differences ?? []).length > 0
          if (from === tip && event.branch.id !== branch) tell(run, event.branch.title)
        } else if (event.type === 'failed') fail(event.error)
        else tokens.push(event)
      }
    } catch (error) {
      const problem = toWire(error)
      lost = problem.code === 'disconnected'
      // Thrown before anything was told: the step was not begun.
      refused = problem.code === 'busy'
      fail(problem, refused)
    }
    tokens.drop()
    aborts.delete(branch)
    set(({ runs: { [branch]: _done, ...runs }, world }) => ({
      runs,
      // A look at what runs saw this step too. A branch has one at a time in an Orrery.
      world:
        !refused && world
          ? { ...world, drafts: world.drafts.filter((one) => !(one.branch === branch && one.runner?.own)) }
          : world
    }))
    // What was refused while this step ran can be sent now.
    if (!refused && get().failures[branch]?.refused) get().dismissFailure(branch)
    // Meanwhile another one may have been typed, for another branch.
    if (committed && options.instruction === undefined && get().instruction === instruction) set({ instruction: '' })
    const now = get().world
    if (!committed && (now?.branch === branch || now?.session.id !== session.id)) set({ playing: false })
    if (lost) return 'failed'
    // Who is in the way is shown.
    if (refused) await get().catchUp()
    await attempt('app', async () => {
      if (!committed && !refused) await readDrafts(session.id)
      const [engine, sessions] = await Promise.all([client.call('models.status', {}), client.call('worlds.list', {})])
      set({ engine, sessions })
      if (differs) await markDiverged(session.id, branch)
    })
    void watchEngine()
    await get().refresh()
    return refused ? 'refused' : committed ? 'committed' : 'failed'
  }

  return { take, cancel: (branch: string) => aborts.get(branch)?.abort() }
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
