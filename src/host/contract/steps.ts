// Steps: taking one, and looking at those that were taken.
import type { Handlers } from '../../core/contract/index.ts'
import type { Pace, StepRow } from '../../core/contract/steps.ts'
import { median } from '../../core/control/evaluate/aggregate.ts'
import type { Domain } from '../../core/domains/domain.ts'
import { findDomain } from '../../core/domains/index.ts'
import { labelOf } from '../../core/domains/label.ts'
import { aside } from '../../core/step/aside.ts'
import type { World } from '../../core/step/context.ts'
import { undisturbed } from '../../core/step/recorded.ts'
import { route } from '../../core/step/route.ts'
import { callOn } from '../../core/tree/calls.ts'
import { originOf } from '../../core/tree/origin.ts'
import type { AnswerTime, Engine, Row } from '../../core/tree/ports.ts'
import { step } from '../../core/world.ts'
import type { Parts } from './parts.ts'
import type { Topic } from './topic.ts'

export function stepHandlers({ store, clock, names, folds, screens, packs, answering, grounds, fictions }: Parts) {
  const hurried = new Map<string, AbortController>()
  const worldOf = async (branch: string): Promise<World> => ({
    store,
    engine: await answering.of(store.branch(branch)),
    clock,
    names,
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
      'steps.pace': async ({ branch }) => {
        const { setup } = store.branch(branch)
        const { engine, model } = (await answering.engine()).info()
        return paceOf(store.recentTimes({ engine, model, setup, most: PACE_OF }))
      },
      'steps.list': ({ session, branch }) => {
        const { tip, setup } = store.branch(branch)
        return labelled(findDomain(setup.domain), store.rows(session, tip), { redone: store.redone(session) })
      },
      'steps.get': ({ session, step: id }) => {
        const found = store.step(id)
        const domain = findDomain(store.session(session).domain)
        const calls = store.calls(session, id)
        const before =
          found.parent === null
            ? (calls[0] ?? store.branches(session)[0])?.setup.initialState
            : store.step(found.parent).observation.text
        const redone = store.redone(session)
        const again = redone.get(id)
        return {
          step: found,
          calls,
          siblings: labelled(domain, store.siblings(session, id), { before, redone }),
          ...(again !== undefined && { again })
        }
      },
      'steps.window': ({ branch, at, last }) => {
        const { setup } = store.branch(branch)
        return { ...store.window(at, last), state: folds.after(setup, at) }
      },
      'steps.terminal': ({ branch, at }) => screens.after(store.branch(branch).setup, at),
      'steps.recorded': async ({ branch, at }) => {
        const viewed = store.branch(branch)
        const { setup } = viewed
        if (!setup.recording) return []
        const domain = findDomain(setup.domain)
        const before = at === null ? setup.initialState : store.step(at).observation.text
        const place = await undisturbed(store.chain(at), callOn(store, viewed))
        const recorded = (await answering.replay(setup.recording)).recorded(place)
        return recorded.map((action) => ({ action, label: labelOf(domain, action, before) }))
      },
      'steps.route': async (input) => {
        const engine = await answering.of(store.branch(input.branch))
        return route({ store, engine, ground: grounds.of }, input)
      },
      'steps.deleteDraft': async ({ draft }) => {
        await store.deleteDraft(draft)
        return null
      }
    },
    streams: {
      'steps.run': (input, { signal }) => take(input, { signal })
    }
  } satisfies Topic

  /** A step. `around`: what stands around its engine. */
  async function* take(
    input: Parameters<Handlers['streams']['steps.run']>[0],
    { signal, around = (engine) => engine }: { signal: AbortSignal; around?: (engine: Engine) => Engine }
  ) {
    const whole = await worldOf(input.branch)
    const world = { ...whole, engine: around(whole.engine) }
    const { inFlight } = answering
    let hurry = new AbortController()
    // A second step of this branch is refused: the first one's stays.
    if (!inFlight.has(input.branch)) hurried.set(input.branch, hurry)
    // What was hurried before this question is over.
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

  return {
    ...topic,
    take,
    /** A step that is not kept. */
    async *aside(input, { signal }) {
      const never = new AbortController().signal
      yield* aside(step, await worldOf(input.branch), input, { signal, answerNow: () => never })
    }
  } satisfies Topic & { take: typeof take; aside: Handlers['streams']['steps.run'] }
}

// As many as a person remembers; an older model's pace says nothing of today's settings.
const PACE_OF = 20

/** @returns the median of each; `null` for no answers */
function paceOf(answers: AnswerTime[]): Pace | null {
  if (!answers.length) return null
  const of = (measure: (answer: AnswerTime) => number) => median(answers.map(measure))
  return {
    answers: answers.length,
    first: of(({ first }) => first),
    total: of(({ total }) => total),
    tokens: of(({ tokens }) => tokens),
    tokensPerSecond: of(({ tokens, first, total }) => (tokens * 1000) / Math.max(1, total - first))
  }
}

/** `before`: what all of the rows were done on, where it is at hand: a list of a whole chain does without. */
function labelled(
  domain: Domain,
  rows: Row[],
  { before = null, redone }: { before?: string | null | undefined; redone: ReadonlyMap<string, string> }
): StepRow[] {
  return rows.map(({ action, by, ...row }) => ({
    ...row,
    ...(redone.has(row.id) && { diverged: true as const }),
    label: labelOf(domain, action, before),
    origin: originOf(by),
    ...(by?.leak && { leak: by.leak })
  }))
}
