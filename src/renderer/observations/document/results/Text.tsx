// Text of any length: the beginning at once, the rest when it is asked for, laid out only where it is seen.
import { type ReactNode, useMemo, useState } from 'react'
import { visible } from '../../../../core/text/visible.ts'
import { beginning, pieces } from './plain.ts'

// About 2,500 lines: drawn within a frame or two.
const FIRST = 100_000
const PIECE = 10_000

export function LongText({ text, error = false }: { text: string; error?: boolean }): ReactNode {
  const [all, setAll] = useState(false)
  const shown = all ? text : beginning(text, FIRST)
  const parts = useMemo(() => pieces(visible(shown), PIECE), [shown])
  return (
    <div className={`px-4 py-3 ${error ? 'border-danger border-l-2' : ''}`}>
      {error && <p className="mb-1 font-medium text-danger text-xs">The tool answered with an error.</p>}
      {text === '' && <p className="text-muted">The answer is empty.</p>}
      <pre
        data-testid="text"
        dir="auto"
        className="[overflow-wrap:anywhere] whitespace-pre-wrap font-mono text-ink text-xs leading-5"
      >
        {parts.map((part, index) => (
          <span
            // Pieces have no name but their place.
            key={index}
            className={
              parts.length > 1 ? 'block [contain-intrinsic-height:auto_2000px] [content-visibility:auto]' : undefined
            }
          >
            {/* A block ends its line by itself. */}
            {parts.length > 1 ? part.replace(/\n$/, '') || '\n' : part}
          </span>
        ))}
      </pre>
      {!all && text.length > FIRST && (
        <ShowAll left={text.length - FIRST} unit="characters" onShow={() => setAll(true)} />
      )}
    </div>
  )
}

/** Asks for the rest; with `step`, for so many of it, where each is costly to draw. */
export function ShowAll(props: { left: number; unit: string; step?: number; onShow(): void }): ReactNode {
  const { left, unit, step = left } = props
  const many = (count: number) => count.toLocaleString('en')
  return (
    <button type="button" className="button mt-3" onClick={props.onShow}>
      {step < left ? `Show ${many(step)} more of ${many(left)} ${unit}` : `Show all: ${many(left)} more ${unit}`}
    </button>
  )
}
