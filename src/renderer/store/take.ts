// One step from the window's side: it is requested, streams in, and is committed where the window looks or kept as a draft.

import type { StreamEvent } from '../../core/contract/index.ts'
import type { StepRow } from '../../core/contract/steps.ts'
import { toWire } from '../../core/errors.ts'
import type { Action, Session, StepEvent, StepId } from '../../core/tree/model.ts'
import { ranElsewhere } from '../elsewhere.ts'
import { batch } from './batch.ts'
import { type Data, isPlaced, type Run, runningElsewhere, type ShownError, showing, viewed } from './data.ts'
import { WINDOW } from './history.ts'
import type { Kit } from './state.ts'

export interface TakeOptions {
  /** Turn-level instruction; the one typed for the next answer when left out. */
  instruction?: string
  seed?: number | undefined
  /** The model answers, whatever could be computed. */
  by?: 'model' | undefined
}

/** `refused`: not begun, because a step runs on the branch. */
export type StepOutcome = 'committed' | 'failed' | 'refused'

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

  const take = async (action: Action, from: StepId | null, options: TakeOptions = {}): Promise<StepOutcome> => {
    const world = get().world
    if (!world) return 'failed'
    const { branch, session } = world
    const instruction = options.instruction ?? get().instruction
    const fail = (error: ShownError, refused = false) => {
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
    let known = false
    let untold = false
    try {
      const trace = get().tracing || undefined
      const { seed, by } = options
      const input = {
        session: session.id,
        branch,
        action,
        instruction,
        seed,
        trace,
        show: true as const,
        ...(by && { by })
      }
      // What is shown is what the model is told: a tip that has moved on elsewhere is not acted on unseen.
      for await (const event of client.stream('steps.run', { ...input, from }, { signal: abort.signal })) {
        if (event.type === 'committed') {
          tokens.flush()
          committed = true
          untold = !event.after
          known = commit({ get, set }, run, event)
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
    if (!committed) {
      await attempt('app', async () => {
        if (!refused) await readDrafts(session.id)
        const [engine, sessions] = await Promise.all([client.call('models.status', {}), client.call('worlds.list', {})])
        set({ engine, sessions })
      })
    }
    void watchEngine()
    // What could not be read beside the step is asked for, and what is wrong with it is told.
    if (untold) await attempt('app', get().catchUp)
    else if (!known) await get().refresh()
    return refused ? 'refused' : committed ? 'committed' : 'failed'
  }

  return { take, cancel: (branch: string) => aborts.get(branch)?.abort() }
}

/**
 * Puts a committed step, with what came beside it, where it belongs in the world shown.
 * @returns whether all that is shown now is known; else the host has to be asked
 */
function commit(
  { get, set }: Pick<Kit, 'get' | 'set'>,
  run: Run,
  { step, call, branch: head, after }: Extract<StreamEvent<'steps.run'>, { type: 'committed' }>
): boolean {
  if (!after) return false
  const { engine, session, drafts, siblings, again } = after
  const detail = { step, calls: [...after.earlier, call], siblings, ...(again !== undefined && { again }) }
  const view = { ...after.view, detail }
  const branch = { ...head, setup: call.setup }
  set(({ sessions }) => ({ engine, sessions: touched(sessions, session) }))
  const world = get().world
  if (world?.session.id !== run.session) return false
  const branches = [...world.branches.filter(({ id }) => id !== branch.id), branch].sort(
    (a, b) => a.createdAt - b.createdAt
  )
  const diverged = new Set(after.diverged)
  const before = diverged.size ? world.rows.map((row) => marked(row, diverged)) : world.rows
  const now = { ...world, session, branches, drafts, rows: before }
  const row = siblings.find(({ id }) => id === step.id)
  const here = world.branch === run.branch && viewed(world) === run.parent
  const whole = (world.steps.at(-1)?.id ?? null) === step.parent
  const next = world.branch === branch.id && (world.rows.at(-1)?.id ?? null) === step.parent
  if (row) set({ announcement: `Step committed: ${row.label}. ${step.observation.text.slice(0, 400)}` })
  if (row && here) {
    const rows = [...before.slice(0, world.at), row]
    const steps = [...world.steps, step].slice(-WINDOW)
    set({ world: showing({ ...now, branch: branch.id, rows, at: rows.length, steps }, view), landed: step.id })
  } else set({ world: row && next ? { ...now, rows: [...before, row] } : now })
  get().caughtUp(after)
  const shown = get().world
  return here && whole && shown !== null && isPlaced(shown)
}

const marked = (row: StepRow, diverged: ReadonlySet<StepId>): StepRow =>
  diverged.has(row.id) ? { ...row, diverged: true } : row

/** The list of worlds with the one that was touched last first, as the host has it. */
function touched(sessions: Data['sessions'], session: Session): Data['sessions'] {
  const row = sessions?.find(({ id }) => id === session.id)
  if (!sessions || !row) return sessions
  return [{ ...row, ...session }, ...sessions.filter((one) => one !== row)]
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
