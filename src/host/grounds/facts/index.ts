// The fictional worlds of a data folder: <home>/fictions/<name>.db is the present version, versions/<hash>.db what worlds were made with.

import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { CallOutput } from '../../../core/contract/index.ts'
import { OrreryError } from '../../../core/errors.ts'
import { checkFacts } from '../../../core/grounds/fiction/check.ts'
import { findAnswer } from '../../../core/grounds/fiction/find-answer.ts'
import { formsOf } from '../../../core/grounds/fiction/forms.ts'
import { inferTables } from '../../../core/grounds/fiction/infer.ts'
import { addressOf } from '../../../core/grounds/fiction/pages.ts'
import { sentenceOf } from '../../../core/text/issues.ts'
import { createRecent } from '../../../core/text/recent.ts'
import {
  FactRow,
  FictionName,
  type FictionRows,
  FictionSpec,
  type FictionUse,
  type RowReference
} from '../../../core/tree/fiction.ts'
import type { FictionChoice, Setup } from '../../../core/tree/model.ts'
import { makeFolder } from '../../data/home.ts'
import { checkPlain } from '../../data/regular-file.ts'
import { openFacts } from './facts.ts'
import { type Fiction, hashOf, readFiction, writeFiction } from './file.ts'
import { type FactFile, readFacts, readOwn } from './import.ts'
import { createVersions, type Versions } from './versions.ts'

export interface Fictions extends Pick<Versions, 'keep' | 'copy' | 'forget'> {
  list(): CallOutput<'fictions.list'>
  /** @throws OrreryError not-found */
  get(name: string): Fiction
  /** Keeps a fiction under a name. Versions that worlds use stay. */
  save(name: string, fiction: Fiction): void
  /** Replaces what the version `hash` was edited from. @throws OrreryError conflict, invalid-input */
  replace(name: string, hash: string, fiction: Fiction): void
  /** @throws OrreryError conflict */
  create(name: string, spec: FictionSpec): void
  delete(name: string): void
  import(name: string, files: FactFile[], about: Partial<Pick<FictionSpec, 'title' | 'premise' | 'date'>>): Fiction
  /** A version for a world, kept from now on as it is; what may reveal the reference is filled in. */
  use(choice: FictionChoice): FictionUse
  /** The facts of a setup; `null` where it has none. @throws OrreryError not-found */
  facts(setup: Pick<Setup, 'fiction'>): FictionRows | null
}

// Fictions that worlds are stepped in at the same time.
const OPEN = 8

const Shipped = z.strictObject({ spec: FictionSpec, rows: z.record(z.string(), z.array(FactRow)) })

export function createFictions({ home, resources }: { home: string; resources: string }): Fictions {
  const root = join(home, 'fictions')
  const shippedIn = join(resources, 'fictions')
  const open = createRecent<FictionRows>(OPEN)
  const fileOf = (name: string) => {
    const { success, error } = FictionName.safeParse(name)
    if (!success)
      throw new OrreryError(
        'invalid-input',
        `"${name}" cannot be the name of a fictional world: ${sentenceOf(error, { value: name, schema: FictionName })}`
      )
    return join(root, `${name}.db`)
  }
  const namesIn = (folder: string, ending: string) =>
    existsSync(folder)
      ? readdirSync(folder).flatMap((file) => (file.endsWith(ending) ? file.slice(0, -ending.length) : []))
      : []
  const own = () => {
    checkPlain(root, { kind: 'folder' })
    return namesIn(root, '.db').filter((name) => FictionName.safeParse(name).success)
  }
  const shipped = () => namesIn(shippedIn, '.json')

  function get(name: string): Fiction {
    const path = fileOf(name)
    if (existsSync(path)) return readFiction(path)
    if (!shipped().includes(name)) {
      const all = [...new Set([...own(), ...shipped()])].sort().join(', ')
      throw new OrreryError(
        'not-found',
        `There is no fictional world "${name}". ${all ? `There are: ${all}.` : 'There are none.'}`
      )
    }
    // Built on its first use.
    save(name, asShipped(name))
    return readFiction(path)
  }

  function asShipped(name: string): Fiction {
    const { spec, rows } = Shipped.parse(JSON.parse(readFileSync(join(shippedIn, `${name}.json`), 'utf8')))
    return { spec, rows: new Map(Object.entries(rows)) }
  }

  function save(name: string, fiction: Fiction): void {
    const path = fileOf(name)
    refuseTwins(fiction)
    makeFolder(root)
    writeFiction(path, fiction)
  }

  function create(name: string, spec: FictionSpec): void {
    if (existsSync(fileOf(name)) || shipped().includes(name))
      throw new OrreryError(
        'conflict',
        `There is already a fictional world "${name}". Choose another name, or delete it first.`
      )
    save(name, { spec, rows: new Map() })
  }

  function factsOf(fiction: Fiction, hash: string): FictionRows {
    const known = open.get(hash)
    if (known) return known
    return open.set(hash, openFacts(fiction, hash))
  }

  // A world that came from another machine: the same facts may be here under their name.
  const named = (name: string) => [
    ...(existsSync(fileOf(name)) ? [readFiction(fileOf(name))] : []),
    ...(shipped().includes(name) ? [asShipped(name)] : [])
  ]
  const versions = createVersions({ folder: join(root, 'versions'), named })

  return {
    get,
    save,
    create,
    replace(name, hash, fiction) {
      if (hashOf(get(name)) !== hash)
        throw new OrreryError(
          'conflict',
          `The fictional world "${name}" was changed elsewhere meanwhile. Reload it, or save yours as a file first.`
        )
      save(name, fiction)
    },
    keep: versions.keep,
    copy: versions.copy,
    forget: versions.forget,
    list: () =>
      [...new Set([...own(), ...shipped()])].sort().map((name) => {
        const fiction = get(name)
        const { title, premise, date, strategy, tables } = fiction.spec
        return {
          ...{
            name,
            title,
            premise,
            date,
            strategy: strategy ?? null,
            hash: hashOf(fiction),
            shipped: shipped().includes(name)
          },
          tables: tables.map((table) => ({
            name: table.name,
            rows: fiction.rows.get(table.name)?.length ?? 0,
            wanted: table.rows ?? 0
          }))
        }
      }),
    delete(name) {
      get(name)
      rmSync(fileOf(name), { force: true })
    },
    import(name, files, about) {
      const there = existsSync(fileOf(name)) || shipped().includes(name)
      const [first] = files
      const whole = files.length === 1 && first ? readOwn(first) : null
      if (whole && !there) {
        const made = { ...whole, spec: FictionSpec.parse({ ...whole.spec, ...about }) }
        save(name, made)
        return made
      }
      const made = withTables(name, there ? get(name) : null, files, about)
      save(name, made)
      return made
    },
    use({ name, hash, reference }) {
      const fiction = hash ? versions.read(hash, name) : get(name)
      const present = hash ?? hashOf(fiction)
      versions.pin(present, fiction)
      return { name, hash: present, ...(reference && { reference: withReveal(reference, factsOf(fiction, present)) }) }
    },
    facts({ fiction: used }) {
      if (!used) return null
      return open.get(used.hash) ?? factsOf(versions.read(used.hash, used.name), used.hash)
    }
  }
}

/** The pages and keys of the rows that hold the answer, where nobody said what may show it. */
export function withReveal(reference: RowReference, { spec, rows }: FictionRows): RowReference {
  if (reference.reveal) return reference
  const forms = formsOf(reference)
  // A column's name may hold the unit: `length_km`.
  const holds = ([name, cell]: [string, unknown]) =>
    cell !== null && findAnswer(`${cell} ${name.split('_').at(-1) ?? ''}`, forms).length > 0
  const reveal = spec.tables.flatMap((table) =>
    rows(table.name).flatMap((row) =>
      Object.entries(row).some(holds) ? [addressOf(spec, table, row), String(row[table.key] ?? '')] : []
    )
  )
  return { ...reference, reveal: [...new Set(reveal)].slice(0, 1000) }
}

/** Every problem of a fiction. */
export const problemsOf = ({ spec, rows }: Fiction) => checkFacts(spec, (table) => rows.get(table) ?? [])

/** A fiction with the tables of these files beside its own. @throws OrreryError invalid-input, conflict */
function withTables(
  name: string,
  before: Fiction | null,
  files: FactFile[],
  about: Partial<Pick<FictionSpec, 'title' | 'premise' | 'date'>>
): Fiction {
  const made = inferTables(files.flatMap(readFacts))
  const twice = made.find(({ table }) => before?.spec.tables.some((one) => one.name === table.name))
  if (twice)
    throw new OrreryError(
      'conflict',
      `The fictional world "${name}" has a table "${twice.table.name}" already. Rename the file, or delete the world first.`
    )
  const {
    title = before?.spec.title ?? name,
    premise = before?.spec.premise ?? '',
    date = before?.spec.date ?? '2030-01-01'
  } = about
  const spec = FictionSpec.parse({
    ...before?.spec,
    title,
    premise,
    date,
    tables: [...(before?.spec.tables ?? []), ...made.map(({ table }) => table)]
  })
  return {
    spec,
    rows: new Map([...(before?.rows ?? []), ...made.map(({ table, rows }): [string, FactRow[]] => [table.name, rows])])
  }
}

/** Rows are told apart by their keys. @throws OrreryError invalid-input */
function refuseTwins({ spec, rows }: Fiction): void {
  for (const { name, key } of spec.tables) {
    const seen = new Map<string, number>()
    for (const [at, row] of (rows.get(name) ?? []).entries()) {
      const value = row[key] ?? ''
      const say = (what: string) =>
        new OrreryError('invalid-input', `Table "${name}", row ${at + 1}: ${what} Each row needs a key of its own.`)
      if (value === '') throw say(`the key "${key}" is empty.`)
      const before = seen.get(String(value))
      if (before !== undefined) throw say(`the key "${String(value).slice(0, 80)}" is also that of row ${before + 1}.`)
      seen.set(String(value), at)
    }
  }
}
