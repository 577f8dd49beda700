// Answers that are tables, scored as WideSearch does: F1 over cells (by item) and over whole rows (by row).
import { z } from 'zod'
import { readJson } from '../../observations/documents/value.ts'
import { isObject } from '../../text/json.ts'

export interface AnswerTable {
  columns: string[]
  rows: string[][]
}

/** Each from 0 to 1. */
export const TableScore = z.strictObject({ items: z.number(), rows: z.number() })
export type TableScore = z.infer<typeof TableScore>

/** The last table of a text: Markdown with bars, or a list of objects as JSON. `null` where there is none with a row. */
export function readTable(text: string): AnswerTable | null {
  const value = readJson(text)?.value
  if (Array.isArray(value) && value.length && value.every(isObject)) {
    const columns = [...new Set(value.flatMap((row) => Object.keys(row)))]
    return { columns, rows: value.map((row) => columns.map((name) => cellText(row[name]))) }
  }
  const blocks: string[][] = [[]]
  for (const line of text.split('\n')) {
    if (line.includes('|')) blocks.at(-1)?.push(line)
    else if (blocks.at(-1)?.length) blocks.push([])
  }
  const block = blocks.findLast((lines) => lines.length > 2 && isRuler(lines[1] ?? ''))
  if (!block) return null
  const [head = [], , ...rows] = block.map(cellsIn)
  return { columns: head, rows: rows.map((row) => head.map((_, at) => row[at] ?? '')) }
}

const cellText = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

const isRuler = (line: string): boolean => line.includes('--') && /^[\s|:-]*$/.test(line)

function cellsIn(line: string): string[] {
  const cells = line
    .trim()
    .split('|')
    .map((cell) => cell.trim())
  return cells.slice(cells[0] === '' ? 1 : 0, cells.at(-1) === '' ? -1 : undefined)
}

/** A table as Markdown. */
export function tableText({ columns, rows }: AnswerTable): string {
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '/').replaceAll('\n', ' ')).join(' | ')} |`
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n')
}

/**
 * Columns go by their names, rows by their first column of `truth`; a row that is given twice counts once, and the second time as wrong. Cells are
 * the same without case, outer spaces and separators of thousands.
 */
export function scoreTable(given: AnswerTable | null, truth: AnswerTable): TableScore {
  if (!given) return { items: 0, rows: 0 }
  const place = truth.columns.map((name) => given.columns.findIndex((one) => plain(one) === plain(name)))
  const open = truth.rows.map((row) => row.map(plain))
  let [items, whole] = [0, 0]
  for (const row of given.rows) {
    const cells = place.map((at) => (at < 0 ? null : plain(row[at] ?? '')))
    const found = open.findIndex(([key]) => key === cells[0])
    const [wanted] = found < 0 ? [] : open.splice(found, 1)
    if (!wanted) continue
    const right = wanted.filter((cell, at) => cell === cells[at]).length
    items += right
    if (right === wanted.length) whole++
  }
  const size = ({ columns, rows }: AnswerTable) => columns.length * rows.length
  return { items: f1(items, size(given), size(truth)), rows: f1(whole, given.rows.length, truth.rows.length) }
}

/** Harmonic mean of precision and recall. */
const f1 = (right: number, given: number, wanted: number): number =>
  given + wanted ? (2 * right) / (given + wanted) : 1

function plain(cell: string): string {
  const text = cell
    .normalize('NFKC')
    .replace(/\*\*|`/g, '')
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .join(' ')
  const bare = text.replaceAll(',', '')
  return /^[+-]?\d+(?:\.\d+)?$/.test(bare) ? String(Number(bare)) : text
}

/** In a line. */
export const tableLine = (score: TableScore | undefined): string =>
  score ? `F1 by item ${score.items.toFixed(2)}, by row ${score.rows.toFixed(2)}` : ''
