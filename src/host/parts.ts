// The parts that the handlers are made of: host.ts makes them, each file of handlers takes those it needs.
import type { Clock, Names, Store } from '../core/ports.ts'
import type { Answering } from './answering.ts'
import type { Confirm } from './confirm.ts'
import type { Fits } from './fit.ts'
import type { Folds } from './folds.ts'
import type { Models } from './models.ts'
import type { Packs } from './packs.ts'
import type { Recordings } from './recordings.ts'
import type { Screens } from './screens.ts'
import type { Downloads } from './transfer/downloads.ts'
import type { Exports } from './transfer/export.ts'

export interface Parts {
  /** Folder of all data. */
  home: string
  /** Folder of what ships with Orrery. */
  resources: string
  clock: Clock
  names: Names
  store: Store
  folds: Folds
  screens: Screens
  models: Models
  recordings: Recordings
  answering: Answering
  packs: Packs
  fits: Fits
  downloads: Downloads
  exports: Exports
  confirm: Confirm | undefined
  /** What a person should hear of once; `null` when there is nothing. */
  notice(): string | null
}
