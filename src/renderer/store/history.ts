// Looking around in a world: back and forward over what happened, between branches and siblings. No model is called.
import type { StepRow, ViewMore } from '../../core/contract/steps.ts'
import type { Step, StepId } from '../../core/tree/model.ts'
import { currentBranch, isPlaced, type OpenWorld, showing, siblings, viewed } from './data.ts'
import type { Kit } from './state.ts'

export type HistoryTarget = 'first' | 'back' | 'forward' | 'last' | number

// As many whole steps as the surface keeps above its fold; the terminal's own scrollback ends there too.
export const WINDOW = 100
// Slow enough to read a screen's change, as players of recordings do at 1x.
const PLAY_MS = 1200

export interface HistoryActions {
  /** Shows the world after `target` steps; numbers are clamped to the branch. */
  stepTo(target: HistoryTarget): Promise<void>
  /** Shows a step wherever it is: on this branch, else on the first branch that holds it. */
  view(step: StepId): Promise<void>
  sibling(direction: 1 | -1): Promise<void>
  switchBranch(branch: string): Promise<void>
  renameBranch(branch: string, title: string): Promise<void>
  /** One step onward: what happened next, else the next recorded action. False when there is neither. */
  playNext(): Promise<boolean>
  /** Plays on until the end, or stops. */
  togglePlay(): Promise<void>
  stopPlaying(): void
  /** Reads again what is shown at the present position. */
  refresh(): Promise<void>
  /** The last `last` whole steps up to `at` on the branch shown, for a look without going there. */
  peek(at: StepId, last: number): Promise<Step[]>
  /** Labels of rows by step, told better than the list of a whole chain can. */
  relabel(labels: ReadonlyMap<StepId, string>): void
}

export function historyActions({ client, get, set, attempt, pause }: Kit): HistoryActions {
  const refresh = latest(async () => {
    const world = get().world
    if (!world) return
    const branch = currentBranch(world)
    const step = viewed(world)
    await attempt('app', async () => {
      const also: ViewMore[] = isPlaced(world) ? [] : ['places']
      if (world.branches.some(({ setup }) => setup.check)) also.push('score')
      const view = await client.call('steps.view', { branch: branch.id, at: step, last: WINDOW, also })
      const now = get().world
      if (!now || now.branch !== branch.id || viewed(now) !== step) return
      // A step never changes: the same one stays the same object, and with it what was read of it and prepared on it.
      const known = new Map(now.steps.map((one) => [one.id, one]))
      const steps = view.steps.map((one) => known.get(one.id) ?? one)
      set({ world: showing({ ...now, rows: updated(now, step, view.detail), steps }, view) })
    })
  })

  const move = async (at: number) => {
    const world = get().world
    if (!world) return
    const to = Math.max(0, Math.min(world.rows.length, at))
    if (to !== world.at) {
      const where =
        to === 0 ? 'Before the first step' : `Step ${to} of ${world.rows.length}: ${world.rows[to - 1]?.label}`
      set({ world: { ...world, at: to }, announcement: where })
    }
    await refresh()
  }

  const show = async (branch: string, step?: StepId) => {
    const world = get().world
    if (!world) return
    const rows = await client.call('steps.list', { session: world.session.id, branch })
    const now = get().world
    if (now?.session.id !== world.session.id) return
    const at = step === undefined ? rows.length : rows.findIndex(({ id }) => id === step) + 1
    const title = now.branches.find(({ id }) => id === branch)?.title ?? ''
    set({ world: { ...now, branch, rows, at, detail: null, recorded: [] }, announcement: `Branch ${title}` })
    await refresh()
  }

  return {
    refresh,
    async stepTo(target) {
      const world = get().world
      if (!world) return
      set({ playing: false })
      await move(place(world, target))
    },
    async view(step) {
      const world = get().world
      if (!world) return
      const index = world.rows.findIndex(({ id }) => id === step)
      if (index >= 0) return move(index + 1)
      await attempt('app', async () => {
        for (const { id } of world.branches) {
          const rows = await client.call('steps.list', { session: world.session.id, branch: id })
          if (rows.some((row) => row.id === step)) return show(id, step)
        }
      })
    },
    async sibling(direction) {
      const world = get().world
      if (!world) return
      const all = siblings(world)
      const index = all.findIndex(({ id }) => id === viewed(world))
      const next = all[index + direction]
      if (next) await get().view(next.id)
    },
    async switchBranch(branch) {
      set({ playing: false })
      await attempt('app', () => show(branch))
    },
    async renameBranch(branch, title) {
      await attempt('app', async () => {
        const renamed = await client.call('worlds.renameBranch', { branch, title })
        set(({ world }) => ({
          world: world && { ...world, branches: world.branches.map((one) => (one.id === branch ? renamed : one)) }
        }))
      })
    },
    async playNext() {
      const world = get().world
      if (!world) return false
      if (world.at < world.rows.length) {
        await move(world.at + 1)
        return true
      }
      const next = world.recorded[0]
      return next ? get().act(next.action) : false
    },
    async togglePlay() {
      if (get().playing) return set({ playing: false })
      set({ playing: true })
      const session = get().world?.session.id
      const going = () => get().playing && get().world?.session.id === session
      while (going() && (await get().playNext())) {
        if (going()) await pause(PLAY_MS)
      }
      set({ playing: false })
    },
    stopPlaying: () => set({ playing: false }),
    async peek(at, last) {
      const world = get().world
      let steps: Step[] = []
      await attempt('app', async () => {
        if (world) steps = (await client.call('steps.window', { branch: world.branch, at, last })).steps
      })
      return steps
    },
    relabel(labels) {
      const world = get().world
      const isOld = ({ id, label }: StepRow) => (labels.get(id) ?? label) !== label
      if (!world?.rows.some(isOld)) return
      const rows = world.rows.map((row) => (isOld(row) ? { ...row, label: labels.get(row.id) ?? row.label } : row))
      set({ world: { ...world, rows } })
    }
  }
}

/** The rows with what is known now of the step shown; the same array when nothing changed. */
function updated({ rows, at }: OpenWorld, step: StepId | null, detail: OpenWorld['detail']): StepRow[] {
  const others = detail ? detail.siblings.filter(({ id }) => id !== step).length : 0
  const label = detail?.siblings.find(({ id }) => id === step)?.label ?? rows[at - 1]?.label ?? ''
  const isOld = (row: StepRow) => row.id === step && (row.siblings !== others || row.label !== label)
  return rows.some(isOld) ? rows.map((row) => (isOld(row) ? { ...row, siblings: others, label } : row)) : rows
}

function place(world: OpenWorld, target: HistoryTarget): number {
  switch (target) {
    case 'first':
      return 0
    case 'back':
      return world.at - 1
    case 'forward':
      return world.at + 1
    case 'last':
      return world.rows.length
    default:
      return target
  }
}

/** Runs one at a time; calls made meanwhile become one more run, so that a held arrow key never queues up work. */
function latest(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let again = false
  return () => {
    again = true
    running ??= (async () => {
      while (again) {
        again = false
        await work()
      }
    })().finally(() => {
      running = null
    })
    return running
  }
}
