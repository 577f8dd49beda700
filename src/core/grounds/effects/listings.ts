// Files that a text shows, and what is left of it: sentences.

import { absolute } from '../../domains/shell/commands.ts'
import { commandOn } from './facts/prompt.ts'
import type { Block } from './form.ts'
import { FORMS } from './forms.ts'
import type { ShownFile } from './transcript.ts'

export interface Listings {
  /** In the order of the text; paths are absolute. */
  shown: ShownFile[]
  /** The lines that belong to no file: sentences. */
  prose: string[]
  /** What looks like a file or a listing and was not read: its line (from 1), and why. */
  unread: { line: number; why: string }[]
}

/** @param place where relative paths lie */
export function readListings(text: string, place: { cwd: string; home: string }): Listings {
  const lines = text.split('\n')
  const found: Listings = { shown: [], prose: [], unread: [] }
  for (let at = 0; at < lines.length; ) {
    const block = FORMS.reduce<Block | null>((read, form) => read ?? form(lines, at), null)
    if (block) {
      const before = found.shown.length
      const isTyped = commandOn(lines[at] ?? '') !== null
      for (const one of isTyped ? block.shown : inPlace(block.shown, place.cwd))
        found.shown.push({ ...one, path: absolute(one.path, place) })
      for (const { path, says } of found.shown.slice(before))
        if (says !== undefined) found.prose.push('', `${path} ${says}.`, '')
      for (const line of block.prose ?? []) found.prose.push(line)
      if (block.unread !== undefined) found.unread.push({ line: at + 1, why: block.unread })
      // A form that ends where it began would be read for ever.
      at = Math.max(block.next, at + 1)
    } else found.prose.push(lines[at++] ?? '')
  }
  return found
}

/** A tree of "app/" that is shown to somebody in ".../app" is of that folder. */
function inPlace(shown: readonly ShownFile[], cwd: string): readonly ShownFile[] {
  const own = `${cwd.split('/').at(-1)}/`
  const isOfIt = shown.length > 1 && shown.every(({ path, content }) => !content && `${path}/`.startsWith(own))
  return isOfIt
    ? shown.flatMap((one) => (`${one.path}/` === own ? [] : [{ ...one, path: one.path.slice(own.length) }]))
    : shown
}
