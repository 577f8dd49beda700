// Searches the contents of files in the guest with GNU grep, in the order of a walk through sorted folders.
import { type Disk, quote } from './disk.ts'

export interface SearchLine {
  /** As it was given. */
  path: string
  number: number
  text: string
  /** A line around a match. */
  context: boolean
}

interface SearchOptions {
  ignoreCase?: boolean
  before?: number
  after?: number
  /** Folder that the paths are relative to. */
  cwd: string
}

// What one search brings over at most; tools show far less. And the longest list of names in one command.
const MOST_BYTES = 4_000_000
const MOST_NAMES = 60_000

/** `gap`: `--` between two groups of lines. Binary files are left out. @returns an error in grep's words where the pattern is none */
export async function searchFiles(
  disk: Disk,
  pattern: string,
  files: string[],
  { ignoreCase = false, before = 0, after = 0, cwd }: SearchOptions
): Promise<{ lines: (SearchLine | 'gap')[]; error: string | null }> {
  const around = [...(before ? [`-B ${before}`] : []), ...(after ? [`-A ${after}`] : [])].join(' ')
  const command = `cd -- ${quote(cwd)} || exit 3
LC_ALL=C.UTF-8 grep -nHIPZ ${ignoreCase ? '-i' : ''} ${around} -e ${quote(pattern)} --`
  const lines: (SearchLine | 'gap')[] = []
  for (const some of portions(files)) {
    const { status, output } = await disk.run(`${command} ${some.map(quote).join(' ')}`)
    if (status > 1 && !output.includes('\0')) return { lines: [], error: output.trim() }
    if (lines.length > 0 && around && status === 0) lines.push('gap')
    for (const one of read(output)) lines.push(one)
    if (output.length > MOST_BYTES) break
  }
  return { lines, error: null }
}

function portions(files: string[]): string[][] {
  const made: string[][] = []
  let length = MOST_NAMES
  for (const file of files) {
    length += file.length + 3
    if (length > MOST_NAMES) {
      made.push([])
      length = 0
    }
    made.at(-1)?.push(file)
  }
  return made
}

const read = (output: string): (SearchLine | 'gap')[] =>
  output.split('\n').flatMap((line): (SearchLine | 'gap')[] => {
    if (line === '--') return ['gap']
    const [, path, number, mark, text = ''] = /^([^\0]*)\0(\d+)([:-])([\s\S]*)$/.exec(line) ?? []
    return path === undefined ? [] : [{ path, number: Number(number), text, context: mark === '-' }]
  })
