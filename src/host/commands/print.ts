// How the command line shows things to a person: short lines, aligned columns, one progress line.

import { largest } from '../../core/text/extremes.ts'
import type { ScenarioProblem } from '../../core/tree/scenario.ts'
import type { Io } from './door.ts'

/** One JSON document, for `--json`. */
export function json(io: Io, value: unknown): void {
  io.stdout.write(`${JSON.stringify(value)}\n`)
}

export function line(io: Io, text: string): void {
  io.stdout.write(`${text}\n`)
}

/** Streams that a terminal may be given: what models and files say is shown, and cannot move, name, ask or copy anything. */
export function harmless({ stdin, stdout, stderr, person }: Io): Io {
  // A pipe gets every character as it is.
  const rest = { stdin, stderr, ...(person && { person }) }
  if (!stdout.isTTY) return { ...rest, stdout }
  const write = (text: string | Uint8Array) => stdout.write(typeof text === 'string' ? visible(text) : text)
  return { ...rest, stdout: { isTTY: true, write } }
}

// Control characters but tab and line ends; a carriage return alone would write over what was there.
const CONTROL = /(?!\r\n|[\t\n])\p{Cc}/gu

/** Each control character as its picture, where Unicode has one. It needs no look at what came before, so text may be streamed through. */
export function visible(text: string): string {
  return text.replace(CONTROL, (character) => {
    const code = character.charCodeAt(0)
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '\u2421' : '\ufffd'
  })
}

/** For a person's eyes beside the result: on stderr, so that stdout stays the result. */
export function note(io: Io, text: string): void {
  io.stderr.write(`${visible(text)}\n`)
}

/** Rows with their columns aligned, one line each; the last column is as long as it is. `write` is `note` for a table beside the result. */
export function table(io: Io, rows: string[][], write: (io: Io, text: string) => void = line): void {
  // A title may have several lines.
  const flat = rows.map((row) => row.map((cell) => (cell.includes('\n') ? oneLine(cell) : cell)))
  const widths = (flat[0] ?? []).map((_, column) => largest(flat.map((row) => row[column]?.length ?? 0)))
  for (const row of flat) {
    const cells = row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
    write(io, cells.join('  ').trimEnd())
  }
}

/** A progress line: redrawn in place on a terminal; elsewhere a line for every tenth, or nothing without `lines`. */
export function progress(
  io: Io,
  { lines = true }: { lines?: boolean } = {}
): { show(label: string, share: number | null, detail?: string): void; clear(): void } {
  let last = ''
  return {
    show(label, share, detail = '') {
      if (io.stderr.isTTY) {
        const bar = share === null ? '' : ` ${'█'.repeat(Math.round(share * 24)).padEnd(24, '░')} ${percent(share)}`
        io.stderr.write(`\r\u001b[K${label}${bar} ${detail}`)
        last = label
      } else if (lines) {
        const tenth = share === null ? label : `${label} ${percent(Math.floor(share * 10) / 10)}`
        if (tenth !== last) note(io, tenth)
        last = tenth
      }
    },
    clear() {
      if (io.stderr.isTTY && last) io.stderr.write('\r\u001b[K')
      last = ''
    }
  }
}

function percent(share: number): string {
  return `${Math.floor(share * 100)} %`
}

export function oneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter(Boolean).join(' ')
}

/** Bytes as people say them: powers of 1000, three digits. */
export function bytes(count: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const power = count < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(count) / 3))
  return `${Number((count / 1000 ** power).toPrecision(3))} ${units[power]}`
}

/** A time to the minute, in this machine's zone. */
export function when(ms: number): string {
  return new Date(ms).toLocaleString('sv-SE').slice(0, 16)
}

/** A problem as compilers write them. */
export const problemLine = ({ file, line: at, column, message, warning }: ScenarioProblem): string =>
  `${file}:${at}:${column}: ${warning ? 'warning: ' : ''}${message}`
