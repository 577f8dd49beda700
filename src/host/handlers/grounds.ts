// What computes answers: which worlds it serves, who would answer, and how near the model comes to it.
import { route } from '../../core/step/route.ts'
import { usualGrounding } from './new-world.ts'
import type { Parts } from './parts.ts'
import type { Topic } from './topic.ts'

export function groundHandlers({ store, answering, grounds, folders }: Parts) {
  return {
    calls: {
      'grounds.of': ({ setup }) => {
        const ground = grounds.of(setup)
        if (!ground) return null
        const { id, title, copies = false } = ground
        const usual = usualGrounding(setup, grounds) ?? 'model'
        return { id, title, copies, usual, initial: ground.initial?.(setup) ?? [] }
      },
      'folders.keep': (copy) => folders.keep(copy),
      'worlds.score': ({ session }) => store.score(session),
      'steps.route': async (input) => {
        const engine = await answering.of(store.branch(input.branch))
        return route({ store, engine, ground: grounds.of }, input)
      }
    }
  } satisfies Topic
}
