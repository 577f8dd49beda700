// Searches the contents of files in the guest with GNU grep, in the order of a walk through sorted folders.
import { type Disk, quote } from './disk.ts'

export interface Line {
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

// What one search brings over at most; tools show far less.
const MOST_BYTES = 4_000_000

/** `gap`: `--` between two groups of lines. Binary files are left out. @returns an error in grep's words where the pattern is none */
export async function searchFiles(
  disk: Disk,
  pattern: string,
  files: string[],
  { ignoreCase = false, before = 0, after = 0, cwd }: SearchOptions
): Promise<{ lines: (Line | 'gap')[]; error: string | null }> {
  if (files.length === 0) return { lines: [], error: null }
  const around = [...(before ? [`-B ${before}`] : []), ...(after ? [`-A ${after}`] : [])].join(' ')
  const names = Buffer.from(files.map((file) => `${file}\0`).join('')).toString('base64')
  const { status, output } = await disk.run(`cd -- ${quote(cwd)} || exit 3
export LC_ALL=C.UTF-8
echo ${names} | base64 -d | xargs -0 -r grep -nHIPZ ${ignoreCase ? '-i' : ''} ${around} -e ${quote(pattern)} -- 2>${quote(disk.state)}/err >${quote(disk.state)}/out
code=$?
head -c ${MOST_BYTES} ${quote(disk.state)}/out
[ -s ${quote(disk.state)}/out ] || { cat ${quote(disk.state)}/err; [ -s ${quote(disk.state)}/err ] && exit 2; }
exit 0`)
  if (status !== 0) return { lines: [], error: output.trim() }
  const lines = output
    .split('\n')
    .slice(0, -1)
    .flatMap((line): (Line | 'gap')[] => {
      if (line === '--') return ['gap']
      const [, path, number, mark, text = ''] = /^([^\0]*)\0(\d+)([:-])([\s\S]*)$/.exec(line) ?? []
      return path === undefined ? [] : [{ path, number: Number(number), text, context: mark === '-' }]
    })
  return { lines, error: null }
}
