// What is made once of an image's files: the disk, unpacked, and the snapshot that machines start from. Both are kept in the data folder under
// the hash of everything they depend on, so that a state is never put on another machine.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { constants, createZstdDecompress } from 'node:zlib'
import { OrreryError } from '../../../core/errors.ts'
import { openKept } from './kept.ts'
import { type MachineOptions, makeSnapshot } from './machine.ts'

/** The disk as it is shipped. */
export const PACKED_DISK = 'disk.img.zst'
/** What an image consists of, beside the disk. */
const PARTS = ['bios.bin', 'vgabios.bin', 'kernel']
const WARM_UP = 'warm-up.txt'
// Raise it when the snapshot or the states change their form.
const FORM = 1

export type OnProgress = (what: string, done: number, total: number) => void

/** The hash of an image with the emulator that runs it; `null` when `folder` holds no image. */
export function imageHash(folder: string): string | null {
  const disk = [PACKED_DISK, 'disk.img'].find((name) => existsSync(join(folder, name)))
  if (!disk || !PARTS.every((name) => existsSync(join(folder, name)))) return null
  const hash = createHash('sha256').update(`form ${FORM}\n`)
  // The disk itself is large: its hash was written when it was made.
  for (const name of [...PARTS, WARM_UP, 'SHA256SUMS']) {
    const path = join(folder, name)
    hash.update(`${name}\n`).update(existsSync(path) ? readFileSync(path) : '')
  }
  return hash.update(readFileSync(emulatorWasm())).digest('hex').slice(0, 16)
}

/** v86's module, where npm put it. */
export function emulatorWasm(): string {
  return fileURLToPath(new URL('v86.wasm', import.meta.resolve('v86')))
}

/** What a machine needs, made where it is missing. @throws OrreryError not-found when `folder` holds no image, disk-full */
export async function prepare(
  { folder, data, most }: { folder: string; data: string; most: number },
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: OnProgress }
): Promise<MachineOptions & { hash: string; path: string; kept: ReturnType<typeof openKept> }> {
  const hash = imageHash(folder)
  if (hash === null) {
    throw new OrreryError('not-found', `There is no machine image in "${folder}". Build one: orrery machine build.`)
  }
  const own = join(data, hash)
  mkdirSync(own, { recursive: true, mode: 0o700 })
  const options = { folder: own, wasm: emulatorWasm() }
  for (const name of PARTS) if (!existsSync(join(own, name))) await copyFile(join(folder, name), join(own, name))
  const disk = join(own, 'disk.img')
  if (!existsSync(disk)) await unpack(folder, disk, { signal, onProgress })
  const path = join(own, 'base.snap')
  if (!existsSync(path)) {
    const warmUp = existsSync(join(folder, WARM_UP)) ? readFileSync(join(folder, WARM_UP), 'utf8') : ''
    await makeSnapshot({
      ...options,
      path,
      warmUp: warmUp.split('\n').filter((line) => line && !line.startsWith('#')),
      signal,
      onProgress: (done, total) => onProgress?.('Starting the machine for the first time', done, total)
    })
  }
  return { ...options, hash, path, kept: openKept(join(own, 'states.db'), { most }) }
}

async function unpack(
  folder: string,
  to: string,
  { signal, onProgress }: { signal?: AbortSignal | undefined; onProgress?: OnProgress | undefined }
): Promise<void> {
  const unfinished = `${to}.${process.pid}`
  const packed = join(folder, PACKED_DISK)
  if (!existsSync(packed)) await copyFile(join(folder, 'disk.img'), unfinished)
  else {
    const total = statSync(packed).size
    let done = 0
    const count = new Transform({
      transform(chunk: Buffer, _encoding, then) {
        done += chunk.length
        onProgress?.('Unpacking the disk', done, total)
        then(null, chunk)
      }
    })
    await pipeline(
      createReadStream(packed, { highWaterMark: 1 << 20 }),
      count,
      createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 27 }, chunkSize: 1 << 20 }),
      createWriteStream(unfinished, { mode: 0o600 }),
      { signal }
    )
  }
  renameSync(unfinished, to)
}
