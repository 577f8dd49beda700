// Where the runs of one variant of a scenario parted, as the contract has it: a tree whose shared turns are told once.
import { z } from 'zod'
import { Verdict } from '../tree/conditions.ts'

/** One of the runs. */
export const DivergedRun = z.strictObject({
  /** Which of the repeats, from 0. */
  repeat: z.int(),
  seed: z.int(),
  verdict: Verdict,
  why: z.string(),
  session: z.string(),
  branch: z.string(),
  turns: z.int()
})
export type DivergedRun = z.infer<typeof DivergedRun>

/** What runs have in common from where they parted from others to where they part themselves. */
export const Stretch = z.strictObject({
  /** The stretch that it follows, by its place in the list; `null` for the first. */
  parent: z.int().nullable(),
  /** By their place among the runs. */
  runs: z.array(z.int()),
  turns: z.array(
    z.strictObject({
      /** From 1. */
      turn: z.int(),
      /** The action in one line; `null` where the stretch before has it, and only what was observed is here. */
      action: z.string().nullable(),
      /** Whether what was observed is here too, or differs in what follows. */
      observed: z.boolean()
    })
  ),
  /**
   * What tells it from the stretches beside it: its first action, or the line, from 1, of its first observation in which it begins to
   * differ; `null` for a text that has ended there. `null` where it is the only one that follows.
   */
  differs: z.strictObject({ line: z.int(), text: z.string().nullable() }).nullable(),
  /** Runs that end with it. */
  ended: z.array(z.int()),
  /** What is not the same in the stretches that follow: `end` where some runs ended and the others went on together. `null`: none follows. */
  parts: z.enum(['action', 'observation', 'end']).nullable()
})
export type Stretch = z.infer<typeof Stretch>

export const DivergenceTree = z.strictObject({
  runs: z.array(DivergedRun),
  /** The runs' beginning comes first, and each stretch before those that follow it. */
  stretches: z.array(Stretch),
  /** Runs that are not compared: there are more than anybody reads. */
  left: z.int(),
  /** Runs whose worlds were deleted. */
  missing: z.int()
})
export type DivergenceTree = z.infer<typeof DivergenceTree>

/** The turn in which the stretches after this one differ; where runs ended, the one that they did not take. */
export function turnAfter({ turns }: Pick<Stretch, 'turns'>): number {
  const last = turns.at(-1)
  if (!last) return 1
  return last.observed ? last.turn + 1 : last.turn
}
