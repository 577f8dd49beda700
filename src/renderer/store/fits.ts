// Whether models fit this machine: asked one after another, and kept until something changes the answer.
import type { Fit, LoadOptions } from '../../core/contract/fit.ts'
import type { Model } from '../../core/contract/models.ts'
import { toWire } from '../../core/errors.ts'
import type { ShownError } from './data.ts'
import type { Kit } from './state.ts'

export interface FitActions {
  /** Asks whether a model fits as it would be opened now, unless that is known or being asked. */
  askFit(model: Model): Promise<void>
  /** The same for options that are still being thought about. */
  estimate(model: string, options: LoadOptions): Promise<Fit | ShownError>
  /** Of one model, or of all: what is free has changed. */
  forgetFit(model?: string): void
}

export function fitActions({ client, get, set }: Kit): FitActions {
  // The host reads files for an answer: a list of models must not make it read all at once.
  let last: Promise<void> = Promise.resolve()
  const asked = new Map<string, Promise<void>>()

  const estimate = async (model: string, options: LoadOptions): Promise<Fit | ShownError> => {
    try {
      return await client.call('models.fit', { model, options })
    } catch (error) {
      return toWire(error)
    }
  }

  return {
    estimate,
    async askFit({ id, load }) {
      if (get().fits[id]) return
      const waiting = asked.get(id)
      if (waiting) return waiting
      const answer = last.then(async () => {
        const fit = await estimate(id, load)
        // Forgotten meanwhile: this answer is of before.
        if (asked.get(id) !== answer) return
        asked.delete(id)
        set(({ fits }) => ({ fits: { ...fits, [id]: fit } }))
      })
      last = answer
      asked.set(id, answer)
      return answer
    },
    forgetFit(model) {
      if (model === undefined) {
        asked.clear()
        set({ fits: {} })
      } else {
        asked.delete(model)
        set(({ fits: { [model]: _old, ...fits } }) => ({ fits }))
      }
    }
  }
}

/** A fit, not the reason why there is none. */
export function isFit(answer: Fit | ShownError | undefined): answer is Fit {
  return answer !== undefined && 'verdict' in answer
}
