// The browser's interfaces: what calls of BrowserGym and of Playwright's MCP server ask for, and how each refuses.

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
    case 'mouse_move':
      return [{ do: 'look' }]
    case 'click':
      return isLeft && !list(given.get('modifiers')).join('') ? [{ do: 'click', at: target(), count: 1 }] : null
    case 'mouse_click': {
      const node = nodeAt(screen, Number(given.get('x')), Number(given.get('y')))
      return node !== null && isLeft ? [{ do: 'click', at: { node }, count: 1 }] : null
    }
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
const isNewer = (given: ReadonlyMap<string, PythonLiteral>): boolean => given.has('target')

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
    case 'browser_mouse_wheel':
    case 'browser_mouse_move_xy':
    case 'browser_console_messages':
      return tool === 'browser_console_messages' ? null : [{ do: 'look' }]
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
      return [{ do: 'back' }]
    case 'browser_navigate_forward':
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
        return field.type === 'slider' ? null : { do: 'fill', at: where, text: text(value) }
      })
      return intents.includes(null) ? null : (intents as Intent[])
    }
    default:
      return null
  }
}

const METHODS: [RegExp, browserGym: string, playwright: string][] = [
  [/^(?:fill|browser_type|browser_fill)/, 'fill', 'fill'],
  [/^(?:select_option|browser_select_option)/, 'select_option', 'selectOption'],
  [/^(?:hover|browser_hover)/, 'hover', 'hover'],
  [/./, 'click', 'click']
]

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
    const method = METHODS.find(([pattern]) => pattern.test(read?.tool ?? call)) ?? METHODS.at(-1)
    const said = read
      ? inPlaywright(refusal, method?.[2] ?? 'click', read.given)
      : inBrowserGym(refusal, method?.[1] ?? 'click', call)
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

function inBrowserGym(refusal: Refusal, method: string, call: string): string {
  if (refusal.why === 'missing' && !refusal.seen) return `ValueError: Could not find element with bid "${refusal.ref}"`
  const bid = text(argumentsOf(call).given.get('bid'))
  return failed(refusal, { locator: `Locator.${method}`, method, waiting: `get_by_test_id("${bid}")`, ms: 500 })
}

function inPlaywright(refusal: Refusal, method: string, given: ReadonlyMap<string, PythonLiteral>): string {
  if (refusal.why === 'missing')
    return `Error: Ref ${refusal.ref} not found in the current page snapshot. Try capturing new snapshot.`
  const ref = text(given.get('ref') ?? given.get('target'))
  // Newer servers name their own call in place of the locator's.
  const locator = isNewer(given) ? 'browserBackend.callTool' : `locator.${method}`
  return failed(refusal, { locator, method, waiting: `locator('aria-ref=${ref}')`, ms: 5000 })
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
    case 'no-number':
      return `Error: ${locator}: Error: Cannot type text into input[type=number]`
    case 'unknown-key':
      return `Error: ${locator.startsWith('Locator') ? 'Keyboard.press' : 'browserBackend.callTool'}: Unknown key: "${refusal.key}"`
    case 'malformed':
      return `Error: ${locator}: Error: Malformed value`
    default: {
      const kind = method.startsWith('select') ? 'select' : method
      const reason =
        why === 'no-option'
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
