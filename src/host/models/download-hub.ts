// Model-hub downloads, with resume, through node-llama-cpp's downloader; it alone knows which server `hf:` stands for.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { stat, truncate } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { z } from 'zod'
import { proxyFor, proxyProblem } from '../network/proxy.ts'
import type { DownloadSource } from './catalogue.ts'
import { type DownloadTarget, readable } from './download.ts'
import { NoAnswer } from './transient.ts'
import { type DownloadProgress, watch } from './watch.ts'

// Unreachable should be known soon, so that the next source is tried; a first answer takes well under a second.
const REACH_MS = 12_000
// Files of approximate size are within a few percent of it.
const TOO_LARGE = 1.25

/** Writes the file of `source` to `target.part`, going on from where an earlier try stopped. */
export async function* fromHub(
  source: Extract<DownloadSource, { type: 'hf' }>,
  target: DownloadTarget
): AsyncGenerator<DownloadProgress> {
  const { part, patience, signal } = target
  await reach(source.uri, Math.min(REACH_MS, patience), signal)
  const { createModelDownloader } = await import('node-llama-cpp')
  const downloader = await orGiveUp(
    createModelDownloader({
      modelUri: source.uri,
      dirPath: dirname(part),
      fileName: basename(part),
      deleteTempFileOnCancel: false
    }),
    AbortSignal.any([signal, AbortSignal.timeout(patience)])
  )
  try {
    const count = async () => {
      const { downloadedSize, totalSize } = downloader
      const offered = Math.max(downloadedSize, totalSize || 0)
      // Sizes of the catalogue may be approximate. What is far larger is another file, and might fill the disk.
      if (offered > target.size * TOO_LARGE) {
        throw new Error(`the file on the hub has ${readable(offered)}; expected ${readable(target.size)}`)
      }
      return { done: downloadedSize, total: totalSize || null }
    }
    const work = downloader.download({ signal })
    yield* watch(work, count, { patience })
    signal.throwIfAborted()
  } finally {
    // Stops what still runs; what was written stays for the next try.
    await downloader.cancel({ deleteTempFile: false })
  }
  // The downloader keeps its progress behind the last byte of the file. It may write it once more after it has cut it off, so it is cut off here.
  const whole = downloader.totalSize
  if (whole && (await stat(part)).size > whole) await truncate(part, whole)
}

/**
 * Throws unless the hub answers at all. The downloader itself retries for twelve minutes and cannot be stopped while
 * it does, so a small file of the same repository is asked for first: any answer, even "not found", will do.
 */
async function reach(uri: string, wait: number, signal: AbortSignal): Promise<void> {
  const { readGgufFileInfo } = await import('node-llama-cpp')
  const limit = AbortSignal.timeout(wait)
  const [path = '', branch] = uri.split('#')
  const small = `${path.slice(0, path.lastIndexOf('/') + 1)}README.md${branch === undefined ? '' : `#${branch}`}`
  let origin = ''
  try {
    const asked = readGgufFileInfo(small, {
      logWarnings: false,
      fetchRetryOptions: { retries: 0 },
      signal: AbortSignal.any([signal, limit])
    })
    await watchOrigin(asked, (found) => {
      origin = found
    })
  } catch (cause) {
    signal.throwIfAborted()
    if (limit.aborted || cause instanceof TypeError) await blameProxy(origin, cause)
    const url = URL.parse(origin)
    const proxy = url && proxyFor(url)
    const hub = proxy ? `the model hub, asked through the proxy ${proxy},` : 'the model hub'
    if (limit.aborted) throw new NoAnswer(`${hub} did not respond within ${wait / 1000} seconds`, { cause })
    // fetch reports a network that does not carry it as TypeError; anything else means that there was an answer.
    if (cause instanceof TypeError) throw new Error(`${hub} cannot be reached`, { cause: cause.cause })
  }
}

/** @throws Error when the proxy that the hub at `origin` is asked through is why it does not answer */
async function blameProxy(origin: string, cause: unknown): Promise<void> {
  const url = URL.parse(origin)
  const problem = url && (await proxyProblem(url))
  if (!problem) return
  throw problem.passes ? new NoAnswer(problem.text, { cause }) : new Error(problem.text)
}

/** Does `work`, and remembers which server was asked for a README: the library knows where the hub is and tells nobody. */
async function watchOrigin<T>(work: Promise<T>, heard: (origin: string) => void): Promise<T> {
  const listen = (message: unknown) => {
    const { request } = Created.safeParse(message).data ?? {}
    if (request?.path.includes('README.md')) heard(String(request.origin))
  }
  subscribe(REQUEST, listen)
  return work.finally(() => unsubscribe(REQUEST, listen))
}

// As Node's fetch publishes each request (undici, DiagnosticsChannel).
const REQUEST = 'undici:request:create'
const Created = z.looseObject({ request: z.looseObject({ origin: z.unknown(), path: z.string() }) })

/** `work`, unless `signal` fires first: for work that cannot be stopped. */
function orGiveUp<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const abandoned = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work, abandoned])
}
