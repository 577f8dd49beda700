// Lists of what can be done next, as text environments write them.
import { isObject, parseJson } from '../../text/json.ts'
import { readLiteral } from '../../text/python-values.ts'

const ITEM = /^(?:[-*•]|\d{1,4}[.)])\s+(\S.*)$/

/** Actions that stand as one value of Python or JSON: WebShop's `{'has_search_bar': …, 'clickables': […]}`, ScienceWorld's `[{"action": …}, …]`. */
export function literalActions(text: string): string[] | null {
  if (!/^[{[]/.test(text) || !/["'](?:clickables|has_search_bar|action)["']\s*:/.test(text)) return null
  const value = literal(text)
  if (Array.isArray(value)) {
    return value.flatMap((one) => (isObject(one) && typeof one.action === 'string' ? spelledOut(one.action) : []))
  }
  if (!isObject(value)) return null
  const clicks = Array.isArray(value.clickables) ? value.clickables.filter((one) => typeof one === 'string') : []
  return [...(value.has_search_bar === true ? ['search[<words>]'] : []), ...clicks.map((one) => `click[${one}]`)]
}

function literal(text: string): unknown {
  for (const read of [parseJson, readLiteral]) {
    try {
      return read(text)
    } catch {
      // The other one may read it.
    }
  }
  return null
}

/** ScienceWorld's `open/close OBJ` and `use OBJ [on OBJ]` as single actions: `open <OBJ>`, `close <OBJ>`; `use <OBJ>`, `use <OBJ> on <OBJ>`. */
function spelledOut(pattern: string): string[] {
  const [verb = '', ...rest] = pattern.split(' ')
  const verbs = verb === 'de/activate' ? ['activate', 'deactivate'] : verb.split('/')
  const whole = rest.join(' ').replace(/\b(?:OBJ|LOC)\b/g, '<$&>')
  const optional = /^(.{0,60}?) ?\[(.{0,60})\]$/.exec(whole)
  const ways = optional ? [optional[1] ?? '', `${optional[1]} ${optional[2]}`] : [whole]
  return verbs.flatMap((one) => ways.map((way) => [one, way].filter(Boolean).join(' ')))
}

interface List {
  actions: string[]
  /** Index of the last row that belongs to it. */
  last: number
}

// A list of actions that goes on for longer is not one, and looking for its end each time would take quadratic time.
const MOST_ROWS = 100

/** Actions on the line of the heading; a bracket that is opened there is closed on a later one. */
export function bracketed(rows: string[], at: number, rest: string): List {
  const here = { actions: split(rest), last: at }
  if (!rest.startsWith('[') || isClosed(rest)) return here
  const after = rows.slice(at + 1, at + 1 + MOST_ROWS)
  const end = after.findIndex((row) => isClosed(row.trim()))
  if (end < 0) return here
  return { actions: split([rest, ...after.slice(0, end + 1)].join(' ')), last: at + 1 + end }
}

const isClosed = (row: string): boolean => /\]\W{0,2}$/.test(row.slice(-3))

/** Actions below the heading, one a line, until a blank line or one that is none; a bracketed list may begin there too. */
export function bulleted(rows: string[], from: number): List {
  const first = (rows[from] ?? '').trim()
  if (first.startsWith('[')) return bracketed(rows, from, first)
  const actions: string[] = []
  let at = from
  for (; at < rows.length; at++) {
    const row = rows[at] ?? ''
    const item = ITEM.exec(row.trim())?.[1] ?? (/^[ \t]+\S/.test(row) ? row.trim() : null)
    if (item === null) break
    actions.push(unquoted(item))
  }
  return { actions, last: at - 1 }
}

/** A list of actions apart: by commas outside of quotes and brackets, so that `search[red, large]` stays one. */
function split(list: string): string[] {
  const body = list.startsWith('[') ? list.slice(1).replace(/\]\W{0,2}$/, '') : list.replace(/\.$/, '')
  const actions: string[] = []
  let depth = 0
  let quote = ''
  let from = 0
  let begun = false
  const take = (to: number) => {
    const action = unquoted(body.slice(from, to).trim())
    if (action) actions.push(action)
    from = to + 1
    begun = false
  }
  for (let at = 0; at < body.length; at++) {
    const char = body.charAt(at)
    if (quote) {
      // An apostrophe inside is followed by a letter, the closing quote by the next action.
      if (char === quote && /^\s*(?:,|$)/.test(body.slice(at + 1, at + 4))) quote = ''
    } else if (!begun && /['"‘“`]/.test(char)) quote = CLOSES[char] ?? char
    else if (char === '[' || char === '(') depth++
    else if (char === ']' || char === ')') depth = Math.max(0, depth - 1)
    else if (char === ',' && depth === 0) {
      take(at)
      continue
    }
    begun ||= char !== ' '
  }
  take(body.length)
  return actions
}

const CLOSES: Record<string, string> = { '‘': '’', '“': '”' }

function unquoted(action: string): string {
  const inner = /^['"‘’“`](.*)['"’”`]$/s.exec(action)?.[1]
  return inner === undefined ? action : inner.replace(/\\(['"])/g, '$1').trim()
}
