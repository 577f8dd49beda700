// An engine that answers with its seed, as far as it is allowed to.
import { OrreryError } from '../../../../src/core/errors.ts'
import type { Engine } from '../../../../src/core/tree/ports.ts'

/** Answers the first `answers` requests and leaves the others waiting; `heard` is told the seed of each. */
export function singer(heard: (seed: number) => void, { answers = Number.POSITIVE_INFINITY } = {}): Engine {
  let asked = 0
  const model = { name: 'demo', hash: null }
  return {
    info: () => ({ engine: 'llama', model, contextSize: 4096, template: 'standard' }),
    async *generate({ seed }, { signal }) {
      heard(seed)
      const waits = ++asked > answers
      if (waits) {
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        throw new OrreryError('cancelled', 'The prediction was stopped.')
      }
      yield { type: 'text', text: `<predicted_observation>${seed}</predicted_observation>` }
      const tokens = { prompt: 1, cached: 0, generated: 1 }
      yield { type: 'done', tokens, cut: null, trace: null, engine: 'llama', model }
    },
    countTokens: async () => null,
    dispose: async () => {}
  }
}
