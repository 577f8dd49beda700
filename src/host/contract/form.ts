// Options as a form is made of them.
import { z } from 'zod'
import type { WorldState } from '../../core/contract/steps.ts'

/** The JSON schema of what is typed into the form. What JSON Schema cannot say (a nesting limit) is left to the check itself. */
export const formOf = (options: z.ZodType) =>
  // `as`: a JSON schema is JSON.
  z.toJSONSchema(options, { io: 'input', unrepresentable: 'any' }) as WorldState
