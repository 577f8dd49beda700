// The browser's interfaces: what calls of BrowserGym and of Playwright's MCP server ask for, and how each refuses.

import { readScreen } from '../../observations/screens/readers/index.ts'
import type { Screen } from '../../observations/screens/screen.ts'
import type { PythonLiteral } from '../../text/python-values.ts'
import { ERROR_LINE, type Intent, type Intents, type Refusal } from '../intents.ts'
import { namedBy, nodeAt } from '../spots.ts'
import { argumentsOf } from './calls.ts'
import { readPlaywright } from './playwright.ts'
import { withCode, withoutCode } from './playwright-code.ts'

const text = (value: PythonLiteral | undefined): string => String(value ?? '')
const list = (value: PythonLiteral | undefined): string[] => (Array.isArray(value) ? value : [value ?? '']).map(text)

const browserGym = (action: string, screen: Screen): Intent[] | null => {
  const { name, given } = argumentsOf(action)
  const target = () => namedBy(screen, text(given.get('bid')))
  const isLeft = text(given.get('button') ?? 'left') === 'left'
  switch (name) {
    case 'noop':
    case 'scroll':
    case 'scroll_at':
    case 'mouse_move':
      return [{ do: 'look' }]
    case 'click':
    case 'dblclick':
      return isLeft && !list(given.get('modifiers')).join('')
        ? [{ do: 'click', at: target(), count: name === 'click' ? 1 : 2 }]
        : null
    case 'mouse_click':
    case 'mouse_dblclick': {
      const node = nodeAt(screen, Number(given.get('x')), Number(given.get('y')))
      return node !== null && isLeft ? [{ do: 'click', at: { node }, count: name === 'mouse_click' ? 1 : 2 }] : null
    }
    case 'check':
    case 'uncheck':
      return [{ do: 'check', at: target(), on: name === 'check' }]
    case 'clear':
      return [{ do: 'fill', at: target(), text: '' }]
    case 'focus':
      return [{ do: 'focus', at: target() }]
    case 'press':
      return [
        { do: 'focus', at: target(), forKey: true },
        { do: 'press', key: text(given.get('key_comb')) }
      ]
    case 'fill':
      return [{ do: 'fill', at: target(), text: text(given.get('value')) }]
    case 'select_option':
      return [{ do: 'select', at: target(), options: list(given.get('options')) }]
    case 'hover':
      return [{ do: 'hover', at: target() }]
    case 'drag_and_drop': {
      const end = (which: string) => namedBy(screen, text(given.get(which)))
      return [{ do: 'drag', at: end('from_bid'), to: end('to_bid') }]
    }
    case 'mouse_drag_and_drop': {
      const end = (which: string) => nodeAt(screen, Number(given.get(`${which}_x`)), Number(given.get(`${which}_y`)))
      const [node, to] = [end('from'), end('to')]
      return node === null || to === null ? null : [{ do: 'drag', at: { node }, to: { node: to } }]
    }
    case 'keyboard_press':
      return [{ do: 'press', key: text(given.get('key')) }]
    case 'keyboard_type':
      return [{ do: 'type', at: 'focus', text: text(given.get('text')) }]
    case 'go_back':
      return [{ do: 'back' }]
    case 'go_forward':
      return [{ do: 'forward' }]
    default:
      return null
  }
}

const isOn = (value: PythonLiteral | undefined): boolean => value === true || value === 'true'

/** Whether a call is one of Playwright's MCP server from 0.0.76 on, which calls the thing `target`. */
const isNewer = (given: ReadonlyMap<string, PythonLiteral>): boolean => {
  const fields = given.get('fields')
  const isField = (one: PythonLiteral) => typeof one === 'object' && one !== null && 'target' in one
  return given.has('target') || (Array.isArray(fields) && fields.some(isField))
}

const playwright = (
  { tool, given }: NonNullable<ReturnType<typeof readPlaywright>>,
  screen: Screen
): Intent[] | null => {
  const of = (record: (name: string) => PythonLiteral | undefined) =>
    namedBy(screen, text(record('ref') ?? record('target')).replace(/^aria-ref=/, ''))
  const target = () => of((name) => given.get(name))
  switch (tool) {
    case 'browser_snapshot':
    case 'browser_wait_for':
    case 'browser_wait':
    case 'browser_mouse_wheel':
    case 'browser_mouse_move_xy':
    case 'browser_move_mouse':
    case 'browser_screen_move_mouse':
      return [{ do: 'look' }]
    case 'browser_click':
      return text(given.get('button') ?? 'left') === 'left' && !given.get('modifiers')
        ? [{ do: 'click', at: target(), count: isOn(given.get('doubleClick')) ? 2 : 1 }]
        : null
    case 'browser_type': {
      const typed: Intent = isOn(given.get('slowly'))
        ? { do: 'type', at: target(), text: text(given.get('text')) }
        : { do: 'fill', at: target(), text: text(given.get('text')) }
      return isOn(given.get('submit')) ? [typed, { do: 'press', key: 'Enter' }] : [typed]
    }
    case 'browser_screen_type': {
      const typed: Intent = { do: 'type', at: 'focus', text: text(given.get('text')) }
      return isOn(given.get('submit')) ? [typed, { do: 'press', key: 'Enter' }] : [typed]
    }
    case 'browser_select_option':
      return [{ do: 'select', at: target(), options: list(given.get('values')), enabled: isNewer(given) }]
    case 'browser_hover':
      return [{ do: 'hover', at: target() }]
    case 'browser_drag': {
      const end = (which: string) => of((name) => given.get(which + name.charAt(0).toUpperCase() + name.slice(1)))
      return [{ do: 'drag', at: end('start'), to: end('end') }]
    }
    case 'browser_press_key':
      return [{ do: 'press', key: text(given.get('key')) }]
    case 'browser_navigate_back':
    case 'browser_go_back':
      return [{ do: 'back' }]
    case 'browser_navigate_forward':
    case 'browser_go_forward':
      return [{ do: 'forward' }]
    case 'browser_fill_form': {
      const fields = given.get('fields')
      if (!Array.isArray(fields)) return null
      const intents = fields.map((field): Intent | null => {
        if (typeof field !== 'object' || field === null || Array.isArray(field)) return null
        const where = of((name) => field[name])
        const value = field.value
        if (field.type === 'checkbox' || field.type === 'radio') return { do: 'check', at: where, on: isOn(value) }
        if (field.type === 'combobox') return { do: 'select', at: where, options: list(value) }
        return { do: 'fill', at: where, text: text(value) }
      })
      return intents.includes(null) ? null : (intents as Intent[])
    }
    default:
      return null
  }
}

/** The method of a locator that a call of BrowserGym comes to, where it is another than the call's name. */
const LOCATORS: Readonly<Record<string, string>> = { drag_and_drop: 'hover' }
const NAMED = new Set(['fill', 'select_option', 'hover', 'check', 'uncheck', 'clear', 'focus', 'press', 'dblclick'])

function methodOf(tool: string, given: ReadonlyMap<string, PythonLiteral>, { why }: Refusal): string {
  switch (tool) {
    case 'browser_type':
      return 'fill'
    case 'browser_fill_form':
      if (why === 'no-check' || why === 'no-uncheck') return 'setChecked'
      return why === 'no-list' || why === 'no-option' ? 'selectOption' : 'fill'
    case 'browser_select_option':
      return 'selectOption'
    case 'browser_hover':
      return 'hover'
    case 'browser_drag':
      return 'dragTo'
    default:
      return isOn(given.get('doubleClick')) ? 'dblclick' : 'click'
  }
}

/** What a method tries, where its log calls that another word. */
const ATTEMPTS: Readonly<Record<string, string>> = {
  ...{ select_option: 'select', selectOption: 'select', clear: 'fill' },
  ...{ check: 'click', uncheck: 'click', setChecked: 'click', dragTo: 'hover' }
}

const NEEDS: Record<string, string> = {
  click: 'visible, enabled and stable',
  fill: 'visible, enabled and editable',
  hover: 'visible and stable',
  select: 'visible and enabled'
}

export const intents: Intents<string> = {
  like: 'browser',
  saying: { without: withoutCode, with: withCode },
  read(call, screen) {
    const read = readPlaywright(call)
    return read ? playwright(read, screen) : browserGym(call, screen)
  },
  refuse(call, refusal, page) {
    const read = readPlaywright(call)
    const said = read
      ? refusal.why === 'modal'
        ? `Error: Tool "browser_${read.tool.replace(/^browser_/, '')}" does not handle the modal state.\n${refusal.said}`
        : inPlaywright(refusal, { method: methodOf(read.tool, read.given, refusal), given: read.given, page })
      : inBrowserGym(refusal, call)
    if (!read) return `${ERROR_LINE}${said}\n\n${page}`
    return /^### Page$/m.test(page) ? `### Error\n${said}` : `### Result\n${said}\n`
  }
}

/** Roles that Playwright's newer error is not about: they may be read-only. */
const READONLY_ROLES = new Set(
  'checkbox columnheader combobox grid gridcell listbox menuitemcheckbox menuitemradio radiogroup rowheader slider switch treegrid'.split(
    ' '
  )
)

function inBrowserGym(refusal: Refusal, call: string): string {
  if (refusal.why === 'missing' && !refusal.seen) return `ValueError: Could not find element with bid "${refusal.ref}"`
  const { name, given } = argumentsOf(call)
  const bid = refusal.why === 'missing' ? refusal.ref : text(given.get('bid') ?? given.get('from_bid'))
  const method = LOCATORS[name] ?? (NAMED.has(name) ? name : 'click')
  return failed(refusal, { locator: `Locator.${method}`, method, waiting: `get_by_test_id("${bid}")`, ms: 500 })
}

function inPlaywright(
  refusal: Refusal,
  { method, given, page }: { method: string; given: ReadonlyMap<string, PythonLiteral>; page: string }
): string {
  if (refusal.why === 'missing')
    return `Error: Ref ${refusal.ref} not found in the current page snapshot. Try capturing new snapshot.`
  const named = given.get('ref') ?? given.get('target')
  // A form's call names several things.
  const ref = named === undefined && 'node' in refusal ? refAt(page, refusal.node) : text(named)
  // Newer servers name their own call in place of the locator's.
  const locator = isNewer(given) ? 'browserBackend.callTool' : `locator.${method}`
  return failed(refusal, { locator, method, waiting: `locator('aria-ref=${ref}')`, ms: 5000 })
}

function refAt(page: string, node: number): string {
  const read = readScreen(page)
  return ('screen' in read ? read.screen.nodes[node]?.ref : null) ?? ''
}

function failed(
  refusal: Refusal,
  { locator, method, waiting, ms }: { locator: string; method: string; waiting: string; ms: number }
): string {
  const { why } = refusal
  switch (why) {
    case 'no-field': {
      const { role, input } = refusal
      if (input) return `Error: ${locator}: Error: Input of type "${input}" cannot be filled`
      // Playwright says more since it lets fields of its own kind be read-only; BrowserGym pins an older one.
      return !locator.startsWith('Locator') && !READONLY_ROLES.has(role)
        ? `Error: ${locator}: Error: Element is not an <input>, <textarea>, <select> or [contenteditable] and does not have a role allowing [aria-readonly]`
        : `Error: ${locator}: Error: Element is not an <input>, <textarea> or [contenteditable] element`
    }
    case 'no-list':
      return `Error: ${locator}: Error: Element is not a <select> element`
    case 'no-check':
      return `Error: ${locator}: Error: Not a checkbox or radio button`
    case 'no-uncheck':
      // The older Playwright of BrowserGym presses it and then finds it unchanged.
      return locator.startsWith('Locator')
        ? `Error: ${locator}: Clicking the checkbox did not change its state`
        : `Error: ${locator}: Cannot uncheck radio button. Radio buttons can only be unchecked by selecting another radio button in the same group.`
    case 'no-number':
      return `Error: ${locator}: Error: Cannot type text into input[type=number]`
    case 'unknown-key':
      // A press on a thing is tried again until its time is over.
      if (method === 'press')
        return [
          ...[`TimeoutError: ${locator}: Timeout ${ms}ms exceeded.`, 'Call log:', `  - waiting for ${waiting}`],
          `  - elementHandle.press("${text(refusal.given)}")`
        ].join('\n')
      return `Error: ${locator.startsWith('Locator') ? 'Keyboard.press' : 'browserBackend.callTool'}: Unknown key: "${refusal.key}"`
    case 'malformed':
      return `Error: ${locator}: Error: Malformed value`
    default: {
      const kind = ATTEMPTS[method] ?? method
      const reason =
        why === 'covered'
          ? `element is visible, enabled and stable\n    - scrolling into view if needed\n    - done scrolling\n    - ${refusal.by === 'label' ? '<label>…</label>' : '<div role="dialog">…</div>'} intercepts pointer events`
          : why === 'no-option'
            ? 'did not find some options'
            : why === 'option-disabled'
              ? 'option being selected is not enabled'
              : `element is not ${why === 'read-only' ? 'editable' : why === 'hidden' || why === 'missing' ? 'visible' : 'enabled'}`
      return [
        `TimeoutError: ${locator}: Timeout ${ms}ms exceeded.`,
        'Call log:',
        `  - waiting for ${waiting}`,
        `  - attempting ${kind === 'select' ? 'select option' : kind} action`,
        `    - waiting for element to be ${NEEDS[kind] ?? NEEDS.click}`,
        `    - ${reason}`
      ].join('\n')
    }
  }
}
