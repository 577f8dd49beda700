// What grounds are made with.
import type { FictionRows } from '../../core/tree/fiction.ts'
import type { Folder, FolderCopy } from '../../core/tree/folder.ts'
import type { Setup } from '../../core/tree/model.ts'
import type { MachineClient, SpawnMachine } from './emulator-client.ts'
import type { WorldPrograms } from './programs/world-programs.ts'

/** What a ground may use. */
export interface GroundOptions {
  /** What runs the programs of worlds; default: the ground's own. */
  programs?: WorldPrograms
  /** Folder of all data. */
  home: string
  /** Folder of what ships with Orrery. */
  resources: string
  /** The files of a copied folder. @throws OrreryError not-found */
  folderOf?: ((folder: Folder) => FolderCopy) | undefined
  /** How the machine's process is started; default: a child process of this Node. */
  spawnMachine?: SpawnMachine | undefined
  /** At most so many of its processes; default: as `createMachineClient`. */
  machines?: number | undefined
  /** Machines that others use too, and that somebody else closes; `null`: there is no image. Default: the ground's own. */
  shared?: MachineClient | null | undefined
  /** The invented facts of a setup; `null` where it has none. */
  facts?(setup: Setup): FictionRows | null
}
