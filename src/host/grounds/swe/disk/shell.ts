// A command of an agent's as a script for the guest: streams apart, a time limit, and what passes to the next command.
import { createHash } from 'node:crypto'
import { type Disk, quote, type Shelled, type ShellOptions } from './disk.ts'

// More than any tool shows.
const MOST_BYTES = 4_000_000
const LIMIT_S = 120

/** `Disk.shell` over `Disk.run`. Few processes are started for it: each costs milliseconds in an emulator. */
export async function shellOver(
  { run, root, state }: Pick<Disk, 'run' | 'root' | 'state'>,
  command: string,
  { cwd = root, timeoutSeconds = LIMIT_S, keeps, program = 'bash' }: ShellOptions = {}
): Promise<Shelled> {
  const at = quote(state)
  const start = quote(cwd)
  // What is printed between the streams; the command alone decides it, so that a replay is the same to the byte.
  const mark = `\n${createHash('sha256').update(command).digest('hex')}\n`
  const { output } = await run(`[ -d ${at} ] || mkdir -p ${at}
printf %s ${quote(before(state, keeps))} >${at}/before
printf %s ${quote(mark)} >${at}/mark
cwd=${start}
${keeps ? `[ -f ${at}/cwd ] && read -r cwd <${at}/cwd` : ''}
cd -- "$cwd" || cd ${quote(root)} || exit 1
pwd >${at}/left
BASH_ENV=${at}/before timeout --kill-after=2 ${timeoutSeconds} ${program} -c ${quote(command)} >${at}/out 2>${at}/err </dev/null
echo $?
[ -s ${at}/left ] || pwd >${at}/left
${keeps ? `read -r cwd <${at}/left; echo "$cwd" >${at}/cwd` : ''}
head -q -c ${MOST_BYTES} ${at}/mark ${at}/out ${at}/mark ${at}/err ${at}/mark ${at}/left`)
  const [code = '', stdout, stderr, left] = output.split(mark)
  // The script itself failed: no such folder, a full disk.
  if (left === undefined) return { stdout: '', stderr: output.trim(), status: 1, cwd, timedOut: false }
  const status = Number(code.trim().split('\n').at(-1))
  // `timeout` answers 124; a command that does so by itself is not told apart.
  return { stdout: stdout ?? '', stderr: stderr ?? '', status, cwd: left.trimEnd(), timedOut: status === 124 }
}

/** What bash reads before the command: the variables that were kept, and what is to be noted when it ends, also by `exit`. */
function before(state: string, keeps: ShellOptions['keeps']): string {
  const at = quote(state)
  const all = keeps === 'all'
  const variables = all ? `[ -f ${at}/env ] && . ${at}/env\n` : ''
  const leave = `pwd >${at}/left${all ? `; export -p >${at}/env` : ''}`
  return `${variables}unset BASH_ENV\necho $$ >${at}/pid\n: >${at}/group\n${keeps ? `trap ${quote(leave)} EXIT\n` : ''}`
}
