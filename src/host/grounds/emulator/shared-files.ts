// One tree of files for a program and a machine: which of them cross, and what became of them on either side, by their hashes.
import { createHash } from 'node:crypto'
import type { FileChanges, StateChange } from '../../../core/tree/ground.ts'
import type { SharedFiles } from '../../../core/tree/ports.ts'
import { bytesIn } from './files.ts'
import type { EmulatorJob, EmulatorResult } from './protocol.ts'
import { quoted } from './quoted.ts'

type Files = SharedFiles['files']

/** MD5 by path; `''` for a folder. */
type Sums = Readonly<Record<string, string>>

// How the text of a file begins whose bytes are no UTF-8; base64 follows.
const BYTES = 'data:application/octet-stream;base64,'

// What is larger, hidden or oddly named stays where it was made, and so do the machine's own files beyond this number, by name.
const MOST_FILES = 500
const MOST_BYTES = 256 * 1024
const NAMED = /^[^/\\\p{Cc}.][^/\\\p{Cc}]{0,200}$/u

const crosses = (path: string): boolean =>
  path
    .replace(/\/$/, '')
    .split('/')
    .every((part) => NAMED.test(part))

/** Those that both can have. */
export const sharable = (files: Files): Files =>
  Object.fromEntries(
    Object.entries(files).filter(([path, text]) => crosses(path) && bytesOf(text).length <= MOST_BYTES)
  )

export const sumsOf = (files: Files): Sums =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      path.endsWith('/') ? '' : createHash('md5').update(bytesOf(text)).digest('hex')
    ])
  )

/** What of `files` is otherwise than it was. */
export function changesSince(before: Sums, files: Files): FileChanges {
  const { made, gone } = between(before, sumsOf(files))
  return Object.fromEntries([...gone.map((path) => [path, null]), ...made.map((path) => [path, files[path]])])
}

/** The paths that differ. A folder in which something lies is as good as its place. */
function between(before: Sums, after: Sums): { made: string[]; gone: string[] } {
  const open = new Set<string>()
  for (const path of Object.keys(after))
    for (let at = path.indexOf('/'); at >= 0 && at < path.length - 1; at = path.indexOf('/', at + 1))
      open.add(path.slice(0, at + 1))
  return {
    made: Object.keys(after).filter((path) => before[path] !== after[path] && !open.has(path)),
    gone: Object.keys(before).filter((path) => !Object.hasOwn(after, path) && !open.has(path))
  }
}

/** What is done to the machine so that it has them too. */
export const effectsOf = (home: string, changes: FileChanges): StateChange[] =>
  Object.entries(changes).map(([path, text]): StateChange => {
    const at = `${home}/${path.replace(/\/$/, '')}`
    if (text === null) return { do: 'remove', path: at }
    if (path.endsWith('/')) return { do: 'mkdir', path: at }
    const isText = !text.startsWith(BYTES)
    return isText
      ? { do: 'write', path: at, content: text }
      : { do: 'write', path: at, content: text.slice(BYTES.length), encoding: 'base64' }
  })

/** What of the shared folder is otherwise than `files` say. */
export async function filesFound(
  { home, files }: Pick<SharedFiles, 'home' | 'files'>,
  work: (jobs: EmulatorJob[]) => Promise<EmulatorResult>
): Promise<FileChanges> {
  const [listed] = (await work([{ do: 'run', script: listing(home) }])).results
  const sums: [string, string][] = []
  for (const line of listed?.did === 'run' ? listed.output.split('\n') : []) {
    const [, sum = '', path = ''] = /^(\w*) {2}\.\/(.+)$/.exec(line) ?? []
    if (path && crosses(path)) sums.push([path, sum])
  }
  sums.sort(([a], [b]) => (a < b ? -1 : 1))
  const { made, gone } = between(sumsOf(files), Object.fromEntries(sums))
  let room = MOST_FILES - Object.keys(files).length
  const taken = made.filter((path) => Object.hasOwn(files, path) || room-- > 0)
  const read = taken.filter((path) => !path.endsWith('/'))
  const results = read.length ? (await work(read.map((path) => ({ do: 'read', path: `${home}/${path}` })))).results : []
  const texts = new Map(read.map((path, at) => [path, textOfBytes(bytesIn(results[at]))]))
  return Object.fromEntries([
    ...gone.map((path) => [path, null]),
    ...taken.flatMap((path) => {
      const text = path.endsWith('/') ? '' : texts.get(path)
      return text === undefined || text === null ? [] : [[path, text]]
    })
  ])
}

/** `hash  ./path` a line, and `  ./path/` for folders. */
const listing = (home: string): string => {
  const own = `find . -mindepth 1 \\( -name '.*' -o -name '*[\\\\
]*' \\) -prune -o`
  return `cd -- ${quoted(home)} 2>/dev/null || exit 0
${own} -type d -printf '  %p/\\n'
${own} -type f -size -${MOST_BYTES / 1024 + 1}k -exec md5sum {} +\n`
}

/** The text of a file, or its bytes in base64 where they are no UTF-8; `null` where there is none. */
function textOfBytes(bytes: Buffer | null): string | null {
  if (!bytes) return null
  const text = bytes.toString()
  return Buffer.from(text).equals(bytes) ? text : `${BYTES}${bytes.toString('base64')}`
}

function bytesOf(text: string): Buffer {
  return text.startsWith(BYTES) ? Buffer.from(text.slice(BYTES.length), 'base64') : Buffer.from(text)
}
