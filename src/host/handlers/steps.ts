// Steps: taking one, and looking at those that were taken.
import type { StepRow } from '../../core/api.ts'
import { findDomain } from '../../core/domains/index.ts'
import type { Domain } from '../../core/plugins.ts'
import type { Row } from '../../core/ports.ts'
import { labelOf } from '../../core/step/label.ts'
import { step } from '../../core/world.ts'
import type { Parts } from './parts.ts'
import type { Topic } from './topic.ts'

export function stepHandlers({ store, clock, names, folds, screens, packs, answering }: Parts) {
  return {
    calls: {
      'steps.list': ({ session, branch }) => {
        const { tip, setup } = store.branch(branch)
        return labelled(findDomain(setup.domain), store.rows(session, tip))
      },
      'steps.get': ({ session, step: id }) => {
        const found = store.step(id)
        const domain = findDomain(store.session(session).domain)
        const calls = store.calls(session, id)
        const before =
          found.parent === null
            ? (calls[0] ?? store.branches(session)[0])?.setup.initialState
            : store.step(found.parent).observation.text
        return { step: found, calls, siblings: labelled(domain, store.siblings(session, id), before) }
      },
      'steps.window': ({ branch, at, last }) => {
        const { setup } = store.branch(branch)
        return { ...store.window(at, last), state: folds.after(setup, at) }
      },
      'steps.terminal': ({ branch, at }) => screens.after(store.branch(branch).setup, at),
      'steps.recorded': async ({ branch, at }) => {
        const { setup } = store.branch(branch)
        if (!setup.recording) return []
        const domain = findDomain(setup.domain)
        const before = at === null ? setup.initialState : store.step(at).observation.text
        const recorded = (await answering.replay(setup.recording)).recorded(at)
        return recorded.map((action) => ({ action, label: labelOf(domain, action, before) }))
      }
    },
    streams: {
      async *step(input, { signal }) {
        const engine = await answering.of(store.branch(input.branch))
        const { inFlight } = answering
        yield* step({ store, engine, clock, names, inFlight, templates: packs.templates }, input, { signal })
      }
    }
  } satisfies Topic
}

/** `before`: what all of the rows were done on, where it is at hand: a list of a whole chain does without. */
function labelled(domain: Domain, rows: Row[], before: string | null = null): StepRow[] {
  return rows.map(({ action, ...row }) => ({ ...row, label: labelOf(domain, action, before) }))
}
