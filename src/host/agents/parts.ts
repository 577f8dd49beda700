// What agents act with, of the parts of a host.
import type { Clock, Names, Store } from '../../core/ports.ts'
import type { Answering } from '../answering/index.ts'
import type { Folds } from '../database/folds.ts'
import type { Grounds } from '../grounds/index.ts'
import type { Scenarios } from '../library/scenarios.ts'
import type { Scripts } from '../scripts/index.ts'

export interface Parts {
  store: Store
  clock: Clock
  names: Names
  folds: Folds
  answering: Answering
  scenarios: Scenarios
  scripts: Scripts
  grounds: Grounds
}
