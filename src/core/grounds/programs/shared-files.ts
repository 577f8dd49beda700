// One tree of files for a program and a machine: what of the program's the machine has to be brought, and how bytes are texts.
import type { StateChange } from '../../tree/ground.ts'
import type { SharedFiles } from '../../tree/ports.ts'

/** How the text of a file begins whose bytes are no UTF-8; base64 follows. */
export const BYTES = 'data:application/octet-stream;base64,'

type Files = Readonly<Record<string, string>>

// What is larger, hidden or oddly named stays where it was made.
const MOST_LENGTH = 256 * 1024
const NAMED = /^[^/\\\p{Cc}.][^/\\\p{Cc}]{0,200}$/u

/** Those that a machine can have too: no hidden ones, none that leads out of the folder. */
export function sharable(files: Files): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).filter(
      ([path, text]) => text.length <= MOST_LENGTH && path.split('/').every((part) => NAMED.test(part))
    )
  )
}

/** @param had what the machine holds of them */
export function sharing(home: string, files: Files, had: Files): SharedFiles {
  const brought: StateChange[] = []
  for (const path of Object.keys(had))
    if (!Object.hasOwn(files, path)) brought.push({ do: 'remove', path: `${home}/${path}` })
  for (const [path, text] of Object.entries(files)) {
    if (Object.hasOwn(had, path) && had[path] === text) continue
    const at = { do: 'write' as const, path: `${home}/${path}` }
    brought.push(
      text.startsWith(BYTES)
        ? { ...at, content: text.slice(BYTES.length), encoding: 'base64' }
        : { ...at, content: text }
    )
  }
  return { home, files, brought }
}
