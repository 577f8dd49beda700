// Actions by a seed, valid ones and some that are not, of what a world shows now: calls of tools, lines, and what can be pressed on a screen.
import type { Domain } from '../../../src/core/domains/domain.ts'
import { readScene } from '../../../src/core/observations/documents/scene.ts'
import { readJson } from '../../../src/core/observations/documents/value.ts'
import { isObject } from '../../../src/core/text/json.ts'
import type { Action, Tool } from '../../../src/core/tree/model.ts'
import type { Json } from '../../../src/core/tree/ports.ts'

/** sfc32, so that the same seed gives the same walk everywhere. */
export function chance(seed: number) {
  let [a, b, c, d] = [seed, seed ^ 0x9e3779b9, 0x243f6a88, 1]
  const next = () => {
    const t = (a + b + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + t) | 0
    return (t >>> 0) / 4294967296
  }
  for (let at = 0; at < 12; at++) next()
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(next() * all.length)]
  return { next, pick }
}
type Chance = ReturnType<typeof chance>

interface Seen {
  /** Values by the name under which they were answered. */
  values: Map<string, Set<string>>
  texts: string[]
  said: string[]
}

export const nothingSeen = (): Seen => ({ values: new Map(), texts: [], said: [] })

export function see(seen: Seen, text: string): void {
  seen.texts.push(text)
  const walk = (value: unknown, name: string): void => {
    if (Array.isArray(value)) for (const one of value) walk(one, name)
    else if (isObject(value)) for (const [key, one] of Object.entries(value)) walk(one, key)
    else if (value !== null && value !== '') {
      const known = seen.values.get(name) ?? new Set()
      seen.values.set(name, known.add(JSON.stringify(value)))
    }
  }
  walk(readJson(text)?.value ?? null, '')
}

const WORDS = ['blue kettle', 'Ada Lind', 'urgent', 'north', 'tea', 'a long note', 'Marta', 'seven boxes', 'green']
const name = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')

function givenFor(argument: string, schema: Record<string, unknown>, seen: Seen, tool: string, by: Chance): Json {
  const wrong = by.next() < 0.1
  if (Array.isArray(schema.enum)) return wrong ? 'bogus' : ((by.pick(schema.enum) ?? null) as Json)
  const [plain, of] = [name(argument), name(tool)]
  const known = [...seen.values].flatMap(([key, values]) => {
    const bare = name(key)
    // `ticket_id`, `ticket`, or the `id` of what the tool names.
    const fits =
      bare === plain ||
      `${plain}id` === bare ||
      (plain.endsWith('id') && bare === 'id') ||
      (of.includes(plain) && bare === 'id')
    return fits ? [...values].slice(-12) : []
  })
  const one = by.pick(known)
  const { type } = schema
  if (one !== undefined && !wrong && by.next() < 0.85) {
    const value: Json = JSON.parse(one)
    const isNumber = type === 'number' || type === 'integer'
    if (isNumber === (typeof value === 'number') && type !== 'array') return value
  }
  if (type === 'integer' || type === 'number') return by.pick([1, 2, 3, 5, 10, wrong ? -1 : 4, wrong ? 9999 : 7]) ?? 1
  if (type === 'boolean') return by.next() < 0.5
  const items = (isObject(schema.items) ? schema.items : { type: 'string' }) as Record<string, unknown>
  if (type === 'array') return [givenFor(argument.replace(/s$/, ''), items, seen, tool, by)]
  if (type === 'object') return objectOf(schema, seen, tool, by)
  if (schema.format === 'date' || /date|^day$/.test(argument))
    return by.pick(['2026-03-04', '2026-03-09', '2026-04-01']) ?? ''
  if (/id$/i.test(argument) && wrong) return 'X-99'
  return by.pick(WORDS) ?? ''
}

function objectOf(schema: Record<string, unknown>, seen: Seen, tool: string, by: Chance): Record<string, Json> {
  const properties = (isObject(schema.properties) ? schema.properties : {}) as Record<string, Record<string, unknown>>
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.fromEntries(
    Object.entries(properties).flatMap(([one, own]) =>
      by.next() < (required.includes(one) ? 0.97 : 0.35) ? [[one, givenFor(one, own, seen, tool, by)]] : []
    )
  )
}

const calling = (tools: readonly Tool[], seen: Seen, by: Chance): Action => {
  const reading = tools.filter((tool) => /^(?:list|get|search|read|find|count|show)/i.test(tool.name))
  const tool = (by.next() < 0.45 && by.pick(reading)) || by.pick(tools)
  if (!tool) return { name: 'nothing', arguments: {} }
  return { name: tool.name, arguments: objectOf(tool.inputSchema, seen, tool.name, by) }
}

function telling(seen: Seen, tries: readonly string[], walk: readonly string[], by: Chance): Action {
  const { admissible, scene } = readScene(seen.texts.at(-1) ?? '')
  const chosen = by.next()
  if (admissible.length && chosen < 0.85)
    return (by.pick(admissible) ?? 'look').replace(/<[^>]*>/, by.pick(WORDS) ?? '')
  const lines = [...walk, ...tries]
  if (lines.length && chosen < 0.55) return by.pick(lines) ?? 'look'
  if (chosen < 0.65) return by.pick(['look', 'inventory', 'look', 'wait']) ?? 'look'
  const verbs = [...new Set(lines.map((line) => line.split(' ')[0] ?? ''))].filter(Boolean)
  const things = [...new Set(scene.toLowerCase().match(/\b[a-z]{3,12}(?: \d)?\b/g) ?? [])].filter(
    (one) => !/^(?:the|and|you|are|see|here|with|there|from|this|that)$/.test(one)
  )
  return `${by.pick(verbs) ?? 'examine'} ${by.pick(things) ?? 'table'}`
}

/** What can be pressed and filled, in the forms in which the shipped screens are told. */
function pressing(domain: Domain, seen: Seen, by: Chance): Action {
  const text = seen.texts.at(-1) ?? ''
  if (domain.door === 'page') {
    const all = [...text.matchAll(/\[([a-z]?\d+)\] (link|button|textbox|combobox|checkbox|radio|searchbox)\b([^\n]*)/g)]
    if (by.next() < 0.12)
      return by.pick(['go_back()', 'go_back()', 'noop()', 'scroll(0, 300)', "click('zz9')"]) ?? 'noop()'
    const [, bid = '1', role = '', rest = ''] = by.pick(all) ?? []
    if (role === 'textbox' || role === 'searchbox') return `fill('${bid}', ${JSON.stringify(by.pick(WORDS))})`
    const options = /\n/.test(rest)
      ? []
      : [...text.slice(text.indexOf(`[${bid}]`)).matchAll(/option '([^']*)'/g)].slice(0, 3)
    if (role === 'combobox') return `select_option('${bid}', ${JSON.stringify(by.pick(options)?.[1] ?? '')})`
    return `click('${bid}')`
  }
  if (domain.door === 'phone') {
    const all = [...text.matchAll(/UI element (\d+): ([^\n]*)/g)]
    const able = all.filter(([, , own = '']) => /"is_(?:clickable|editable)": True/.test(own))
    if (by.next() < 0.2)
      return { action_type: by.pick(['navigate_back', 'navigate_back', 'navigate_home', 'wait']) ?? 'wait' }
    const [, index = '0', own = ''] = by.pick(able) ?? []
    if (/"is_editable": True/.test(own))
      return { action_type: 'input_text', index: Number(index), text: by.pick(WORDS) ?? '' }
    if (by.next() < 0.05) return { action_type: 'scroll', direction: 'down' }
    return { action_type: 'click', index: Number(index) }
  }
  const rows = [
    ...text.matchAll(
      /^(push-button|entry|menu|menu-item|list-item|link|check-box|icon|table-cell|label)\t[^\n]*\((\d+), (\d+)\)\t\((\d+), (\d+)\)/gm
    )
  ]
  const [, tag = '', x = '0', y = '0', w = '0', h = '0'] = by.pick(rows.filter(([, one]) => one !== 'label')) ?? []
  if (by.next() < 0.15) return by.pick(["pyautogui.press('esc')", "pyautogui.press('enter')", 'WAIT']) ?? 'WAIT'
  if (tag === 'entry' && by.next() < 0.5) return `pyautogui.write(${JSON.stringify(by.pick(WORDS))})`
  const at = `${Math.round(Number(x) + Number(w) / 2)}, ${Math.round(Number(y) + Number(h) / 2)}`
  return by.next() < 0.2 ? `pyautogui.doubleClick(${at})` : `pyautogui.click(${at})`
}

export function nextAction(
  domain: Domain,
  {
    tools,
    seen,
    tries,
    walk
  }: { tools: readonly Tool[]; seen: Seen; tries: readonly string[]; walk: readonly Action[] },
  by: Chance
): Action {
  const said = seen.said
  if (said.length && by.next() < 0.12) return JSON.parse(by.pick(said) ?? 'null')
  if (domain.door === 'tools') return calling(tools, seen, by)
  if (domain.door === 'text')
    return telling(
      seen,
      tries,
      walk.filter((one) => typeof one === 'string'),
      by
    )
  return pressing(domain, seen, by)
}
