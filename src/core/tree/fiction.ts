// A fictional world: what is true in it, as tables of invented facts. The specification is data; the rows are kept beside it.
import { z } from 'zod'

/** One value in a table. */
export const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type Cell = z.infer<typeof Cell>

/** A row by column name. */
export const FactRow = z.record(z.string(), Cell)
export type FactRow = z.infer<typeof FactRow>

// As in SQL, so that a table can be opened with any SQLite tool without quoting.
const Name = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,62}$/,
    'a name has lower-case letters, digits and underscores, 63 at most, and begins with a letter'
  )

const Type = z.enum(['text', 'integer', 'number', 'date', 'boolean'])

export const Column = z.strictObject({
  name: Name,
  /** `date` is written YYYY-MM-DD. */
  type: Type,
  description: z.string().max(500).exactOptional(),
  /** No two rows have the same value. The table's key is always unique. */
  unique: z.boolean().exactOptional(),
  /** A cell may not be empty. The table's key is always required. */
  required: z.boolean().exactOptional(),
  /** Smallest and largest value: numbers, or dates as YYYY-MM-DD. */
  min: z.union([z.number(), z.string()]).exactOptional(),
  max: z.union([z.number(), z.string()]).exactOptional(),
  /** The only values there are. */
  values: z.array(z.string().max(200)).max(200).exactOptional(),
  /** Holds the key of a row in that table. */
  refers: Name.exactOptional(),
  /** May stand in a search result's snippet. Other values are only on the page. */
  teaser: z.boolean().exactOptional()
})
export type Column = z.infer<typeof Column>

export const FictionTable = z.strictObject({
  name: Name,
  title: z.string().max(200).exactOptional(),
  description: z.string().max(1000).exactOptional(),
  columns: z.array(Column).min(1).max(60),
  /** The column that names a row. */
  key: Name,
  /** The column that a page is headed with; the key where it is absent. */
  label: Name.exactOptional(),
  /** How many rows are to be generated. */
  rows: z.int().min(0).max(2000).exactOptional()
})
export type FictionTable = z.infer<typeof FictionTable>

export const STRATEGIES = ['time-shifted', 'long-tail', 'private', 'realistic'] as const

export const FictionName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'a name has lower-case letters, digits and dashes, 63 at most')

const Spec = z.strictObject({
  title: z.string().min(1).max(200),
  /** What sets this world apart from the real one. Nothing in it may contradict this. */
  premise: z.string().max(4000),
  /** The present day there, YYYY-MM-DD. */
  date: z.iso.date('the date is written YYYY-MM-DD'),
  strategy: z.enum(STRATEGIES).exactOptional(),
  /** How its facts are to be invented. */
  instruction: z.string().max(4000).exactOptional(),
  /** Words that no fact may contain: what the premise rules out. */
  avoid: z.array(z.string().min(1).max(100)).max(100).exactOptional(),
  /** Host name of its pages. */
  site: z
    .string()
    .regex(/^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4}$/, 'a host name, such as atlas.example')
    .exactOptional(),
  tables: z.array(FictionTable).min(1).max(40)
})

/** What a fiction is about and what its tables hold. */
export const FictionSpec = Spec.superRefine((spec, context) => {
  for (const problem of problemsOf(spec))
    context.addIssue({ code: 'custom', message: problem.message, path: problem.path })
})
export type FictionSpec = z.infer<typeof FictionSpec>

function problemsOf({ tables }: z.infer<typeof Spec>): { message: string; path: (string | number)[] }[] {
  const problems: { message: string; path: (string | number)[] }[] = []
  const names = new Set<string>()
  tables.forEach((table, at) => {
    const say = (message: string, ...path: (string | number)[]) =>
      problems.push({ message, path: ['tables', at, ...path] })
    if (names.has(table.name)) say(`there are two tables "${table.name}"`, 'name')
    names.add(table.name)
    if (table.name.startsWith('sqlite_')) say('a table name cannot begin with "sqlite_"', 'name')
    const columns = new Set<string>()
    table.columns.forEach((column, index) => {
      if (columns.has(column.name)) say(`table "${table.name}" has two columns "${column.name}"`, 'columns', index)
      columns.add(column.name)
      if (column.refers && !tables.some(({ name }) => name === column.refers))
        say(`column "${column.name}" refers to "${column.refers}", which is no table`, 'columns', index, 'refers')
      for (const end of ['min', 'max'] as const) {
        const value = column[end]
        if (value === undefined) continue
        const fits = column.type === 'date' ? isDate(value) : typeof value === 'number'
        if (!fits || column.type === 'text' || column.type === 'boolean')
          say(`"${end}" of column "${column.name}" does not fit its type, ${column.type}`, 'columns', index, end)
      }
    })
    if (!columns.has(table.key)) say(`the key "${table.key}" is no column of table "${table.name}"`, 'key')
    if (table.label && !columns.has(table.label))
      say(`the label "${table.label}" is no column of table "${table.name}"`, 'label')
  })
  return problems
}

/** Whether the text is a day that there is, as YYYY-MM-DD. */
export const isDate = (value: unknown): value is string =>
  typeof value === 'string' && z.iso.date().safeParse(value).success

/** The name that a row goes by on pages. */
export const labelOfRow = (table: FictionTable, row: FactRow): string =>
  String(row[table.label ?? table.key] ?? row[table.key] ?? '')

/** A name as people read it: `opening_date` is `Opening date`. */
export const spoken = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`.split('_').join(' ')

/** What an agent is to find out in a world, and how to keep it from being given away. */
export const RowReference = z.strictObject({
  question: z.string(),
  /** A text, or a table as Markdown. */
  answer: z.string().min(1).max(20_000),
  /** Other ways to say the answer. */
  aliases: z.array(z.string().min(1).max(1000)).max(100).exactOptional(),
  /** What may show it: addresses of pages, or keys of records. Where it is absent: the pages and records that hold the answer. */
  reveal: z.array(z.string().min(1).max(2000)).max(1000).exactOptional()
})
export type RowReference = z.infer<typeof RowReference>

/** The fiction that a world is grounded in: these facts and no later version of them. */
export const FictionUse = z.strictObject({
  name: FictionName,
  /** SHA-256 of specification and rows. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  reference: RowReference.exactOptional()
})
export type FictionUse = z.infer<typeof FictionUse>

/** What became of a reference answer that stood where it may not. */
export const Leak = z.enum(['repaired', 'flagged'])
export type Leak = z.infer<typeof Leak>

/** One version of a fiction, as it travels with worlds that were made with it. */
export const FictionCopy = z.strictObject({
  name: FictionName,
  hash: FictionUse.shape.hash,
  spec: FictionSpec,
  /** Rows by table. */
  rows: z.record(z.string(), z.array(FactRow))
})
export type FictionCopy = z.infer<typeof FictionCopy>

/** A row that was found, with its table. */
export interface FoundRow {
  table: FictionTable
  row: FactRow
}

/** One version of a fiction, open for reading. The host provides it. */
export interface FictionRows {
  spec: FictionSpec
  hash: string
  /** Rows that match words of the text, best first; the same text finds the same rows in the same order. */
  search(text: string, most: number): FoundRow[]
  rows(table: string, most?: number): FactRow[]
  row(table: string, key: string): FactRow | null
  /** Rows of other tables whose column refers to this key. */
  referring(table: string, key: string, most: number): FoundRow[]
}
