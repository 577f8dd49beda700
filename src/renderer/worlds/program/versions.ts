// The programs that the branches of a world have: each text is a version.
import type { BranchPlace } from '../../../core/contract/worlds.ts'
import type { Branch } from '../../../core/tree/model.ts'
import type { ProgramUse } from '../../../core/tree/program.ts'

export interface Version {
  program: ProgramUse
  /** Those that have it, in the order they were made. */
  branches: Branch[]
  /** The first step that it answers, from 1. */
  from: number
}

/**
 * Oldest first. A branch whose place is not known yet counts from the start.
 * @param read of branches whose setup has none, what their initial state was read into; `null`: nothing
 */
export function versionsOf(
  branches: readonly Branch[],
  places: readonly BranchPlace[],
  read: ProgramUse | null = null
): Version[] {
  const programOf = ({ setup }: Branch) => setup.program ?? read
  const place = new Map(places.map((one) => [one.branch, one]))
  const hashOf = new Map(branches.map((branch) => [branch.id, programOf(branch)?.hash]))
  const found = new Map<string, Version>()
  for (const branch of branches.toSorted((a, b) => a.createdAt - b.createdAt)) {
    const program = programOf(branch)
    if (!program) continue
    const { parent = null, at = 0 } = place.get(branch.id) ?? {}
    const known = found.get(program.hash)
    if (!known) found.set(program.hash, { program, branches: [branch], from: at + 1 })
    else {
      known.branches.push(branch)
      // The latest tests of a text are those that count.
      known.program = program
      const inherited = parent !== null && hashOf.get(parent) === program.hash
      if (!inherited) known.from = Math.min(known.from, at + 1)
    }
  }
  return [...found.values()]
}
