// The line of an observation that says most about it.
import { unmarked } from '../tree/cut.ts'

/** Characters of a line that a check looks for. */
const LONGEST_LINE = 200
// A prompt alone says little, and so does what has scrolled away.
const LAST_LINES = 5

/** The last lines of an observation, the longest first. */
export function keyLines(text: string): string[] {
  const lines = unmarked(text)
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean)
  return lines
    .slice(-LAST_LINES)
    .sort((a, b) => b.length - a.length)
    .map((one) => one.slice(0, LONGEST_LINE))
}
