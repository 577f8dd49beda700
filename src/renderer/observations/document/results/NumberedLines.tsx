// Lines with numbers beside them that are not selected with the text.
import type { ReactNode } from 'react'
import { visible } from '../../../../core/text/visible.ts'

export interface NumberedLine {
  /** One for each column; `null` leaves it empty. */
  numbers: (number | null)[]
  text: string
  /** Classes for the line. */
  tone: string
}

// Lines of a block share two elements and are laid out only where they are seen, however long the file.
const BLOCK = 200
const LINE_PX = 20

export function NumberedLines({ lines }: { lines: NumberedLine[] }): ReactNode {
  const blocks = Array.from({ length: Math.ceil(lines.length / BLOCK) }, (_, index) =>
    lines.slice(index * BLOCK, (index + 1) * BLOCK)
  )
  const columns = lines[0]?.numbers.length ?? 1
  const widths = Array.from({ length: columns }, (_, column) => {
    let last = 0
    for (const { numbers } of lines) last = Math.max(last, numbers[column] ?? 0)
    return String(last).length
  })
  return (
    <div className="min-w-fit font-mono text-xs leading-5">
      {blocks.map((block, index) => (
        <div
          // Blocks have no name but their place.
          key={index}
          className="flex [content-visibility:auto]"
          style={{ containIntrinsicHeight: `auto ${block.length * LINE_PX}px` }}
        >
          {widths.map((width, column) => (
            <pre
              // Columns have no name but their place.
              key={column}
              aria-hidden="true"
              className="shrink-0 select-none pr-2 pl-2 text-right text-muted"
              style={{ minWidth: `${width + 2}ch` }}
            >
              {block.map(({ numbers }) => numbers[column] ?? '').join('\n')}
            </pre>
          ))}
          <pre className="min-w-0 flex-1 border-line border-l text-ink">{runs(block)}</pre>
        </div>
      ))}
    </div>
  )
}

/** A line is cut where reading it has ended long ago and laying it out has not. */
export function clipped(line: string): string {
  const text =
    line.length > LONGEST ? `${line.slice(0, LONGEST)}… (${line.length - LONGEST} more characters: see Text)` : line
  return visible(text)
}
const LONGEST = 2_000

/** Neighbours of one tone are one element. */
function runs(lines: NumberedLine[]): ReactNode[] {
  const found: { tone: string; lines: string[] }[] = []
  for (const { tone, text } of lines) {
    const last = found.at(-1)
    if (last?.tone === tone) last.lines.push(text)
    else found.push({ tone, lines: [text] })
  }
  return found.map(({ tone, lines: run }, index) => (
    // Runs have no name but their place.
    <span key={index} className={`block min-w-full px-2 ${tone}`}>
      {/* A line break at the end of a block is not drawn: one more makes the last empty line stand. */}
      {`${run.join('\n')}\n`}
    </span>
  ))
}
