// What a branch's perturbations do to one step.

import type { Fault } from '../ground.ts'
import type { Branch, Firing } from '../model.ts'
import { readPerturbations } from '../perturbations/index.ts'
import type { Effect, Moment } from '../plugins.ts'
import { draw } from '../tree/history.ts'

export interface Disturbance {
  /** An answer in the model's place, or `null`. */
  answer: string | null
  instructions: string[]
  /** What is done to the machine, each with the words for a world without one. */
  faults: { fault: Fault; text: string }[]
  /** What may change the observation; each returns `null` to leave it. */
  alterations: ((text: string) => { text: string; firing: Firing } | null)[]
  firings: Firing[]
}

/** In the order they are listed. The first answer wins. */
export async function perturb(branch: Branch, seed: number, seen: Omit<Moment, 'draw'>): Promise<Disturbance> {
  const made: Disturbance = { answer: null, instructions: [], faults: [], alterations: [], firings: [] }
  const used = new Map<string, number>()
  for (const { name, perturbation, options } of readPerturbations(branch.setup.perturbations)) {
    const nth = (used.get(name) ?? 0) + 1
    used.set(name, nth)
    // Each draw hangs on the hook and on the perturbation's own name, so that adding one never shifts another's chances.
    const momentOf = async (hook: Firing['effect']): Promise<Moment> => ({
      ...seen,
      draw: await draw([seed, name, hook, ...(nth > 1 ? [nth] : [])].join('|'))
    })
    const answered: Effect | null =
      (made.answer === null && perturbation.answer?.(await momentOf('answer'), options)) || null
    if (answered) {
      made.answer = answered.text
      made.firings.push({ name, effect: 'answer', draw: answered.draw, detail: answered.detail })
    }
    const changed = perturbation.change?.(await momentOf('change'), options)
    if (changed) {
      made.faults.push({ fault: changed.fault, text: changed.text })
      made.firings.push({ name, effect: 'change', draw: changed.draw, detail: changed.detail })
    }
    const instructed = perturbation.instruct?.(await momentOf('instruct'), options)
    if (instructed) {
      made.instructions.push(instructed.text)
      made.firings.push({ name, effect: 'instruct', draw: instructed.draw, detail: instructed.detail })
    }
    const later = await momentOf('alter')
    made.alterations.push((text) => {
      const altered = perturbation.alter?.(later, text, options)
      if (!altered) return null
      return { text: altered.text, firing: { name, effect: 'alter', draw: altered.draw, detail: altered.detail } }
    })
  }
  return made
}
