// Files in YAML: paths with their content, or a list of paths and contents.

import { CONTENT_KEY, type DataBlock, fileAt, PATH_KEY } from './data-form.ts'
import { isFile } from './heading.ts'
import { readLiteral } from './literal.ts'
import type { ShownFile } from './transcript.ts'

export const KEY = /^( *)(?:- )?["']?([^\s"':][^"':]{0,200}?)["']?: ?(.*)$/
export const MORE = /^[|>][-+]?\d?$/

const COUNTED =
  /^(?:about |~)?\d[\d,.]{0,12} ?(?:[\w-]{1,16} ){0,2}(?:files?|entries|items|jobs|folders|directories|images|archives|scripts|logs|lines?|rows|records|bytes|[KMGT]i?B)(?: [^:=\n]{0,60})?$/i
const DESCRIBED =
  /^(?:an? )?(?:binary|executable|sqlite|directory|folder|dir|symlink|socket|fifo|archive|image)\b[^:=(){}\n]{0,80}$|^[\w -]{1,30}, (?:[\w -]{1,20}, ){0,3}(?:\d[\d.]{0,8} ?[KMGT]i?B|0[0-7]{3})$/i
const OF_FILE = /\b(?:lines?|rows|records|bytes|[KMGT]i?B)\b/i

/** Files in YAML that begins at `at`: paths with their content, or a list of paths and contents. `told`: the line before says that these are files. */
export function yamlIn(lines: readonly string[], at: number, told: boolean): DataBlock | null {
  const [, indent = '', key = '', value = ''] = KEY.exec(lines[at] ?? '') ?? []
  const isList = /^ *- /.test(lines[at] ?? '')
  if (isList ? !PATH_KEY.test(key) || !isFile(unquoted(value)) : !isFile(key) || !(MORE.test(value) || told))
    return null
  const shown: ShownFile[] = []
  let next = at
  let path = ''
  let runs = false
  const inner = indent.length + (isList ? 2 : 0)
  while (next < lines.length) {
    const line = lines[next] ?? ''
    const [, space = '', name = '', given = ''] = KEY.exec(line) ?? []
    const begins = /^ *- /.test(line)
    if (line.trim() === '' && (lines[next + 1] ?? '').startsWith(indent) && KEY.test(lines[next + 1] ?? '')) {
      next++
      continue
    }
    if (name === '' || begins !== (isList && space.length === indent.length) || (!begins && space.length !== inner))
      break
    const { text, end } = scalarAt(lines, next, inner, given)
    if (isList && PATH_KEY.test(name)) {
      path = text
      runs = false
      shown.push(fileAt(path, null))
    } else if (isList) {
      if (/^(?:mode|permissions)$/.test(name)) runs = /[157]\d\d$/.test(text)
      if (CONTENT_KEY.test(name)) shown[shown.length - 1] = fileAt(path, text)
      const last = shown.at(-1)
      if (runs && last) last.runs = true
    } else if (/^[/~\w].*\/$/.test(name) && /^(?:\{\})?$/.test(given)) {
      shown.push({ path: name.slice(0, -1), content: null, kind: 'folder', empty: true })
    } else if (isFile(name) && given === '' && indentOf(lines[next + 1] ?? '') > inner) {
      const entry = entryBelow(lines, next + 1, inner)
      shown.push({ ...fileAt(name, entry.content), ...entry.more })
      next = entry.end
      continue
    } else if (isFile(name) && !MORE.test(given) && COUNTED.test(text)) {
      // "/var/spool/out: 118 files" tells how many, and no content.
      shown.push({ path: name, content: null, kind: OF_FILE.test(text) ? 'file' : 'folder' })
    } else if (isFile(name) && !MORE.test(given) && DESCRIBED.test(text)) {
      // "bin/relayd: binary, root, 0755" tells of the file.
      const kind = /^(?:an? )?(?:dir|directory|folder)\b/.test(text) ? 'folder' : 'file'
      shown.push({ path: name, content: null, kind, says: `(${text})` })
    } else if (isFile(name))
      shown.push(fileAt(name, text === 'null' || text === '~' ? null : /^\(?empty\)?$/.test(given) ? '' : text))
    else break
    next = end
  }
  const hasContent = shown.some(({ content }) => content !== null)
  return shown.length > 0 && (hasContent || told) ? { shown, next } : null
}

/** The keys below a path: what it holds, whose it is and who may use it. */
function entryBelow(
  lines: readonly string[],
  at: number,
  outer: number
): { content: string | null; more: Partial<ShownFile>; end: number } {
  const inner = indentOf(lines[at] ?? '')
  const said: string[] = []
  let content: string | null = null
  let next = at
  let runs = false
  while (next < lines.length && indentOf(lines[next] ?? '') > outer) {
    const [, space = '', name = '', given = ''] = KEY.exec(lines[next] ?? '') ?? []
    if (name === '' || space.length !== inner) break
    const { text, end } = scalarAt(lines, next, inner, given)
    if (CONTENT_KEY.test(name)) content = text
    else if (/^(?:mode|permissions)$/.test(name) && /^[0-7]{3,4}$/.test(text)) {
      said.push(`has mode ${text}`)
      runs = /[157]\d\d$/.test(text)
    } else if (name === 'owner' && /^[a-z_][\w:-]*$/.test(text)) said.unshift(`is owned by ${text}`)
    else if (name === 'group' && /^[a-z_][\w-]*$/.test(text)) said.push(`is of the group ${text}`)
    next = end
  }
  return {
    content,
    more: { ...(runs && { runs: true as const }), ...(said.length > 0 && { says: said.join(' and ') }) },
    end: next
  }
}

/** A value of YAML: behind its key, or in the lines that are indented more than the key. */
function scalarAt(lines: readonly string[], at: number, inner: number, given: string): { text: string; end: number } {
  if (!MORE.test(given)) return { text: unquoted(given.trim()), end: at + 1 }
  let end = at + 1
  while (
    end < lines.length &&
    (lines[end] === '' ||
      (/^ */.exec(lines[end] ?? '')?.[0].length !== undefined && indentOf(lines[end] ?? '') > inner))
  )
    end++
  while (end > at + 1 && lines[end - 1] === '') end--
  const block = lines.slice(at + 1, end)
  const least = block.reduce((most, line) => (line === '' ? most : Math.min(most, indentOf(line))), Infinity)
  const plain = block.map((line) => line.slice(least))
  return { text: given.startsWith('>') ? `${plain.join(' ')}\n` : plain.map((line) => `${line}\n`).join(''), end }
}

const indentOf = (line: string): number => line.length - line.trimStart().length

export function unquoted(text: string): string {
  const [mark = ''] = text
  if (text.length < 2 || !`"'`.includes(mark) || !text.endsWith(mark)) return text
  return mark === '"' ? ((readLiteral(text)?.value as string) ?? text) : text.slice(1, -1).replaceAll("''", "'")
}
