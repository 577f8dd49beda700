// Which programs count: what induction left, those of the loop, and the one that is left of all.
import type { AskedTurn, TriedProgram } from '../../../../core/control/authoring/report.ts'

/** The best attempt, of equals the first; none that is so often wrong, ahead and in what was shown, that the model had better be asked for all. */
export function bestOf(attempts: readonly TriedProgram[]): TriedProgram | null {
  const able = attempts.filter(
    ({ problem, shown, ahead }) => problem === undefined && (!ahead || worthOf(ahead) + worthOf(shown) >= 0)
  )
  return able.reduce<TriedProgram | null>((best, one) => (best && rankOf(best) >= rankOf(one) ? best : one), null)
}

/** Right turns ahead of what was seen count before all; then those that were seen. */
const rankOf = ({ shown, ahead }: TriedProgram): number => (ahead?.right ?? 0) * 1e6 + worthOf(shown)

/** Right turns, less half of the wrong ones: to ask is better than to be wrong. */
const worthOf = (score: TriedProgram['ahead'] | null): number =>
  score ? score.right - (score.answered - score.right) / 2 : 0

/** The programs that count: what induction left, and the first and the last of the loop. */
export interface ProgramVersions {
  induced: TriedProgram | null
  first: TriedProgram | null
  last: TriedProgram | null
  /** Which is left: the last, unless it is right in fewer of the shown turns than what induction left. */
  chosen: TriedProgram | null
}

export function versionsOf(attempts: readonly TriedProgram[], turns: readonly AskedTurn[]): ProgramVersions {
  const induced = bestOf(attempts)
  const rounds = roundsOf(turns)
  const apart = turns.some(({ writer }) => writer > 0)
  const [first = null, last = null] = [rounds[0], apart ? bestOf(rounds) : rounds.at(-1)]
  const better = !induced || (last !== null && (last.shown?.right ?? 0) >= (induced.shown?.right ?? 0))
  return { induced, first: first ?? induced, last: last ?? induced, chosen: last && better ? last : induced }
}

/** The program that each round, or each writer, ended with. */
export function roundsOf(turns: readonly AskedTurn[]): TriedProgram[] {
  const rounds = new Map<string, TriedProgram>()
  for (const { role, round, writer, program, shown } of turns)
    if (program) rounds.set(`${round} ${writer}`, { by: `${role} ${round + writer + 1}`, program, shown })
  return [...rounds.values()]
}
