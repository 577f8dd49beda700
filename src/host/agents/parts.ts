// What agents act with, of the parts of a host.
import type { Clock, Names } from '../../core/tree/ports.ts'
import type { Store } from '../../core/tree/store.ts'
import type { Scripts } from '../control/scripts/index.ts'
import type { StateFolds } from '../database/folds.ts'
import type { Answering } from '../engines/answering/index.ts'
import type { Grounds } from '../grounds/index.ts'
import type { Scenarios } from '../library/scenarios.ts'

export interface AgentParts {
  store: Store
  clock: Clock
  names: Names
  folds: StateFolds
  answering: Answering
  scenarios: Scenarios
  scripts: Scripts
  grounds: Grounds
}
