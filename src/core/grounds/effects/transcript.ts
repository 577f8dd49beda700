// Files that a shell showed: `cat` of one, a here-document, `echo` into one, and the names in what `ls` and `tree` print.

import { commandOn } from './facts/prompt.ts'
import { isFile } from './heading.ts'

/** A file with its content as it is written; `content: null` where it is only said to be there. */
export interface ShownFile {
  path: string
  content: string | null
  kind: 'file' | 'folder'
  /** It is said to be executable. */
  runs?: true
  /** It is a link to this. */
  to?: string
  /** It is shown with nothing in it. */
  empty?: true
  /** Its entries are shown, and it has no others. */
  listed?: true
  /** What its row of a listing says of it beside, as the end of a sentence. */
  says?: string
}

/** What a command showed. Its first line is the command behind a prompt, or a listing begins at once. Paths are as they are written. */
export function transcript(lines: readonly string[]): ShownFile[] {
  // Where somebody goes is where the text has them.
  const command = commandOn(lines[0] ?? '')?.replace(/^cd [\w@./~-]{1,200} && /, '') ?? null
  if (command === null) return listed(lines, '')
  const rest = lines.slice(1)
  const end = /<<-? ?['"]?(\w+)/.exec(command)?.[1]
  const target = /> ?([^\s<>]+)/.exec(command)?.[1] ?? /^(?:sudo )?tee (?:-\w+ )?([^\s<>]+)/.exec(command)?.[1]
  if (/^(?:sudo )?(?:cat|tee) /.test(command) && end && target) return written(target, rest, end)
  const echoed = echoedBy(command)
  if (echoed) return [echoed]
  const words = command.split(/\s+/)
  const args = words.slice(1).filter((word) => !word.startsWith('-'))
  // What is piped or joined shows more than one thing.
  if (/[|;&<>`$*?]/.test(command)) return []
  if (words[0] === 'cat' && args.length === 1) {
    const numbered = words.includes('-n') && rest.every((line) => line === '' || /^ *\d+\t/.test(line))
    return wholeFile(args[0] ?? '', numbered ? rest.map((line) => line.replace(/^ *\d+\t/, '')) : rest)
  }
  if (words[0] === 'head' && args.every(isFile)) {
    const parts = args.length > 1 ? bannersIn(rest) : new Map([[args[0] ?? '', rest]])
    const all = [...parts].flatMap(([path, own]) => headOf(path, own))
    if (all.length > 0) return all
  }
  // A part of a file.
  const last = args.at(-1) ?? ''
  if ((words[0] === 'head' || words[0] === 'tail') && isFile(last)) return [{ path: last, content: null, kind: 'file' }]
  if (words[0] === 'find') return rest.filter((line) => line.startsWith(args[0] ?? '.')).flatMap((line) => found(line))
  if (words[0] === 'ls' || words[0] === 'tree')
    return args.length > 1 ? [] : listed(rest, args[0] ?? '', words[0] === 'ls')
  return []
}

/** What `head a b` shows of each. */
function bannersIn(lines: readonly string[]): Map<string, string[]> {
  const parts = new Map<string, string[]>()
  let own: string[] = []
  for (const line of lines) {
    const path = /^==> (\S+) <==$/.exec(line)?.[1]
    if (path === undefined) own.push(line)
    else {
      own = []
      parts.set(path, own)
    }
  }
  return parts
}

/** Fewer lines than `head` shows are all that there is. */
function headOf(path: string, lines: readonly string[]): ShownFile[] {
  const [shown] = wholeFile(path, lines)
  const whole = shown?.content && shown.content.split('\n').length <= 10
  return whole ? [shown] : [{ path, content: null, kind: 'file' }]
}

function found(line: string): ShownFile[] {
  const path = line.replace(/^\.\//, '')
  return isFile(path) ? entry('', path, false) : []
}

function wholeFile(path: string, lines: readonly string[]): ShownFile[] {
  if (/^cat: /.test(lines[0] ?? '')) return []
  const end = lines.findLastIndex((line) => line !== '') + 1
  const content = lines.slice(0, end).join('\n')
  return [{ path, content: content && `${content}\n`, kind: 'file' }]
}

/** `echo "words" > file` and `printf 'a,b\n1,2\n' > file`, of words that a shell takes as they are. */
function echoedBy(command: string): ShownFile | null {
  // printf '%s\n' one 'two words' > file
  const [, ends, words_, to] = /^printf ['"]%s(\\n)?['"] ([^|;&<>`$*?\\%]+)> *([\w~./-]+)$/.exec(command) ?? []
  if (words_ !== undefined && to !== undefined) {
    const words = [...words_.matchAll(/"([^"]*)"|'([^']*)'|([^\s"']+)/g)].map(
      ([, one, two, three]) => one ?? two ?? three ?? ''
    )
    return { path: to, content: words.map((word) => `${word}${ends ? '\n' : ''}`).join(''), kind: 'file' }
  }
  const [, program, single, double, bare, path] =
    /^(echo|printf) (?:'([^']*)'|"([^"$`\\!]*)"|([\w./:,=-]+(?: [\w./:,=-]+)*)) *> *([\w~./-]+)$/.exec(command) ?? []
  const words = single ?? double ?? bare
  if (words === undefined || path === undefined || words.startsWith('-')) return null
  if (program === 'echo') return { path, content: `${words}\n`, kind: 'file' }
  const text = words.replaceAll('\\n', '\n').replaceAll('\\t', '\t').replaceAll('%%', '\u0000')
  return /[%\\]/.test(text) ? null : { path, content: text.replaceAll('\u0000', '%'), kind: 'file' }
}

/** A here-document; a terminal shows `> ` before each of its lines. */
function written(path: string, lines: readonly string[], end: string): ShownFile[] {
  const marked = lines[0]?.startsWith('> ') ?? false
  const plain = lines.map((line) => (marked ? line.replace(/^> ?/, '') : line))
  const last = plain.indexOf(end)
  if (last < 0) return []
  return [
    {
      path,
      content: plain
        .slice(0, last)
        .map((line) => `${line}\n`)
        .join(''),
      kind: 'file'
    }
  ]
}

const LONG = /^([dl-])[rwxsStT-]{9}[.+@]? +\d+ +\S+ +\S+ +[\d.,]+[KMGT]?B? +\S+ +\S+ +\S+ (.+)$/
const OF_ROW =
  /^.([rwxsStT-]{9})[.+@]? +\d+ +([a-z_][\w-]*) +([a-z_][\w-]*) +(\d+) +([A-Z][a-z]{2} +\d{1,2} +(?:\d\d:\d\d|\d{4})|\d{4}-\d\d-\d\d \d\d:\d\d)?/
const BRANCH = /^((?:[│|] {2,3}| {4})*)(?:├──|└──|\|--(?![-|:])|`--|\\--|\+--(?![-+])) ?(.+)$/

/** The names of a listing: `ls -l`, a tree of lines, or, where `bare`, `ls` alone. `[]` where a line is none. */
function listed(lines: readonly string[], folder: string, bare = false): ShownFile[] {
  const rows = lines.filter((line) => line.trim() !== '' && !/^total [\d.]+[KMG]?$/.test(line))
  if (rows.some((line) => BRANCH.test(line))) return tree(rows, folder)
  if (rows.length > 0 && rows.every((line) => LONG.test(line))) {
    return rows.flatMap((line) => {
      const [, type, name = ''] = LONG.exec(line) ?? []
      const [own = '', to] = name.split(' -> ')
      const runs = type === '-' && /^.{3}x/.test(line)
      const [, bits, owner, group, size, date] = OF_ROW.exec(line) ?? []
      const more = [type === '-' && `has ${size} bytes`, date !== undefined && `was modified ${date}`]
      const says =
        bits === undefined || type === 'l'
          ? {}
          : { says: [`is owned by ${owner}:${group}`, `is -${bits}`, ...more.filter(Boolean)].join(', ') }
      const found = entry(folder, runs ? `${own.replace(/\*$/, '')}*` : own, type === 'd').map((one) => ({
        ...one,
        ...says
      }))
      return type === 'l' && to !== undefined ? found.map((one) => ({ ...one, to })) : found
    })
  }
  return bare ? rows.flatMap((line) => line.split(/\s+/).flatMap((name) => entry(folder, name))) : []
}

/** `tree`'s lines: a name belongs to the last one that is less deep. */
function tree(rows: readonly string[], given: string): ShownFile[] {
  const first = rows[0] ?? ''
  const root = BRANCH.test(first) ? given : given || first.trim()
  const above: string[] = []
  // Where folders are marked as such, what is not marked is a file.
  const marked = rows.some((line) => /[^\s/]\/(?= |$)/.test(BRANCH.exec(line)?.[2] ?? ''))
  return rows.flatMap((line, at) => {
    const depth = depthOf(line)
    if (depth === null) return []
    const whole = BRANCH.exec(line)?.[2] ?? ''
    // What stands behind a name explains it.
    const [label = ''] = whole.split(/ (?:#|<-|←|--|\()/)
    const [name = '', to] = label.trim().split(' -> ')
    above.length = Math.min(depth, above.length)
    const inside = [root, ...above].map((part) => part.replace(/\/$/, '')).join('/')
    above.push(name)
    const within = rows.slice(at + 1)
    const ends = within.findIndex((row) => (depthOf(row) ?? 0) <= depth)
    const inner = ends < 0 ? within : within.slice(0, ends)
    const holds = inner.length > 0
    const isWhole = holds && !inner.some((row) => /(?:\.\.\.|…)/.test(row))
    const found = entry(
      root === '' ? inside.slice(1) : inside,
      name,
      holds || (marked && !name.endsWith('/') ? false : undefined)
    )
    if (to !== undefined) return found.map((one) => ({ ...one, to }))
    if (isWhole) return found.map((one) => ({ ...one, listed: true as const }))
    const isEmpty = /^ ?(?:#|<-|←|--) ?\(?empty\)?$|^ ?\(empty\)$/.test(whole.slice(label.length))
    return isEmpty
      ? found.map((one) => (one.kind === 'file' ? { ...one, content: '' } : { ...one, empty: true as const }))
      : found
  })
}

function depthOf(line: string): number | null {
  const [, indent] = BRANCH.exec(line) ?? []
  return indent === undefined ? null : Math.round(indent.length / 4)
}

/** `folder`: undefined where only the name tells: one with an ending is a file's. */
function entry(inside: string, name: string, folder?: boolean): ShownFile[] {
  const bare = name.replace(/[/*@=|]$/, '')
  if (bare === '' || (/^(?:\.{1,3}|…)/.test(bare) && !/^\.[^.…]/.test(bare)) || /[\s"'<>]/.test(bare)) return []
  const isFolder = folder ?? (name.endsWith('/') || !(/\.\w+$/.test(bare) || /^[A-Z]/.test(bare)))
  const path = inside === '' ? bare : `${inside.replace(/\/$/, '')}/${bare}`
  return [
    {
      path,
      content: null,
      kind: isFolder ? 'folder' : 'file',
      ...(!isFolder && name.endsWith('*') && { runs: true as const })
    }
  ]
}
