// The verbs of declared data: those that each table names by one word, and those of the world's own.
import { meant } from '../../../text/issues.ts'
import { isObject } from '../../../text/json.ts'
import type { Json } from '../../../tree/ports.ts'
import { inputOf, refuseColumns, USUAL_LIMIT } from './inputs.ts'
import { type DeclaredReader, EVERYWHERE } from './reader.ts'
import type { AnswerRules, ChangeRules, Formulas, TableRules, VerbRules } from './rules.ts'
import { type Declared, type DeclaredChange, type DeclaredVerb, STANDARD, type Standard } from './schema.ts'

type Tables = ReadonlyMap<string, TableRules>

export function readVerbs(declared: Declared, tables: Tables, reader: DeclaredReader): Map<string, VerbRules> {
  const verbs = new Map<string, VerbRules>()
  for (const [name, { verbs: usual = [] }] of Object.entries(declared.tables)) {
    const table = tables.get(name)
    for (const verb of table ? usual : []) {
      const called = `${verb}_${verb === 'list' ? name : table?.one.replaceAll(' ', '_')}`
      verbs.set(called, readVerb(called, { [verb]: name }, ['tables', name, 'verbs'], tables, reader))
    }
  }
  for (const [name, verb] of Object.entries(declared.verbs)) {
    verbs.set(name, readVerb(name, verb, ['verbs', name], tables, reader))
  }
  return verbs
}

function readVerb(
  name: string,
  verb: DeclaredVerb,
  path: PropertyKey[],
  tables: Tables,
  reader: DeclaredReader
): VerbRules {
  const does = whatItDoes(verb, path, tables, reader)
  const key = verb.key ?? does?.table.key.name ?? ''
  const { input, columns } = inputOf(verb, does, key, path, tables, reader)
  const known = new Set([...tables.keys(), ...EVERYWHERE, ...input.keys()])
  for (const one of input.keys()) {
    if (tables.has(one)) reader.fault([...path, 'input', one], `There is also a table "${one}": use another name.`)
  }
  const leaves = verb.leaves === undefined ? null : reader.formula(verb.leaves, [...path, 'leaves'], new Set(known))
  const learns = (verb.learns ?? []).flatMap((one, at) => {
    const table = tables.get(one)
    if (!table) reader.fault([...path, 'learns', at], `There is no table "${one}".${meant(one, [...tables.keys()])}`)
    return table ?? []
  })
  const named = does && does.verb !== 'list' && does.verb !== 'create'
  const before = new Set(named ? [...known, 'row'] : known)
  const bindings = Object.entries(verb.let ?? {}).map(([one, formula]) => {
    const read = reader.formula(formula, [...path, 'let', one], new Set(before))
    before.add(one)
    return [one, read] as const
  })
  const requires = (verb.require ?? []).map((one, at) => ({
    that: reader.formula(one.that, [...path, 'require', at, 'that'], before),
    otherwise: reader.template(one.else, [...path, 'require', at, 'else'], before),
    status: one.status ?? 409
  }))
  const ask = verb.ask
    ? {
        about: reader.template(verb.ask.about, [...path, 'ask', 'about'], before),
        as: verb.ask.as,
        schema: verb.ask.schema ?? { type: 'string' },
        otherwise:
          verb.ask.otherwise === undefined
            ? null
            : reader.template(verb.ask.otherwise, [...path, 'ask', 'otherwise'], before)
      }
    : null
  const after = new Set(ask ? [...before, ask.as] : before)
  const set = formulas(verb.set ?? {}, [...path, 'set'], after, reader)
  refuseColumns(does?.table, Object.keys(verb.set ?? {}), [...path, 'set'], reader)
  if (does) for (const one of does.verb === 'list' ? ['rows', 'total'] : ['row']) after.add(one)
  const changes = (verb.do ?? []).map((one, at) => readChange(one, [...path, 'do', at], after, tables, reader))
  for (const [part, is] of PARTS) {
    if (verb[part] !== undefined && !(does && is.includes(does.verb))) {
      reader.fault([...path, part], `"${part}" belongs to a verb with ${is.map((one) => `"${one}"`).join(' or ')}.`)
    }
  }
  return {
    ...{ name, about: verb.about ?? aboutOf(does) ?? name, title: verb.title ?? null, does, input, columns, key },
    ...{ bindings, requires, leaves, learns, ask, set, changes },
    show: verb.show ?? null,
    where: verb.where === undefined ? null : reader.formula(verb.where, [...path, 'where'], new Set([...before, 'it'])),
    search: verb.search ?? [],
    sort: verb.sort ?? null,
    limit: verb.limit ?? USUAL_LIMIT,
    answer: verb.answer === undefined ? null : readAnswer(verb.answer, [...path, 'answer'], after, reader),
    say: verb.say === undefined ? null : reader.template(verb.say, [...path, 'say'], after)
  }
}

const PARTS: readonly (readonly [part: keyof DeclaredVerb, is: readonly Standard[]])[] = [
  ['with', ['list', 'create', 'update']],
  ['key', ['get', 'update', 'delete']],
  ['show', ['list', 'get', 'create', 'update']],
  ['where', ['list']],
  ['search', ['list']],
  ['sort', ['list']],
  ['limit', ['list']],
  ['set', ['create', 'update']]
]

function whatItDoes(
  verb: DeclaredVerb,
  path: PropertyKey[],
  tables: Tables,
  { fault }: DeclaredReader
): VerbRules['does'] {
  const [first, ...more] = STANDARD.filter((one) => verb[one] !== undefined)
  const name = first && verb[first]
  if (first === undefined || name === undefined) return null
  if (more.length) fault(path, `A verb does one of these: ${[first, ...more].join(', ')}.`)
  const table = tables.get(name)
  if (!table) fault([...path, first], `There is no table "${name}".${meant(name, [...tables.keys()])}`)
  return table ? { verb: first, table } : null
}

function aboutOf(does: VerbRules['does']): string | null {
  if (!does) return null
  const { verb, table } = does
  const { name, one } = table
  const texts = {
    list: `Lists the ${name}.`,
    get: `Shows one ${one}.`,
    create: `Makes a new ${one}.`,
    update: `Changes what is given of one ${one}.`,
    delete: `Deletes one ${one}.`
  }
  return texts[verb]
}

function formulas(
  given: NonNullable<DeclaredVerb['set']>,
  path: PropertyKey[],
  names: ReadonlySet<string>,
  reader: DeclaredReader
): Formulas {
  return Object.entries(given).map(([name, formula]) => [
    name,
    reader.formula(formula, [...path, name], new Set(names))
  ])
}

function readChange(
  one: DeclaredChange,
  path: PropertyKey[],
  names: Set<string>,
  tables: Tables,
  reader: DeclaredReader
): ChangeRules {
  const name = 'create' in one ? one.create : 'update' in one ? one.update : 'delete' in one ? one.delete : one.take
  const table = tables.get(name)
  if (!table) reader.fault(path, `There is no table "${name}".${meant(name, [...tables.keys()])}`)
  // What has a fault is never run.
  const known = table ?? NO_TABLE
  const withIt = new Set([...names, 'it'])
  if ('create' in one) {
    refuseColumns(table, Object.keys(one.set), [...path, 'set'], reader)
    const set = formulas(one.set, [...path, 'set'], names, reader)
    if (one.as !== undefined) names.add(one.as)
    return { is: 'create', table: known, set, as: one.as ?? null }
  }
  if ('take' in one) return { is: 'take', table: known, from: reader.formula(one.from, [...path, 'from'], names) }
  const where = reader.formula(one.where, [...path, 'where'], withIt)
  if ('delete' in one) return { is: 'delete', table: known, where }
  refuseColumns(table, Object.keys(one.set), [...path, 'set'], reader)
  return { is: 'update', table: known, where, set: formulas(one.set, [...path, 'set'], withIt, reader) }
}

const NO_TABLE: TableRules = {
  ...{ name: '', one: '', key: { name: '', type: 'id', references: null }, columns: new Map(), referredBy: [] },
  errors: { missing: [], taken: [], referenced: [] }
}

/** A text is a template; of an object or a list, each value is an expression. */
function readAnswer(
  answer: Json,
  path: PropertyKey[],
  names: ReadonlySet<string>,
  reader: DeclaredReader
): AnswerRules {
  if (typeof answer === 'string') return { is: 'template', template: reader.template(answer, path, names) }
  return readPart(answer, path, names, reader)
}

function readPart(answer: Json, path: PropertyKey[], names: ReadonlySet<string>, reader: DeclaredReader): AnswerRules {
  if (Array.isArray(answer)) {
    return { is: 'list', items: answer.map((item, at) => readPart(item, [...path, at], names, reader)) }
  }
  if (isObject(answer)) {
    const fields = Object.entries(answer).map(
      ([name, value]) => [name, readPart(value as Json, [...path, name], names, reader)] as const
    )
    return { is: 'object', fields }
  }
  return { is: 'formula', formula: reader.formula(answer, path, names) }
}
