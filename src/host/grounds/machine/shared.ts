// Files that a world's machine shares with its program: found out after a turn by their hashes, and read where they differ.
import { createHash } from 'node:crypto'
import { BYTES } from '../../../core/grounds/programs/shared-files.ts'
import type { SharedFiles } from '../../../core/tree/ports.ts'
import { bytesIn } from '../emulator/files.ts'
import type { EmulatorJob, EmulatorResult } from '../emulator-client.ts'
import { quoted } from './quoted.ts'

// What is larger, hidden or named with a line break stays the machine's own, and so do files beyond this number, by name.
const MOST_FILES = 500
const MOST_BYTES = 256 * 1024

/** What of the shared folder is otherwise than `files` say, by path; `null` for a file that is gone. */
export async function filesFound(
  { home, files }: SharedFiles,
  work: (jobs: EmulatorJob[]) => Promise<EmulatorResult>
): Promise<Record<string, string | null>> {
  const [listed] = (await work([{ do: 'run', script: listing(home) }])).results
  const hashes = new Map<string, string>()
  for (const line of listed?.did === 'run' ? listed.output.split('\n') : []) {
    const [, hash, path] = /^([\da-f]{32}) {2}\.\/(.+)$/.exec(line) ?? []
    if (hash !== undefined && path !== undefined) hashes.set(path, hash)
  }
  const found: Record<string, string | null> = {}
  for (const path of Object.keys(files)) if (!hashes.has(path)) found[path] = null
  const differing = [...hashes].flatMap(([path, hash]) => (hash === hashOf(files[path]) ? [] : path))
  if (!differing.length) return found
  const { results } = await work(differing.map((path) => ({ do: 'read', path: `${home}/${path}` })))
  for (const [index, path] of differing.entries()) {
    const bytes = bytesIn(results[index])
    if (bytes) found[path] = textOfBytes(bytes)
  }
  return found
}

const hashOf = (text: string | undefined): string | null =>
  text === undefined ? null : createHash('md5').update(bytesOf(text)).digest('hex')

/** `hash  ./path` a line, in the order of the paths' bytes. */
const listing = (home: string): string =>
  `cd -- ${quoted(home)} 2>/dev/null || exit 0
find . -mindepth 1 -name '.*' -prune -o -type f -size -${MOST_BYTES / 1024 + 1}k ! -name '*[\\\\
]*' -print0 | LC_ALL=C sort -z | head -z -n ${MOST_FILES} | xargs -0r md5sum\n`

/** The text of a file, or its bytes in base64 where they are no UTF-8. */
function textOfBytes(bytes: Buffer): string {
  const text = bytes.toString()
  return Buffer.from(text).equals(bytes) ? text : `${BYTES}${bytes.toString('base64')}`
}

function bytesOf(text: string): Buffer {
  return text.startsWith(BYTES) ? Buffer.from(text.slice(BYTES.length), 'base64') : Buffer.from(text)
}
