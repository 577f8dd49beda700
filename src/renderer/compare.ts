// Two texts beside each other: the lines they share, and those that only one has, with the words in which they differ.
import { aligned } from '../core/observations/screens/align.ts'

export interface ComparedPiece {
  text: string
  /** It is in this line and not in its counterpart. */
  differs: boolean
}

export type Compared =
  | { kind: 'same'; text: string }
  /** So many lines that both have, not shown. */
  | { kind: 'skipped'; lines: number }
  | { kind: 'executed' | 'predicted'; pieces: ComparedPiece[] }

// Around a difference; further away lines that are the same tell nothing.
const AROUND = 3
// A line without breaks may be a whole page.
const LONGEST = 2000
// Lines that share less than one in so many characters are other lines.
const SHARED = 4

/** The lines of both texts in their order: equal ones once; where they differ, the predicted lines, then the executed ones. */
export function compare(executed: string, predicted: string): Compared[] {
  const [a, b] = [linesOf(predicted), linesOf(executed)]
  const common = aligned(a, b).sort((one, other) => one - other)
  const found: Compared[] = []
  let [fromA, fromB] = [0, 0]
  const upTo = (untilA: number, untilB: number) => {
    for (const one of changed(a.slice(fromA, untilA), b.slice(fromB, untilB))) found.push(one)
  }
  for (const atB of common) {
    const text = b[atB] ?? ''
    // In order on both sides, so that it stands somewhere ahead.
    const atA = a.indexOf(text, fromA)
    upTo(atA, atB)
    found.push({ kind: 'same', text: clipped(text) })
    fromA = atA + 1
    fromB = atB + 1
  }
  upTo(a.length, b.length)
  return folded(found)
}

/** Blanks at the end of a line and empty lines around the text make no answer another one. */
function linesOf(text: string): string[] {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trimEnd())
  return lines.slice(
    lines.findIndex((line) => line !== ''),
    lines.findLastIndex((line) => line !== '') + 1
  )
}

const clipped = (line: string) => (line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line)

/** Lines that take each other's place are compared word by word, the first with the first. */
function changed(before: string[], after: string[]): Compared[] {
  const pairs = before.map((line, index) => words(line, after[index]))
  return [
    ...pairs.map(({ left }): Compared => ({ kind: 'predicted', pieces: left })),
    ...after.map((line, index): Compared => ({ kind: 'executed', pieces: words(before[index], line).right }))
  ]
}

function words(
  before: string | undefined,
  after: string | undefined
): { left: ComparedPiece[]; right: ComparedPiece[] } {
  const [a, b] = [tokens(before), tokens(after)]
  const alone = before === undefined || after === undefined
  const inB = new Set(alone ? [] : aligned(a, b))
  const inA = new Set(alone ? [] : aligned(b, a))
  // If the lines have little in common, no words are marked: nearly all would be, and the line counts as different anyway.
  const shared = [...inB].reduce((length, index) => length + (b[index] ?? '').trim().length, 0)
  const common = shared > 0 && SHARED * shared >= Math.min(before?.length ?? 0, after?.length ?? 0)
  const pieces = (all: string[], kept: Set<number>) =>
    joined(all.map((text, index) => ({ text, differs: common && !kept.has(index) })))
  return { left: pieces(a, inA), right: pieces(b, inB) }
}

const tokens = (line = '') => clipped(line).match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []

function joined(pieces: ComparedPiece[]): ComparedPiece[] {
  const found: ComparedPiece[] = []
  for (const piece of pieces) {
    const last = found.at(-1)
    if (last?.differs === piece.differs) last.text += piece.text
    else found.push({ ...piece })
  }
  return found
}

/** Long runs of lines that both have, but for a few around each difference. */
function folded(lines: Compared[]): Compared[] {
  const near = (index: number) =>
    lines.slice(Math.max(0, index - AROUND), index + AROUND + 1).some(({ kind }) => kind !== 'same')
  const found: Compared[] = []
  for (const [index, line] of lines.entries()) {
    const last = found.at(-1)
    if (line.kind !== 'same' || near(index)) found.push(line)
    else if (last?.kind === 'skipped') last.lines++
    else found.push({ kind: 'skipped', lines: 1 })
  }
  return found
}
