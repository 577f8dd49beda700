// Files that were sent to be looked at wait here under a ticket, until they are imported or given up: nobody sends them twice.
import { randomBytes } from 'node:crypto'
import { OrreryError } from '../../core/errors.ts'

export interface Tickets<Files> {
  /** @returns the ticket */
  hold(files: Files): string
  /** Hands them out, once. @throws OrreryError not-found */
  take(ticket: string): Files
  forget(ticket: string): void
}

// A person looks at a report for minutes; who comes back after lunch chooses the files again.
const WAIT_MINUTES = 30
// A window holds one; each may be hundreds of megabytes.
const MOST = 4

export function createWaiting<Files>({ minutes = WAIT_MINUTES, most = MOST } = {}): Tickets<Files> {
  const held = new Map<string, { files: Files; late: NodeJS.Timeout }>()
  function forget(ticket: string): void {
    clearTimeout(held.get(ticket)?.late)
    held.delete(ticket)
  }
  return {
    forget,
    hold(files) {
      const ticket = randomBytes(24).toString('base64url')
      // Nothing waits for this: the process may end before.
      held.set(ticket, { files, late: setTimeout(forget, minutes * 60_000, ticket).unref() })
      const [oldest] = held.keys()
      if (held.size > most && oldest !== undefined) forget(oldest)
      return ticket
    },
    take(ticket) {
      const found = held.get(ticket)
      forget(ticket)
      if (found) return found.files
      throw new OrreryError(
        'not-found',
        `The files of this import are not held any more: they wait ${minutes} minutes, and the last ${most} imports at most. Choose the files again.`
      )
    }
  }
}
