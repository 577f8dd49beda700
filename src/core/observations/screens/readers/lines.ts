// Text line by line, and the warnings about lines that say nothing.
import { clip } from '../../../tree/cut.ts'

/** One line: offsets without its line break and the blanks before it. */
export interface ScreenLine {
  /** From 1. */
  number: number
  start: number
  end: number
  /** The blanks before it. */
  indent: string
}

/** The lines from `from` on that are not blank. */
export function* linesOf(text: string, from: number): Generator<ScreenLine> {
  let number = countLines(text, from)
  for (let at = from; at < text.length; number++) {
    const newline = text.indexOf('\n', at)
    const next = newline < 0 ? text.length : newline
    let start = at
    let end = next
    while (start < end && isBlank(text.charCodeAt(start))) start++
    if (end > start && text[end - 1] === '\r') end--
    if (start < end) yield { number, start, end, indent: text.slice(at, start) }
    at = next + 1
  }
}

/** Tab, carriage return and space; other blanks are content. */
function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 13
}

function countLines(text: string, end: number): number {
  let number = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) number++
  return number
}

// A person reads a few; after that the number is all they tell.
const MOST = 20
const QUOTED = 60

/** Gathers what could not be read. */
export function createWarnings(): {
  list: string[]
  /** `problem` follows `Line 3`: `is cut off`. */
  line(text: string, at: ScreenLine, problem: string): void
  add(sentence: string): void
  /** Adds what was not said yet. */
  once(sentence: string): void
  /** To be called once, at the end. */
  done(): string[]
} {
  const list: string[] = []
  let more = 0
  function add(sentence: string): void {
    if (list.length < MOST) list.push(sentence)
    else more++
  }
  return {
    list,
    add,
    once(sentence) {
      if (!list.includes(sentence)) add(sentence)
    },
    line(text, { number, start, end }, problem) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they would spoil the sentence
      const quoted = clip(text.slice(start, Math.min(end, start + QUOTED + 1)), QUOTED).replace(/[\u0000-\u001f]/g, ' ')
      add(`Line ${number} ${problem}: ${quoted}${end - start > QUOTED ? '…' : ''}`)
    },
    done() {
      if (more) list.push(`${more} more like these.`)
      return list
    }
  }
}
