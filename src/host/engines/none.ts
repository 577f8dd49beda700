// The engine while no model is chosen: it cannot predict, and says what to do about it.
import { z } from 'zod'
import { OrreryError } from '../../core/errors.ts'
import type { Engine } from '../../core/ports.ts'
import type { NoEngine } from './declare.ts'

const NO_MODEL =
  'No model is selected. Select one under Models, or use the one bundled with Orrery: `orrery model use orrery-lwm-135m`. Recorded worlds need no model.'

const ID = 'none'

export const none: Engine = {
  absent: true,
  info: () => ({ engine: ID, model: { name: 'none', hash: null }, contextSize: null, template: 'standard' }),
  status: () => ({ state: 'idle', device: null }),
  generate() {
    throw new OrreryError('no-model', NO_MODEL)
  },
  load() {
    throw new OrreryError('no-model', NO_MODEL)
  },
  countTokens: async () => null,
  dispose: async () => {}
}

export const nothing: NoEngine = {
  id: ID,
  title: 'No model',
  description: 'Only recorded worlds can answer.',
  source: 'nothing',
  takes: 'nothing',
  options: z.strictObject({})
}
