// Actions of a phone in one line for the timeline.
import type { Screen } from '../../observations/screens/screen.ts'
import { brief } from '../brief.ts'
import { thing, thingAt } from '../things.ts'
import type { AndroidAction } from './actions.ts'
import type { AndroidCall } from './any.ts'
import type { CoordinateAction } from './coordinates.ts'
import type { DroidbotAction } from './droidbot.ts'
import type { PhoneAction, PhonePoint } from './phone.ts'

export function labelOf({ by, action }: AndroidCall, screen?: Screen): string {
  switch (by) {
    case 'androidworld':
      return labelWorld(action, screen)
    case 'coordinates':
      return labelCoordinates(action, screen)
    case 'droidrun':
      return labelPhone(action, screen)
    case 'droidbot':
      return labelDroidbot(action, screen)
    default:
      return by satisfies never
  }
}

function labelWorld(action: AndroidAction, screen?: Screen): string {
  switch (action.action_type) {
    case 'click':
      return `tap ${aim(action, screen)}`
    case 'double_tap':
      return `double tap ${aim(action, screen)}`
    case 'long_press':
      return `hold ${aim(action, screen)}`
    case 'input_text':
      return `type ${brief(action.text)}${within(aim(action, screen))}`
    case 'scroll':
    case 'swipe':
      return `${action.action_type} ${action.direction}${within(aim(action, screen))}`
    case 'keyboard_enter':
      return 'enter'
    case 'navigate_back':
      return 'back'
    case 'navigate_home':
      return 'home'
    case 'open_app':
      return `open ${action.app_name}`
    case 'answer':
      return `answer ${brief(action.text)}`
    case 'status':
      return `${action.goal_status}${action.text === undefined ? '' : ` ${brief(action.text)}`}`
    case 'wait':
    case 'unknown':
      return action.action_type
    default:
      return action satisfies never
  }
}

type Aim = { index?: number | undefined; x?: number | undefined; y?: number | undefined }

function aim({ index, x, y }: Aim, screen?: Screen): string {
  if (index !== undefined) return thing(screen, String(index)) ?? String(index)
  if (x === undefined || y === undefined) return ''
  const told = thingAt(screen, x, y)
  return `${told ? `${told} ` : ''}at ${x}, ${y}`
}

function within(where: string): string {
  if (!where) return ''
  return where.startsWith('at ') ? ` ${where}` : ` in ${where}`
}

function labelCoordinates(action: CoordinateAction, screen?: Screen): string {
  switch (action.action) {
    case 'click':
      return `tap ${aim(pixel(action), screen)}`
    case 'double_click':
      return `double tap ${aim(pixel(action), screen)}`
    case 'long_press':
      return `hold ${aim(pixel(action), screen)}`
    case 'swipe':
      return swipe(at(action.coordinate), at(action.coordinate2))
    case 'type':
      return `type ${brief(action.text)}`
    case 'key':
      return `press ${brief(action.text)}`
    case 'system_button':
      return action.button.toLowerCase()
    case 'open':
      return `open ${brief(action.text)}`
    case 'wait':
      return 'wait'
    case 'answer':
      return `answer ${brief(action.text)}`
    case 'terminate':
      return action.status
    default:
      return action satisfies never
  }
}

function at([x, y]: [number, number]): PhonePoint {
  return { x, y }
}

/** Where pixels are told beside the agent's own scale, they are what is on the screen. */
function pixel({
  coordinate,
  coordinate_abs: exact
}: {
  coordinate: [number, number]
  coordinate_abs?: unknown
}): PhonePoint {
  const [x, y] = Array.isArray(exact) ? exact : []
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : at(coordinate)
}

function swipe(from: PhonePoint, to: PhonePoint): string {
  return `swipe from ${from.x}, ${from.y} to ${to.x}, ${to.y}`
}

const TAPS = new Map([
  ['click', 'tap'],
  ['tap', 'tap'],
  ['double_tap', 'double tap'],
  ['long_press', 'hold']
])

function labelPhone({ name, index, from, to, text, button, status }: PhoneAction, screen?: Screen): string {
  const where = aim(index === null ? { ...from } : { index }, screen)
  switch (name) {
    case 'type':
      return `type ${brief(text)}${within(where)}`
    case 'swipe':
      return from && to ? swipe(from, to) : name
    case 'open_app':
      return `open ${brief(text)}`
    case 'system_button':
      return button.toLowerCase()
    case 'answer':
      return `answer ${brief(text)}`
    case 'terminate':
      return status
    default:
      return `${TAPS.get(name) ?? name} ${where}`.trim()
  }
}

const VERBS = { touch: 'tap', long_touch: 'hold', select: 'select', unselect: 'unselect' }

function labelDroidbot({ verb, element, direction, text }: DroidbotAction, screen?: Screen): string {
  const where = target(element, screen)
  switch (verb) {
    case 'kill_app':
      return 'close the app'
    case 'intent':
      return `start ${brief(text)}`
    case 'scroll':
      return `scroll ${direction}`
    case 'set_text':
      return `set ${where} to ${brief(text)}`
    default:
      return `${VERBS[verb]} ${where}`
  }
}

/** What the command says of its element, else what is there on the screen. */
function target(element: DroidbotAction['element'], screen?: Screen): string {
  const said = element?.text.trim() || element?.attributes.get('alt')
  if (said) return brief(said)
  const bounds = element?.bounds
  if (!bounds) return element?.tag ?? ''
  const { x, y, width, height } = bounds
  return aim({ x: Math.round(x + width / 2), y: Math.round(y + height / 2) }, screen)
}
