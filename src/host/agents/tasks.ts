// The tasks of a link: scenarios that its agents may begin, each in one world, so that episodes of a task share its beginning.
import type { CallOutput, Handlers } from '../../core/contract/index.ts'
import type { Link } from '../../core/contract/links.ts'
import { noSuch } from '../../core/text/nearest.ts'
import type { Branch } from '../../core/tree/model.ts'
import { noScenario, type ScenarioRow } from '../../core/tree/scenario.ts'
import type { Links } from './links.ts'
import type { AgentParts } from './parts.ts'

export interface Tasks {
  of(link: Link): CallOutput<'agent.tasks'>
  /** The name of the task that `link` is at. */
  current(link: Link): string | null
  /** The world of a task, made when it is first begun; `null` for the one task of a link that names none. @throws OrreryError not-found */
  world(link: Link, task: string): Promise<{ branch: Branch; scenario: string } | null>
  /** @throws OrreryError not-found for a scenario that there is not */
  check(names: readonly string[]): void
  forget(link: string): void
}

/** The one task of a link without scenarios: its world as it was when the link was made. */
const WORLD = 'world'

export function createTasks(
  { store, scenarios }: Pick<AgentParts, 'store' | 'scenarios'>,
  { links, create }: { links: Links; create: Handlers['calls']['worlds.create'] }
): Tasks {
  /** By the link that a person made, then by task. */
  const worlds = new Map<string, Map<string, Promise<string>>>()

  const rootOf = (link: Link): Link => (link.parent === null ? link : rootOf(links.get(link.parent)))

  function scenarioOf(name: string): ScenarioRow {
    const all = scenarios.list()
    const found = all.find((one) => one.name === name)
    if (found) return found
    throw noScenario(name, all)
  }

  async function make(link: Link, task: string): Promise<string> {
    const { title, setup } = scenarioOf(task)
    return (await create({ title: `${link.title}: ${title}`, setup })).branch.id
  }

  return {
    of(link) {
      if (link.tasks.length) {
        return link.tasks.map(scenarioOf).map(({ name, title, setup }) => ({
          name,
          title,
          domain: setup.domain,
          task: setup.task ?? null
        }))
      }
      const { setup } = store.branch(link.branch)
      return [{ name: WORLD, title: link.title, domain: setup.domain, task: setup.task ?? null }]
    },
    current: ({ tasks, scenario }) => (tasks.length ? scenario : WORLD),
    async world(link, task) {
      const known = link.tasks.length ? link.tasks : [WORLD]
      if (!known.includes(task)) {
        throw noSuch('task', task, known)
      }
      if (!link.tasks.length) return null
      const root = rootOf(link)
      const mine = worlds.get(root.id) ?? new Map<string, Promise<string>>()
      worlds.set(root.id, mine)
      const made = mine.get(task) ?? make(root, task)
      mine.set(task, made)
      // What failed may succeed when it is asked for again.
      const branch = await made.then(store.branch).catch((error: unknown) => {
        mine.delete(task)
        throw error
      })
      return { branch, scenario: task }
    },
    check: (names) => void names.map(scenarioOf),
    forget: (link) => void worlds.delete(link)
  }
}
