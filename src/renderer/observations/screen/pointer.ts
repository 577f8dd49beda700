// The mouse on the picture: clicks, double clicks, long presses, drags and the wheel, as gestures.
import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Gesture, Spot } from '../../../core/observations/screens/gestures.ts'
import type { Screen } from '../../../core/observations/screens/screen.ts'
import { outlineOf } from './outline.ts'
import { nodeAtPixel, pressed, spotOf } from './spots.ts'

export interface PointerProps {
  screen: Screen
  /** The screen's size where nodes stand at pixels; `null` where they do not. */
  pixels: { width: number; height: number } | null
  onGesture(gesture: Gesture, node: number | null): void
  /** Shift and the right button: what else can be done to a node. */
  onMenu(node: number): void
}

// As long as a phone's long press, and as far as a hand trembles.
const HOLD_MS = 500
const TREMBLE = 6
// A turn of the wheel comes in many events; after this pause it was one.
const WHEEL_MS = 250
// The wheel scrolls the picture first. Only a turn that begins at its edge is meant for the world.
const EDGE_MS = 400

/** Listens on `stage`. Mouse events, not clicks, so that what was held or dragged is not clicked as well. */
export function usePointer(stage: RefObject<HTMLDivElement | null>, props: PointerProps): void {
  const find = useEffectEvent((event: MouseEvent): Spot => where(event, stage.current, props))
  const send = useEffectEvent((gesture: Gesture, node: number | null) => props.onGesture(gesture, node))
  const menu = useEffectEvent((node: number) => props.onMenu(node))
  const press = useEffectEvent(
    (spot: Spot): Gesture =>
      spot.node === null
        ? { type: 'click', at: spot, button: 'left', count: 1 }
        : pressed(props.screen, spot.node, spot)
  )
  useEffect(() => {
    const element = stage.current
    if (!element) return
    let down: { x: number; y: number; from: Spot; timer: ReturnType<typeof setTimeout>; held: boolean } | null = null
    let wheel: { dx: number; dy: number; at: Spot; timer: ReturnType<typeof setTimeout> } | null = null
    let scrolled = Number.NEGATIVE_INFINITY

    const moved = (event: PointerEvent) => {
      if (down && Math.hypot(event.clientX - down.x, event.clientY - down.y) > TREMBLE) {
        clearTimeout(down.timer)
        element.classList.add('pic-grabbing')
      }
    }
    const pointerdown = (event: PointerEvent) => {
      if (event.button !== 0 || isOwn(event.target)) return
      const from = find(event)
      const timer = setTimeout(() => {
        if (!down) return
        down.held = true
        send({ type: 'hold', at: from }, from.node)
      }, HOLD_MS)
      down = { x: event.clientX, y: event.clientY, from, timer, held: false }
    }
    const pointerup = (event: PointerEvent) => {
      element.classList.remove('pic-grabbing')
      if (!down || event.button !== 0) return
      const { x, y, from, timer, held } = down
      clearTimeout(timer)
      down = null
      if (held || !(event.target instanceof Node) || !element.contains(event.target)) return
      if (Math.hypot(event.clientX - x, event.clientY - y) > TREMBLE) {
        const to = find(event)
        if (to.node !== from.node || to.x !== null) send({ type: 'drag', from, to }, from.node)
        return
      }
      send(press(from), from.node)
    }
    const dblclick = (event: MouseEvent) => {
      const at = find(event)
      send({ type: 'click', at, button: 'left', count: 2 }, at.node)
    }
    const contextmenu = (event: MouseEvent) => {
      event.preventDefault()
      // The key of this name has its own menu (Picture.tsx).
      if (event.button !== 2) return
      const at = find(event)
      const { node } = at
      if (event.shiftKey && node !== null) released(event, () => menu(node))
      else send({ type: 'click', at, button: 'right', count: 1 }, at.node)
    }
    const auxclick = (event: MouseEvent) => {
      if (event.button !== 1) return
      event.preventDefault()
      const at = find(event)
      send({ type: 'click', at, button: 'middle', count: 1 }, at.node)
    }
    const wheeled = (event: WheelEvent) => {
      if (event.ctrlKey) return
      if (!wheel && (scrolls(element, event) || event.timeStamp - scrolled < EDGE_MS)) {
        scrolled = event.timeStamp
        return
      }
      event.preventDefault()
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 40 : 1
      const sum = wheel ?? { dx: 0, dy: 0, at: find(event) }
      if (wheel) clearTimeout(wheel.timer)
      const next = { dx: sum.dx + event.deltaX * unit, dy: sum.dy + event.deltaY * unit, at: sum.at }
      const timer = setTimeout(() => {
        wheel = null
        const [dx, dy] = [Math.round(next.dx), Math.round(next.dy)]
        if (dx !== 0 || dy !== 0) send({ type: 'scroll', at: next.at, dx, dy }, next.at.node)
      }, WHEEL_MS)
      wheel = { ...next, timer }
    }
    element.addEventListener('pointerdown', pointerdown)
    element.addEventListener('dblclick', dblclick)
    element.addEventListener('contextmenu', contextmenu)
    element.addEventListener('auxclick', auxclick)
    element.addEventListener('wheel', wheeled, { passive: false })
    window.addEventListener('pointermove', moved)
    window.addEventListener('pointerup', pointerup)
    return () => {
      if (down) clearTimeout(down.timer)
      if (wheel) clearTimeout(wheel.timer)
      element.removeEventListener('pointerdown', pointerdown)
      element.removeEventListener('dblclick', dblclick)
      element.removeEventListener('contextmenu', contextmenu)
      element.removeEventListener('auxclick', auxclick)
      element.removeEventListener('wheel', wheeled)
      window.removeEventListener('pointermove', moved)
      window.removeEventListener('pointerup', pointerup)
    }
  }, [stage])
}

/** Calls `then` once no button is down: a menu that opens under a button chooses what it is let go over. */
function released({ buttons }: MouseEvent, then: () => void): void {
  if (buttons === 0) then()
  else window.addEventListener('pointerup', () => setTimeout(then), { once: true })
}

/** The editor that lies over the picture has its own clicks. */
function isOwn(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, button, [role="menu"]') !== null
}

/** A control is meant at its middle, whichever of its pixels was hit; in anything else the pixel counts. */
function where(event: MouseEvent, stage: HTMLElement | null, { screen, pixels }: PointerProps): Spot {
  const hit = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-node]') : null
  const named = hit ? Number(hit.dataset.node) : null
  if (!pixels || !stage) return named === null ? { node: null, x: null, y: null } : spotOf(screen, named)
  const box = stage.getBoundingClientRect()
  const x = Math.round(((event.clientX - box.left) / box.width) * pixels.width)
  const y = Math.round(((event.clientY - box.top) / box.height) * pixels.height)
  // A window's own ground hides what lies below it.
  const ground = named === null && event.target instanceof Element && event.target.closest('[data-ground]') !== null
  const node = named ?? (ground ? null : nodeAtPixel(screen, x, y))
  if (node === null) return { node, x, y }
  const { stops, kinds } = outlineOf(screen)
  return stops[node] && kinds[node] !== 'slider' ? spotOf(screen, node) : { node, x, y }
}

/** Whether something around the picture still scrolls that way. */
function scrolls(from: HTMLElement, { deltaX, deltaY }: WheelEvent): boolean {
  for (let element = from.parentElement; element; element = element.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(element)
    if (
      deltaY !== 0 &&
      /auto|scroll/.test(overflowY) &&
      room(element.scrollTop, element.scrollHeight - element.clientHeight, deltaY)
    )
      return true
    if (
      deltaX !== 0 &&
      /auto|scroll/.test(overflowX) &&
      room(element.scrollLeft, element.scrollWidth - element.clientWidth, deltaX)
    )
      return true
  }
  return false
}

function room(at: number, end: number, by: number): boolean {
  return by > 0 ? at < end - 1 : at > 0
}
