// What all stories share: a story is told line by line at the text door, and what no rule knows may be asked once.
import type { Json } from '../../../tree/ports.ts'
import { CONTRACT, type ProgramStep, type WorldProgram } from '../program.ts'

/** What a line comes to. */
export interface TellerAnswer<State> {
  text: string
  state?: State
  reward?: number
  done?: boolean
  /** The parts of the story's data that made it so, as paths. They are no part of the step. */
  by?: PropertyKey[][]
}

/** What the story does not know and the model is to say, before the line comes to anything. */
export interface TellerAsk {
  ask: NonNullable<ProgramStep['ask']>
}

export interface Teller<State> {
  begin(seed: string): State
  /** What is seen before the first line, and by looking. */
  opening(state: State): string
  /** Lines that do something now, in the order of the environment. */
  lines(state: State): string[]
  /** Whether the episode is over: each further line says so. */
  over(state: State): boolean
  /** `null`: no rule knows the line. `answers`: what was asked for so far, in order. */
  tell(state: State, line: string, answers: readonly Json[]): TellerAnswer<State> | TellerAsk | null
  /** What is said to a line that no rule knows; absent: the model answers. */
  unknown?: string
}

/**
 * @typeParam State plain JSON, never written to
 * @param fired told of the parts of the data that made an answer what it is
 */
export function storyProgram<State extends Json>(
  teller: Teller<State>,
  fired: (path: readonly PropertyKey[]) => void = () => {}
): WorldProgram {
  // `as`: a state is what this story made of it.
  const stateIn = (state: Json): State => state as State
  return {
    version: CONTRACT,
    init: (seed) => teller.begin(seed),
    actions: (state) => ({ commands: teller.lines(stateIn(state)) }),
    view: (door, state) => (door === 'text' ? teller.opening(stateIn(state)) : undefined),
    step(state, event): ProgramStep | undefined {
      if (event.door !== 'text') return undefined
      const told = teller.tell(stateIn(state), event.text.trim(), event.answers ?? [])
      const over = teller.over(stateIn(state)) && { done: true }
      if (!told) return teller.unknown === undefined ? undefined : { answer: teller.unknown, ...over }
      if ('ask' in told) return told
      const { text, by = [], ...more } = told
      for (const path of by) fired(path)
      return { ...more, answer: text, ...over }
    }
  }
}

/** `a mug 1, a plate 2, and a pan 1`; `nothing`. The environments write "a" before vowels too. */
export function listed(names: readonly string[]): string {
  const all = names.map((name) => `a ${name}`)
  const last = all.pop()
  if (last === undefined) return 'nothing'
  return all.length ? `${all.join(', ')}, and ${last}` : last
}
