// Texts against what is expected of them, as files and people say it.
import { z } from 'zod'
import { compilePattern, type Pattern } from './pattern.ts'

/** The largest pattern that a file or a person may give: about a tenth of a second at worst over the longest label. */
export const MOST_PATTERN = 1000

/** A regular expression that is matched in linear time (RE2). */
export const PatternText = z
  .string()
  .max(MOST_PATTERN)
  .check(({ value, issues }) => {
    const pattern = compilePattern(value, MOST_PATTERN)
    if ('problem' in pattern) issues.push({ code: 'custom', input: value, message: `the pattern ${pattern.problem}` })
  })

/** What a text must be like: a text that it contains, or all of these. */
export const TextMatch = z.union([
  z.string().min(1),
  z.strictObject({
    is: z.string().exactOptional(),
    contains: z.string().exactOptional(),
    matches: PatternText.exactOptional(),
    /** Its number of characters. */
    longer: z.int().min(0).exactOptional(),
    shorter: z.int().min(1).exactOptional()
  })
])
export type TextMatch = z.infer<typeof TextMatch>

// The longest text that a pattern is held against: about what an observation may have.
const LONGEST = 1_048_576

/** @throws nothing: a pattern that cannot be compiled matches nothing */
export function matches(wanted: TextMatch, text: string): boolean {
  if (typeof wanted === 'string') return text.includes(wanted)
  const { is, contains, matches: pattern, longer, shorter } = wanted
  return (
    (is === undefined || text === is) &&
    (contains === undefined || text.includes(contains)) &&
    (pattern === undefined || found(pattern, text)) &&
    (longer === undefined || text.length > longer) &&
    (shorter === undefined || text.length < shorter)
  )
}

const compiled = new Map<string, Pattern | null>()
// More than any scenario has.
const MOST_COMPILED = 200

/** Whether the pattern is found anywhere in the text. */
export function found(source: string, text: string): boolean {
  let pattern = compiled.get(source)
  if (pattern === undefined) {
    const made = compilePattern(source, MOST_PATTERN)
    pattern = 'problem' in made ? null : made
    if (compiled.size >= MOST_COMPILED) compiled.clear()
    compiled.set(source, pattern)
  }
  return pattern?.test(text.slice(0, LONGEST)) ?? false
}
