// What a desktop's terminal asks of a machine. The host has the machine.
import { z } from 'zod'
import { FileChanges } from '../../tree/ground.ts'
import type { FilesView } from './program.ts'

/** What was typed, and what had changed in the files before it. `said`: what a model answered to its commands. */
const TerminalLine = z.strictObject({ keys: z.string(), changes: FileChanges, said: z.array(z.string()) })
export type TerminalLine = z.infer<typeof TerminalLine>

/** A terminal of a world. The machine is made again of the lines wherever it is not kept. */
export const TerminalState = z.strictObject({
  /** The machine as it was when the terminal was opened, as an initial state says it. */
  begins: z.string(),
  /** What it takes for chance. Absent: it is the machine of seed 0. */
  seed: z.int().exactOptional(),
  /** What seeds it. Absent with a seed: Perl, as at first. */
  seededBy: z.literal('program').exactOptional(),
  /** The folder that it shares with the program. */
  home: z.string(),
  lines: z.array(TerminalLine),
  /** What it shows, the prompt last. */
  screen: z.string(),
  title: z.string(),
  cwd: z.string(),
  atPrompt: z.boolean(),
  /** MD5 of the files that the program had after the last line, by their paths; `''` for a folder. */
  known: z.record(z.string(), z.string())
})
export type TerminalState = z.infer<typeof TerminalState>

export interface MachineTerminals {
  /** The terminal before anything is typed. @param now the world's time, ISO @param machine `seed`: of the world */
  begin(now: string, machine: Pick<FilesView, 'home' | 'about'> & { seed: number }): TerminalState
  /**
   * Types keys. `files`: those of the program now; `take` tells it what changed in them, and gives what it has then. `said`: what a model
   * answered so far.
   * @returns the terminal then, or what only a model can answer
   * @throws OrreryError as `MachineClient.work`
   */
  type(
    state: TerminalState,
    typed: {
      keys: string
      files: FilesView['files']
      said: readonly string[]
      take(changed: FileChanges): Promise<FilesView['files']>
    },
    signal: AbortSignal | undefined
  ): Promise<{ state: TerminalState } | { asks: string; otherwise: string }>
  dispose(): Promise<void>
}
