// The engine while no model is chosen, or the chosen one cannot be used: it cannot predict, and says what to do about it.
import { z } from 'zod'
import { OrreryError } from '../../core/errors.ts'
import type { Engine } from '../../core/tree/ports.ts'
import type { NoEngine } from './declare.ts'

const NO_MODEL =
  'No model is selected. Select one under Models, or use the one bundled with Orrery: `orrery model use orrery-lwm-135m`. Recorded worlds need no model.'

const ID = 'none'

/** An engine that refuses everything with `error`. */
export function refusing(error: OrreryError): Engine {
  // Anew each time: an error tells where it was thrown.
  const refuse = () => {
    throw new OrreryError(error.code, error.message, { cause: error })
  }
  return {
    absent: error,
    info: () => ({ engine: ID, model: { name: 'none', hash: null }, contextSize: null, template: 'standard' }),
    status: () => ({ state: 'idle', device: null }),
    generate: refuse,
    load: refuse,
    countTokens: async () => null,
    dispose: async () => {}
  }
}

export const none = refusing(new OrreryError('no-model', NO_MODEL))

export const nothing: NoEngine = {
  id: ID,
  title: 'No model',
  description: 'Only recorded worlds can answer.',
  source: 'nothing',
  takes: 'nothing',
  options: z.strictObject({})
}
