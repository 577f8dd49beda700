// What doors that speak plain JSON over HTTP have in common.
import type { IncomingMessage } from 'node:http'
import { readJson } from '../http-limits.ts'

// Larger than any action that is not a mistake, a file for a world and a prompt for a model included.
export const MOST_BYTES = 4 * 1024 * 1024

/** The body as JSON; `{}` where there is none. @throws OrreryError invalid-input */
export async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const { 'content-length': length = '0', 'transfer-encoding': chunked } = request.headers
  return length === '0' && chunked === undefined ? {} : readJson(request, MOST_BYTES)
}

/** Where a protocol has no other place for it: whether the same seed and actions give the same world (`agent.world`). */
export const seededHeader = ({ seeded }: { seeded: boolean }) => ({ 'x-orrery-seeded': String(seeded) })

/** How a client names itself. */
export const clientOf = ({ headers }: IncomingMessage): string => (headers['user-agent'] ?? '').slice(0, 200)
