// Fictional worlds: their specifications and rows, by hand, from files, and invented by the engine.
import type { ImportFile } from '../../core/contract/files.ts'
import type { CallInput } from '../../core/contract/index.ts'
import { OrreryError } from '../../core/errors.ts'
import { writeCsv } from '../../core/grounds/fiction/csv.ts'
import { formsOf } from '../../core/grounds/fiction/forms.ts'
import { type BatchQuestion, generateRows } from '../../core/grounds/fiction/generate.ts'
import { type FactRow, type FictionSpec, labelOfRow } from '../../core/tree/fiction.ts'
import { askFor } from '../engines/ask.ts'
import { openFacts } from '../grounds/facts/facts.ts'
import { type Fiction, fictionBytes, hashOf } from '../grounds/facts/file.ts'
import { problemsOf, withReveal } from '../grounds/facts/index.ts'
import { presets } from '../library/fiction-presets.ts'
import { askFiction } from './fiction-question.ts'
import type { HostParts } from './parts.ts'
import type { Topic } from './topic.ts'

export function fictionHandlers({ fictions, answering, downloads }: HostParts) {
  const rowOf = (name: string) => {
    const found = fictions.list().find((one) => one.name === name)
    if (!found) throw new OrreryError('not-found', `There is no fictional world "${name}".`)
    return found
  }
  return {
    calls: {
      'fictions.list': () => fictions.list(),
      'fictions.presets': () => presets,
      'fictions.get': ({ name }) => {
        const fiction = fictions.get(name)
        return { hash: hashOf(fiction), spec: fiction.spec, problems: problemsOf(fiction) }
      },
      'fictions.create': ({ name, spec }) => {
        fictions.create(name, spec)
        return null
      },
      'fictions.save': ({ name, hash, spec, rows }) => {
        const own = spec.tables.map((table): [string, FactRow[]] => [table.name, rows[table.name] ?? []])
        const fiction = respecified({ spec, rows: new Map(own) }, spec)
        fictions.replace(name, hash, fiction)
        // As it can be read back: SQLite has opinions on types of its own.
        const kept = fictions.get(name)
        return { hash: hashOf(kept), problems: problemsOf(kept) }
      },
      'fictions.export': (input) => fileOf(fictions.get(input.name), input),
      'fictions.download': (input) => {
        const file = fileOf(fictions.get(input.name), input)
        const bytes = 'text' in file ? Buffer.from(file.text) : Buffer.from(file.base64, 'base64')
        const mediaType = input.as === 'csv' ? 'text/csv' : 'application/vnd.sqlite3'
        async function* whole() {
          yield bytes
        }
        const { signal } = new AbortController()
        const { ticket } = downloads.offer({ name: file.name, mediaType, bytes: whole() }, { signal })
        return { name: file.name, url: `/api/download/${ticket}` }
      },
      'fictions.facts': ({ fiction, rows }) => {
        const facts = fictions.facts({ fiction })
        return rows.map((name) => {
          const [table = '', key = ''] = cutAt(name, '/')
          const spec = facts?.spec.tables.find((one) => one.name === table)
          const row = facts?.row(table, key) ?? null
          return { table, key, label: spec && row ? labelOfRow(spec, row) : key, row }
        })
      },
      'fictions.delete': ({ name }) => {
        fictions.delete(name)
        return null
      },
      'fictions.ask': askFiction({ fictions, answering }),
      'fictions.rows': ({ name, table, offset, limit }) => {
        const rows = fictions.get(name).rows.get(table)
        if (!rows) throw new OrreryError('not-found', `The fictional world "${name}" has no table "${table}".`)
        return { rows: rows.slice(offset, offset + limit), total: rows.length }
      },
      'fictions.check': ({ name, reference }) => {
        const fiction = fictions.get(name)
        const problems = problemsOf(fiction)
        if (!reference) return { problems, reveal: [], warnings: [] }
        const { reveal = [] } = withReveal(reference, openFacts(fiction, ''))
        return { problems, reveal, warnings: doubts(reference, reveal) }
      },
      'fictions.import': ({ name, files, ...about }) => {
        const facts = files.map((file) => ({
          name: file.name,
          bytes: 'text' in file ? new TextEncoder().encode(file.text) : Buffer.from(file.base64, 'base64')
        }))
        fictions.import(name, facts, about)
        return rowOf(name)
      }
    },
    streams: {
      async *'fictions.generate'({ name, tables, rows: wanted, seed }, { signal }) {
        let fiction = fictions.get(name)
        const unknown = tables?.find((table) => !fiction.spec.tables.some((one) => one.name === table))
        if (unknown) throw new OrreryError('not-found', `The fictional world "${name}" has no table "${unknown}".`)
        const engine = await answering.engine()
        const ask = (question: BatchQuestion) => askFor(engine, question, { owner: 'fictions.generate', signal })
        for await (const event of generateRows(fiction.spec, fiction.rows, {
          ask,
          seed,
          ...(tables && { tables }),
          ...(wanted && { wanted })
        })) {
          if (event.type !== 'rows') {
            yield event
            continue
          }
          // What somebody changed meanwhile stays.
          fiction = fictions.get(name)
          const all = [...(fiction.rows.get(event.table) ?? []), ...event.rows]
          fictions.save(name, { ...fiction, rows: new Map(fiction.rows).set(event.table, all) })
        }
      }
    }
  } satisfies Topic
}

/** @throws OrreryError not-found */
function fileOf(fiction: Fiction, input: CallInput<'fictions.export'>): ImportFile {
  const { name } = input
  if (input.as === 'sqlite')
    return { name: `${name}.db`, base64: Buffer.from(fictionBytes(fiction)).toString('base64') }
  const table = fiction.spec.tables.find((one) => one.name === input.table)
  if (!table) throw new OrreryError('not-found', `The fictional world "${name}" has no table "${input.table}".`)
  return { name: `${name}-${table.name}.csv`, text: writeCsv(table, fiction.rows.get(table.name) ?? []) }
}

const cutAt = (text: string, mark: string): [string, string] => {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** The rows under another specification: columns that are gone leave, new ones are empty. */
function respecified({ rows }: Fiction, spec: FictionSpec): Fiction {
  return {
    spec,
    rows: new Map(
      spec.tables.map(({ name, columns }) => [
        name,
        (rows.get(name) ?? []).map((row) =>
          Object.fromEntries(columns.map((column) => [column.name, row[column.name] ?? null]))
        )
      ])
    )
  }
}

// Shorter answers stand in texts that say nothing of them.
const SHORTEST = 3

function doubts(reference: { answer: string; aliases?: string[] }, reveal: readonly string[]): string[] {
  const { texts, numbers } = formsOf(reference)
  const short = [
    ...texts.map(({ chars }) => chars),
    ...numbers.filter(({ units }) => !units.length).map(({ value }) => value)
  ].filter((form) => form.length < SHORTEST)
  return [
    ...(reveal.length
      ? []
      : ['No row holds the answer, so no page shows it. Add it to the facts, or name the pages that may show it.']),
    ...short.map(
      (form) =>
        `"${form}" is so short that it stands in texts that have nothing to do with the question. Add a unit or a full name.`
    )
  ]
}
