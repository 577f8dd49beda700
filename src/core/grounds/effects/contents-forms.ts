// What is in a folder on one line behind a label: "CONTENTS: run (executable), data/ (a.csv, b.csv), logs/ (empty), app.ini".

import type { FileForm } from './form.ts'
import { headingIn } from './heading.ts'
import { isSurely } from './name-forms.ts'
import type { ShownFile } from './transcript.ts'

const LABEL = /^(?:[-*•] )?(?:(?:directory |folder )?contents|files|entries|listing)(?: here)?: (?=\S)/i
const ITEM = /^`?(\w[\w@+./-]*|\.\w[\w@+./-]*)`?(?: \(([^()]*)\))?$/

/** `null` where one of the parts is no name. */
export const contentsIn: FileForm = (lines, at) => {
  const line = (lines[at] ?? '').trimEnd()
  const label = LABEL.exec(line)?.[0]
  if (label === undefined) return null
  const parts = partsOf(line.slice(label.length).replace(/\.$/, ''))
  const items = parts.map((part) => ITEM.exec(part.replace(/^and /, '')))
  const names = items.flatMap((item) => item?.[1] ?? [])
  if (parts.length < 2 || names.length < parts.length) return null
  // Names that might be words are names beside those that are certainly so.
  if (!names.some((name) => name.endsWith('/') || isSurely(name))) return null
  return { shown: items.flatMap((item) => entryOf(item?.[1] ?? '', item?.[2] ?? '')), next: at + 1 }
}

function entryOf(name: string, note: string): ShownFile[] {
  if (!name.endsWith('/'))
    return [
      { path: name, content: note === 'empty' ? '' : null, kind: 'file', ...(note !== '' && { says: `(${note})` }) }
    ]
  const path = name.slice(0, -1)
  if (note === 'empty') return [{ path, content: null, kind: 'folder', empty: true }]
  const inside = note.split(/, (?:and )?| and /)
  // "(3 files)" lists nothing.
  if (!inside.every((one) => headingIn(one.replace(/\/$/, '')) && (one.endsWith('/') || isSurely(one))))
    return [{ path, content: null, kind: 'folder' }]
  return [
    { path, content: null, kind: 'folder', listed: true },
    ...inside.map((one): ShownFile => {
      const isFolder = one.endsWith('/')
      return { path: `${name}${one.replace(/\/$/, '')}`, content: null, kind: isFolder ? 'folder' : 'file' }
    })
  ]
}

/** What commas divide that stand in no brackets. */
function partsOf(list: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < list.length; at++) {
    const char = list.charAt(at)
    if (char === '(') depth++
    else if (char === ')') depth--
    else if (char === ',' && depth === 0) {
      parts.push(list.slice(from, at).trim())
      from = at + 1
    }
  }
  return [...parts, list.slice(from).trim()]
}
