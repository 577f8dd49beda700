// What computes answers: which worlds it serves, who would answer, and how near the model comes to it.
import { route } from '../../core/step/route.ts'
import type { Parts } from './parts.ts'
import type { Topic } from './topic.ts'

export function groundHandlers({ store, answering, grounds }: Parts) {
  return {
    calls: {
      'grounds.of': ({ setup }) => {
        const ground = grounds.of(setup)
        return ground && { id: ground.id, title: ground.title, initial: ground.initial?.(setup) ?? [] }
      },
      'worlds.score': ({ session }) => store.score(session),
      'steps.route': async (input) => {
        const engine = await answering.of(store.branch(input.branch))
        return route({ store, engine, ground: grounds.of }, input)
      }
    }
  } satisfies Topic
}
