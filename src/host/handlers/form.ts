// Options as a form is made of them.
import { z } from 'zod'
import type { WorldState } from '../../core/api.ts'

/** The JSON schema of what is typed into the form. */
// `as`: a JSON schema is JSON.
export const formOf = (options: z.ZodType) => z.toJSONSchema(options, { io: 'input' }) as WorldState
