// Versions of fictions that worlds were made with: each is kept under the hash of its content and never changes.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { OrreryError } from '../../../core/errors.ts'
import type { FictionCopy, FictionUse } from '../../../core/tree/fiction.ts'
import { makeFolder } from '../../data/home.ts'
import { type Fiction, hashOf, readFiction, writeFiction } from './file.ts'

export interface Versions {
  pin(hash: string, fiction: Fiction): void
  /** @throws OrreryError not-found */
  read(hash: string, name: string): Fiction
  /** Takes in a version that came with a world. @throws OrreryError invalid-input where its content is not what its hash says */
  keep(copy: FictionCopy): void
  /** Deletes a version that no world uses. */
  forget(hash: string): void
  /** The version of a world, to travel with it; `null` where it is not on this machine. */
  copy(use: Pick<FictionUse, 'name' | 'hash'>): FictionCopy | null
}

/** @param named what is here under a name, whatever its version */
export function createVersions({ folder, named }: { folder: string; named(name: string): Fiction[] }): Versions {
  const pathOf = (hash: string) => join(folder, `${hash}.db`)

  function find(hash: string, name: string): Fiction | null {
    const fiction = existsSync(pathOf(hash)) ? readFiction(pathOf(hash)) : null
    if (fiction && hashOf(fiction) === hash) return fiction
    return named(name).find((one) => hashOf(one) === hash) ?? null
  }

  function pin(hash: string, fiction: Fiction): void {
    if (existsSync(pathOf(hash))) return
    makeFolder(folder)
    writeFiction(pathOf(hash), fiction)
  }

  return {
    pin,
    read(hash, name) {
      const found = find(hash, name)
      if (found) return found
      throw new OrreryError(
        'not-found',
        `This world is grounded in the fictional world "${name}" (version ${hash.slice(0, 10)}), which is not on this machine. Import the world again from an Orrery export, which holds its facts, or make a new world.`
      )
    },
    keep({ hash, spec, rows }) {
      const fiction = { spec, rows: new Map(Object.entries(rows)) }
      if (hashOf(fiction) !== hash)
        throw new OrreryError(
          'invalid-input',
          `The facts of version ${hash.slice(0, 10)} were changed after they were made.`
        )
      pin(hash, fiction)
    },
    forget: (hash) => rmSync(pathOf(hash), { force: true }),
    copy({ name, hash }) {
      const found = find(hash, name)
      if (!found) return null
      const rows = [...found.rows].map(([table, all]): [string, FictionCopy['rows'][string]] => [table, [...all]])
      return { name, hash, spec: found.spec, rows: Object.fromEntries(rows) }
    }
  }
}
