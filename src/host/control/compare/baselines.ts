// Contestants that know nothing: what they reach, any model has to beat.
import { OrreryError } from '../../../core/errors.ts'
import { MARKER } from '../../../core/step/parse.ts'
import { canonical } from '../../../core/tree/history.ts'
import type { Engine, Request } from '../../../core/tree/ports.ts'
import type { Store } from '../../../core/tree/store.ts'

/** What a baseline looks at. */
export interface Baseline {
  store: Pick<Store, 'chain'>
  /** What is shown before the first step of a session. */
  initialOf(session: string): string
}

/** Shows once more what was seen last. */
export function repeating({ store, initialOf }: Baseline): Engine {
  return answering('repeat', ({ parent, owner }) => store.chain(parent).at(-1)?.observation.text ?? initialOf(owner))
}

/** Answers an action that was done before as it was answered the last time, and no other. */
export function lookingUp({ store }: Baseline): Engine {
  return answering('lookup', ({ parent, action }) => {
    const wanted = canonical(action)
    const before = store.chain(parent).findLast((step) => canonical(step.action) === wanted)
    if (!before) throw new OrreryError('not-recorded', 'This action was not done before.')
    return before.observation.text
  })
}

function answering(name: string, answerTo: (request: Request) => string): Engine {
  const model = { name, hash: null }
  return {
    info: () => ({ engine: 'baseline', model, contextSize: null, template: 'standard' }),
    async *generate(request) {
      const text = answerTo(request)
      if (!text) throw new OrreryError('no-output', 'There is nothing to show yet.')
      yield { type: 'text', text: `${MARKER}\n${text}` }
      const tokens = { prompt: 0, cached: 0, generated: 0 }
      yield { type: 'done', tokens, cut: null, trace: null, engine: 'baseline', model }
    },
    countTokens: async () => null,
    dispose: async () => {}
  }
}
