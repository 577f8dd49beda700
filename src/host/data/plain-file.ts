// Files that people name: read only where they are files, and not too large.
import { readFileSync } from 'node:fs'
import { OrreryError } from '../../core/errors.ts'
import { explain } from './disk-errors.ts'
import { oddness } from './regular-file.ts'

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
      throw new OrreryError('not-found', `There is no file "${file}".`)
    }
    throw explain(error, file)
  }
}
