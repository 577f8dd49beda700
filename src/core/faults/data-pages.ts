// Pages of a list: what one shows, how it names the next, and which page an action asks for.

import { isObject, parseJson } from '../text/json.ts'
import { canonical } from '../tree/history.ts'
import type { Tool } from '../tree/model.ts'
import { itemsIn, listOf } from './data-items.ts'
import { memberOf, partsOf, withMember } from './data-json.ts'
import { argumentsOf, commandOf } from './data-past.ts'
import type { Moment } from './perturbation.ts'

export interface DataPage {
  /** Index of its first item. */
  from: number
  size: number
  /** What names the next page; `null` on the last. */
  next: string | number | null
  /** What the answer calls that: `next_cursor`. */
  key: string
}

/** The data with one page of its items, and what names the next one; `null` for data without a list. */
export function pageOf(body: string, { from, size, next, key }: DataPage): string | null {
  const found = itemsIn(body)
  if (!found) return null
  const to = from + size
  const root = partsOf(body)
  if (!root) {
    const shown = `Showing ${Math.min(from + 1, found.items.length)} to ${Math.min(to, found.items.length)} of ${found.items.length}.`
    const rest = next === null ? 'This is the last page.' : `Next page: ${key.replace(/^next_?/i, '') || key}=${next}`
    return `${found.write(found.items.slice(from, to)).trimEnd()}\n\n${shown} ${rest}`
  }
  const value = JSON.stringify(next)
  const owner = listOf(root)?.owner
  const named = owner ? withMember(body, owner, { key, value }) : wrapped(body, key, value)
  return itemsIn(named)?.write(found.items.slice(from, to)) ?? null
}

/** A list of its own becomes one in an object: an array has no place for a cursor. */
function wrapped(body: string, key: string, value: string): string {
  const list = body.trim()
  if (!list.includes('\n')) return `{"items": ${list}, ${JSON.stringify(key)}: ${value}}`
  return `{\n  "items": ${list.replaceAll('\n', '\n  ')},\n  ${JSON.stringify(key)}: ${value}\n}`
}

const CURSOR = /^(?:cursor|after|continuation|(?:next_?|page_?)?token|starting_?after)$/i
const PAGE = /^(?:page|page_?(?:number|no|index)|p)$/i
const OFFSET = /^(?:offset|skip|start|from|start_?index)$/i
const SIZE = /^(?:limit|size|per_?page|page_?size|count|max_?results)$/i

/** How the tool, or the answer, would name the next page: by a cursor, or by its number. */
export function styleOf(
  tool: Tool | undefined,
  body: string,
  style: 'auto' | 'cursor' | 'page'
): { by: 'cursor' | 'page'; key: string } {
  const declared = isObject(tool?.inputSchema.properties) ? Object.keys(tool.inputSchema.properties) : []
  const root = partsOf(body)
  const owner = root && listOf(root)?.owner
  const cursor = declared.find((name) => CURSOR.test(name))
  const page = declared.find((name) => PAGE.test(name))
  const by = style === 'auto' ? (cursor === undefined && page !== undefined ? 'page' : 'cursor') : style
  const name = (by === 'page' ? page : cursor) ?? by
  const isCamel = /[a-z][A-Z]/.test(name) || (!name.includes('_') && /"[a-z]{1,40}[A-Z]\w{0,40}"\s?:/.test(body))
  const there = ['nextCursor', 'next_cursor', 'next_page_token', 'nextPageToken'].find(
    (key) => owner && memberOf(owner, key)
  )
  if (by === 'cursor' && there !== undefined) return { by, key: there }
  return {
    by,
    key: isCamel ? `next${name.charAt(0).toUpperCase()}${name.slice(1)}` : `next_${name.replace(/^next_?/, '')}`
  }
}

// Cursors are opaque, as those of real servers: base64 of where to go on. They all begin alike.
const OPENING = btoa('{"turn":').slice(0, 10)

export const cursorOf = (turn: number, from: number): string =>
  btoa(`{"turn":${turn},"from":${from}}`).replaceAll('=', '')

/** What the action asks for: how far into which turn's list, by a cursor from there or by a page's number. */
export function askedPage(
  moment: Moment,
  size: (turn: number) => number | null
): { turn: number; from: number } | null {
  const { action, chain } = moment
  const said = commandOf(action) ?? JSON.stringify(argumentsOf(action))
  const at = said.indexOf(OPENING)
  const code = at < 0 ? null : /^[\w+/]{10,80}/.exec(said.slice(at, at + 81))?.[0]
  const cursor = code ? decoded(code) : null
  if (cursor && size(cursor.turn) !== null) return cursor
  const wanted = withoutPage(action)
  for (let turn = chain.length - 1; turn >= 0; turn--) {
    const step = chain[turn]
    const each = size(turn)
    if (!step || each === null || !isSameCall(withoutPage(step.action).rest, wanted.rest)) continue
    if (wanted.page !== null && wanted.page > 1) return { turn, from: (wanted.page - 1) * each }
    if (wanted.offset !== null && wanted.offset > 0) return { turn, from: wanted.offset }
  }
  return null
}

const isSameCall = (one: string, two: string): boolean => one === two

function decoded(code: string): { turn: number; from: number } | null {
  try {
    const value: unknown = parseJson(atob(code))
    const { turn, from } = isObject(value) ? value : {}
    return typeof turn === 'number' && typeof from === 'number' ? { turn, from } : null
  } catch {
    return null
  }
}

/** The action apart from which page it asks for. */
function withoutPage(action: Moment['action']): { rest: string; page: number | null; offset: number | null } {
  const typed = commandOf(action)
  if (typed !== null) {
    const page = /[?&]page=(\d{1,6})/.exec(typed)
    const offset = /[?&](?:offset|skip|start)=(\d{1,9})/.exec(typed)
    const rest = typed.replace(/[?&](?:page|offset|skip|start|limit|per_page|cursor)=\w*/g, '').replaceAll(/["']/g, '')
    return { rest, page: page ? Number(page[1]) : null, offset: offset ? Number(offset[1]) : null }
  }
  const { name } = isObject(action) ? action : {}
  const given = Object.entries(argumentsOf(action))
  const isPaging = (key: string) => [CURSOR, PAGE, OFFSET, SIZE].some((one) => one.test(key))
  const numberUnder = (wanted: RegExp): number | null => {
    const value = given.find(([key]) => wanted.test(key))?.[1]
    return Number.isInteger(Number(value)) && value !== undefined && value !== null ? Number(value) : null
  }
  const kept = Object.fromEntries(given.filter(([key]) => !isPaging(key)))
  // The arguments are JSON: they come out of an action.
  const rest = canonical([typeof name === 'string' ? name : '', JSON.parse(JSON.stringify(kept))])
  return { rest, page: numberUnder(PAGE), offset: numberUnder(OFFSET) }
}
