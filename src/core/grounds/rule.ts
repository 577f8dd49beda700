// A line of the table by which a ground says who answers. Steps name it, so a name never changes.
import type { Route } from '../tree/ground.ts'

export interface Rule {
  name: string
  by: Route['by']
  /** In a sentence. */
  why: string
  /** Programs that it holds for. */
  programs?: readonly string[]
}

/** @param about what it was found in, where that says more: `curl: ` */
export const routeBy = ({ name, by, why }: Rule, about = ''): Route => ({ by, rule: name, why: about + why })
