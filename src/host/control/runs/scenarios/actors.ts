// Who acts in a run: the scenario's own actions, or an agent that is shown what happened and decides.
import { z } from 'zod'
import type { Actor, Decision } from '../../../../core/control/agents/actor.ts'
import { MISFIT, PREVIEW } from '../../../../core/control/agents/preview.ts'
import { createReact } from '../../../../core/control/agents/react.ts'
import { type Taking, turnOf } from '../../../../core/control/agents/turn.ts'
import { lazyActor } from '../../../../core/control/lazy/index.ts'
import { actOf, shownOf, toolsForAgents } from '../../../../core/domains/agent-tools.ts'
import { checkAction, findDomain } from '../../../../core/domains/index.ts'
import { OrreryError } from '../../../../core/errors.ts'
import { callOn } from '../../../../core/tree/calls.ts'
import type { Action, Branch, ByAgent, Setup, Step } from '../../../../core/tree/model.ts'
import { LazyName, type Scenario } from '../../../../core/tree/scenario.ts'
import { createForesight } from '../../../agents/actors/foresight.ts'
import { createProgram } from '../../../agents/actors/program.ts'
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
  }),
  /** One that does not do its task. */
  z.strictObject({ kind: z.literal('lazy'), lazy: LazyName })
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

/** The agent of this choice in this world; `null` for a script. */
export function agentOf(
  choice: AgentChoice,
  context: RunContext,
  { branch: { id, setup, session }, scenario }: { branch: Branch; scenario: Scenario }
): Agent | null {
  if (choice.kind === 'script') return null
  const domain = findDomain(setup.domain)
  const begin = domain.initialState.shown?.(setup.initialState) ?? setup.initialState
  const tools = [...toolsForAgents(setup), ...(setup.gate ? [PREVIEW] : [])]
  const briefing = { task: setup.task ?? null, tools, view: begin }
  const { engine, store } = context
  const actor = actorOf()
  const foresight = createForesight(context)
  const isError = ({ id: step, action, observation: { text } }: Step): boolean =>
    shownOf(setup, action, { text, call: callOn(store, store.branch(id))(step) }).error
  const by = (thought: string): ByAgent => ({ name: actor.name, ...(thought && { thought }) })

  function actorOf(): Actor {
    if (choice.kind === 'lazy') return lazyActor(choice.lazy, scenario, setup)
    if (choice.kind === 'program') return createProgram(choice, briefing)
    return createReact({ engine, briefing, sampling: setup.sampling, seed: setup.seed, owner: session })
  }

  return {
    name: actor.name,
    async next(last, { signal }) {
      const outcome = last && { text: last.observation.text, error: isError(last) }
      const preview: Taking<Next>['preview'] = async ({ tool, arguments: args }, thought) => {
        const act = actOf(setup, tool, args)
        if (act.do !== 'act') throw new OrreryError('invalid-input', MISFIT)
        const perStep = setup.gate?.previews ?? 0
        const asked = { action: act.action, agent: by(thought), perStep, signal, said: () => {} }
        return foresight.preview(store.branch(id), asked)
      }
      const act: Taking<Next>['act'] = async (decision) => {
        const action = 'action' in decision ? checkAction(domain, decision.action) : called(setup, decision)
        if (action === null) return { seen: last?.observation.text ?? begin }
        await foresight.check(store.branch(id), action)
        return { done: { action, agent: by(decision.thought) } }
      }
      const turn = await turnOf(actor, outcome, { act, ...(setup.gate && { preview }) }, { signal })
      return 'done' in turn ? turn.done : turn
    },
    close: () => actor.close()
  }
}

/** The action that a call is; `null` for one that only looks. */
function called(setup: Setup, { tool, arguments: args }: Extract<Decision, { tool: string }>): Action | null {
  const act = actOf(setup, tool, args)
  return act.do === 'act' ? act.action : null
}
