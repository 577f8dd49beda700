// What a verb comes to: its arguments are checked, its conditions hold or refuse, its rows change all together or not at all.
import type { Json } from '../../../tree/ports.ts'
import type { ProgramStep } from '../program.ts'
import { chosen, evaluate, type Scope, spend, truth, within } from './evaluate.ts'
import { bounded, compare, textOf } from './functions.ts'
import { VerbRefusal } from './refusal.ts'
import type { AnswerRules, ColumnRules, DeclaredRow, Formulas, TableRules, VerbRules } from './rules.ts'
import { rowsShown } from './shown-rows.ts'
import { fill } from './template.ts'
import { fitting } from './values.ts'
import { change, existing, insert, put, removeAll, rowsOf, type VerbScope } from './work.ts'

export type VerbOutcome = { ask: NonNullable<ProgramStep['ask']> } | { answer: Json; scope: Scope }

/** The verb leaves it to the model. */
export class Left extends Error {}

// As many characters as an answer has at most.
const MOST_ANSWER = 1_000_000

/** Does it to the tables at work. @param answers what the model was asked before, in order @throws VerbRefusal, Left */
export function act(work: VerbScope, verb: VerbRules, given: DeclaredRow, answers: readonly Json[]): VerbOutcome {
  const args = argumentsOf(verb, given)
  let scope: Scope = { ...work, valueOf: (name) => (args.has(name) ? args.get(name) : work.valueOf(name)) }
  const fired = (...path: PropertyKey[]) => work.rules.fired?.(['verbs', verb.name, ...path])
  fired()
  if (verb.leaves && truth(evaluate(verb.leaves, scope))) {
    fired('leaves')
    const [said] = answers
    if (!verb.learns.length) throw new Left()
    if (said === undefined) return { ask: { about: calledAs(verb, given), schema: {} } }
    for (const table of verb.learns) for (const row of rowsShown(table, said)) put(work, table, row)
    return { answer: said, scope }
  }
  for (const column of verb.input.values()) {
    const table = column.references === null ? undefined : work.rules.tables.get(column.references)
    const value = args.get(column.name) ?? null
    // What a list is narrowed by need not be there.
    if (table && value !== null && verb.does?.verb !== 'list') {
      args.set(column.name, existing(work, table, value)[table.key.name] ?? null)
    }
  }
  const { does } = verb
  const row = does && NAMED.has(does.verb) ? existing(work, does.table, args.get(verb.key) ?? null) : null
  if (row) scope = within(scope, 'row', row)
  for (const [name, formula] of verb.bindings) scope = within(scope, name, evaluate(formula, scope))
  for (const [at, { that, otherwise, status }] of verb.requires.entries()) {
    if (truth(evaluate(that, scope))) continue
    fired('require', at)
    throw new VerbRefusal(fill(otherwise, scope), status)
  }
  if (verb.ask) {
    const [said] = answers
    const { about, as, schema, otherwise } = verb.ask
    const template = otherwise && { template: fill(otherwise, scope) }
    if (said === undefined) return { ask: { about: fill(about, scope), schema, ...template } }
    scope = within(scope, as, said)
  }
  const usual = does ? usually(work, verb, does, { args, given, row, scope }) : { answer: 'Done.', scope }
  scope = changed(work, verb, usual.scope)
  const answer = verb.answer ? answered(verb.answer, scope) : usual.answer
  return { answer: bounded(answer, MOST_ANSWER), scope }
}

const calledAs = ({ name }: VerbRules, given: DeclaredRow): string =>
  `What the tool ${name} answers to ${JSON.stringify(given)}, in the form of its answers before.`

const NAMED = new Set(['get', 'update', 'delete'])

/** Each argument that can be given, checked; `null` for those that are not. @throws VerbRefusal */
function argumentsOf({ name, input }: VerbRules, given: DeclaredRow): Map<string, Json> {
  const strange = Object.keys(given).find((one) => !input.has(one))
  if (strange !== undefined) {
    const all = [...input.keys()].join(', ')
    throw new VerbRefusal(`${name} takes no "${strange}".${all ? ` It takes: ${all}.` : ''}`, 422)
  }
  return new Map(
    [...input.values()].map((column) => [
      column.name,
      fitting(column, Object.hasOwn(given, column.name) ? (given[column.name] ?? null) : (column.default ?? null))
    ])
  )
}

interface Given {
  /** Checked; `null` for what was not given. */
  args: ReadonlyMap<string, Json>
  given: DeclaredRow
  row: DeclaredRow | null
  scope: Scope
}

function usually(work: VerbScope, verb: VerbRules, does: NonNullable<VerbRules['does']>, asked: Given) {
  const { args, given, row, scope } = asked
  const { table } = does
  const after = (one: DeclaredRow) => ({ answer: shownOf(verb, one), scope: within(scope, 'row', one) })
  switch (does.verb) {
    case 'list':
      return listed(work, verb, table, asked)
    case 'create': {
      const values = valuesIn(verb, args, (name) => args.get(name) !== null)
      return after(insert(work, table, { ...values, ...computed(verb.set, scope) }))
    }
    case 'update': {
      const values = valuesIn(verb, args, (name) => Object.hasOwn(given, name))
      return after(change(work, table, row ?? {}, { ...values, ...computed(verb.set, scope) }))
    }
    case 'delete': {
      if (row) removeAll(work, table, [row])
      return { answer: { [table.key.name]: row?.[table.key.name] ?? null, deleted: true }, scope }
    }
    case 'get':
      return after(row ?? {})
    default:
      return does.verb satisfies never
  }
}

/** The values that count, by column: what is left out of a change stays, and `null` empties. */
function valuesIn(
  { columns }: VerbRules,
  args: ReadonlyMap<string, Json>,
  counts: (name: string) => boolean
): DeclaredRow {
  return Object.fromEntries(columns.filter(counts).map((name) => [name, args.get(name) ?? null]))
}

function computed(formulas: Formulas, scope: Scope): DeclaredRow {
  return Object.fromEntries(formulas.map(([name, formula]) => [name, evaluate(formula, scope)]))
}

function shownOf({ show }: VerbRules, row: DeclaredRow): DeclaredRow {
  return show ? Object.fromEntries(show.map((name) => [name, row[name] ?? null])) : row
}

function listed(work: VerbScope, verb: VerbRules, table: TableRules, { args, scope }: Given) {
  const rows = rowsOf(work, table)
  const filters = verb.columns.flatMap((name) => {
    const wanted = args.get(name) ?? null
    const column = table.columns.get(name)
    return wanted === null || !column ? [] : [{ column, wanted }]
  })
  const query = verb.search.length ? textOf(args.get('query')).toLowerCase() : ''
  const words = query.split(/\s/).filter(Boolean)
  spend(work, rows.length * (1 + filters.length + words.length * verb.search.length))
  let found = rows.filter(
    (row) =>
      filters.every(({ column, wanted }) => fits(column, row[column.name] ?? null, wanted)) &&
      words.every((word) => verb.search.some((name) => textOf(row[name]).toLowerCase().includes(word)))
  )
  const { where } = verb
  if (where) found = chosen(found, where, scope)
  const total = found.length
  const order = textOf(args.get('sort')) || verb.sort
  if (order) found = inOrder(found, table, order)
  const from = Number(args.get('offset') ?? 0)
  const page = found.slice(from, from + Number(args.get('limit') ?? verb.limit)).map((row) => shownOf(verb, row))
  return { answer: page, scope: within(within(scope, 'rows', page), 'total', total) }
}

/** Whether a value passes a filter: a list holds all that is wanted; any other value equals it, at least as text. */
function fits({ type }: ColumnRules, own: Json, wanted: Json): boolean {
  if (type === 'list' && Array.isArray(own)) {
    return (Array.isArray(wanted) ? wanted : [wanted]).every((one) => own.includes(one))
  }
  return own === wanted || (own !== null && String(own) === String(wanted))
}

/** @param order a column, with `-` before it for the largest first */
function inOrder(rows: DeclaredRow[], table: TableRules, order: string): DeclaredRow[] {
  const name = order.replace(/^-/, '')
  if (!table.columns.has(name)) {
    throw new VerbRefusal(
      `"sort" must be one of ${[...table.columns.keys()].join(', ')}, not "${name.slice(0, 60)}".`,
      422
    )
  }
  const way = order.startsWith('-') ? -1 : 1
  const numbered = (row: DeclaredRow): Json => {
    const value = row[name] ?? null
    // T-9 stands before T-10.
    const number = typeof value === 'string' && table.columns.get(name)?.type === 'id' ? /\d{1,15}$/.exec(value) : null
    return number ? Number(number[0]) : value
  }
  return rows
    .map((row, at) => ({ row, key: numbered(row), at }))
    .sort((one, other) => way * compare(one.key, other.key) || one.at - other.at)
    .map(({ row }) => row)
}

/** What the verb does to other rows, one after the other. */
function changed(work: VerbScope, { changes }: VerbRules, before: Scope): Scope {
  let scope = before
  for (const one of changes) {
    switch (one.is) {
      case 'create': {
        const made = insert(work, one.table, computed(one.set, scope))
        if (one.as !== null) scope = within(scope, one.as, made)
        break
      }
      case 'update': {
        const { set } = one
        for (const row of chosen(rowsOf(work, one.table), one.where, scope)) {
          change(work, one.table, row, computed(set, within(scope, 'it', row)))
        }
        break
      }
      case 'delete':
        removeAll(work, one.table, chosen(rowsOf(work, one.table), one.where, scope))
        break
      case 'take':
        for (const row of rowsShown(one.table, evaluate(one.from, scope))) put(work, one.table, row)
        break
      default:
        one satisfies never
    }
  }
  return scope
}

function answered(answer: AnswerRules, scope: Scope): Json {
  switch (answer.is) {
    case 'template':
      return fill(answer.template, scope)
    case 'formula':
      return evaluate(answer.formula, scope)
    case 'object':
      return Object.fromEntries(answer.fields.map(([name, value]) => [name, answered(value, scope)]))
    case 'list':
      return answer.items.map((item) => answered(item, scope))
    default:
      return answer satisfies never
  }
}
