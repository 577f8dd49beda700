// What a text environment answers: the scene, the actions it admits, reward and whether the episode is over.
import type { Document } from './document.ts'
import { readJson } from './value.ts'

type Scene = Extract<Document, { kind: 'scene' }>

/**
 * Reads the form that the templates ask for, and those that text environments and their wrappers use:
 *
 *     You pick up the lamp 1 from the desk 2.
 *
 *     Reward: 0.5
 *     Done: false
 *     Admissible actions: go to bed 1, use lamp 1
 *
 * Also ` [SUCCESS]` at the end (Word2World: done, worth 1), TextWorld's `Your score has just gone up by one point.`, the page that WebShop ends
 * with (done, worth its score), `Your admissible actions of the current situation are: ['a', 'b']`, a list with one action a line, WebShop's clickables,
 * and the JSON object of a gym wrapper. What it does not say is `null` or `[]`; the rest is the scene. Never throws.
 */
export function readScene(text: string): Scene {
  return readWrapped(text) ?? readLines(text)
}

const NUMBER = String.raw`([-+]?\d{1,12}(?:\.\d{1,12})?)`
const REWARD = new RegExp(`^reward\\s*[:=]\\s*${NUMBER}\\.?$`, 'i')
const SCORE = new RegExp(`^score\\s*[:=]\\s*${NUMBER}(?:\\s*/\\s*\\d{1,12})?\\.?$`, 'i')
const DONE = /^(?:done|game over|episode done)\s*[:=]\s*(true|false|yes|no|1|0)\.?$/i
const ADMITS =
  /^\W{0,4}(?:your |the )?(?:(?:currently )?(?:admissible|available|valid|possible) (?:actions|commands)|clickables)(?: of the current situation)?\W{0,4}(?: are)?\W{0,2}:(.*)$/i
const ITEM = /^(?:[-*•]|\d{1,4}[.)])\s+(\S.*)$/

const SUCCESS = ' [SUCCESS]'

// As TextWorld tells what a step was worth; it counts in words up to twelve.
const GONE = /^your score has just gone (up|down) by (\w{1,12}) points?\.?$/i
const COUNTS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

function pointsIn(line: string): number | null {
  const [, way = '', count = ''] = GONE.exec(line) ?? []
  const counted = COUNTS.indexOf(count.toLowerCase())
  const points = counted < 0 ? Number(count) : counted
  if (!way || !Number.isInteger(points)) return null
  return way.toLowerCase() === 'up' ? points : -points
}

const SHOP_SCORE = 'Your score (min 0.0, max 1.0) [SEP]'

/** What the purchase was worth, on the page that WebShop ends with. */
function purchaseIn(row: string): number | null {
  const at = row.trimStart().startsWith('Thank you for shopping with us!') ? row.indexOf(SHOP_SCORE) : -1
  const worth = at < 0 ? Number.NaN : Number.parseFloat(row.slice(at + SHOP_SCORE.length, at + SHOP_SCORE.length + 20))
  return Number.isNaN(worth) ? null : worth
}

function readLines(text: string): Scene {
  const succeeded = text.trimEnd().endsWith(SUCCESS)
  const told: Omit<Scene, 'kind' | 'text' | 'scene'> = succeeded
    ? { admissible: [], reward: 1, done: true }
    : { admissible: [], reward: null, done: null }
  const plainly = succeeded ? text.trimEnd().slice(0, -SUCCESS.length) : text
  const rows = plainly.replace(/\r\n?/g, '\n').split('\n')
  const kept: string[] = []
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? ''
    // A line this long is prose, or a list of actions; only the latter is looked at whole.
    const line = row.trim().slice(0, 200)
    const plain = line.replace(/\*\*|__/g, '').trim()
    const reward = REWARD.exec(plain)?.[1]
    const score = SCORE.exec(plain)?.[1]
    const done = DONE.exec(plain)?.[1]
    const admits = ADMITS.exec(line)
    const points = pointsIn(line)
    const purchase = purchaseIn(row)
    if (points !== null) told.reward = points
    if (purchase !== null) Object.assign(told, { reward: purchase, done: true })
    if (reward !== undefined) told.reward = Number(reward)
    else if (score !== undefined) told.score = Number(score)
    else if (done !== undefined) told.done = /true|yes|1/i.test(done)
    else if (admits) {
      const rest = row
        .trim()
        .slice(admits[0].length - (admits[1]?.length ?? 0))
        .trim()
        .replace(/^(?:\*\*|__)\s*/, '')
      const list = rest ? bracketed(rows, at, rest) : bulleted(rows, at + 1)
      told.admissible = list.actions.map((action) => (/clickables/i.test(admits[0]) ? `click[${action}]` : action))
      at = list.last
    } else kept.push(row)
  }
  return {
    kind: 'scene',
    text,
    scene: kept
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    ...told
  }
}

interface List {
  actions: string[]
  /** Index of the last row that belongs to it. */
  last: number
}

// A list of actions that goes on for longer is not one, and looking for its end each time would take quadratic time.
const MOST_ROWS = 100

/** Actions on the line of the heading; a bracket that is opened there is closed on a later one. */
function bracketed(rows: string[], at: number, rest: string): List {
  const here = { actions: split(rest), last: at }
  if (!rest.startsWith('[') || isClosed(rest)) return here
  const after = rows.slice(at + 1, at + 1 + MOST_ROWS)
  const end = after.findIndex((row) => isClosed(row.trim()))
  if (end < 0) return here
  return { actions: split([rest, ...after.slice(0, end + 1)].join(' ')), last: at + 1 + end }
}

const isClosed = (row: string): boolean => /\]\W{0,2}$/.test(row.slice(-3))

/** Actions below the heading, one a line, until a blank line or one that is none; a bracketed list may begin there too. */
function bulleted(rows: string[], from: number): List {
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

/** What a gym wrapper returns, as a JSON object. */
function readWrapped(text: string): Scene | null {
  const value = readJson(text)?.value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const given: Record<string, unknown> = { ...value }
  const scene = [given.observation, given.obs, given.feedback, given.state].find((one) => typeof one === 'string')
  if (scene === undefined) return null
  const inner = readLines(scene)
  const listed = [given.admissible_commands, given.admissible_actions, given.available_actions].find(Array.isArray)
  const actions: unknown[] | undefined = listed
  return {
    ...inner,
    text,
    admissible: actions?.filter((one) => typeof one === 'string') ?? inner.admissible,
    reward: typeof given.reward === 'number' ? given.reward : inner.reward,
    ...(typeof given.score === 'number' && { score: given.score }),
    done: typeof given.done === 'boolean' ? given.done : inner.done
  }
}
