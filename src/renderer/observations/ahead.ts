// What is typed at a terminal before it can be sent: one text in which '\r' stands for each Enter. The line under the cursor is edited as
// any line is; where that does nothing, the cursor and the deleting keys reach the lines beside it.
import { type Edit, type EditedLine, edit as editLine, emptyLine } from './line.ts'

/** Enter, where it stands in the text. Nothing that is typed or pasted holds one (`plain` in line.ts). */
export const ENTER = '\r'

/** The text after one edit; the same object when the edit changes nothing. `history` is oldest first. */
export function edit(all: EditedLine, change: Edit, history: readonly string[]): EditedLine {
  if (change === 'clear') return editLine(all, change, history)
  if (change === 'yank' && all.killed.includes(ENTER)) return put(all, all.killed)
  const [start, end] = bounds(all)
  // The newest line that was entered is nearer than those that were sent.
  if (change === 'up' && start > 0 && start === end && all.at === null) return go(all, start - 1)
  const line = { ...all, text: all.text.slice(start, end), cursor: all.cursor - start }
  // History is for the line being typed.
  const next = editLine(line, change, end === all.text.length ? history : [])
  if (next === line) return across(all, change, start, end)
  return { ...next, text: all.text.slice(0, start) + next.text + all.text.slice(end), cursor: start + next.cursor }
}

/** Enter on the line under the cursor: the cursor moves to the end of the text. The same object where that line says nothing. */
export function enter(all: EditedLine): EditedLine {
  const [start, end] = bounds(all)
  if (end < all.text.length) return go(all, all.text.length)
  if (all.text.slice(start).trim() === '') return all
  return go({ ...all, text: all.text + ENTER }, end + 1)
}

/** What is sent first, and what stays; without an Enter all of the text is sent. */
export function take(all: EditedLine): { text: string; rest: EditedLine } {
  const { text, cursor, killed } = all
  const end = text.indexOf(ENTER)
  if (end < 0) return { text, rest: { ...emptyLine, killed } }
  const left = text.slice(end + 1)
  if (cursor > end) return { text: text.slice(0, end), rest: { ...all, text: left, cursor: cursor - end - 1 } }
  return { text: text.slice(0, end), rest: { ...emptyLine, text: left, cursor: left.length, killed } }
}

/** Puts back `text`, which was sent and refused: as the line under the cursor, or, if more was typed since, before that as a waiting line. */
export function back(all: EditedLine, text: string): EditedLine {
  if (all.text === '') return go({ ...all, text }, text.length)
  return go({ ...all, text: text + ENTER + all.text }, text.length + 1 + all.cursor)
}

/** Without `text`, which `back` has put there, where it still stands as it was. */
export function without(all: EditedLine, text: string): EditedLine {
  if (all.text === text) return go({ ...all, text: '' }, 0)
  if (!all.text.startsWith(text + ENTER)) return all
  const gone = text.length + 1
  return go({ ...all, text: all.text.slice(gone) }, Math.max(0, all.cursor - gone))
}

/** Lines that were entered and are not sent yet. */
export function waiting({ text }: Pick<EditedLine, 'text'>): number {
  return text.split(ENTER).length - 1
}

/** How things stand with what waits for the step in flight. */
export interface QueueMoment {
  busy: boolean
  /** The step shown. */
  here: string | null
  /** The step that was in flight where the window is looking and has been committed since; `null` for none. */
  landed: string | null
  /** What is shown asks for more: a prompt, say. */
  ready: boolean
}

/**
 * What becomes of what waits. It is sent when the step before it is committed and shown, and asks for more. When that step failed or was
 * cancelled, when the person looks elsewhere, or when a program runs that would read it, it is held until a person sends it.
 */
export function onward({ busy, here, landed, ready }: QueueMoment): 'wait' | 'send' | 'hold' {
  if (busy) return 'wait'
  return ready && here !== null && here === landed ? 'send' : 'hold'
}

/** Where the line under the cursor begins and ends. */
function bounds({ text, cursor }: EditedLine): [start: number, end: number] {
  const end = text.indexOf(ENTER, cursor)
  return [cursor === 0 ? 0 : text.lastIndexOf(ENTER, cursor - 1) + 1, end < 0 ? text.length : end]
}

/** An edit that does nothing within the line under the cursor, from `start` to `end`. */
function across(all: EditedLine, change: Edit, start: number, end: number): EditedLine {
  const { text } = all
  const [first, last] = [start === 0, end === text.length]
  switch (change) {
    case 'left':
    case 'word-left':
    case 'up':
      return first || (change === 'up' && last) ? all : go(all, start - 1)
    case 'right':
    case 'word-right':
      return last ? all : go(all, end + 1)
    case 'down':
      return last ? all : go(all, bounds({ ...all, cursor: end + 1 })[1])
    case 'backspace':
      return first ? all : go({ ...all, text: text.slice(0, start - 1) + text.slice(start) }, start - 1)
    case 'delete':
      return last ? all : go({ ...all, text: text.slice(0, end) + text.slice(end + 1) }, end)
    default:
      return all
  }
}

/** The cursor elsewhere in the text: another line begins its own walk through history. */
function go(all: EditedLine, cursor: number): EditedLine {
  return { ...all, cursor, at: null, draft: '' }
}

function put(all: EditedLine, piece: string): EditedLine {
  return go(
    { ...all, text: all.text.slice(0, all.cursor) + piece + all.text.slice(all.cursor) },
    all.cursor + piece.length
  )
}
