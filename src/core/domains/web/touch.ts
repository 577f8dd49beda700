// How a page is acted on: gestures and the browser's own buttons as calls of Playwright's MCP server where the page is an aria snapshot,
// else of BrowserGym.
import type { Gesture, ScreenCommand, Spot, Touch } from '../../observations/screens/gestures.ts'
import type { Screen } from '../../observations/screens/screen.ts'
import { writeCall } from '../python.ts'
import { pointOf, upward } from '../spots.ts'
import { writePlaywright } from './playwright.ts'
import { playwrightCallFor } from './playwright-touch.ts'
import { isField, isPressed, PARTS } from './touch-parts.ts'

export const touch: Touch = {
  frame: 'browser',
  formats: ['axtree', 'webarena', 'aria', 'html'],
  gesture: (gesture, screen) => (isAria(screen) ? playwrightCallFor(gesture, screen) : callFor(gesture, screen)),
  commands: [
    { name: 'back', title: 'Back', argument: null, action: either('go_back()', 'browser_navigate_back()') },
    {
      name: 'forward',
      title: 'Forward',
      argument: null,
      action: either('go_forward()', 'browser_navigate_forward()')
    },
    {
      name: 'goto',
      title: 'Go to an address',
      argument: { label: 'Address', placeholder: 'https://' },
      action: (argument, screen) =>
        isAria(screen)
          ? writePlaywright('browser_navigate', [['url', addressOf(argument)]])
          : writeCall('goto', [addressOf(argument)])
    },
    {
      name: 'new-tab',
      title: 'New tab',
      argument: null,
      action: either('new_tab()', 'browser_tabs(action="new")')
    },
    {
      name: 'tab',
      title: 'Switch to a tab',
      argument: { label: 'Number of the tab, from 0', placeholder: '0' },
      action: (argument, screen) => {
        const index = Math.max(0, Math.trunc(Number(argument)) || 0)
        return isAria(screen) ? `browser_tabs(action="select", index=${index})` : `tab_focus(${index})`
      }
    },
    // BrowserGym closes the tab that is shown, and no other.
    {
      name: 'close-tab',
      title: 'Close this tab',
      argument: null,
      action: either('tab_close()', 'browser_tabs(action="close")')
    },
    { name: 'wait', title: 'Wait', argument: null, action: either('noop()', 'browser_wait_for(time=1)') },
    {
      name: 'message',
      title: 'Answer the user',
      argument: { label: 'Message', placeholder: 'What was found or done' },
      action: (argument) => writeCall('send_msg_to_user', [argument])
    },
    {
      name: 'infeasible',
      title: 'Report infeasible',
      argument: { label: 'Reason', placeholder: 'Why it cannot be done' },
      action: (argument) => writeCall('report_infeasible', [argument])
    }
  ]
}

function isAria(screen: Screen | undefined): boolean {
  return screen?.format === 'aria'
}

function either(browsergym: string, playwright: string): ScreenCommand['action'] {
  return (_, screen) => (isAria(screen) ? playwright : browsergym)
}

/** The call for a gesture, or `null`: a long press takes several calls. */
function callFor(gesture: Gesture, screen: Screen): string | null {
  switch (gesture.type) {
    case 'click':
      return click(gesture, screen)
    case 'hover': {
      const ref = refOf(gesture.at, screen)
      if (ref !== null) return writeCall('hover', [ref])
      const point = pointOf(gesture.at, screen)
      return point && writeCall('mouse_move', [point.x, point.y])
    }
    case 'type':
      return type(gesture, screen)
    case 'select': {
      const ref = refOf(gesture.at, screen)
      const { options } = gesture
      const [first, ...others] = options
      if (ref === null || first === undefined) return null
      return writeCall('select_option', [ref, others.length ? options : first])
    }
    case 'key':
      return writeCall('keyboard_press', [gesture.key === ' ' ? 'Space' : gesture.key])
    case 'scroll':
      return writeCall('scroll', [Math.round(gesture.dx), Math.round(gesture.dy)])
    case 'drag': {
      const [from, to] = [refOf(gesture.from, screen), refOf(gesture.to, screen)]
      return from === null || to === null || from === to ? null : writeCall('drag_and_drop', [from, to])
    }
    case 'hold':
      return null
    default:
      return gesture satisfies never
  }
}

function click({ at, button, count }: Extract<Gesture, { type: 'click' }>, screen: Screen): string | null {
  const point = pointOf(at, screen)
  const mouse = button === 'left' ? [] : [button]
  // Only the mouse can double-click: dblclick(bid) is not among the 21.
  if (count === 2) return point && writeCall('mouse_dblclick', [point.x, point.y, ...mouse])
  const around = upward(at, screen)
  const named = around.find((node) => node.ref !== null && (node === around[0] || isPressed(node)))
  if (!named && point) return writeCall('mouse_click', [point.x, point.y, ...mouse])
  const ref = (named ?? around.find((node) => node.ref !== null && !PARTS.test(node.role)))?.ref ?? null
  return ref === null ? null : writeCall('click', [ref, ...mouse])
}

/**
 * One action cannot fill a field and press Enter. So the text comes first; Enter on a field that holds it already presses Enter.
 * Where the focus is, a line's end types Enter along with the text.
 */
function type({ at, text, enter }: Extract<Gesture, { type: 'type' }>, screen: Screen): string | null {
  if (at === null) {
    if (text === '') return enter ? writeCall('keyboard_press', ['Enter']) : null
    return writeCall('keyboard_type', [enter ? `${text}\n` : text])
  }
  const field = upward(at, screen).find((node) => node.ref !== null && isField(node))
  if (!field || field.ref === null) return null
  if (enter && (field.value ?? '') === text) {
    // Enter goes to what has the focus; a field that another took it from is clicked first.
    const focused = screen.nodes.find((node) => node.states.focused === true && isField(node))
    return focused && focused !== field ? writeCall('click', [field.ref]) : writeCall('keyboard_press', ['Enter'])
  }
  return writeCall('fill', [field.ref, text])
}

/** What an action can name: the node itself, or the nearest one that it lies in. */
function refOf(at: Spot, screen: Screen): string | null {
  return upward(at, screen).find((node) => node.ref !== null)?.ref ?? null
}

/** What a person types into an address bar, as an address. */
function addressOf(typed: string): string {
  const address = typed.trim()
  return /^[a-z][a-z\d+.-]*:(?!\d)/i.test(address) ? address : `https://${address}`
}
