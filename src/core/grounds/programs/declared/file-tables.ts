// Two tables as a tree of files: what a terminal's machine is given of them, and what it changed in them.
import type { Json } from '../../../tree/ports.ts'
import { FileChanges, type FileTree } from '../file-tree.ts'
import type { HttpAnswer, ProgramEvent, ProgramStep } from '../program.ts'
import { textOf } from './functions.ts'
import type { DeclaredReader } from './reader.ts'
import { Refusal } from './refusal.ts'
import type { DeclaredRow, FileTablesRules, Rules, TableRules } from './rules.ts'
import type { Declared } from './schema.ts'
import { change, type DeclaredState, insert, removeAll, rowsOf, type VerbScope, workOn } from './work.ts'

type DeclaredTerminal = NonNullable<NonNullable<Declared['desktop']>['apps'][string]['terminal']>

/** @returns `null` where the tables cannot be a tree of files, which is said */
export function readFileTables(
  { files, folders, home }: DeclaredTerminal,
  tables: ReadonlyMap<string, TableRules>,
  { fault }: DeclaredReader,
  path: PropertyKey[]
): FileTablesRules | null {
  const [own, holders] = [tables.get(files), tables.get(folders)]
  if (!own) fault([...path, 'files'], `There is no table "${files}".`)
  if (!holders) fault([...path, 'folders'], `There is no table "${folders}".`)
  if (!own || !holders) return null
  const folder = [...own.columns.values()].find(({ references }) => references === folders)?.name
  const missing = ['name', 'text'].filter((name) => !own.columns.has(name))
  if (folder === undefined || missing.length > 0) {
    fault([...path, 'files'], `Files have the columns "name" and "text", and one that references ${folders}.`)
    return null
  }
  if (['name', 'parent'].some((name) => !holders.columns.has(name))) {
    fault([...path, 'folders'], 'Folders have the columns "name" and "parent", which is the key of the folder above.')
    return null
  }
  return { files: own, folders: holders, folder, home }
}

const PATH = '/files'

/** What a terminal's machine asks and tells. */
export function filesAt(
  rules: Rules,
  tables: FileTablesRules,
  before: DeclaredState,
  { method, path, body }: Extract<ProgramEvent, { door: 'http' }>
): ProgramStep {
  const answer = (status: number, said: Json): HttpAnswer => ({ status, body: said })
  if (path !== PATH) return { answer: answer(404, { error: `There is nothing at ${path.slice(0, 200)}.` }) }
  const work = workOn(rules, before)
  if (method === 'GET') return { answer: answer(200, treeOf(work, tables).tree) }
  const told = FileChanges.safeParse(body)
  if (!told.success) return { answer: answer(400, { error: 'The body is paths with texts, null or false.' }) }
  try {
    take(work, tables, told.data)
  } catch (error) {
    if (error instanceof Refusal) return { answer: answer(error.status, { error: error.message }) }
    throw error
  }
  return { state: { ...work.state, changes: before.changes + 1 }, answer: answer(200, {}) }
}

/** The tree below the home folder, and the row of each path. */
function treeOf(work: VerbScope, { files, folders, folder, home }: FileTablesRules) {
  const tree: FileTree = {}
  const rows = new Map<string, DeclaredRow>()
  const places = new Map<string, string>()
  const above = new Map<string, DeclaredRow[]>()
  for (const row of rowsOf(work, folders)) {
    const parent = textOf(row.parent ?? null)
    above.set(parent, [...(above.get(parent) ?? []), row])
  }
  const open: [key: string, place: string][] = [[textOf(home), '']]
  for (let next = open.pop(); next; next = open.pop()) {
    const [key, place] = next
    if (places.has(key)) continue
    places.set(key, place)
    for (const row of above.get(key) ?? []) {
      const path = place + textOf(row.name ?? null)
      tree[path] = null
      rows.set(path, row)
      open.push([textOf(row[folders.key.name] ?? null), `${path}/`])
    }
  }
  for (const row of rowsOf(work, files)) {
    const place = places.get(textOf(row[folder] ?? null))
    const path = `${place}${textOf(row.name ?? null)}`
    if (place === undefined || Object.hasOwn(tree, path)) continue
    tree[path] = textOf(row.text ?? null)
    rows.set(path, row)
  }
  return { tree, rows }
}

/** Does what the machine did; a file that is gone from one place and the same in another was moved. @throws Refusal */
function take(work: VerbScope, tables: FileTablesRules, changes: FileChanges): void {
  const { files, folders, folder, home } = tables
  const { tree, rows } = treeOf(work, tables)
  const keyOf = (path: string): Json => {
    const row = rows.get(path)
    return path === '' ? home : (row?.[folders.key.name] ?? null)
  }
  const gone = new Set(Object.keys(changes).filter((path) => changes[path] === false && rows.has(path)))
  for (const [path, text] of Object.entries(changes)) {
    if (text === false) continue
    const at = path.lastIndexOf('/')
    const [parent, name] = [path.slice(0, Math.max(0, at)), path.slice(at + 1)]
    const known = rows.get(path)
    if (text === null) {
      if (!known) rows.set(path, insert(work, folders, { ...newKey(folders, path), name, parent: keyOf(parent) }))
    } else if (known && tree[path] !== null) {
      rows.set(path, change(work, files, known, { text }))
    } else {
      const from = [...gone].find((one) => tree[one] === text)
      const moved = from === undefined ? undefined : rows.get(from)
      const values = { name, text, [folder]: keyOf(parent) }
      rows.set(
        path,
        moved ? change(work, files, moved, values) : insert(work, files, { ...newKey(files, path), ...values })
      )
      if (from !== undefined) gone.delete(from)
    }
  }
  for (const path of gone) removeAll(work, tree[path] === null ? folders : files, [rows.get(path) ?? {}])
}

/** Rows that are named by a text are named by their path. */
const newKey = ({ key }: TableRules, path: string): DeclaredRow => (key.type === 'id' ? {} : { [key.name]: path })
