// Where Orrery keeps its data.
import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { OrreryError } from '../core/errors.ts'

/** Absolute path of the data folder: ORRERY_HOME, else the platform's place for application data. It may not exist yet. */
export function dataHome(env: NodeJS.ProcessEnv = process.env, platform: NodeJS.Platform = process.platform): string {
  if (env.ORRERY_HOME) return resolve(env.ORRERY_HOME)
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Orrery')
  if (platform === 'win32') return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Orrery')
  return join(env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'orrery')
}

/**
 * Makes the folder `path` and those above it where they are missing, and returns `path`.
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

/** One folder at a time: Node's own recursive mkdir never returns where nothing may be made and the parent says ENOENT, as /proc does. */
function make(path: string): void {
  const isFolder = () => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  if (isFolder()) return
  if (dirname(path) !== path) make(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Another Orrery may have made it meanwhile.
    if (!isFolder()) throw error
  }
}
