// A coding agent's tools on a repository: files, edits, search and a shell.

import { readDiff, readFile, readShell } from '../../observations/documents/code.ts'
import type { Document } from '../../observations/documents/document.ts'
import { looksLikeError, readValue } from '../../observations/documents/value.ts'
import { mayCount } from '../../observations/terminal/counts.ts'
import { transcript } from '../../observations/terminal/transcript.ts'
import { commandIn } from '../../text/shell-reply.ts'
import type { Setup, Step } from '../../tree/model.ts'
import type { Json } from '../../tree/ports.ts'
import type { DerivedState } from '../capabilities.ts'
import type { Domain } from '../domain.ts'
import { failingCode } from '../failing.ts'
import { misfitCall, type ToolCall } from '../tool-call.ts'
import { labelCall, typedPlainly } from '../tool-line.ts'
import { toolWorld } from '../tool-world.ts'
import { toolsBesideUser } from '../tools/say.ts'
import { small, standard } from './prompts.ts'
import { codingSetOf, codingSets } from './sets.ts'
import { codingTools } from './tools.ts'

const toolsOf = (setup: Setup) => toolsBesideUser(setup, setup.tools.length ? setup.tools : codingTools)

const OWN = { shell: 'run_shell_command', first: 'list_directory path=.' }

// Sessions bring tools of their own under other names, and they are told apart by what they are called.
const SHELL = /shell|bash|terminal|command|execute|exec\b/i
const WRITES = /write|create|edit|replace|patch|insert/i
const READS = /read|view|open|cat\b/i

// What a command is given with that changes nothing of what is typed.
const BESIDE = new Set(['command', 'description', 'timeout'])

// How an initial state names a file: its path, alone on a line that is not indented.
const NAMED = /^[\w@.-]{1,100}(?:\/[\w@.-]{1,100}){0,20}\.\w{1,10}$/gm

export const swe: Domain<ToolCall> = {
  ...toolWorld,
  id: 'swe',
  title: 'Software engineering',
  description: 'A code repository and a coding agent’s tools: read, edit, search, run.',
  icon: 'code',
  // What a harness keeps of its sessions is no part of the call.
  format: ({ session: _, ...call }) => toolWorld.format(call),
  templates: [standard, small],
  read(text) {
    const command = commandIn(text)
    return command === null ? toolWorld.read(text) : shellCall(command)
  },
  fromText(line, setup) {
    const text = line.trim()
    const { shell, first } = (setup && codingSetOf(setup)) ?? OWN
    const command = commandIn(text) ?? (text.startsWith('$ ') ? text.slice(2).trim() : null)
    if (command !== null) return { name: shell, arguments: { command } }
    return typedPlainly(text || first, setup && toolsOf(setup))
  },
  label(call) {
    const { name, arguments: given } = call
    // `$ command` stands for the whole call only if its other arguments change nothing of the command.
    const alone = Object.keys(given).every((name) => BESIDE.has(name))
    const only = alone && typeof given.command === 'string' && !given.command.includes('\n')
    return only && SHELL.test(name) && String(given.command).length < 200 ? `$ ${given.command}` : labelCall(call)
  },
  shell: {
    machine: 'tools',
    keeps: false,
    shows: 48_000,
    action(command, setup, { seconds, way } = {}) {
      const set = codingSetOf(setup)
      const session = typeof way === 'object' ? { session: way.session } : {}
      const call = { ...shellCall(command, set?.shell), ...session }
      // Other agents' tools count it in other units, or not at all.
      return set || setup.tools.length || !seconds
        ? call
        : { ...call, arguments: { ...call.arguments, timeout: seconds } }
    },
    read(action, text) {
      const { output, stderr, exitCode } = readShell(text, { bare: true }) ?? { output: text, exitCode: null }
      const [out = '', err = ''] = [output, stderr].map((part) => (part?.trim() === NOTHING ? '' : part))
      return {
        output: [out, err].filter(Boolean).join('\n'),
        streams: stderr === undefined ? null : { stdout: out, stderr: err },
        exitCode,
        running: exitCode === TIMED_OUT && action.arguments.timeout !== undefined
      }
    },
    typed: (call) => typedIn(call),
    printed(action, text) {
      if (typedIn(action) === null) return text
      const { output, stderr } = readShell(text, { bare: true }) ?? { output: text }
      return [output, stderr].filter((part) => part !== undefined && part.trim() !== NOTHING).join('\n')
    },
    transcript(steps) {
      const shell = steps.flatMap((step) => {
        const run = asShell(step)
        return run ? [typedInto(step, run.command, run.output)] : []
      })
      const texts = new Map(transcript(shell, null, PROMPT).map(({ id, text }) => [id, text]))
      const none = [{ id: null, text: texts.get(null) ?? '' }]
      // A tool that is no shell writes nothing on the terminal.
      return steps.length ? steps.map(({ id }) => ({ id, text: texts.get(id) ?? '' })) : none
    }
  },
  tools: {
    of: toolsOf,
    sets: codingSets,
    certain: (action, setup) => misfitCall(toolsOf(setup), action),
    fails(action, text, setup) {
      const set = codingSetOf(setup)
      const document = read(action, text)
      return set ? set.failure.test(text.slice(0, MOST_BEGINS)) : 'error' in document && document.error
    }
  },
  document: { read },
  fail: failingCode,
  initial: (setup) => ({
    ownTools: !setup.tools.length,
    files: Object.fromEntries([...setup.initialState.matchAll(NAMED)].map(([path]) => [path, 'there'])),
    exitCode: null,
    todos: []
  }),
  fold(state, { action: call, observation }) {
    const document = read(call, observation.text)
    if (document.kind === 'shell') return { ...state, exitCode: document.exitCode }
    if ('error' in document && document.error) return state
    if (Array.isArray(call.arguments.todos)) return { ...state, todos: call.arguments.todos }
    return withFile(state, call)
  },
  prediction: {
    ...toolWorld.prediction,
    prefill({ name, arguments: given }, state) {
      if (!state.ownTools) return ''
      if (name === 'run_shell_command' && typeof given.command === 'string') {
        const directory = typeof given.directory === 'string' ? given.directory : '(root)'
        return `Command: ${given.command}\nDirectory: ${directory}\nStdout: `
      }
      // A file that is known to be there begins with the number of its first line.
      if (name !== 'read_file' || !Object.hasOwn(Object(state.files), String(given.file_path))) return ''
      return `${String(given.offset ?? 1).padStart(6)}\t`
    },
    counts(action, { initialState }, past) {
      const command = typedIn(action)
      return command === null || mayCount(command, { past: past.map(changing), initialState })
    }
  },
  initialState: {
    hint: 'The repository before the first call: its path, its files and their relevant content, what is installed, the git status.',
    placeholder:
      'Such as:\nRepository /srv/app, Python 3.12, pytest 8.3. Git: clean, branch main.\n\napp/prices.py\n    def total(prices):\n        return sum(prices) * 1.2\ntests/test_prices.py\n    ...'
  }
}

/** The command that a shell is given; `null` for other tools. */
function typedIn({ name, arguments: { command } }: ToolCall): string | null {
  return SHELL.test(name) && typeof command === 'string' ? command : null
}

const shellCall = (command: string, name = OWN.shell): ToolCall => ({ name, arguments: { command } })

// How a failure is told stands at the beginning.
const MOST_BEGINS = 400

// What `timeout` answers for a command that it ended.
const TIMED_OUT = 124

// What tools write where a command printed nothing.
const NOTHING = '(empty)'

/** An earlier call as a command; of others than shells only that they named a file they may have changed. */
function changing({ name, arguments: given }: ToolCall): string {
  if (SHELL.test(name) && typeof given.command === 'string') return given.command
  return READS.test(name) && !WRITES.test(name) ? '' : JSON.stringify(given)
}

// The shell that coding tools run commands in shows none; a terminal needs one.
const PROMPT = '$ '

type Done = Omit<Step, 'action'> & { action: ToolCall }

/** The command of a step and all that it printed, or `null` for another tool's. */
function asShell({ action, observation }: Done): { command: string; output: string } | null {
  const command = typedIn(action)
  const document = command === null ? null : read(action, observation.text)
  if (command === null || document?.kind !== 'shell') return null
  return { command, output: [document.output, document.stderr ?? ''].filter(Boolean).join('\n') }
}

/** The step as it would have been at a terminal. */
function typedInto(step: Done, command: string, output: string): Step {
  const text = `${PROMPT}${command}\n${output.replace(/\n?$/, output ? '\n' : '')}${PROMPT}`
  return { ...step, action: [{ keystrokes: `${command}\n`, duration: 0 }], observation: { text } }
}

function pathOf({ arguments: given }: ToolCall): string | null {
  const path = [given.file_path, given.path, given.absolute_path, given.filename, given.target_file].find(
    (one) => typeof one === 'string'
  )
  return path ?? null
}

function read(call: ToolCall, text: string): Document {
  const isShell = SHELL.test(call.name)
  const path = pathOf(call)
  const known = readShell(text, { bare: isShell }) ?? readDiff(text) ?? readFile(text, { path })
  if (known) return known
  // A harness that writes no numbers answers with the file itself.
  if (READS.test(call.name) && path !== null && /\.\w+$/.test(path) && !looksLikeError(text)) {
    const first = typeof call.arguments.offset === 'number' ? Math.max(1, call.arguments.offset) : 1
    return { kind: 'file', text, path, first, lines: text.replace(/\n$/, '').split(/\r?\n/) }
  }
  const value = readValue(text)
  // Code and logs look like Markdown often enough; a page is one only where its name says so.
  return value.kind === 'markdown' && !/\.mdx?$/.test(path ?? '') ? { kind: 'text', text, error: false } : value
}

/** The files there are, that calls have read and that they have changed, by path. */
function withFile(state: DerivedState, call: ToolCall): DerivedState {
  const path = pathOf(call)
  const done = WRITES.test(call.name) ? 'changed' : READS.test(call.name) ? 'read' : null
  if (path === null || !done) return state
  const files = new Map<string, Json>(Object.entries(Object(state.files)))
  files.set(path, done === 'read' ? (files.get(path) ?? done) : done)
  return { ...state, files: Object.fromEntries(files) }
}
