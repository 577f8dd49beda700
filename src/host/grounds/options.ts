// What grounds are made with.
import type { SpawnMachine } from './machine-client.ts'

/** What a ground may use. */
export interface GroundOptions {
  /** Folder of all data. */
  home: string
  /** Folder of what ships with Orrery. */
  resources: string
  /** How the machine's process is started; default: a child process of this Node. */
  spawnMachine?: SpawnMachine | undefined
}
