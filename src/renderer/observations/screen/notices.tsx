// What is said about a screen beside its picture: what could not be read, what is coming, and the text itself.
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Screen } from '../../../core/observations/screens/screen.ts'
import { visible } from '../../../core/text/visible.ts'
import { count } from '../../words.ts'
import { beginning } from '../document/results/plain.ts'
import type { ScreenReading } from './reading.ts'

/** The reader's warnings, and that not all is drawn. */
export function Warnings({ screen, cut, most }: { screen: Screen | null; cut: number; most: number }): ReactNode {
  const [all, setAll] = useState(false)
  const told = [
    ...(cut > 0
      ? [`Only the first ${count(most)} of ${count(cut)} nodes are drawn. The inspector lists all of them.`]
      : []),
    ...(screen?.warnings ?? [])
  ]
  if (told.length === 0) return null
  const rest = told.length - 1
  return (
    <div role="status" className="pic-warning">
      <TriangleAlert size={14} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        {(all ? told.slice(0, MOST_WARNINGS) : told.slice(0, 1)).map((warning) => (
          <p key={warning}>{warning}</p>
        ))}
      </div>
      {rest > 0 && (
        <button type="button" className="link" onClick={() => setAll(!all)}>
          {all ? 'Show less' : `${count(rest)} more`}
        </button>
      )}
    </div>
  )
}

// The rest would only repeat what these say.
const MOST_WARNINGS = 20

export interface NoPictureProps {
  reading: ScreenReading
  begun: boolean
  /** The step whose screen can be drawn; 0 for the initial state, `null` for none. */
  readable: number | null
  shown: boolean
  onShow(shown: boolean): void
}

/** Why there is no picture, and the way to the last one. */
export function NoPicture({ reading, begun, readable, shown, onShow }: NoPictureProps): ReactNode {
  if (!begun && reading.text.trim() === '') return null
  return (
    <div role="alert" className="pic-warning">
      <TriangleAlert size={14} aria-hidden="true" />
      <p className="min-w-0 flex-1">
        {reading.problem} {shown ? 'This is the last readable screen.' : 'Shown as text.'}
      </p>
      {readable !== null && (
        <button type="button" className="link" onClick={() => onShow(!shown)}>
          {shown ? 'Show the text' : readable === 0 ? 'Show the first screen' : `Show the screen of step ${readable}`}
        </button>
      )}
    </div>
  )
}

const NOTHING_YET = 'No screen yet. Set an initial state, or act to see the first one.'
// As much as a browser lays out at once without a pause.
const SHORT = 100_000

/** An observation as it was written, cut where it is too long to be laid out. */
export function Plain({ text }: { text: string }): ReactNode {
  const cut = text.length > SHORT
  return (
    <>
      {cut && (
        <p className="pic-cut">
          The first {count(SHORT)} of {count(text.length)} characters.
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label="The observation as text" className="pic-plain">
        {text === '' ? NOTHING_YET : visible(cut ? beginning(text, SHORT) : text)}
      </section>
    </>
  )
}

// The end of what comes is what is new; the whole is drawn when it is there.
const TAIL = 1500

/** What has been streamed of the answer, below the picture it will replace. */
export function Live({ text }: { text: string }): ReactNode {
  const end = useRef<HTMLPreElement>(null)
  useEffect(() => {
    if (end.current && text !== '') end.current.scrollTop = end.current.scrollHeight
  }, [text])
  return (
    <div className="pic-live">
      <p role="status">Predicting the next screen{text !== '' && `: ${count(text.length)} characters so far`}</p>
      {text !== '' && <pre ref={end}>{visible(text.slice(-TAIL))}</pre>}
    </div>
  )
}
