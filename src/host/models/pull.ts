// Models are downloaded: each by one at a time.
import type { StreamEvent } from '../../core/contract/index.ts'
import { OrreryError } from '../../core/errors.ts'
import { type DownloadOptions, download } from './download.ts'
import type { Finder } from './find.ts'
import { fileSize } from './gguf/parts.ts'
import type { Hashes } from './hashes.ts'
import type { Lists } from './list.ts'

export interface Pulls {
  /** Downloads a catalogue model. @throws OrreryError not-found, invalid-input, busy, cancelled, disk-full, download-failed */
  pull(id: string, options: { signal: AbortSignal }): AsyncGenerator<StreamEvent<'models.pull'>>
  /** Whether the model is being downloaded now. */
  isPulling(id: string): boolean
}

export function createPulls({
  finder: { find, unknown, missing },
  lists,
  hashes,
  downloading
}: {
  finder: Finder
  lists: Lists
  hashes: Hashes
  downloading: DownloadOptions
}): Pulls {
  const pulling = new Set<string>()
  return {
    isPulling: (id) => pulling.has(id),

    async *pull(id, { signal }) {
      const { entry, path } = await find(id)
      if (!entry) {
        if ((await fileSize(path)) === null) throw await unknown(id)
        throw new OrreryError(
          'invalid-input',
          `"${id}" is already on this machine. Use it with: orrery model use ${id}`
        )
      }
      if (pulling.has(id)) throw new OrreryError('busy', `"${id}" is already being downloaded.`)
      pulling.add(id)
      try {
        if ((await fileSize(path)) === null) {
          if (entry.bundled) throw missing(entry)
          const sha256 = yield* download(entry, path, { signal, ...downloading })
          await hashes.remember(path, sha256)
        }
        yield { type: 'pulled', model: await lists.ofEntry(entry) }
      } finally {
        pulling.delete(id)
      }
    }
  }
}
