// A path may be anything: a pipe without a writer, an endless device, a folder, a link to itself, a terabyte.
import { lstatSync, type Stats, statSync } from 'node:fs'
import { OrreryError } from '../../core/errors.ts'

interface Wanted {
  kind?: 'file' | 'folder'
  /** Bytes. */
  most?: number
}

/**
 * Refuses what cannot be used as a file, or as a folder where one is wanted, before it is opened: opening a pipe would wait for ever.
 * A missing file is fine.
 * @throws OrreryError invalid-input
 */
export function checkPlain(path: string, wanted: Wanted = {}): void {
  const problem = oddness(path, wanted)
  if (problem) throw new OrreryError('invalid-input', `${problem} Move it away, then try again.`)
}

/** Why the file at `path` cannot be used, as a sentence; `null` if it can, or if it does not exist. */
export function oddness(path: string, { kind = 'file', most = Number.POSITIVE_INFINITY }: Wanted = {}): string | null {
  const found = lookAt(path)
  if (found === null) return null
  if (typeof found === 'string') return `"${path}" is ${found}, not a ${kind}.`
  if (kindOf(found) !== kind) return `"${path}" is a ${kindOf(found)}, not a ${kind}.`
  return kind === 'folder' || found.size <= most
    ? null
    : `"${path}" is too large (${megabytes(found.size)}, at most ${megabytes(most)}).`
}

/** Whether there is a file at `path`, and of no more than `most` bytes. */
export function isPlain(path: string, wanted: Wanted = {}): boolean {
  try {
    return lookAt(path) !== null && oddness(path, wanted) === null
  } catch {
    // Behind a folder that may not be entered, or is none.
    return false
  }
}

/** The file behind any links; a description if a link is broken; `null` if nothing exists. */
function lookAt(path: string): Stats | string | null {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found) return found
    return lstatSync(path, { throwIfNoEntry: false }) ? 'a broken link' : null
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ELOOP') return 'a link to itself'
    throw error
  }
}

function kindOf(found: Stats): string {
  if (found.isFile()) return 'file'
  if (found.isDirectory()) return 'folder'
  if (found.isFIFO()) return 'pipe'
  return found.isSocket() ? 'socket' : 'device'
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6).toLocaleString('en-US')} MB`
