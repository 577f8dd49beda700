// How a desktop is acted on: gestures as pyautogui code.
import type { Gesture, Touch } from '../../observations/screens/gestures.ts'
import type { Screen } from '../../observations/screens/screen.ts'
import { pixelOf, pointOf } from '../spots.ts'
import { write } from './code.ts'

export const touch: Touch = {
  frame: 'desktop',
  formats: ['osworld-table', 'osworld-table-old', 'osworld-xml'],
  gesture: codeFor,
  commands: [
    { name: 'wait', title: 'Wait', argument: null, action: () => 'WAIT' },
    { name: 'complete', title: 'Finished', argument: null, action: () => 'DONE' },
    { name: 'infeasible', title: 'Report infeasible', argument: null, action: () => 'FAIL' }
  ]
}

// What one notch of a wheel moves in most programs.
const NOTCH = 100

/** The code for a gesture; `null` where there is no point to do it at, and for what a mouse and keyboard have no one gesture for. */
function codeFor(gesture: Gesture, screen: Screen): string | null {
  switch (gesture.type) {
    case 'click': {
      const point = pointOf(gesture.at, screen)
      if (!point) return null
      return gesture.count === 2 ? write.doubleClick(point, gesture.button) : write.click(point, gesture.button)
    }
    case 'hover': {
      const point = pointOf(gesture.at, screen)
      return point && write.moveTo(point)
    }
    case 'type':
      return type(gesture, screen)
    case 'key':
      return write.keys(chord(gesture.key))
    case 'scroll': {
      const point = gesture.at && pointOf(gesture.at, screen)
      return write.scroll(notches(gesture.dx), notches(gesture.dy), point) || null
    }
    case 'drag': {
      const [from, to] = [pixelOf(gesture.from, screen), pixelOf(gesture.to, screen)]
      return from && to && (from.x !== to.x || from.y !== to.y) ? write.drag(from, to) : null
    }
    case 'hold':
    case 'select':
      return null
    default:
      return gesture satisfies never
  }
}

/** A field is clicked, what it holds is selected, so that the text replaces it. */
function type({ at, text, enter }: Extract<Gesture, { type: 'type' }>, screen: Screen): string | null {
  const lines: string[] = []
  if (at) {
    const point = pointOf(at, screen)
    if (!point) return null
    const node = at.node === null ? undefined : screen.nodes[at.node]
    lines.push(write.click(point))
    const holds = (node?.value ?? node?.text ?? '') !== ''
    if (holds) lines.push(write.keys(['Control', 'a']))
    if (holds && text === '') lines.push(write.keys(['Delete']))
  }
  if (text !== '') lines.push(write.text(text))
  if (enter) lines.push(write.keys(['Enter']))
  return lines.join('\n') || null
}

/** `Control+a` in its keys; a plus that is a key itself stands last (`Control++`). */
function chord(key: string): string[] {
  const parts = key.split('+')
  return key === '+' || key.endsWith('++') ? [...parts.slice(0, -2), '+'] : parts
}

/** Whole notches for pixels, at least one for any movement. */
function notches(pixels: number): number {
  return Math.sign(pixels) * (pixels ? Math.max(1, Math.round(Math.abs(pixels) / NOTCH)) : 0)
}
