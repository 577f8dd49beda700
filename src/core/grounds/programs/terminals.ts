// What a desktop's terminal asks of a machine. The host has the machine.
import { z } from 'zod'
import { FileChanges, type FileTree } from './file-tree.ts'

/** What was typed, and what had changed in the files before it. `said`: what a model answered to its commands. */
const TerminalLine = z.strictObject({ keys: z.string(), changes: FileChanges, said: z.array(z.string()) })
export type TerminalLine = z.infer<typeof TerminalLine>

/** A terminal of a world. The machine is made again of the lines wherever it is not kept. */
export const TerminalState = z.strictObject({
  /** The time when the first line was typed, ISO. */
  since: z.string(),
  lines: z.array(TerminalLine),
  /** What it shows, the prompt last. */
  screen: z.string(),
  title: z.string(),
  cwd: z.string(),
  atPrompt: z.boolean(),
  /** MD5 of the files that the program knows, by their paths; `''` for a folder. */
  known: z.record(z.string(), z.string())
})
export type TerminalState = z.infer<typeof TerminalState>

export interface MachineTerminals {
  /** The terminal before anything is typed. @param now the world's time, ISO */
  begin(now: string): TerminalState
  /**
   * Types keys. @param files those of the program now @param said what a model answered so far
   * @returns the terminal then, with what changed in the files; or what only a model can answer
   * @throws OrreryError as `MachineClient.work`
   */
  type(
    state: TerminalState,
    typed: { keys: string; files: FileTree; said: readonly string[] },
    signal: AbortSignal | undefined
  ): Promise<{ state: TerminalState; changes: FileChanges } | { asks: string; otherwise: string }>
  dispose(): Promise<void>
}
