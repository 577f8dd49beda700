// The key of those who ask for the model itself: made once, kept in the data folder for its owner alone.
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OrreryError } from '../../core/errors.ts'
import { textIn } from '../data/text-file.ts'
import { same } from '../doors/invitations.ts'

export interface ModelKey {
  /** @throws OrreryError invalid-input when the file does not hold a key */
  get(): string
  /** @throws OrreryError forbidden, in the same time for every wrong one */
  check(given: string): void
}

export function createModelKey(home: string): ModelKey {
  const path = join(home, 'model.key')
  let known: string | null = null

  function get(): string {
    known ??= read(path) ?? made(path)
    return known
  }

  return {
    get,
    check(given) {
      if (same(given, get())) return
      throw new OrreryError(
        'forbidden',
        'This is not the key. Send the one that Orrery shows, as "Authorization: Bearer KEY".'
      )
    }
  }
}

const KEY = /^orrery-[\w-]{43}$/

function read(path: string): string | null {
  let text: string
  try {
    text = textIn(path).trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  if (KEY.test(text)) return text
  throw new OrreryError('invalid-input', `"${path}" does not hold Orrery's key. Delete it to have a new one made.`)
}

function made(path: string): string {
  const key = `orrery-${randomBytes(32).toString('base64url')}`
  try {
    writeFileSync(path, `${key}\n`, { mode: 0o600, flag: 'wx' })
    return key
  } catch (error) {
    // Another Orrery on the same data was first.
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return read(path) ?? key
    throw error
  }
}
