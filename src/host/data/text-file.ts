// Text files that people give or may edit, in whichever encoding their program saved them.
import { readFileSync } from 'node:fs'
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
