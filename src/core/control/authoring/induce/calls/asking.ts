// A verb whose answer no rule tells: the model is asked, and what the call does is done all the same. Rows that the answer shows are taken in.
import { wordsOf } from '../../../../grounds/programs/declared/names.ts'
import type { Json } from '../../../../tree/ports.ts'
import { type Fields, literal, onlyReads, REMOVES, same } from './called.ts'
import { changes } from './changes.ts'
import type { Entity, PlacedCall } from './entities.ts'
import { inputs, type Learning, STAMPED, takes } from './learning.ts'
import { missedIn, strangeTo } from './missing.ts'
import { refusals } from './refusals.ts'

const SAID = 'said'
/** In a column: something was done to it, and nobody knows what. */
export const UNSURE = "'(unsure)'"

/** @param refuses with what is refused by a rule, without asking. `null`: nothing is known of what it does */
export function asking(learning: Learning, refuses: boolean): Fields | null {
  const { name } = learning
  const done = learning.calls.filter(({ refused }) => !refused)
  const names = takes(learning)
  if (names.includes(SAID)) return null
  const shown = [...new Set(done.flatMap((call) => call.shown?.entity ?? []))]
  const taken: Json[] = shown.map((entity) => ({ take: entity.name, from: SAID }))
  const rows = onlyReads(name) ? [] : rowsNamed(done.length ? done : learning.calls, names)
  const isDone = doneWhen(learning, done)
  const parts = rows.flatMap((one) => changeOf(learning, done, names, one, isDone))
  if (!parts.length && !taken.length) return null
  const require = refuses ? refused(learning, done, names, rows[0]) : []
  const [first] = rows
  const isJson = done.every(({ value }) => value !== undefined)
  return {
    ...(names.length > 0 && { input: inputs(names) }),
    ...(first && require.length > 0 && { let: { row: `first(${first.entity.name} where ${isRow(first)})` }, require }),
    ask: {
      about: `What the tool ${name} answers to ${names.map((one) => `${one}={{${one}}}`).join(', ') || 'this call'}, in the form of its answers before.`,
      as: SAID,
      schema: isJson ? {} : { type: 'string' }
    },
    do: [...parts, ...taken],
    answer: `{{${SAID}}}`
  }
}

interface Named {
  entity: Entity
  argument: string
}

const isRow = ({ entity, argument }: Named): string => `text(it.${entity.key}) == text(${argument})`

/** The arguments that name a row in each call that was done. */
const rowsNamed = (done: readonly PlacedCall[], names: readonly string[]): Named[] =>
  names.flatMap((argument) => {
    const given = done.filter((call) => (call.given[argument] ?? null) !== null)
    const entity = given[0]?.named.get(argument)?.entity
    return entity && given.every((call) => call.named.get(argument)?.entity === entity) ? [{ entity, argument }] : []
  })

function changeOf(
  learning: Learning,
  done: readonly PlacedCall[],
  names: readonly string[],
  one: Named,
  isDone: string | null
): Json[] {
  const { entity, argument } = one
  const isSure = isDone !== null || !learning.all.some(({ refused }) => refused)
  const where = [isRow(one), ...(isDone === null ? [] : [isDone])].join(' and ')
  if (REMOVES.has(wordsOf(learning.name)[0] ?? ''))
    return isSure && done.length > 0 ? [{ delete: entity.name, where }] : []
  const found = changes(
    learning,
    done.filter((call) => call.named.has(argument)),
    {
      ...{ entity, key: argument, names: names.filter((name) => name !== argument) },
      rowOf: (call) => call.named.get(argument)?.row ?? null
    },
    UNSURE
  )
  // Of a call that nobody saw the outcome of, whatever changes at all may have changed.
  const set = found ?? Object.fromEntries(moving(learning.all, entity).map((column) => [column, UNSURE]))
  const own = Object.entries(set).map(([column, formula]) => [
    column,
    isSure && !String(formula).includes('[') ? String(formula).replaceAll(/\brow\./g, 'it.') : UNSURE
  ])
  if (!own.length) return []
  return [{ update: entity.name, where, set: Object.fromEntries(own) }]
}

/** What is refused without asking: rows that there are not, and what the state explains. */
function refused(
  learning: Learning,
  done: readonly PlacedCall[],
  names: readonly string[],
  first: Named | undefined
): Fields[] {
  if (!first) return []
  const { entity, argument } = first
  const words = missedIn(learning, entity, argument).missing?.words
  const [only] = words ?? []
  const isMissed = only !== undefined && words?.every((one) => one === only) && strangeTo(entity, argument) === ''
  const row = (call: PlacedCall) => call.named.get(argument)?.row ?? null
  return [
    ...(isMissed ? [{ that: 'row != null', else: only.replaceAll('{{id}}', `{{${argument}}}`) }] : []),
    // Where nobody saw it done, nothing tells when it is not.
    ...(done.length
      ? refusals(learning, done, { names, row, key: argument, entity }).map((one) => ({
          ...one,
          that: `row == null or (${String(one.that)})`
        }))
      : [])
  ]
}

/** By how an answer begins it is known whether the call was done. `null`: it is not known. */
function doneWhen({ calls, all }: Learning, done: readonly PlacedCall[]): string | null {
  const own = calls.filter(({ refused }) => refused)
  const why = own.length ? own : all.filter(({ refused }) => refused)
  const begins = (texts: readonly string[], others: readonly string[]): string | null => {
    const [one = ''] = texts
    let length = 0
    while (length < 40 && length < one.length && texts.every((text) => text[length] === one[length])) length++
    const start = one.slice(0, length)
    return start.length > 1 && !others.some((text) => text.startsWith(start)) ? literal(start) : null
  }
  const [yes, no] = [done.map(({ text }) => text), why.map(({ text }) => text)]
  if (!no.length) return null
  const not = begins(no, yes)
  if (not !== null) return `not startsWith(text(${SAID}), ${not})`
  const start = begins(yes, no)
  return start === null ? null : `startsWith(text(${SAID}), ${start})`
}

/** Columns of which a row was shown with two values. */
function moving(all: readonly PlacedCall[], entity: Entity): string[] {
  const seen = new Map<string, Json>()
  const moved = new Set<string>()
  for (const { shown, recording } of all)
    for (const row of shown?.entity === entity ? shown.rows : [])
      for (const [column, value] of Object.entries(row)) {
        const at = JSON.stringify([recording, row[entity.key], column])
        if (seen.has(at) && !same(seen.get(at), value)) moved.add(column)
        seen.set(at, value)
      }
  return [...moved].filter((column) => entity.columns.has(column) && column !== entity.key && !STAMPED.test(column))
}
