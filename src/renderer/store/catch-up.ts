// What others did since: another window, a command in a terminal, an agent. The window shows it before anybody acts on what was there.
import type { After } from '../../core/contract/steps.ts'
import { toWire } from '../../core/errors.ts'
import type { Session } from '../../core/tree/model.ts'
import { atTip, currentBranch, type OpenWorld, runningElsewhere } from './data.ts'
import type { Kit } from './state.ts'

export interface CatchUpActions {
  /** Shows what was added to the open world, at the latest step where that was shown, and what runs in it. */
  catchUp(): Promise<void>
  /** The same of everything that is listed, for a person who comes back to the window. */
  comeBack(): Promise<void>
  /** Takes what came with this window's own step: where nobody else did anything, the next look has nothing to ask. */
  caughtUp(after: After): void
}

export function catchUpActions({ client, get, set }: Kit): CatchUpActions {
  const list = async () => set({ sessions: await client.call('worlds.list', {}) })

  /** The open world was deleted elsewhere. */
  const gone = async ({ id, title }: Session) => {
    if (get().world?.session.id !== id) return
    get().close()
    const message = `"${title}" was deleted in another window or program.`
    set(({ problems }) => ({ problems: { ...problems, app: { code: 'not-found', message } } }))
    await list()
  }

  // What the host last said of the world that was looked at.
  let seen = ''
  const look = async (world: OpenWorld) => {
    const { id } = world.session
    const told = await client.call('worlds.version', { session: id })
    if (told === null) return gone(world.session)
    const version = seenAs(world.session, told)
    if (version === seen) return
    const { runs } = get()
    const opened = await client.call('worlds.open', { session: id })
    const { branch } = world
    const moved = opened.branches.find((one) => one.id === branch)?.tip !== currentBranch(world).tip
    const rows = moved ? await client.call('steps.list', { session: id, branch }) : null
    const state = get()
    const now = state.world
    // If this window moved or acted while the host was asked, the answer is older than what is shown: it is dropped, and the next look asks again.
    if (!now || !untouched(world, now) || !sameKeys(runs, state.runs)) return
    // While this window's own step runs, new steps of its branch are not shown yet, so the version does not count as seen.
    if (!(moved && state.runs[branch])) seen = version
    const waited = runningElsewhere(state, branch) !== null
    // While this window's own step runs, what is shown is what that step follows.
    const shown = rows && !state.runs[branch] ? { rows, at: atTip(now) ? rows.length : now.at } : {}
    // With other steps, where branches left each other is read again.
    set({ world: { ...now, ...opened, ...shown, places: [] }, ...addedWords(now, shown.rows?.length) })
    if (waited && !runningElsewhere(get(), branch) && get().failures[branch]?.refused) get().dismissFailure(branch)
    await list()
    await get().refresh()
  }

  const catchUp = async () => {
    const { world } = get()
    if (!world) return
    try {
      await look(world)
    } catch (error) {
      const { code } = toWire(error)
      if (code === 'not-found') await gone(world.session)
      // A host that is lost is said by itself, and the next look asks again.
      else if (code !== 'disconnected') throw error
    }
  }

  return {
    catchUp,
    caughtUp({ session, version, branches }) {
      const { world } = get()
      if (world?.session.id !== session.id) return
      const shown = new Map(world.branches.map((branch) => [branch.id, branch]))
      const same = branches.every(({ id, title, tip }) => shown.get(id)?.title === title && shown.get(id)?.tip === tip)
      if (same && branches.length === shown.size && world.session.title === session.title)
        seen = seenAs(session, version)
    },
    async comeBack() {
      try {
        const engine = await client.call('models.status', {})
        set({ engine })
        await list()
      } catch {
        // The next look asks again.
      }
      await catchUp()
    }
  }
}

const seenAs = ({ id }: Session, version: string): string => `${id} ${version}`

function addedWords({ rows }: OpenWorld, length: number | undefined) {
  const added = (length ?? 0) - rows.length
  return added > 0 ? { announcement: `${added === 1 ? 'A step was' : `${added} steps were`} added elsewhere` } : {}
}

function untouched(before: OpenWorld, now: OpenWorld): boolean {
  const { session, branches, branch, rows, drafts } = now
  return (
    session === before.session &&
    branches === before.branches &&
    branch === before.branch &&
    rows === before.rows &&
    drafts === before.drafts
  )
}

function sameKeys(one: object, other: object): boolean {
  return Object.keys(one).sort().join() === Object.keys(other).sort().join()
}
