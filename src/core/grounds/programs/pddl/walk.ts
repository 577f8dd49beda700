// Whether a plan can be walked: each of its lines done in turn, from the beginning.

import type { PddlGame } from './game.ts'
import { pddlProgram } from './play.ts'

export interface PddlWalk {
  /** What each line came to. */
  steps: { line: string; answer: string }[]
  /** The line that could not be done, counted from 0, and why. */
  stuck: { index: number; why: string } | null
  reached: boolean
  cost: number
}

interface Kept {
  cost: number
  done: boolean
}

/** @param lines actions as PDDL, `(move a b)`, or in the words that the world takes */
export function walked(game: PddlGame, lines: readonly string[]): PddlWalk {
  const program = pddlProgram(game)
  let state = program.init('')
  const steps: PddlWalk['steps'] = []
  let stuck: PddlWalk['stuck'] = null
  for (const [index, line] of lines.entries()) {
    const { state: after, answer, error } = program.step(state, { door: 'text', text: line }) ?? {}
    if (after === undefined) {
      stuck = { index, why: error ?? String(answer ?? '') }
      break
    }
    state = after
    steps.push({ line, answer: String(answer ?? '') })
  }
  // `as`: the state of a program of PDDL has both.
  const { cost, done } = state as unknown as Kept
  return { steps, stuck, reached: done, cost }
}

/** The lines of a plan as planners write it: `(move a b)`, `0: (move a b) [1]`, `; cost = 9`. @returns each with its line from 1 */
export function planLines(text: string): { line: string; at: number }[] {
  return text.split('\n').flatMap((written, index) => {
    const [plain = ''] = written.split(';')
    const from = plain.indexOf('(')
    const end = plain.lastIndexOf(')')
    const line = (from >= 0 && end > from ? plain.slice(from, end + 1) : plain).trim()
    return line ? { line, at: index + 1 } : []
  })
}
