// Programs of worlds in the window, read as they are typed.
import type { CallInput, CallOutput } from '../../core/contract/index.ts'
import type { Kit } from './state.ts'

export interface ProgramCalls {
  /** The text as a program, with what is wrong with it; `null` when it could not be read at all, which is then told at `tools`. */
  readProgram(input: CallInput<'programs.read'>): Promise<CallOutput<'programs.read'> | null>
}

export function programCalls({ client, attempt }: Kit): ProgramCalls {
  return {
    async readProgram(input) {
      let read: CallOutput<'programs.read'> | null = null
      await attempt('tools', async () => {
        read = await client.call('programs.read', input)
      })
      return read
    }
  }
}
