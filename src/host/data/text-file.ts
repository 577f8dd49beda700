// Text files that people give or may edit, in whichever encoding their program saved them.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { decodeText } from '../../core/text/decode.ts'

/** The text, without a byte order mark. @throws OrreryError invalid-input for UTF-16 without a mark; whatever node:fs throws */
export function textIn(path: string): string {
  return decodeText(readFileSync(path), `"${path}"`)
}

/** `textIn`, without holding anything up. */
export async function readTextIn(path: string): Promise<string> {
  return decodeText(await readFile(path), `"${path}"`)
}

/** Replaces the file in one go: others see the old text or the new one. Only its owner may read it. @throws whatever node:fs throws */
export function replaceFile(path: string, text: string | Uint8Array): void {
  const fresh = `${path}.${process.pid}.new`
  try {
    writeFileSync(fresh, text, { mode: 0o600, flush: true })
    renameSync(fresh, path)
  } catch (error) {
    rmSync(fresh, { force: true, recursive: true })
    throw error
  }
}
