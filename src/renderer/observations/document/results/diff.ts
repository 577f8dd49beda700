// A unified diff, line by line, with the numbers its lines have in the old and the new file.

export interface DiffLine {
  kind: 'file' | 'hunk' | 'add' | 'remove' | 'same'
  /** `null` where the line is not part of that file. */
  before: number | null
  after: number | null
  /** The line as it stands, its sign included. */
  text: string
}

/** Reads any text: what is no part of a hunk is a `file` line. Counts in hunk headers are not trusted. */
export function readDiff(text: string): DiffLine[] {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')
  const found: DiffLine[] = []
  let [before, after] = [0, 0]
  let inside = false
  for (const [index, line] of lines.entries()) {
    const hunk = HUNK.exec(line)
    if (hunk) {
      inside = true
      before = Number(hunk[1])
      after = Number(hunk[2])
      found.push({ kind: 'hunk', before: null, after: null, text: line })
      continue
    }
    if (NEXT_FILE.test(line) || (line.startsWith('--- ') && lines[index + 1]?.startsWith('+++ '))) inside = false
    const sign = inside ? line[0] : undefined
    if (sign === '+') found.push({ kind: 'add', before: null, after: after++, text: line })
    else if (sign === '-') found.push({ kind: 'remove', before: before++, after: null, text: line })
    // An empty line in a hunk is one whose blank was trimmed away.
    else if (inside && (sign === ' ' || line === ''))
      found.push({ kind: 'same', before: before++, after: after++, text: line })
    else found.push({ kind: 'file', before: null, after: null, text: line })
  }
  return found
}

/** Lines added and removed. */
export function diffSize(lines: readonly DiffLine[]): { added: number; removed: number } {
  return {
    added: lines.filter(({ kind }) => kind === 'add').length,
    removed: lines.filter(({ kind }) => kind === 'remove').length
  }
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/
const NEXT_FILE = /^(diff |Index: |index [0-9a-f]+\.\.)/
