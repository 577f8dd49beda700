// Qwen CLI's `edit` in both of its public forms: with `expected_replacements`, and with `replace_all` and a snippet.
import { posix } from 'node:path'
import { type Arguments, count, type Disk, type DiskAnswer, failed, text } from '../disk/disk.ts'
import { occurrences, replaced } from '../disk/lines.ts'
import { augmented, matched, withoutTrailingBlanks } from './match.ts'
import { belowFile, outside } from './place.ts'

interface Edit {
  path: string
  before: string | null
  part: string
  next: string
}

export async function edit(disk: Disk, given: Arguments, form: 'expected' | 'snippet'): Promise<DiskAnswer> {
  const path = text(given.file_path)
  if (!path) return failed("The 'file_path' parameter must be non-empty.")
  if (!posix.isAbsolute(path)) return failed(`File path must be absolute: ${path}`)
  const read = await disk.read(path)
  const refused = outside(disk, path, 'File path') ?? belowFile(disk, read)
  if (refused) return failed(refused)
  if (read.bytes === null && read.why === 'folder') return failed('EISDIR: illegal operation on a directory, read')
  const before = read.bytes?.toString().replaceAll('\r\n', '\n') ?? null
  const asked = { path, before, part: text(given.old_string), next: text(given.new_string) }
  const made = form === 'expected' ? expected(asked, count(given.expected_replacements) ?? 1) : snippet(asked, given)
  if ('error' in made) return failed(made.error)
  const error = await disk.write(path, Buffer.from(made.content))
  return error ? failed(`Error executing edit: ${error}`) : made.told
}

type Made = { error: string } | { content: string; told: string }

function expected({ path, before, part, next }: Edit, times: number): Made {
  if (before === null) return part === '' ? created(path, next) : { error: `File not found: ${path}` }
  const found = occurrences(before, part)
  const wrong = impossible(path, part, found)
  if (wrong) return { error: wrong }
  if (found !== times) {
    const term = times === 1 ? 'occurrence' : 'occurrences'
    return {
      error: `Failed to edit, Expected ${times} ${term} but found ${found} for old_string in file: ${path}`
    }
  }
  if (part === next) return { error: unchanged(path) }
  return {
    content: replaced(before, part, next),
    told: `Successfully modified file: ${path} (${found} replacements).`
  }
}

function snippet({ path, before, ...asked }: Edit, given: Arguments): Made {
  if (before === null) {
    const content = withoutTrailingBlanks(asked.next)
    if (asked.part !== '') return { error: `File not found: ${path}` }
    const { length } = content.split('\n')
    const told = `Showing lines 1-${length} of ${length} from the edited file:\n\n---\n\n${content}`
    return { content, told: `${created(path, content).told} ${told}` }
  }
  const fitted = matched(before, asked.part, asked.next)
  const part = augmented(before, fitted.part, fitted.next)
  const found = occurrences(before, part)
  const wrong = impossible(path, asked.part, found)
  if (wrong) return { error: wrong }
  if (found > 1 && given.replace_all !== true) {
    return {
      error: `Failed to edit. Found ${found} occurrences for old_string in ${path} but replace_all was not enabled.`
    }
  }
  if (part === fitted.next) return { error: unchanged(path) }
  const content = replaced(before, part, fitted.next)
  const around = changedLines(before, content)
  return { content, told: [`The file: ${path} has been updated.`, ...(around ? [around] : [])].join(' ') }
}

const created = (path: string, content: string): { content: string; told: string } => ({
  content,
  told: `Created new file: ${path} with provided content.`
})

const unchanged = (path: string): string =>
  `No changes to apply. The old_string and new_string are identical in file: ${path}`

function impossible(path: string, part: string, found: number): string | null {
  if (part === '') return `File already exists, cannot create: ${path}`
  if (found > 0) return null
  return `Failed to edit, 0 occurrences found for old_string in ${path}. No edits made. The exact text in old_string was not found. Ensure you're not escaping content incorrectly and check whitespace, indentation, and context. Use read_file tool to verify.`
}

// Lines shown before and after a change, and the longest change that is shown.
const AROUND = 4
const MOST = 1000

function changedLines(before: string, after: string): string | null {
  if (!after) return null
  const [old, now] = [before.split('\n'), after.split('\n')]
  let first = 0
  while (first < Math.min(old.length, now.length) && old[first] === now[first]) first++
  let [oldEnd, end] = [old.length - 1, now.length - 1]
  while (oldEnd >= first && end >= first && old[oldEnd] === now[end]) {
    oldEnd--
    end--
  }
  if (end - first > MOST) return null
  const start = Math.max(1, first + 1 - AROUND)
  const last = Math.min(now.length, end + 1 + AROUND)
  return `Showing lines ${start}-${last} of ${now.length} from the edited file:\n\n---\n\n${now.slice(start - 1, last).join('\n')}`
}
