import { expect, test } from 'vitest'
import { readScenarioText } from '../../../src/host/library/scenario-file.ts'
import { freeName, newScenario } from '../../../src/renderer/control/new-scenario.ts'

test('a new scenario is one without a problem, with a fault, actions and a check, under a name of its own', () => {
  expect(freeName([])).toBe('my-scenario')
  const name = freeName(['my-scenario', 'my-scenario-2', 'clone'])
  expect(name).toBe('my-scenario-3')
  const { scenario, problems } = readScenarioText(newScenario(name))
  expect(problems).toEqual([])
  expect(scenario).toMatchObject({
    name,
    setup: { grounding: 'executed', perturbations: [{ name: 'permission-denied' }] }
  })
  expect(scenario?.actions).toHaveLength(3)
  expect(scenario?.checks).toHaveLength(1)
})
