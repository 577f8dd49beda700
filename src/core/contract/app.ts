// The program itself, and what a person decided for all of it.
import { z } from 'zod'
import { Empty } from './entry.ts'

/** What a person decided for all of Orrery. */
export const Preferences = z.strictObject({
  /** The model leaves memory after so many minutes without work, a week at most; `null`: never. */
  idleMinutes: z.int().min(1).max(10_080).nullable(),
  /** Episodes of agents are removed so many days after their last step, unless a person made them theirs; `null`: never. */
  episodeDays: z.int().min(0).max(3650).nullable()
})
export type Preferences = z.infer<typeof Preferences>

export const appCalls = {
  'app.info': {
    input: Empty,
    output: z.strictObject({ version: z.string(), home: z.string(), notice: z.string().nullable() })
  },
  'app.settings': { input: Empty, output: Preferences },
  /** What is left out stays. */
  'app.configure': {
    input: z.strictObject({
      idleMinutes: Preferences.shape.idleMinutes.exactOptional(),
      episodeDays: Preferences.shape.episodeDays.exactOptional()
    }),
    output: Preferences
  },
  /** Removes episodes of agents that ended so many days ago, and gives the disk back what was deleted. Bytes of the database before and after. */
  'app.clean': {
    input: z.strictObject({ episodeDays: z.number().min(0).max(3650) }),
    output: z.strictObject({ removed: z.int(), before: z.int(), after: z.int() })
  }
}
