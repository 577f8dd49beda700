// Verbs that no tool’s name tells: read from what a row was before a call and after it, and from figures that are counts.

import { plural, wordsOf } from '../../../grounds/programs/declared/names.ts'
import type { DeclaredRow } from '../../../grounds/programs/declared/rules.ts'
import { STANDARD } from '../../../grounds/programs/declared/schema.ts'
import { isObject } from '../../../text/json.ts'
import { canonical } from '../../../tree/history.ts'
import type { Json } from '../../../tree/ports.ts'
import {
  type AnsweredCall,
  expressionOf,
  kindOf,
  type ProposalData,
  type ProposalPart,
  partOf,
  refused,
  template
} from './answered.ts'
import { rowsIn } from './rows.ts'

interface Changed {
  table: string
  argument: string
  set: ProposalPart
  takes: ProposalPart
  answer: Json | undefined
}

/**
 * Verbs that no name tells: a call that names a row's key, after which the row is otherwise. What became of each column is what was given under some
 * name, or always the same value.
 */
export function ownVerbs(data: ProposalData, calls: readonly AnsweredCall[][]): void {
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
    const open = new Map<string, AnsweredCall>()
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
    call: AnsweredCall,
    table: string,
    key: string,
    before: DeclaredRow,
    after: DeclaredRow,
    answer: null | undefined
  ) {
    const argument = Object.keys(call.given).find((name) => String(call.given[name]) === key)
    if (argument === undefined || !table || found.has(call.name)) return
    const columns = partOf(partOf(tables[table]).columns)
    const [set, takes]: [ProposalPart, ProposalPart] = [{}, {}]
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
export function counts(data: ProposalData, calls: readonly AnsweredCall[]): void {
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
