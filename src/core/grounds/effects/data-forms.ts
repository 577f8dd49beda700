// Files that a text gives as data: an object or a list in the notation of JSON, JavaScript or Python, and blocks of YAML.

import { commandOn } from './facts/prompt.ts'
import { fenceIn, headingIn, isFile, sentenceIn } from './heading.ts'
import { readLiteral } from './literal.ts'
import type { ShownFile } from './transcript.ts'

interface DataBlock {
  shown: ShownFile[]
  next: number
  unread?: string
  prose?: string[]
}

const PATH_KEY = /^(?:path|name|file|file_?name|file_?path)$/i
const CONTENT_KEY = /^(?:contents?|text|body|code|data|source)$/i
const HOLDS = /^(?:initial_?|project_?|workspace_?)?(?:files?|fs|file_?system|file_?tree|tree|workspace|documents)$/i

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

// A world as data: what it says beside its files, in sentences.
const STATE: [key: RegExp, says: (value: string) => string][] = [
  [/^(?:user|user_?name|login)$/i, (value) => `You are logged in as ${value}.`],
  [/^host(?:_?name)?$/i, (value) => `The hostname is ${value}.`],
  [
    /^(?:cwd|pwd|work_?dir|working_?dir(?:ectory)?|dir(?:ectory)?|home_?dir)$/i,
    (value) => `The working directory is ${value}.`
  ],
  [/^(?:os|system|distro)$/i, (value) => `It runs ${value}.`],
  [/^(?:tz|time_?zone)$/i, (value) => `The time zone is ${value}.`],
  [/^(?:date|now|time|clock)$/i, (value) => `It is ${value}.`],
  [/^branch$/i, (value) => `A git repository on branch ${value}.`]
]
const VARIABLES = /^(?:env(?:ironment)?(?:_variables)?|variables|vars)$/i

/** What the keys of a world beside its files say. */
function saysOf(entries: readonly (readonly [string, Value])[]): string[] {
  return entries.flatMap(([key, held]) => {
    if (VARIABLES.test(key) && isMap(held))
      return Object.entries(held).map(([name, value]) => `export ${name}=${JSON.stringify(String(value))}`)
    const says = STATE.find(([name]) => name.test(key))?.[1]
    if (says && (typeof held === 'string' || typeof held === 'number') && String(held) !== '')
      return [says(String(held))]
    return []
  })
}

const TOP = /^["']?([\w-]{1,40})["']?: ?(.*)$/

/** A world as YAML, with its files below a key such as `files:`; in a block of code, or by itself. */
export function stateIn(lines: readonly string[], at: number): DataBlock | null {
  const fence = fenceIn(lines[at] ?? '')
  const first = fence ? at + 1 : at
  if (!TOP.test(lines[first] ?? '')) return null
  let end = first
  while (
    end < lines.length &&
    !(fence && (lines[end] ?? '').trim() === fence.mark) &&
    /^(?:[\w"'-][^\n]*:|\s|$)/.test(lines[end] ?? '')
  )
    end++
  const block = lines.slice(first, end)
  const found: DataBlock = { shown: [], next: fence ? end + 1 : end, prose: [] }
  const said: [string, Value][] = []
  for (let line = 0; line < block.length; line++) {
    const [, key = '', value = ''] = TOP.exec(block[line] ?? '') ?? []
    if (value !== '') said.push([key, unquoted(value.trim())])
    if (key === '' || value !== '') continue
    let next = line + 1
    while (next < block.length && /^\s|^$/.test(block[next] ?? '')) next++
    const inner = block.slice(line + 1, next)
    if (HOLDS.test(key)) {
      for (let row = 0; row < inner.length; ) {
        const files = yamlIn(inner, row, true)
        for (const one of files?.shown ?? []) found.shown.push(one)
        row = files?.next ?? row + 1
      }
    } else if (VARIABLES.test(key)) said.push([key, Object.fromEntries(inner.flatMap(pairOn))])
  }
  const says = saysOf(said)
  if (found.shown.length === 0 || says.length === 0) return null
  return { ...found, prose: [...says, ''] }
}

const pairOn = (line: string): [string, string][] => {
  const [, name = '', value = ''] = /^\s+([A-Za-z_]\w*): ?(.*)$/.exec(line) ?? []
  return name === '' ? [] : [[name, unquoted(value.trim())]]
}

type Value = unknown
const isMap = (value: Value): value is Record<string, Value> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `null`: it is not of files. */
function filesOf(value: Value): ShownFile[] | null {
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
function entryOf(value: Value): ShownFile | null {
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

/** Paths, or names within folders, with what they hold; `null` where something is none. */
function mapOf(value: Record<string, Value>, inside: string): ShownFile[] | null {
  const found: ShownFile[] = []
  for (const [name, held] of Object.entries(value)) {
    if (!PATH.test(name)) return null
    const path = inside + name
    const text = textOf(held)
    if (text !== null && !name.endsWith('/')) {
      found.push(fileAt(path, text))
    } else if ((held === null || typeof held === 'number') && isFile(name)) {
      found.push(fileAt(path, null))
    } else if (isMap(held)) {
      const [[key, inner] = ['', null]] = Object.entries(held)
      const wrapped = Object.keys(held).length === 1 && WRAPS.test(key) && isMap(inner) ? inner : held
      const content = textOf(wrapped[Object.keys(wrapped).find((key) => CONTENT_KEY.test(key)) ?? ''])
      if (content !== null && isFile(name)) {
        found.push(fileAt(path, content))
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

/** A text, or its lines. */
function textOf(value: Value): string | null {
  if (typeof value === 'string') return value
  const isLines = Array.isArray(value) && value.every((line) => typeof line === 'string')
  return isLines ? value.map((line) => `${line}\n`).join('') : null
}

/** What a person types of a file mostly leaves out the end of its last line. */
function fileAt(path: string, content: string | null, runs = false): ShownFile {
  const whole = content === null || content === '' || content.endsWith('\n') ? content : `${content}\n`
  return { path, content: whole, kind: 'file', ...(runs && { runs: true as const }) }
}

const KEY = /^( *)(?:- )?["']?([^\s"':][^"':]{0,200}?)["']?: ?(.*)$/
const MORE = /^[|>][-+]?\d?$/

/** Files in YAML that begins at `at`: paths with their content, or a list of paths and contents. `told`: the line before says that these are files. */
function yamlIn(lines: readonly string[], at: number, told: boolean): DataBlock | null {
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
    } else if (isFile(name)) shown.push(fileAt(name, text === 'null' || text === '~' ? null : text))
    else break
    next = end
  }
  const hasContent = shown.some(({ content }) => content !== null)
  return shown.length > 0 && (hasContent || told) ? { shown, next } : null
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

function unquoted(text: string): string {
  const [mark = ''] = text
  if (text.length < 2 || !`"'`.includes(mark) || !text.endsWith(mark)) return text
  return mark === '"' ? ((readLiteral(text)?.value as string) ?? text) : text.slice(1, -1).replaceAll("''", "'")
}
