// Claude Code's Bash: the folder passes from one command to the next where that ends well, unless it leaves the repository.
import { posix } from 'node:path'
import { type Arguments, count, type Disk, type DiskAnswer, failed, quote, text, within } from '../disk/disk.ts'

const MOST_CHARS = 30_000
const MOST_MS = 600_000

export async function bash(disk: Disk, given: Arguments): Promise<DiskAnswer> {
  const command = text(given.command)
  if (given.run_in_background === true) return background(disk, command)
  const milliseconds = Math.min(count(given.timeout) ?? 120_000, MOST_MS)
  // It has bash evaluate the command, which messages of bash tell.
  const { stdout, stderr, status, cwd, timedOut } = await disk.shell(`eval ${quote(command)}`, {
    keeps: 'cwd',
    program: '/bin/bash',
    timeoutSeconds: milliseconds / 1000
  })
  const left = !within(posix.resolve(cwd), disk.root)
  if (left) await disk.run(`echo ${quote(disk.root)} >${quote(`${disk.state}/cwd`)}`)
  const why = timedOut
    ? `Command timed out after ${duration(milliseconds)}`
    : status !== 0 && !isNoFailure(command, status) && `Exit code ${status}`
  const [out, err] = [limited(trimmed(stdout)), limited(quoting(stderr.trimEnd(), command))]
  if (why) return failed([why, [err, out].filter(Boolean).join('\n\n')].filter(Boolean).join('\n'))
  const reset = left ? `Shell cwd was reset to ${disk.root}` : ''
  return [out, err.trim(), reset].filter(Boolean).join('\n')
}

/** What bash quotes of a command that it cannot read has the end that the program puts behind it. */
function quoting(said: string, command: string): string {
  if (command.includes('|') || command.includes('<<')) return said
  const last = command.trimEnd().split('\n').at(-1)
  return said.replace(/^(\/bin\/bash: eval: line \d+: `)(.*)'$/m, (whole, head: string, line: string) =>
    line === last ? `${head}${line} < /dev/null'` : whole
  )
}

/** Leading lines without text and blanks at the end are dropped. */
const trimmed = (output: string): string => output.replace(/^(?:\s*\n)+/, '').trimEnd()

/** Status 1 of what searches and compares means that nothing was found, or a difference. */
function isNoFailure(command: string, status: number): boolean {
  const last =
    command
      .split(/\|\||&&|[|;\n]/)
      .at(-1)
      ?.trim() ?? ''
  return status === 1 && /^(?:grep|rg|find|diff|test|\[)\b/.test(last)
}

const duration = (milliseconds: number): string => {
  const [minutes, seconds] = [Math.floor(milliseconds / 60_000), (milliseconds % 60_000) / 1000]
  return minutes ? `${minutes}m ${seconds.toFixed(1)}s` : `${seconds.toFixed(1).replace('.0', '')}s`
}

const limited = (output: string): string =>
  output.length <= MOST_CHARS
    ? output
    : `${output.slice(0, MOST_CHARS)}\n\n... [${output.slice(MOST_CHARS).split('\n').length} lines truncated] ...`

async function background(disk: Disk, command: string): Promise<DiskAnswer> {
  const state = quote(disk.state)
  const encoded = Buffer.from(command).toString('base64')
  const { output } = await disk.run(`mkdir -p ${state}/background; cd ${state}/background
id=bash_$(($(ls | wc -l) / 2 + 1))
echo ${encoded} | base64 -d >$id
cd "$(cat ${state}/cwd 2>/dev/null || echo ${quote(disk.root)})"
setsid /bin/bash ${state}/background/$id >${state}/background/$id.out 2>&1 </dev/null &
echo $id`)
  return `Command running in background with ID: ${output.trim()}`
}
