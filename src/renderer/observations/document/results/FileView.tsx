// A file with its line numbers.
import { type ReactNode, useState } from 'react'
import { clipped, type NumberedLine, NumberedLines } from './NumberedLines.tsx'
import { ShowAll } from './Text.tsx'

const FIRST = 2_000

export function FileView({ path, first, lines }: { path: string | null; first: number; lines: string[] }): ReactNode {
  const [all, setAll] = useState(false)
  const shown = (all ? lines : lines.slice(0, FIRST)).map(
    (line, index): NumberedLine => ({ numbers: [first + index], text: clipped(line), tone: '' })
  )
  return (
    <div className="pb-3">
      <p className="px-4 py-2 text-muted text-xs">
        <span className="break-all font-mono text-ink">{path ?? 'A file'}</span>
        {lines.length > 0 && `, lines ${first} to ${first + lines.length - 1}`}
      </p>
      <NumberedLines lines={shown} />
      {shown.length < lines.length && (
        <div className="px-4">
          <ShowAll left={lines.length - shown.length} unit="lines" onShow={() => setAll(true)} />
        </div>
      )}
    </div>
  )
}
