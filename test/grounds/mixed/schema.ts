// The form of a mixed session: actions of which some need what no machine can know, and how later answers agree with earlier ones.
import { z } from 'zod'

const Keys = z.strictObject({ keystrokes: z.string().min(1), duration: z.number().min(0) })

const Turn = z.strictObject({
  action: z.tuple([Keys]),
  /** What the answer needs that the machine does not have; a file is one that the world claims, or that was dreamt before. */
  needs: z.enum(['network', 'service', 'program', 'file', 'nothing'])
})

const pattern = z.string().refine(compiles, 'A regular expression of JavaScript.')
// Turns are counted from 1.
const turn = z.int().min(1)
const Seen = z.strictObject({ turn, matches: pattern })
const about = { turn, when: Seen.optional(), unless: Seen.optional() }

export const Check = z.union([
  /** The output is that of an earlier turn. */
  z.strictObject({ ...about, sameAs: turn }),
  /** The output is what `command` makes of an earlier turn's output. */
  z.strictObject({ ...about, equals: z.strictObject({ turn, command: z.string() }) }),
  /** The output has everything in it that the pattern's first group found in an earlier turn's output. */
  z.strictObject({ ...about, mentions: z.strictObject({ turn, pattern }) }),
  z.strictObject({ ...about, matches: pattern }),
  z.strictObject({ ...about, lacks: pattern })
])
export type Check = z.infer<typeof Check>

export const Mixed = z
  .strictObject({
    name: z.string(),
    about: z.string().min(1),
    /** What the world says of itself before the first turn. */
    initialState: z.string().optional(),
    turns: z.array(Turn).min(8),
    checks: z.array(Check).min(4)
  })
  .refine(({ turns, checks }) => checks.every((check) => looksBack(check, turns.length)), 'A check looks back.')
export type Mixed = z.infer<typeof Mixed>

/** The turns that a check looks at beside its own. */
export function told(check: Check): number[] {
  const turns = [check.when?.turn, check.unless?.turn]
  if ('sameAs' in check) turns.push(check.sameAs)
  if ('equals' in check) turns.push(check.equals.turn)
  if ('mentions' in check) turns.push(check.mentions.turn)
  return turns.filter((turn) => turn !== undefined)
}

function looksBack(check: Check, turns: number): boolean {
  return check.turn <= turns && told(check).every((turn) => turn < check.turn)
}

function compiles(text: string): boolean {
  try {
    new RegExp(text, 'm')
    return true
  } catch {
    return false
  }
}
