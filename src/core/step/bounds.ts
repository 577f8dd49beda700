// How far a small model's answer may go. Where it has left what such a world shows, it is ended and cut back to its last good line.

import type { Domain, DomainTemplate } from '../domains/domain.ts'
import { largest } from '../text/extremes.ts'
import { type Delta, unmarked } from '../tree/cut.ts'
import type { Bounds, Cut, Setup, Step } from '../tree/model.ts'

// What a person waits for. Reading a long prompt may take most of it, so that not all of that counts.
const MOST_MS = 50_000
/** So many milliseconds of reading the prompt count as a part of the answer's time, where its engine knows them. */
export const MOST_READING_MS = 40_000

// A screen seldom grows by more at once.
const GROWTH = 1.5
// What follows an empty screen, or a page of two lines, is a whole screen.
const LEAST_SCREEN = 2000
// A menu that opens on a screen without lists.
const LEAST_ROWS = 16
// A row of a list may be told in several lines.
const MOST_LINES = 12

/** What an answer is held to that begins with `begun`; `null` for models that can be trusted to come to an end. */
export function boundsOf(
  domain: Pick<Domain, 'surface' | 'prediction'>,
  { repeats }: Pick<DomainTemplate, 'repeats'>,
  { initialState, strict }: Pick<Setup, 'initialState' | 'strict'>,
  { chain, begun }: { chain: readonly Step[]; begun: string }
): Bounds | null {
  if (repeats === 0) return null
  const time = strict ? null : MOST_MS
  if (domain.surface !== 'screen') {
    const { mostText } = domain.prediction
    return mostText ? { most: begun.length + mostText, longest: null, time } : null
  }
  const last = chain.at(-1)
  // From a dialog back to the page: the first screen is one that such a world shows, too.
  const seen = [initialState, ...(last ? [unmarked(last.observation.text)] : [])]
  return {
    most: Math.max(LEAST_SCREEN, Math.round(GROWTH * largest(seen.map(({ length }) => length)))),
    longest: Math.max(LEAST_ROWS, largest(seen.map(longestList))),
    time
  }
}

/** Lines of the longest list: rows of one shape, each told in up to twelve lines. */
function longestList(text: string): number {
  const runs = createRuns()
  return largest(text.split('\n').map((line) => runs.push(line).lines))
}

/** `push` says how many lines at the end are rows of one shape, and how many lines such a row has. Time is linear in the lines. */
function createRuns(): { push(line: string): { lines: number; row: number } } {
  const shapes: string[] = []
  const same = new Array<number>(MOST_LINES + 1).fill(0)
  return {
    push(line) {
      shapes.push(shapeOf(line))
      const at = shapes.length - 1
      let best = { lines: 1, row: 1 }
      for (let row = 1; row <= MOST_LINES; row++) {
        same[row] = shapes[at] === shapes[at - row] ? (same[row] ?? 0) + 1 : 0
        const lines = (same[row] ?? 0) && (same[row] ?? 0) + row
        if (lines > best.lines) best = { lines, row }
      }
      return best
    }
  }
}

/** The line without what differs from row to row: indents, numbers, what numbers a thing, and words in quotes. */
const shapeOf = (line: string): string =>
  line
    .trim()
    .replace(/"[^"]*"|'[^']*'/g, "''")
    .replace(/\d+/g, '0')

/** Watches an observation as it streams. */
export interface Watch {
  /** `ms`: since the first token, and what counts of the reading. */
  push(deltas: readonly Delta[], ms: number): void
  /** Set once it has left its bounds, or where its engine says so: why, and what is good of it. */
  outgrown(cut?: Cut | null): { why: Extract<Cut, 'rows' | 'size' | 'time'>; text: string } | null
  /** Characters that came after that. */
  beyond(): number
}

export function createWatch({ most, longest, time }: Bounds): Watch {
  let text = ''
  let begun = 0
  let runs = createRuns()
  // Where each line ends, its line break included.
  let ends: number[] = []
  let found: ReturnType<Watch['outgrown']> = null
  let beyond = 0
  /** All but a line that has not ended; of an answer of one line, all that came. */
  const good = () => text.slice(0, ends.at(-1) ?? text.length)

  function add(piece: string): void {
    text += piece
    for (let end = text.indexOf('\n', begun); end >= 0 && !found; end = text.indexOf('\n', begun)) line(end)
    if (!found && text.length > most) found = { why: 'size', text: text.slice(0, ends.at(-1) || most) }
  }

  function line(end: number): void {
    const { lines, row } = longest === null ? { lines: 0, row: 1 } : runs.push(text.slice(begun, end))
    if (end >= most) {
      found = { why: 'size', text: text.slice(0, ends.at(-1) || most) }
    } else if (longest !== null && lines > longest) {
      // Whole rows stay, as many as the longest list had.
      const kept = ends.length + 1 - lines + Math.floor(longest / row) * row
      found = { why: 'rows', text: text.slice(0, ends[kept - 1] ?? end) }
    }
    begun = end + 1
    ends.push(begun)
  }

  return {
    push(deltas, ms) {
      for (const delta of deltas) {
        if (delta.type === 'restart') {
          text = ''
          begun = 0
          runs = createRuns()
          ends = []
          found = null
          beyond = 0
        } else if (delta.type === 'observation') {
          if (found) beyond += delta.text.length
          else add(delta.text)
        }
      }
      if (time !== null && ms > time && text) found ??= { why: 'time', text: good() }
    },
    outgrown: (cut) =>
      found ?? (text && (cut === 'rows' || cut === 'size' || cut === 'time') ? { why: cut, text: good() } : null),
    beyond: () => beyond
  }
}
