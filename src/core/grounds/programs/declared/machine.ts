// The machine of declared data: a table of files that both share.
import { meant } from '../../../text/issues.ts'
import type { Json } from '../../../tree/ports.ts'
import type { FilesView, ProgramStep } from '../program.ts'
import type { DeclaredReader } from './reader.ts'
import { Refusal } from './refusal.ts'
import type { MachineRules, TableRules } from './rules.ts'
import type { Declared } from './schema.ts'
import { change, insert, removeAll, rowsOf, type VerbScope } from './work.ts'

export function readMachine(
  { files, ...rest }: NonNullable<Declared['machine']>,
  tables: ReadonlyMap<string, TableRules>,
  { fault }: DeclaredReader
): MachineRules | null {
  const table = tables.get(files)
  const path = ['machine', 'files']
  if (!table) {
    fault(path, `There is no table "${files}".${meant(files, [...tables.keys()])}`)
    return null
  }
  if (table.key.name !== 'path' || table.columns.get('text')?.type !== 'text')
    fault(
      path,
      `The files of a machine are in a table with the columns "path: text key" and "text: text"; "${files}" has others.`
    )
  // The machine makes files that have nothing else.
  const needs = [...table.columns.values()].find(({ name, required }) => required && name !== 'path')
  if (needs)
    fault(
      ['tables', files, 'columns', needs.name],
      'A file that the machine makes has a path and a text, which may be empty: nothing else can be required.'
    )
  return { ...rest, table }
}

/** What the program says of its machine in a state. */
export function machineView({ home, about, tools, table }: MachineRules, work: VerbScope): Json {
  const files = Object.fromEntries(rowsOf(work, table).map(({ path, text }) => [String(path), String(text ?? '')]))
  return { home, about, files, ...(tools && { tools }) } satisfies FilesView
}

/** Takes in what the machine changed. What a table cannot hold stays on the machine alone. */
export function takeFiles(
  { table }: MachineRules,
  work: VerbScope,
  changed: Readonly<Record<string, string | null>>
): ProgramStep {
  for (const [path, text] of Object.entries(changed)) {
    const row = rowsOf(work, table).find((one) => one.path === path)
    try {
      if (text === null) removeAll(work, table, row ? [row] : [])
      else if (row) change(work, table, row, { text })
      else insert(work, table, { path, text })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  return work.changed ? { state: { ...work.state, changes: work.state.changes + 1 }, answer: null } : { answer: null }
}
