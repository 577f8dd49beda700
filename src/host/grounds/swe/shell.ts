// A command of an agent's as a script for the guest: streams apart, a time limit, and what passes to the next command.
import { type Disk, quote, type Shelled, type ShellOptions } from './disk.ts'

// More than any tool shows.
const MOST_BYTES = 4_000_000
const LIMIT_S = 120

/** `Disk.shell` over `Disk.run`. */
export async function shellOver(
  { run, root, state }: Pick<Disk, 'run' | 'root' | 'state'>,
  command: string,
  { cwd = root, timeoutSeconds = LIMIT_S, keeps, program = 'bash' }: ShellOptions = {}
): Promise<Shelled> {
  const at = quote(state)
  const start = keeps ? `"$(cat ${at}/cwd 2>/dev/null || echo ${quote(cwd)})"` : quote(cwd)
  const { output } = await run(`mkdir -p ${at}
rm -f ${at}/left
echo ${base64(before(state, keeps))} | base64 -d >${at}/before
cd -- ${start} || cd ${quote(root)} || exit 1
BASH_ENV=${at}/before timeout --kill-after=2 ${timeoutSeconds} ${program} -c "$(echo ${base64(command)} | base64 -d)" >${at}/out 2>${at}/err </dev/null
code=$?
[ -s ${at}/left ] || pwd >${at}/left
${keeps ? `cp ${at}/left ${at}/cwd` : ''}
echo; echo $code
for one in out err left; do head -c ${MOST_BYTES} ${at}/$one | base64 -w0; echo; done`)
  const parts = /(?:^|\n)(\d+)\n(\S*)\n(\S*)\n(\S*)\n$/.exec(output)
  // The script itself failed: no such folder, a full disk.
  if (!parts) return { stdout: '', stderr: output.trim(), status: 1, cwd, timedOut: false }
  const [, code = '', ...streams] = parts
  const [stdout = '', stderr = '', left = ''] = streams.map((part) => Buffer.from(part, 'base64').toString())
  // `timeout` answers 124; a command that does so by itself is not told apart.
  return { stdout, stderr, status: Number(code), cwd: left.trimEnd(), timedOut: code === '124' }
}

/** What bash reads before the command: the variables that were kept, and what is to be noted when it ends, also by `exit`. */
function before(state: string, keeps: ShellOptions['keeps']): string {
  const at = quote(state)
  const all = keeps === 'all'
  const variables = all ? `[ -f ${at}/env ] && . ${at}/env\n` : ''
  const leave = `pwd >${at}/left${all ? `; export -p >${at}/env` : ''}`
  return `${variables}unset BASH_ENV\necho $$ >${at}/pid\n${keeps ? `trap ${quote(leave)} EXIT\n` : ''}`
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')
