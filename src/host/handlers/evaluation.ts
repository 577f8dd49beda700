// Measuring a model.
import { Sampling } from '../../core/model.ts'
import { evaluate } from '../eval.ts'
import type { Parts } from '../parts.ts'
import type { Topic } from './topic.ts'

export function evaluationHandlers({ home, names, packs, answering }: Parts) {
  return {
    streams: {
      async *eval(input, { signal }) {
        const engine = await answering.engine()
        // While it runs the engine must stay: this keeps models.use from taking it away.
        const running = `eval ${names.next()}`
        answering.inFlight.add(running)
        try {
          const sampling = answering.file()?.published ?? Sampling.parse({})
          yield* evaluate({ engine, home, templates: packs.templates, sampling }, input, { signal })
        } finally {
          answering.inFlight.delete(running)
        }
      }
    }
  } satisfies Topic
}
