// The phone: the actions of several agents in, the screen's text out.

import type { Action } from '../../tree/model.ts'
import { calledIn } from '../called.ts'
import type { DerivedState } from '../capabilities.ts'
import type { Domain } from '../domain.ts'
import { failingApp } from '../failing-screen.ts'
import { belowUser, userAbove } from '../intents.ts'
import { opening } from '../openings.ts'
import { screenWorld } from '../screen-world.ts'
import { androidTools } from './agent.ts'
import { AnyAction, readAny, told } from './any.ts'
import { commandOf } from './commands.ts'
import { intents } from './intents.ts'
import { labelOf } from './label.ts'
import { isPhone } from './phone.ts'
import { small, standard } from './prompts.ts'
import { touch } from './touch.ts'
import { readWords } from './words.ts'

export const android: Domain = {
  ...screenWorld,
  id: 'android',
  title: 'Android',
  description: 'A phone: tap, swipe, type, open apps.',
  icon: 'phone',
  door: 'phone',
  action: AnyAction,
  // As AgentWorldBench tags each agent's fences.
  fence: (action) => (typeof action !== 'string' ? 'json' : isPhone(action) ? 'xml' : 'text'),
  templates: [standard, small],
  format: (action) => (typeof action === 'string' ? action : JSON.stringify(action)),
  read: readAny,
  toolOf(action) {
    if (typeof action === 'string') return calledIn(action)
    const { action_type: type, action: name } = Object(action)
    return typeof type === 'string' ? type : typeof name === 'string' ? name : null
  },
  says(action) {
    if (typeof action === 'string') return null
    const { action_type: type, action: name, text } = Object(action)
    return (type ?? name) === 'answer' ? String(text ?? '') : null
  },
  hears: { shown: belowUser, answerIn: userAbove },
  // Invalid input is kept as it is; the step refuses it with an explanation.
  fromText: readWords,
  label: (action, screen) => labelOf(told(action), screen),
  fail: failingApp,
  initial: ({ initialState }) => ({ app: null, package: packageIn(initialState), opening: opening(initialState) }),
  fold(state, { action, observation }) {
    return look(state, action, observation.text)
  },
  initialState: {
    start: 'phone-contacts',
    hint: "The first screen, as a list of UI elements, DroidRun's or DroidBot's state, a uiautomator dump or HTML. Later screens use the same format.",
    placeholder:
      'Such as:\nUI element 0: {"index": 0, "text": "Contacts", "is_clickable": False, "is_long_clickable": False, "is_editable": False, "is_selected": False, "is_checked": False}\nUI element 1: {"index": 1, "text": "Ada Park", "is_clickable": True, "is_long_clickable": True, "is_editable": False, "is_selected": False, "is_checked": False}'
  },
  screen: {
    ...touch,
    intents,
    phone: commandOf,
    aim(given) {
      const { by, action } = told(given)
      return by === 'androidworld' && 'index' in action && action.index !== undefined ? String(action.index) : null
    }
  },
  agents: { tools: androidTools },
  task: {
    concludes(action) {
      const { goal_status: goal, status } = Object(action)
      const said = goal ?? status
      return said === undefined ? null : said === 'complete' || said === 'success'
    }
  }
}

/** The app in front: named by what opened it, for as long as the screen's package stays the same. */
function look(state: DerivedState, action: Action, text: string): DerivedState {
  const found = packageIn(text) ?? state.package ?? null
  const { opens, leaves } = moveOf(action)
  const left = leaves || found !== state.package
  return {
    app: opens ?? appIn(text) ?? (left ? null : (state.app ?? null)),
    package: found,
    opening: opening(text) || (state.opening ?? '')
  }
}

/** The app that the action opens by its name, and whether it leaves the app in front. */
function moveOf(given: Action): { opens: string | null; leaves: boolean } {
  const { by, action } = told(given)
  const to = (opens: string) => ({ opens, leaves: true })
  switch (by) {
    case 'androidworld':
      if (action.action_type === 'open_app') return to(action.app_name)
      return { opens: null, leaves: action.action_type === 'navigate_home' }
    case 'coordinates':
      if (action.action === 'open') return to(action.text)
      return { opens: null, leaves: action.action === 'system_button' && action.button.toLowerCase() === 'home' }
    case 'droidrun':
      if (action.name === 'open_app') return to(action.text)
      return { opens: null, leaves: action.name === 'system_button' && action.button.toLowerCase() === 'home' }
    case 'droidbot':
      return { opens: null, leaves: action.verb === 'kill_app' || action.verb === 'intent' }
    default:
      return by satisfies never
  }
}

// The state's lines stand above the elements.
const HEAD = 2000

/** DroidRun's `• **App:** Notes (com.example.notes)`; DroidBot's line has the package alone. */
function appLine(text: string): { name: string | null; package: string | null } {
  const said = /^• \*\*App:\*\* ([^\n]{1,300})$/m.exec(text.slice(0, HEAD))?.[1]?.trim() ?? ''
  const bracket = said.endsWith(')') ? said.lastIndexOf(' (') : -1
  if (bracket >= 0) return { name: said.slice(0, bracket), package: said.slice(bracket + 2, -1) }
  return /^[\w]+(?:\.[\w]+)+$/.test(said) ? { name: null, package: said } : { name: said || null, package: null }
}

const appIn = (text: string) => appLine(text).name

/** The package that the state names, else that of the first thing that is not the system's own bars. */
function packageIn(text: string): string | null {
  const stated = appLine(text).package
  if (stated) return stated
  for (const [, a, b, c] of text.matchAll(PACKAGE)) {
    const name = a ?? b ?? c
    if (name && name !== 'com.android.systemui' && name !== 'android') return name
  }
  return null
}

const PACKAGE =
  /\bpackage(?:_name)?=["']([\w.]+)["']|"package_name": "([\w.]+)"|\b(?:res|id)="([A-Za-z][\w.]{0,200}):id\//g
