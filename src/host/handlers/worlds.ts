// Worlds and their branches.
import { findDomain } from '../../core/domains/index.ts'
import { OrreryError } from '../../core/errors.ts'
import { Grounding } from '../../core/ground.ts'
import { type Branch, Sampling, type Setup } from '../../core/model.ts'
import { lineage } from '../../core/tree/history.ts'
import { withInitialState } from '../library/scenarios.ts'
import { checked, createWorld } from './new-world.ts'
import type { Parts } from './parts.ts'
import type { Topic } from './topic.ts'

export function worldHandlers(parts: Parts) {
  return { calls: { ...sessionCalls(parts), ...branchCalls(parts) } } satisfies Topic
}

/** Who answers in a new world that does not say: a ground where one fits, unless `ORRERY_GROUNDING` names another rule. */
function usualGrounding(setup: Setup, grounds: Parts['grounds']): Grounding | undefined {
  const usual = Grounding.default('grounded').parse(process.env.ORRERY_GROUNDING || undefined)
  const fits = usual !== 'model' && !setup.recording && grounds.of(setup)?.usual(setup)
  return fits ? usual : undefined
}

function sessionCalls(parts: Parts) {
  const { store, clock, models, answering, resources, grounds } = parts
  return {
    'sessions.list': () => store.sessions(),
    'sessions.create': async ({ title, setup }) => {
      await answering.settled()
      const file = answering.file()
      const { title: kind } = findDomain(setup.domain)
      const decided = setup.sampling ?? (file && models.settings(file.id).sampling)
      const sampling = decided ?? file?.published ?? Sampling.parse({})
      const started = await withInitialState(setup, resources)
      const ready = { ...started, sampling }
      const grounding = ready.grounding ?? usualGrounding(ready, grounds)
      return createWorld(parts, {
        title: title ?? `${kind} world`,
        setup: { ...ready, ...(grounding && { grounding }) }
      })
    },
    'sessions.open': ({ session }) => ({
      session: store.session(session),
      branches: store.branches(session),
      drafts: store.drafts(session)
    }),
    'sessions.update': ({ session, ...change }) => store.updateSession(session, { ...change, updatedAt: clock.now() }),
    'sessions.delete': async ({ session }) => {
      if (store.branches(session).some(({ id }) => answering.inFlight.has(id))) {
        throw new OrreryError('busy', 'A step is still running in this world. Cancel it before deleting the world.')
      }
      await store.deleteSession(session)
      return null
    },
    'drafts.delete': async ({ draft }) => {
      await store.deleteDraft(draft)
      return null
    }
  } satisfies Topic['calls']
}

function branchCalls({ store, clock, names, packs }: Parts) {
  return {
    'branches.create': async ({ session, branch, at, title, setup }) => {
      const from = store.branch(branch)
      const known = at === null || store.tree(session).some(({ id }) => id === at)
      if (from.session !== session || !known) {
        throw new OrreryError('not-found', 'That branch or step is not in this world. Open the world again.')
      }
      const made: Branch = {
        id: names.next(),
        session,
        title: title ?? `branch ${store.branches(session).length + 1}`,
        tip: at,
        fork: at,
        setup: checked({ ...from.setup, ...setup, domain: from.setup.domain }, packs),
        createdAt: clock.now()
      }
      await store.createBranch(made)
      return made
    },
    'branches.tree': ({ session }) =>
      lineage(
        store.branches(session).map(({ id, fork, tip }) => ({
          branch: id,
          fork,
          steps: store.rows(session, tip).map((row) => row.id)
        }))
      ),
    'branches.rename': ({ branch, title }) => store.renameBranch(branch, title)
  } satisfies Topic['calls']
}
