// Where the repeats of one variant parted, read from the results of a run and the worlds that it made.

import { divergence, type TakenAction } from '../../../../core/control/divergence.ts'
import type { DivergedRun, DivergenceTree } from '../../../../core/control/divergence-tree.ts'
import type { ScenarioResult } from '../../../../core/control/result.ts'
import { findDomain } from '../../../../core/domains/index.ts'
import { labelOf } from '../../../../core/domains/label.ts'
import { OrreryError } from '../../../../core/errors.ts'
import { canonical } from '../../../../core/tree/history.ts'
import type { Store } from '../../../../core/tree/store.ts'
import type { JobResult } from '../kind.ts'
import { branchOf } from './play.ts'

// More than anybody reads, and their turns are held at once.
const MOST_RUNS = 100

/** @throws OrreryError not-found when the run has no result of this variant */
export async function divergenceIn(
  results: AsyncIterable<JobResult<ScenarioResult | null>>,
  store: Pick<Store, 'branch' | 'chain'>,
  { scenario, variant }: Pick<ScenarioResult, 'scenario' | 'variant'>
): Promise<DivergenceTree> {
  const kept: ScenarioResult[] = []
  let left = 0
  for await (const { result } of results) {
    if (result?.scenario !== scenario || result.variant !== variant) continue
    // The same ones each time, in whatever order they ended.
    if (result.repeat < MOST_RUNS) kept.push(result)
    else left++
  }
  if (!kept.length && !left) {
    throw new OrreryError('not-found', `The run has no result of "${scenario}"${variant && `, variant "${variant}"`}.`)
  }
  const found = kept
    .sort((a, b) => a.repeat - b.repeat)
    .flatMap((result): [DivergedRun, TakenAction[]][] => {
      const turns = turnsOf(store, result)
      const { repeat, seed, verdict, why, session, branch } = result
      return turns ? [[{ repeat, seed, verdict, why, session, branch, turns: turns.length }, turns]] : []
    })
  return {
    runs: found.map(([run]) => run),
    stretches: divergence(found.map(([, turns]) => turns)),
    left,
    missing: kept.length - found.length
  }
}

/** The turns up to where the run ended, whatever was done in its world since; `null` where the world was deleted. */
function turnsOf(store: Pick<Store, 'branch' | 'chain'>, { branch: id, tip }: ScenarioResult): TakenAction[] | null {
  const branch = branchOf(store, id)
  if (!branch) return null
  const { setup } = branch
  const domain = findDomain(setup.domain)
  const chain = store.chain(tip)
  return chain.map(({ action, observation }, index) => ({
    action: canonical(action),
    observation: observation.text,
    label: () => labelOf(domain, action, chain[index - 1]?.observation.text ?? setup.initialState)
  }))
}
