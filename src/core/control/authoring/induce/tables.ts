// Tables and verbs as the answers of a recording show them: a proposal from the tools, corrected by what was answered.

import { STANDARD, type Standard } from '../../../grounds/programs/declared/schema.ts'
import { isObject } from '../../../text/json.ts'
import { canonical } from '../../../tree/history.ts'
import type { Json } from '../../../tree/ports.ts'
import type { SeenRecording } from '../turns.ts'
import {
  type AnsweredCall,
  callsOf,
  escaped,
  expressionOf,
  NAME,
  type ProposalData,
  type ProposalPart,
  partOf,
  refused,
  template
} from './answered.ts'
import { counts, ownVerbs } from './own-verbs.ts'
import { keyIn, rowsIn } from './rows.ts'

/**
 * The proposal (`proposeDeclared`, read as JSON) with what its tools really answered: how lists and rows are wrapped, which columns are shown, the
 * words of refusals and confirmations, what is there where nothing was given, the clock, and verbs of the world's own that change a row.
 */
export function asAnswered(proposed: Json, recordings: readonly SeenRecording[]): Json {
  // `as`: copied as JSON, and written to here alone.
  const data = JSON.parse(JSON.stringify(proposed)) as ProposalData
  const [tables, verbs] = [partOf(data.tables), partOf(data.verbs)]
  const calls = recordings.map(({ turns }) => callsOf(turns, verbs))
  const all = calls.flat()
  for (const [name, verb] of Object.entries(verbs)) {
    if (!isObject(verb)) continue
    // `as`: a part of the proposal, which is JSON.
    const own = verb as ProposalPart
    const does = STANDARD.find((one) => typeof own[one] === 'string')
    const table = does && partOf(tables[String(own[does])])
    if (!does || !table) continue
    answersOf(
      { verb: own, does, table },
      all.filter((call) => call.name === name)
    )
  }
  ownVerbs(data, calls)
  counts(data, all)
  clockOf(
    data,
    recordings.map(({ turns }) => callsOf(turns, partOf(data.verbs)))
  )
  return data
}

interface Verb {
  verb: ProposalPart
  does: Standard
  table: ProposalPart
}

function answersOf({ verb, does, table }: Verb, calls: readonly AnsweredCall[]): void {
  const columns = partOf(table.columns)
  const key = Object.entries(columns).find(([, column]) => /\b(?:id|key)\b/.test(JSON.stringify(column)))?.[0] ?? 'id'
  const failed = calls.find((call) => refused(call))
  const argument = typeof verb.key === 'string' ? verb.key : key
  const asked = failed && (failed.given[argument] ?? failed.given[key])
  if (failed && does !== 'list' && does !== 'create' && asked !== undefined && failed.text.includes(String(asked)))
    table.errors = { ...partOf(table.errors), missing: escaped(failed.text).replace(String(asked), '{{id}}') }
  const told = calls.filter((call) => !refused(call))
  const [first] = told
  if (!first) return
  if (first.value === undefined) {
    if (does !== 'list') verb.answer = template(first, key, argument)
    return
  }
  const found = rowsIn(first.value)
  if (!found) {
    constant(verb, does, told, key)
    return
  }
  const shown = columnsIn(told)
  const known = Object.keys(columns)
  for (const name of shown) if (!known.includes(name) && NAME.test(name)) columns[name] = typeIn(told, name)
  table.columns = columns
  const names = Object.keys(columns)
  if (
    shown.length &&
    shown.some((name) => names.includes(name)) &&
    names.some((name) => !shown.includes(name)) &&
    does !== 'delete'
  )
    verb.show = shown.filter((name) => names.includes(name))
  if (found.at !== null) verb.answer = wrapped(first, found.at, does, found.single)
  if (does === 'create') defaults(columns, told)
  if (does === 'list') order(verb, told, columns)
}

function columnsIn(calls: readonly AnsweredCall[]): string[] {
  const names = calls.flatMap(({ value }) => rowsIn(value)?.rows.flatMap((row) => Object.keys(row)) ?? [])
  return [...new Set(names)]
}

function typeIn(calls: readonly AnsweredCall[], name: string): Json {
  const values = calls.flatMap(({ value }) => rowsIn(value)?.rows.flatMap((row) => row[name] ?? []) ?? [])
  if (values.length && values.every((value) => Number.isSafeInteger(value))) return 'integer'
  if (values.length && values.every((value) => typeof value === 'number')) return 'number'
  if (values.length && values.every((value) => typeof value === 'boolean')) return 'boolean'
  return values.every((value) => typeof value === 'string') ? 'text' : 'json'
}

/** What stands around the rows: their number where a figure is that, what was given where it is said again, else the same words. */
function wrapped({ value, given }: AnsweredCall, at: string, does: Standard, single: boolean): Json {
  const rows = rowsIn(value)?.rows ?? []
  const all = isObject(value) ? Object.entries(value) : []
  return Object.fromEntries(
    all.map(([name, held]): [string, Json] => {
      if (name === at) return [name, does === 'list' ? 'rows' : 'row']
      if (does === 'list' && !single && held === rows.length) return [name, name === 'count' ? 'count(rows)' : 'total']
      if (Object.hasOwn(given, name)) return [name, name]
      // `as`: JSON that was read.
      return [name, expressionOf(held as Json)]
    })
  )
}

/** An answer that holds no row, such as `{"id": 7, "deleted": true}` or `{"ok": true}`. */
function constant(verb: ProposalPart, does: Standard, told: readonly AnsweredCall[], key: string): void {
  const [first] = told
  if (!first || !isObject(first.value) || does === 'list') return
  verb.answer = Object.fromEntries(
    Object.entries(first.value).map(([name, held]): [string, Json] => {
      const argument = Object.keys(first.given).find((one) => first.given[one] === held)
      if (argument !== undefined)
        return [name, does === 'create' ? argument : argument === verb.key ? `row.${key}` : argument]
      return [name, expressionOf(held as Json)]
    })
  )
}

/** What a new row holds where nothing was given: the same in every row that was made so. */
function defaults(columns: ProposalPart, told: readonly AnsweredCall[]): void {
  for (const [name, column] of Object.entries(columns)) {
    const values = told.flatMap(({ value, given }) => {
      const row = rowsIn(value)?.rows[0]
      return row && Object.hasOwn(row, name) && !Object.hasOwn(given, name) ? [row[name] ?? null] : []
    })
    const [first = null] = values
    if (first === null || !values.every((value) => canonical(value) === canonical(first))) continue
    if (typeof first === 'object' && !(Array.isArray(first) && !first.length)) continue
    const text = JSON.stringify(column)
    if (/\b(?:id|key|created|updated|default|enum|references)\b/.test(text) || Array.isArray(column)) {
      if (isObject(column) && !/"(?:type":"id|key|references)/.test(text)) columns[name] = { ...column, default: first }
      continue
    }
    // An empty list needs no words.
    if (Array.isArray(first)) continue
    columns[name] = isObject(column)
      ? { ...column, default: first }
      : { type: String(column).split(' ')[0] ?? 'text', default: first }
  }
}

/** The column that the longest list is sorted by, where it is not in the order of its keys. */
function order(verb: ProposalPart, told: readonly AnsweredCall[], columns: ProposalPart): void {
  const longest = told
    .map(({ value }) => rowsIn(value)?.rows ?? [])
    .reduce((best, rows) => (rows.length > best.length ? rows : best), [])
  if (longest.length < 3) return
  const inOrder = (name: string, way: 1 | -1): boolean =>
    longest.every((row, at) => at === 0 || compare(longest[at - 1]?.[name] ?? null, row[name] ?? null) * way <= 0)
  const key = keyIn(longest[0] ?? {})
  if (key !== undefined && inOrder(key, 1)) return
  for (const name of [...(key === undefined ? [] : [key]), ...Object.keys(columns)]) {
    const values = new Set(longest.map((row) => JSON.stringify(row[name] ?? null)))
    if (values.size < longest.length || !Object.hasOwn(columns, name)) continue
    for (const way of [1, -1] as const) {
      if (!inOrder(name, way)) continue
      verb.sort = way < 0 ? `-${name}` : name
      return
    }
  }
}

function compare(one: Json, other: Json): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const [a, b] = [String(one), String(other)]
  const numbers = [a, b].map((text) => /\d{1,15}$/.exec(text))
  const [first, second] = numbers
  if (first && second && a.slice(0, first.index) === b.slice(0, second.index))
    return Number(first[0]) - Number(second[0])
  return a < b ? -1 : a > b ? 1 : 0
}

const STAMP = /"(?:created|updated)(?:_at|At)?":\s?"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z)"/g

/** The world's time before the first change, and what a change takes, from the stamps of what was made. */
function clockOf(data: ProposalData, calls: readonly AnsweredCall[][]): void {
  const verbs = partOf(data.verbs)
  const made = calls.flatMap((recording) =>
    recording.flatMap((call) => {
      if (typeof partOf(verbs[call.name]).create !== 'string' || refused(call)) return []
      const [stamp] = [...JSON.stringify(call.value ?? null).matchAll(STAMP)].map(([, time = '']) => Date.parse(time))
      return stamp === undefined || Number.isNaN(stamp) ? [] : [{ stamp, changes: call.changes + 1 }]
    })
  )
  const [first, second] = made
  if (!first) return
  const between =
    second && second.changes > first.changes
      ? (second.stamp - first.stamp) / (second.changes - first.changes) / 1000
      : 60
  const tick = Number.isInteger(between) && between >= 0 && between <= 86_400 ? between : 60
  data.clock = new Date(first.stamp - first.changes * tick * 1000).toISOString().replace('.000', '')
  if (tick !== 60) data.tick = tick
}
