// What comes with Orrery: recorded worlds to play.
import { OrreryError } from '../../core/errors.ts'
import type { Store } from '../../core/tree/store.ts'
import { createWorld, usualGrounding } from './new-world.ts'
import type { HostParts } from './parts.ts'
import type { Topic } from './topic.ts'

export function sampleHandlers(parts: HostParts) {
  const { store, recordings } = parts
  return {
    calls: {
      'worlds.samples': () => recordings.list(),
      'worlds.openSample': async ({ name }) => {
        const { session, branches } = await recordings.tree(name)
        const setup = branches[0]?.setup
        if (!setup) throw new OrreryError('internal', `The sample recording "${name}" has no branch.`)
        const recorded = { ...setup, recording: name }
        const grounding = setup.grounding ?? usualGrounding(recorded, parts.grounds)
        return createWorld(parts, {
          title: untaken(session.title, store),
          setup: { ...recorded, ...(grounding && { grounding }) }
        })
      }
    }
  } satisfies Topic
}

/** The title, numbered where a world has it already: what is opened twice is two worlds. */
function untaken(title: string, store: Store): string {
  const taken = new Set(store.sessions().map((one) => one.title))
  for (let count = 1; ; count++) {
    const made = count === 1 ? title : `${title} (${count})`
    if (!taken.has(made)) return made
  }
}
