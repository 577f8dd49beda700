// The files of a zip that anybody may have made: what it holds is counted while it unpacks, whatever it says of itself.
import { zstdDecompressSync } from 'node:zlib'
import { Unzip, type UnzipDecoder, UnzipInflate } from 'fflate'

interface Packed {
  name: string
  content: Buffer
}

// Deflate packs to a thousandth at best: so much more than allowed is unpacked at most before it is noticed.
const PIECE = 1 << 14
const MOST_FILES = 10_000

/** Why a zip is not unpacked, as the end of "The zip …". */
export class ZipError extends Error {}

/** @param most bytes of all files together @throws ZipError */
export function unzipped(bytes: Uint8Array, most: number): Packed[] {
  const found: Packed[] = []
  let [size, files] = [0, 0]
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
      if (final) found.push({ name: file.name, content: Buffer.concat(pieces) })
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  unzip.register(Zstd)
  try {
    for (let at = 0; at < bytes.length; at += PIECE)
      unzip.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length)
  } catch (cause) {
    if (cause instanceof ZipError) throw cause
    throw new ZipError('cannot be unpacked', { cause })
  }
  if (!found.length) throw new ZipError('cannot be unpacked, or is empty')
  return found
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
