// Fictional worlds: tables of facts that answers are held to.
import { z } from 'zod'
import { FactRow, FictionName, FictionSpec, FictionUse, RowReference, STRATEGIES } from '../tree/fiction.ts'
import { Empty, None } from './entry.ts'
import { ImportFile } from './files.ts'

/** A fictional world of this data folder. */
const FictionRow = z.strictObject({
  name: z.string(),
  title: z.string(),
  premise: z.string(),
  date: z.string(),
  strategy: z.enum(STRATEGIES).nullable(),
  /** Of its present version. */
  hash: z.string(),
  /** It comes with Orrery: deleting it brings back what it was. */
  shipped: z.boolean(),
  /** Rows that there are, and how many are to be generated. */
  tables: z.array(z.strictObject({ name: z.string(), rows: z.int(), wanted: z.int() }))
})

/** What is wrong with a row of a fiction; rows count from 1. */
const FictionProblem = z.strictObject({
  table: z.string(),
  row: z.int(),
  column: z.string().nullable(),
  message: z.string()
})

/** A kind of fictional world to start from. */
const FictionPreset = z.strictObject({
  name: z.enum(STRATEGIES),
  title: z.string(),
  description: z.string(),
  spec: FictionSpec
})

const FictionFile = z.discriminatedUnion('as', [
  z.strictObject({ name: FictionName, as: z.literal('sqlite') }),
  z.strictObject({ name: FictionName, as: z.literal('csv'), table: z.string() })
])

export const fictionCalls = {
  /** The fictional worlds of this data folder and those that ship with Orrery. */
  'fictions.list': { input: Empty, output: z.array(FictionRow) },
  'fictions.presets': { input: Empty, output: z.array(FictionPreset) },
  'fictions.get': {
    input: z.strictObject({ name: FictionName }),
    output: z.strictObject({ hash: z.string(), spec: FictionSpec, problems: z.array(FictionProblem) })
  },
  'fictions.create': { input: z.strictObject({ name: FictionName, spec: FictionSpec }), output: None },
  'fictions.delete': { input: z.strictObject({ name: FictionName }), output: None },
  /**
   * Replaces specification and rows by those of an editor. `hash`: the version that was edited; `conflict` where there is another by now.
   * Refused where a table's keys are empty or not unique, since rows could not be told apart; everything else is reported.
   */
  'fictions.save': {
    input: z.strictObject({
      name: FictionName,
      hash: z.string(),
      spec: FictionSpec,
      rows: z.record(z.string(), z.array(FactRow).max(100_000))
    }),
    output: z.strictObject({ hash: z.string(), problems: z.array(FictionProblem) })
  },
  /** A file of it: a SQLite database with the specification, which an import reads back whole, or one table as CSV. */
  'fictions.export': { input: FictionFile, output: ImportFile },
  /** The same as a download: `url` is fetched with GET, once, within a minute. */
  'fictions.download': { input: FictionFile, output: z.strictObject({ name: z.string(), url: z.string() }) },
  /** Rows of the version that a world was made with, named as calls name them: `table/key`. `row` is `null` where there is none. */
  'fictions.facts': {
    input: z.strictObject({ fiction: FictionUse.pick({ name: true, hash: true }), rows: z.array(z.string()).max(100) }),
    output: z.array(z.strictObject({ table: z.string(), key: z.string(), label: z.string(), row: FactRow.nullable() }))
  },
  'fictions.rows': {
    input: z.strictObject({
      name: FictionName,
      table: z.string(),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(1000).default(100)
    }),
    output: z.strictObject({ rows: z.array(FactRow), total: z.int() })
  },
  /** What is wrong with its rows, and with a reference answer: where it stands, and what could not be guarded. */
  'fictions.check': {
    input: z.strictObject({ name: FictionName, reference: RowReference.exactOptional() }),
    output: z.strictObject({
      problems: z.array(FictionProblem),
      reveal: z.array(z.string()),
      warnings: z.array(z.string())
    })
  },
  /**
   * A question whose answer is what a query of SQL over the tables comes to. `write`: who words it; what a model writes is checked, and the rule's
   * wording stands where it does not fit. @throws invalid-input for a query that fails or finds nothing, and for one that no rule words
   */
  'fictions.ask': {
    input: z.strictObject({
      name: FictionName,
      sql: z.string().min(1).max(5000),
      question: z.string().max(2000).exactOptional(),
      write: z.enum(['template', 'model']).default('template'),
      seed: z.int().min(0).default(0)
    }),
    output: z.strictObject({
      question: z.string(),
      /** One value, or a table as Markdown. */
      answer: z.string(),
      rows: z.int(),
      by: z.enum(['person', 'template', 'model']),
      /** Why it is not whose it was to be; `''`: it is. */
      note: z.string()
    })
  },
  /** Tables from CSV files or SQLite databases: a new fiction, or further tables of one that there is. */
  'fictions.import': {
    input: z.strictObject({
      name: FictionName,
      files: z.array(ImportFile).min(1).max(40),
      title: z.string().min(1).max(200).exactOptional(),
      premise: z.string().max(4000).exactOptional(),
      date: z.iso.date('the date is written YYYY-MM-DD').exactOptional()
    }),
    output: FictionRow
  }
}

export const fictionStreams = {
  /**
   * Has the engine invent the rows that tables still lack, table by table. Each row is checked; those that do not fit are asked for again,
   * then dropped and reported. What was accepted is kept when the stream is cancelled, and the next call resumes there.
   */
  'fictions.generate': {
    input: z.strictObject({
      name: FictionName,
      /** Only these tables. */
      tables: z.array(z.string()).exactOptional(),
      /** Rows that each of them is to have in the end; default: as the specification says, else 10. */
      rows: z.int().min(1).max(2000).exactOptional(),
      seed: z.int().min(0).default(0)
    }),
    event: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('progress'), table: z.string(), done: z.int(), total: z.int() }),
      z.strictObject({ type: z.literal('dropped'), table: z.string(), row: FactRow, reason: z.string() }),
      /** Always last. */
      z.strictObject({ type: z.literal('done'), rows: z.int(), dropped: z.int() })
    ])
  }
}
