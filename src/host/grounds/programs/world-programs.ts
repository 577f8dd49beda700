// Every program that a world may have, whatever it is written in.
import type { ProgramUse } from '../../../core/tree/program.ts'
import { createDataPrograms } from './data-running.ts'
import { createPrograms, type Running } from './running.ts'

export interface WorldPrograms {
  of(program: ProgramUse): Running
  dispose(): Promise<void>
}

export function createWorldPrograms(): WorldPrograms {
  const code = createPrograms()
  const data = createDataPrograms()
  return {
    of: (program) => (program.language === 'data' ? data : code).of(program),
    dispose: () => code.dispose()
  }
}
