// The catalogue of perturbations as doors tell of it.
import type { z } from 'zod'
import { domains } from '../domains/index.ts'
import type { Example, Perturbation } from '../faults/perturbation.ts'
import { perturbations } from '../faults/perturbations/index.ts'

/** How a perturbation does it; the model takes part in `instructs` alone. */
export type EffectName = 'answers' | 'alters' | 'instructs' | 'breaks'

export interface PerturbationEntry extends Pick<Perturbation, 'name' | 'title' | 'description' | 'weakness' | 'kind'> {
  effects: EffectName[]
  /** Ids of the domains whose worlds it can disturb. */
  domains: string[]
  options: z.ZodType
  examples: readonly Example[]
}

/** Explicit ones first, each kind by name. */
export function catalogue(): PerturbationEntry[] {
  return perturbations.map(entryOf).sort((a, b) => (a.kind + a.name < b.kind + b.name ? -1 : 1))
}

function entryOf(one: Perturbation): PerturbationEntry {
  const { name, title, description, weakness, kind, options, examples } = one
  const hooks: [EffectName, unknown][] = [
    ['answers', one.answer],
    ['alters', one.alter],
    ['instructs', one.instruct],
    ['breaks', one.change]
  ]
  return {
    ...{ name, title, description, weakness, kind, options, examples },
    effects: hooks.flatMap(([effect, hook]) => (hook ? [effect] : [])),
    domains: domains.filter((domain) => one.serves?.(domain) ?? true).map(({ id }) => id)
  }
}
