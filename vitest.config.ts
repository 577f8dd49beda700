import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { counting } from './test/attack/counting.ts'
import lastWord from './test/last-word.ts'

// Nothing is measured by these: they end a test that hangs. On two cores that other programs keep busy the longest test takes about a tenth.
const HANGS_MS = 10 * 60_000
const POLL_MS = 2 * 60_000

// A browser, a host and an engine wait for each other, so two files at once keep two cores busy (three were measured: no sooner). More than
// four want the memory of a large machine.
const WORKERS = Math.max(2, Math.min(4, Math.floor(availableParallelism() / 2)))

// The source counts its own steps in these.
const COUNTED = 'test/attack/texts.test.ts'

/** What takes a minute or more begins first, so that no worker waits at the end for one file of the other's. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const long = /\/test\/(?:model|e2e|attack|host\/(?:grounds|bench|engine-process|llama|scenarios-audit))\b/
    const rank = ({ moduleId }: TestSpecification) => (long.test(moduleId) ? 0 : 1)
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

const project = (name: string, include: string[], more = {}) => ({
  extends: true as const,
  test: { name, include, ...more }
})

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
    expect: { poll: { timeout: POLL_MS } },
    sequence: { sequencer: LongestFirst },
    reporters: ['default', lastWord],
    // What is brought onto the machine is brought before two files ask for it at once.
    globalSetup: 'test/setup.ts',
    // Hundreds of processes are started: they need not all compile the same sources.
    env: {
      NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules', '.cache', 'orrery-tests'),
      // Nor does each data folder need the machine's image unpacked in it.
      ORRERY_MACHINE_CACHE: join(tmpdir(), `orrery-machine-${process.getuid?.() ?? ''}`),
      // Tests of models ask models; those of grounded worlds say so.
      ORRERY_GROUNDING: 'model'
    },
    projects: [
      // Pure: files may share a process, which spares starting one for each.
      project('core', ['test/{core,grounds,renderer}/**/*.test.{ts,tsx}'], { isolate: false }),
      project('unit', ['test/host/**/*.test.ts', 'test/*.test.ts']),
      project('contract', ['test/contract/**/*.test.ts']),
      // A file a class of attack, bounded in count.
      project('attack', ['test/attack/**/*.test.ts'], { exclude: [COUNTED] }),
      // Attacks on time are told by counted work, so that they are told alike on every machine.
      { ...project('counted', [COUNTED]), plugins: [counting(/\/src\/(core|host)\//)] },
      project('model', ['test/model/**/*.test.ts']),
      // Other formats' own readers, in Python: `npm run test:formats` installs them first.
      project('formats', ['test/formats/**/*.test.ts']),
      // Agents' own clients, most in Python: `npm run test:doors` installs them first.
      project('doors', ['test/doors/**/*.test.ts']),
      // Once more where a browser, a host and a person's hands met in an order that nobody foresaw; said at the end of the run.
      project('e2e', ['test/e2e/**/*.test.ts'], { retry: 1, isolate: false })
    ]
  }
})
