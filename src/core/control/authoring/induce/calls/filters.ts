// How what is given narrows a list: the test that all listed rows pass, and that others do not.

import { compare } from '../../../../grounds/programs/declared/functions.ts'
import { wordsOf } from '../../../../grounds/programs/declared/names.ts'
import type { DeclaredRow } from '../../../../grounds/programs/declared/rules.ts'
import type { Json } from '../../../../tree/ports.ts'
import { bareName } from './called.ts'
import type { Entity, PlacedCall, Shown } from './entities.ts'

export const SIZE = /^(?:limit|per_?page|page_?size|size|count|top|max(?:_?results)?|n|take|first)$/i
export const PAGE = /^page(?:_?(?:number|no|index))?$/i
export const SKIP = /^(?:offset|skip|start(?:_?at)?)$/i
export const SORT = /^(?:sort|order|order_?by|sort_?by|sort_?order|direction)$/i
const QUERY = /^(?:q|query|search|text|term|keyword|keywords|pattern|contains|match|filter|phrase|name_contains)$/i

interface Test {
  text: string
  passes(row: DeclaredRow, wanted: Json): boolean
}

const lower = (value: Json | undefined): string =>
  (value === null || value === undefined ? '' : String(value)).toLowerCase()

function testsOf(argument: string, entity: Entity): Test[] {
  const columns = [...entity.columns]
  const own = bareName(argument)
  const words = wordsOf(argument)
  const [first = '', last = ''] = [words[0], words.at(-1)]
  const rest = (drop: string) => words.filter((word) => word !== drop).join('')
  const exact = columns.filter((name) => bareName(name) === own)
  const near = columns.filter(
    (name) =>
      !exact.includes(name) &&
      (bareName(name) === `${own}s` ||
        `${bareName(name)}s` === own ||
        bareName(name).startsWith(own) ||
        bareName(name).endsWith(own) ||
        own.endsWith(bareName(name)))
  )
  const equal = (name: string): Test[] => [
    { text: `it.${name} == ${argument}`, passes: (row, wanted) => (row[name] ?? null) === wanted },
    {
      text: `lower(text(it.${name})) == lower(text(${argument}))`,
      passes: (row, wanted) => lower(row[name]) === lower(wanted)
    },
    {
      text: `${argument} in it.${name}`,
      passes: (row, wanted) => Array.isArray(row[name]) && row[name].some((one) => one === wanted)
    },
    {
      text: `contains(it.${name}, ${argument})`,
      passes: (row, wanted) => typeof row[name] === 'string' && lower(row[name]).includes(lower(wanted))
    }
  ]
  const bound = (names: readonly string[], sign: '<' | '<=' | '>' | '>='): Test[] =>
    names.map((name) => ({
      text: `it.${name} ${sign} ${argument}`,
      passes(row, wanted) {
        const one = row[name] ?? null
        if (one === null || typeof one !== typeof wanted) return false
        const order = compare(one, wanted)
        return sign === '<' ? order < 0 : sign === '<=' ? order <= 0 : sign === '>' ? order > 0 : order >= 0
      }
    }))
  const ends = ['min', 'from', 'after', 'since', 'start', 'gte', 'gt', 'least']
  const tops = ['max', 'to', 'before', 'until', 'end', 'lte', 'lt', 'most']
  const side = [first, last].find((word) => ends.includes(word) || tops.includes(word))
  const bounded =
    side === undefined
      ? []
      : columns.filter(
          (name) => !rest(side) || bareName(name).includes(rest(side)) || /(?:at|date|time|on)$/i.test(name)
        )
  const signs = side === undefined ? [] : ends.includes(side) ? (['>=', '>'] as const) : (['<=', '<'] as const)
  const texts = columns.filter(
    (name) =>
      [...entity.rows.values()].some((row) => typeof row[name] === 'string') &&
      ![...entity.rows.values()].some((row) => typeof row[name] === 'number')
  )
  const within = (names: readonly string[]): Test => ({
    text:
      names.length === 1
        ? `contains(it.${names[0]}, ${argument})`
        : `(${names.map((name) => `contains(it.${name}, ${argument})`).join(' or ')})`,
    passes: (row, wanted) => names.some((name) => lower(row[name]).includes(lower(wanted)))
  })
  const lists = columns.filter((name) => [...entity.rows.values()].some((row) => Array.isArray(row[name])))
  const wide = [
    ...texts.map((name) => [name]),
    ...texts.flatMap((one, at) => texts.slice(at + 1).map((other) => [one, other])),
    texts,
    [...texts, ...lists]
  ]
  return [
    ...exact.flatMap(equal),
    ...signs.flatMap((sign) => bound(bounded, sign)),
    ...near.flatMap(equal),
    ...(QUERY.test(argument) || !exact.length ? wide.filter((names) => names.length).map(within) : [])
  ]
}

/** The test by which an argument narrows, of all calls in which it was given. `null`: none fits what was listed. */
export function filterOf(
  argument: string,
  calls: readonly (PlacedCall & { shown: Shown })[],
  entity: Entity
): string | null {
  const given = calls.filter((call) => call.given[argument] !== undefined && call.given[argument] !== null)
  const rated = testsOf(argument, entity).flatMap(({ text, passes }) => {
    let [kept, out] = [0, 0]
    for (const { given: asked, shown, before } of given) {
      const wanted = asked[argument] ?? null
      // Shown with fewer columns than the row has, it is known with all.
      const known = before.get(entity) ?? new Map<string, DeclaredRow>()
      const whole = (row: DeclaredRow) => ({
        ...(known.get(String(row[entity.key])) ?? entity.rows.get(String(row[entity.key]))),
        ...row
      })
      if (!shown.rows.every((row) => passes(whole(row), wanted))) return []
      kept += shown.rows.length
      const listed = new Set(shown.rows.map((row) => String(row[entity.key])))
      const others = [...new Map([...entity.rows, ...known])].filter(([key]) => !listed.has(key))
      for (const [, row] of others)
        if (!passes(row, wanted)) out++
        else out--
    }
    return [{ text, worth: kept + out }]
  })
  // What narrows nothing that is known is not known to narrow.
  const [best] = rated.sort((a, b) => b.worth - a.worth)
  return best && best.worth > 0 ? best.text : null
}

/** The column that long lists are sorted by, `-` before it for the largest first; `undefined`: as they were made. */
export function orderOf(calls: readonly { shown: Shown }[], entity: Entity): string | null | undefined {
  const long = calls.map(({ shown }) => shown.rows).filter((rows) => rows.length > 2)
  if (!long.length) return undefined
  const places = new Map([...entity.rows.keys()].map((key, at) => [key, at]))
  const asMade = long.every((rows) =>
    rows.every(
      (row, at) =>
        at === 0 ||
        (places.get(String(rows[at - 1]?.[entity.key])) ?? 0) <=
          (places.get(String(row[entity.key])) ?? Number.POSITIVE_INFINITY)
    )
  )
  if (asMade) return undefined
  for (const name of [entity.key, ...entity.columns])
    for (const way of [1, -1])
      if (
        long.every(
          (rows) =>
            rows.every((row, at) => at === 0 || way * compare(rows[at - 1]?.[name] ?? null, row[name] ?? null) <= 0) &&
            new Set(rows.map((row) => String(row[name]))).size > 1
        )
      )
        return way < 0 ? `-${name}` : name
  return null
}
