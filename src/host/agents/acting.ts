// One call of an agent, from its turn to what it sees: a step like any other, on the branch of its link.
import { actOf, shownOf } from '../../core/agent-tools.ts'
import type { Handlers, Link, Observed, TrafficRow, Visitor } from '../../core/api.ts'
import { findDomain } from '../../core/domains/index.ts'
import { OrreryError, toWire } from '../../core/errors.ts'
import { labelOf } from '../../core/label.ts'
import type { Action, Branch, Call, Step } from '../../core/model.ts'
import { originOf } from '../../core/origin.ts'
import type { Clock, Json, Store } from '../../core/ports.ts'
import type { Answering } from '../answering/index.ts'
import type { Folds } from '../database/folds.ts'
import type { Previews } from './previews.ts'
import type { Traffic } from './traffic.ts'
import type { Turns } from './turns.ts'

export interface Acting {
  /** What is there now, as an agent would see it that has just come. */
  look(link: Link): string
  /** A call of a tool. `said`: characters of the answer that there are by now. */
  act(asked: Asked, tool: string, args: Record<string, Json>): Promise<Observed>
  /** Runs `work` when it is this link's turn, and keeps how it went. */
  inTurn<T>(asked: Asked, what: string, work: (signal: AbortSignal) => Promise<Done<T>>): Promise<T>
  /** Whether a command of this link has not ended. */
  isPending(link: string): boolean
  /** A step with an action of the domain's own. */
  step(asked: Asked, action: Action): Promise<Made>
  /** Ends what runs for this link. */
  stop(link: string): void
}

export interface Asked {
  link: Link
  visitor: Visitor
  signal: AbortSignal
  said(characters: number): void
}

export interface Made {
  step: Step
  call: Call
  branch: Branch
}

/** What was done, and its line in the traffic. */
interface Done<T> {
  value: T
  row: Pick<TrafficRow, 'outcome' | 'step'>
}

interface Around {
  store: Store
  clock: Clock
  folds: Folds
  answering: Pick<Answering, 'inFlight'>
}

/** A step that its caller did not wait for. */
interface Pending {
  made: Promise<Made>
  action: Action
}

export function createActing(
  { store, clock, folds, answering }: Around,
  {
    run,
    turns,
    traffic,
    previews
  }: { run: Handlers['streams']['step']; turns: Turns; traffic: Traffic; previews: Pick<Previews, 'check'> }
): Acting {
  const running = new Map<string, Set<AbortController>>()
  const pending = new Map<string, Pending>()

  async function inTurn<T>(
    { link, visitor, signal: outer }: Asked,
    what: string,
    work: (signal: AbortSignal) => Promise<Done<T>>
  ): Promise<T> {
    const stop = new AbortController()
    const signal = AbortSignal.any([outer, stop.signal])
    const mine = running.get(link.id) ?? new Set()
    running.set(link.id, mine.add(stop))
    const arrived = clock.ticks()
    let began = arrived
    let free = () => {}
    const note = (row: Pick<TrafficRow, 'outcome' | 'step'>) => {
      const [waited, took] = [began - arrived, clock.ticks() - began]
      traffic.add({
        at: clock.now(),
        link: link.id,
        door: visitor.door,
        client: visitor.client,
        what,
        waited,
        took,
        ...row
      })
    }
    try {
      free = await turns.take(link.id, signal)
      began = clock.ticks()
      const { value, row } = await work(signal)
      note(row)
      return value
    } catch (error) {
      note({ outcome: signal.aborted || toWire(error).code === 'cancelled' ? 'cancelled' : 'failed', step: null })
      throw error
    } finally {
      mine.delete(stop)
      if (!mine.size) running.delete(link.id)
      free()
    }
  }

  /** A person may be acting on the branch: an agent waits rather than fails. */
  async function stepOn({ link, visitor, said }: Asked, action: Action, signal: AbortSignal): Promise<Made> {
    const { id: branch, session } = store.branch(link.branch)
    while (answering.inFlight.has(branch)) await pause(signal)
    await previews.check(link, action)
    let characters = 0
    const agent = { name: visitor.client || visitor.door, ...(visitor.thought && { thought: visitor.thought }) }
    const asked = { session, branch, action, instruction: '', trace: false, agent }
    for await (const event of run(asked, { signal })) {
      if (event.type === 'observation') {
        characters += event.text.length
        said(characters)
      } else if (event.type === 'progress' || event.type === 'queued') said(characters)
      else if (event.type === 'committed') return { step: event.step, call: event.call, branch: event.branch }
      else if (event.type === 'failed') throw new OrreryError(event.error.code, event.error.message)
    }
    throw new OrreryError('cancelled', 'The step was stopped.')
  }

  const look = (link: Link) => seen(store, link)
  const setupOf = (link: Link) => store.branch(link.branch).setup

  function observed(link: Link, { step, call }: Made): Observed {
    const setup = setupOf(link)
    const { text } = step.observation
    return {
      text,
      ...shownOf(setup, step.action, text),
      running: false,
      done: findDomain(setup.domain).concludes?.(step.action) ?? null,
      step: step.id,
      origin: originOf(call)
    }
  }

  /** What stands on the screen while the command runs: what was typed, which a terminal echoes. */
  function unfinished(link: Link, action: Action): Observed {
    const { setup, tip } = store.branch(link.branch)
    const text = findDomain(setup.domain).prefill(folds.after(setup, tip), action)
    return { text, structured: null, error: false, running: true, done: null, step: null, origin: null }
  }

  /** What `made` comes to, or that it still runs when the link's budget is over. It goes on then, and keeps its turn. */
  async function within(link: Link, action: Action, made: Promise<Made>) {
    const { promise: late, resolve } = Promise.withResolvers<null>()
    const timer = link.budget === null ? null : setTimeout(resolve, link.budget, null)
    const first = await Promise.race([made, late])
      .catch((error: unknown) => {
        pending.delete(link.id)
        throw error
      })
      .finally(() => timer && clearTimeout(timer))
    if (first) {
      pending.delete(link.id)
      return { value: observed(link, first), row: { outcome: 'answered' as const, step: first.step.id } }
    }
    pending.set(link.id, { made, action })
    return { value: unfinished(link, action), row: { outcome: 'still-running' as const, step: null } }
  }

  return {
    look,
    inTurn,
    isPending: (link) => pending.has(link),
    async act(asked, tool, args) {
      const { link } = asked
      const setup = setupOf(link)
      const act = actOf(setup, tool, args)
      if (act.do === 'look') {
        return inTurn(asked, 'look', async () => ({
          value: { ...NOTHING, text: look(link) },
          row: { outcome: 'answered', step: null }
        }))
      }
      const { action, waits } = act
      const what = labelOf(findDomain(setup.domain), action, null)
      const mayWait = findDomain(setup.domain).agentTools?.some((one) => one.waits) ?? false
      return inTurn(asked, what, async (signal) => {
        const before = pending.get(link.id)
        if (before && !waits) {
          throw new OrreryError('busy', 'The last command has not ended. Wait for it with the tool "wait", then go on.')
        }
        if (before) return within(link, before.action, before.made)
        if (!mayWait) {
          const made = await stepOn(asked, action, signal)
          return { value: observed(link, made), row: { outcome: 'answered', step: made.step.id } }
        }
        // Its caller may be gone before it ends: only who revokes the link, or cancels in time, stops it.
        const own = new AbortController()
        const cancel = () => own.abort()
        signal.addEventListener('abort', cancel, { once: true })
        const made = stepOn(asked, action, own.signal)
        made.catch(() => {}).finally(() => running.get(link.id)?.delete(own))
        running.set(link.id, (running.get(link.id) ?? new Set()).add(own))
        return within(link, action, made).finally(() => signal.removeEventListener('abort', cancel))
      })
    },
    step(asked, action) {
      const what = labelOf(findDomain(setupOf(asked.link).domain), action, null)
      return inTurn(asked, what, async (signal) => {
        const before = pending.get(asked.link.id)
        if (before) await before.made.catch(() => {}).finally(() => pending.delete(asked.link.id))
        const made = await stepOn(asked, action, signal)
        return { value: made, row: { outcome: 'answered', step: made.step.id } }
      })
    },
    stop(link) {
      for (const one of running.get(link) ?? []) one.abort()
      pending.delete(link)
    }
  }
}

/** What an agent that has just come sees. */
function seen(store: Store, { branch }: Link): string {
  const { setup, tip } = store.branch(branch)
  if (tip !== null) return store.step(tip).observation.text
  return findDomain(setup.domain).beginning?.(setup.initialState) ?? setup.initialState
}

const NOTHING = { structured: null, error: false, running: false, done: null, step: null, origin: null }

// A person's step takes a second or more.
const LOOK_AGAIN_MS = 50

function pause(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  return new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
}
