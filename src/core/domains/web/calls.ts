// The 21 calls of the web domain: their parameters, and how a call is read, checked and written.

import { nearest } from '../../text/nearest.ts'
import { present } from '../../text/present.ts'
import type { PythonLiteral } from '../../text/python-values.ts'
import { type PythonCall, readCall, write, writeCall } from '../python.ts'
import { translate, translateWords } from './translations.ts'

/** A parameter of a call; one with a `fallback` may be left out. */
interface Parameter {
  name: string
  /** What it may be called besides. */
  alias?: string
  kind: ParameterKind
  fallback?: PythonLiteral
}

export type ParameterKind = 'text' | 'number' | 'index' | 'button' | 'modifiers' | 'options' | 'flag'

const bid: Parameter = { name: 'bid', kind: 'text' }
const x: Parameter = { name: 'x', kind: 'number' }
const y: Parameter = { name: 'y', kind: 'number' }
const button: Parameter = { name: 'button', kind: 'button', fallback: 'left' }
const text: Parameter = { name: 'text', kind: 'text' }

/** What the model is told of each: `click(bid, button='left', modifiers=[])`. */
export const CALLS = new Map<string, { parameters: Parameter[]; example: string }>([
  ['noop', { parameters: [{ name: 'wait_ms', kind: 'number', fallback: 1000 }], example: 'noop()' }],
  [
    'click',
    { parameters: [bid, button, { name: 'modifiers', kind: 'modifiers', fallback: [] }], example: "click('a12')" }
  ],
  [
    'fill',
    {
      parameters: [
        bid,
        { name: 'value', kind: 'text' },
        { name: 'enable_autocomplete_menu', kind: 'flag', fallback: false }
      ],
      example: "fill('a7', 'blue mug')"
    }
  ],
  [
    'select_option',
    { parameters: [bid, { name: 'options', kind: 'options' }], example: "select_option('c4', 'Large')" }
  ],
  ['hover', { parameters: [bid], example: "hover('a12')" }],
  [
    'keyboard_press',
    { parameters: [{ name: 'key', alias: 'key_comb', kind: 'text' }], example: "keyboard_press('Enter')" }
  ],
  ['keyboard_type', { parameters: [text], example: "keyboard_type('blue mug')" }],
  ['mouse_move', { parameters: [x, y], example: 'mouse_move(310, 120)' }],
  ['mouse_click', { parameters: [x, y, button], example: 'mouse_click(310, 120)' }],
  ['mouse_dblclick', { parameters: [x, y, button], example: 'mouse_dblclick(310, 120)' }],
  ['mouse_down', { parameters: [x, y, button], example: 'mouse_down(310, 120)' }],
  ['mouse_up', { parameters: [x, y, button], example: 'mouse_up(310, 120)' }],
  [
    'scroll',
    {
      parameters: [
        { name: 'delta_x', alias: 'dx', kind: 'number' },
        { name: 'delta_y', alias: 'dy', kind: 'number' }
      ],
      example: 'scroll(0, 400)'
    }
  ],
  ['goto', { parameters: [{ name: 'url', kind: 'text' }], example: "goto('https://shop.example/cart')" }],
  ['go_back', { parameters: [], example: 'go_back()' }],
  ['go_forward', { parameters: [], example: 'go_forward()' }],
  ['new_tab', { parameters: [], example: 'new_tab()' }],
  ['tab_focus', { parameters: [{ name: 'index', kind: 'index' }], example: 'tab_focus(1)' }],
  ['tab_close', { parameters: [], example: 'tab_close()' }],
  ['send_msg_to_user', { parameters: [text], example: "send_msg_to_user('It costs 18 EUR.')" }],
  [
    'report_infeasible',
    { parameters: [{ name: 'reason', kind: 'text' }], example: "report_infeasible('There is no cart.')" }
  ]
])

const between = (kind: ParameterKind, ...names: string[]): Parameter[] => names.map((name) => ({ name, kind }))

// Calls of BrowserGym that are taken too, though no model of the 21 knows them.
const MORE: typeof CALLS = new Map([
  ['check', { parameters: [bid], example: "check('a12')" }],
  ['uncheck', { parameters: [bid], example: "uncheck('a12')" }],
  ['clear', { parameters: [bid], example: "clear('a7')" }],
  ['focus', { parameters: [bid], example: "focus('a7')" }],
  ['press', { parameters: [bid, { name: 'key_comb', alias: 'key', kind: 'text' }], example: "press('a7', 'Enter')" }],
  [
    'dblclick',
    { parameters: [bid, button, { name: 'modifiers', kind: 'modifiers', fallback: [] }], example: "dblclick('a12')" }
  ],
  ['scroll_at', { parameters: between('number', 'x', 'y', 'dx', 'dy'), example: 'scroll_at(310, 120, 0, 400)' }],
  ['drag_and_drop', { parameters: between('text', 'from_bid', 'to_bid'), example: "drag_and_drop('a12', 'a15')" }],
  [
    'mouse_drag_and_drop',
    {
      parameters: between('number', 'from_x', 'from_y', 'to_x', 'to_y'),
      example: 'mouse_drag_and_drop(310, 120, 310, 240)'
    }
  ]
])

const declared = (name: string) => CALLS.get(name) ?? MORE.get(name)

/** How a call is declared, defaults and all. */
function signature(name: string): string {
  const parameters = declared(name)?.parameters ?? []
  return `${name}(${parameters.map((one) => one.name + (one.fallback === undefined ? '' : `=${write(one.fallback)}`)).join(', ')})`
}

/**
 * The action in the one form it is kept in: defaults left out, `repr`'s quotes. Calls of BrowserGym that are not among the 21, and
 * WebArena's words, are translated where an action of the 21 does the same.
 * @throws SyntaxError in words that teach
 */
export function canonical(action: string): string {
  const words = action.trim()
  const call = readCall(translateWords(words) ?? words)
  return bind(declared(call.name) ? call : known(call))
}

/** A canonical action's name and all of its arguments by name. */
export function argumentsOf(action: string): { name: string; given: Map<string, PythonLiteral> } {
  const call = readCall(action)
  const parameters = declared(call.name)?.parameters ?? []
  const given = new Map(parameters.map((one, index) => [one.name, call.positional[index] ?? one.fallback ?? null]))
  for (const [name, value] of call.keywords) given.set(name, value)
  return { name: call.name, given }
}

function known(call: PythonCall): PythonCall {
  const translated = translate(call)
  if (translated) return readCall(translated)
  const name = nearest(call.name, [...CALLS.keys()])
  const meant = name === null ? '' : ` Did you mean ${present(CALLS.get(name)).example}?`
  throw new SyntaxError(
    `${call.name} is not an action of the web domain.${meant} The actions are: ${[...CALLS.keys()].join(', ')}.`
  )
}

function bind({ name, positional, keywords }: PythonCall): string {
  const { parameters, example } = present(declared(name))
  const teach = (problem: string) => new SyntaxError(`${problem}. ${signature(name)} is written like this: ${example}`)
  if (positional.length > parameters.length) {
    throw teach(`${name} takes ${count(parameters.length)}, and ${positional.length} are given`)
  }
  const left = new Map(keywords)
  const written: PythonLiteral[] = []
  const named: [string, PythonLiteral][] = []
  for (const [index, parameter] of parameters.entries()) {
    const key = [parameter.name, parameter.alias].find((one) => one !== undefined && left.has(one))
    if (key && index < positional.length) throw teach(`${parameter.name} is given twice`)
    const given = key ? left.get(key) : positional[index]
    if (key) left.delete(key)
    if (given === undefined) {
      if (parameter.fallback === undefined) throw teach(`${name} takes a ${parameter.name}`)
      continue
    }
    const value = fit(given, parameter.kind)
    if (value === undefined)
      throw teach(`${parameter.name} must be ${EXPECTED[parameter.kind]}, and is ${write(given)}`)
    if (JSON.stringify(value) === JSON.stringify(parameter.fallback)) continue
    // Once a default is left out, what follows needs its name.
    if (written.length === index) written.push(value)
    else named.push([parameter.name, value])
  }
  const [unknown] = left.keys()
  if (unknown !== undefined) throw teach(`${name} has no parameter ${unknown}`)
  return writeCall(name, written, named)
}

const EXPECTED: Record<ParameterKind, string> = {
  text: 'a text in quotes',
  number: 'a number',
  index: 'a whole number from 0',
  button: "'left', 'middle' or 'right'",
  modifiers: "a list of 'Alt', 'Control', 'Meta', 'Shift'",
  options: 'a text in quotes or a list of them',
  flag: 'True or False'
}

const BUTTONS: unknown[] = ['left', 'middle', 'right']
const MODIFIERS: unknown[] = ['Alt', 'Control', 'Meta', 'Shift', 'ControlOrMeta']

/** The value as its kind has it, or `undefined`. Bids that are numbers are often written as numbers. */
function fit(value: PythonLiteral, kind: ParameterKind): PythonLiteral | undefined {
  switch (kind) {
    case 'text':
      return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : undefined
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value + 0 : undefined
    case 'index':
      return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value + 0 : undefined
    case 'button':
      return BUTTONS.includes(value) ? value : undefined
    case 'modifiers':
      return Array.isArray(value) && value.every((one) => MODIFIERS.includes(one)) ? value : undefined
    case 'options': {
      const options = (Array.isArray(value) ? value : [value]).map((one) => fit(one, 'text'))
      if (!options.length || options.includes(undefined)) return undefined
      return options.length === 1 ? options[0] : options.filter((one) => one !== undefined)
    }
    case 'flag':
      return typeof value === 'boolean' ? value : undefined
    default:
      return kind satisfies never
  }
}

function count(most: number): string {
  return most === 0 ? 'nothing' : `at most ${most} argument${most === 1 ? '' : 's'}`
}
