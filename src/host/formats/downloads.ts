// Exports that a window fetches with GET: each is offered under a ticket that works once.
import { randomBytes } from 'node:crypto'
import type { Download } from '../../core/contract/index.ts'
import { OrreryError } from '../../core/errors.ts'

export interface Downloads {
  /**
   * Offers a file under a new ticket. `fetched` ends when its last byte was taken.
   * @throws (`fetched`) OrreryError cancelled when nobody came for it or whoever did left early; what making it failed with
   */
  offer(file: Download, options: { signal: AbortSignal }): { ticket: string; fetched: Promise<void> }
  take(ticket: string): Download | null
}

// The window fetches at once; after this it never will.
const WAIT_MS = 60_000

export function createDownloads({ wait = WAIT_MS }: { wait?: number } = {}): Downloads {
  const offered = new Map<string, () => Download>()
  return {
    offer({ name, mediaType, bytes }, { signal }) {
      const ticket = randomBytes(24).toString('base64url')
      const fetched = new Promise<void>((resolve, reject) => {
        const giveUp = (words: string) => () => {
          clearTimeout(late)
          offered.delete(ticket)
          reject(new OrreryError('cancelled', words))
        }
        const late = setTimeout(giveUp('The download did not start. Try again.'), wait)
        signal.addEventListener('abort', giveUp('The export was cancelled.'))
        async function* watched(): AsyncGenerator<Uint8Array> {
          let whole = false
          try {
            yield* bytes
            whole = true
          } catch (error) {
            reject(error)
            throw error
          } finally {
            if (whole) resolve()
            else reject(new OrreryError('cancelled', 'The download was stopped before it finished.'))
          }
        }
        offered.set(ticket, () => {
          clearTimeout(late)
          return { name, mediaType, bytes: watched() }
        })
      })
      // Whoever offered looks at it later; until then it is no unhandled failure.
      fetched.catch(() => {})
      return { ticket, fetched }
    },
    take(ticket) {
      const taken = offered.get(ticket)
      offered.delete(ticket)
      return taken?.() ?? null
    }
  }
}

/** Headers under which a browser saves the file instead of showing it. */
export function downloadHeaders({ name, mediaType }: Download): Record<string, string> {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  return {
    'content-type': mediaType,
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff'
  }
}

/** The bytes as the web's own streams have them: read no faster than they are taken. */
export function webStream({ bytes }: Download): ReadableStream<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await iterator.return?.()
    }
  })
}
