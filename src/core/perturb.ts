// What a branch's perturbations do to one step.
import { draw } from './history.ts'
import type { Branch, Firing } from './model.ts'
import { readPerturbations } from './perturbations/index.ts'
import type { Effect, Moment } from './plugins.ts'

export interface Disturbance {
  /** An answer in the model's place, or `null`. */
  answer: string | null
  instructions: string[]
  /** What may change the observation; each returns `null` to leave it. */
  alterations: ((text: string) => { text: string; firing: Firing } | null)[]
  firings: Firing[]
}

/** In the order they are listed. The first answer wins. */
export async function perturb(branch: Branch, seed: number, seen: Omit<Moment, 'draw'>): Promise<Disturbance> {
  const made: Disturbance = { answer: null, instructions: [], alterations: [], firings: [] }
  for (const { name, perturbation, options } of readPerturbations(branch.setup.perturbations)) {
    // Each draw hangs on the perturbation's own name, so that adding one never shifts another's chances.
    const moment: Moment = { ...seen, draw: await draw(`${seed}|${name}`) }
    const answered: Effect | null = (made.answer === null && perturbation.answer?.(moment, options)) || null
    if (answered) {
      made.answer = answered.text
      made.firings.push({ name, effect: 'answer', draw: answered.draw, detail: answered.detail })
    }
    const instructed = perturbation.instruct?.(moment, options)
    if (instructed) {
      made.instructions.push(instructed.text)
      made.firings.push({ name, effect: 'instruct', draw: instructed.draw, detail: instructed.detail })
    }
    made.alterations.push((text) => {
      const altered = perturbation.alter?.(moment, text, options)
      if (!altered) return null
      return { text: altered.text, firing: { name, effect: 'alter', draw: altered.draw, detail: altered.detail } }
    })
  }
  return made
}
