// Another record in the place of the one that was asked for.

import { isObject } from '../text/json.ts'
import { canonical } from '../tree/history.ts'
import { isFailure, otherNumber, pick, sample } from './data-alter.ts'
import { identityOf, itemsIn } from './data-items.ts'
import { type JsonPart, partsOf, sourceOf, spliced } from './data-json.ts'
import { argumentsOf, commandOf, framedTurn, isRead, truthOf } from './data-past.ts'
import type { Moment } from './perturbation.ts'

interface Wrong {
  body: string
  detail: string
}

/** The record with the values that another one had in an earlier answer; its id stays. */
export function otherRecord(moment: Moment, body: string): Wrong | null {
  const root = partsOf(body)
  if (root?.kind !== 'object' || !isFlat(root)) return null
  const own = identityOf({ form: 'json' }, body)
  for (let turn = moment.chain.length - 1; turn >= 0; turn--) {
    const { body: earlier } = framedTurn(moment, turn)
    const records = partsOf(earlier)?.kind === 'object' ? [earlier] : []
    const listed = itemsIn(earlier)
    const others = [...records, ...(listed?.form === 'json' ? listed.items : [])]
    for (const other of others) {
      if (identityOf({ form: 'json' }, other) === own) continue
      const made = withValuesOf(body, root, { other, own })
      if (made !== null) return { body: made, detail: `It has the values of another record, from turn ${turn + 1}.` }
    }
  }
  return null
}

/** Without lists of other records in it. */
const isFlat = ({ entries }: JsonPart): boolean =>
  !entries.some(({ part }) => part.kind === 'array' && part.entries.some((entry) => entry.part.kind === 'object'))

/** Half of the fields at least are in both; `null` otherwise, and where nothing differs. */
function withValuesOf(body: string, root: JsonPart, { other, own }: { other: string; own: string }): string | null {
  const theirs = partsOf(other)
  if (theirs?.kind !== 'object') return null
  const values = new Map(theirs.entries.map(({ key, part }) => [key, sourceOf(other, part)]))
  const common = root.entries.filter(({ key }) => values.has(key))
  if (common.length < 2 || common.length * 2 < root.entries.length) return null
  const edits = common
    .filter(({ part }) => sourceOf(body, part) !== own)
    .map(({ key, part }) => ({ ...part, text: values.get(key) ?? '' }))
  const made = spliced(body, edits)
  return made === body ? null : made
}

/** What the same tool, or the same program, said of another thing, with the names that were asked for in it. */
export function otherDocument(moment: Moment, body: string): Wrong | null {
  if (partsOf(body) || itemsIn(body)?.form === 'hits') return null
  const { domain, action, chain } = moment
  const asked = wordsOf(action)
  for (let turn = chain.length - 1; turn >= 0; turn--) {
    const step = chain[turn]
    const past = moment.past()[turn]
    if (!step || !past || domain.toolOf(step.action) !== domain.toolOf(action)) continue
    if (canonical(step.action) === canonical(action) || !isRead(moment, step.action)) continue
    if (isFailure({ ...moment, action: step.action }, truthOf(past))) continue
    const { body: other } = framedTurn(moment, turn)
    const words = wordsOf(step.action)
    const differing = words.length === asked.length ? words.map((word, index) => [word, asked[index] ?? '']) : []
    const made = differing.reduce(
      (text, [theirs = '', ours = '']) =>
        theirs.length > 2 && theirs !== ours ? text.replaceAll(theirs, () => ours) : text,
      other
    )
    if (made && made !== body) return { body: made, detail: `It is what turn ${turn + 1} showed of another one.` }
  }
  return null
}

function wordsOf(action: Parameters<typeof commandOf>[0]): string[] {
  const typed = commandOf(action)
  if (typed !== null) return typed.trim().split(/\s+/)
  const given = argumentsOf(action)
  return isObject(given) ? Object.values(given).filter((value) => typeof value === 'string') : []
}

/** Two records of a list with each other's values. */
export function swappedRecords(body: string, random: () => number): Wrong | null {
  const found = itemsIn(body)
  if (found?.form !== 'json' || found.items.length < 2) return null
  const [one = 0, two = 0] = sample(2, found.items.length, random)
  const items = [...found.items]
  const swap = (into: number, from: number): string | null => {
    const [own, other] = [found.items[into] ?? '', found.items[from] ?? '']
    const root = partsOf(own)
    return root?.kind === 'object' ? withValuesOf(own, root, { other, own: identityOf(found, own) }) : null
  }
  const [first, second] = [swap(one, two), swap(two, one)]
  if (first === null || second === null) return null
  items[one] = first
  items[two] = second
  return { body: found.write(items), detail: `Records ${one + 1} and ${two + 1} have each other's values.` }
}

/** The record, or the text, with one of its numbers changed, its id aside. */
export function changedRecord(body: string, random: () => number): Wrong | null {
  const root = partsOf(body)
  if (root) {
    const own = root.kind === 'object' ? identityOf({ form: 'json' }, body) : null
    const fields = root.entries.filter(({ part }) => {
      const source = sourceOf(body, part)
      return (
        source !== own && (/\d/.test(source) || source === 'true' || source === 'false') && part.entries.length === 0
      )
    })
    if (!fields.length) return null
    const { key, part } = pick(fields, random)
    const source = sourceOf(body, part)
    const other = part.kind === 'literal' ? String(source === 'false') : otherNumber(source, random)
    return { body: spliced(body, [{ ...part, text: other }]), detail: `The value of "${key ?? ''}" is wrong.` }
  }
  const numbers = [...body.slice(0, FAR).matchAll(/\d+(?:[.,]\d+)*/g)]
  if (!numbers.length) return null
  const { 0: number, index } = pick(numbers, random)
  const end = index + number.length
  return { body: body.slice(0, index) + otherNumber(number, random) + body.slice(end), detail: 'A number is wrong.' }
}

// Numbers are looked for at the beginning of a text: what is far down is seldom read.
const FAR = 20_000
