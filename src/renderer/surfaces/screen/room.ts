// The room that the window has for a picture.
import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Touch } from '../../../core/gestures.ts'

/** Size of `place` without what stands around the picture in it, in CSS pixels, as it changes. */
export function useRoom(
  place: RefObject<HTMLElement | null>,
  frame: Touch['frame']
): { width: number; height: number } {
  const [room, setRoom] = useState({ width: 800, height: 500 })
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const measure = () =>
      setRoom({ width: element.clientWidth - MARGIN, height: element.clientHeight - MARGIN - EXTRA[frame] })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [place, frame])
  return room
}

// Margins, and above and below the picture the parts of its frame.
const MARGIN = 32
const EXTRA = { browser: 76, phone: 64, desktop: 0 }
