// A process of our own as whoever started it sees it, so that a fork of this Node and a utility process of Electron look the same.
import { fork, type SerializationType } from 'node:child_process'

export interface ChildPort {
  /** What can be cloned, bytes as they are. */
  postMessage(message: unknown): void
  onMessage(listener: (message: unknown) => void): void
  /** `detail`: what is known of a violent end (the signal, the last words on stderr), when the kind of process tells. */
  onExit(listener: (code: number | null, detail?: string) => void): void
  kill(): void
}
export type Spawn = () => ChildPort
/** A fork: `pid` is for looking at it from outside. */
export type Fork = ChildPort & { pid: number | undefined }

/**
 * Starts a file of our own as a fork of this Node, which ends when this process does. This process may run under a debugger or a loader; the
 * other gets `execArgv` only, and `env` alone. `serialization`: `json` where the other side runs code that is not ours.
 */
export function forkFile(
  path: string,
  {
    execArgv = [],
    env = process.env,
    serialization = 'advanced'
  }: { execArgv?: string[]; env?: NodeJS.ProcessEnv; serialization?: SerializationType } = {}
): Fork {
  const child = fork(path, [], { execArgv, env, serialization, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const said = lastWords(child.stderr)
  return {
    pid: child.pid,
    postMessage: (message) => {
      // `as`: the protocols say what is posted. Writing to a process that has just died fails; its exit tells more.
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
