// Programs on recorded turns: each is played from the beginning of its recording, and so is a look-up of calls that were made before.
import { type Said, type TurnScore, turnScore } from '../../../../core/control/authoring/score.ts'
import { OrreryError } from '../../../../core/errors.ts'
import { canonical } from '../../../../core/tree/history.ts'
import { Setup, type StepId } from '../../../../core/tree/model.ts'
import type { ProgramChoice } from '../../../../core/tree/program.ts'
import { type ProgramSetup, playAll } from '../../../grounds/programs/playing.ts'
import { programUse } from '../../../grounds/programs/use.ts'
import type { WorldPrograms } from '../../../grounds/programs/world-programs.ts'
import type { Material, WholeRecording } from './material.ts'

/** Scores by recording, of every turn of it. */
export type Played = TurnScore[][]

/** The setup in which a program of this world begins. */
export function setupOf({ domain, tools, recordings }: Material, program: ProgramChoice): ProgramSetup {
  const [first] = recordings
  const setup = Setup.parse({
    domain: domain.id,
    tools: [...tools],
    initialState: first?.initial ?? '',
    ...(first?.task != null && { task: first.task }),
    grounding: 'executed',
    seed: first?.source.branch.setup.seed ?? 0
  })
  return { ...setup, program: programUse(program) }
}

/**
 * The program on every turn of every recording, twice: what differs is chance.
 * @returns scores, or why the program cannot begin. @throws OrreryError cancelled
 */
export async function played(
  programs: WorldPrograms,
  material: Material,
  program: ProgramChoice,
  signal: AbortSignal
): Promise<Played | { problem: string }> {
  const scores: Played = []
  for (const recording of material.recordings) {
    const setup = setupOf(material, program)
    try {
      const actions = recording.turns.map(({ action }) => action)
      const recorded = recording.turns.map(({ text }) => text)
      const said = await playAll(programs, setup, actions, signal, { recorded })
      const again = await playAll(programs, setup, actions, signal, { recorded })
      scores.push(
        recording.turns.map((turn, at): TurnScore => {
          const one: Said = { text: said[at]?.text ?? null, unsteady: said[at]?.text !== again[at]?.text }
          const problem = said[at]?.problem
          return turnScore(material.domain, turn, problem === undefined ? one : { ...one, problem })
        })
      )
    } catch (error) {
      if (!(error instanceof OrreryError) || error.code === 'cancelled') throw error
      return { problem: error.message }
    }
  }
  return scores
}

/** A look-up that knows every turn that is shown: what the same action was answered last, in this recording before others. */
export function lookedUp({ domain, recordings }: Material): Played {
  return recordings.map((recording) => {
    const known = new Map<string, string>()
    for (const other of [...recordings.filter((one) => one !== recording), recording])
      for (const { action, text } of other.turns.slice(0, other.shown)) known.set(canonical(action), text)
    return recording.turns.map((turn) => turnScore(domain, turn, { text: known.get(canonical(turn.action)) ?? null }))
  })
}

/** Of every recording the turns that are shown, or those that are held back and not told. */
export const shownIn = (recordings: readonly WholeRecording[], scores: Played): TurnScore[] =>
  recordings.flatMap(({ shown }, at) => scores[at]?.slice(0, shown) ?? [])

export function heldIn(recordings: readonly WholeRecording[], scores: Played, told: ReadonlySet<StepId>): TurnScore[] {
  return recordings.flatMap(({ shown, source }, at) =>
    (scores[at] ?? []).slice(shown).filter((_, index) => {
      const id = source.turns[shown + index]?.step.id
      return id === undefined || !told.has(id)
    })
  )
}
