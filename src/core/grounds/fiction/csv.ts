// Comma-separated values (RFC 4180) with the place of every mistake.
import { OrreryError } from '../../errors.ts'
import type { Cell, FactRow, FictionTable } from '../../tree/fiction.ts'

// As many as a table of facts may have.
export const MOST_ROWS = 100_000
export const MOST_COLUMNS = 60

export interface Csv {
  header: string[]
  /** As many fields each as the header has. */
  rows: string[][]
}

/**
 * Reads a file of commas, semicolons or tabs, whichever parts its first line. Linear in the text.
 * @throws OrreryError invalid-input with line and column, from 1
 */
export function readCsv(text: string, name: string): Csv {
  const bare = text.startsWith('\ufeff') ? text.slice(1) : text
  const separator = separatorOf(bare)
  const records: { fields: string[]; line: number }[] = []
  let fields: string[] = []
  let line = 1
  let lineStart = 0
  let begun = 1
  let at = 0
  const fail = (message: string, atLine = line, column = at - lineStart + 1): never => {
    throw new OrreryError('invalid-input', `${name}, line ${atLine}, column ${column}: ${message}`)
  }
  while (at <= bare.length) {
    let field = ''
    if (bare[at] === '"') {
      const [openLine, openColumn] = [line, at - lineStart + 1]
      at++
      let from = at
      for (;;) {
        const quote = bare.indexOf('"', at)
        if (quote < 0)
          fail(
            'this quotation mark is never closed. Close it, or double it inside a quoted field.',
            openLine,
            openColumn
          )
        for (let next = bare.indexOf('\n', at); next >= 0 && next < quote; next = bare.indexOf('\n', next + 1)) {
          line++
          lineStart = next + 1
        }
        if (bare[quote + 1] !== '"') {
          field += bare.slice(from, quote)
          at = quote + 1
          break
        }
        field += bare.slice(from, quote + 1)
        from = at = quote + 2
      }
      const next = bare[at]
      if (next !== undefined && next !== separator && next !== '\n' && next !== '\r')
        fail(
          `expected "${separator === '\t' ? 'tab' : separator}" or the end of the line after the closing quotation mark.`
        )
    } else {
      let end = at
      while (end < bare.length && bare[end] !== separator && bare[end] !== '\n' && bare[end] !== '\r') end++
      field = bare.slice(at, end).trim()
      at = end
    }
    fields.push(field)
    if (fields.length > MOST_COLUMNS) fail(`there are more than ${MOST_COLUMNS} columns, the most a table may have.`)
    if (bare[at] === separator) {
      at++
      continue
    }
    if (bare[at] === '\r' && bare[at + 1] === '\n') at++
    if (fields.length > 1 || fields[0] !== '') records.push({ fields, line: begun })
    if (records.length > MOST_ROWS + 1)
      fail(`there are more than ${MOST_ROWS.toLocaleString('en-US')} rows, the most a table may have.`)
    fields = []
    at++
    line++
    lineStart = at
    begun = line
  }
  const [head, ...rest] = records
  if (!head) throw new OrreryError('invalid-input', `${name} is empty. The first line names the columns.`)
  head.fields.forEach((title, index) => {
    if (!title) fail('this column has no name. The first line names the columns.', head.line, index + 1)
  })
  for (const { fields: row, line: where } of rest) {
    if (row.length !== head.fields.length)
      fail(`this row has ${row.length} fields, and the first line has ${head.fields.length}.`, where, 1)
  }
  return { header: head.fields, rows: rest.map((row) => row.fields) }
}

/** A table as such a file, which `readCsv` reads back. */
export function writeCsv({ columns }: Pick<FictionTable, 'columns'>, rows: readonly FactRow[]): string {
  const field = (cell: Cell) => {
    const text = cell === null ? '' : String(cell)
    return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  const line = (cells: Cell[]) => `${cells.map(field).join(',')}\n`
  return [columns.map(({ name }) => name), ...rows.map((row) => columns.map(({ name }) => row[name] ?? null))]
    .map(line)
    .join('')
}

function separatorOf(text: string): string {
  const end = text.indexOf('\n')
  const first = end < 0 ? text : text.slice(0, end)
  const counts = [',', ';', '\t'].map((one) => ({ one, count: first.split(one).length }))
  return counts.toSorted((one, other) => other.count - one.count)[0]?.one ?? ','
}
