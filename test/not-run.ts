// The last word of a test run: what did not run, how many tests, and why. A skipped test shows nothing, and is not to look as if it did.
import type { Reporter, TestModule, Vitest } from 'vitest/node'

let chosen = false

const notRun: Reporter = {
  onInit(vitest: Vitest) {
    // Who asks for some tests by name knows that the others do not run.
    chosen = vitest.config.testNamePattern !== undefined
  },
  onTestRunEnd(modules) {
    for (const line of linesOf(modules)) console.log(line)
  }
}
export default notRun

/** One line for each file and reason. */
function linesOf(modules: readonly TestModule[]): string[] {
  const counts = new Map<string, number>()
  for (const module of modules) {
    for (const test of module.children.allTests('skipped')) {
      const result = test.result()
      const note = result.state === 'skipped' ? result.note : undefined
      if (note === undefined && chosen) continue
      const told = `${module.relativeModuleId}: ${note ?? 'skipped without a reason'}`
      counts.set(told, (counts.get(told) ?? 0) + 1)
    }
  }
  return [...counts].map(([told, count]) => `NOT RUN: ${count} ${count === 1 ? 'test' : 'tests'} of ${told}`)
}
