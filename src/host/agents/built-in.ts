// The built-in agent in a world that people look at: it comes by a link of its own, and acts as any other agent does.

import type { Observed } from '../../core/contract/agents.ts'
import { BUILT_IN } from '../../core/contract/built-in.ts'
import type { Handlers, StreamEvent } from '../../core/contract/index.ts'
import type { Link } from '../../core/contract/links.ts'
import type { Actor, ActorOutcome, Decision } from '../../core/control/agents/actor.ts'
import { PREVIEW } from '../../core/control/agents/preview.ts'
import { createReact } from '../../core/control/agents/react.ts'
import { type ActDecision, type AgentTurn, type Taking, turnOf } from '../../core/control/agents/turn.ts'
import { actOf, toolsForAgents } from '../../core/domains/agent-tools.ts'
import { checkAction, findDomain } from '../../core/domains/index.ts'
import { labelOf } from '../../core/domains/label.ts'
import { type ErrorCode, OrreryError } from '../../core/errors.ts'
import type { Setup, StepId } from '../../core/tree/model.ts'
import type { Engine } from '../../core/tree/ports.ts'
import type { Store } from '../../core/tree/store.ts'
import type { AgentCallContext, AgentCalls } from './acting.ts'
import { DELETED, type Links } from './links.ts'
import type { Make } from './making.ts'
import type { AgentParts } from './parts.ts'
import type { Previews } from './previews.ts'
import { withProgress } from './reporting.ts'
import type { Traffic } from './traffic.ts'

type Start = Handlers['streams']['links.startAgent']
type Told = StreamEvent<'links.startAgent'>
type Ended = Extract<Told, { type: 'ended' }>
type Seen = Pick<Observed, 'text' | 'error' | 'step'>

interface Around {
  acting: AgentCalls
  previews: Pick<Previews, 'make' | 'perStep'>
  traffic: Pick<Traffic, 'seen'>
  links: Pick<Links, 'all' | 'get' | 'remove'>
  make: Make
}

interface Run {
  link: Link
  setup: Setup
  task: string | null
  /** At most. */
  steps: number
  engine: Engine
  /** Whoever started it has gone. */
  outer: AbortSignal
  /** Its link is no more. */
  revoked: AbortSignal
  tell(event: Told): void
}

/** What came of a turn. `failed`: why the world has no answer. */
type Made = { observed: Observed } | { failed: string }

// It ends with the agent, which needs nothing beside the world.
const ALONE = { kept: false, forks: false, previews: 0, budget: null, scenario: null, tasks: [] }
const WHO = { door: BUILT_IN, client: 'Built-in agent' }
const NO_MODEL =
  'No model is in use for the agent to think with. Select one under Models, or use the one bundled with Orrery: `orrery model use orrery-lwm-135m`. An agent that comes by a link brings its own.'

// What a world says of a call that it does not take; whatever else goes wrong is no fault of the agent's.
const REFUSALS: readonly ErrorCode[] = ['invalid-input', 'not-found', 'forbidden']
// Of what others did meanwhile: the last steps, about as long together as an agent reads of one observation.
const MOST_MISSED = 5

export function createBuiltIn(
  { store, answering }: Pick<AgentParts, 'store' | 'answering'>,
  { acting, previews, traffic, links, make }: Around
): Start {
  /** Until it has finished, its steps are used up, or something ends it. */
  async function run(asked: Run): Promise<Ended> {
    const { link, setup, steps, outer, revoked, tell } = asked
    const signal = AbortSignal.any([outer, revoked])
    let taken = 0
    const seen = ({ text, error, step }: Seen) => {
      if (step !== null) taken++
      tell({ type: 'acted', text, error, step, taken })
    }
    const ended = (reason: Ended['reason'], text = ''): Ended => ({ type: 'ended', reason, text, taken })
    const actor = actorOf(asked)
    const taking = takingOf(asked, signal, seen)
    const thinking = (text: string) => tell({ type: 'thinking', text })
    const known = new Set(store.pathIds(store.branch(link.branch).tip))
    try {
      let last: ActorOutcome | null = null
      while (taken < steps) {
        const turn: AgentTurn<Made> = await turnOf(actor, last, taking, { signal, thinking })
        if ('answer' in turn) return ended('agent', turn.answer)
        if ('failed' in turn.done) return ended('failed', turn.done.failed)
        const now: Observed = turn.done.observed
        if (now.ended !== null) return ended('condition')
        const text = missed(store, setup, known, now.step) + now.text
        last = { text, error: now.error, ...(now.made && { made: now.made }) }
      }
      return ended('turns')
    } catch (error) {
      if (revoked.aborted && !outer.aborted) return ended(revoked.reason === DELETED ? 'deleted' : 'revoked')
      if (signal.aborted || !(error instanceof OrreryError)) throw error
      return ended(error.code === 'no-output' ? 'gave-up' : 'failed', error.message)
    }
  }

  /** The agent of runs, which tells here what it decides. */
  function actorOf({ link, setup, task, engine, tell }: Run): Actor {
    const tools = [...toolsForAgents(setup), ...(previews.perStep(link) > 0 ? [PREVIEW] : [])]
    const briefing = { task, tools, makesTools: Boolean(setup.makesTools), view: acting.look(link) }
    const { sampling, seed } = setup
    const react = createReact({ engine, briefing, sampling, seed, owner: link.session })
    return {
      ...react,
      async next(outcome, options) {
        tell({ type: 'thinking', text: '' })
        const decision = await react.next(outcome, options)
        tell({ type: 'thought', thought: decision.thought, what: whatOf(setup, decision) })
        return decision
      }
    }
  }

  /** Its calls go the way of every agent's: they wait for their turn, and while it is paused. */
  function takingOf({ link: { id }, setup }: Run, signal: AbortSignal, seen: (now: Seen) => void): Taking<Made> {
    function asking(thought: string): AgentCallContext {
      // A person may have led it to another branch.
      const link = links.get(id)
      const visitor = { ...WHO, link: link.secret, ...(thought && { thought }) }
      traffic.seen(id, visitor)
      return { link, visitor, signal, said: () => {} }
    }
    async function observed(asked: AgentCallContext, decision: ActDecision): Promise<Observed> {
      if ('tool' in decision) {
        return acting.act(asked, { tool: decision.tool, args: decision.arguments, whole: true })
      }
      const action = checkAction(findDomain(setup.domain), decision.action)
      return acting.observed(asked.link, await acting.step(asked, action))
    }
    const preview: Taking<Made>['preview'] = async ({ tool, arguments: args }, thought) => {
      const told = await previews.make(acting, asking(thought), { tool, args })
      seen({ text: told.text, error: told.error, step: null })
      return told
    }
    return {
      ...(previews.perStep(links.get(id)) > 0 && { preview }),
      async act(decision) {
        try {
          const now = await observed(asking(decision.thought), decision)
          seen(now)
          return now.step === null ? { seen: now.text } : { done: { observed: now } }
        } catch (error) {
          if (signal.aborted || !(error instanceof OrreryError)) throw error
          if (!REFUSALS.includes(error.code)) return { done: { failed: error.message } }
          seen({ text: error.message, error: true, step: null })
          throw error
        }
      }
    }
  }

  return async function* start({ session, branch, task, steps }, { signal: outer }) {
    const engine = await answering.engine()
    if (engine.absent?.code === 'no-model') throw new OrreryError('no-model', NO_MODEL)
    if (engine.absent) throw engine.absent
    const link = make({ session, branch, ...ALONE })
    // This keeps models.use from taking the engine away.
    answering.inFlight.add(link.id)
    traffic.seen(link.id, { ...WHO, link: link.secret })
    try {
      yield { type: 'started', link: link.id }
      const { setup } = store.branch(branch)
      const asked = { link, setup, task: (task ?? setup.task) || null, steps, engine, outer }
      yield* withProgress<Told, Ended>(
        (tell) => acting.beyond(link.id, (revoked) => run({ ...asked, revoked, tell })).made,
        (before, next) => before.type === 'thinking' && next.type === 'thinking'
      )
    } finally {
      answering.inFlight.delete(link.id)
      if (links.all().some(({ id }) => id === link.id)) links.remove(link.id)
    }
  }
}

/** What it is about to do, in one line; `''`: nothing more. */
function whatOf(setup: Setup, decision: Decision): string {
  if ('done' in decision) return ''
  if ('action' in decision) return JSON.stringify(decision.action)
  try {
    const act = actOf(setup, decision.tool, decision.arguments)
    return act.do === 'look' ? decision.tool : labelOf(findDomain(setup.domain), act.action, null)
  } catch (error) {
    if (!(error instanceof OrreryError)) throw error
    // A call that does not fit, which it is told.
    return decision.tool
  }
}

/** What others did between this agent's last step and this one, which it has not seen; `''` for nothing. */
function missed(store: Store, { domain }: Setup, known: Set<StepId>, step: StepId | null): string {
  const path = store.pathIds(step)
  const others = path.filter((id) => !known.has(id) && id !== step)
  for (const id of path) known.add(id)
  if (!others.length) return ''
  const told = others.slice(-MOST_MISSED).map((id) => {
    const { action, observation } = store.step(id)
    return `${labelOf(findDomain(domain), action, null)}\n${observation.text}`
  })
  return `Before your action somebody else did this:\n\n${told.join('\n\n')}\n\nThen came your action:\n\n`
}
