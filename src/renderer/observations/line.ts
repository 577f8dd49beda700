// The line a person types at the simulated prompt: a pure reducer over text, cursor and history.

export interface EditedLine {
  text: string
  /** UTF-16 offset into `text`; it never stands inside a grapheme. */
  cursor: number
  /** Index of the history entry shown, 0 the oldest; `null` while the line is the person's own draft. */
  at: number | null
  /** What was being typed before history was walked. */
  draft: string
  /** What the last kill removed, for `yank`. */
  killed: string
}

export type Edit =
  | { insert: string }
  | 'left'
  | 'right'
  | 'word-left'
  | 'word-right'
  | 'home'
  | 'end'
  | 'up'
  | 'down'
  | 'backspace'
  | 'delete'
  | 'kill-word-left'
  | 'kill-word-right'
  | 'kill-blank-left'
  | 'kill-start'
  | 'kill-end'
  | 'yank'
  | 'clear'

export const emptyLine: EditedLine = { text: '', cursor: 0, at: null, draft: '', killed: '' }

// A line longer than this cannot fit any model's context and would make each keypress re-draw it at length.
export const LONGEST = 100_000

/** The line after one edit; the same object when the edit changes nothing. `history` is oldest first. */
export function edit(line: EditedLine, change: Edit, history: readonly string[]): EditedLine {
  const { text, cursor } = line
  if (typeof change === 'object') return insert(line, change.insert)
  switch (change) {
    case 'left':
      return move(line, before(text, cursor))
    case 'right':
      return move(line, after(text, cursor))
    case 'word-left':
      return move(line, scan(text, cursor, -1, isWord))
    case 'word-right':
      return move(line, scan(text, cursor, 1, isWord))
    case 'home':
      return move(line, startOf(text, cursor))
    case 'end':
      return move(line, endOf(text, cursor))
    case 'up':
      return vertical(line, -1) ?? recall(line, -1, history)
    case 'down':
      return vertical(line, 1) ?? recall(line, 1, history)
    case 'backspace':
      return cut(line, before(text, cursor), cursor, false)
    case 'delete':
      return cut(line, cursor, after(text, cursor), false)
    case 'kill-word-left':
      return cut(line, scan(text, cursor, -1, isWord), cursor, true)
    case 'kill-word-right':
      return cut(line, cursor, scan(text, cursor, 1, isWord), true)
    case 'kill-blank-left':
      return cut(line, scan(text, cursor, -1, isInk), cursor, true)
    case 'kill-start':
      return cut(line, 0, cursor, true)
    case 'kill-end':
      return cut(line, cursor, text.length, true)
    case 'yank':
      return insert(line, line.killed)
    case 'clear':
      return text === '' && line.at === null ? line : { ...emptyLine, killed: text || line.killed }
    default:
      return change satisfies never
  }
}

/** Text as it may stand in a line: one kind of line break, tabs, and no other control characters. */
export function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
  return text.replace(/\r\n?/g, '\n').replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '')
}

function insert(line: EditedLine, raw: string): EditedLine {
  const text = plain(raw).slice(0, LONGEST - line.text.length)
  if (text === '') return line
  const joined = line.text.slice(0, line.cursor) + text + line.text.slice(line.cursor)
  // A combining mark typed here joins what stands before it, or what stands behind: step past the whole grapheme.
  const cursor = settle(joined, line.cursor + text.length)
  return { ...line, text: joined, cursor }
}

function cut(line: EditedLine, from: number, to: number, keep: boolean): EditedLine {
  if (from === to) return line
  const text = line.text.slice(0, from) + line.text.slice(to)
  return { ...line, text, cursor: settle(text, from), killed: keep ? line.text.slice(from, to) : line.killed }
}

function move(line: EditedLine, cursor: number): EditedLine {
  return cursor === line.cursor ? line : { ...line, cursor }
}

/** One line up or down inside a text of several lines; `null` when there is none that way. */
function vertical(line: EditedLine, by: -1 | 1): EditedLine | null {
  const { text, cursor } = line
  const start = startOf(text, cursor)
  const column = graphemes(text.slice(start, cursor)).length
  if (by < 0 && start === 0) return null
  if (by > 0 && endOf(text, cursor) === text.length) return null
  const first = by > 0 ? endOf(text, cursor) + 1 : startOf(text, start - 1)
  const target = text.slice(first, endOf(text, first))
  return move(line, first + graphemes(target).slice(0, column).join('').length)
}

/** The older (-1) or newer (1) history entry; past the newest comes the draft back. */
function recall(line: EditedLine, by: -1 | 1, history: readonly string[]): EditedLine {
  const here = line.at ?? history.length
  const there = here + by
  if (there < 0 || there > history.length) return line
  const draft = line.at === null ? line.text : line.draft
  const text = there === history.length ? draft : (history[there] ?? '')
  return { ...line, text, cursor: text.length, at: there === history.length ? null : there, draft }
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), (part) => part.segment)
}

function before(text: string, cursor: number): number {
  return cursor === 0 ? 0 : (segmenter.segment(text).containing(cursor - 1)?.index ?? 0)
}

function after(text: string, cursor: number): number {
  const part = segmenter.segment(text).containing(cursor)
  return part === undefined ? text.length : part.index + part.segment.length
}

/** The nearest grapheme boundary at or after `cursor`. */
function settle(text: string, cursor: number): number {
  const part = segmenter.segment(text).containing(cursor)
  return part === undefined || part.index === cursor ? cursor : part.index + part.segment.length
}

function startOf(text: string, cursor: number): number {
  // lastIndexOf takes a negative index for 0.
  return cursor <= 0 ? 0 : text.lastIndexOf('\n', cursor - 1) + 1
}

function endOf(text: string, cursor: number): number {
  const end = text.indexOf('\n', cursor)
  return end < 0 ? text.length : end
}

/** Past the gap and then the run of `inside` characters that follows, leftwards (-1) or rightwards (1). */
function scan(text: string, cursor: number, by: -1 | 1, inside: (code: number) => boolean): number {
  let at = cursor
  const next = () => text.charCodeAt(by < 0 ? at - 1 : at)
  const more = () => (by < 0 ? at > 0 : at < text.length)
  while (more() && !inside(next())) at += by
  while (more() && inside(next())) at += by
  return at
}

/** What readline calls a word character; everything beyond ASCII counts, so no surrogate pair is split. */
function isWord(code: number): boolean {
  return code >= 128 || (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}

function isInk(code: number): boolean {
  return code > 32
}
