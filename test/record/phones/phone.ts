// What the written phones are made of: screens that follow from a state, so that no screen contradicts the one before.
import type { Action } from '../../../src/core/tree/model.ts'

export interface Phone {
  title: string
  notes: string
  /** The apps and the Android version that the screens are modelled on. */
  program: string
  initialState: string
  turns: { action: Action; observation: string }[]
}

/** Plays `moves` on a state: each is an action, found on the screen before it, and what it changes. */
export function play<State, Screen>(
  start: State,
  moves: [action: (screen: Screen) => Action, change: Partial<State>][],
  { draw, write }: { draw: (state: State) => Screen; write: (screen: Screen) => string }
): Pick<Phone, 'initialState' | 'turns'> {
  let state = start
  const turns = moves.map(([action, change]) => {
    const made = action(draw(state))
    state = { ...state, ...change }
    return { action: made, observation: write(draw(state)) }
  })
  return { initialState: write(draw(start)), turns }
}

/** Rows of the letter keys, as an English keyboard has them. */
export const KEYS = [[...'qwertyuiop'], [...'asdfghjkl'], ['Shift', ...'zxcvbnm', 'Delete']]
/** The row below: what it says and how many letters it is wide. */
export const LAST_KEYS: [label: string, width: number][] = [
  ['Symbol keyboard', 1.5],
  [',', 1],
  ['Space', 5],
  ['.', 1],
  ['Done', 1.5]
]
