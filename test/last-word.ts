// The last word of a test run: what did not run, how many tests, and why, and what passed only when it was tried again. Neither shows
// otherwise, and neither is to look as if all were well.
import type { Reporter, TestModule, Vitest } from 'vitest/node'

let chosen = false

const lastWord: Reporter = {
  onInit(vitest: Vitest) {
    // Who asks for some tests by name knows that the others do not run.
    chosen = vitest.config.testNamePattern !== undefined
  },
  onTestRunEnd(modules) {
    for (const line of [...notRun(modules), ...flaky(modules)]) console.log(line)
  }
}
export default lastWord

/** One line for each file and reason. */
function notRun(modules: readonly TestModule[]): string[] {
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

/** One line for each test that failed and then passed, with how it failed. */
function flaky(modules: readonly TestModule[]): string[] {
  return modules.flatMap((module) =>
    [...module.children.allTests('passed')]
      .filter((test) => test.diagnostic()?.flaky)
      .map((test) => {
        const [error] = test.result().errors ?? []
        const where = error?.stacks?.[0]
        const at = where ? ` (line ${where.line})` : ''
        return `FLAKY: ${module.relativeModuleId} > ${test.fullName}${at}: ${error?.message.split('\n')[0] ?? 'no error kept'}`
      })
  )
}
