// The program itself, and what a person decided for all of it.
import { z } from 'zod'
import { Empty } from './entry.ts'

/** What a person decided for all of Orrery. */
export const Preferences = z.strictObject({
  /** The model leaves memory after so many minutes without work, a week at most; `null`: never. */
  idleMinutes: z.int().min(1).max(10_080).nullable()
})
export type Preferences = z.infer<typeof Preferences>

export const appCalls = {
  'app.info': {
    input: Empty,
    output: z.strictObject({ version: z.string(), home: z.string(), notice: z.string().nullable() })
  },
  'app.settings': { input: Empty, output: Preferences },
  'app.configure': { input: Preferences, output: Preferences }
}
