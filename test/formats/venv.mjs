// Where the foreign readers are installed: one virtual environment in the user's cache, named by what is in it.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

export const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt')
/** Installed without what they depend on. */
export const BARE = join(import.meta.dirname, 'requirements-bare.txt')

// Other requirements are another environment: an old one is never patched.
const wanted = [REQUIREMENTS, BARE].map((file) => readFileSync(file, 'utf8')).join()
const name = createHash('sha256').update(wanted).digest('hex').slice(0, 12)
const cache =
  process.env.XDG_CACHE_HOME || (process.platform === 'win32' && process.env.LOCALAPPDATA) || join(homedir(), '.cache')

export const VENV = join(cache, 'orrery-formats', name)
const bin = process.platform === 'win32' ? ['Scripts', '.exe'] : ['bin', '']
/** A program of the environment: `python`, `asciinema`. */
export const program = (of) => join(VENV, bin[0], `${of}${bin[1]}`)
/** Written last: without it the environment is not whole. */
export const DONE = join(VENV, 'done')
/** Written when the readers of casts and ATIF are there. */
export const LIGHT = join(VENV, 'light')
/** Holds the reason why not all is installed, where that is allowed. */
export const MISSING = join(VENV, 'missing')
