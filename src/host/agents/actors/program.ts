// An agent that is a program of the user's: it reads what happened as JSON lines, and answers each with a turn.

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { type Actor, type Briefing, Decision } from '../../../core/control/agents/actor.ts'
import { OrreryError } from '../../../core/errors.ts'
import { parseJson } from '../../../core/text/json.ts'

// As much of what it complained about as says why it ended.
const MOST_COMPLAINT = 2000
// A line of this length is no turn.
const MOST_LINE = 1_000_000
// What ends with its input does so within this.
const LEAVE_MS = 2000

/**
 * Starts `command` in a shell, as its user typed it. It is told `{"type": "start", "task", "tools", "observation"}`, then
 * `{"type": "observation", "text", "error"}` after each of its turns, with `made` where it made a tool; its turns are lines as `Decision` has them.
 */
export function createProgram(
  { command, seconds }: { command: string; seconds: number },
  { task, tools, view }: Briefing
): Actor {
  const child = spawn(command, { shell: true, stdio: 'pipe', detached: process.platform !== 'win32' })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-MOST_COMPLAINT)
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code, signal) => resolve(`it ended with ${signal ?? code}`))
  })
  // Writing to a program that is gone says so here; why it went is told by `ended`.
  child.stdin.on('error', () => {})
  const say = (value: unknown) => child.stdin.write(`${JSON.stringify(value)}\n`)
  const failed = async (why: string) => {
    const last = complaint.trim().split('\n').slice(-3).join(' ')
    return new OrreryError(
      'no-output',
      `The agent "${command}" gave no turn: ${why}.${last ? ` It said: ${last}` : ''}`
    )
  }

  return {
    name: command,
    async next(outcome, { signal }) {
      signal.throwIfAborted()
      say(outcome ? { type: 'observation', ...outcome } : { type: 'start', task, tools, observation: view })
      const { promise: cancelled, reject } = Promise.withResolvers<never>()
      const cancel = () => reject(new OrreryError('cancelled', 'The agent was stopped.'))
      signal.addEventListener('abort', cancel, { once: true })
      try {
        const late = AbortSignal.timeout(seconds * 1000)
        const line = await Promise.race([lines.next(), cancelled, over(late)])
        if (!line) throw await failed(`it took longer than ${seconds} s`)
        if (line.done) throw await failed(await ended)
        return await read(line.value, failed)
      } finally {
        signal.removeEventListener('abort', cancel)
      }
    },
    async close() {
      child.stdin.end()
      const late = new Promise((resolve) => setTimeout(resolve, LEAVE_MS, null).unref())
      if ((await Promise.race([ended, late])) === null) kill(child.pid)
      await ended
    }
  }
}

/** Resolves with nothing when `signal` is aborted. */
const over = (signal: AbortSignal): Promise<null> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }))

async function read(line: string, failed: (why: string) => Promise<OrreryError>): Promise<Decision> {
  if (line.length > MOST_LINE) throw await failed('its line is longer than a million characters')
  try {
    return Decision.parse(parseJson(line))
  } catch {
    const forms = '{"tool", "arguments"}, {"action"} or {"done": true, "answer"}'
    throw await failed(`"${line.slice(0, 200)}" is no turn; expected one of ${forms}, as JSON on one line`)
  }
}

/** The shell and what it started. */
function kill(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}
