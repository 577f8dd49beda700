// Where Orrery keeps its data.
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** Absolute path of the data folder: ORRERY_HOME, else the platform's place for application data. It may not exist yet. */
export function dataHome(env: NodeJS.ProcessEnv = process.env, platform: NodeJS.Platform = process.platform): string {
  if (env.ORRERY_HOME) return resolve(env.ORRERY_HOME)
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Orrery')
  if (platform === 'win32') return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Orrery')
  return join(env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'orrery')
}
