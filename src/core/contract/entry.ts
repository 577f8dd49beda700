// What every entry of the contract has: what it takes, and who may ask for it.
import { z } from 'zod'

/** Who asks: the window, a person at a command line, or an agent that acts in a world. */
export type Audience = 'window' | 'command-line' | 'agent'

/** What one entry of the contract says of itself. Without an `audience` it is for people: the window and the command line. */
interface Entry {
  input: z.ZodType
  audience?: readonly Audience[]
}

const PEOPLE: readonly Audience[] = ['window', 'command-line']
export const AGENTS: readonly Audience[] = ['agent']

/** Whether `audience` may ask for the entry. Doors mount what their audience may ask for and nothing else (`host/doors/mount.ts`). */
export function isFor(audience: Audience, { audience: allowed = PEOPLE }: Entry): boolean {
  return allowed.includes(audience)
}

export const BranchView = z.strictObject({ session: z.string(), branch: z.string() })
export const Empty = z.strictObject({})
export const None = z.null()
