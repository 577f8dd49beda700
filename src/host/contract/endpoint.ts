// The model itself, without a world, for those who have its key: what it is, its answers, its vectors.
import { OrreryError } from '../../core/errors.ts'
import { createParser } from '../../core/step/parse-stream.ts'
import type { Engine, Request } from '../../core/tree/ports.ts'
import type { HostParts } from './parts.ts'
import type { Topic } from './topic.ts'

// As long an answer as the small models here write in a minute or two; who wants more says so.
const MOST_TOKENS = 4096

export function endpointHandlers({ answering, names, modelKey }: HostParts) {
  /** While `work` runs the engine stays. */
  async function* holding<T>(work: (engine: Engine) => AsyncGenerator<T>): AsyncGenerator<T> {
    const engine = await answering.engine()
    const id = names.next()
    answering.inFlight.add(id)
    try {
      yield* work(engine)
    } finally {
      answering.inFlight.delete(id)
    }
  }

  return {
    calls: {
      'agent.model': async ({ key }) => {
        modelKey.check(key)
        const engine = await answering.engine()
        // One that was chosen and cannot be used is told of by name.
        if (engine.absent && engine.absent.code !== 'no-model') throw engine.absent
        if (engine.absent) return null
        const { model, contextSize } = engine.info()
        return { id: model.name, contextSize, embeds: engine.embed !== undefined }
      },
      'agent.embed': async ({ key, texts }) => {
        modelKey.check(key)
        const work = holding(async function* (engine) {
          if (!engine.embed) {
            const { name } = engine.info().model
            throw new OrreryError('invalid-input', `${name} gives no embeddings here: its engine has none.`)
          }
          const { vectors, tokens } = await engine.embed(texts, { signal: new AbortController().signal })
          yield { model: engine.info().model.name, vectors, tokens }
        })
        for await (const made of work) return made
        throw new OrreryError('internal', 'The engine gave no embeddings.')
      }
    },
    streams: {
      async *'agent.answer'({ key, ...asked }, { signal }) {
        modelKey.check(key)
        yield* holding(async function* (engine) {
          const { messages, schema, sampling, stop, seed } = asked
          const request: Request = {
            ...{ messages, stop, seed, prefill: '', thinking: false, tagged: false, repeats: 0, trace: false },
            shape: { tags: false, schema, only: schema !== null },
            sampling: { ...sampling, maxTokens: sampling.maxTokens ?? MOST_TOKENS },
            strict: false,
            owner: 'model',
            parent: null,
            action: null
          }
          // A model that thinks although it was told not to: its thoughts are no part of the answer.
          const parser = createParser()
          let said = ''
          let shown = ''
          const more = (deltas: ReturnType<typeof parser.push>) => {
            for (const delta of deltas) {
              if (delta.type === 'restart') said = ''
              else if (delta.type === 'observation') said += delta.text
            }
            // What was sent cannot be taken back.
            if (!said.startsWith(shown)) return ''
            const text = said.slice(shown.length)
            shown = said
            return text
          }
          for await (const event of engine.generate(request, { signal })) {
            if (event.type === 'text') {
              const text = more(parser.push(event.text))
              if (text) yield { type: 'text' as const, text }
            } else if (event.type === 'done') {
              const rest = more(parser.end().deltas)
              if (rest) yield { type: 'text' as const, text: rest }
              const { prompt, cached, generated } = event.tokens
              const tokens = { prompt, cached, generated }
              yield { type: 'answered' as const, model: event.model.name, tokens, cut: event.cut === 'length' }
            }
          }
        })
      }
    }
  } satisfies Topic
}
