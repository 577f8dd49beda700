// A verb for a tool, from its calls: which rows it shows, makes, changes or removes, when it refuses, and in which words it answers.
import { plural, singular, wordsOf } from '../../../../grounds/programs/declared/names.ts'
import type { DeclaredRow } from '../../../../grounds/programs/declared/rules.ts'
import { isObject } from '../../../../text/json.ts'
import type { Tool } from '../../../../tree/model.ts'
import type { Json } from '../../../../tree/ports.ts'
import { type Fields, isKeyLike, MAKES, onlyReads, REMOVES, same } from './called.ts'
import { type Entity, isCalledAfter, type PlacedCall, type Shown, toldOf } from './entities.ts'
import { filterOf, orderOf, PAGE, SIZE, SKIP, SORT } from './filters.ts'
import { conditionFor, formulaFor, type Known, templateOf } from './formula.ts'

type Showing = PlacedCall & { shown: Shown }
const showing = (calls: readonly PlacedCall[]): Showing[] =>
  calls.filter((call): call is Showing => call.shown !== null)

interface VerbWay {
  verb: Fields
  /** Words in which a row is missed, of a table. */
  missing?: { entity: Entity; words: string[] }
}

const NAME = /^[A-Za-z]\w{0,63}$/

interface Learning {
  tool: Tool | undefined
  name: string
  calls: readonly PlacedCall[]
  /** Every call, for what is seen of a row after it. */
  all: readonly PlacedCall[]
}

/** What the tool takes, by its own words and by what was given. */
const takes = ({ tool, calls }: Learning): string[] => {
  const { properties } = tool?.inputSchema ?? {}
  const all = [
    ...(isObject(properties) ? Object.keys(properties) : []),
    ...calls.flatMap(({ given }) => Object.keys(given))
  ]
  return [...new Set(all)].filter((name) => NAME.test(name))
}

/** `null`: nothing is known by which it could be computed. */
export function verbOf(learning: Learning, entities: readonly Entity[]): VerbWay | null {
  return verbShown(learning, entities) ?? missingOnly(learning, entities)
}

/** Of a tool that nothing else is known of: what it says of rows that there are not. */
function missingOnly(learning: Learning, entities: readonly Entity[]): VerbWay | null {
  for (const key of takes(learning)) {
    const said = wordsOf(learning.name).map((word) => plural(singular(word)))
    const own = entities.find((one) => said.includes(one.name))
    const entity =
      own && (isCalledAfter(own, key) || /(?:id|key|number|code|name)$/i.test(key)) && !SORT.test(key) ? own : undefined
    const words = entity && missedIn(learning, entity, key).missing?.words
    const [first] = words ?? []
    if (!entity || first === undefined || !words?.every((one) => one === first)) continue
    const row = `count(${entity.name} where text(it.${entity.key}) == text(${key}))`
    return {
      verb: {
        input: inputs(takes(learning)),
        leaves: `${row} > 0${strangeTo(entity, key)}`,
        require: [{ that: 'false', else: first.replaceAll('{{id}}', `{{${key}}}`) }]
      },
      missing: { entity, words }
    }
  }
  return null
}

/** A key that looks like those that there are may be one that nobody saw. */
export function strangeTo(entity: Entity, key: string): string {
  const keys = [...entity.rows.keys()]
  if (entity.complete || isCounted(keys)) return ''
  const prefix = /^[A-Za-z]{1,12}[-_]/.exec(keys[0] ?? '')?.[0]
  const alike = prefix !== undefined && keys.every((one) => one.startsWith(prefix))
  return alike ? ` or startsWith(text(${key}), '${prefix}')` : ' or true'
}

/** Keys that are numbers in a row, of which none is left out. */
function isCounted(keys: readonly string[]): boolean {
  const numbers = keys.map((key) => Number(/^\D{0,20}(\d{1,9})$/.exec(key)?.[1] ?? Number.NaN))
  return (
    keys.length > 2 &&
    numbers.reduce((most, one) => Math.max(most, one), 0) -
      numbers.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY) ===
      keys.length - 1
  )
}

function verbShown(learning: Learning, entities: readonly Entity[]): VerbWay | null {
  const done = learning.calls.filter(({ refused }) => !refused)
  const shown = showing(done)
  const reads = onlyReads(learning.name)
  const [first] = shown
  if (reads) {
    const counted = counting(learning, done, entities)
    if (counted) return { verb: counted }
    if (!first || first.shown.entity.grows) return null
    return first.shown.single ? getting(learning, shown) : listing(learning, shown)
  }
  const changed = changing(learning, done)
  if (changed) return changed
  return first?.shown.single ? making(learning, shown) : null
}

/** A figure alone, of the rows that what was given leaves. */
function counting(learning: Learning, done: readonly PlacedCall[], entities: readonly Entity[]): Fields | null {
  const [first] = done
  if (!first || !isObject(first.value) || Object.keys(first.value).length !== 1) return null
  const [field = ''] = Object.keys(first.value)
  const figure = ({ value }: PlacedCall) => (isObject(value) ? (value as Fields)[field] : undefined)
  if (!done.every((call) => Number.isInteger(figure(call)))) return null
  const names = takes(learning)
  for (const entity of entities) {
    const said = wordsOf(learning.name)
    if (
      entity.grows ||
      !said.some((word) => word.length > 2 && entity.name.startsWith(word.replace(/s$/, '').slice(0, -1)))
    )
      continue
    const used = names.filter((name) => done.some(({ given }) => (given[name] ?? null) !== null))
    if (!used.every((name) => entity.columns.has(name))) continue
    const rows = (call: PlacedCall) => [...new Map([...entity.rows, ...(call.before.get(entity) ?? [])]).values()]
    const fits = done.filter(
      (call) =>
        rows(call).filter((row) =>
          used.every((name) => call.given[name] === undefined || same(row[name], call.given[name]))
        ).length === figure(call)
    )
    if (fits.length * 2 <= done.length) continue
    const test = used.map((name) => `(${name} == null or it.${name} == ${name})`).join(' and ')
    const open = names
      .filter((name) => !used.includes(name) && !entity.columns.has(name))
      .map((name) => `${name} != null`)
    const rest = names
      .filter((name) => !used.includes(name) && entity.columns.has(name))
      .map((name) => `(${name} == null or it.${name} == ${name})`)
    const all = [test, ...rest].filter(Boolean).join(' and ')
    return {
      ...(names.length > 0 && { input: inputs(names) }),
      ...(open.length > 0 && { leaves: open.join(' or ') }),
      answer: { [field]: all ? `count(${entity.name} where ${all})` : `count(${entity.name})` }
    }
  }
  return null
}

const inputs = (names: readonly string[]): Fields => Object.fromEntries(names.map((name) => [name, 'json']))

/** What a call knows: what was given, the columns of its row, and of rows that it refers to. */
function knownIn(
  call: PlacedCall,
  names: readonly string[],
  row: DeclaredRow | null,
  key: string | null
): Map<string, Json> {
  const known = new Map<string, Json>(names.map((name) => [name, call.given[name] ?? null]))
  for (const [name, value] of Object.entries(row ?? {})) if (NAME.test(name)) known.set(`row.${name}`, value)
  for (const [argument, { entity, row: other }] of call.named)
    if (argument !== key)
      for (const [name, value] of Object.entries(other))
        if (NAME.test(name)) known.set(`${entity.name}[${argument}].${name}`, value)
  return known
}

function listing(learning: Learning, calls: Showing[]): VerbWay | null {
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
    ...(open.length > 0 && { leaves: open.join(' or ') }),
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

const bareName = (name: string): string => wordsOf(name).join('')

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

const columnsIn = (calls: readonly Showing[]): string[] => [
  ...new Set(
    calls.flatMap(({ shown }) => shown.rows.flatMap((row) => Object.keys(row)).filter((name) => NAME.test(name)))
  )
]

interface Around {
  names: readonly string[]
  paging?: { size: string | undefined; page: string | undefined; usual: number | null }
  /** What stands where the rows, or the row, stood. */
  rows: string
  row: ((call: PlacedCall) => DeclaredRow | null) | null
  key?: string | null
}

/** The answer around the rows, each of whose values holds in all calls; `undefined`: one has no rule. */
function wrapping(calls: readonly PlacedCall[], around: Around): Json | undefined {
  const path = calls[0]?.shown?.path ?? null
  const at = (call: PlacedCall, place: readonly string[]): Json | undefined =>
    place.reduce<Json | undefined>(
      (value, name) => (isObject(value) && Object.hasOwn(value, name) ? (value as Fields)[name] : undefined),
      call.value
    )
  const build = (place: string[], depth: number): Json | undefined => {
    if (path && place.join('\n') === path.join('\n')) return around.rows
    const values = calls.map((call) => at(call, place))
    if (values.every((value) => isObject(value)) && depth < 4) {
      // What is there only at times has no form.
      const keys = [...new Set(values.flatMap((value) => Object.keys(value as Fields)))]
      if (!values.every((value) => keys.every((key) => Object.hasOwn(value as Fields, key)))) return undefined
      const parts: Fields = {}
      for (const key of keys) {
        const part = build([...place, key], depth + 1)
        if (part === undefined) return undefined
        parts[key] = part
      }
      return parts
    }
    const samples = calls.flatMap((call, index) => {
      const target = values[index]
      if (target === undefined) return []
      const known = knownIn(call, around.names, around.row?.(call) ?? null, around.key ?? null)
      if (around.paging && call.shown) {
        const { size, page, usual } = around.paging
        if (size !== undefined && known.get(size) === null) known.set(size, usual ?? 1000)
        if (page !== undefined && known.get(page) === null) known.set(page, 1)
      }
      return [{ known, target }]
    })
    const own = around.names.find((name) => bareName(name) === bareName(place.at(-1) ?? ''))
    if (own !== undefined && samples.every(({ known, target }) => same(known.get(own), target))) return own
    return counted(place, calls, around, samples) ?? formulaFor(samples) ?? undefined
  }
  return build([], 0)
}

/** Figures that count the rows, those on this page or all of them, and pages. */
function counted(
  place: readonly string[],
  calls: readonly PlacedCall[],
  { paging, rows }: Around,
  samples: readonly { target: Json }[]
): string | null {
  if (!paging) return null
  const { size, usual, page } = paging
  const figures = samples.map(({ target }) => target)
  const here = calls.map(({ shown }) => shown?.rows.length ?? 0)
  const name = (place.at(-1) ?? '').toLowerCase()
  const many = size ?? String(usual ?? 1000)
  const pages = `floor((total + ${many} - 1) / ${many})`
  if (figures.every((figure) => typeof figure === 'boolean') && /more|next/.test(name))
    return page === undefined ? `total > count(${rows})` : `${page} < ${pages}`
  if (!figures.every((figure) => Number.isInteger(figure))) return null
  if (/pages|last_?page/.test(name)) return pages
  if (figures.every((figure, at) => figure === here[at]))
    return /total/.test(name) ? 'total' : rows === 'rows' ? `count(rows)` : `count(${rows})`
  return figures.every((figure, at) => Number(figure) >= (here[at] ?? 0)) &&
    /total|count|matches|results|size|length/.test(name)
    ? 'total'
    : null
}

/** By which argument a row is named: the answer's own, or one that names a row. */
function keyArgument(learning: Learning, calls: readonly PlacedCall[], entity: Entity): string | null {
  const names = takes(learning)
  const fits = (call: PlacedCall, name: string) => {
    const value = call.given[name]
    if (!isKeyLike(value)) return false
    if (call.shown?.single && call.shown.entity === entity)
      return call.shown.rows.some((row) => String(row[entity.key]) === String(value))
    return call.named.get(name)?.entity === entity
  }
  return (
    names.find(
      (name) =>
        calls.some((call) => fits(call, name)) &&
        calls.every((call) => call.given[name] === undefined || fits(call, name))
    ) ?? null
  )
}

function getting(learning: Learning, calls: Showing[]): VerbWay | null {
  const [first] = calls
  if (!first) return null
  const { entity } = first.shown
  const key = keyArgument(learning, calls, entity)
  if (key === null) return null
  const names = takes(learning).filter((name) => name !== key)
  const verb: Fields = { get: entity.name, ...(key !== entity.key && { key }), show: columnsIn(calls) }
  if (names.length) verb.input = inputs(names)
  if (first.shown.path.length) {
    const answer = wrapping(calls, { names: [...names, key], rows: 'row', row: rowShown, key })
    if (answer === undefined) return null
    verb.answer = answer
  }
  return { verb, ...missedIn(learning, entity, key) }
}

const rowShown = ({ shown }: PlacedCall): DeclaredRow | null => (shown?.single ? (shown.rows[0] ?? null) : null)

/** What is said where no row has the key that was given. */
function missedIn({ calls }: Learning, entity: Entity, key: string): Pick<VerbWay, 'missing'> {
  const words = calls.flatMap(({ refused, given, text, before }) => {
    const asked = given[key]
    if (!refused || asked === undefined || asked === null || !text.includes(String(asked))) return []
    if (before.get(entity)?.has(String(asked)) || entity.rows.has(String(asked))) return []
    return [text.replaceAll('{{', '{ {').replaceAll(String(asked), '{{id}}')]
  })
  return words.length ? { missing: { entity, words } } : {}
}

function making(learning: Learning, calls: Showing[]): VerbWay | null {
  const [first] = calls
  if (!first) return null
  const { entity } = first.shown
  const names = takes(learning)
  const isNew = calls.filter((call) => !call.before.get(entity)?.has(String(call.shown.rows[0]?.[entity.key])))
  if (isNew.length < calls.length || !(MAKES.has(wordsOf(learning.name)[0] ?? '') || calls.length > 0)) return null
  const columns = columnsIn(calls).filter((name) => name !== entity.key)
  const set: Fields = {}
  for (const name of columns) {
    if (STAMPED.test(name)) continue
    const samples = calls.map((call) => ({
      known: knownIn(call, names, null, null),
      target: call.shown.rows[0]?.[name] ?? null
    }))
    const formula = setting(samples, name, names)
    if (formula === null) return null
    set[name] = formula
  }
  const keyed = names.find((name) => calls.every((call) => same(call.given[name], call.shown.rows[0]?.[entity.key])))
  if (keyed !== undefined) set[entity.key] = keyed
  const verb: Fields = { create: entity.name, with: [], input: inputs(names), set, show: columnsIn(calls) }
  if (first.shown.path.length) {
    const answer = wrapping(calls, { names, rows: 'row', row: rowShown })
    if (answer === undefined) return null
    verb.answer = answer
  }
  const require = refusals(learning, calls, { names, row: () => null, key: null, entity })
  if (require.length) verb.require = require
  return { verb }
}

export const STAMPED =
  /^(?:created|updated|modified|changed|last_?(?:updated|modified|changed))(?:_?(?:at|on|time|date))?$|^(?:timestamp|createdAt|updatedAt)$/i

/** What a column becomes: what was given under its name, or what holds in all calls; where nothing was given, what it was then. */
function setting(
  samples: readonly { known: Known; target: Json }[],
  column: string,
  names: readonly string[]
): string | null {
  const own = names.includes(column) ? column : undefined
  const given = own === undefined ? [] : samples.filter(({ known }) => (known.get(own) ?? null) !== null)
  if (own === undefined || !given.every(({ known, target }) => same(known.get(own), target))) return formulaFor(samples)
  const rest = samples.filter(({ known }) => (known.get(own) ?? null) === null)
  if (!rest.length || rest.every(({ target }) => target === null)) return own
  const otherwise = formulaFor(rest)
  return otherwise === null ? null : `if(${own} == null, ${otherwise}, ${own})`
}

/** Tools that change or remove a row which they name. */
function changing(learning: Learning, done: readonly PlacedCall[]): VerbWay | null {
  const named = done.filter(({ named: found }) => found.size > 0)
  const [first] = named
  if (!first) return null
  const entities = [
    ...new Set(
      named.flatMap(({ named: found, shown }) => [
        ...(shown?.single ? [shown.entity] : []),
        ...[...found.values()].map(({ entity }) => entity)
      ])
    )
  ]
  const removes = REMOVES.has(wordsOf(learning.name)[0] ?? '')
  for (const entity of entities) {
    const key = keyArgument(learning, named, entity)
    if (key === null) continue
    const calls = named.filter((call) => call.given[key] !== undefined)
    const rowOf = (call: PlacedCall) => call.named.get(key)?.row ?? null
    if (calls.some((call) => !rowOf(call))) continue
    const names = takes(learning).filter((name) => name !== key)
    const require = refusals(learning, done, { names: [...names, key], row: rowOf, key, entity })
    const verb: Fields = removes ? { delete: entity.name } : { update: entity.name, with: [] }
    if (key !== entity.key) verb.key = key
    if (names.length) verb.input = inputs(names)
    if (require.length) verb.require = require
    if (!removes) {
      const set = changes(learning, calls, { entity, key, names, rowOf })
      if (set === null) continue
      if (Object.keys(set).length) verb.set = set
      if (calls.every((call) => call.shown?.entity === entity && call.shown.single && !call.shown.path.length))
        verb.show = columnsIn(showing(calls))
    }
    const answer = answerOf(calls, {
      names: [...names, key],
      rowOf: (call) => ({ ...rowOf(call), ...(removes ? {} : toldOf(call.value, entity)) }),
      key,
      isRow: !removes && verb.show !== undefined
    })
    if (answer === null) continue
    if (answer !== undefined) verb.answer = answer
    return { verb, ...missedIn(learning, entity, key) }
  }
  return null
}

interface Changing {
  entity: Entity
  key: string
  names: readonly string[]
  rowOf(call: PlacedCall): DeclaredRow | null
}

/** What becomes of each column, from the row before and as it was next seen. `null`: it changes, and nothing says how. */
function changes(
  { all, name }: Learning,
  calls: readonly PlacedCall[],
  { entity, key, names, rowOf }: Changing
): Fields | null {
  const seen = calls.flatMap((call) => {
    const before = rowOf(call)
    const after =
      call.shown?.single && call.shown.entity === entity
        ? call.shown.rows[0]
        : (toldOf(call.value, entity) ?? nextSeen(all, call, entity, key))
    return before && after ? [{ call, before, after }] : []
  })
  if (!seen.length) return null
  const set: Fields = {}
  for (const column of entity.columns) {
    const told = seen.filter(({ before, after }) => Object.hasOwn(before, column) && Object.hasOwn(after, column))
    if (column === entity.key || STAMPED.test(column)) continue
    if (!names.includes(column) && told.every(({ before, after }) => same(before[column], after[column]))) continue
    const samples = told.map(({ call, before, after }) => ({
      known: knownIn(call, names, before, key),
      target: after[column] ?? null
    }))
    const own = names.includes(column) ? column : undefined
    const given = samples.filter(({ known }) => own !== undefined && (known.get(own) ?? null) !== null)
    const rest = samples.filter(({ known }) => own === undefined || (known.get(own) ?? null) === null)
    const stays = rest.every(({ known, target }) => same(known.get(`row.${column}`) ?? null, target))
    const byName = own !== undefined && stays && given.every(({ known, target }) => same(known.get(own), target))
    const formula = byName
      ? `if(${own} == null, row.${column}, ${own})`
      : (stepOf(samples, column) ?? formulaFor(samples))
    if (formula === null) return null
    set[column] = formula
  }
  return Object.keys(set).length || onlyReads(name) ? set : null
}

/** Of a figure that was seen to change once: more or less by what was given. */
function stepOf(samples: readonly { known: Known; target: Json }[], column: string): string | null {
  const [{ known, target } = { known: new Map(), target: null }] = samples
  const before = known.get(`row.${column}`)
  if (samples.length !== 1 || typeof before !== 'number' || typeof target !== 'number') return null
  const by = [...known].find(
    ([name, value]) => !name.includes('.') && typeof value === 'number' && value === Math.abs(target - before)
  )?.[0]
  return by === undefined ? null : `row.${column} ${target > before ? '+' : '-'} ${by}`
}

/** The row as it is next shown in the recording, before anything else names it. */
function nextSeen(all: readonly PlacedCall[], call: PlacedCall, entity: Entity, key: string): DeclaredRow | null {
  const asked = String(call.given[key])
  for (const later of all) {
    if (later.recording !== call.recording || later.at <= call.at) continue
    const row =
      later.shown?.entity === entity ? later.shown.rows.find((one) => String(one[entity.key]) === asked) : undefined
    if (row && onlyReads(later.name)) return row
    if (!onlyReads(later.name) && !later.refused && Object.values(later.given).map(String).includes(asked)) return null
  }
  return null
}

/** @returns `undefined`: the row itself, as it is by itself. `null`: no rule */
function answerOf(
  calls: readonly PlacedCall[],
  {
    names,
    rowOf,
    key,
    isRow
  }: { names: readonly string[]; rowOf(call: PlacedCall): DeclaredRow | null; key: string; isRow: boolean }
): Json | undefined | null {
  if (isRow) return undefined
  const after = (call: PlacedCall) =>
    call.shown?.single && call.shown.path.length ? (call.shown.rows[0] ?? null) : rowOf(call)
  if (calls.every(({ value }) => value !== undefined)) {
    const path = calls[0]?.shown?.single ? calls[0].shown.path : null
    const bare = path === null ? calls.map((call) => ({ ...call, shown: null })) : calls
    return wrapping(bare, { names, rows: 'row', row: after, key }) ?? null
  }
  const told = templateOf(calls.map((call) => ({ text: call.text, known: knownIn(call, names, rowOf(call), key) })))
  return told && told.right * 2 >= calls.length ? told.template : null
}

/** What is said of a value that is none of those that the words name: `must be one of a, b, not c`. */
function notAmong({ calls }: Learning, names: readonly string[]): { argument: string; that: string; else: string }[] {
  const found = new Map<string, { argument: string; that: string; else: string }>()
  for (const { refused, given, text } of calls) {
    const listed =
      refused && /\bone of:? (?:\[|")?([^\].;\n]{1,400}?)(?:\]|")?(?:, (?:not|got|but)\b|[.;\]]|$)/m.exec(text)?.[1]
    if (!listed) continue
    const allowed = listed.split(/, (?:or )?|\|| or /).map((one) => one.replace(/^["'`]|["'`]$/g, '').trim())
    const argument = names.find(
      (name) =>
        typeof given[name] === 'string' &&
        text.includes(name) &&
        text.includes(String(given[name])) &&
        !allowed.includes(String(given[name]))
    )
    if (argument === undefined || allowed.length < 2 || !allowed.every((one) => /^[\w .:-]{1,60}$/.test(one))) continue
    const words = text.replaceAll('{{', '{ {').replace(String(given[argument]), `{{${argument}}}`)
    found.set(argument, {
      argument,
      that: `${argument} == null or ${argument} in [${allowed.map((one) => `'${one}'`).join(', ')}]`,
      else: words
    })
  }
  return [...found.values()]
}

/** Refusals that the state or the arguments explain, each kind of words once. */
function refusals(
  { calls }: Learning,
  done: readonly PlacedCall[],
  {
    names,
    row,
    key,
    entity
  }: { names: readonly string[]; row(call: PlacedCall): DeclaredRow | null; key: string | null; entity: Entity }
): Fields[] {
  const known = (call: PlacedCall) => knownIn(call, names, row(call), key)
  const open = calls.filter((call) => call.refused && (key === null || row(call) !== null))
  const kinds = new Map<string, PlacedCall[]>()
  for (const call of open) {
    const told = templateOf([{ text: call.text, known: known(call) }])
    if (told) kinds.set(told.template, [...(kinds.get(told.template) ?? []), call])
  }
  const made: Fields[] = []
  for (const [words, all] of kinds) {
    const references = names.filter(
      (name) =>
        all.every((call) => isKeyLike(call.given[name]) && !call.named.has(name)) &&
        done.some((call) => call.named.has(name))
    )
    const missing = references.flatMap((name) => {
      const other = done.flatMap((call) => call.named.get(name)?.entity ?? [])[0]
      return other && words.includes(`{{${name}}}`)
        ? [`count(${other.name} where text(it.${other.key}) == text(${name})) == 0`]
        : []
    })[0]
    const condition =
      missing === undefined
        ? conditionFor(all.map(known), done.filter((call) => key === null || row(call) !== null).map(known), words)
        : null
    const taken = names.find(
      (name) =>
        entity.columns.has(name) &&
        all.every((call) =>
          [...(call.before.get(entity)?.values() ?? [])].some((one) => same(one[name], call.given[name]))
        ) &&
        !done.some((call) =>
          [...(call.before.get(entity)?.values() ?? [])].some((one) => same(one[name], call.given[name]))
        )
    )
    const text =
      missing ??
      (key === null && taken !== undefined
        ? `count(${entity.name} where it.${taken} == ${taken}) > 0`
        : condition?.text)
    if (text !== undefined) made.push({ that: `not (${text})`, else: words })
  }
  return made
}
