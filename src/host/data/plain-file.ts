// Files that people name: read only where they are files, and not too large.
import { readFileSync } from 'node:fs'
import { OrreryError } from '../../core/errors.ts'
import { explain } from './disk-errors.ts'
import { oddness } from './regular-file.ts'

/** The error for a file that somebody named and that is not there. */
export const noFile = (path: string, cause?: unknown): OrreryError =>
  new OrreryError('not-found', `There is no file "${path}". Check the path.`, { cause })

/**
 * @param most bytes
 * @throws OrreryError not-found; invalid-input for what is not a file or too large; forbidden
 */
export function bytesIn(file: string, most: number): Buffer {
  const odd = oddness(file, { most })
  if (odd) throw new OrreryError('invalid-input', odd)
  try {
    return readFileSync(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw noFile(file, error)
    }
    throw explain(error, file)
  }
}
