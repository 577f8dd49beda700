// One call of an agent, from its turn to what it sees: a step like any other, on the branch of its link.

import type { Observed, Visitor } from '../../core/contract/agents.ts'
import type { Handlers } from '../../core/contract/index.ts'
import type { Link } from '../../core/contract/links.ts'
import { beginningOf } from '../../core/control/agents/beginning.ts'
import { actOf, shownOf } from '../../core/domains/agent-tools.ts'
import { findDomain } from '../../core/domains/index.ts'
import { labelOf } from '../../core/domains/label.ts'
import { madeBy } from '../../core/domains/made-tools.ts'
import { concludes } from '../../core/domains/talk.ts'
import type { ToolCall } from '../../core/domains/tool-call.ts'
import { OrreryError } from '../../core/errors.ts'
import { besideIn } from '../../core/observations/terminal/beside.ts'
import { callOn } from '../../core/tree/calls.ts'
import type { Action, Branch, ByAgent, Call, Step, StepEvent } from '../../core/tree/model.ts'
import { originOf } from '../../core/tree/origin.ts'
import type { Engine, Json } from '../../core/tree/ports.ts'
import { createInTurn, type InTurn } from './in-turn.ts'
import type { Links } from './links.ts'
import type { Outcomes } from './outcome.ts'
import type { AgentParts } from './parts.ts'
import { PASSED, type Passing } from './passing.ts'
import type { Previews } from './previews.ts'
import type { Traffic } from './traffic.ts'
import type { Turns } from './turns.ts'

export interface AgentCalls {
  /** What is there now, as an agent would see it that has just come. */
  look(link: Link): string
  /** A call of a tool. `said`: characters of the answer that there are by now. */
  act(asked: AgentCallContext, call: AgentCall): Promise<Observed>
  inTurn: InTurn['run']
  /** What goes on beside the turns of a link, and ends with it. */
  beyond: InTurn['beyond']
  /** Whether a command of this link has not ended. */
  isPending(link: string): boolean
  /** A step with an action of the domain's own. */
  step(asked: AgentCallContext, action: Action): Promise<TakenStep>
  /** A step as its agent sees it. */
  observed(link: Link, made: TakenStep): Promise<Observed>
  /** Ends what runs for this link; `why` is what its callers are told. */
  stop(link: string, why: OrreryError): void
  /** Whether the step that is in flight on this branch is an agent's. */
  isStepping(branch: string): boolean
  /** Resolves once no agent's step is in flight in this world. */
  settled(session: string): Promise<void>
}

interface AgentCall {
  tool: string
  args: Record<string, Json>
  whole: boolean
  /** The body that it comes through, where that is not the world's main one. */
  body?: NonNullable<ToolCall['door']>
}

export interface AgentCallContext {
  link: Link
  visitor: Visitor
  signal: AbortSignal
  said(characters: number): void
}

export interface TakenStep {
  step: Step
  call: Call
  branch: Branch
}

/** Takes a step. `around`: what stands around its engine. */
export type TakeStep = (
  input: Parameters<Handlers['streams']['steps.run']>[0],
  options: { signal: AbortSignal; around?: (engine: Engine) => Engine }
) => AsyncIterable<StepEvent>

/** A step that its caller did not wait for. */
interface Pending {
  made: Promise<TakenStep>
  action: Action
  /** Resolves when it is typed: before, what runs it may have to be started. */
  begun: Promise<void>
  /** Ended since; its answer is still there for who waits. */
  over: boolean
}

interface Around extends Pick<Passing, 'around'> {
  run: TakeStep
  turns: Turns
  traffic: Traffic
  outcomes: Outcomes
  previews: Pick<Previews, 'check'>
  links: Pick<Links, 'get'>
}

export function createActing(
  { store, clock, folds, answering, grounds }: Pick<AgentParts, 'store' | 'clock' | 'folds' | 'answering' | 'grounds'>,
  { run, around, turns, traffic, outcomes, previews, links }: Around
): AgentCalls {
  const inTurn = createInTurn({ clock, turns, traffic })
  const pending = new Map<string, Pending>()
  const stepping = new Set<{ session: string; branch: string; done: Promise<unknown> }>()

  /** A person may be acting on the branch: an agent waits rather than fails. */
  async function stepOn(
    { link: { id }, visitor, said }: AgentCallContext,
    action: Action,
    { signal, begun = () => {} }: { signal: AbortSignal; begun?: () => void }
  ): Promise<TakenStep> {
    // While it waited, a person may have led it elsewhere.
    while (answering.inFlight.has(links.get(id).branch)) await pause(signal)
    const link = links.get(id)
    const { id: branch, session } = store.branch(link.branch)
    await previews.check({ link, visitor, signal, said }, action)
    const done = Promise.withResolvers<void>()
    const step = { session, branch, done: done.promise }
    stepping.add(step)
    let characters = 0
    const asked = { session, branch, action, instruction: '', trace: false, agent: byOf(visitor) }
    const { setup } = store.branch(branch)
    // A machine that is being started runs nothing yet, and says when it does.
    const starts = setup.grounding !== undefined && setup.grounding !== 'model' && grounds.of(setup)?.breaks
    if (!starts) begun()
    try {
      for await (const event of run(asked, { signal, around: (engine) => around(id, engine) })) {
        if (event.type !== 'queued' && (event.type !== 'progress' || event.done >= event.total)) begun()
        if (event.type === 'observation') {
          characters += event.text.length
          said(characters)
        } else if (event.type === 'progress' || event.type === 'queued') said(characters)
        else if (event.type === 'committed') {
          const { step, call, branch } = event
          return { step, call, branch: { ...branch, setup: call.setup } }
        } else if (event.type === 'failed') throw new OrreryError(event.error.code, event.error.message)
      }
    } finally {
      stepping.delete(step)
      done.resolve()
    }
    throw new OrreryError('cancelled', 'The step was stopped.')
  }

  const look = ({ id }: Link) => shown(store, links.get(id))
  const setupOf = (link: Link) => store.branch(link.branch).setup

  async function observed(link: Link, made: TakenStep): Promise<Observed> {
    const { step, call } = made
    const { setup } = made.branch
    const { text } = step.observation
    const tool = setup.makesTools
      ? (call.made ?? madeBy(setup, { chain: store.chain(step.parent) }, step.action))
      : null
    return {
      text,
      ...shownOf(setup, step.action, { text, call }),
      running: false,
      done: concludes(setup, step.action, text),
      ...(await outcomes.of(link, made)),
      step: step.id,
      origin: originOf(call),
      ...(call.engine === PASSED && { passed: true as const }),
      ...(tool && { made: tool })
    }
  }

  /** What stands on the screen while the command runs: what was typed, which a terminal echoes. */
  function unfinished(link: Link, action: Action): Observed {
    const { setup, tip } = store.branch(links.get(link.id).branch)
    const text = findDomain(setup.domain).prediction.prefill(action, folds.after(setup, tip))
    return { ...NOTHING, text, running: true }
  }

  /** What `made` comes to, or that it still runs when the link's budget is over. It goes on then, and keeps its turn. */
  async function within(link: Link, { action, made, begun }: Omit<Pending, 'over'>, budget = link.budget) {
    const { promise: late, resolve } = Promise.withResolvers<null>()
    let timer: ReturnType<typeof setTimeout> | undefined
    let left = false
    // What a machine needs to start is not the command's.
    const count = () => {
      if (!left && budget !== null) timer = setTimeout(resolve, budget, null)
    }
    void begun.then(count)
    const first = await Promise.race([made, late])
      .catch((error: unknown) => {
        pending.delete(link.id)
        throw error
      })
      .finally(() => {
        left = true
        clearTimeout(timer)
      })
    if (first) {
      pending.delete(link.id)
      return { value: await observed(link, first), row: { outcome: 'answered' as const, step: first.step.id } }
    }
    const one = { made, action, begun, over: false }
    pending.set(link.id, one)
    made.catch(() => {}).finally(() => (one.over = true))
    return { value: unfinished(link, action), row: { outcome: 'still-running' as const, step: null } }
  }

  return {
    look,
    inTurn: inTurn.run,
    beyond: inTurn.beyond,
    isPending: (link) => pending.get(link)?.over === false,
    observed,
    async act(asked, { tool, args, whole, body }) {
      const { link } = asked
      const setup = setupOf(link)
      const act = actOf(setup, tool, args, body && { door: body })
      if (act.do === 'look') {
        return inTurn.run(asked, 'look', async () => ({
          value: { ...NOTHING, text: look(link) },
          row: { outcome: 'answered', step: null }
        }))
      }
      const { action, waits } = act
      const what = labelOf(findDomain(setup.domain), action, null)
      const mayWait = findDomain(setup.domain).agents?.tools.some((one) => one.waits) ?? false
      return inTurn.run(asked, what, async (signal) => {
        const before = pending.get(link.id)
        if (before?.over && !waits) pending.delete(link.id)
        else if (before && !waits) {
          throw new OrreryError('busy', 'The last command has not ended. Wait for it with the tool "wait", then go on.')
        }
        const budget = whole ? null : link.budget
        if (before && waits) return within(link, before, budget)
        if (!mayWait) {
          const made = await stepOn(asked, action, { signal })
          return { value: await observed(link, made), row: { outcome: 'answered', step: made.step.id } }
        }
        // Its caller may be gone before it ends: only who revokes the link, or cancels in time, stops it.
        const { promise: begun, resolve } = Promise.withResolvers<void>()
        const { made, stop } = inTurn.beyond(link.id, (own) => stepOn(asked, action, { signal: own, begun: resolve }))
        const leave = () => stop(signal.reason)
        signal.addEventListener('abort', leave, { once: true })
        return within(link, { action, made, begun }, budget).finally(() => signal.removeEventListener('abort', leave))
      })
    },
    step(asked, action) {
      const what = labelOf(findDomain(setupOf(asked.link).domain), action, null)
      return inTurn.run(asked, what, async (signal) => {
        const before = pending.get(asked.link.id)
        if (before) await before.made.catch(() => {}).finally(() => pending.delete(asked.link.id))
        const made = await stepOn(asked, action, { signal })
        return { value: made, row: { outcome: 'answered', step: made.step.id } }
      })
    },
    stop(link, why) {
      inTurn.stop(link, why)
      pending.delete(link)
    },
    isStepping: (branch) => [...stepping].some((one) => one.branch === branch),
    async settled(session) {
      await Promise.all([...stepping].filter((one) => one.session === session).map(({ done }) => done))
    }
  }
}

/** Who acts, as steps name it. */
export const byOf = ({ client, door, thought, expects }: Visitor): ByAgent => ({
  name: client || door,
  ...(thought && { thought }),
  ...(expects !== undefined && { expects })
})

/** What an agent gets with words that are no step. */
export const NOTHING = {
  structured: null,
  content: null,
  error: false,
  guessed: false,
  running: false,
  done: null,
  reward: null,
  ended: null,
  verdict: null,
  step: null,
  origin: null
}

// A person's step takes a second or more.
const LOOK_AGAIN_MS = 50

function pause(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  return new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
}

/** What is there now: the last observation of the world's screen, or what is shown before the first step. */
function shown(store: AgentParts['store'], { branch: id }: Link): string {
  const branch = store.branch(id)
  const { setup } = branch
  const callOf = callOn(store, branch)
  for (let at = branch.tip; at !== null; ) {
    const { parent, action, observation } = store.step(at)
    // What was executed beside a program that has the terminal is not on its screen.
    if (!besideIn(action) || callOf(at)?.result?.ready !== false) return observation.text
    at = parent
  }
  return beginningOf(setup)
}
