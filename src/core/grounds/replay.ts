// The state after a chain of turns: the nearest one that is kept, and from there each turn done again and compared with what it showed.
import type { Difference, Grounded } from '../tree/ground.ts'
import type { GroundAsked } from '../tree/ports.ts'

/** What a ground does for it. `Turn` is a turn that happened, as the ground reads it; turns count from 1. */
export interface Replaying<Turn, State> {
  /** The newest state of the chain that is kept, and how many turns lead to it; `null`: not even the first one is. */
  nearest(): Promise<{ state: State; turns: number } | null> | { state: State; turns: number } | null
  /** The state before the first turn. */
  begin(): Promise<State> | State
  /** Does a turn again. `shown`: what it shows now; `null` where nothing was done that could be compared. */
  apply(state: State, turn: Turn, number: number): Promise<Applied<State>> | Applied<State>
  /** Whether a turn showed the same when it happened. */
  showed(turn: Turn, shown: string, number: number): boolean
  /** Notes in the state what came out otherwise. */
  diverge(state: State, difference: Difference): Promise<State> | State
  keep?(state: State, turns: number): void
}

export interface Applied<State> {
  state: State
  shown: string | null
}

/** @throws OrreryError as what the ground does; what `signal` is aborted with. What was kept on the way stays kept. */
export async function replay<Turn, State>(
  turns: readonly Turn[],
  { nearest, begin, apply, showed, diverge, keep }: Replaying<Turn, State>,
  { signal, onTurn }: { signal?: AbortSignal; onTurn?: ((done: number, total: number) => void) | undefined } = {}
): Promise<State> {
  const found = await nearest()
  let state = found ? found.state : await begin()
  const kept = found?.turns ?? 0
  for (const [index, turn] of turns.slice(kept).entries()) {
    const done = kept + index
    signal?.throwIfAborted()
    onTurn?.(done, turns.length)
    const { shown, ...applied } = await apply(state, turn, done + 1)
    const same = shown === null || showed(turn, shown, done + 1)
    state = same ? applied.state : await diverge(applied.state, { turn: done + 1, shown })
    keep?.(state, done + 1)
  }
  return state
}

/** The first turn of the chain whose answer the model gave; `null` when none did. */
export function predictedSince({ chain, callOf }: Pick<GroundAsked, 'chain' | 'callOf'>): number | null {
  let first: number | null = null
  for (let turn = chain.length; turn > 0; turn--) {
    const step = chain[turn - 1]
    const call = step ? callOf(step.id) : null
    if (call?.engine === 'perturbation' || call?.engine === 'validation') continue
    const grounded = call?.grounded
    if (grounded?.origin !== 'executed') first = turn
    // This call already says since when the state was predicted, for all turns before it.
    if (grounded) return grounded.over ?? first
  }
  return first
}

/** How far a state can be trusted. */
export interface StateTrust {
  /** The first turn whose answer no rule gave and the state took in. */
  over: number | null
  /** Why the state may differ from what was told. */
  uncertain: string | null
  /** Turns that came out otherwise when they were done again. */
  diverged: readonly number[]
}

/** The ground's part in a step, as its call keeps it: parts that are `null`, `undefined` or empty are left out. */
export function groundedOf(
  { faults, brought, differences, ...who }: Omit<Grounded, 'origin' | keyof StateTrust>,
  { over, uncertain, diverged }: StateTrust
): Grounded {
  const { dreams, ...by } = who
  return {
    ...by,
    origin: dreams.length ? 'predicted' : 'executed',
    dreams,
    ...(faults && { faults }),
    ...(brought?.length && { brought }),
    ...(over !== null && { over }),
    ...(uncertain !== null && { uncertain }),
    ...(diverged.length > 0 && { diverged: [...diverged] }),
    ...(differences && { differences })
  }
}
