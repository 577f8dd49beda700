// What the fields of a page come to: its title, date and text, without what was only noted.

import { bareAddress, dateIn } from '../fiction/address.ts'
import { type PageFields, unquoted } from './fields.ts'
import { factsTold, isNote, partsOf, withoutNotes } from './notes.ts'
import type { StatedPage } from './page.ts'

/** A page whose title, text and snippet are what the world states, without notes. */
export function finished(fields: PageFields, facts: readonly string[]): StatedPage {
  const address = fields.address ?? ''
  const description = fields.note ?? ''
  const written = withoutNotes(fields.text ?? '').trim()
  const plain = partsOf(description)
    .filter((part) => !isNote(part))
    .map((part) => withoutNotes(part).trim())
    .filter(Boolean)
  const isText = /[.!?]$/.test(description.trim()) && /^["“A-Z0-9]/.test(description)
  const said = isText ? withoutNotes(description).trim() : capital(plain.join(', '))
  const { title: heading, body, date } = headed(written, fields)
  const title =
    unquoted(withoutNotes(fields.title ?? '').trim()) ||
    heading ||
    (!isText && said.length > 0 && said.length <= 80 ? said : '') ||
    titleOf(address)
  const told = body || fields.text !== undefined ? [] : isText ? [] : factsTold(description, facts)
  const text =
    body ||
    [said === title && told.length ? '' : stopped(said), ...told].filter(Boolean).join(told.length > 3 ? '\n\n' : ' ')
  return {
    address,
    title,
    date: /^n\/?a$|^none$/i.test(fields.date ?? '') ? '' : (fields.date ?? date),
    snippet: withoutNotes(fields.snippet ?? '').trim(),
    text: text || withoutNotes(fields.snippet ?? '').trim()
  }
}

/** The title and date that a text begins with, and the rest of it. */
function headed(text: string, { title, date }: PageFields): { title: string; body: string; date: string } {
  const lines = text.split('\n')
  let heading = /^#{1,2} (.+)$/.exec(lines[0] ?? '')?.[1] ?? ''
  const bare = (lines[0] ?? '').trim()
  if (
    !heading &&
    title === undefined &&
    lines.length > 1 &&
    bare.length < 100 &&
    bare &&
    !/[.!?:|]$/.test(bare) &&
    !/^[-*|>\d]/.test(bare)
  )
    heading = bare
  if (heading) lines.shift()
  while (lines.length && lines[0]?.trim() === '') lines.shift()
  const first = lines[0]?.trim() ?? ''
  const found = dateIn(first)
  const alone = found !== null && date === undefined && first.length < found.shown.length + 14
  if (alone) lines.shift()
  return { title: heading.trim(), body: lines.join('\n').trim(), date: alone ? found.shown : '' }
}

function titleOf(address: string): string {
  const last = bareAddress(address).split('/').at(-1) ?? ''
  const words = last
    .replace(/\.(?:html?|md|txt)$/i, '')
    .split(/[-_+]|%20/)
    .join(' ')
    .trim()
  return capital(words) || address
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const stopped = (text: string): string => (!text || /[.!?]$/.test(text) ? text : `${text}.`)
