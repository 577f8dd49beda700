// The machine of declared data: rows that are files for both. One table has their paths, or two have folders and what lies in them.
import { meant } from '../../../text/issues.ts'
import type { FileChanges } from '../../../tree/ground.ts'
import type { Json } from '../../../tree/ports.ts'
import type { FilesView, ProgramStep } from '../program.ts'
import { textOf } from './functions.ts'
import type { DeclaredReader } from './reader.ts'
import { VerbRefusal } from './refusal.ts'
import type { DeclaredRow, MachineRules, TableRules } from './rules.ts'
import type { Declared } from './schema.ts'
import { change, insert, removeAll, rowsOf, type VerbScope } from './work.ts'

/** @returns `null` where the tables cannot be a tree of files, which is said */
export function readMachine(
  { files, folders, root, ...says }: NonNullable<Declared['machine']>,
  tables: ReadonlyMap<string, TableRules>,
  { fault }: DeclaredReader
): MachineRules | null {
  const [own, holders] = [tables.get(files), tables.get(folders ?? '')]
  for (const [part, name] of Object.entries({ files, folders }))
    if (name !== undefined && !tables.has(name))
      fault(['machine', part], `There is no table "${name}".${meant(name, [...tables.keys()])}`)
  if ((folders === undefined) !== (root === undefined))
    fault(['machine'], 'Where files lie in rows of "folders", "root" is the key of the one that is the home folder.')
  if (!own || (folders !== undefined && !holders)) return null
  // What a machine makes has nothing else.
  const refuseOthers = (table: TableRules, known: readonly (string | undefined)[]) => {
    const needs = [...table.columns.values()].find((one) => one.required && !known.includes(one.name))
    if (needs)
      fault(
        ['tables', table.name, 'columns', needs.name],
        `What the machine makes has ${known.join(', ')}, and a text that may be empty: nothing else can be required.`
      )
  }
  if (!holders) {
    if (own.key.name !== 'path' || own.columns.get('text')?.type !== 'text')
      fault(
        ['machine', 'files'],
        `The files of a machine are in a table with the columns "path: text key" and "text: text"; "${files}" has others.`
      )
    refuseOthers(own, ['path'])
    return { says, files: own, folders: null }
  }
  const column = [...own.columns.values()].find(({ references }) => references === folders)?.name
  if (column === undefined || !own.columns.has('name') || own.columns.get('text')?.type !== 'text')
    fault(
      ['machine', 'files'],
      `Files in folders have the columns "name" and "text: text", and one that references ${folders}.`
    )
  if (!holders.columns.has('name') || !holders.columns.has('parent'))
    fault(['machine', 'folders'], 'Folders have the columns "name" and "parent", which is the key of the folder above.')
  refuseOthers(own, [own.key.name, 'name', column])
  refuseOthers(holders, [holders.key.name, 'name', 'parent'])
  return { says, files: own, folders: { table: holders, column: column ?? '', root: root ?? null } }
}

/** What the program says of its machine in a state. */
export function machineView({ says, ...rules }: MachineRules, work: VerbScope): Json {
  const files = [...placesIn(rules, work)].map(([path, row]) => [path, textAt(path, row)])
  return { ...says, files: Object.fromEntries(files) } satisfies FilesView
}

type Tree = Pick<MachineRules, 'files' | 'folders'>

const textAt = (path: string, { text }: DeclaredRow): string => (path.endsWith('/') ? '' : textOf(text ?? null))

/** The rows below the home folder by their paths; those of folders end with a slash. */
function placesIn({ files, folders }: Tree, work: VerbScope): Map<string, DeclaredRow> {
  const places = new Map<string, DeclaredRow>()
  if (!folders) {
    for (const row of rowsOf(work, files)) places.set(textOf(row.path ?? null), row)
    return places
  }
  const { table, column, root } = folders
  const inside = new Map<string, DeclaredRow[]>()
  for (const row of rowsOf(work, table)) {
    const parent = textOf(row.parent ?? null)
    const others = inside.get(parent)
    if (others) others.push(row)
    else inside.set(parent, [row])
  }
  const paths = new Map([[textOf(root), '']])
  // What is added to a map while it is gone through is gone through too.
  for (const [key, above] of paths) {
    for (const row of inside.get(key) ?? []) {
      const own = textOf(row[table.key.name] ?? null)
      if (paths.has(own)) continue
      const path = `${above}${textOf(row.name ?? null)}/`
      paths.set(own, path)
      places.set(path, row)
    }
  }
  for (const row of rowsOf(work, files)) {
    const above = paths.get(textOf(row[column] ?? null))
    const path = `${above}${textOf(row.name ?? null)}`
    if (above !== undefined && !places.has(path)) places.set(path, row)
  }
  return places
}

/**
 * Takes in what the machine changed. A file that is gone from one place, with its text in another, was moved: its row stays. What the tables
 * cannot hold stays on the machine alone.
 */
export function takeFiles(rules: MachineRules, work: VerbScope, changed: FileChanges): ProgramStep {
  const { files, folders } = rules
  const places = placesIn(rules, work)
  const gone = new Set(Object.keys(changed).filter((path) => changed[path] === null && places.has(path)))
  const tableAt = (path: string) => (folders && path.endsWith('/') ? folders.table : files)

  const textOfFile = (path: string) => (path.endsWith('/') ? null : textAt(path, places.get(path) ?? {}))

  /** Where it lies, as a row says it. The folders on the way are made. */
  function placing(path: string): DeclaredRow {
    if (!folders) return { path }
    const at = path.lastIndexOf('/', path.length - 2) + 1
    const above = path.slice(0, at)
    if (above !== '' && !places.has(above)) put(above, '')
    const parent = above === '' ? folders.root : (places.get(above)?.[folders.table.key.name] ?? null)
    return { name: path.slice(at).replace('/', ''), [path.endsWith('/') ? 'parent' : folders.column]: parent }
  }

  function put(path: string, text: string): void {
    const table = tableAt(path)
    const values = { ...placing(path), ...(tableAt(path) === files && { text }) }
    const known = places.get(path)
    const from = known || path.endsWith('/') ? undefined : [...gone].find((one) => textOfFile(one) === text)
    const before = known ?? places.get(from ?? '')
    const changed = before && tried(work, () => change(work, table, before, known ? { text } : values))
    if (changed && from !== undefined) gone.delete(from)
    // Rows that are named by a text are named by their path.
    const key = table.key.type === 'id' ? {} : { [table.key.name]: path.replace(/\/$/, '') }
    const row = known ? changed : (changed ?? tried(work, () => insert(work, table, { ...key, ...values })))
    if (row) places.set(path, row)
  }

  for (const [path, text] of Object.entries(changed)) if (text !== null) put(path, text)
  // Folders after what was in them.
  for (const path of [...gone].toSorted().reverse())
    tried(work, () => removeAll(work, tableAt(path), [places.get(path) ?? {}]))
  return work.changed ? { state: { ...work.state, changes: work.state.changes + 1 }, answer: null } : { answer: null }
}

/** What it comes to; `null` where it is refused, and then nothing has changed. */
function tried<Done>(work: VerbScope, write: () => Done): Done | null {
  const { changed, state } = work
  const before = { ...state, tables: { ...state.tables }, next: { ...state.next } }
  try {
    return write()
  } catch (error) {
    if (!(error instanceof VerbRefusal)) throw error
    Object.assign(state, before)
    work.changed = changed
    return null
  }
}
