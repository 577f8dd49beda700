// Files that a text gives as data: an object or a list in the notation of JSON, JavaScript or Python, and blocks of YAML.

import { CONTENT_KEY, type DataBlock, type DataValue, fileAt, HOLDS, isMap, PATH_KEY } from './data-form.ts'
import { commandOn } from './facts/prompt.ts'
import { fenceIn, headingIn, isFile, sentenceIn } from './heading.ts'
import { readLiteral } from './literal.ts'
import { saysOf } from './state-forms.ts'
import type { ShownFile } from './transcript.ts'
import { KEY, MORE, yamlIn } from './yaml-forms.ts'

/** An object of files, or a block of YAML with files, by itself, below a label or in a block of code. `null`: there is none. */
export function dataIn(lines: readonly string[], at: number): DataBlock | null {
  const line = lines[at] ?? ''
  const isLabel =
    line !== '' && !headingIn(line)?.sure && sentenceIn(line) === null && /^[^\s{}[\]`|-].{0,120}[^{[]$/.test(line)
  const begins = MORE.test(KEY.exec(line)?.[3] ?? '')
  const before = line.slice(0, Math.max(0, line.search(/[{[]/)))
  // "It has two files: {": what stands before the object is said for itself.
  const inline = /[:=] ?$/.test(before) ? before : undefined
  const first = isLabel && !begins && inline === undefined ? at + (lines[at + 1] === '' ? 2 : 1) : at
  const start = lines[first] ?? ''
  const said = first > at || inline !== undefined ? { prose: [inline ?? line, ''] } : {}
  const fence = fenceIn(start)
  if (fence) {
    let end = first + 1
    while (end < lines.length && !(lines[end] ?? '').trim().startsWith(fence.mark)) end++
    const inner = dataIn(
      lines.slice(first + 1, end).filter((one, index) => index > 0 || one !== ''),
      0
    )
    return inner && !isPrinted(lines, at) ? { ...inner, ...said, next: end + 1 } : null
  }
  const found = yamlIn(lines, first, /\bfiles?:?$/i.test(line)) ?? literalIn(lines, first, inline?.length ?? 0)
  return found && !isPrinted(lines, at) ? { ...found, ...said } : null
}

/** Whether a command stands above, with no blank line between: what it prints is no file. */
function isPrinted(lines: readonly string[], at: number): boolean {
  for (let line = at; line >= 0 && lines[line] !== ''; line--) if (commandOn(lines[line] ?? '') !== null) return true
  return false
}

function literalIn(lines: readonly string[], at: number, from: number): DataBlock | null {
  const start = (lines[at] ?? '').slice(from)
  if (!/^[{[]/.test(start)) return null
  const text = [start, ...lines.slice(at + 1)].join('\n')
  const read = readLiteral(text)
  if (read === null) {
    const keys = [...text.matchAll(/^[ \t]{0,40}(?:\{ {0,4})?["']([^"'\n]{1,200})["'] ?:/gm)].map(([, key = '']) => key)
    if (!keys.some((key) => isFile(key))) return null
    return {
      shown: [],
      next: at + 1,
      unread: 'An object of files could not be read: a bracket or a quotation mark is missing.'
    }
  }
  const shown = filesOf(read.value)
  if (shown === null) return null
  const prose = isMap(read.value) ? saysOf(Object.entries(read.value)) : []
  const next = at + text.slice(0, read.end).split('\n').length
  return { shown, next, ...(prose.length > 0 && { prose: [...prose, ''] }) }
}

/** `null`: it is not of files. */
function filesOf(value: DataValue): ShownFile[] | null {
  if (Array.isArray(value)) {
    const files = value.map(entryOf)
    return files.length > 0 && files.every((one) => one !== null) ? files : null
  }
  if (!isMap(value)) return null
  const one = entryOf(value)
  if (one && one.content !== null) return [one]
  for (const [key, inner] of Object.entries(value)) {
    const files = HOLDS.test(key) ? filesOf(inner) : null
    if (files) return files
  }
  // A name of no file with a text is a setting.
  if (Object.entries(value).some(([key, held]) => typeof held === 'string' && !isFile(key) && !key.includes('/')))
    return null
  const map = mapOf(value, '')
  return map?.some(({ path, kind }) => kind === 'file' && isFile(path)) ? map : null
}

/** An object with a path and, mostly, a content. */
function entryOf(value: DataValue): ShownFile | null {
  if (!isMap(value)) return null
  const keys = Object.keys(value)
  const path = value[keys.find((key) => PATH_KEY.test(key)) ?? '']
  const key = keys.find((key) => CONTENT_KEY.test(key))
  if (typeof path !== 'string' || !PATH.test(path) || !(key !== undefined || isFile(path))) return null
  const content = key === undefined ? null : textOf(value[key])
  const runs = value.executable === true || /[157]\d\d$|x/.test(String(value.mode ?? value.permissions ?? ''))
  return fileAt(path, content, runs)
}

const PATH = /^(?:~|\.{1,2})?\/?[\p{L}\p{N}_@.+ -]+(?:\/[\p{L}\p{N}_@.+ -]+)*\/?$/u
const WRAPS = /^(?:file|directory|dir|folder|children)$/

const FOLDER = /^(?:directory|dir|folder)$/i
// What an entry says of a folder beside what is in it.
const ABOUT = /^(?:type|kind|mode|permissions|owner|group)$/

/** Paths, or names within folders, with what they hold; `null` where something is none. */
function mapOf(value: Record<string, DataValue>, inside: string): ShownFile[] | null {
  const found: ShownFile[] = []
  for (const [name, held] of Object.entries(value)) {
    if (!PATH.test(name)) return null
    const path = inside + name
    const text = textOf(held)
    if (text !== null && !name.endsWith('/')) {
      found.push(fileAt(path, text))
    } else if ((held === null || typeof held === 'number') && isFile(name)) {
      found.push(fileAt(path, null))
    } else if (name.endsWith('/') && (held === null || text === '')) {
      found.push({ path: path.replace(/\/$/, ''), content: null, kind: 'folder', empty: true })
    } else if (
      isMap(held) &&
      FOLDER.test(String(held.type ?? held.kind ?? '')) &&
      Object.keys(held).every((one) => ABOUT.test(one))
    ) {
      found.push({ path: path.replace(/\/$/, ''), content: null, kind: 'folder', empty: true })
    } else if (isMap(held)) {
      const [[key, inner] = ['', null]] = Object.entries(held)
      const wrapped = Object.keys(held).length === 1 && WRAPS.test(key) && isMap(inner) ? inner : held
      const content = textOf(wrapped[Object.keys(wrapped).find((key) => CONTENT_KEY.test(key)) ?? ''])
      if (content !== null && isFile(name)) {
        found.push(withRights(fileAt(path, content), wrapped))
        continue
      }
      const within = mapOf(wrapped, `${path.replace(/\/$/, '')}/`)
      if (within === null) return null
      if (within.length === 0) found.push({ path: path.replace(/\/$/, ''), content: null, kind: 'folder' })
      for (const one of within) found.push(one)
    } else return null
  }
  return found
}

/** A file whose owner and mode stand beside what it holds. */
function withRights(file: ShownFile, { mode, permissions, owner, group }: Record<string, DataValue>): ShownFile {
  const bits = String(mode ?? permissions ?? '')
  const says = [
    ...(typeof owner === 'string' && /^[a-z_][\w:-]*$/.test(owner) ? [`is owned by ${owner}`] : []),
    ...(typeof group === 'string' && /^[a-z_][\w-]*$/.test(group) ? [`is of the group ${group}`] : []),
    ...(/^[0-7]{3,4}$/.test(bits) ? [`has mode ${bits}`] : [])
  ]
  return {
    ...file,
    ...(/[157]\d\d$/.test(bits) && { runs: true as const }),
    ...(says.length > 0 && { says: says.join(' and ') })
  }
}

/** A text, or its lines. */
function textOf(value: DataValue): string | null {
  if (typeof value === 'string') return value
  const isLines = Array.isArray(value) && value.every((line) => typeof line === 'string')
  return isLines ? value.map((line) => `${line}\n`).join('') : null
}
