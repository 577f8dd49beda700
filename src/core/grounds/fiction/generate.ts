// Rows invented by a model under a grammar, and taken in when they fit.
import { z } from 'zod'
import { isObject, parseJson } from '../../text/json.ts'
import { Cell, type Column, type FactRow, type FictionSpec, type FictionTable } from '../../tree/fiction.ts'
import { draw } from '../../tree/history.ts'
import type { Json } from '../../tree/ports.ts'
import { checkRow } from './check.ts'

/** What is asked for one batch of rows. */
export interface BatchQuestion {
  system: string
  prompt: string
  /** The answer is JSON of this schema. */
  schema: Json
  /** 0 to 2^31-1. */
  seed: number
}

export type GenerateEvent =
  | { type: 'progress'; table: string; done: number; total: number }
  /** Rows that fit, to be kept now. */
  | { type: 'rows'; table: string; rows: FactRow[] }
  | { type: 'dropped'; table: string; row: FactRow; reason: string }
  | { type: 'done'; rows: number; dropped: number }

// So few that a small model keeps them apart, and that little is lost with a batch.
const BATCH = 5
// Asked for the same rows so often before they are given up.
const TRIES = 3
// Batches in a row without one row that fits: the model cannot do this table.
const FRUITLESS = 4
// Rows that are there are shown as examples and so that none is made twice.
const SHOWN = 12
const USUAL_ROWS = 10

/**
 * Fills tables up, those that others refer to first. The same specification, rows, seed and model give the same rows.
 * @param ask what the model answers to a question
 */
export async function* generateRows(
  spec: FictionSpec,
  rows: ReadonlyMap<string, readonly FactRow[]>,
  {
    ask,
    seed,
    tables,
    wanted
  }: { ask(question: BatchQuestion): Promise<string>; seed: number; tables?: readonly string[]; wanted?: number }
): AsyncGenerator<GenerateEvent> {
  const made = new Map(spec.tables.map(({ name }) => [name, [...(rows.get(name) ?? [])]]))
  const chosen = inOrder(spec.tables).filter(({ name }) => !tables || tables.includes(name))
  const goal = (table: FictionTable) => Math.max(wanted ?? table.rows ?? USUAL_ROWS, made.get(table.name)?.length ?? 0)
  const total = chosen.reduce((sum, table) => sum + goal(table), 0)
  const there = () => chosen.reduce((sum, { name }) => sum + (made.get(name)?.length ?? 0), 0)
  const before = there()
  let dropped = 0
  for (const table of chosen) {
    const own = made.get(table.name) ?? []
    const lacks = () => goal(table) - own.length
    let fruitless = 0
    for (let batch = 0; lacks() > 0 && fruitless < FRUITLESS; batch++) {
      yield { type: 'progress', table: table.name, done: there(), total }
      const count = Math.min(BATCH, lacks())
      let open = count
      let complaints: string[] = []
      let misfits: { row: FactRow; reason: string }[] = []
      for (let attempt = 0; open > 0 && attempt < TRIES; attempt++) {
        const number = await draw([seed, table.name, own.length, batch, attempt].join('|'))
        const question = questionFor(spec, table, made, { count: open, complaints })
        const answer = await ask({ ...question, seed: Math.floor(number * 2 ** 31) })
        misfits = []
        const good: FactRow[] = []
        for (const row of rowsIn(answer, table).slice(0, open)) {
          const keys = new Map(
            [...made].map(([name, all]) => [name, new Set(all.map((one) => String(one[keyOf(spec, name)])))])
          )
          const others = (column: string) => new Set([...own, ...good].map((one) => String(one[column] ?? '')))
          const problems = checkRow(spec, table, row, { keys, taken: others })
          if (problems.length) misfits.push({ row, reason: problems.map(({ message }) => message).join(' ') })
          else good.push(row)
        }
        open -= good.length
        for (const one of good) own.push(one)
        if (good.length) yield { type: 'rows', table: table.name, rows: good }
        complaints = misfits.length ? misfits.map(({ reason }) => reason) : ['The answer had too few rows.']
      }
      for (const { row, reason } of misfits) {
        dropped++
        yield { type: 'dropped', table: table.name, row, reason }
      }
      fruitless = open === count ? fruitless + 1 : 0
    }
  }
  yield { type: 'done', rows: there() - before, dropped }
}

const keyOf = (spec: FictionSpec, name: string): string => spec.tables.find((table) => table.name === name)?.key ?? ''

/** Tables with those before them that they refer to; where they refer to each other, in their own order. */
function inOrder(tables: readonly FictionTable[]): FictionTable[] {
  const left = [...tables]
  const done: FictionTable[] = []
  while (left.length) {
    const ready = left.findIndex(({ name, columns }) =>
      columns.every(({ refers }) => !refers || refers === name || done.some((one) => one.name === refers))
    )
    for (const one of left.splice(Math.max(0, ready), 1)) done.push(one)
  }
  return done
}

const Rows = z.array(z.record(z.string(), Cell))

function rowsIn(answer: string, table: FictionTable): FactRow[] {
  let value: unknown
  try {
    value = parseJson(answer)
  } catch {
    return []
  }
  const list = isObject(value) ? value.rows : value
  const { data = [] } = Rows.safeParse(list)
  return data.map((row) => Object.fromEntries(table.columns.map(({ name }) => [name, row[name] ?? null])))
}

function questionFor(
  spec: FictionSpec,
  table: FictionTable,
  made: ReadonlyMap<string, readonly FactRow[]>,
  { count, complaints }: { count: number; complaints: readonly string[] }
): Pick<BatchQuestion, 'system' | 'prompt' | 'schema'> {
  const own = made.get(table.name) ?? []
  const referred = [...new Set(table.columns.flatMap(({ refers }) => refers ?? []))].map((name) => {
    const keys = (made.get(name) ?? []).map((row) => String(row[keyOf(spec, name)]))
    return `Keys of "${name}": ${keys.slice(0, 100).join(', ') || 'none'}`
  })
  const prompt = [
    `Table "${table.name}"${table.description ? `: ${table.description}` : ''}`,
    ...table.columns.map(describe),
    ...referred,
    ...(own.length
      ? [
          'Rows that there are already; agree with them and repeat none:',
          ...own.slice(-SHOWN).map((row) => JSON.stringify(row))
        ]
      : []),
    ...(complaints.length
      ? ['Rows that were refused before, and why:', ...complaints.slice(0, 5).map((text) => text.slice(0, 300))]
      : []),
    `Invent ${count} new ${count === 1 ? 'row' : 'rows'}. Answer with JSON: {"rows": [...]}.`
  ]
  return { system: systemFor(spec), prompt: prompt.join('\n'), schema: schemaFor(spec, table, made, count) }
}

function systemFor({ title, premise, date, instruction, avoid }: FictionSpec): string {
  return [
    `You invent the facts of a fictional world: ${title}. ${premise}`,
    `Today is ${date}. Facts agree with each other, look as real ones do, and are not true of the real world.`,
    instruction ?? '',
    avoid?.length ? `Never mention: ${avoid.join(', ')}.` : ''
  ]
    .filter(Boolean)
    .join('\n')
}

function describe({ name, type, description, min, max, values, unique, refers }: Column): string {
  const limits = [
    min === undefined ? '' : `from ${min}`,
    max === undefined ? '' : `up to ${max}`,
    values ? `one of ${values.join(', ')}` : '',
    unique ? 'different in every row' : '',
    refers ? `a key of "${refers}"` : ''
  ].filter(Boolean)
  return `- ${name} (${[type, ...limits].join(', ')})${description ? `: ${description}` : ''}`
}

function schemaFor(
  spec: FictionSpec,
  table: FictionTable,
  made: ReadonlyMap<string, readonly FactRow[]>,
  count: number
): Json {
  const properties = Object.fromEntries(table.columns.map((column) => [column.name, cellSchema(spec, column, made)]))
  const item = {
    type: 'object',
    properties,
    required: table.columns.map(({ name }) => name),
    additionalProperties: false
  }
  return {
    type: 'object',
    properties: { rows: { type: 'array', items: item, minItems: count, maxItems: count } },
    required: ['rows'],
    additionalProperties: false
  }
}

// As many as a grammar takes without becoming slow.
const MOST_CHOICES = 200

function cellSchema(
  spec: FictionSpec,
  { type, values, refers }: Column,
  made: ReadonlyMap<string, readonly FactRow[]>
): Json {
  const keys = refers ? (made.get(refers) ?? []).flatMap((row) => row[keyOf(spec, refers)] ?? []) : []
  const choices = values ?? keys.filter((key) => typeof key !== 'boolean')
  if (choices.length && choices.length <= MOST_CHOICES) return { enum: choices }
  if (type === 'integer' || type === 'number' || type === 'boolean') return { type }
  return type === 'date' ? { type: 'string', format: 'date' } : { type: 'string' }
}
