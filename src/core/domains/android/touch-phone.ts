// Gestures on DroidRun's state as calls of its `phone` tool.
import type { Gesture, Spot } from '../../observations/screens/gestures.ts'
import type { Screen } from '../../observations/screens/screen.ts'
import { directionOf, pixelOf, pointOf, upward } from '../spots.ts'
import { type PhonePoint, writePhone } from './phone.ts'

/** The call for a gesture, or `null`: a finger has no second button, does not hover, and chooses by tapping. */
export function phoneFor(gesture: Gesture, screen: Screen): string | null {
  switch (gesture.type) {
    case 'click': {
      if (gesture.button !== 'left') return null
      return aimed(gesture.count === 2 ? 'double_tap' : 'click', gesture.at, screen)
    }
    case 'hold':
      return aimed('long_press', gesture.at, screen)
    case 'type':
      return type(gesture, screen)
    case 'key':
      if (gesture.key === 'Enter') return writePhone({ action: 'system_button', button: 'enter' })
      return gesture.key === 'Escape' ? writePhone({ action: 'system_button', button: 'back' }) : null
    case 'scroll': {
      const direction = directionOf(gesture.dx, gesture.dy)
      return direction && swiped(direction, screen)
    }
    case 'drag': {
      const [from, to] = [pixelOf(gesture.from, screen), pixelOf(gesture.to, screen)]
      return from && to && (from.x !== to.x || from.y !== to.y) ? swipe(from, to) : null
    }
    case 'hover':
    case 'select':
      return null
    default:
      return gesture satisfies never
  }
}

function aimed(action: string, at: Spot, screen: Screen): string | null {
  const target = targetOf(at, screen)
  return target && writePhone({ action, ...target })
}

function type({ at, text, enter }: Extract<Gesture, { type: 'type' }>, screen: Screen): string | null {
  const target = at ? targetOf(at, screen) : {}
  const held = at && upward(at, screen)[0]?.value
  // A text that ends its own parameter could not be read back.
  if (!target || text.includes('</parameter>')) return null
  if (text === '' && !held) return enter ? writePhone({ action: 'system_button', button: 'enter' }) : null
  return writePhone({ action: 'type', ...target, text })
}

/** What a call is aimed at: the index of the thing, or of the nearest one that it lies in; else the point. */
function targetOf(at: Spot, screen: Screen): { index: number } | { coordinate: PhonePoint } | null {
  const ref = upward(at, screen).find((node) => node.ref !== null && /^\d+$/.test(node.ref))?.ref
  if (ref) return { index: Number(ref) }
  const coordinate = pointOf(at, screen)
  return coordinate && { coordinate }
}

const swipe = (coordinate: PhonePoint, coordinate2: PhonePoint) =>
  writePhone({ action: 'swipe', coordinate, coordinate2 })

// A phone's screen in pixels, where no element tells its size.
const USUAL = { width: 1080, height: 2400 }

/** The finger moves against what is shown next, over the middle half of the screen. */
function swiped(direction: 'up' | 'down' | 'left' | 'right', screen: Screen): string {
  const [width, height] = [screen.width ?? USUAL.width, screen.height ?? USUAL.height]
  const part = (share: number) => ({ x: Math.round(width * share), y: Math.round(height * share) })
  const [near, middle, far] = [part(0.25), part(0.5), part(0.75)]
  switch (direction) {
    case 'down':
      return swipe({ x: middle.x, y: far.y }, { x: middle.x, y: near.y })
    case 'up':
      return swipe({ x: middle.x, y: near.y }, { x: middle.x, y: far.y })
    case 'right':
      return swipe({ x: far.x, y: middle.y }, { x: near.x, y: middle.y })
    case 'left':
      return swipe({ x: near.x, y: middle.y }, { x: far.x, y: middle.y })
    default:
      return direction satisfies never
  }
}
