// A terminal as agents use it: a command line, single keys, waiting.
import { z } from 'zod'
import { KEY_NAMES, keystrokesOf } from '../../observations/terminal/keys.ts'
import { trimEndOf } from '../../text/plain.ts'
import { agentTool } from '../agent-tool.ts'
import type { AgentTool } from '../capabilities.ts'

// A command that takes longer is looked at again with `wait`.
const COMMAND_SECONDS = 5

const seconds = z.number().min(0).max(600)

export const terminalTools: readonly AgentTool[] = [
  agentTool(
    {
      name: 'run_command',
      title: 'Run command',
      description: 'Types a command line at the terminal, presses Enter, and shows the terminal after it.',
      line: 'command'
    },
    {
      command: z.string().min(1).describe('The command line, without the final newline.'),
      seconds: seconds.default(COMMAND_SECONDS).describe('How long to wait for its output.')
    },
    ({ command, seconds }) => [{ keystrokes: `${trimEndOf(command, '\n')}\n`, duration: seconds }]
  ),
  agentTool(
    {
      name: 'send_keys',
      title: 'Send keys',
      description: `Sends keystrokes to the program in front. A key's name alone is that key, as tmux names it: ${KEY_NAMES}. Anything else is typed as text, with "\\n" for Enter.`
    },
    { keys: z.string(), seconds: seconds.default(1).describe('How long to wait for output.') },
    ({ keys, seconds }) => [{ keystrokes: keystrokesOf(keys), duration: seconds }]
  ),
  agentTool(
    {
      name: 'wait',
      title: 'Wait',
      description: 'Waits without typing anything, and shows the terminal then.',
      waits: true
    },
    { seconds: seconds.default(5) },
    ({ seconds }) => [{ keystrokes: '', duration: seconds }]
  )
]
