// The terminal: keystrokes in, the screen's text out (as Terminus-2 reads it).

import { z } from 'zod'
import { asTyped } from '../../observations/terminal/beside.ts'
import { mayCount } from '../../observations/terminal/counts.ts'
import { keyNameOf } from '../../observations/terminal/keys.ts'
import { keystrokes } from '../../observations/terminal/keystrokes.ts'
import { transcript } from '../../observations/terminal/transcript.ts'
import { trimLines } from '../../text/plain.ts'
import { commandIn } from '../../text/shell-reply.ts'
import type { DerivedState } from '../capabilities.ts'
import type { Domain } from '../domain.ts'
import { failingTerminal } from '../failing.ts'
import { commandsIn as programsIn } from '../shell/commands.ts'
import { terminalTools } from './agent.ts'
import { readPrompt } from './prompt-line.ts'
import { small, standard } from './prompts.ts'
import { commandsIn, readReply } from './reply.ts'
import { terminalShell } from './shell.ts'

// An agent that leaves the duration out means Terminus-2's default.
const DEFAULT_SECONDS = 1

const Command = z.strictObject(
  {
    keystrokes: z.string({ error: 'keystrokes is a string, e.g. "ls -la\\n"; end it with \\n to press Enter' }),
    duration: z
      .number({ error: 'duration is a number of seconds to wait for output, e.g. 1' })
      .min(0, 'duration cannot be negative; use 0 to look at once')
      .default(DEFAULT_SECONDS),
    // Harnesses of agents ask for these where a machine runs: to wait no longer than the command takes, and to execute beside the terminal.
    until: z.literal('prompt').exactOptional(),
    beside: z.literal(true).exactOptional()
  },
  { error: 'each command is {"keystrokes": "...", "duration": seconds}, and nothing else' }
)

/** `[]` asks whether the task is complete; `""` as keystrokes waits. Terminus-2's whole reply is the commands in it. */
const Commands = z.preprocess(
  commandsIn,
  z.array(Command, {
    error: 'a terminal action is a JSON array of commands, e.g. [{"keystrokes": "ls -la\\n", "duration": 1}]'
  })
)
type Commands = z.infer<typeof Commands>

// How tmux names the keys that are not text.
const KEYS = new Map([
  ['C-c', '^C'],
  ['C-d', '^D'],
  ['C-z', '^Z'],
  ['C-l', '^L'],
  ['\u001b', 'Esc']
])

export const terminal: Domain<Commands> = {
  id: 'terminal',
  title: 'Terminal',
  description: 'A Linux machine behind a shell: type a command, see what it prints.',
  icon: 'terminal',
  surface: 'terminal',
  action: Commands,
  fence: () => 'json',
  templates: [standard, small],
  format: (action) => JSON.stringify(asTyped(action)),
  read: (text) => Commands.parse(readReply(text)),
  fromText(line) {
    const command = commandIn(line)
    if (command !== null) return [{ keystrokes: `${command}\n`, duration: DEFAULT_SECONDS }]
    if (KEYS.has(line)) return [{ keystrokes: line, duration: DEFAULT_SECONDS }]
    return [{ keystrokes: line === '' || line.endsWith('\n') ? line : `${line}\n`, duration: DEFAULT_SECONDS }]
  },
  label(action) {
    if (!action.length) return 'task complete?'
    return action.map(({ keystrokes, duration }) => labelKeys(keystrokes, duration)).join(' ; ')
  },
  // The program that is typed, past `sudo` and its like.
  toolOf: (action) => programsIn(action.map(({ keystrokes }) => keystrokes).join('\n'))[0]?.name ?? null,
  initial: ({ initialState }) => promptIn(initialState),
  fold(state, { action, observation }) {
    const next = readPrompt(state, observation.text)
    // A prompt that does not name the directory leaves it to the command.
    if (next.prompt && next.cwd === state.cwd && !next.host) return { ...next, cwd: changeDirectory(state.cwd, action) }
    return next
  },
  prediction: {
    stateInFirstTurn: false,
    mostText: 2400,
    prefill(action, state) {
      const [only, ...more] = action
      if (!only || more.length || !state.prompt || !isOneLine(only.keystrokes)) return ''
      if (TAKES_SCREEN.test(only.keystrokes)) return ''
      // A terminal echoes what is typed at its prompt: this much is certain before the model says anything.
      return `${state.prompt}${only.keystrokes}`
    },
    counts: (action, { initialState }, past) => mayCount(typedIn(action), { past: lately(past), initialState })
  },
  initialState: {
    start: 'debian',
    hint: 'The machine before step 1. End with the terminal’s prompt line.',
    placeholder: 'Such as:\nA Debian 12 server. User root, home /root.\n\nThe terminal shows:\nroot@debian:~# '
  },
  shell: {
    ...terminalShell,
    machine: 'console',
    typed: (action) => typedIn(action),
    printed: (action, text, before) => terminalShell.read([{ keystrokes: linesIn(action) }], text, before).output,
    transcript: (steps, { initialState }) => transcript(steps, null, String(promptIn(initialState).prompt))
  },
  agents: { tools: terminalTools, essence: (action) => action.map(({ keystrokes }) => keystrokes) },
  task: { concludes: (action) => (action.length ? null : true) },
  fail: failingTerminal(() => terminal),
  normalise(text) {
    // Screens differ in trailing blanks by how they were captured, not by what they show.
    return trimLines(text.replace(/\r\n?/g, '\n')).trim()
  }
}

function promptIn(initialState: string): DerivedState {
  return readPrompt({ prompt: '', cwd: null, user: null, host: null, running: false }, initialState)
}

const typedIn = (action: Commands): string => keystrokes(action).join('')

/** What is typed without control keys, which show as something else. */
const linesIn = (action: Commands): string =>
  action.map(({ keystrokes }) => (KEYS.has(keystrokes) ? '' : keystrokes)).join('')

// Whoever made a file longer ago than this is not looked for.
const LATELY = 500

/** What was typed before, one action after the other. */
function* lately(past: readonly Commands[]): Generator<string> {
  for (const action of past.slice(-LATELY)) yield typedIn(action)
}

// Programs that clear the screen, the line that started them too.
const TAKES_SCREEN =
  /(?:^|[|;&])\s*(?:sudo\s+)?(?:clear|emacs|htop|less|man|mc|more|nano|reset|screen|tmux|top|vi|view|vim|watch)(?=\s)/

/** A line and its Enter, with nothing that a terminal would not echo as it is: Tab completes, and control keys act. */
function isOneLine(keystrokes: string): boolean {
  return /^\P{Cc}+\n$/u.test(keystrokes)
}

function labelKeys(keystrokes: string, duration: number): string {
  if (keystrokes === '') return `wait ${duration} s`
  return (
    KEYS.get(keystrokes) ??
    keyNameOf(keystrokes) ??
    keystrokes.replace(/\n$/, '').replaceAll('\n', '⏎').replaceAll('\u001b', 'Esc')
  )
}

function changeDirectory(cwd: DerivedState[string] | undefined, action: Commands): string | null {
  const here = typeof cwd === 'string' ? cwd : null
  const target = /^\s*cd(?:\s+(\S+))?\s*\n$/.exec(keystrokes(action).at(-1) ?? '')
  if (!target) return here
  const path = target[1] ?? '~'
  if (path.startsWith('/') || path.startsWith('~')) return path
  if (here === null) return null
  const parts = here.split('/')
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part && part !== '.') parts.push(part)
  }
  return parts.join('/') || '/'
}
