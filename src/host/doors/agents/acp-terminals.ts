// Terminals of the Agent Client Protocol on a world's shell. A command goes on for as long as its agent waits for it: the world's time passes
// while somebody waits or looks, and only then.
import { RequestError } from '@agentclientprotocol/sdk'
import { toWire } from '../../../core/errors.ts'
import type { AgentWorld } from './door.ts'
import { type Ran, type WorldShell, worldShell } from './world-shell.ts'

/** How a command ended; `exitCode` is `null` where that is not known, or it was killed. */
interface Exit {
  exitCode: number | null
}

export interface Terminals {
  /** Runs `work` while no other command can be typed (for shells with one keyboard). @throws RequestError where a command still runs */
  alone<T>(work: () => Promise<T>): Promise<T>
  /** The command runs while its agent goes on. @param limit bytes of output that are kept @returns its id */
  begin(command: string, limit: number | null | undefined): Promise<string>
  /** What there is by now. */
  output(id: string): Promise<{ output: string; truncated: boolean; exitStatus?: Exit }>
  /** Until the command ends, or is killed. @throws RequestError when it does not within a day of the world's time */
  wait(id: string): Promise<Exit>
  /** @throws RequestError when it goes on all the same */
  kill(id: string): Promise<void>
  /** Ends it, and forgets it. */
  release(id: string): Promise<void>
  /** Ends what they are at. */
  stop(): void
}

interface Terminal {
  id: string
  command: string
  limit: number
  /** Ends with its agent's interest in it. */
  shell: WorldShell
  output: string
  /** The command has not ended: it has the keyboard. */
  running: boolean
  exit: Exit | null
  /** A turn of it is under way. */
  turn: Promise<void> | null
  stop: AbortController
  killed: Promise<void> | null
}

// Seconds of the world's: what a look takes; how long the first wait is, and the longest, so that a long command takes few turns; all of them.
const LOOK_S = 1
const FIRST_S = 30
const LONGEST_S = 600
const DAY_S = 24 * 60 * 60

// What ends a program at a keyboard, one after the other: interrupt, quit.
const ENDING = ['C-c', 'C-\\']

/** @param signal ends all of them */
export function createTerminals(world: AgentWorld, open: WorldShell, signal: AbortSignal): Terminals {
  const terminals = new Map<string, Terminal>()
  let made = 0
  let last: Promise<unknown> = Promise.resolve()

  const terminalOf = (id: string): Terminal => {
    const found = terminals.get(id)
    if (!found) throw new RequestError(-32_002, `There is no terminal "${id}".`)
    return found
  }

  // One keyboard: what is waited for ends as soon as its shell reads again.
  const at = open.has.keys ? { session: 'acp' } : {}

  function take(terminal: Terminal, { output, exitCode, running, guessed }: Ran): void {
    terminal.output = guessed ? continued(terminal.output, output) : terminal.output + output
    // Only a terminal leaves a command running that was waited for; elsewhere it was ended.
    terminal.running = running && open.has.keys
    terminal.exit = terminal.running ? null : { exitCode }
  }

  /** One turn at a time: whoever asks meanwhile has part in it. */
  function turn(terminal: Terminal, options?: Parameters<WorldShell['run']>[1]): Promise<void> {
    terminal.turn ??= terminal.shell
      .run(terminal.command, { ...at, ...options })
      .then(
        (ran) => take(terminal, ran),
        (error: unknown) => {
          // Who kills it says how it ended.
          if (terminal.stop.signal.aborted && terminal.running) return
          terminal.output = continued(terminal.output, toWire(error).message)
          terminal.running = false
          terminal.exit = { exitCode: null }
        }
      )
      .finally(() => {
        terminal.turn = null
      })
    return terminal.turn
  }

  async function end(terminal: Terminal): Promise<void> {
    terminal.stop.abort()
    await terminal.turn
    for (const keys of ENDING) {
      if (!terminal.running) return
      take(terminal, await open.run(terminal.command, { ...at, keys, seconds: LOOK_S, code: false }))
      if (terminal.exit) terminal.exit = { exitCode: null }
    }
    if (terminal.running)
      throw new RequestError(-32_603, `${terminal.id} goes on: its command heeds no ${ENDING.join(', no ')}.`)
  }

  const kill = (terminal: Terminal): Promise<void> => {
    terminal.killed ??= end(terminal).finally(() => {
      // What did not end it can be tried again.
      if (terminal.running) terminal.killed = null
    })
    return terminal.killed
  }

  async function free(): Promise<void> {
    for (const terminal of terminals.values()) {
      await (terminal.killed ?? terminal.turn)
      // One keyboard: what is typed would go to the command that still has it.
      if (terminal.running) throw new RequestError(-32_603, `${terminal.id} still runs. Kill it first.`)
    }
  }

  function alone<T>(work: () => Promise<T>): Promise<T> {
    if (!open.has.keys) return work()
    const mine = last.then(free).then(work)
    last = mine.catch(() => {})
    return mine
  }

  return {
    alone,
    begin: (command, limit) =>
      alone(async () => {
        const stop = new AbortController()
        const shell = await worldShell(world, { signal: AbortSignal.any([signal, stop.signal]), client: 'acp' })
        const id = `terminal-${++made}`
        const none = { output: '', running: false, exit: null, turn: null, killed: null }
        const terminal = { ...none, id, command, limit: limit ?? Number.POSITIVE_INFINITY, shell, stop }
        terminals.set(id, terminal)
        void turn(terminal, { seconds: FIRST_S })
        return id
      }),
    async output(id) {
      const terminal = terminalOf(id)
      if (terminal.running && !terminal.turn && !terminal.killed) await turn(terminal, { keys: '', seconds: LOOK_S })
      const output = cut(terminal.output, terminal.limit)
      const { exit } = terminal
      return { output, truncated: output !== terminal.output, ...(exit && { exitStatus: exit }) }
    },
    async wait(id) {
      const terminal = terminalOf(id)
      await terminal.turn
      let waited = 0
      let seconds = FIRST_S
      while (terminal.running && !terminal.killed) {
        if (waited >= DAY_S)
          throw new RequestError(-32_603, `${id} still runs after a day of the world's time. Kill it.`)
        await turn(terminal, { keys: '', seconds })
        waited += seconds
        seconds = Math.min(LONGEST_S, seconds * 2)
      }
      await terminal.killed
      return terminal.exit ?? { exitCode: null }
    },
    kill: (id) => kill(terminalOf(id)),
    async release(id) {
      await kill(terminalOf(id))
      terminals.delete(id)
    },
    stop() {
      for (const terminal of terminals.values()) terminal.stop.abort()
    }
  }
}

/**
 * What there was and what is shown now, in one. A terminal shows a command from its first line while that is on the screen, then the screen,
 * whose first lines were there before; a model may tell only what is new.
 */
function continued(before: string, now: string): string {
  if (!before || now.startsWith(before)) return now
  if (!now) return before
  const [old, rows] = [before.split('\n'), now.split('\n')]
  const from = old.findIndex((_, at) => old.slice(at).every((row, index) => row === rows[index]))
  return [...(from === -1 ? old : old.slice(0, from)), ...rows].join('\n')
}

/** The end of the text, at most so many bytes of it. */
function cut(text: string, limit: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= limit) return text
  return bytes
    .subarray(bytes.length - limit)
    .toString('utf8')
    .replace(/^\uFFFD{1,3}/, '')
}
