// A terminal as agents use it: a command line, single keys, waiting; and as a plain shell for agents that know nothing else.
import { z } from 'zod'
import type { AgentTool, Shell, State } from '../../plugins.ts'
import { trimEndOf } from '../../text/plain.ts'
import { agentTool } from '../agent-tool.ts'

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
      description:
        'Sends keystrokes as they are to the program in front: text, "\\n" for Enter, "C-c" and the like for control keys, as tmux names them.'
    },
    { keys: z.string(), seconds: seconds.default(1).describe('How long to wait for output.') },
    ({ keys, seconds }) => [{ keystrokes: keys, duration: seconds }]
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

// As long as an agent that runs a command may wait for its end.
const SHELL_SECONDS = 30

export const terminalShell: Shell = {
  action: (command) => [{ keystrokes: `${trimEndOf(command, '\n')}\n`, duration: SHELL_SECONDS }],
  read(action, text, before) {
    const [{ keystrokes = '' } = {}] = action as [{ keystrokes: string }?]
    const lines = trimEndOf(text, '\n').split('\n')
    const last = lines.at(-1) ?? ''
    const after = promptOf(last, before)
    return {
      output: withoutEcho(after === null ? lines : lines.slice(0, -1), keystrokes).join('\n'),
      exitCode: null,
      running: after === null
    }
  }
}

const PROMPT_END = /[#$%>❯] ?$/

/** The last line where it is a prompt; a program that waits for input looks the same only where it ends as prompts do. */
const promptOf = (line: string, before: State): string | null =>
  PROMPT_END.test(line) || (typeof before.prompt === 'string' && before.prompt.trim() === line.trim() && line.trim())
    ? line
    : null

/** What was typed stands at the beginning, behind the prompt, wrapped where it is wider than the screen. */
function withoutEcho(lines: string[], keystrokes: string): string[] {
  const typed = keystrokes.replace(/\n$/, '').split('\n')
  let rest = lines
  for (const line of typed) {
    let shown = ''
    let at = 0
    while (at < rest.length && at < MOST_ROWS && !shown.endsWith(line)) shown += rest[at++]
    if (!shown.endsWith(line)) return rest
    rest = rest.slice(at)
  }
  return rest
}

// Rows of a terminal.
const MOST_ROWS = 40
