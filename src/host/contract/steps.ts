// Steps: taking one, and looking at those that were taken.
import type { Handlers } from '../../core/contract/index.ts'
import { findDomain } from '../../core/domains/index.ts'
import { readAhead } from '../../core/step/ahead.ts'
import type { StepContext } from '../../core/step/context.ts'
import { dryRun } from '../../core/step/dry-run.ts'
import { route } from '../../core/step/route.ts'
import type { StepEvent, StepId } from '../../core/tree/model.ts'
import type { Engine } from '../../core/tree/ports.ts'
import { step } from '../../core/world.ts'
import type { HostParts } from './parts.ts'
import { createPeople } from './people.ts'
import type { Topic } from './topic.ts'
import { labelled, viewing } from './view.ts'

interface TakeOptions {
  signal: AbortSignal
  around?: (engine: Engine) => Engine
  unattended?: boolean
}

export function stepHandlers(parts: HostParts) {
  const { store, folds, clock, names, screens, packs, answering, grounds, fictions, window } = parts
  const { detailOf, viewOf, afterStep } = viewing(parts)
  const people = createPeople()
  const hurried = new Map<string, AbortController>()
  const worldOf = async (branch: string): Promise<StepContext> => ({
    store,
    engine: await answering.of(store.branch(branch)),
    clock,
    names,
    stateAfter: folds.after,
    inFlight: answering.inFlight,
    templates: packs.templates,
    ground: grounds.of,
    facts: fictions.facts
  })
  const topic = {
    calls: {
      'steps.answerNow': ({ branch }) => {
        hurried.get(branch)?.abort()
        return hurried.has(branch)
      },
      'steps.list': ({ session, branch }) => {
        const { tip, setup } = store.branch(branch)
        return labelled(findDomain(setup.domain), store.rows(session, tip), { redone: store.redone(session) })
      },
      'steps.get': ({ session, step }) => detailOf(session, step),
      'steps.window': ({ at, last }) => ({ steps: store.window(at, last).steps }),
      'steps.view': async ({ branch, at, last, also }) => ({
        ...(await viewOf(store.branch(branch), at, also)),
        steps: store.window(at, last).steps
      }),
      'steps.terminal': ({ branch, at }) => screens.after(store.branch(branch).setup, at),
      'steps.route': async (input) => {
        const engine = await answering.of(store.branch(input.branch))
        return route({ store, engine, ground: grounds.of }, input)
      },
      'steps.reply': people.reply,
      'steps.readAhead': ({ branch, at }) => {
        void ahead(branch, at)
        return null
      },
      'steps.deleteDraft': async ({ draft }) => {
        await store.deleteDraft(draft)
        return null
      }
    },
    streams: {
      'steps.run': ({ show, ...input }, { signal }) =>
        show ? shown(take(input, { signal }), input.branch) : take(input, { signal })
    }
  } satisfies Topic

  /** A step. `around`: what stands around its engine. `unattended`: no person is asked, whoever sits at the window. */
  async function* take(
    input: Parameters<Handlers['streams']['steps.run']>[0],
    { signal, around = (engine) => engine, unattended = false }: TakeOptions
  ) {
    const whole = await worldOf(input.branch)
    const ask = parts.askPerson ?? (window ? people.ask : undefined)
    const world = { ...whole, engine: around(whole.engine), ...(ask && !unattended && { askPerson: ask }) }
    const { inFlight } = answering
    let hurry = new AbortController()
    // A second step of this branch is refused: the first one's stays.
    if (!inFlight.has(input.branch)) hurried.set(input.branch, hurry)
    // Each question to the model gets a new signal, so that "answer now" for one question does not cut the thought of the next.
    const answerNow = (): AbortSignal => {
      const held = hurried.get(input.branch) === hurry
      hurry = new AbortController()
      if (held) hurried.set(input.branch, hurry)
      return hurry.signal
    }
    try {
      yield* step(world, input, { signal, answerNow })
    } finally {
      if (hurried.get(input.branch) === hurry) hurried.delete(input.branch)
    }
  }

  /** Reads ahead where the engine has nothing to do. What is wrong with it is told to whoever asks it. */
  async function ahead(branch: string, at: StepId | null): Promise<void> {
    try {
      const world = await worldOf(branch)
      const { state } = answering.status()
      const mayRead = state === 'ready' || (state === 'idle' && world.engine.info().template === 'small')
      if (mayRead && answering.inFlight.size === 0) await readAhead(world, store.branch(branch), at)
    } catch {}
  }

  /** Adds to `committed` what the window shows then. If that cannot be read, the event comes without it, and the window asks for it. */
  async function* shown(events: AsyncIterable<StepEvent>, acted: string) {
    for await (const event of events) {
      if (event.type !== 'committed') yield event
      else {
        void ahead(event.branch.id, event.step.id)
        const after = await afterStep(event, { forked: event.branch.id !== acted }).catch(() => undefined)
        yield { ...event, ...(after && { after }) }
      }
    }
  }

  return {
    ...topic,
    take,
    /** A step that is not kept. */
    async *dryRun(input, { signal }) {
      const never = new AbortController().signal
      yield* dryRun(step, await worldOf(input.branch), input, { signal, answerNow: () => never })
    }
  } satisfies Topic & { take: typeof take; dryRun: Handlers['streams']['steps.run'] }
}
