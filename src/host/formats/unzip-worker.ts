// Unpacks a zip that anybody may have made, in a thread of its own: what it holds is counted while it unpacks, whatever it says of itself.
import { parentPort, workerData } from 'node:worker_threads'
import { zstdDecompressSync } from 'node:zlib'
import { Unzip, type UnzipDecoder, UnzipInflate } from 'fflate/browser'

/** What the thread is given. `most`: bytes of all files together. */
export interface ToUnzip {
  bytes: Uint8Array
  most: number
}

export type FromUnzip =
  | { type: 'file'; name: string; content: Uint8Array }
  /** Bytes of the zip that were read. */
  | { type: 'progress'; read: number }
  | { type: 'done' }
  /** As the end of "The zip …". */
  | { type: 'failed'; why: string }

// Deflate packs to a thousandth at best: so much more than allowed is unpacked at most before it is noticed.
const PIECE = 1 << 14
const MOST_FILES = 10_000
// Pieces between two words on how far it is: a quarter of a megabyte.
const TOLD_EACH = 16

class ZipError extends Error {}

const tell = (told: FromUnzip, moved: ArrayBuffer[] = []) => parentPort?.postMessage(told, moved)

function unpack({ bytes, most }: ToUnzip): void {
  try {
    const files = unpackInto(bytes, most)
    tell(files ? { type: 'done' } : { type: 'failed', why: 'cannot be unpacked, or is empty' })
  } catch (error) {
    tell({ type: 'failed', why: error instanceof ZipError ? error.message : 'cannot be unpacked' })
  }
}

/** @returns how many files there were @throws ZipError */
function unpackInto(bytes: Uint8Array, most: number): number {
  let [size, files, whole] = [0, 0, 0]
  class Zstd extends Zstandard {
    override most = most
  }
  const unzip = new Unzip((file) => {
    if (file.name.endsWith('/')) return
    if (++files > MOST_FILES) throw new ZipError(`holds more than ${MOST_FILES.toLocaleString('en-US')} files`)
    const pieces: Uint8Array[] = []
    file.ondata = (error, data, final) => {
      if (error) throw error
      size += data.length
      if (size > most) throw new ZipError(`holds more than ${most.toLocaleString('en-US')} bytes`)
      pieces.push(data)
      if (!final) return
      whole++
      const content = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
      let at = 0
      for (const piece of pieces) {
        content.set(piece, at)
        at += piece.length
      }
      tell({ type: 'file', name: file.name, content }, [content.buffer])
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  unzip.register(Zstd)
  for (let at = 0; at < bytes.length; at += PIECE) {
    unzip.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length)
    if ((at / PIECE) % TOLD_EACH === 0) tell({ type: 'progress', read: at })
  }
  return whole
}

/** Python's zips may be packed so, as those of Inspect are. */
class Zstandard implements UnzipDecoder {
  static compression = 93
  protected most = 0
  ondata: UnzipDecoder['ondata'] = () => {}
  private pieces: Uint8Array[] = []

  push(data: Uint8Array, final: boolean): void {
    this.pieces.push(data)
    if (final) this.ondata(null, zstdDecompressSync(Buffer.concat(this.pieces), { maxOutputLength: this.most }), true)
  }
}

// Last, when all classes are made. `as`: what `unzip.ts` gives.
unpack(workerData as ToUnzip)
