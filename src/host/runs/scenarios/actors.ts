// Who acts in a run: the scenario's own actions, or an agent that is shown what happened and decides.
import { z } from 'zod'
import { actOf, shownOf, toolsForAgents } from '../../../core/agent-tools.ts'
import type { Actor, Decision, Outcome } from '../../../core/agents/actor.ts'
import { MISFIT, PREVIEW, PreviewCall, wordsOf } from '../../../core/agents/preview.ts'
import { createReact } from '../../../core/agents/react.ts'
import { checkAction, findDomain } from '../../../core/domains/index.ts'
import { OrreryError } from '../../../core/errors.ts'
import type { Action, Branch, ByAgent, Setup, Step } from '../../../core/model.ts'
import { createForesight } from '../../agents/actors/foresight.ts'
import { createProgram } from '../../agents/actors/program.ts'
import type { RunContext } from '../kind.ts'

export const AgentChoice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('script') }),
  /** The built-in agent, with the engine that answers in the world too. */
  z.strictObject({ kind: z.literal('react') }),
  /** A command line of the user's. `seconds`: how long it may think about one turn. */
  z.strictObject({
    kind: z.literal('program'),
    command: z.string().min(1).max(4000),
    seconds: z.number().min(0.1).default(600)
  })
])
export type AgentChoice = z.infer<typeof AgentChoice>

/** What is done next, or what the agent says at the end. */
export type Next = { action: Action; agent?: ByAgent } | { answer: string }

export interface Agent {
  name: string
  /** @param last the step that its last action made; `null` before its first. @throws OrreryError as `Actor.next` */
  next(last: Step | null, options: { signal: AbortSignal }): Promise<Next>
  close(): Promise<void>
}

// Calls that no tool takes, and looks, in a row: an agent that does nothing else is in a loop.
const MOST_IDLE = 8

/** The agent of this choice in this world; `null` for a script. */
export function agentOf(choice: AgentChoice, context: RunContext, { id, setup, session }: Branch): Agent | null {
  if (choice.kind === 'script') return null
  const domain = findDomain(setup.domain)
  const begin = domain.beginning?.(setup.initialState) ?? setup.initialState
  const tools = [...toolsForAgents(setup), ...(setup.gate ? [PREVIEW] : [])]
  const briefing = { task: setup.task ?? null, tools, view: begin }
  const { engine, store } = context
  const actor: Actor =
    choice.kind === 'react'
      ? createReact({ engine, briefing, sampling: setup.sampling, seed: setup.seed, owner: session })
      : createProgram(choice, briefing)
  const foresight = createForesight(context)

  async function preview(args: unknown, perStep: number, agent: ByAgent, signal: AbortSignal): Promise<Outcome> {
    const read = PreviewCall.safeParse(args)
    const act = read.success ? actOf(setup, read.data.tool, read.data.arguments) : null
    if (act?.do !== 'act') throw new OrreryError('invalid-input', MISFIT)
    const asked = { action: act.action, agent, perStep, signal, said: () => {} }
    const seen = await foresight.preview(store.branch(id), asked)
    return { text: `${seen.text}\n\n${wordsOf(seen)}`, error: false }
  }

  return {
    name: actor.name,
    async next(last, { signal }) {
      let outcome: Outcome | null = last && {
        ...shownOf(setup, last.action, last.observation.text),
        text: last.observation.text
      }
      for (let idle = 0; idle < MOST_IDLE; idle++) {
        const decision = await actor.next(outcome && { text: outcome.text, error: outcome.error }, { signal })
        const agent = { name: actor.name, ...(decision.thought && { thought: decision.thought }) }
        if ('done' in decision) return { answer: decision.answer }
        try {
          if (setup.gate && 'tool' in decision && decision.tool === PREVIEW.name) {
            outcome = await preview(decision.arguments, setup.gate.previews, agent, signal)
            // Their number is bounded by themselves.
            idle--
            continue
          }
          const action = 'action' in decision ? checkAction(domain, decision.action) : called(setup, decision)
          if (action === null) outcome = { text: last?.observation.text ?? begin, error: false }
          else {
            await foresight.check(store.branch(id), action)
            return { action, agent }
          }
        } catch (error) {
          if (signal.aborted || !(error instanceof OrreryError)) throw error
          outcome = { text: error.message, error: true }
        }
      }
      throw new OrreryError('no-output', `The agent did nothing that its world takes, ${MOST_IDLE} times in a row.`)
    },
    close: () => actor.close()
  }
}

/** The action that a call is; `null` for one that only looks. */
function called(setup: Setup, { tool, arguments: args }: Extract<Decision, { tool: string }>): Action | null {
  const act = actOf(setup, tool, args)
  return act.do === 'act' ? act.action : null
}
