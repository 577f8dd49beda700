// Rows of a path with its rights, its owner and what it holds, set in columns by blanks: "/srv/app/run.sh   755 root:root   "echo up"".

import type { Block, FileForm } from './form.ts'
import { headingIn, isFile } from './heading.ts'
import { folderAbove } from './markup-forms.ts'
import type { ShownFile } from './transcript.ts'

const CELL = /"[^"\n]*"|`[^`\n]*`|\([^()\n]*\)|[^\s"`(]+(?: [^\s"`(]+)*|[^\s]+/g
const OCTAL = /^0?[0-7]{3,4}$/
const LETTERS = /^[-dl][rwxsStT-]{9}$/
const WHOSE = /^[a-z_][\w-]{0,31}:[a-z_][\w-]{0,31}$/
const FOLDER = /^\(?(?:(?:empty )?(?:dir|directory|folder)(?:, empty)?)\)?$/i

export const columnsIn: FileForm = (lines, at) => {
  const shown: ShownFile[] = []
  const above = folderAbove(lines, at)
  let next = at
  for (; next < lines.length; next++) {
    const row = rowIn(lines[next] ?? '')
    if (row === null) break
    shown.push(/^[/~]/.test(row.path) ? row : { ...row, path: above + row.path })
  }
  return shown.length > 0 ? ({ shown, next } satisfies Block) : null
}

/** `null` for a line that is no such row: one that has neither rights nor an owner. */
function rowIn(line: string): ShownFile | null {
  if (!/\S(?: {2,}|\t)\S/.test(line)) return null
  // Words that one blank joins are one cell, but for rights, which stand by themselves.
  const cells = line
    .trim()
    .replace(/^[-*•] /, '')
    .split(/\s{2,}|\t/)
    .flatMap((part) => part.match(CELL) ?? [])
    .flatMap((cell) => (/^(?:0?[0-7]{3,4}|[-dl][rwxsStT-]{9}) [a-z_][\w:-]*$/.test(cell) ? cell.split(' ') : [cell]))
  const at = cells.findIndex((cell) => isPath(cell.replaceAll('`', '')))
  const mode = cells.find((cell) => OCTAL.test(cell) || LETTERS.test(cell))
  const whose = cells.find((cell) => WHOSE.test(cell)) ?? (mode === undefined ? undefined : ownerIn(cells, mode))
  if (at < 0 || cells.length < 3 || (mode === undefined && whose === undefined)) return null
  const name = (cells[at] ?? '').replaceAll('`', '')
  const held = cells.slice(at + 1).find((cell) => /^["`].*["`]$/.test(cell))
  const isFolder = name.endsWith('/') || mode?.startsWith('d') === true || cells.some((cell) => FOLDER.test(cell))
  const isEmpty = cells.some((cell) => /^\(?empty(?: file)?\)?$/i.test(cell))
  const content = held === undefined ? (isEmpty && !isFolder ? '' : null) : textOf(held.slice(1, -1))
  const says = [
    ...(whose === undefined ? [] : [`is owned by ${whose}`]),
    ...(mode === undefined ? [] : [OCTAL.test(mode) ? `has mode ${mode}` : `is ${mode.replace(/^[dl]/, '-')}`])
  ].join(' and ')
  return { path: name.replace(/(?<=.)\/$/, ''), content, kind: isFolder ? 'folder' : 'file', says }
}

/** A name alone beside the rights. */
const ownerIn = (cells: readonly string[], mode: string): string | undefined => {
  const next = cells[cells.indexOf(mode) + 1] ?? ''
  return /^[a-z_][a-z0-9_-]{0,31}$/.test(next) && !FOLDER.test(next) && !/^(?:file|link|empty)$/.test(next)
    ? next
    : undefined
}

const isPath = (word: string): boolean => {
  const bare = word.replace(/(?<=.)\/$/, '')
  return headingIn(bare) !== null && (bare !== word || isFile(bare))
}

const textOf = (text: string): string => `${text.replaceAll('\\n', '\n').replaceAll('\\t', '\t').replace(/\n$/, '')}\n`
