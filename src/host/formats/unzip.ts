// The files of a zip, unpacked in a thread of its own: the host goes on answering, and whoever cancels ends the thread.
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { OrreryError } from '../../core/errors.ts'
import type { FromUnzip, ToUnzip } from './unzip-worker.ts'

interface Packed {
  name: string
  content: Buffer
}

export interface Unzipping {
  /** Bytes of all files together that are allowed. */
  most: number
  signal: AbortSignal
  /** Told how much of the zip was read, from 0 to 1. */
  onProgress?(share: number): void
}

/** Why a zip is not unpacked, as the end of "The zip …". */
export class ZipError extends Error {}

// Each takes a core; an agent may send hundreds of zips at once.
const AT_ONCE = 2

/** @param bytes are given away: they may be empty afterwards @throws ZipError; OrreryError cancelled */
export async function unzipped(bytes: Uint8Array, { most, signal, onProgress }: Unzipping): Promise<Packed[]> {
  const leave = await turn()
  const size = bytes.length
  try {
    if (signal.aborted) throw cancelled()
    return await inThread({ bytes, most }, signal, (read) => onProgress?.(read / size))
  } finally {
    leave()
  }
}

async function inThread(asked: ToUnzip, signal: AbortSignal, onRead: (read: number) => void): Promise<Packed[]> {
  const found: Packed[] = []
  const { buffer, byteLength } = asked.bytes
  // What has its memory for itself is handed over without a copy.
  const moved = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
  const worker = new Worker(fileOfWorker(), { workerData: asked, transferList: moved })
  const ended = Promise.withResolvers<void>()
  const stop = () => ended.reject(cancelled())
  signal.addEventListener('abort', stop)
  worker.on('message', (told: FromUnzip) => {
    if (told.type === 'file') found.push({ name: told.name, content: Buffer.from(told.content.buffer) })
    else if (told.type === 'progress') onRead(told.read)
    else if (told.type === 'done') ended.resolve()
    else ended.reject(new ZipError(told.why))
  })
  worker.on('error', (cause) => ended.reject(new ZipError('cannot be unpacked', { cause })))
  try {
    await ended.promise
    return found
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

const cancelled = () => new OrreryError('cancelled', 'Unpacking was cancelled.')

let working = 0
const waiting: (() => void)[] = []

/** Waits for a turn. @returns what ends it */
async function turn(): Promise<() => void> {
  if (working < AT_ONCE) working++
  else await new Promise<void>((resolve) => waiting.push(resolve))
  return () => {
    const next = waiting.shift()
    if (next) next()
    else working--
  }
}

/** Beside this file, or beside the bundle that this file became part of. */
function fileOfWorker(): string {
  return join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? 'unzip-worker.ts' : 'unzip.js')
}
