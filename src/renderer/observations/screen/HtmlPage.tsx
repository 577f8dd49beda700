// An HTML observation, drawn by the browser itself in a frame that can do nothing, under boxes for pointer and keyboard.
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { PixelBounds, Screen } from '../../../core/observations/screens/screen.ts'
import { Placed } from './Placed.tsx'
import { MARK, sanitise } from './sanitise.ts'

export interface HtmlPageProps {
  text: string
  screen: Screen
  width: number
  changed: ReadonlySet<number>
  most: number
  /** The page's height, once it is laid out and what is on it has its boxes. */
  onHeight(height: number): void
}

// A page that says it is longer is cut there: the picture would only be scrolled.
const TALLEST = 30_000

export function HtmlPage({ text, screen, width, changed, most, onHeight }: HtmlPageProps): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null)
  const document = useMemo(() => sanitise(text, screen), [text, screen])
  const [boxes, setBoxes] = useState<ReadonlyMap<number, PixelBounds>>(new Map())
  const [height, setHeight] = useState(600)
  const [loads, setLoads] = useState(0)
  // Measured once the frame's document is there, and again when its width changes.
  useEffect(() => {
    const inner = frame.current?.contentDocument
    if (!inner?.body || loads === 0) return
    const tall = Math.min(TALLEST, Math.max(200, inner.documentElement.scrollHeight))
    setHeight(tall)
    onHeight(tall)
    setBoxes(measure(inner, screen))
  }, [loads, screen, width, onHeight])
  return (
    <>
      {/* No scripts, forms, popups or top navigation. `allow-same-origin` alone lets nothing in the frame run or load: it lets the
          window around it measure where things stand. The frame itself is inert; the boxes over it take pointer and keyboard. */}
      <iframe
        ref={frame}
        title="The page as HTML"
        sandbox="allow-same-origin"
        referrerPolicy="no-referrer"
        srcDoc={document}
        inert
        onLoad={() => setLoads((count) => count + 1)}
        className="pic-frame"
        style={{ width, height }}
      />
      <Placed screen={screen} changed={changed} most={most} bounds={boxes} bare />
    </>
  )
}

function measure(inner: Document, screen: Screen): Map<number, PixelBounds> {
  const found = new Map<number, PixelBounds>()
  for (const element of inner.querySelectorAll(`[${MARK}]`)) {
    const index = Number(element.getAttribute(MARK))
    const { x, y, width, height } = element.getBoundingClientRect()
    if (screen.nodes[index] && width > 0 && height > 0) found.set(index, { x, y, width, height })
  }
  return found
}
