// What a report of coverage says: plain numbers, of worlds and of their turns.
import { z } from 'zod'

const Counts = z.record(z.string(), z.int())
/** Of several values; all 0 where there are none. */
const Spread = z.strictObject({ least: z.number(), median: z.number(), most: z.number() })

export const Coverage = z.strictObject({
  worlds: z.int(),
  turns: z.int(),
  /** By domain: worlds and their turns, and what was done in them. */
  domains: z.record(
    z.string(),
    z.strictObject({
      worlds: z.int(),
      turns: z.int(),
      /** Turns by the tool, the verb, or the program of a shell that they call. */
      used: Counts,
      /** Declared and never called; absent where the domain declares none. */
      unused: z.array(z.string()).exactOptional(),
      /** Called and not declared in its world. */
      undeclared: z.array(z.string()).exactOptional()
    })
  ),
  /** Turns by how much the observation tells that the action did not (Qwen-AgentWorld, table 3), all seven kinds. */
  kinds: Counts,
  /** Turns that failed, by the word of what answered, else by what is read off the observation. */
  errors: z.int(),
  /** Turns that do nothing. */
  empty: z.int(),
  /** Turns of a world; characters of an action and of an observation. */
  lengths: z.strictObject({ turns: Spread, action: Spread, observation: Spread }),
  /** Worlds by how they ended. */
  outcomes: z.strictObject({ success: z.int(), failure: z.int(), unknown: z.int() }),
  /** Turns by where the observation came from. */
  answers: z.strictObject({ real: z.int(), simulated: z.int(), unknown: z.int() })
})
export type Coverage = z.infer<typeof Coverage>
