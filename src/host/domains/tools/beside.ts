// The files that an OpenAPI document on this machine refers to: those in its own folder and below.
import { realpath } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { isPlain } from '../../data/regular-file.ts'
import { readTextIn } from '../../data/text-file.ts'
import type { ToolFiles } from './read.ts'
import { type Beside, referredFiles } from './references.ts'

// The contract's limits on what comes with a document.
const MOST_FILES = 500
const MOST_BYTES = 32_000_000

/** What the document at `file` refers to, directly or through other files. Nothing outside its folder is opened, not through links either. */
export async function besides(file: string, text: string): Promise<ToolFiles> {
  const name = basename(file)
  // Only documents refer to anything.
  if (!text.includes('$ref')) return { name, files: [] }
  const folder = await realpath(dirname(file))
  const files = new Map<string, Beside | null>([[name, null]])
  const waiting = [{ path: name, text }]
  for (let next = waiting.shift(); next && files.size < MOST_FILES; next = waiting.shift()) {
    for (const path of referredFiles(next.text, next.path)) {
      if (files.has(path) || files.size >= MOST_FILES) continue
      const found = await read(folder, path)
      files.set(path, found)
      if (found) waiting.push(found)
    }
  }
  return { name, files: [...files.values()].filter((one) => one !== null) }
}

async function read(folder: string, path: string): Promise<Beside | null> {
  const at = join(folder, path)
  if (!isPlain(at, { most: MOST_BYTES })) return null
  const inside = relative(folder, await realpath(at))
  if (inside.startsWith('..') || inside === '') return null
  return { path, text: await readTextIn(at) }
}
