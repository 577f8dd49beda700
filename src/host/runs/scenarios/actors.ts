// Who acts in a run: the scenario's own actions, or an agent that is shown what happened and decides.
import { z } from 'zod'
import { actOf, shownOf, toolsForAgents } from '../../../core/agent-tools.ts'
import type { Actor, Outcome } from '../../../core/agents/actor.ts'
import { createReact } from '../../../core/agents/react.ts'
import { checkAction, findDomain } from '../../../core/domains/index.ts'
import { OrreryError } from '../../../core/errors.ts'
import type { Action, Branch, ByAgent, Step } from '../../../core/model.ts'
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
export function agentOf(choice: AgentChoice, context: RunContext, { setup, session }: Branch): Agent | null {
  if (choice.kind === 'script') return null
  const begin = findDomain(setup.domain).beginning?.(setup.initialState) ?? setup.initialState
  const briefing = { task: setup.task ?? null, tools: toolsForAgents(setup), view: begin }
  const { engine } = context
  const actor: Actor =
    choice.kind === 'react'
      ? createReact({ engine, briefing, sampling: setup.sampling, seed: setup.seed, owner: session })
      : createProgram(choice, briefing)
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
          if ('action' in decision) return { action: checkAction(findDomain(setup.domain), decision.action), agent }
          const act = actOf(setup, decision.tool, decision.arguments)
          if (act.do === 'act') return { action: act.action, agent }
          outcome = { text: last?.observation.text ?? begin, error: false }
        } catch (error) {
          if (!(error instanceof OrreryError)) throw error
          outcome = { text: error.message, error: true }
        }
      }
      throw new OrreryError('no-output', `The agent did nothing that its world takes, ${MOST_IDLE} times in a row.`)
    },
    close: () => actor.close()
  }
}
