// The last word of a test run: what did not run, how many tests, and why; what passed only when it was tried again; and what failed, each
// in one line. The first two show nowhere else, and are not to look as if all were well.
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'

let chosen = false

const lastWord: Reporter = {
  onInit(vitest: Vitest) {
    // Who asks for some tests by name knows that the others do not run.
    chosen = vitest.config.testNamePattern !== undefined
  },
  onTestRunEnd(modules, uncaught) {
    for (const line of [...notRun(modules), ...flaky(modules), ...failed(modules)]) console.log(line)
    for (const error of uncaught) console.log(`FAILED: no test caught this${how([error])}`)
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
      .map((test) => `FLAKY: ${module.relativeModuleId} > ${test.fullName}${how(test.result().errors)}`)
  )
}

/** One line for each test that failed, and for each file that could not be run. */
function failed(modules: readonly TestModule[]): string[] {
  return modules.flatMap((module) => [
    ...module.errors().map((error) => `FAILED: ${module.relativeModuleId}${how([error])}`),
    ...[...module.children.allTests('failed')].map(
      (test) => `FAILED: ${module.relativeModuleId} > ${test.fullName}${how(test.result().errors)}`
    )
  ])
}

// A page of the window in an error message would hide the next failure.
const LONGEST = 600

/** Where the first error was thrown, and all that it says. */
function how([error]: ReturnType<TestCase['result']>['errors'] = []): string {
  if (!error) return ': no error kept'
  const [where] = error.stacks ?? []
  const told = error.message
    .split('\n')
    .map((line) => line.trim())
    .join(' | ')
  return `${where ? ` (line ${where.line})` : ''}: ${told.slice(0, LONGEST)}`
}
