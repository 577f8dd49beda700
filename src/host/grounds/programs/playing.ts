// Actions played in a program from the beginning of its world: no model is asked and nothing is kept. Tests and previews are made of it.
import type { Domain } from '../../../core/domains/domain.ts'
import { findDomain } from '../../../core/domains/index.ts'
import { OrreryError } from '../../../core/errors.ts'
import { answerOf, eventOf } from '../../../core/grounds/programs/event.ts'
import type { ProgramActions } from '../../../core/grounds/programs/program.ts'
import { parseJson } from '../../../core/text/json.ts'
import { valuesAt } from '../../../core/text/json-path.ts'
import { canonical } from '../../../core/tree/history.ts'
import type { Action, Call, Setup, Step } from '../../../core/tree/model.ts'
import type { Json } from '../../../core/tree/ports.ts'
import type { ProgramTest, ProgramUse, StateDifference } from '../../../core/tree/program.ts'
import { seenIn } from './browsing.ts'
import { compute } from './computing.ts'
import type { Running, RunningState } from './running.ts'
import { ASK, GROUND } from './standing.ts'
import type { WorldPrograms } from './world-programs.ts'

/** The setup of the world that a program is tried in. */
export type ProgramSetup = Setup & { program: ProgramUse }

interface Played {
  /** What is shown; `null` where the program leaves the action to the model. */
  text: string | null
  state: Json
  changes: StateDifference[]
}

interface Opened {
  domain: Domain
  door: NonNullable<Domain['door']>
  setup: ProgramSetup
  running: Running
}

/** @throws OrreryError invalid-input for a kind of world that has no programs */
function opened(programs: WorldPrograms, setup: ProgramSetup): Opened {
  const domain = findDomain(setup.domain)
  const { door } = domain
  if (!door) throw new OrreryError('invalid-input', `No program can answer in the ${domain.id} domain.`)
  return { domain, door, setup, running: seenIn(domain, programs, setup.program, setup.initialState) }
}

/** @throws OrreryError as `Running.init` */
async function beginning(programs: WorldPrograms, setup: ProgramSetup, signal: AbortSignal) {
  const world = opened(programs, setup)
  return playingFrom(world, await world.running.init(String(setup.seed), signal), signal)
}

/** The actions that are played from a state on. `from.actions`: what can be done in it. */
function playingFrom(
  { domain, door, setup, running }: Opened,
  from: { state: RunningState; actions: ProgramActions },
  signal: AbortSignal
) {
  let { state, actions } = from
  return {
    /** The action in a line becomes that of the world's domain, with the tools that there are now. */
    actionIn: (given: Json): Action =>
      typeof given === 'string'
        ? domain.fromText(given, { ...setup, tools: setup.tools.length ? setup.tools : (actions.tools ?? []) })
        : given,
    /** @throws OrreryError engine-failed for what is wrong in the program; no-model for a question without an answer */
    async play(action: Action, answers: Pick<ReadonlyMap<string, Json>, 'get'>): Promise<Played> {
      const made = await compute(running, {
        ...{ domain, setup, action, state, actions, signal },
        async answerTo({ about, template }) {
          const known = answers.get(about) ?? template
          if (known !== undefined) return known
          throw new OrreryError(
            'no-model',
            `The program asks "${about}", and has no template. Give it one, or a test the answer.`
          )
        }
      })
      if ('refused' in made) return { text: made.refused, state: state.value(), changes: [] }
      if (!made.step) return { text: null, state: state.value(), changes: [] }
      state = made.state
      actions = made.actions
      const { text } = answerOf(eventOf(door, action).door, made.step, actions)
      return { text, state: state.value(), changes: made.changes }
    },
    /** Takes in files that the machine beside the program changed. */
    async take(changed: Record<string, string | null>): Promise<void> {
      state = (await running.step(state, { door: 'files', changed }, signal)).state
    }
  }
}

/**
 * What an action, as a person would type it, comes to in a state that a world has, under the setup's program.
 * @throws OrreryError as `play` in a test, and invalid-input for a line that is no action there
 */
export async function playOne(
  programs: WorldPrograms,
  setup: ProgramSetup,
  { state, line, answers }: { state: RunningState; line: string; answers: ReadonlyMap<string, Json> },
  signal: AbortSignal
): Promise<Played> {
  const world = opened(programs, setup)
  const { actions } = await world.running.look(state, world.door, signal)
  const { actionIn, play } = playingFrom(world, { state, actions }, signal)
  return play(actionIn(line), answers)
}

/** What one action of a history came to. */
export interface PlayedTurn {
  /** As the domain has it; as it was given where it is none of the domain's. */
  action: Action
  /** `null`: the program leaves it to the model, or fails. */
  text: string | null
  /** Why it could not be played. */
  problem?: string
}

/**
 * What each action comes to from the beginning of the world. One that fails changes nothing, and the next is played all the same.
 * @param recorded answers by turn, for what the program asks: such a turn counts as left open, and the program goes on from what was recorded
 * @throws OrreryError cancelled; engine-failed for a program that cannot begin
 */
export async function playAll(
  programs: WorldPrograms,
  setup: ProgramSetup,
  actions: readonly Json[],
  signal: AbortSignal,
  { recorded }: { recorded?: readonly string[] } = {}
): Promise<PlayedTurn[]> {
  const world = await beginning(programs, setup, signal)
  const turns: PlayedTurn[] = []
  for (const [at, given] of actions.entries()) {
    signal.throwIfAborted()
    let action: Action = given
    try {
      action = world.actionIn(given)
      const told = toldOnce(recorded?.[at])
      const { text } = await world.play(action, told)
      turns.push({ action, text: told.used() ? null : text })
    } catch (error) {
      if (!(error instanceof OrreryError) || error.code === 'cancelled') throw error
      turns.push({ action, text: null, problem: error.message })
    }
  }
  return turns
}

/** What was recorded, for whatever the program asks. */
function toldOnce(text: string | undefined): Pick<ReadonlyMap<string, Json>, 'get'> & { used(): boolean } {
  let used = false
  return {
    get() {
      used ||= text !== undefined
      return text
    },
    used: () => used
  }
}

/** What a test expects that is otherwise; `of`: `observation`, or a path into the state. */
export interface TestDifference {
  of: string
  expected: string
  shown: string
}

/** @returns every difference; none where the test passes. @throws OrreryError cancelled, and what the program throws */
export async function playTest(
  programs: WorldPrograms,
  setup: ProgramSetup,
  { actions, answers = {}, observation, state }: ProgramTest,
  signal: AbortSignal
): Promise<TestDifference[]> {
  const world = await beginning(programs, setup, signal)
  const known = new Map(Object.entries(answers))
  let last: Played = { text: null, state: null, changes: [] }
  for (const action of actions) last = await world.play(world.actionIn(action), known)
  const { text } = last
  const found: TestDifference[] = []
  if (observation !== undefined && text !== observation)
    found.push({ of: 'observation', expected: observation, shown: text ?? 'The program leaves this to the model.' })
  for (const [path, expected] of Object.entries(state ?? {})) {
    const [first = null, ...more] = valuesAt(path, last.state)
    const shown = more.length ? [first, ...more] : first
    if (canonical(shown) !== canonical(expected))
      found.push({ of: path, expected: JSON.stringify(expected), shown: JSON.stringify(shown) })
  }
  return found
}

/** Where a history comes out otherwise under another program: `shown` is `null` where the model would answer. */
export interface HistoryDifference {
  turn: number
  stored: string
  shown: string | null
  /** Why the program could not go on there. */
  problem?: string
}

/**
 * A history from its beginning under another program, step by step, with what the model answered then. Steps in which the program had no
 * part are passed over.
 * @yields after each step what came out otherwise; the first such step is the last
 */
export async function* replay(
  programs: WorldPrograms,
  setup: ProgramSetup,
  history: { chain: readonly Step[]; callOf(step: Step['id']): Call | null },
  signal: AbortSignal
): AsyncGenerator<{ turn: number; difference: HistoryDifference | null }> {
  const world = await beginning(programs, setup, signal)
  const answers = new Map<string, Json>()
  for (const [index, { id, action, observation }] of history.chain.entries()) {
    const turn = index + 1
    const call = history.callOf(id)
    const grounded = call?.grounded
    const { text: stored } = observation
    for (const { rule, of, text } of grounded?.dreams ?? []) if (rule === ASK) answers.set(of, parseJson(text))
    if (grounded?.found) await world.take(grounded.found)
    if (!call || grounded?.ground !== GROUND || grounded.rule === 'instruction') {
      yield { turn, difference: null }
      continue
    }
    const left = grounded.rule === 'not-handled'
    let difference: HistoryDifference | null = null
    try {
      const { text: shown } = await world.play(action, answers)
      // What a perturbation changed is not what the program said.
      const same =
        shown === null
          ? left
          : left
            ? alike(stored, shown, setup)
            : call.firings.length > 0 || alike(stored, shown, setup)
      if (!same) difference = { turn, stored, shown }
    } catch (error) {
      if (!(error instanceof OrreryError) || error.code === 'cancelled') throw error
      difference = { turn, stored, shown: null, problem: error.message }
    }
    yield { turn, difference }
    if (difference) return
  }
}

/** A text that was cut off at the limit of its world ends in a line that says so. */
function alike(stored: string, shown: string, { observationLimit }: Setup): boolean {
  if (shown.length <= observationLimit) return stored === shown
  const half = observationLimit / 2
  return stored.slice(0, half) === shown.slice(0, half)
}
