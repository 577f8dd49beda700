// Turns of a world that answers what a test says, through the one path.
import { findDomain } from '../../../../src/core/domains/index.ts'
import type { Example } from '../../../../src/core/faults/perturbation.ts'
import { perturbations } from '../../../../src/core/faults/perturbations/index.ts'
import type { Firing, PerturbationUse, Setup, Step } from '../../../../src/core/tree/model.ts'
import { act, committed, scripted, start } from '../../acting.ts'

export interface Turn {
  action: string
  observation: string
}
export interface Taken {
  text: string
  firings: Firing[]
  step: Step
  /** Whether the world was asked. */
  asked: boolean
}

/** Takes the turns one after the other, in a world whose answers are those of the turns. */
export async function take(
  { domain: name, setup = {} }: { domain: string; setup?: Partial<Setup> },
  uses: (Omit<PerturbationUse, 'options'> & { options?: PerturbationUse['options'] })[],
  turns: readonly Turn[]
): Promise<Taken[]> {
  let answer = ''
  const { engine, requests } = scripted(() => [`<predicted_observation>\n${answer}\n</predicted_observation>`])
  const perturbations = uses.map((use) => ({ options: {}, ...use }))
  const main = start(engine, { domain: name, ...setup, perturbations })
  const domain = findDomain(name)
  const taken: Taken[] = []
  for (const { action, observation } of turns) {
    answer = observation
    const before = requests.length
    const { step, call } = committed(await act({ action: domain.fromText(action, main.setup) }))
    taken.push({ text: step.observation.text, firings: call.firings, step, asked: requests.length > before })
  }
  return taken
}

/** What the example's last turn comes to: only that turn is disturbed. */
export async function show(name: string, example: Example, seed = 0): Promise<Taken> {
  const { domain, setup, turns, options = {}, when } = example
  const use = { name, options, when: { ...when, turn: turns.length } }
  const taken = await take({ domain, setup: { ...setup, seed } }, [use], turns)
  const last = taken.at(-1)
  if (!last) throw new Error(`${name} has an example without turns`)
  return last
}

/** Those that alter or withhold data. */
const NAMES = [
  'dead-link',
  'empty',
  'encoding',
  'error-in-success',
  'eventual-consistency',
  'invalid-json',
  'locale',
  'misleading-snippet',
  'oversized',
  'paginated',
  'partial-batch',
  'partial-results',
  'prompt-injection',
  'schema-drift',
  'secret-in-output',
  'stale-read',
  'truncated',
  'wrong-entity'
]
export const data = NAMES.map((name) => {
  const found = perturbations.find((one) => one.name === name)
  if (!found) throw new Error(`no perturbation ${name}`)
  return found
})
