// The rules of a branch's program with the steps in which they ran, asked of the host when somebody looks.
import type { ProgramUse } from '../../../core/tree/program.ts'
import { useLoaded } from '../../loaded.ts'
import { type OpenWorld, viewed } from '../../store/data.ts'
import { useActions } from '../../store/index.ts'
import type { ProbedPlace } from './probe.ts'

export interface TracedRules {
  rules: ProbedPlace[]
  /** By their places among the rules. */
  turns: { turn: number; ran: number[] }[]
}

type Answer = TracedRules | { message: string }

/** @param asked somebody looks at it */
export function useTraced(
  world: OpenWorld,
  program: ProgramUse,
  asked: boolean
): { found: TracedRules | null; problem: string | null } {
  const { traceProgram } = useActions()
  const { branch } = world
  const at = viewed(world)
  const ask = async (): Promise<Answer> => {
    if (program.language !== 'javascript') {
      const made = await traceProgram({ branch, at, probes: null })
      return 'message' in made ? made : { rules: made.rules ?? [], turns: made.turns }
    }
    // Reading JavaScript comes with the editor, a chunk of its own.
    const { probed } = await import('./probe.ts')
    const probes = probed(program.text, program.files ?? {})
    if (!probes)
      return { message: 'The program has no line "export function step", so its rules cannot be told apart.' }
    const { text, files, places } = probes
    const made = await traceProgram({ branch, at, probes: { text, ...(Object.keys(files).length > 0 && { files }) } })
    return 'message' in made ? made : { rules: places, turns: made.turns }
  }
  return useLoaded<TracedRules>(asked ? ask : null, [branch, at, program.hash, traceProgram])
}
