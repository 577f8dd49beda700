// Who acts in a run: the scenario's own actions, or an agent that is shown what happened and decides.
import { z } from 'zod'
import type { Actor, ActorOutcome, Decision } from '../../../../core/control/agents/actor.ts'
import { beginningOf } from '../../../../core/control/agents/beginning.ts'
import { MISFIT, PREVIEW } from '../../../../core/control/agents/preview.ts'
import { createReact } from '../../../../core/control/agents/react.ts'
import { type Taking, turnOf } from '../../../../core/control/agents/turn.ts'
import { type GateUse, previewsToAsk } from '../../../../core/control/gate.ts'
import { lazyActor, walkOf } from '../../../../core/control/lazy/index.ts'
import { walkActor } from '../../../../core/control/walk.ts'
import { actOf, shownOf, toolsForAgents } from '../../../../core/domains/agent-tools.ts'
import { checkAction, findDomain } from '../../../../core/domains/index.ts'
import { madeBy } from '../../../../core/domains/made-tools.ts'
import { type ErrorCode, OrreryError, toWire } from '../../../../core/errors.ts'
import { callOn } from '../../../../core/tree/calls.ts'
import type { Action, Branch, ByAgent, Setup, Step } from '../../../../core/tree/model.ts'
import type { Json } from '../../../../core/tree/ports.ts'
import { LazyName, type Scenario } from '../../../../core/tree/scenario.ts'
import { createForesight } from '../../../agents/actors/foresight.ts'
import { createProgram } from '../../../agents/actors/program.ts'
import type { RunContext } from '../kind.ts'

export const AgentChoice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('script') }),
  /** The built-in agent, with the engine that answers in the world too. */
  z.strictObject({
    kind: z.literal('react'),
    /** It says what it expects before each action. */
    expects: z.literal(true).exactOptional()
  }),
  /** A command line of the user's. `seconds`: how long it may think about one turn. */
  z.strictObject({
    kind: z.literal('program'),
    command: z.string().min(1).max(4000),
    seconds: z.number().min(0.1).default(600)
  }),
  /** One that does not do its task. */
  z.strictObject({ kind: z.literal('lazy'), lazy: LazyName }),
  /** The scenario's own actions with mistakes, which the world's seed draws. */
  z.strictObject({ kind: z.literal('walk'), noise: z.number().min(0).max(1) })
])
export type AgentChoice = z.infer<typeof AgentChoice>

/** What is done next, or what the agent says at the end; `failed`: the preview that its world needs has no answer. */
export type Next =
  | { action: Action; agent?: ByAgent }
  | { answer: string }
  | { failed: { code: ErrorCode; message: string } }

export interface Agent {
  name: string
  /** @param last the step that its last action made; `null` before its first. @throws OrreryError as `Actor.next` */
  next(last: Step | null, options: { signal: AbortSignal }): Promise<Next>
  /** Absent where its world's gate needs no success. */
  gateUse?(): GateUse
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
  const begin = beginningOf(setup)
  const perStep = previewsToAsk(setup.gate)
  const tools = [...toolsForAgents(setup), ...(perStep ? [PREVIEW] : [])]
  const makesTools = Boolean(setup.makesTools)
  const briefing = { task: setup.task ?? null, tools, makesTools, view: begin }
  const { engine, store } = context
  const actor = actorOf()
  const foresight = createForesight(context, { compares: true })
  const isError = ({ id: step, action, observation: { text } }: Step): boolean =>
    shownOf(setup, action, { text, call: callOn(store, store.branch(id))(step) }).error
  function madeWith({ id: step, action, parent }: Step): Pick<ActorOutcome, 'made'> {
    if (!setup.makesTools) return {}
    const written = callOn(store, store.branch(id))(step)?.made
    const made = written ?? madeBy(setup, { chain: store.chain(parent) }, action)
    return made ? { made } : {}
  }
  const by = (thought: string, expects?: Json): ByAgent => ({
    name: actor.name,
    ...(thought && { thought }),
    ...(expects !== undefined && { expects })
  })

  function actorOf(): Actor {
    if (choice.kind === 'walk') return walkActor(walkOf(scenario, setup), { noise: choice.noise, seed: setup.seed })
    if (choice.kind === 'lazy') return lazyActor(choice.lazy, scenario, setup)
    if (choice.kind === 'program') return createProgram(choice, briefing)
    const expects = choice.kind === 'react' && choice.expects === true
    return createReact({ engine, briefing, sampling: setup.sampling, seed: setup.seed, owner: session, expects })
  }

  return {
    name: actor.name,
    async next(last, { signal }) {
      const outcome = last && { text: last.observation.text, error: isError(last), ...madeWith(last) }
      const preview: Taking<Next>['preview'] = async ({ tool, arguments: args }, thought) => {
        const act = actOf(setup, tool, args)
        if (act.do !== 'act') throw new OrreryError('invalid-input', MISFIT)
        const asked = { action: act.action, agent: by(thought), perStep, signal, said: () => {} }
        return foresight.preview(store.branch(id), asked)
      }
      const act: Taking<Next>['act'] = async (decision) => {
        const action = 'action' in decision ? checkAction(domain, decision.action) : called(setup, decision)
        if (action === null) return { seen: last?.observation.text ?? begin }
        const agent = by(decision.thought, decision.expects)
        try {
          await foresight.check(store.branch(id), action, { agent, signal, said: () => {} })
        } catch (error) {
          if (signal.aborted || !(error instanceof OrreryError) || error.code === 'forbidden') throw error
          return { done: { failed: toWire(error) } }
        }
        return { done: { action, agent } }
      }
      const turn = await turnOf(actor, outcome, { act, ...(perStep && { preview }) }, { signal })
      return 'done' in turn ? turn.done : turn
    },
    ...(setup.gate?.needs === 'success' && { gateUse: () => foresight.gateUse({ id }) }),
    close: () => actor.close()
  }
}

/** The action that a call is; `null` for one that only looks. */
function called(setup: Setup, { tool, arguments: args }: Extract<Decision, { tool: string }>): Action | null {
  const act = actOf(setup, tool, args)
  return act.do === 'act' ? act.action : null
}
