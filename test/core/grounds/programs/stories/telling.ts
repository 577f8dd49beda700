// Stories at work: lines in, what is told and what it came to out.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { readData } from '../../../../../src/core/grounds/programs/data/read-data.ts'
import type { WorldProgram } from '../../../../../src/core/grounds/programs/program.ts'

const PROGRAMS = join(import.meta.dirname, '../../../../../resources/scenarios/programs')

/** @throws Error that lists what is wrong */
export function story(yaml: string): WorldProgram {
  const { program, faults } = readData(parse(yaml))
  if (!program) throw new Error(faults.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
  return program
}

export const shipped = (name: string): string => readFileSync(join(PROGRAMS, `${name}.yaml`), 'utf8')

/** @returns the answers in order; with reward and end where a line came to them */
export function told(program: WorldProgram, lines: readonly string[]) {
  let state = program.init('seed')
  const answers = lines.map((text) => {
    const step = program.step(state, { door: 'text', text })
    state = step?.state ?? state
    if (!step) return null
    const { answer, reward, done } = step
    return reward === undefined && !done ? answer : { answer, reward, done }
  })
  return { answers, state, lines: program.actions(state).commands ?? [], view: program.view('text', state) }
}
