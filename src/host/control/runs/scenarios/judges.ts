// Who judges a run: whom the run names, or else whom its scenario does.
import { type Judge, judgeOn, noJudge, type RunJudge } from '../../../../core/control/ask-judge.ts'
import { OrreryError } from '../../../../core/errors.ts'
import type { Variant } from '../../../../core/tree/scenario.ts'
import type { RunContext } from '../kind.ts'

/** Who judges this run; one that cannot be opened judges nothing, and says why. `null` where nobody is named. @throws OrreryError cancelled */
export async function judgeOf(
  context: Pick<RunContext, 'judge'>,
  { variant: { scenario }, judge, id }: { variant: Pick<Variant, 'scenario'>; judge?: RunJudge; id: string },
  { signal }: { signal: AbortSignal }
): Promise<Judge | null> {
  const choice = judge ?? scenario.judge
  if (!choice) return null
  try {
    const engine = await context.judge(choice)
    return judgeOn(engine, { votes: choice.votes, seed: scenario.setup.seed, owner: `judge ${id}`, signal })
  } catch (error) {
    if (signal.aborted || !(error instanceof OrreryError)) throw error
    return noJudge(error.message)
  }
}
