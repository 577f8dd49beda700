// The text of one file as Qwen CLI's tools read it: blanks at the ends of lines are dropped, and long texts are cut.
import { posix } from 'node:path'
import { isText } from '../disk/kinds.ts'

// The program's defaults.
export const MOST_LINES = 1000
export const MOST_CHARS = 25_000

export interface ShownText {
  text: string
  /** First and last line shown, from 1, and how many there are; absent where all is shown. */
  part?: { first: number; last: number; total: number }
}

/** `other`: what stands for a file that is no text. */
export function shownText(
  bytes: Buffer,
  path: string,
  relative: string,
  { offset = 0, limit = MOST_LINES }: { offset?: number; limit?: number } = {}
): ShownText {
  const kind = isText(bytes, posix.extname(path).toLowerCase())
  if (kind === 'media') return { text: `Binary content of type ${mime(path)} was processed.` }
  if (kind === 'binary') return { text: `Cannot display content of binary file: ${relative}` }
  const content = bytes.toString().replace(/^\uFEFF/, '')
  if (posix.extname(path).toLowerCase() === '.svg') return { text: content }
  const lines = content.split('\n').map((line) => line.trimEnd())
  const total = lines.length
  const start = Math.min(offset, total)
  const end = Math.min(offset + limit, total)
  const cut = fitting(lines.slice(start, end))
  const last = cut.whole ? end : start + cut.count
  const text = cut.lines.join('\n')
  return offset > 0 || last < total || !cut.whole ? { text, part: { first: start + 1, last, total } } : { text }
}

function fitting(lines: string[]): { lines: string[]; count: number; whole: boolean } {
  let length = 0
  for (const [index, line] of lines.entries()) {
    const blank = index > 0 ? 1 : 0
    if (length + line.length + blank > MOST_CHARS) {
      const left = Math.max(MOST_CHARS - length - blank, 10)
      return {
        lines: [...lines.slice(0, index), `${line.slice(0, left)}... [truncated]`],
        count: index + 1,
        whole: false
      }
    }
    length += line.length + blank
  }
  return { lines, count: lines.length, whole: true }
}

const mime = (path: string): string => TYPES[posix.extname(path).toLowerCase()] ?? 'application/octet-stream'

const TYPES: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.bmp': 'image/bmp',
  '.ico': 'image/x-icon',
  '.pdf': 'application/pdf',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.mp4': 'video/mp4'
}
