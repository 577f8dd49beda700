// Waiting that can be given up.
import { OrreryError } from '../../core/errors.ts'

/** A promise with its ends outside. */
export interface Deferred<T> {
  promise: Promise<T>
  resolve(value: T): void
  reject(error: unknown): void
}

export function defer<T = void>(): Deferred<T> {
  return Promise.withResolvers<T>()
}

/** `promise`, or `cancelled` as soon as `signal` is aborted; what the promise stands for goes on. */
export async function raceAbort<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise
  if (signal.aborted) throw stopped()
  const aborted = defer<never>()
  const stop = () => aborted.reject(stopped())
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([promise, aborted.promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

export function stopped(): OrreryError {
  return new OrreryError('cancelled', 'The prediction was stopped.')
}
