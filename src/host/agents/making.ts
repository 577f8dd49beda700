// Making a link to a branch of a world, for whoever is to come by it.
import type { Handlers } from '../../core/contract/index.ts'
import type { Link } from '../../core/contract/links.ts'
import { OrreryError } from '../../core/errors.ts'
import type { Links } from './links.ts'
import type { AgentParts } from './parts.ts'
import type { Tasks } from './tasks.ts'

/** @throws OrreryError not-found for a branch of another world, and for a scenario that there is not */
export type Make = (asked: Parameters<Handlers['calls']['links.create']>[0]) => Link

export function createMaking(
  { store, clock }: Pick<AgentParts, 'store' | 'clock'>,
  { links, tasks }: { links: Pick<Links, 'add'>; tasks: Pick<Tasks, 'check'> }
): Make {
  return ({ session, branch: id, title, kept, ...rest }) => {
    const branch = store.branch(id)
    if (branch.session !== session) {
      throw new OrreryError('not-found', 'That branch is not in this world. Open the world again.')
    }
    tasks.check([...rest.tasks, ...(rest.scenario === null ? [] : [rest.scenario])])
    const made = { session, branch: id, title: title ?? store.session(session).title, createdAt: clock.now() }
    return links.add({ ...made, ...rest, start: branch.tip, parent: null }, { kept })
  }
}
