// Gestures on DroidBot's tree as its commands, which name an element by its bounds.
import type { Gesture, Spot } from '../../observations/screens/gestures.ts'
import type { PixelBounds, Screen, ScreenNode } from '../../observations/screens/screen.ts'
import { directionOf, upward } from '../spots.ts'
import { writeElement } from './droidbot.ts'

/** The command for a gesture, or `null`: it has none for keys, drags, double taps and points where nothing is. */
export function droidbotFor(gesture: Gesture, screen: Screen): string | null {
  switch (gesture.type) {
    case 'click': {
      const node = nodeAt(gesture.at, screen)
      if (!node || gesture.button !== 'left' || gesture.count === 2) return null
      if (node.states.checked === undefined) return command('touch', node, screen)
      return command(node.states.checked === true ? 'unselect' : 'select', node, screen)
    }
    case 'hold': {
      const node = nodeAt(gesture.at, screen)
      return node && command('long_touch', node, screen)
    }
    case 'type': {
      const focused = screen.nodes.findIndex((node) => node.states.focused === true && node.value !== null)
      const spot = gesture.at ?? { node: focused, x: null, y: null }
      const field = upward(spot, screen).find((node) => node.value !== null && node.bounds)
      // A command stands on its own: it has no blanks at its ends.
      const text = gesture.text.trim()
      if (!field || (!text && !field.value)) return null
      return `${command('set_text', field, screen)} ${text}`.trimEnd()
    }
    case 'scroll': {
      const direction = directionOf(gesture.dx, gesture.dy)
      if (!direction) return null
      const pane = gesture.at && upward(gesture.at, screen).find(({ states, bounds }) => states.scrollable && bounds)
      const bounds = pane?.bounds ?? whole(screen)
      return bounds && `scroll ${direction} ${writeElement('scrollbar', bounds, '')}`
    }
    case 'drag':
    case 'key':
    case 'hover':
    case 'select':
      return null
    default:
      return gesture satisfies never
  }
}

/** What is pressed: the thing itself, or the nearest one around it that answers to a press. */
function nodeAt(at: Spot, screen: Screen): ScreenNode | null {
  const around = upward(at, screen).filter(({ bounds }) => bounds)
  return around.find(({ states }) => states.clickable === true) ?? around[0] ?? null
}

function command(verb: string, node: ScreenNode, screen: Screen): string | null {
  const { bounds, value, states, role } = node
  const tag =
    value !== null ? 'input' : states.checked !== undefined ? 'checkbox' : role === 'statictext' ? 'p' : 'button'
  return bounds && `${verb} ${writeElement(tag, bounds, value ?? wordsOf(node, screen))}`
}

/** What the element says, else the first words of what lies in it: a row is called by its title. */
function wordsOf(node: ScreenNode, { nodes }: Screen): string {
  const own = node.name || node.text
  if (own) return own
  const index = nodes.indexOf(node)
  const inside = new Set([index])
  // What lies in a node follows it, up to the first that lies outside.
  for (let at = index + 1, next = nodes[at]; next && inside.has(next.parent); next = nodes[++at]) {
    inside.add(at)
    if (next.name) return next.name
  }
  return ''
}

function whole({ width, height }: Screen): PixelBounds | null {
  return width === null || height === null ? null : { x: 0, y: 0, width, height }
}
