// Which failures end one job and which end the run.
import type { ErrorCode } from '../../../core/errors.ts'

// A server that is down fails every job at once; after this many in a row nobody gains by going on.
export const GIVE_UP_AFTER = 5

const OWN = new Set<ErrorCode>(['no-output', 'context-full', 'not-recorded'])

/** Failures of the engine, which say nothing about the job: they are tried again when the run is resumed. */
export function isEngines(code: ErrorCode): boolean {
  return code === 'engine-crashed' || code === 'engine-failed'
}

/** Whether other jobs may succeed after this failure. */
export function endsOnlyItsJob(code: ErrorCode): boolean {
  return isEngines(code) || OWN.has(code)
}
