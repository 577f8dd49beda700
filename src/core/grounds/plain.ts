// A ground whose states are plain data: three functions and a table of rules. States are kept in memory and made again by replay.
import { OrreryError } from '../errors.ts'
import { createRecent } from '../text/recent.ts'
import type { ModelAnswer, Route } from '../tree/ground.ts'
import type { Call, Setup, Step } from '../tree/model.ts'
import type { Ground, GroundAnswer, GroundAsked, TurnOptions, WorldInside } from '../tree/ports.ts'
import { type Applied, groundedOf, replay, type StateTrust } from './replay.ts'

/** A step that happened. `call`: how it came about; `null` where nobody knows. `altered`: a perturbation changed its text. */
export interface PastStep {
  step: Step
  call: Call | null
  altered: boolean
}

export interface PlainAnswer<State> extends Pick<GroundAnswer, 'text' | 'result'> {
  route: Route
  dreams: ModelAnswer[]
  /** The state after the turn. */
  state: State
}

export interface PlainGround<World, State extends StateTrust>
  extends Pick<Ground, 'id' | 'title' | 'validates' | 'copies' | 'usual'> {
  /** SHA-256 of what the rules are. */
  hash: string
  /** What a setup is read as: once for each `key`. `null`: it is none of this ground's. */
  world(setup: Setup): { key: string; read(): World } | null
  /** Absent: every world that is read is served, and none is read to know it. */
  serves?(world: World): boolean
  initial?(world: World): ReturnType<NonNullable<Ground['initial']>>
  /** What people may read of both. */
  inside?(world: World, state: State): WorldInside
  begin(world: World): State
  /** The state after a step, and what the ground shows for it today; `null` where that cannot be compared. */
  apply(world: World, state: State, past: PastStep): Applied<State>
  /** Whether the step showed the same. */
  showed(past: PastStep, shown: string): boolean
  route(world: World, state: State, asked: GroundAsked): Route
  answer(world: World, state: State, asked: GroundAsked, options: TurnOptions): Promise<PlainAnswer<State>>
}

// Worlds that are open at the same time, and states that rewinding and branching come back to; both are made again by reading.
const WORLDS = 16
const STATES = 512

export function createPlainGround<World, State extends StateTrust>(ground: PlainGround<World, State>): Ground {
  const { id, hash, title, usual, validates, copies, inside } = ground
  const worlds = createRecent<{ world: World; states: ReturnType<typeof createRecent<State>> }>(WORLDS)

  function open(setup: Setup) {
    const read = ground.world(setup)
    if (!read) return null
    return worlds.get(read.key) ?? worlds.set(read.key, { world: read.read(), states: createRecent(STATES) })
  }

  async function after({ setup, chain, callOf }: Pick<GroundAsked, 'setup' | 'chain' | 'callOf'>) {
    const opened = open(setup)
    if (!opened) throw new OrreryError('internal', `The ground ${id} was asked for a world that it does not serve.`)
    const { world, states } = opened
    const pastOf = (step: Step): PastStep => {
      const call = callOf(step.id)
      return { step, call, altered: call?.firings.some(({ effect }) => effect === 'alter') ?? false }
    }
    const state = await replay<Step, State>(chain, {
      nearest() {
        for (let turns = chain.length; turns > 0; turns--) {
          const state = states.get(chain[turns - 1]?.id ?? '')
          if (state) return { state, turns }
        }
        return null
      },
      begin: () => ground.begin(world),
      apply: (state, step) => ground.apply(world, state, pastOf(step)),
      showed: (step, shown) => ground.showed(pastOf(step), shown),
      diverge: (state, { turn }) => ({ ...state, diverged: [...state.diverged, turn] }),
      keep: (state, turns) => void states.set(chain[turns - 1]?.id ?? '', state)
    })
    return { world, states, state }
  }

  return {
    ...{ id, title, usual, ...(validates && { validates }), ...(copies && { copies }) },
    serves(setup) {
      if (!ground.serves) return ground.world(setup) !== null
      const opened = open(setup)
      return opened !== null && ground.serves(opened.world)
    },
    initial(setup) {
      const opened = open(setup)
      return (opened && ground.initial?.(opened.world)) ?? []
    },
    ...(inside && {
      async inside(asked) {
        const { world, state } = await after(asked)
        return inside(world, state)
      }
    }),
    async route(asked) {
      const { world, state } = await after(asked)
      return ground.route(world, state, asked)
    },
    async turn(asked, options) {
      const { world, states, state: before } = await after(asked)
      const { text, result, route, dreams, state } = await ground.answer(world, before, asked, options)
      const { rule, why } = route
      return {
        text,
        by: { name: id, hash },
        ...(result && { result }),
        grounded: groundedOf({ ground: id, hash, rule, why, dreams }, state),
        keep: async (step) => void states.set(step, state)
      }
    },
    dispose: async () => {}
  }
}
