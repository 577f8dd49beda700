// Qwen CLI's `run_shell_command`: each command starts in the workspace with a fresh environment; the answer is a list of labelled lines.
import { posix } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { type Arguments, type Disk, type DiskAnswer, failed, kindAt, quote, text, within } from '../disk/disk.ts'
import { MOST_CHARS, MOST_LINES } from './text.ts'

export async function runShell(disk: Disk, given: Arguments): Promise<DiskAnswer> {
  const [command, directory] = [text(given.command), text(given.directory)]
  if (!command.trim()) return failed('Command cannot be empty.')
  const cwd = posix.resolve(disk.root, directory || '.')
  if (!within(cwd, disk.root)) {
    return failed(`Directory '${directory}' is not within any of the registered workspace directories.`)
  }
  if (substitutes(command)) {
    return failed('Command substitution using $(), `` ` ``, <(), or >() is not allowed for security reasons')
  }
  const kind = await kindAt(disk, cwd)
  if (kind !== 'folder') return failed(`spawn bash ${kind === 'none' ? 'ENOENT' : 'ENOTDIR'}`)
  const asked = withoutShell(command.trim())
  const run = given.is_background === true && !asked.endsWith('&') ? `${asked} &` : asked
  const group = `${disk.state}/group`
  // A shell that lives on would end by the `exit`.
  const apart = `{ ${run}${run.endsWith('&') ? '' : ';'} }; __code=$?; pgrep -g 0 >${quote(group)} 2>&1; exit $__code;`
  const wrapped = disk.session === undefined ? apart : run
  const { stdout, stderr, status } = await disk.shell(wrapped, { cwd })
  const { pid, background, noted } = await processes(disk)
  // A shell that a signal ended has not noted its group.
  const signal = disk.session === undefined && !noted && status > 128 ? status - 128 : null
  const between = stdout && stderr && !stdout.endsWith('\n') ? '\n' : ''
  const output = stripVTControlCharacters(`${stdout}${between}${stderr}`).trim()
  return shortened(
    [
      `Command: ${command}`,
      `Directory: ${directory || '(root)'}`,
      `Output: ${output || '(empty)'}`,
      'Error: (none)',
      `Exit Code: ${signal === null ? status : '(none)'}`,
      `Signal: ${signal ?? '(none)'}`,
      `Background PIDs: ${background.join(', ') || '(none)'}`,
      `Process Group PGID: ${pid ?? '(none)'}`
    ].join('\n')
  )
}

/** The shell's number, and those of its group that still run: what waited for the command was only there while it ran. */
async function processes(disk: Disk): Promise<{ pid: string | undefined; background: string[]; noted: boolean }> {
  const { output } = await disk.run(`cd ${quote(disk.state)} && read -r pid <pid && echo "$pid"
while read -r id; do [ "$id" != "$pid" ] && [ -d "/proc/$id" ] && echo "$id"; done <group
[ ! -s group ] || echo noted`)
  const [pid, ...background] = output.split('\n').filter((line) => /^\d+$/.test(line))
  return { pid, background, noted: output.includes('noted') }
}

/** Whether a shell would put the output of a command in: what stands in single quotes or behind a backslash is text. */
function substitutes(command: string): boolean {
  let quoted = ''
  for (let at = 0; at < command.length; at++) {
    const char = command.charAt(at)
    if (char === '\\' && quoted !== "'") at++
    else if (char === quoted) quoted = ''
    else if (quoted === "'") continue
    else if (char === '`' || command.startsWith('$(', at)) return true
    else if (quoted === '' && /^[<>]\(/.test(command.slice(at, at + 2))) return true
    else if (quoted === '' && (char === '"' || char === "'")) quoted = char
  }
  return false
}

/** `bash -c "..."` around a command is taken off. */
function withoutShell(command: string): string {
  const inner = /^\s*(?:bash|sh|zsh)\s+-c\s([\s\S]*)$/.exec(command)?.[1]?.trim()
  if (inner === undefined) return command
  const [first = ''] = inner
  return inner.length > 1 && /["']/.test(first) && inner.endsWith(first) ? inner.slice(1, -1) : inner
}

const WIDTH = 120

/** Long answers keep the first fifth and the end of their lines. */
function shortened(answer: string): string {
  if (answer.length <= MOST_CHARS) return answer
  const own = answer.split('\n')
  const lines =
    own.length > MOST_LINES
      ? own
      : own.flatMap((line) => (line.length > WIDTH ? line.match(/[\s\S]{1,120}/g) : null) ?? [line])
  const head = Math.floor(MOST_LINES / 5)
  return `${lines.slice(0, head).join('\n')}\n... [CONTENT TRUNCATED] ...\n${lines.slice(head - MOST_LINES).join('\n')}`
}
