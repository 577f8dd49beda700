// The branches as a tree: each under the branch it left, in the order they left it.
import type { BranchPlace } from '../../core/contract/worlds.ts'
import type { Branch } from '../../core/tree/model.ts'

/** A branch with its place. */
export interface Twig {
  branch: Branch
  /** The branch it left; `null` for one from the start. */
  parent: Branch | null
  /** Steps it shares with `parent`. */
  at: number
  /** One for each level above: whether that level's line continues below this row. The last is the twig's own. */
  lines: boolean[]
}

/** Rows from the top, children under their parents. A branch whose place is not known yet is placed at the root. */
export function tree(branches: Branch[], places: BranchPlace[]): Twig[] {
  const place = new Map(places.map((one) => [one.branch, one]))
  const byId = new Map(branches.map((one) => [one.id, one]))
  const parentOf = ({ id }: Branch) => byId.get(place.get(id)?.parent ?? '') ?? null
  const grow = (parent: Branch | null, lines: boolean[]): Twig[] => {
    const at = (branch: Branch) => place.get(branch.id)?.at ?? 0
    const all = branches.filter((branch) => parentOf(branch) === parent).toSorted((a, b) => at(a) - at(b))
    return all.flatMap((branch, index) => {
      const own = parent === null ? [] : [...lines, index < all.length - 1]
      return [{ branch, parent, at: at(branch), lines: own }, ...grow(branch, own)]
    })
  }
  return grow(null, [])
}

/** Where a branch comes from, in words. */
export function originWords({ parent, at }: Twig): string {
  if (parent === null) return 'from the start'
  return at === 0 ? `from ${parent.title} before step 1` : `from ${parent.title} after step ${at}`
}
