// The parts that the handlers are made of: host.ts makes them, each file of handlers takes those it needs.
import type { StepContext } from '../../core/step/context.ts'
import type { Clock, Names } from '../../core/tree/ports.ts'
import type { Store } from '../../core/tree/store.ts'
import type { ModelKey } from '../agents/key.ts'
import type { Passing } from '../agents/passing.ts'
import type { Embedders } from '../control/embeddings/index.ts'
import type { Scripts } from '../control/scripts/index.ts'
import type { Others } from '../data/others.ts'
import type { StateFolds } from '../database/folds.ts'
import type { Screens } from '../database/terminal-screens.ts'
import type { Doors } from '../doors/agents/index.ts'
import type { Answering } from '../engines/answering/index.ts'
import type { Downloads } from '../formats/downloads.ts'
import type { ExportService } from '../formats/export.ts'
import type { Fictions } from '../grounds/facts/index.ts'
import type { Grounds } from '../grounds/index.ts'
import type { WorldPrograms } from '../grounds/programs/world-programs.ts'
import type { Python } from '../grounds/python.ts'
import type { Folders } from '../library/folders.ts'
import type { Packs } from '../library/packs.ts'
import type { Recordings } from '../library/recordings.ts'
import type { Scenarios } from '../library/scenarios.ts'
import type { Fits } from '../models/fits.ts'
import type { Models } from '../models/index.ts'
import type { Confirm } from '../process/confirm.ts'

export interface HostParts {
  /** Folder of all data. */
  home: string
  /** Folder of what ships with Orrery. */
  resources: string
  clock: Clock
  names: Names
  store: Store
  /** Who is in which world. */
  others: Others
  folds: StateFolds
  screens: Screens
  models: Models
  recordings: Recordings
  scenarios: Scenarios
  answering: Answering
  packs: Packs
  folders: Folders
  fits: Fits
  downloads: Downloads
  exports: ExportService
  grounds: Grounds
  programs: WorldPrograms
  /** Python of strangers, in the machine. */
  python: Python | null
  scripts: Scripts
  embedders: Embedders
  fictions: Fictions
  doors: Doors
  modelKey: ModelKey
  passing: Passing
  /** Calls of agents in worlds that machines compute, at the same time. */
  queue: number
  confirm: Confirm | undefined
  /** Somebody can look at a window of this program. */
  window: boolean
  /** Asks a person who plays the user of a world, where that is not at a window. */
  askPerson: StepContext['askPerson'] | undefined
  /** What a person should hear of once; `null` when there is nothing. */
  notice(): string | null
}
