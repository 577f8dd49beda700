// A scenario as it was read from a file, or everything that is wrong with it at once.

import { toldIssue } from '../text/issues.ts'
import { ScenarioFile } from '../tree/scenario.ts'
import { legible } from './legible.ts'
import { meaningless } from './meaning.ts'
import type { ParseScript } from './meaning-conditions.ts'
import type { SceneProblem } from './scene.ts'

export type { SceneProblem }

const EMPTY =
  'There is nothing in it yet. A scenario has a name, a title, a description and a setup with a domain; docs/scenarios.md shows one.'

/** The scenario, where its world can be started, with all that is wrong with it. @param parse reads the JavaScript of checks; absent: it is not looked at */
export function readScenario(
  value: unknown,
  { parse }: { parse?: ParseScript } = {}
): { scenario: ScenarioFile | null; faults: SceneProblem[] } {
  if (value === null || value === undefined) return { scenario: null, faults: [{ path: [], message: EMPTY }] }
  const read = ScenarioFile.safeParse(value)
  if (read.success) {
    const faults = meaningless(read.data, { parse })
    return { scenario: faults.some(({ fatal }) => fatal) ? null : read.data, faults }
  }
  const form = read.error.issues.flatMap((issue) => toldIssue(issue, { value, schema: ScenarioFile }))
  const rest = legible(value)
  const more = rest ? meaningless(rest.file, { parse }) : []
  return {
    scenario: null,
    faults: [...form, ...more.map((fault) => ({ ...fault, path: rest?.pathOf(fault.path) ?? fault.path }))]
  }
}
