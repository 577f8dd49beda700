// An agent that follows a scenario's own walk, with mistakes that a seed draws, and tries once more what was refused.
import { mulberry32 } from '../text/chance.ts'
import type { Action } from '../tree/model.ts'
import type { Actor } from './agents/actor.ts'

// What mulberry32 draws is below this.
const WHOLE = 2 ** 32

/** @param options.noise the share of the walk's actions, 0 to 1, at which a mistake is made: left out, done twice, or another one before it */
export function walkActor(walk: readonly Action[], options: { noise: number; seed: number }): Actor {
  const plan = planOf(walk, options)
  let last: Action | null = null
  let again = false
  return {
    name: `walk with noise ${options.noise}`,
    async next(outcome) {
      // What is refused is what tells one world from another that shows the same otherwise.
      const retry = last !== null && outcome?.error === true && !again
      const action = retry ? last : plan.shift()
      if (action === undefined || action === null) return { done: true, answer: '', thought: '' }
      again = retry
      last = action
      return { action, thought: '' }
    },
    close: async () => {}
  }
}

/** The walk with its mistakes: the same for the same seed. */
function planOf(walk: readonly Action[], { noise, seed }: { noise: number; seed: number }): Action[] {
  return walk.flatMap((action, at) => {
    const draw = (nth: number) => mulberry32(seed, at * 3 + nth + 1)
    if (draw(0) / WHOLE >= noise) return [action]
    const mistake = draw(1) % 3
    if (mistake === 0) return []
    const other = walk[draw(2) % walk.length] ?? action
    return mistake === 1 ? [action, action] : [other, action]
  })
}
