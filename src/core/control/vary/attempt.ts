// One variation: made, validated, replayed, and tried with changes that its checks must notice.

import { presetsOf } from '../../faults/presets.ts'
import type { ScenarioFile } from '../../tree/scenario.ts'
import { readScenario } from '../validate.ts'
import { variantsOf } from '../variants.ts'
import type { DroppedVariation } from '../variation.ts'
import { writtenScenario } from '../written.ts'
import {
  type Original,
  type OriginalTurn,
  type Rehearse,
  type Tools,
  UnfitAttempt,
  type VariantTake,
  type Variation,
  type VariedScenario
} from './original.ts'

export type Attempt =
  | { kept: { scenario: ScenarioFile; how: string; tried: number } }
  | { dropped: DroppedVariation; never: boolean }

/**
 * Kept if the file validates, the original's answers pass its checks in every variant, a world that can be computed passes them for real,
 * and no changed run does.
 * @param named what the variation is called
 */
export async function attempt(
  variation: Variation,
  original: Original,
  { rehearse, named, ...tools }: Tools & { rehearse: Rehearse; named: { name: string; title: string } }
): Promise<Attempt> {
  const { kind } = variation
  let how = ''
  try {
    const made = await variation.vary(original, tools)
    how = made.how
    const scenario = validated(made, original.file, named)
    const tried = await proved(
      { ...made, file: scenario },
      { rehearse, computed: original.computed && scenario.setup.recording === null }
    )
    return { kept: { scenario, how, tried } }
  } catch (error) {
    if (!(error instanceof UnfitAttempt)) throw error
    return { dropped: { kind, how: error.how || how, reason: error.message }, never: error.never }
  }
}

/** @throws UnfitAttempt naming what is wrong with it */
function validated(
  { file, how }: VariedScenario,
  { name, title }: ScenarioFile,
  named: { name: string; title: string }
): ScenarioFile {
  const description = `A variation of “${title}” (${name}). ${how.slice(0, 1).toUpperCase()}${how.slice(1)}.`
  // As it will be read from its file.
  const written: unknown = JSON.parse(JSON.stringify(writtenScenario({ ...file, ...named, description })))
  const read = readScenario(written)
  const fault = read.faults.find(({ warning }) => !warning)
  if (read.scenario && !fault) return read.scenario
  throw new UnfitAttempt(`It is no valid scenario: ${fault?.path.join('.') || 'it'}: ${fault?.message ?? ''}`)
}

const NOTHING = '-'

/** How many runs it took. @throws UnfitAttempt with the run that did not come out as it must */
async function proved(
  made: VariedScenario,
  { rehearse, computed }: { rehearse: Rehearse; computed: boolean }
): Promise<number> {
  const { file, takes, wrong } = made
  let count = 0
  const run = async (changed: ScenarioFile, answers: readonly VariantTake[] | null) => {
    const variants = variantsOf(changed, { presets: presetsOf })
    const tried = []
    for (const [index, variant] of variants.entries()) {
      count++
      const take = answers === null ? null : (answers[index] ?? answers.at(-1))
      tried.push(await rehearse(variant, take?.answers ?? null))
    }
    return tried
  }
  // Only a machine can tell of its files: those checks are for the run for real.
  const told: ScenarioFile = {
    ...file,
    checks: file.checks.filter(({ expect, when }) => !asksFiles(expect) && !asksFiles(when))
  }
  for (const { verdict, why } of await run(told, takes))
    if (verdict !== 'pass') throw new UnfitAttempt(`A replay of the original does not pass: ${why}`)
  const changes: [string, ScenarioFile, readonly VariantTake[]][] = [
    ['without its last action', { ...told, actions: (told.actions ?? told.tries).slice(0, -1) }, takes],
    ['in which every answer is empty', told, takes.map((take) => emptied(take))],
    ...(wrong
      ? ([['with the answers of the original', told, wrong]] satisfies [string, ScenarioFile, readonly VariantTake[]][])
      : [])
  ]
  for (const [what, changed, answers] of changes) {
    if ((await run(changed, answers)).every(({ verdict }) => verdict === 'pass'))
      throw new UnfitAttempt(`Its checks cannot fail: a run ${what} passes too.`)
  }
  if (computed)
    for (const { verdict, why } of await run(file, null))
      if (verdict !== 'pass') throw new UnfitAttempt(`Run for real it does not pass: ${why}`)
  return count
}

function emptied(take: VariantTake): VariantTake {
  return { ...take, answers: take.answers.map(({ action }): OriginalTurn => ({ action, observation: NOTHING })) }
}

/** Whether a condition asks for a file of the machine, or for what a program keeps. */
function asksFiles(condition: unknown): boolean {
  if (typeof condition !== 'object' || condition === null) return false
  return 'file' in condition || 'program' in condition || Object.values(condition).some(asksFiles)
}
