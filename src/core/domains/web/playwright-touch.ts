// How a page that is told as an aria snapshot is acted on: gestures as calls of Playwright's MCP server.
import type { Gesture, Spot } from '../../observations/screens/gestures.ts'
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import type { PythonLiteral } from '../../text/python-values.ts'
import { pointOf, upward } from '../spots.ts'
import { writePlaywright } from './playwright.ts'
import { isField, isPressed, PARTS } from './touch-parts.ts'

type Given = [name: string, value: PythonLiteral][]

/** The call for a gesture, or `null`: long presses, and typing where no field has the focus. */
export function playwrightCallFor(gesture: Gesture, screen: Screen): string | null {
  switch (gesture.type) {
    case 'click': {
      const { at, button, count } = gesture
      const how: Given = [
        ...(count === 2 ? ([['doubleClick', true]] as Given) : []),
        ...(button === 'left' ? [] : ([['button', button]] as Given))
      ]
      const node = clicked(at, screen)
      if (node) return writePlaywright('browser_click', [...aimed(node), ...how])
      const point = how.length ? null : pointOf(at, screen)
      return (
        point &&
        writePlaywright('browser_mouse_click_xy', [
          ['element', 'page'],
          ['x', point.x],
          ['y', point.y]
        ])
      )
    }
    case 'hover':
      return on('browser_hover', named(gesture.at, screen))
    case 'type':
      return type(gesture, screen)
    case 'select':
      return gesture.options.length
        ? on('browser_select_option', named(gesture.at, screen), [['values', gesture.options]])
        : null
    case 'key':
      return writePlaywright('browser_press_key', [['key', gesture.key === ' ' ? 'Space' : gesture.key]])
    case 'scroll':
      return writePlaywright('browser_mouse_wheel', [
        ['deltaX', Math.round(gesture.dx)],
        ['deltaY', Math.round(gesture.dy)]
      ])
    case 'drag': {
      const [from, to] = [named(gesture.from, screen), named(gesture.to, screen)]
      if (!from || !to || from === to) return null
      return writePlaywright('browser_drag', [...aimed(from, 'start'), ...aimed(to, 'end')])
    }
    case 'hold':
      return null
    default:
      return gesture satisfies never
  }
}

function type({ at, text, enter }: Extract<Gesture, { type: 'type' }>, screen: Screen): string | null {
  if (at === null && text === '') return enter ? writePlaywright('browser_press_key', [['key', 'Enter']]) : null
  const field =
    at === null
      ? screen.nodes.find((node) => node.ref !== null && isField(node) && isActive(node))
      : upward(at, screen).find((node) => node.ref !== null && isField(node))
  if (!field) return at === null && text.length === 1 ? writePlaywright('browser_press_key', [['key', text]]) : null
  // The tool replaces what the field holds; what is typed where the focus is goes behind it.
  const whole = at === null ? (field.value ?? '') + text : text
  return on('browser_type', field, [['text', whole], ...(enter ? ([['submit', true]] as Given) : [])])
}

const isActive = ({ states }: ScreenNode): boolean => states.focused === true || states.active === true

function on(tool: string, node: ScreenNode | null, more: Given = []): string | null {
  return node && writePlaywright(tool, [...aimed(node), ...more])
}

/** The words and the ref that name an element: `element="Sign in link", ref="e12"`. */
function aimed(node: ScreenNode, which: '' | 'start' | 'end' = ''): Given {
  const words = `${node.name || node.text} ${node.role}`.replace(/\s+/g, ' ').trim()
  const [element, ref] = which ? [`${which}Element`, `${which}Ref`] : ['element', 'ref']
  return [
    [element, words],
    [ref, node.ref ?? '']
  ]
}

/** What a click is aimed at: the thing itself, or what is pressed by pressing it, before any other that it lies in. */
function clicked(at: Spot, screen: Screen): ScreenNode | null {
  const around = upward(at, screen)
  const pressed = around.find((node) => node.ref !== null && (node === around[0] || isPressed(node)))
  return pressed ?? around.find((node) => node.ref !== null && !PARTS.test(node.role)) ?? null
}

function named(at: Spot, screen: Screen): ScreenNode | null {
  return upward(at, screen).find((node) => node.ref !== null) ?? null
}
