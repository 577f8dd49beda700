// What is made once of an image's files: the disk, unpacked, and the snapshot that machines start from. Both are kept in the data folder under
// the hash of everything they depend on, so that a state is never put on another machine.
import { createHash, hash as hashOf } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync
} from 'node:fs'
import { copyFile, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { constants, createZstdCompress, createZstdDecompress, zstdDecompress } from 'node:zlib'
import { OrreryError } from '../../../core/errors.ts'
import { openKept } from './kept.ts'
import { type MachineOptions, makeSnapshot } from './machine.ts'
import { packSnapshot, unpackSnapshot } from './packed.ts'

/** What an image consists of, beside the disk. */
const PARTS = ['bios.bin', 'vgabios.bin', 'kernel']
const DISK = 'disk.img'
const SNAPSHOT = 'base.snap'
/** The snapshot as it is shipped (`packed.ts`). */
const PACKED = 'snapshot'
const WARM_UP = 'warm-up.txt'
const SUMS = 'SHA256SUMS'
/** Files are shipped compressed with zstd over windows of 128 MB. */
const WINDOW_LOG = 27
const packedName = (name: string): string => `${name}.zst`
// Raise it when the snapshot or the states change their form.
const FORM = 4

const unzstd = promisify(zstdDecompress)

export type OnProgress = (what: string, done: number, total: number) => void

interface Preparing {
  signal?: AbortSignal | undefined
  onProgress?: OnProgress | undefined
}

const hashes = new Map<string, { changed: string; hash: string }>()

/** The hash of an image with the emulator that runs it; `null` when `folder` holds no image. */
export function imageHash(folder: string): string | null {
  const has = (name: string): boolean => existsSync(join(folder, name))
  if (!(has(DISK) || has(packedName(DISK))) || ![...PARTS, SUMS].every(has)) return null
  // The disk is large: `SUMS` has its hash, written when it was made.
  const parts = [...PARTS, WARM_UP, SUMS].map((name) => ({
    name,
    stat: statSync(join(folder, name), { throwIfNoEntry: false })
  }))
  const changed = parts.map(({ stat }) => `${stat?.mtimeMs} ${stat?.size}`).join(', ')
  const known = hashes.get(folder)
  if (known?.changed === changed) return known.hash
  const whole = createHash('sha256').update(`form ${FORM}\n`)
  for (const { name, stat } of parts) whole.update(`${name}\n`).update(stat ? readFileSync(join(folder, name)) : '')
  const hash = whole.update(readFileSync(emulatorWasm())).digest('hex').slice(0, 16)
  hashes.set(folder, { changed, hash })
  return hash
}

/** v86's module, where npm put it. */
function emulatorWasm(): string {
  return fileURLToPath(new URL('v86.wasm', import.meta.resolve('v86')))
}

/**
 * What a machine needs, made where it is missing: disk and snapshot in `cache`, which several data folders may share, states in `data`.
 * @throws OrreryError not-found when `folder` holds no image, or a damaged one
 */
export async function prepare(
  { folder, data, cache = data, most }: { folder: string; data: string; cache?: string | undefined; most: number },
  preparing: Preparing = {}
): Promise<MachineOptions & { hash: string; path: string; kept: ReturnType<typeof openKept> }> {
  const hash = imageHash(folder)
  if (hash === null) {
    throw new OrreryError('not-found', `There is no machine image in "${folder}". Build one: orrery machine build.`)
  }
  const own = join(cache, hash)
  for (const one of [own, join(data, hash)]) mkdirSync(one, { recursive: true, mode: 0o700 })
  const options = { folder: own, wasm: emulatorWasm() }
  for (const name of PARTS.filter((name) => !existsSync(join(own, name)))) {
    const unfinished = join(own, `${name}.${process.pid}`)
    await copyFile(join(folder, name), unfinished)
    renameSync(unfinished, join(own, name))
  }
  const path = join(own, SNAPSHOT)
  const isPacked = !existsSync(path) && existsSync(join(folder, packedName(PACKED)))
  const [packed] = await Promise.all([
    isPacked ? unpackedIn(folder, PACKED) : null,
    existsSync(join(own, DISK)) || bring(DISK, { folder, own }, 'Unpacking the disk', preparing)
  ])
  preparing.signal?.throwIfAborted()
  if (packed) {
    // Another process may do the same: each in a file of its own.
    const unfinished = `${path}.${process.pid}`
    try {
      unpackSnapshot({ packed, disk: join(own, DISK), to: unfinished })
      renameSync(unfinished, path)
    } finally {
      rmSync(unfinished, { force: true })
    }
  }
  if (!existsSync(path)) {
    // Whole, in an image that an older Orrery built.
    const isWhole = existsSync(join(folder, packedName(SNAPSHOT)))
    if (isWhole) await bring(SNAPSHOT, { folder, own }, 'Unpacking the snapshot', preparing)
    else await boot(folder, { ...options, path }, preparing)
  }
  return { ...options, hash, path, kept: openKept(join(data, hash, 'states.db'), { base: path, most }) }
}

/** Makes the snapshot, the same on every machine. */
async function boot(
  folder: string,
  options: MachineOptions & { path: string },
  { signal, onProgress }: Preparing
): Promise<void> {
  const warmUp = existsSync(join(folder, WARM_UP)) ? readFileSync(join(folder, WARM_UP), 'utf8') : ''
  await makeSnapshot({
    ...options,
    warmUp: warmUp.split('\n').filter((line) => line && !line.startsWith('#')),
    signal,
    onProgress: (done, total) => onProgress?.('Starting the machine for the first time', done, total)
  })
}

/** Packs the snapshot of a prepared image, to be shipped with it. @returns bytes */
export async function shipSnapshot({ folder, path }: { folder: string; path: string }): Promise<number> {
  const packed = packSnapshot(readFileSync(path), readFileSync(join(dirname(path), DISK)))
  const to = join(folder, packedName(PACKED))
  const params = {
    [constants.ZSTD_c_compressionLevel]: 19,
    [constants.ZSTD_c_windowLog]: WINDOW_LOG,
    [constants.ZSTD_c_checksumFlag]: 1
  }
  await pipeline(Readable.from([packed]), createZstdCompress({ params }), createWriteStream(to))
  return statSync(to).size
}

/** Puts `name` from the image's folder into our own, unpacked and compared with its hash. */
async function bring(
  name: string,
  { folder, own }: { folder: string; own: string },
  what: string,
  { signal, onProgress }: Preparing
): Promise<void> {
  const unfinished = join(own, `${name}.${process.pid}`)
  const packed = join(folder, packedName(name))
  const from = existsSync(packed) ? packed : join(folder, name)
  const total = statSync(from).size
  let done = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, then) {
      done += chunk.length
      onProgress?.(what, done, total)
      then(null, chunk)
    }
  })
  const sum = createHash('sha256')
  const check = new Transform({
    transform(chunk: Buffer, _encoding, then) {
      sum.update(chunk)
      then(null, chunk)
    }
  })
  const params = { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG }
  const unpack = from === packed ? [createZstdDecompress({ params, chunkSize: 1 << 20 })] : []
  const read = createReadStream(from, { highWaterMark: 1 << 20, signal })
  try {
    await pipeline([read, count, ...unpack, check, createWriteStream(unfinished, { mode: 0o600 })])
    const expected = sumsOf(folder).get(name)
    if (expected !== undefined && expected !== sum.digest('hex')) {
      throw new OrreryError('not-found', `The machine image is damaged: ${from} does not have the hash in ${SUMS}.`)
    }
    renameSync(unfinished, join(own, name))
  } catch (error) {
    if (!isOfZlib(error)) throw error
    throw new OrreryError('not-found', `The machine image is damaged: ${from} cannot be unpacked.`, { cause: error })
  } finally {
    rmSync(unfinished, { force: true })
  }
}

/** The bytes of a packed file, compared with its hash. */
async function unpackedIn(folder: string, name: string): Promise<Buffer> {
  const from = join(folder, packedName(name))
  const bytes = await unzstd(await readFile(from), { params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG } }).catch(
    (error: unknown) => {
      if (!isOfZlib(error)) throw error
      throw new OrreryError('not-found', `The machine image is damaged: ${from} cannot be unpacked.`, { cause: error })
    }
  )
  const expected = sumsOf(folder).get(name)
  if (expected === undefined || expected === hashOf('sha256', bytes)) return bytes
  throw new OrreryError('not-found', `The machine image is damaged: ${from} does not have the hash in ${SUMS}.`)
}

const isOfZlib = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(?:Z_|ZSTD_)/.test(String(error.code))

function sumsOf(folder: string): Map<string, string> {
  const lines = readFileSync(join(folder, SUMS), 'utf8').matchAll(/^([0-9a-f]{64}) [ *](.+)$/gm)
  return new Map([...lines].map(([, sum = '', name = '']) => [name, sum]))
}
