// The room that the window has for a picture.
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Touch } from '../../../core/observations/screens/gestures.ts'

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

/** Where picture and panel stand, and whether the panel has its place beside the picture there, as that changes. */
export function useBeside(): [middle: RefObject<HTMLDivElement | null>, beside: boolean] {
  const middle = useRef<HTMLDivElement>(null)
  const [beside, setBeside] = useState(true)
  useLayoutEffect(() => {
    const element = middle.current
    if (!element) return
    const measure = () => setBeside(element.clientWidth >= WIDE && element.clientHeight >= HIGH)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [middle, beside]
}

// With less, either the picture or the panel would be a strip.
const WIDE = 640
const HIGH = 200

// Margins, and above and below the picture the parts of its frame.
const MARGIN = 32
const EXTRA = { browser: 76, phone: 64, desktop: 0 }
