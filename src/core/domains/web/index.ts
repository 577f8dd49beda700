// The web: calls of BrowserGym or of Playwright's MCP server in, the page's text out.

import { z } from 'zod'
import type { Screen } from '../../observations/screens/screen.ts'
import type { PythonLiteral } from '../../text/python-values.ts'
import { brief } from '../brief.ts'
import { calledIn } from '../called.ts'
import type { DerivedState } from '../capabilities.ts'
import type { Domain } from '../domain.ts'
import { failingPage } from '../failing-screen.ts'
import { belowUser, userAbove } from '../intents.ts'
import { once } from '../once.ts'
import { opening } from '../openings.ts'
import { readCall } from '../python.ts'
import { screenWorld } from '../screen-world.ts'
import { tabNamed, thing, thingAt } from '../things.ts'
import { webTools } from './agent.ts'
import { argumentsOf, canonical } from './calls.ts'
import { intents } from './intents.ts'
import { navigationOf } from './navigation.ts'
import { readPlaywright } from './playwright.ts'
import { labelPlaywright } from './playwright-label.ts'
import { small, standard } from './prompts.ts'
import { touch } from './touch.ts'

/**
 * One call as a text, or as `action` (`action_str` in OpenEnv) of an object. BrowserGym's are kept in their canonical form, those of
 * Playwright's MCP server, which may be JSON, as they came.
 */
const WebAction = z.unknown().transform((given, context): string => {
  const inside = Wrapped.safeParse(given).data
  const object = inside?.name === undefined && inside?.function === undefined ? undefined : JSON.stringify(given)
  const call = typeof given === 'string' ? given : (inside?.action ?? inside?.action_str ?? object)
  try {
    if (call?.trim()) return readPlaywright(call) ? call.trim() : canonical(call)
    throw new SyntaxError("a web action is one call, as a text: click('a12')")
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    context.addIssue({ code: 'custom', message: error.message })
    return z.NEVER
  }
})

const Wrapped = z.object({
  action: z.string().optional(),
  action_str: z.string().optional(),
  name: z.string().optional(),
  function: z.unknown().optional()
})

export const web: Domain<string> = {
  ...screenWorld,
  id: 'web',
  title: 'Web',
  description: 'A page in a browser: click, type, scroll, open tabs.',
  icon: 'browser',
  door: 'page',
  action: WebAction,
  fence: () => '',
  templates: [standard, small],
  format: (call) => call,
  toolOf: calledIn,
  says(call) {
    return calledIn(call) === 'send_msg_to_user' ? shown(argumentsOf(call).given.get('text')) : null
  },
  hears: { shown: belowUser, answerIn: userAbove },
  read: (text) => WebAction.parse(text),
  // Invalid input is kept as it is; the step refuses it with an explanation.
  fromText: (line) => (line.trim() === '' ? 'noop()' : (WebAction.safeParse(line).data ?? line)),
  label: labelOf,
  fail: failingPage,
  initial: ({ initialState }) => look({ url: null, title: null, tabs: null, opening: '' }, initialState, 'noop()'),
  fold: (state, { action, observation }) => look(state, observation.text, action),
  initialState: {
    start: 'pottery-shop',
    hint: 'The first page, as a BrowserGym accessibility tree, a Playwright aria snapshot or HTML, with the URL and tabs above it. Later pages use the same format.',
    placeholder:
      "Such as:\nURL: https://shop.example/\nTab 0 (current): Shop\n\nRootWebArea 'Shop', focused\n\t[14] link 'Cart (2)', clickable\n\t[a7] textbox 'Search', clickable"
  },
  screen: {
    ...touch,
    intents,
    navigation: navigationOf,
    aim(call) {
      const { by, given } = readCallOnce(call)
      const aim = by === 'browsergym' ? given.get('bid') : null
      return typeof aim === 'string' ? aim : null
    }
  },
  agents: { tools: webTools },
  task: {
    concludes(call) {
      const name = calledIn(call)
      return name === 'send_msg_to_user' ? true : name === 'report_infeasible' ? false : null
    }
  }
}

/** A call of either kind. */
const readCallOnce = once((call: string) => {
  const playwright = readPlaywright(call)
  return playwright
    ? { by: 'playwright' as const, given: playwright.given, call: playwright }
    : { by: 'browsergym' as const, ...argumentsOf(call) }
})

function labelOf(action: string, screen?: Screen): string {
  const read = readCallOnce(action)
  if (read.by === 'playwright') return labelPlaywright(read.call, screen)
  const { name, given } = read
  const show = (key: string) => shown(given.get(key))
  const named = thing(screen, show('bid'))
  const it = named ?? show('bid')
  const options = listOf(given.get('options')).map(brief).join(', ')
  const at = `at ${show('x')}, ${show('y')}`
  const point = [given.has('x') && thingAt(screen, Number(show('x')), Number(show('y'))), at].filter(Boolean).join(' ')
  const button = given.get('button') === 'left' ? '' : `${show('button')} `
  switch (name) {
    case 'noop':
      return given.get('wait_ms') === 1000 ? 'wait' : `wait ${show('wait_ms')} ms`
    case 'click':
      return `${[...listOf(given.get('modifiers')), ''].join('+')}${button}click ${it}`
    case 'fill':
      if (given.get('value') === '') return `clear ${it}`
      return `fill ${it}${named ? ' with' : ''} ${brief(show('value'))}`
    case 'select_option':
      return named ? `select ${options} in ${named}` : `select ${it} ${options}`
    case 'hover':
    case 'check':
    case 'uncheck':
    case 'clear':
    case 'focus':
      return `${name} ${it}`
    case 'dblclick':
      return `${[...listOf(given.get('modifiers')), ''].join('+')}${button}double-click ${it}`
    case 'press':
      return `press ${show('key_comb')} in ${it}`
    case 'drag_and_drop':
      return `drag ${thing(screen, show('from_bid')) ?? show('from_bid')} to ${thing(screen, show('to_bid')) ?? show('to_bid')}`
    case 'mouse_drag_and_drop':
      return `drag from ${show('from_x')}, ${show('from_y')} to ${show('to_x')}, ${show('to_y')}`
    case 'keyboard_press':
      return `press ${show('key')}`
    case 'keyboard_type':
      return `type ${brief(show('text'))}`
    case 'mouse_move':
      return `move to ${point.replace(/^at /, '')}`
    case 'mouse_click':
      return `${button}click ${point}`
    case 'mouse_dblclick':
      return `${button}double-click ${point}`
    case 'mouse_down':
      return `hold ${button}button ${point.startsWith('at') ? '' : 'on '}${point}`
    case 'mouse_up':
      return `let go ${point.startsWith('at') ? '' : 'on '}${point}`
    case 'scroll':
      return labelScroll(Number(given.get('delta_x')), Number(given.get('delta_y')))
    case 'scroll_at':
      return `${labelScroll(Number(given.get('dx')), Number(given.get('dy')))} ${point}`
    case 'goto':
      return `go to ${show('url')}`
    case 'go_back':
      return 'back'
    case 'go_forward':
      return 'forward'
    case 'new_tab':
      return 'new tab'
    case 'tab_focus':
      return `tab ${tabNamed(screen, Number(show('index'))) ?? show('index')}`
    case 'tab_close':
      return 'close tab'
    case 'send_msg_to_user':
      return `say ${brief(show('text'))}`
    case 'report_infeasible':
      return `infeasible ${brief(show('reason'))}`
    default:
      return action
  }
}

function shown(value: PythonLiteral | undefined): string {
  return Array.isArray(value) ? value.map(shown).join(', ') : String(value ?? '')
}

function listOf(value: PythonLiteral | undefined): string[] {
  return (Array.isArray(value) ? value : [value]).map(shown)
}

function labelScroll(dx: number, dy: number): string {
  const ways = [dy && `${dy > 0 ? 'down' : 'up'} ${Math.abs(dy)}`, dx && `${dx > 0 ? 'right' : 'left'} ${Math.abs(dx)}`]
  return `scroll ${ways.filter(Boolean).join(', ') || 'nowhere'}`
}

// Address, title and tabs stand above the page, or in its first tags.
const HEAD = 6000

/** Address, title and number of tabs, as far as the page tells them. */
function look(state: DerivedState, text: string, call: string): DerivedState {
  const head = text.slice(0, HEAD)
  const tabs = new Set(
    [...head.matchAll(/(?:^|\| )Tab (\d+)(?: \([^()\n]*\))?:|^- (\d+): (?:\(current\) )?\[/gm)].map(
      ([, a, b]) => a ?? b
    )
  ).size
  const title = titleIn(head) ?? state.title ?? null
  const told = /^[- \t]*(?:(?:Current )?Page )?URL:[ \t]*(\S+)/im.exec(head)?.[1]
  // Without an address on the page, what was opened is known, and what a page is that looks the same.
  const guess = openedBy(call) ?? (title === state.title ? (state.url ?? null) : null)
  return {
    url: told ?? guess,
    title,
    tabs: tabs || (state.tabs ?? null),
    opening: opening(text) || (state.opening ?? '')
  }
}

/** The address that a call opens. */
function openedBy(call: string): string | null {
  const read = readCallOnce(call)
  const goes = read.by === 'playwright' ? read.call.tool === 'browser_navigate' : read.name === 'goto'
  return goes ? shown(read.given.get('url')) : null
}

function titleIn(head: string): string | undefined {
  const root = /\bRootWebArea ((?:'(?:[^'\\\n]|\\.)*')|(?:"(?:[^"\\\n]|\\.)*"))/.exec(head)?.[1]
  if (root) return String(readCall(`title(${root})`).positional[0])
  const line =
    /^[- \t]*Page Title:[ \t]*(.*)/im.exec(head)?.[1] ??
    // Some say the address behind the title, and the other tabs behind that.
    /^Tab \d+ \(current\): (.*?)(?: \([a-z][\w+.-]*:\S*\))?(?: \| Tab \d.*)?$/m.exec(head)?.[1]
  return (line ?? /<title>([^<]*)<\/title>/i.exec(head)?.[1])?.trim()
}
