// Long texts in the short labels of a timeline.
import { clip } from '../tree/cut.ts'

/** At most so many UTF-16 units, an ellipsis for the rest among them; no character is cut in half. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${clip(text, most - 1)}…`
}

// A label beside a step's number has room for about one field and this much of what went into it.
const LONGEST = 60

/** A text inside a label: in quotes, on one line. */
export function brief(text: string): string {
  return `“${shortened(text.replace(/\r\n?|\n/g, '⏎').replace(/\p{Cc}/gu, ' '), LONGEST)}”`
}
