// What a perturbation does to one of its examples, through the hooks that a real turn asks.

import { fold } from '../domains/fold.ts'
import { findDomain } from '../domains/index.ts'
import { OrreryError } from '../errors.ts'
import type { Example } from '../faults/perturbation.ts'
import { readPerturbation } from '../faults/perturbations/index.ts'
import { trimEndOf } from '../text/plain.ts'
import { makeStep, stepSeed } from '../tree/history.ts'
import { type Branch, type Firing, type PerturbationUse, Setup, type Step } from '../tree/model.ts'
import { LINE_ENDS } from './parse.ts'
import { perturb } from './perturb.ts'

export interface Preview {
  domain: string
  /** The example's turns as a person would type them, each with what was observed; the last one is disturbed. */
  turns: { action: string; observation: string }[]
  /** The last turn's observation without the perturbation, and with it. */
  before: string
  after: string
  /** What the model is told, and what is broken, where that is how it works. */
  told: string[]
  /** `null` where the options leave this example alone. */
  firing: Firing | null
}

/**
 * Its trigger is left aside: the last turn is one in which it may take part.
 * @param which the nth of the perturbation's examples from 0, or else the first of that domain, or the first
 * @throws OrreryError not-found for a name that is none; invalid-input for options that are not its own, or an example there is not
 */
export async function preview(
  use: PerturbationUse,
  { example: nth, domain: wanted }: { example?: number; domain?: string } = {}
): Promise<Preview> {
  const { perturbation } = readPerturbation(use)
  const { domain: id, setup: rules, turns, when } = pick(perturbation, { nth, wanted })
  const domain = findDomain(id)
  const { name, options } = use
  const perturbations = [{ name, options, when: { ...when, turn: turns.length } }]
  const setup = Setup.parse({ ...rules, domain: id, perturbations })
  const chain: Step[] = []
  for (const { action, observation } of turns.slice(0, -1)) {
    chain.push(await makeStep(chain.at(-1)?.id ?? null, domain.fromText(action, setup), { text: observation }))
  }
  const last = turns.at(-1)
  if (!last) throw new OrreryError('invalid-input', `An example of "${name}" has no turns.`)
  const branch: Branch = { id: 'b', session: 's', title: 'main', tip: null, fork: null, setup, createdAt: 0 }
  const disturbed = await perturb(await stepSeed(setup.seed, chain.at(-1)?.id ?? null), {
    ...{ branch, domain, chain, state: fold(domain, setup, chain), callOf: () => null },
    action: domain.fromText(last.action, setup)
  })
  const firings = [...disturbed.firings]
  const before = last.observation
  // As an answer is read: without the line ends after it.
  let after = disturbed.answer === null ? before : trimEndOf(disturbed.answer.text, LINE_ENDS)
  for (const alter of disturbed.alterations) {
    const altered = await alter(after)
    if (!altered) continue
    after = altered.text
    firings.push(altered.firing)
  }
  const told = [...disturbed.instructions, ...disturbed.faults.map(({ text }) => text)]
  return { domain: id, turns, before, after, told, firing: firings[0] ?? null }
}

function pick(
  { name, examples }: { name: string; examples: readonly [Example, ...Example[]] },
  { nth, wanted }: { nth: number | undefined; wanted: string | undefined }
): Example {
  if (nth === undefined) return examples.find(({ domain }) => domain === wanted) ?? examples[0]
  const found = examples[nth]
  if (found) return found
  throw new OrreryError(
    'invalid-input',
    `"${name}" has ${examples.length} examples, counted from 0; there is no ${nth}.`
  )
}
