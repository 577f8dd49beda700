// Tables and verbs as the answers of a recording show them: a proposal from the tools, corrected by what was answered.
import { toolCallOf } from '../../../domains/tool-call.ts'
import { plural, wordsOf } from '../../../grounds/programs/declared/names.ts'
import type { DeclaredRow } from '../../../grounds/programs/declared/rules.ts'
import { STANDARD, type Standard } from '../../../grounds/programs/declared/schema.ts'
import { readJson } from '../../../observations/documents/value.ts'
import { isObject } from '../../../text/json.ts'
import { canonical } from '../../../tree/history.ts'
import type { Json } from '../../../tree/ports.ts'
import type { SeenRecording, SeenTurn } from '../turns.ts'
import { keyIn, rowsIn } from './rows.ts'

type Part = Record<string, Json>
interface Data {
  [name: string]: Json
}

interface Call {
  name: string
  given: Part
  text: string
  value: unknown
  /** How many rows were changed before it, in its recording. */
  changes: number
}

/**
 * The proposal (`proposeDeclared`, read as JSON) with what its tools really answered: how lists and rows are wrapped, which columns are shown, the
 * words of refusals and confirmations, what is there where nothing was given, the clock, and verbs of the world's own that change a row.
 */
export function asAnswered(proposed: Json, recordings: readonly SeenRecording[]): Json {
  // `as`: copied as JSON, and written to here alone.
  const data = JSON.parse(JSON.stringify(proposed)) as Data
  const [tables, verbs] = [partOf(data.tables), partOf(data.verbs)]
  const calls = recordings.map(({ turns }) => callsOf(turns, verbs))
  const all = calls.flat()
  for (const [name, verb] of Object.entries(verbs)) {
    if (!isObject(verb)) continue
    // `as`: a part of the proposal, which is JSON.
    const own = verb as Part
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

// `as`: only objects of JSON are looked into.
const partOf = (value: Json | undefined): Part => (isObject(value) ? (value as Part) : {})

function callsOf(turns: readonly SeenTurn[], verbs: Part): Call[] {
  let changes = 0
  return turns.map(({ action, text }) => {
    const { name, arguments: given } = toolCallOf(action)
    const call = { name, given, text, value: readJson(text)?.value, changes }
    const verb = partOf(verbs[name])
    if (['create', 'update', 'delete'].some((one) => one in verb) && !refused(call)) changes++
    return call
  })
}

/** A text that says why not. What was done is told as JSON, or in a sentence without these words. */
const refused = ({ text, value }: Pick<Call, 'text' | 'value'>): boolean =>
  value === undefined &&
  /\b(?:error|not found|no such|there is no|does not exist|unknown|invalid|cannot|already|required|denied|wrong)\b/i.test(
    text
  )

interface Verb {
  verb: Part
  does: Standard
  table: Part
}

function answersOf({ verb, does, table }: Verb, calls: readonly Call[]): void {
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

const NAME = /^[A-Za-z]\w{0,63}$/

const escaped = (text: string): string => text.replaceAll('{{', '{ {')

/** A sentence in which what was given, and the row's key, stand again. */
function template({ text, given }: Call, key: string, argument: string): string {
  let made = escaped(text)
  const values = Object.entries(given)
    .filter(([, value]) => (typeof value === 'string' && value.length > 1) || typeof value === 'number')
    .sort(([, a], [, b]) => String(b).length - String(a).length)
  for (const [name, value] of values)
    made = made.replaceAll(String(value), name === argument ? `{{row.${key}}}` : `{{${name}}}`)
  return made
}

function columnsIn(calls: readonly Call[]): string[] {
  const names = calls.flatMap(({ value }) => rowsIn(value)?.rows.flatMap((row) => Object.keys(row)) ?? [])
  return [...new Set(names)]
}

function typeIn(calls: readonly Call[], name: string): Json {
  const values = calls.flatMap(({ value }) => rowsIn(value)?.rows.flatMap((row) => row[name] ?? []) ?? [])
  if (values.length && values.every((value) => Number.isSafeInteger(value))) return 'integer'
  if (values.length && values.every((value) => typeof value === 'number')) return 'number'
  if (values.length && values.every((value) => typeof value === 'boolean')) return 'boolean'
  return values.every((value) => typeof value === 'string') ? 'text' : 'json'
}

/** What stands around the rows: their number where a figure is that, what was given where it is said again, else the same words. */
function wrapped({ value, given }: Call, at: string, does: Standard, single: boolean): Json {
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

const expressionOf = (value: Json): Json =>
  typeof value === 'string'
    ? `'${value.replaceAll("'", ' ')}'`
    : typeof value === 'object' && value !== null
      ? 'null'
      : value

/** An answer that holds no row, such as `{"id": 7, "deleted": true}` or `{"ok": true}`. */
function constant(verb: Part, does: Standard, told: readonly Call[], key: string): void {
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
function defaults(columns: Part, told: readonly Call[]): void {
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
function order(verb: Part, told: readonly Call[], columns: Part): void {
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

interface Changed {
  table: string
  argument: string
  set: Part
  takes: Part
  answer: Json | undefined
}

/**
 * Verbs that no name tells: a call that names a row's key, after which the row is otherwise. What became of each column is what was given under some
 * name, or always the same value.
 */
function ownVerbs(data: Data, calls: readonly Call[][]): void {
  const [tables, verbs] = [partOf(data.tables), partOf(data.verbs)]
  const known = new Set(Object.keys(verbs))
  const found = new Map<string, Changed>()
  const keys = Object.fromEntries(
    Object.entries(tables).map(([name, table]) => {
      const columns = Object.entries(partOf(partOf(table).columns))
      return [name, columns.find(([, column]) => /\b(?:id|key)\b/.test(JSON.stringify(column)))?.[0] ?? 'id']
    })
  )
  const prefixes = Object.entries(tables).flatMap(([name, table]) => {
    const key = keys[name]
    const rows = partOf(table).rows
    return (Array.isArray(rows) ? rows : []).map((row) => [String(partOf(row)[key ?? '']), name] as const)
  })
  const tableOf = new Map(prefixes)
  for (const recording of calls) {
    const rows = new Map<string, DeclaredRow>()
    const open = new Map<string, Call>()
    for (const call of recording) {
      if (refused(call)) continue
      const shown = rowsIn(call.value)?.rows ?? []
      if (known.has(call.name)) {
        const verb = partOf(verbs[call.name])
        const does = STANDARD.find((one) => typeof verb[one] === 'string')
        const table = does ? String(verb[does]) : ''
        for (const row of shown) {
          const key = String(row[keys[table] ?? 'id'] ?? '')
          const waiting = open.get(key)
          const before = rows.get(key)
          if (waiting && before) learn(waiting, table, key, before, row, undefined)
          open.delete(key)
          rows.set(key, { ...before, ...row })
        }
        continue
      }
      const named = Object.values(call.given)
        .map(String)
        .find((value) => tableOf.has(value) || rows.has(value))
      if (named === undefined) continue
      const table = tableOf.get(named) ?? ''
      const row = shown.find((one) => String(one[keys[table] ?? 'id']) === named)
      const before = rows.get(named) ?? rowOf(table, named)
      if (row && before) {
        learn(call, table, named, before, row, null)
        rows.set(named, { ...before, ...row })
      } else if (before) {
        rows.set(named, before)
        open.set(named, call)
      }
    }
  }
  for (const [name, { table, argument, set, takes, answer }] of found) {
    if (!/^[A-Za-z][\w.-]{0,127}$/.test(name) || !Object.keys(set).length) continue
    verbs[name] = {
      update: table,
      ...(argument !== keys[table] && { key: argument }),
      with: [],
      ...(Object.keys(takes).length && { input: takes }),
      set,
      ...(answer !== undefined && { answer })
    }
  }
  data.verbs = verbs

  function rowOf(table: string, key: string): DeclaredRow | undefined {
    const rows = partOf(tables[table]).rows
    return (Array.isArray(rows) ? rows : []).map(partOf).find((row) => String(row[keys[table] ?? 'id']) === key)
  }

  /** @param answer `null`: it answers the row as it is after it; `undefined`: in words */
  function learn(
    call: Call,
    table: string,
    key: string,
    before: DeclaredRow,
    after: DeclaredRow,
    answer: null | undefined
  ) {
    const argument = Object.keys(call.given).find((name) => String(call.given[name]) === key)
    if (argument === undefined || !table || found.has(call.name)) return
    const columns = partOf(partOf(tables[table]).columns)
    const [set, takes]: [Part, Part] = [{}, {}]
    for (const name of Object.keys(call.given)) if (name !== argument) takes[name] = kindOf(call.given[name] ?? null)
    for (const [name, value] of Object.entries(after)) {
      if (!Object.hasOwn(columns, name) || canonical(before[name] ?? null) === canonical(value)) continue
      if (/\b(?:updated|created)\b/.test(JSON.stringify(columns[name])) || /_at$/.test(name)) continue
      const from = Object.keys(call.given).find(
        (one) => one !== argument && canonical(call.given[one] ?? null) === canonical(value)
      )
      if (from !== undefined) set[name] = from
      else if (typeof value !== 'object' || value === null) set[name] = expressionOf(value)
    }
    const words =
      answer === undefined && call.value === undefined ? template(call, keys[table] ?? 'id', argument) : undefined
    found.set(call.name, { table, argument, set, takes, answer: words })
  }
}

/** `count_tickets`: a figure alone, of the rows that what was given leaves. */
function counts(data: Data, calls: readonly Call[]): void {
  const [tables, verbs] = [partOf(data.tables), partOf(data.verbs)]
  for (const { name, given, value } of calls) {
    if (name in verbs || !isObject(value) || !/^[A-Za-z][\w.-]{0,127}$/.test(name)) continue
    const [[field, figure] = [], ...more] = Object.entries(value)
    const table = Object.keys(tables).find((one) => wordsOf(name).some((word) => word === one || plural(word) === one))
    if (field === undefined || more.length || !Number.isInteger(figure) || table === undefined) continue
    const columns = partOf(partOf(tables[table]).columns)
    const names = Object.keys(given).filter((one) => Object.hasOwn(columns, one))
    if (names.length < Object.keys(given).length) continue
    const test = names.map((one) => `(${one} == null or it.${one} == ${one})`).join(' and ')
    const input = Object.fromEntries(names.map((one) => [one, kindOf(given[one] ?? null)]))
    const answer = { [field]: test ? `count(${table} where ${test})` : `count(${table})` }
    verbs[name] = { ...(names.length > 0 && { input }), answer }
  }
  data.verbs = verbs
}

const kindOf = (value: Json): Json =>
  typeof value === 'number'
    ? 'number'
    : typeof value === 'boolean'
      ? 'boolean'
      : Array.isArray(value)
        ? 'list'
        : typeof value === 'object' && value !== null
          ? 'json'
          : 'text'

const STAMP = /"(?:created|updated)(?:_at|At)?":\s?"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z)"/g

/** The world's time before the first change, and what a change takes, from the stamps of what was made. */
function clockOf(data: Data, calls: readonly Call[][]): void {
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
