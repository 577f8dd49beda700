// Where Orrery keeps its data, and that nobody else on the machine can read it.
import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { OrreryError } from '../../core/errors.ts'

/** Absolute path of the data folder: ORRERY_HOME, else the platform's place for application data. It may not exist yet. */
export function dataHome(env: NodeJS.ProcessEnv = process.env, platform: NodeJS.Platform = process.platform): string {
  // Where no shell has read it, as in a service's file, the home folder is still a sign.
  if (env.ORRERY_HOME) return resolve(env.ORRERY_HOME.replace(/^~(?=$|[/\\])/, () => homedir()))
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Orrery')
  if (platform === 'win32') return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Orrery')
  return join(env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'orrery')
}

/**
 * Makes the folder `path` and those above it where they are missing, for their owner alone, and returns `path`.
 * @throws OrreryError forbidden when that cannot be done, or nothing can be written there
 */
export function makeFolder(path: string): string {
  try {
    make(path)
    accessSync(path, constants.W_OK)
    return path
  } catch (cause) {
    const reason = (cause as Error).message // node:fs throws nothing else
    const instead = 'Make it writable, or set ORRERY_HOME to a folder that is.'
    throw new OrreryError('forbidden', `Orrery cannot keep its data in "${path}" (${reason}). ${instead}`, { cause })
  }
}

/** Whether there is a file or folder that this process may read. */
export const isReadable = (path: string): boolean => allows(path, constants.R_OK)

/** Whether this process may write to it. */
export const isWritable = (path: string): boolean => allows(path, constants.W_OK)

function allows(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

/** One folder at a time: Node's own recursive mkdir never returns where nothing may be made and the parent says ENOENT, as /proc does. */
function make(path: string): void {
  const isFolder = () => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  if (isFolder()) return
  if (dirname(path) !== path) make(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another Orrery may have made it meanwhile.
    if (!isFolder()) throw error
  }
}

// What Orrery keeps in its data folder. Nothing else is touched: the folder may be one that a person uses for more.
const OURS =
  /^(orrery\.db|settings\.json|(presence|models|states|evals|runs|scenarios|templates|fictions|machine|browser|window|reserve)$)/
// The profiles of browsers: the folder is closed, and what is in it is the browser's own business.
const CLOSED = /^(browser|window)$/
const OTHERS = 0o077
const STICKY = 0o1000

/**
 * Takes from everybody else the right to read the data folder and what Orrery keeps there, as older versions left it.
 * Returns what a person should know when that cannot be done, else `null`. Windows keeps its users' folders apart by itself.
 */
export function closeToOthers(home: string): string | null {
  if (process.platform === 'win32') return null
  // A folder that is shared on purpose (/tmp has the sticky bit) is left to its users; what is Orrery's in it is not.
  const { mode } = statSync(home)
  if (mode & OTHERS && !(mode & STICKY) && dirname(home) !== home) close(home)
  for (const name of readdirSync(home)) if (OURS.test(name)) closeAll(join(home, name), CLOSED.test(name))
  if (!(statSync(home).mode & OTHERS)) return null
  return `Other users of this machine can read "${home}", and Orrery could not change that. Run: chmod 700 "${home}"`
}

function closeAll(path: string, only: boolean): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  // A link's target may be anybody's.
  if (!found || found.isSymbolicLink()) return
  if (found.mode & OTHERS) close(path)
  if (!found.isDirectory() || only) return
  for (const name of namesIn(path)) closeAll(join(path, name), false)
}

function close(path: string): void {
  try {
    chmodSync(path, statSync(path).mode & 0o700)
  } catch {
    // The file is gone or has another owner. That is no matter, because `closeToOthers` checks the folder around it.
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
