// How a search world shows what it knows: what snippets give away, which hits stand beside each other, and the answer that is guarded.
import { z } from 'zod'
import { type FictionUse, RowReference } from './fiction.ts'

/** `quote`: the words of the page about the query. `tease`: what it is about, without figures and names. `none`: nothing. */
export const Snippets = z.enum(['quote', 'tease', 'none'])

/** How many hits of each kind one page of results has, where there are so many. */
export const HitMix = z
  .strictObject({
    /** At least two thirds of the query's words are on the page. */
    high: z.int().min(0).max(20),
    /** Some are. */
    middle: z.int().min(0).max(20),
    /** None is. */
    background: z.int().min(0).max(20)
  })
  .refine(({ high, middle, background }) => high + middle + background > 0, 'a page of results has at least one hit')
export type HitMix = z.infer<typeof HitMix>

export const SearchPolicy = z.strictObject({
  /** Default: invented facts tease, other worlds quote. */
  snippets: Snippets.exactOptional(),
  /** Default: ten of those that have a word of the query, best first. */
  mix: HitMix.exactOptional(),
  /** What the agent is to find out. It is withheld everywhere but on the pages that hold it, or that `reveal` names. */
  reference: RowReference.exactOptional()
})
export type SearchPolicy = z.infer<typeof SearchPolicy>

/** What is guarded in a world; `undefined` for nothing. */
export const referenceOf = ({
  search,
  fiction
}: {
  search?: SearchPolicy
  fiction?: Pick<FictionUse, 'reference'>
}): RowReference | undefined => search?.reference ?? fiction?.reference
