// A verb that lists rows: what narrows them, how they are sorted, and how many stand on a page.
import { isObject } from '../../../../text/json.ts'
import type { Json } from '../../../../tree/ports.ts'
import { wrapping } from './around.ts'
import { bareName, type Fields } from './called.ts'
import type { Entity } from './entities.ts'
import { filterOf, orderOf, PAGE, SIZE, SKIP, SORT } from './filters.ts'
import { columnsIn, inputs, type Learning, type Showing, takes, type VerbWay } from './learning.ts'
import { notAmong } from './refusals.ts'

export function listing(learning: Learning, calls: Showing[]): VerbWay | null {
  const [first] = calls
  if (!first) return null
  const { entity } = first.shown
  const names = takes(learning)
  const paging = names.filter((name) => SIZE.test(name) || PAGE.test(name) || SKIP.test(name))
  const filters = names.filter((name) => !paging.includes(name) && !SORT.test(name))
  const tests: string[] = []
  // By what nobody saw how it narrows or sorts, the model answers.
  const open: string[] = []
  for (const name of filters) {
    const test = filterOf(name, calls, entity)
    if (test === null) open.push(`${name} != null`)
    else tests.push(`(${name} == null or ${test})`)
  }
  const among = notAmong(learning, names)
  for (const name of names)
    if (SORT.test(name)) {
      const told = among.find(({ argument }) => argument === name)
      open.push(told ? `(${name} != null and (${told.that}))` : `${name} != null`)
    }
  // A list that never shows some of the rows is one of a kind of its own.
  const fixed = fixedTest(entity, calls)
  if (fixed !== null) tests.unshift(fixed)
  const order = orderOf(calls, entity)
  if (order === null) return null
  const show = columnsIn(calls)
  const size = paging.find((name) => SIZE.test(name))
  const page = paging.find((name) => PAGE.test(name))
  const skip = paging.find((name) => SKIP.test(name))
  const usual = echoed(calls, size) ?? usualSize(calls, size, page, skip)
  const plain =
    page === undefined && (size === undefined || size === 'limit') && (skip === undefined || skip === 'offset')
  const input = inputs(names.filter((name) => !(plain && paging.includes(name)) && name !== 'sort'))
  if (names.includes('sort')) input.sort = 'json'
  if (!plain && size !== undefined) input[size] = { type: 'json', default: usual ?? 1000 }
  if (!plain && page !== undefined) input[page] = { type: 'json', default: 1 }
  if (!plain && skip !== undefined) input[skip] = { type: 'json', default: 0 }
  const from = page === undefined ? (skip ?? '0') : `(${page} - 1) * ${size ?? usual ?? 1000}`
  const many = size ?? String(usual ?? 1000)
  const rows = plain
    ? 'rows'
    : `take(reverse(take(reverse(rows), total - ${page === undefined && skip === undefined ? 0 : from})), ${many})`
  // A bare list is answered as the verb itself lists it.
  if (!plain && !first.shown.path.length) return null
  const verb: Fields = {
    list: entity.name,
    with: [],
    ...(Object.keys(input).length > 0 && { input }),
    ...(open.length > 0 && { leaves: open.join(' or '), learns: [entity.name] }),
    ...(among.length > 0 && { require: among.map(({ argument: _, ...one }) => one) }),
    ...(tests.length > 0 && { where: tests.join(' and ') }),
    ...(order !== undefined && { sort: order }),
    limit: plain ? (usual ?? 1000) : 1000,
    show
  }
  if (first.shown.path.length) {
    const wrapped = wrapping(calls, { names, paging: { size, page, usual }, rows, row: null })
    if (wrapped === undefined) return null
    verb.answer = wrapped
  }
  return { verb }
}

/** A flag by which a list of its own is chosen, such as those that are open. */
function fixedTest(entity: Entity, calls: readonly Showing[]): string | null {
  const bare = calls.filter(({ given }) => !Object.keys(given).length)
  const known = [...entity.rows.values()]
  if (!bare.length || known.length < 3) return null
  for (const name of entity.columns) {
    const values = new Set(bare.flatMap(({ shown }) => shown.rows.map((row) => JSON.stringify(row[name] ?? null))))
    const [only] = values
    if (values.size !== 1 || only === undefined || !/^(?:true|false|null|"[^"\\']{1,40}")$/.test(only)) continue
    const left = bare.every(({ shown, before }) => {
      const listed = new Set(shown.rows.map((row) => String(row[entity.key])))
      return [...(before.get(entity)?.values() ?? [])].every(
        (row) => listed.has(String(row[entity.key])) === (JSON.stringify(row[name] ?? null) === only)
      )
    })
    const others = known.some((row) => Object.hasOwn(row, name) && JSON.stringify(row[name]) !== only)
    if (left && others) return `it.${name} == ${only.replaceAll('"', "'")}`
  }
  return null
}

/** What the answer says of an argument that was not given. */
function echoed(calls: readonly Showing[], name: string | undefined): number | null {
  if (name === undefined) return null
  const told = calls.flatMap(({ given, value }) => (given[name] === undefined ? figuresOf(value, name) : []))
  return told.length && told.every((one) => one === told[0]) ? (told[0] ?? null) : null
}

const figuresOf = (value: Json | undefined, name: string): number[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([key, one]) =>
        typeof one === 'number'
          ? bareName(key) === bareName(name)
            ? [one]
            : []
          : Array.isArray(one)
            ? []
            : figuresOf(one as Json, name)
      )
    : []

/** As many rows as are listed where nobody says how many. */
function usualSize(calls: readonly Showing[], ...names: (string | undefined)[]): number | null {
  const free = calls.filter(({ given }) => names.every((name) => name === undefined || given[name] === undefined))
  const longest = free.reduce((most, { shown }) => Math.max(most, shown.rows.length), 0)
  const more = free.some(
    ({ value, shown }) => shown.rows.length === longest && figuresIn(value).some((figure) => figure > longest)
  )
  return longest > 0 && more ? longest : null
}

const figuresIn = (value: Json | undefined): number[] =>
  isObject(value)
    ? Object.values(value).flatMap((one) =>
        typeof one === 'number' ? [one] : Array.isArray(one) ? [] : figuresIn(one as Json)
      )
    : []
