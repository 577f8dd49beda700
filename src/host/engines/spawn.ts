// How the llama engine gets its process: a small port, so that Node's fork and Electron's utility process look the same.
import { fork } from 'node:child_process'
import { join } from 'node:path'

/** A running engine process. */
export interface EnginePort {
  postMessage(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** `detail`: what is known of a violent end (the signal, the last words on stderr), when the kind of process tells. */
  onExit(listener: (code: number | null, detail?: string) => void): void
  kill(): void
}
export type SpawnEngine = () => EnginePort

/** Starts the process as a fork of this Node. It ends when this process does. `pid` is for looking at it from outside. */
export function forkEngine(): EnginePort & { pid: number | undefined } {
  return forkFile(join(import.meta.dirname, '..', 'engine-process', 'index.ts'))
}

/** The same for any file. This process may run under a debugger or a loader; the other gets `execArgv` only, and `env` beside the variables. */
export function forkFile(
  path: string,
  execArgv: string[] = [],
  env: Record<string, string> = {}
): EnginePort & { pid: number | undefined } {
  const child = fork(path, [], {
    execArgv,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc']
  })
  const said = lastWords(child.stderr)
  return {
    pid: child.pid,
    postMessage: (message) => {
      // `as`: what is posted is JSON by the protocol. Writing to a process that has just died fails; its exit tells more.
      if (child.connected) child.send(message as object, () => {})
    },
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => {
      child.on('error', (error) => listener(null, error.message))
      // `close`, not `exit`: by then stderr has been read to its end.
      child.on('close', (code, signal) =>
        listener(code, [signal && `signal ${signal}`, said()].filter(Boolean).join('; '))
      )
    },
    kill: () => child.kill('SIGKILL')
  }
}

// What a dying process says last is usually the reason; llama.cpp puts the failed check on one line.
const LAST_LINES = 3

/** Keeps the end of what a process writes to `stderr`, and gives it as one line. */
export function lastWords(stderr: NodeJS.ReadableStream | null): () => string {
  let said = ''
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-4000)
  })
  const lines = () => said.split('\n').map((line) => line.trim())
  return () => lines().filter(Boolean).slice(-LAST_LINES).join('; ')
}
