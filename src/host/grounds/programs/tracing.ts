// Which rules of a program ran in each step of a history: each step is computed once more from the state before it, and nothing is kept.
import { z } from 'zod'
import type { Domain } from '../../../core/domains/domain.ts'
import { OrreryError } from '../../../core/errors.ts'
import { ProgramStep } from '../../../core/grounds/programs/program.ts'
import { parseJson } from '../../../core/text/json.ts'
import type { Call, Step } from '../../../core/tree/model.ts'
import type { ProgramUse } from '../../../core/tree/program.ts'
import { seenIn } from './browsing.ts'
import { compute } from './computing.ts'
import { type DataRule, tracedData } from './data-program.ts'
import { programRunning } from './data-running.ts'
import type { ProgramSetup } from './playing.ts'
import type { Running, RunningState } from './running.ts'
import { ASK, GROUND } from './standing.ts'
import type { WorldPrograms } from './world-programs.ts'

// More steps than a person looks through are not computed again.
const MOST_STEPS = 500

/** What a probed program answers with: the places that ran, in their order, and its own step. */
const Probed = z.object({
  ran: z.array(z.int().min(0)).max(10_000),
  step: ProgramStep.omit({ state: true }).nullable()
})

interface Tracing {
  /** `null`: the places are those of the probes. */
  rules: DataRule[] | null
  turns: { turn: number; ran: number[] }[]
}

interface History {
  setup: ProgramSetup
  /** The program as a person reads it, where that is another text than its own: lines are counted in it. */
  shown?: ProgramUse
  chain: readonly Step[]
  callOf(step: Step['id']): Call | null
  domain: Domain
  /** What the program kept before each step. */
  stateBefore(turn: number): Promise<RunningState>
}

/**
 * @param probes the program's text in JavaScript with probes, which its `step` answers with; `null` for data
 * @returns no rules for data that has no part of its own to tell of
 * @throws OrreryError cancelled
 */
export async function traced(
  programs: WorldPrograms,
  { setup, shown, chain, callOf, domain, stateBefore }: History,
  probes: ProgramUse | null,
  signal: AbortSignal
): Promise<Tracing> {
  const { program } = setup
  let ran: number[] = []
  const found = (rule: number) => void ran.push(rule)
  const data = probes ? null : tracedData(shown ?? program, found)
  if (!probes && !data?.rules.length) return { rules: [], turns: [] }
  const inner: Running = data ? programRunning(() => data.program) : probed(programs.of(probes ?? program), found)
  const running = seenIn(domain, { ...programs, of: () => inner }, probes ?? program, setup.initialState)
  const turns: Tracing['turns'] = []
  const first = Math.max(0, chain.length - MOST_STEPS)
  for (const [index, { id, action }] of chain.slice(first).entries()) {
    signal.throwIfAborted()
    const grounded = callOf(id)?.grounded
    // A step that another version computed, or nobody, says nothing of these rules.
    if (grounded?.ground !== GROUND || grounded.hash !== program.hash || grounded.rule === 'instruction') continue
    ran = []
    const known = new Map(
      grounded.dreams.flatMap(({ rule, of, text }) => (rule === ASK ? [[of, parseJson(text)] as const] : []))
    )
    try {
      const state = await stateBefore(first + index)
      const { actions } = await running.look(state, domain.door ?? 'text', signal)
      await compute(running, {
        ...{ domain, setup, action, state, actions, signal },
        async answerTo({ about, template }) {
          const answer = known.get(about) ?? template
          if (answer !== undefined) return answer
          throw new OrreryError('no-model', 'Nobody answers what the program asks here.')
        }
      })
    } catch (error) {
      if (!(error instanceof OrreryError) || error.code === 'cancelled') throw error
    }
    turns.push({ turn: first + index + 1, ran: [...new Set(ran)] })
  }
  return { rules: data?.rules ?? null, turns }
}

/** A program whose step answers with what ran in it, as the program itself. */
function probed(running: Running, found: (place: number) => void): Running {
  return {
    ...running,
    async step(state, event, signal) {
      const made = await running.step(state, event, signal)
      const { success, data } = Probed.safeParse(made.step?.answer)
      if (!success) throw new OrreryError('engine-failed', 'The probes of the program do not say what ran.')
      for (const place of data.ran) found(place)
      return { ...made, step: data.step }
    }
  }
}
