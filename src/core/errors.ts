// The one error type that crosses Orrery's boundaries, with its closed set of codes.

/**
 * Every way an operation can fail. A code decides what a front door answers (exit code, HTTP status) and what the
 * window offers; the message tells a person what happened, what was expected and what to do.
 */
export const CODES = [
  'invalid-input', // the request or an action does not fit its schema
  'not-found', // a session, step, branch, model or call that does not exist
  'conflict', // the branch moved meanwhile; an id that is taken
  'busy', // a step is already in flight on this branch; another process holds the database
  'overloaded', // more wait already than may; nothing was done, and `retryAfter` says when to ask again
  'cancelled', // the caller stopped it
  'no-model', // nothing is loaded that could predict
  'not-recorded', // the replay engine holds no answer for this action here
  'no-output', // the model ended its turn without an observation
  'context-full', // prompt and answer do not fit the context
  'engine-crashed', // the engine process died
  'engine-failed', // the engine answered with an error
  'model-broken', // not a readable GGUF file
  'model-too-big', // does not fit memory
  'download-failed', // network, size or checksum
  'server-failed', // a tool server that could not be reached, died, or is none
  'disk-full', // no space left to write
  'database-corrupt', // the file was set aside
  'forbidden', // wrong host or origin; a file Orrery may not write
  'wrong-token', // no token, or not this host's: the host may have been started again
  'disconnected', // the window lost the host behind it
  'internal' // a bug
] as const
export type ErrorCode = (typeof CODES)[number]

/** What is said of a turn without an observation. */
export const NO_OUTPUT = 'No output: the model ended its turn without an observation. Try again, or regenerate.'

/** A failed operation. `message` is written for the person who sees it. */
export class OrreryError extends Error {
  readonly code: ErrorCode
  /** Seconds until it is worth asking again; only of what is `overloaded`. */
  readonly retryAfter: number | undefined
  constructor(code: ErrorCode, message: string, options: { cause?: unknown; retryAfter?: number } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.name = 'OrreryError'
    this.code = code
    this.retryAfter = options.retryAfter
  }
}

/** The form an error takes on the wire: `{ code, message }`. Anything that is neither an OrreryError nor a refusal of the disk is `internal`. */
export function toWire(error: unknown): { code: ErrorCode; message: string } {
  if (error instanceof OrreryError) return { code: error.code, message: error.message }
  const message = error instanceof Error ? error.message : String(error)
  const refused = error instanceof Error && 'code' in error ? refusedByDisk(String(error.code)) : null
  if (refused) return { code: refused.code, message: `${refused.says} What was saved before is safe. (${message})` }
  return { code: 'internal', message: `Orrery hit a bug: ${message}` }
}

/** What the operating system's name of a refusal means wherever nothing more is known of it. */
function refusedByDisk(name: string): { code: ErrorCode; says: string } | null {
  if (/^(ENOSPC|EDQUOT)$/.test(name))
    return {
      code: 'disk-full',
      says: 'The disk is full. Free space on it (unused models are the largest files Orrery keeps), then try again.'
    }
  if (/^(EACCES|EPERM|EROFS)$/.test(name))
    return { code: 'forbidden', says: 'The system refuses access to a file. Change its permissions, then try again.' }
  return null
}
