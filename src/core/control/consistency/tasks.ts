// Tasks out of scenarios: worlds without faults and gates, and what says whether an agent has succeeded.
import { OrreryError } from '../../errors.ts'
import { presetsOf } from '../../faults/presets.ts'
import type { Scenario, ScenarioFile } from '../../tree/scenario.ts'
import { isRubric } from '../rubric.ts'
import { variantsOf } from '../variants.ts'

/**
 * A scenario's world without faults, once for each seed and set of parameters, held to what says whether the task succeeded.
 * @throws OrreryError invalid-input for a scenario without such a check
 */
export function tasksOf(file: ScenarioFile): { scenario: Scenario; problem: string | null }[] {
  return variantsOf(file, { presets: presetsOf })
    .filter(({ baseline }) => baseline)
    .map(({ scenario }) => {
      const ruled = scenario.checks.filter((check) => !isRubric(check))
      // What is expected of the third turn is of the scenario's own walk, not of the task.
      const whole = ruled.filter(({ at }) => typeof at === 'string')
      const checks = whole.length ? whole : ruled
      if (!checks.length)
        throw new OrreryError(
          'invalid-input',
          `The scenario "${scenario.name}" has no check by rule, so nothing says whether its task succeeded. Add one at its end.`
        )
      const { gate: _gate, check: _check, ...setup } = scenario.setup
      return {
        scenario: { ...scenario, checks, setup: { ...setup, perturbations: [] } },
        problem: whole.length
          ? null
          : `${scenario.name}: all of its checks are of single turns, so only its own walk can succeed (--agent script). Add one at its end.`
      }
    })
}
