// The phone: AndroidWorld actions in, the screen's text out (spec/lwm-protocol, Domains; spec/formats 4.4).
import type { Domain, State } from '../../plugins.ts'
import type { Screen } from '../../screens/screen.ts'
import { brief } from '../brief.ts'
import { opening } from '../openings.ts'
import { screenWorld } from '../screen-world.ts'
import { thing, thingAt } from '../things.ts'
import { AndroidAction } from './actions.ts'
import { small } from './small.ts'
import { standard } from './standard.ts'
import { touch } from './touch.ts'
import { readWords } from './words.ts'

export const android: Domain = {
  ...screenWorld,
  id: 'android',
  title: 'Android',
  description: 'A phone: tap, swipe, type, open apps.',
  icon: 'phone',
  action: AndroidAction,
  fence: 'json',
  templates: [standard, small],
  format: (action) => JSON.stringify(action),
  read: (text) => AndroidAction.parse(JSON.parse(text)),
  // What is no action is refused when it is used, in words that teach.
  fromText: readWords,
  label: (action, screen) => labelOf(AndroidAction.parse(action), screen),
  initial: ({ initialState }) => ({ app: null, package: packageIn(initialState), opening: opening(initialState) }),
  fold(state, { action, observation }) {
    return look(state, AndroidAction.parse(action), observation.text)
  },
  start: 'phone-contacts',
  initialState: {
    hint: 'The first screen, as a list of UI elements, a uiautomator dump or HTML. Later screens use the same format.',
    placeholder:
      'Such as:\nUI element 0: {"index": 0, "text": "Contacts", "is_clickable": False, "is_long_clickable": False, "is_editable": False, "is_selected": False, "is_checked": False}\nUI element 1: {"index": 1, "text": "Ada Park", "is_clickable": True, "is_long_clickable": True, "is_editable": False, "is_selected": False, "is_checked": False}'
  },
  touch
}

function labelOf(action: AndroidAction, screen?: Screen): string {
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
      return action.goal_status
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

/** The app in front: named by what opened it, for as long as the screen's package stays the same. */
function look(state: State, action: AndroidAction, text: string): State {
  const found = packageIn(text) ?? state.package ?? null
  const left = action.action_type === 'navigate_home' || found !== state.package
  return {
    app: action.action_type === 'open_app' ? action.app_name : left ? null : (state.app ?? null),
    package: found,
    opening: opening(text) || (state.opening ?? '')
  }
}

/** The package of the first thing that is not the system's own bars. */
function packageIn(text: string): string | null {
  for (const [, a, b] of text.matchAll(/\bpackage(?:_name)?=["']([\w.]+)["']|"package_name": "([\w.]+)"/g)) {
    const name = a ?? b
    if (name && name !== 'com.android.systemui') return name
  }
  return null
}
