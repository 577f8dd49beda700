// Where episodes begin: on branches of their own, so that those of one world share its beginning.
import type { Link } from '../../core/contract/links.ts'
import type { Branch, StepId } from '../../core/tree/model.ts'
import type { AgentParts } from './parts.ts'
import type { Tasks } from './tasks.ts'

interface Begin {
  seed?: number
  task?: string
}

type Place = Pick<Link, 'session' | 'branch' | 'start'> & Partial<Pick<Link, 'scenario'>>

export interface Episodes {
  /** A place for a new episode of `link`: at `at`, or where the task begins. @throws OrreryError not-found for no such task */
  begin(link: Link, begin: Begin, at?: StepId | null): Promise<Place>
  /** Another episode in the place of the one that `link` is at, which is left. */
  again(link: Link, begin: Begin): Promise<Place>
  /** Gives the link back by `remove`, and leaves its episode. */
  leave(link: Link, remove: (id: string) => void): Promise<void>
  /** Nothing was done yet in the episode that an agent's own link is at, and it is the one that is asked for. */
  isFresh(link: Link, begin: Begin): boolean
}

export function createEpisodes(
  { store, names, clock }: Pick<AgentParts, 'store' | 'names' | 'clock'>,
  { tasks, onBegin }: { tasks: Pick<Tasks, 'world' | 'current'>; onBegin(): void }
): Episodes {
  async function branchAt({ session, setup }: Branch, at: StepId | null, { title, seed }: Begin & { title: string }) {
    const made = {
      id: names.next(),
      session,
      title: `${title} ${store.countBranches(session) + 1}`,
      tip: at,
      fork: at,
      createdAt: clock.now()
    }
    await store.createBranch({ ...made, setup: { ...setup, ...(seed !== undefined && { seed }) } }, { episode: true })
    return { session, branch: made.id, start: at }
  }

  const episodes: Episodes = {
    async begin(link, { task, ...rest }, at = link.start) {
      onBegin()
      const wanted = { ...rest, title: link.title }
      const world = task === undefined ? null : await tasks.world(link, task)
      if (!world) return branchAt(store.branch(link.branch), at, wanted)
      return { ...(await branchAt(world.branch, null, wanted)), scenario: world.scenario }
    },
    async again(link, begin) {
      const place = await episodes.begin(link, begin)
      await store.leaveEpisode(link.branch)
      return place
    },
    async leave(link, remove) {
      remove(link.id)
      await store.leaveEpisode(link.branch)
    },
    isFresh(link, { seed, task }) {
      const { tip, setup } = store.branch(link.branch)
      const same = (seed === undefined || seed === setup.seed) && (task === undefined || task === tasks.current(link))
      return link.parent !== null && tip === link.start && same
    }
  }
  return episodes
}
