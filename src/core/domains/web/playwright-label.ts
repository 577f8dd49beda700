// Playwright MCP's calls in the few words that a timeline has room for.
import type { Screen } from '../../observations/screens/screen.ts'
import type { PythonLiteral } from '../../text/python-values.ts'
import { brief } from '../brief.ts'
import { tabNamed, thing } from '../things.ts'
import type { PlaywrightCall } from './playwright.ts'

export function labelPlaywright({ tool, given }: PlaywrightCall, screen?: Screen): string {
  const name = tool.slice('browser_'.length)
  const text = (key: string) => shown(given.get(key))
  const it = () => target(given, ['ref', 'target', 'selector'], 'element', screen)
  const point = () => `at ${text('x')}, ${text('y')}`
  switch (name) {
    case 'click': {
      const button = [undefined, null, 'left'].includes(asText(given.get('button'))) ? '' : `${text('button')} `
      const double = String(given.get('doubleClick')) === 'true' ? 'double-' : ''
      const held = [given.get('modifiers') ?? []].flat().map((key) => `${shown(key)}+`)
      return `${held.join('')}${button}${double}click ${it() || point()}`
    }
    case 'type':
      return `fill ${it()} with ${brief(text('text'))}${String(given.get('submit')) === 'true' ? ' and press Enter' : ''}`
    case 'hover':
      return `hover ${it()}`
    case 'select_option':
      return `select ${[given.get('values') ?? []]
        .flat()
        .map((one) => brief(shown(one)))
        .join(', ')} in ${it()}`
    case 'drag': {
      const from = target(given, ['startRef', 'startTarget', 'startSelector'], 'startElement', screen)
      return `drag ${from} to ${target(given, ['endRef', 'endTarget', 'endSelector'], 'endElement', screen)}`
    }
    case 'fill_form':
      return `fill form ${fields(given.get('fields'), screen)}`.trim()
    case 'press_key':
      return `press ${text('key')}`
    case 'navigate':
      return `go to ${text('url')}`
    case 'navigate_back':
    case 'go_back':
      return 'back'
    case 'navigate_forward':
    case 'go_forward':
      return 'forward'
    case 'wait':
    case 'wait_for': {
      const gone = text('textGone') && `until ${brief(text('textGone'))} is gone`
      return `wait ${(text('text') && `for ${brief(text('text'))}`) || gone || `${text('time')} s`}`
    }
    case 'tab_new':
      return 'new tab'
    case 'tabs':
      if (text('action') === 'new' || text('action') === 'create') return 'new tab'
      if (text('action') === 'close') return `close tab ${tab(given, screen)}`.trim()
      return text('action') === 'select' ? `tab ${tab(given, screen)}` : `${text('action')} tabs`
    case 'tab_select':
      return `tab ${tab(given, screen)}`
    case 'tab_close':
      return `close tab ${tab(given, screen)}`.trim()
    case 'evaluate':
      return `evaluate ${brief(text('function'))}`
    case 'screen_click':
    case 'mouse_click_xy':
      return `click ${point()}`
    case 'screen_move_mouse':
    case 'move_mouse':
    case 'mouse_move_xy':
      return `move to ${text('x')}, ${text('y')}`
    case 'handle_dialog':
      return `${String(given.get('accept')) === 'true' ? 'accept' : 'dismiss'} dialog`
    default:
      return [name.replaceAll('_', ' '), ...[...given.values()].map(shown).filter(Boolean).map(brief)].join(' ')
  }
}

/** What is aimed at: its words on the screen, else the agent's, else its ref; and what is there where the ref is not. */
function target(given: Map<string, PythonLiteral>, keys: string[], told: string, screen?: Screen): string {
  const ref = shown(given.get(keys.find((key) => given.has(key)) ?? ''))
  const described = shown(given.get(told))
  const words = thing(screen, ref) ?? (described ? brief(described) : ref)
  const missing = screen && ref ? nearestRefs(ref, screen) : null
  return missing ? `${words} (${ref} is not on this page; nearest: ${missing})` : words
}

const REF = /^((?:f\d+|s\d+)?e)(\d+)$/
const MOST = 3

/** The refs on the screen whose numbers are nearest; `null` where the ref is there, is none, or nothing there has any. */
function nearestRefs(ref: string, { nodes }: Screen): string | null {
  const wanted = REF.exec(ref)
  if (!wanted || nodes.some((node) => node.ref === ref)) return null
  const far = (other: string) => {
    const [, kind, number] = REF.exec(other) ?? []
    return kind === wanted[1] ? Math.abs(Number(number) - Number(wanted[2])) : Number.POSITIVE_INFINITY
  }
  const near = nodes
    .flatMap((node) => (node.ref === null ? [] : [{ ref: node.ref, far: far(node.ref) }]))
    .filter((one) => Number.isFinite(one.far))
    .sort((a, b) => a.far - b.far)
  return near.length
    ? near
        .slice(0, MOST)
        .map((one) => one.ref)
        .join(', ')
    : null
}

function tab(given: Map<string, PythonLiteral>, screen?: Screen): string {
  const index = given.get('index')
  return index === undefined || index === null ? '' : (tabNamed(screen, Number(index)) ?? shown(index))
}

function fields(value: PythonLiteral | undefined, screen?: Screen): string {
  const all = [value ?? []].flat().slice(0, MOST)
  return all
    .map((field) => {
      if (typeof field !== 'object' || field === null || Array.isArray(field)) return shown(field)
      const known = new Map(Object.entries(field))
      return `${target(known, ['ref', 'target', 'selector'], 'name', screen)} ${brief(shown(known.get('value')))}`
    })
    .join(', ')
}

const asText = (value: PythonLiteral | undefined) => (typeof value === 'string' ? value : undefined)

function shown(value: PythonLiteral | undefined): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
}
