// Every program that a world may have, whatever it is written in.

import type { MachineTerminals } from '../../../core/grounds/programs/terminals.ts'
import { isData, type ProgramUse } from '../../../core/tree/program.ts'
import { createDataPrograms } from './data-running.ts'
import { createPrograms, type Running } from './running.ts'

export interface WorldPrograms {
  of(program: ProgramUse): Running
  /** What terminals of desktops run on; `null` where there is no machine. */
  terminals: MachineTerminals | null
  dispose(): Promise<void>
}

export function createWorldPrograms({ terminals = null }: { terminals?: MachineTerminals | null } = {}): WorldPrograms {
  const code = createPrograms()
  const data = createDataPrograms()
  return {
    of: (program) => (isData(program.language) ? data : code).of(program),
    terminals,
    async dispose() {
      await Promise.all([code.dispose(), terminals?.dispose()])
    }
  }
}
