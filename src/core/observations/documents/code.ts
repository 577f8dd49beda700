// What coding tools answer: files with line numbers, diffs, and commands with their output and exit code.

import { trimEndOf } from '../../text/plain.ts'
import type { Document } from './document.ts'

type Of<Kind extends Document['kind']> = Extract<Document, { kind: Kind }>

// What stands around the lines: `Here's the result of running cat -n on ...`, `(File has more lines ...)`.
const MOST_AROUND = 4

const NUMBERED = /^ *(\d{1,7})(\t|→| ?[|│]|:)(.*)$/

/**
 * A file with line numbers, as `cat -n` (`     1\tcode`), `1→code`, `1| code` or `1: code` write them, or `null`: the lines are
 * numbered one after the other, with little around them.
 * @param path the file that the call names, for observations that do not
 */
export function readFile(text: string, { path = null }: { path?: string | null } = {}): Of<'file'> | null {
  const rows = text.replace(/\r\n/g, '\n').split('\n')
  if (rows.at(-1) === '') rows.pop()
  const start = rows.slice(0, MOST_AROUND + 1).findIndex((row) => NUMBERED.test(row))
  const head = NUMBERED.exec(rows[start] ?? '')
  if (!head) return null
  const first = Number(head[1])
  const separator = head[2] ?? ''
  const lines: string[] = []
  let at = start
  for (; at < rows.length; at++) {
    const line = lineOf(rows[at] ?? '', first + lines.length, separator)
    if (line === null) break
    lines.push(line)
  }
  const around = [...rows.slice(0, start), ...rows.slice(at)].filter((row) => row.trim())
  // A colon also follows the numbers of search results and of logs.
  const enough = separator === ':' ? 3 : separator === '\t' || separator === '→' ? 1 : 2
  if (lines.length < enough || around.length > MOST_AROUND) return null
  const note = around.join('\n')
  return {
    kind: 'file',
    text,
    path: pathIn(note) ?? path,
    first,
    lines: unpadded(lines, separator),
    ...(note && { note })
  }
}

function lineOf(row: string, number: number, separator: string): string | null {
  const match = NUMBERED.exec(row)
  if (match) return Number(match[1]) === number && match[2] === separator ? (match[3] ?? '') : null
  // Some tools leave the separator out where the line is empty.
  return row.trim() === String(number) ? '' : null
}

/** A blank after `|` or `:` belongs to the separator where every line has it. */
function unpadded(lines: string[], separator: string): string[] {
  if (!/[|│:]/.test(separator) || lines.some((line) => line && !line.startsWith(' '))) return lines
  return lines.map((line) => line.slice(1))
}

function pathIn(note: string): string | null {
  for (const [, run = ''] of note.slice(0, 2000).matchAll(PATH)) {
    const path = trimEndOf(run, '@~./\\-')
    if (/[/.\\]/.test(path)) return path
  }
  return null
}

const PATH = /(?:\bon|\bof|File:?|Path:?) +[`"']?(?=([\w@~./\\-]+))/gi

/** The text as a unified diff, or `null`. */
export function readDiff(text: string): Of<'diff'> | null {
  const named = /^(?:diff --git |--- \S)/m.exec(text.slice(0, 4000))
  if (!named || !/^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/m.test(text.slice(named.index))) return null
  return { kind: 'diff', text }
}

/**
 * A command's result told in parts: labelled lines (`Stdout:`, `Stderr:`, `Exit Code:`) or tags (`<returncode>`), or `null`.
 * @param bare also where only the first or last line tells the exit code; else what is no such block is the output
 */
export function readShell(text: string, { bare = false }: { bare?: boolean } = {}): Of<'shell'> | null {
  const parts = tagged(text) ?? labelled(text) ?? (bare ? ended(text) : null)
  return parts && { kind: 'shell', text, ...parts }
}

type Parts = Pick<Of<'shell'>, 'output' | 'stderr' | 'exitCode'>

function tagged(text: string): Parts | null {
  if (!/^\s*<(?:returncode|exit[_-]code|stdout|output)>/.test(text.slice(0, 200))) return null
  const inside = (name: string) => {
    const start = text.indexOf(`<${name}>`)
    if (start < 0) return null
    const end = text.lastIndexOf(`</${name}>`)
    return text.slice(start + name.length + 2, end < start ? undefined : end).replace(/^\r?\n|\r?\n$/g, '')
  }
  const stderr = inside('stderr')
  const code = inside('returncode') ?? inside('exit_code') ?? inside('exit-code')
  return {
    output: inside('stdout') ?? inside('output') ?? '',
    ...(stderr !== null && { stderr }),
    exitCode: integer(code)
  }
}

// Labels as agents' harnesses write them; the first of each counts, a later one is output.
const LABEL =
  /^\[?(command|directory|stdout|stderr|output|error|exit[ _]code|return[ _]?code|exit status|signal|background pids|process group pgid)\]?[ \t]*:/gim

function labelled(text: string): Parts | null {
  const found = new Map<string, { at: number; from: number }>()
  for (const match of text.matchAll(LABEL)) {
    const name = (match[1] ?? '').toLowerCase().replace(/^(?:exit|return)[ _]?(?:code|status)$/, 'code')
    const label = { at: match.index, from: match.index + match[0].length }
    // Output may hold lines that look like labels: those that close a block are looked for from its end.
    if (!found.has(name) || CLOSING.has(name)) found.set(name, label)
  }
  // Only blocks that also tell a signal have a label of this name; elsewhere it is how a program's message begins.
  if (!found.has('signal')) found.delete('error')
  const places = [...found.values()].sort((a, b) => a.at - b.at)
  const [first] = places
  const streams = found.has('stdout') || found.has('stderr') || found.has('output')
  if (!streams || !first || !found.has('code') || first.at > text.length - text.trimStart().length) return null
  const value = (name: string) => {
    const label = found.get(name)
    if (!label) return null
    const next = places.find(({ at }) => at > label.at)
    const body = text
      .slice(label.from, next?.at)
      .replace(/^(?:[ \t]*\r?\n|[ \t])?/, '')
      .trimEnd()
    return body === '(empty)' || body === '(none)' ? '' : body
  }
  const stderr = value('stderr')
  return {
    output: value('stdout') ?? value('output') ?? '',
    ...(stderr !== null && { stderr }),
    exitCode: integer(value('code'))
  }
}

const CLOSING = new Set(['code', 'signal', 'background pids', 'process group pgid', 'error', 'stderr'])

const ENDED =
  /^[[(]?(?:(?:the )?(?:command|process) )?(?:completed|exited|finished|failed)?(?: ?with)? ?(?:exit )?(?:code|status):? (-?\d{1,10})\.?[\])]?$/i

function ended(text: string): Parts {
  const rows = text.trimEnd().split('\n')
  for (const [index, rest] of [
    [rows.length - 1, rows.slice(0, -1)],
    [0, rows.slice(1)]
  ] as const) {
    const code = ENDED.exec((rows[index] ?? '').trim().slice(0, 200))?.[1]
    if (code !== undefined) return { output: rest.join('\n'), exitCode: Number(code) }
  }
  return { output: text, exitCode: null }
}

function integer(text: string | null): number | null {
  return text !== null && /^\s*-?\d{1,10}\s*$/.test(text) ? Number(text) : null
}
