// Tests that a tester wrote, played in a program: each in a world of its own, and its last answer held against the condition.
import type { AskedTurn } from '../../../../core/control/authoring/report.ts'
import type { WrittenTest } from '../../../../core/control/authoring/roles.ts'
import { evidence } from '../../../../core/control/evidence.ts'
import { OrreryError } from '../../../../core/errors.ts'
import { holds, pastTurns, Undecided } from '../../../../core/faults/holds.ts'
import { clip } from '../../../../core/tree/cut.ts'
import { makeStep } from '../../../../core/tree/history.ts'
import type { Step } from '../../../../core/tree/model.ts'
import type { ProgramChoice } from '../../../../core/tree/program.ts'
import { playAll } from '../../../grounds/programs/playing.ts'
import type { WorldPrograms } from '../../../grounds/programs/world-programs.ts'
import type { Material } from './material.ts'
import { setupOf } from './playing.ts'

type Tested = NonNullable<AskedTurn['tested']>

/** @throws OrreryError cancelled */
export async function tested(
  programs: WorldPrograms,
  material: Material,
  program: ProgramChoice,
  tests: readonly WrittenTest[],
  signal: AbortSignal
): Promise<Tested> {
  const result: Tested = { passed: 0, failed: [] }
  for (const test of tests) {
    const why = await failureOf(programs, material, program, test, signal)
    if (why === null) result.passed++
    else result.failed.push({ name: test.name, why: clip(why, 600) })
  }
  return result
}

async function failureOf(
  programs: WorldPrograms,
  material: Material,
  program: ProgramChoice,
  { actions, expect }: WrittenTest,
  signal: AbortSignal
): Promise<string | null> {
  const { domain } = material
  const setup = setupOf(material, program)
  try {
    const played = await playAll(programs, setup, actions, signal)
    const chain: Step[] = []
    for (const { action, text } of played)
      chain.push(await makeStep(chain.at(-1)?.id ?? null, action, { text: text ?? '' }))
    const last = played.at(-1)
    if (last?.text == null) return last?.problem ?? 'The program leaves its last action open.'
    const seen = { domain, setup, chain, turn: chain.length, past: () => pastTurns({ domain, setup, chain }, []) }
    if (await holds(expect, seen)) return null
    const found = await evidence(expect, seen)
    return found.map(({ of, expected, found: shown }) => `${of}: ${expected}, but it shows: ${shown}`).join('\n')
  } catch (error) {
    if (error instanceof Undecided) return error.message
    if (!(error instanceof OrreryError) || error.code === 'cancelled') throw error
    return error.message
  }
}
