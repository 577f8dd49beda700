// What the model is shown of the store when it is asked: the records that matter most first, within a bound.
import { callOf } from '../../domains/tool-call.ts'
import type { Action } from '../../tree/model.ts'
import type { Json } from '../../tree/ports.ts'
import type { Book } from './book.ts'
import { nextId } from './ids.ts'
import { plural, singular, spoken, wordsOf } from './names.ts'
import { isPlan } from './plan.ts'
import { type Fields, find, isFields, type RecordKind, type RecordsState } from './record.ts'
import { timeAt } from './time.ts'

// About 2,000 tokens: a prompt of a small model still has room for its history.
const MOST = 6000
const MOST_OF_ONE = 600

/** The store in words and JSON lines, at most `MOST` characters and a line or two. */
export function contextOf(book: Book, state: RecordsState, action: Action): string {
  const { name, arguments: given } = callOf(action)
  const kinds = [...state.kinds.values()].filter(({ records }) => records.size)
  const mentioned = valuesIn(given)
  const words = new Set(wordsOf(name).map(singular))
  const plan = book.plans.get(name)
  const own = plan && isPlan(plan) ? plan.kind : null
  const rank = (kind: RecordKind) => (kind.name === own ? 2 : 0) + (words.has(singular(kind.name)) ? 1 : 0)
  kinds.sort((one, other) => rank(other) - rank(one))
  const lines = [
    `The records at this moment, every change so far included. It is ${timeAt(book.start, state.turns + 1, null)}. Agree with them. Answer in the tool's own form; a record that is made or changed is told as JSON with its id and its fields.`
  ]
  let left = MOST
  const shown = new Set<Fields>()
  const show = (kind: RecordKind, record: Fields): boolean => {
    const line = `${spoken(kind.name)}: ${clipped(JSON.stringify(record))}`
    if (shown.has(record) || left < line.length) return shown.has(record)
    lines.push(line)
    shown.add(record)
    left -= line.length
    return true
  }
  for (const kind of kinds) {
    for (const one of mentioned) {
      const record = find(kind, one)
      if (record) show(kind, record)
    }
  }
  for (const kind of kinds) {
    for (const record of kind.records.values()) if (!show(kind, record)) break
    const rest = [...kind.records.values()].filter((record) => !shown.has(record)).length
    const { example, idType } = book.known(kind.name)
    const next = nextId(kind, { example, type: idType })
    lines.push(
      `${kind.records.size} ${kind.records.size === 1 ? spoken(kind.name) : plural(spoken(kind.name))}${kind.complete ? '' : ' known so far'}${rest ? `, ${rest} not shown` : ''}${next === null ? '' : `; the next id is ${String(next)}`}.`
    )
  }
  return lines.join('\n')
}

const clipped = (text: string): string => (text.length > MOST_OF_ONE ? `${text.slice(0, MOST_OF_ONE)}…` : text)

function valuesIn(value: Json): Json[] {
  if (Array.isArray(value)) return value.flatMap(valuesIn)
  if (isFields(value)) return Object.values(value).flatMap(valuesIn)
  return typeof value === 'string' || typeof value === 'number' ? [value] : []
}
