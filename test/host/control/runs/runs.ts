// Runs without a host around them.
import { randomUUID } from 'node:crypto'
import { Sampling } from '../../../../src/core/tree/model.ts'
import type { Engine, Ground } from '../../../../src/core/tree/ports.ts'
import { createRuns } from '../../../../src/host/contract/run-calls.ts'
import type { RunKindPlugin } from '../../../../src/host/control/runs/kind.ts'
import { openStore } from '../../../../src/host/database/store.ts'
import { none } from '../../../../src/host/engines/none.ts'
import { createWorldPrograms } from '../../../../src/host/grounds/programs/world-programs.ts'

interface Given {
  home: string
  kinds?: RunKindPlugin[]
  engine?: Engine
  ground?: Ground
  sampling?: Sampling
  now?: () => number
}

export function runsOf({ home, kinds, engine = none, ground, sampling = Sampling.parse({}), now = () => 1 }: Given) {
  return createRuns({
    home,
    clock: { now },
    names: { next: randomUUID },
    ...(kinds && { kinds }),
    async enter() {
      const store = openStore(':memory:', { clock: { now } })
      const context = {
        ...{ engine, sampling, store, clock: { now }, templates: () => [], ground: () => ground ?? null },
        checked: <Setup>(setup: Setup) => setup,
        initialState: async <Ready>(setup: Ready) => setup,
        allow: async () => {},
        programs: createWorldPrograms(),
        python: null,
        script: async () => false,
        judge: never,
        embedder: never,
        library: () => [],
        recording: () => Promise.reject(new Error('this test has no recording')),
        names: { next: randomUUID },
        step: never,
        stepIn: () => never,
        dryRun: never
      }
      return { context, release: () => void store.close() }
    }
  })
}

function never(): never {
  throw new Error('this test takes no step')
}
