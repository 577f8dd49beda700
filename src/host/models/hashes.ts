// SHA-256 of model files, computed once per file: a file is the same while its path, size and time of change are.
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { checkPlain } from '../data/regular-file.ts'

const Known = z.record(z.string(), z.strictObject({ size: z.int(), changed: z.number(), sha256: z.string() }))
type Known = z.infer<typeof Known>

// A line a file: tens of thousands of them.
const MOST_BYTES = 16 * 2 ** 20

// What this process has hashed, whatever the data folder.
const hashed = new Map<string, Known[string]>()

/** Remembers hashes in the JSON file at `path`, a cache that may be deleted at any time. */
export function openHashes(path: string) {
  async function known(): Promise<Known> {
    try {
      checkPlain(path, { most: MOST_BYTES })
      return Known.parse(JSON.parse(await readFile(path, 'utf8')))
    } catch {
      return {} // Missing or malformed: a cache is simply filled again.
    }
  }

  async function remember(file: string, sha256: string): Promise<void> {
    const { size, mtimeMs } = await stat(file)
    const fresh = `${path}.${randomUUID()}.new`
    try {
      const next = { ...(await known()), [file]: { size, changed: mtimeMs, sha256 } }
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeFile(fresh, JSON.stringify(next, null, 2), { mode: 0o600 })
      await rename(fresh, path)
    } catch {
      // A full disk or a folder that may only be read: the hash is known now, and computed again next time.
      await rm(fresh, { force: true }).catch(() => {})
    }
  }

  return {
    remember,
    /** The hash of `file`, from memory when it has not changed since. Reading 20 GB takes around a minute. */
    async of(file: string, { signal }: { signal?: AbortSignal | undefined } = {}): Promise<string> {
      const { size, mtimeMs } = await stat(file)
      for (const entry of [(await known())[file], hashed.get(file)])
        if (entry?.size === size && entry.changed === mtimeMs) return entry.sha256
      const hash = createHash('sha256')
      for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20, signal })) hash.update(chunk)
      const sha256 = hash.digest('hex')
      hashed.set(file, { size, changed: mtimeMs, sha256 })
      await remember(file, sha256)
      return sha256
    }
  }
}

export type Hashes = ReturnType<typeof openHashes>
