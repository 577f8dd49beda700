// Several files as one zip, packed while they are written.
import { Zip, ZipDeflate } from 'fflate/browser'
import { OrreryError } from '../../core/errors.ts'
import type { FilePart } from './parts.ts'

// The zip format counts in 32 bits; its extension for more is not written here.
const MOST = 2 ** 32 - 1
// Zips hold local times from 1980 on. Always the same one, so that the same export has the same bytes.
const TIME = new Date(1980, 0, 1)

/** @throws OrreryError invalid-input above 4 GB */
export async function* zipped(parts: AsyncIterable<FilePart>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  let failed: Error | null = null
  let [size, written] = [0, 0]
  const zip = new Zip((error, data) => {
    if (error) failed = error
    else ready.push(data)
  })
  function* taken(): Generator<Uint8Array> {
    if (failed) throw new OrreryError('internal', `The zip could not be packed: ${failed.message}`, { cause: failed })
    for (const data of ready) {
      written += data.length
      yield data
    }
    ready = []
    if (Math.max(size, written) > MOST) {
      const what = 'A zip holds at most 4 GB.'
      throw new OrreryError('invalid-input', `${what} Export fewer worlds at once, or to a folder with --out FOLDER.`)
    }
  }
  let file: ZipDeflate | null = null
  const end = () => file?.push(new Uint8Array(), true)
  for await (const part of parts) {
    if (part instanceof Uint8Array) {
      size += part.length
      file?.push(part)
    } else {
      end()
      size = 0
      file = new ZipDeflate(part.file, { level: 6 })
      file.mtime = TIME
      zip.add(file)
    }
    yield* taken()
  }
  end()
  zip.end()
  yield* taken()
}
