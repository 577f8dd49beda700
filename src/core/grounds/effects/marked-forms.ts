// Files between marks: lines of dashes or equal signs with a path, tags, and words that begin and end a file.

import { closedBySentence, type FileForm, fileOf, runsIn } from './form.ts'
import { bannerIn, headingIn, isFile } from './heading.ts'
import { isSurely } from './name-forms.ts'

/** A path between marks: its content goes to the next line of marks. */
export const bannered: FileForm = (lines, at) => {
  const path = bannerIn(lines[at] ?? '')
  if (!path || !headingIn(path)) return null
  let end = at + 1
  while (end < lines.length && bannerIn(lines[end] ?? '') === null) end++
  const closed = /^(?:(?:end|eof)\b|$)/i.test(bannerIn(lines[end] ?? '') ?? path)
  const { content, prose } = closedBySentence(path, lines.slice(at + 1, end))
  return { shown: [fileOf(path, content)], next: closed ? end + 1 : end, ...(prose.length > 0 && { prose }) }
}

/** "--- path", with marks on one side only: its content goes to the next such line, or the end. */
export const dashed: FileForm = (lines, at) => {
  const path = dashedIn(lines, at)
  if (path === null || lines[at + 1] === undefined) return null
  let end = at + 1
  while (
    end < lines.length &&
    dashedIn(lines, end) === null &&
    bannerIn(lines[end] ?? '') === null &&
    !ENDS.test(lines[end] ?? '')
  )
    end++
  const closed = ENDS.test(lines[end] ?? '') || bannerIn(lines[end] ?? '') === ''
  const { content, prose } = closedBySentence(path, lines.slice(at + 1, end))
  return { shown: [fileOf(path, content)], next: closed ? end + 1 : end, ...(prose.length > 0 && { prose }) }
}

const ENDS = /^[-=>]{3,} ?(?:end|eof)\b/i

function dashedIn(lines: readonly string[], at: number): string | null {
  const path = /^(?:-{3,}|={3,}|>{3,}) (?:file:? )?[`"']?([^\s`"']{1,200})[`"']?:?$/i.exec(lines[at] ?? '')?.[1]
  // The first line of a difference.
  return path === undefined || !isSurely(path) || /^\+\+\+ /.test(lines[at + 1] ?? '') ? null : path
}

/** `<file path="...">`, also `name`, `filename` and `src`, and `<document>`; a CDATA section is its content. */
export const tagged: FileForm = (lines, at) => {
  const line = lines[at] ?? ''
  const opened = openedIn(line)
  if (!opened) return null
  const { tag, path, rest } = opened
  if (line.trimEnd().endsWith('/>')) return { shown: [{ path, content: null, kind: 'file' }], next: at + 1 }
  const close = `</${tag}>`
  if (rest.includes(close)) return { shown: [fileOf(path, [uncut(rest.slice(0, rest.indexOf(close)))])], next: at + 1 }
  let end = at + 1
  while (end < lines.length && !lines[end]?.includes(close)) end++
  if (end === lines.length) return { shown: [], next: lines.length, unread: `<${tag} path="${path}"> is not closed.` }
  const last = (lines[end] ?? '').slice(0, (lines[end] ?? '').indexOf(close))
  const content = [...(rest ? [rest] : []), ...lines.slice(at + 1, end), ...(last.trim() ? [last] : [])]
  return { shown: [fileOf(path, uncut(content.join('\n')).split('\n'))], next: end + 1 }
}

/** A tag that has a path, and what stands behind it. */
export function openedIn(line: string): { tag: string; path: string; rest: string } | null {
  const text = line.trimStart()
  const [, tag] = /^<(file|document|code|source) /.exec(text) ?? []
  const end = text.indexOf('>')
  if (tag === undefined || end < 0) return null
  const named = / (?:path|name|filename|src)=(?:"([^"]+)"|'([^']+)')/.exec(text.slice(0, end))
  const path = named?.[1] ?? named?.[2]
  return path === undefined ? null : { tag, path, rest: text.slice(end + 1) }
}

const uncut = (text: string): string => text.replace(/^\s*<!\[CDATA\[\n?/, '').replace(/\n?\]\]>\s*$/, '')

/** "FILE: path", its content, and "END FILE". */
export const ended: FileForm = (lines, at) => {
  const [, name, notes] =
    /^(?:(?:begin |start )?file:?|begin|start) +(\S+?)(?: \(([^)\n]{0,40})\))?:?$/i.exec(lines[at] ?? '') ?? []
  const path = name === undefined || !headingIn(name) ? null : headingIn(name)?.path
  if (!path || !(isFile(path) || /\bfile\b/i.test(lines[at] ?? ''))) return null
  let end = at + 1
  while (
    end < lines.length &&
    !/^(?:(?:begin |start )?file:? +\S|end(?: of)? file\b|eof$)/i.test(lines[end] ?? '') &&
    lines[end]?.toLowerCase() !== `end ${path.toLowerCase()}`
  )
    end++
  if (!/^e/i.test(lines[end] ?? '')) return null
  return { shown: [{ ...fileOf(path, lines.slice(at + 1, end)), ...runsIn(notes) }], next: end + 1 }
}
