// A tool server as a process: MCP over its standard streams. A guard ends it with all that it started.
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { getDefaultEnvironment } from '@modelcontextprotocol/sdk/client/stdio.js'
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { StartedProgram } from '../../process/confirm.ts'
import { type Guard, startGuard } from '../../process/guard.ts'

export interface ServerProcess {
  transport: Transport
  /** How it ended by itself (`exit code 1`), or `null` when it runs on. */
  ended(): Promise<string | null>
  /** Whether anything it wrote was MCP. */
  spoke(): boolean
  /** The end of what it wrote for people: its log, and what of its output was not MCP. */
  lastWords(): string
}

const WINDOWS = process.platform === 'win32'
// Time to end by itself once nobody listens any more, and again after it was asked to.
const GRACE_MS = 500
// Some servers log to the stream that MCP has; a program that does little else is no server.
const MOST_STRANGE_LINES = 1000
const KEPT = 2000

/** The process starts with the transport and ends with it. `onLog` is told each line of its log. */
export function serverProcess(program: StartedProgram, { onLog }: { onLog: (line: string) => void }): ServerProcess {
  const buffer = new ReadBuffer()
  let child: ChildProcess | null = null
  let guard: Guard | null = null
  let closing = false
  let ending: Promise<void> | null = null
  let gone = false
  let told: (how: string) => void = () => {}
  const how = new Promise<string>((resolve) => {
    told = resolve
  })
  let spoke = false
  let strange = 0
  let words = ''
  const remember = (text: string) => {
    words = `${words}${text}`.slice(-KEPT)
  }

  function read(chunk: Buffer): void {
    try {
      buffer.append(chunk)
    } catch (error) {
      // A line of ten megabytes.
      remember(`\n${error instanceof Error ? error.message : String(error)}`)
      return void transport.close()
    }
    for (;;) {
      try {
        const message = buffer.readMessage()
        if (message === null) return
        spoke = true
        transport.onmessage?.(message)
      } catch {
        if (++strange > MOST_STRANGE_LINES) return void transport.close()
      }
    }
  }

  const transport: Transport = {
    start: () =>
      new Promise((resolve, reject) => {
        const { command, args, env, cwd } = program
        // On Windows npx and its like are batch files, which only the command processor runs.
        const [file, given] = WINDOWS ? ['cmd.exe', ['/d', '/s', '/c', command, ...args]] : [command, args]
        guard = startGuard()
        const started = spawn(file, given, {
          cwd,
          env: { ...needed(), ...env, ...guard.env },
          stdio: ['pipe', 'pipe', 'pipe'],
          detached: !WINDOWS,
          windowsHide: true
        })
        child = started
        if (started.pid) guard.watch(started.pid)
        started.on('spawn', resolve).on('error', reject)
        // It may be gone before it has read everything.
        started.stdin.on('error', () => {
          gone = true
        })
        started.stdout.on('data', (chunk: Buffer) => {
          read(chunk)
          if (!spoke) remember(chunk.toString('utf8'))
        })
        let rest = ''
        started.stderr.setEncoding('utf8').on('data', (text: string) => {
          remember(text)
          const lines = `${rest}${text}`.split(/\r?\n|\r/)
          rest = (lines.pop() ?? '').slice(-KEPT)
          for (const line of lines) if (line.trim()) onLog(line.trim())
        })
        started.on('close', (code, signal) => {
          if (!closing) told(signal ? `signal ${signal}` : `exit code ${code}`)
          transport.onclose?.()
        })
      }),
    send: (message) =>
      new Promise((resolve, reject) => {
        if (!child?.stdin?.writable) return reject(new Error('The server has exited.'))
        child.stdin.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()))
      }),
    // The client closes it too, without waiting: whoever comes second waits for the same end.
    close: () => (ending ??= end())
  }

  async function end(): Promise<void> {
    closing = !gone
    const started = child
    child = null
    if (!started?.pid) return guard?.end()
    const over = new Promise<void>((resolve) => {
      if (started.exitCode !== null || started.signalCode !== null) resolve()
      else started.once('exit', () => resolve())
    })
    started.stdin?.end()
    await Promise.race([over, sleep(GRACE_MS)])
    signalGroup(started.pid, 'SIGTERM')
    await Promise.race([over, sleep(GRACE_MS)])
    // Whatever it started and left behind goes too.
    signalGroup(started.pid, 'SIGKILL')
    await guard?.end()
    await Promise.race([over, sleep(GRACE_MS)])
    for (const stream of [started.stdout, started.stderr]) stream?.destroy()
  }
  return {
    transport,
    // A write can fail a moment before the exit code is known, so this waits for the code for half a second.
    ended: () => (closing ? Promise.resolve(null) : Promise.race([how, sleep(GRACE_MS, null)])),
    spoke: () => spoke,
    lastWords: () =>
      words
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
        .slice(-3)
        .join('; ')
        .slice(-400)
  }
}

// How this machine reaches the network and where it keeps temporary files: without them no server can be fetched in many offices.
const NETWORK =
  /^(https?_proxy|no_proxy|all_proxy|node_extra_ca_certs|ssl_cert_(file|dir)|npm_config_(registry|cafile|cache|userconfig))$/i
const PLACES = /^(lang|lc_\w+|tmpdir|xdg_\w+_home)$/i

/** The variables that a program needs to run at all. What else Orrery runs with, keys among it, is nobody's business. */
function needed(): Record<string, string> {
  const more = Object.entries(process.env).filter(([name]) => NETWORK.test(name) || PLACES.test(name))
  const given = more.flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]))
  return { ...getDefaultEnvironment(), ...Object.fromEntries(given) }
}

function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (WINDOWS) {
    if (signal === 'SIGKILL')
      spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true })
    return
  }
  try {
    process.kill(-pid, signal)
  } catch {
    // Nobody of the group is left.
  }
}
