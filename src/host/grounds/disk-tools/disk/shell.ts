// A command of an agent's as a script for the guest: streams apart and in their order, a time limit, and what passes to the next command.
import { createHash } from 'node:crypto'
import { type Disk, quote, type Shelled, type ShellOptions } from './disk.ts'

// More than any tool shows.
const MOST_BYTES = 4_000_000
const LIMIT_S = 120
const LEAST_S = 0.1
// What `timeout -v` says, beside what a shell says of a program that was killed.
const ENDING = 'timeout: sending signal'

/** How a command is started. */
export interface Start extends ShellOptions {
  /** Words before `bash -c COMMAND`: where and as whom it runs. May use variables of `first`. Nothing of it passes to the next command. */
  as?: string
  /** Words before `bash -c COMMAND` that say as whom it runs and with which variables. */
  who?: string
  /** Lines of the script before it. */
  first?: string
}

/**
 * `Disk.shell` over `Disk.run`. Few processes are started for it: each costs milliseconds in an emulator. Both streams go through `tee`s that
 * come before every other program, so that what one writes is noted before it writes on: that keeps the order. A file is new each time, since
 * programs in the background go on writing to theirs.
 */
export async function shellOver(
  { run, root, state }: Pick<Disk, 'run' | 'root' | 'state'>,
  command: string,
  { cwd = root, timeoutSeconds = LIMIT_S, keeps, program = 'bash', as = '', who = '', first = '' }: Start = {}
): Promise<Shelled> {
  const at = quote(state)
  // What is printed between the streams; the command alone decides it, so that a replay is the same to the byte.
  const mark = `\n${createHash('sha256').update(command).digest('hex')}\n`
  const { output } = await run(`[ -d ${at} ] || mkdir -p ${at}
printf %s ${quote(before(state, keeps))} >${at}/before
printf %s ${quote(mark)} >${at}/mark
cwd=${quote(cwd)}
${keeps ? `[ -f ${at}/cwd ] && read -r cwd <${at}/cwd` : ''}
${first}
cd -- "$cwd" || cd ${quote(root)} || exit 1
pwd >${at}/left
cd ${at} && rm -f out err all late o e && : >late >all && mkfifo -m 666 o e && cd - >/dev/null || exit 1
${who ? `(cd ${at} && touch pid group left env && chmod 666 pid group left env)` : ''}
chrt -f 1 tee -a ${at}/all <${at}/o >${at}/out &
chrt -f 1 tee -a ${at}/all <${at}/e >${at}/err &
exec 5</dev/null
${as ? '' : `BASH_ENV=${at}/before `}timeout -v --kill-after=2 ${Math.max(LEAST_S, timeoutSeconds)} sh -c 'exec "$@" 2>&4 4>&-' sh ${as}${who} ${program} -c ${quote(command)} <&5 5<&- >${at}/o 4>${at}/e 2>${at}/late
echo $?
[ -s ${at}/left ] || pwd >${at}/left
${keeps ? `read -r cwd <${at}/left; echo "$cwd" >${at}/cwd` : ''}
[ -s ${at}/out ] && [ -s ${at}/err ] || : >${at}/all
head -q -c ${MOST_BYTES} ${at}/mark ${at}/out ${at}/mark ${at}/err ${at}/mark ${at}/all ${at}/mark ${at}/late ${at}/mark ${at}/left`)
  const [code = '', stdout = '', stderr = '', all, late = '', left] = output.split(mark)
  // The script itself failed: no such folder, a full disk.
  if (left === undefined) {
    const said = output.trim()
    return { output: said, stdout: '', stderr: said, status: 1, cwd, timedOut: false }
  }
  const status = Number(code.trim().split('\n').at(-1))
  return {
    output: all || stdout + stderr,
    stdout,
    stderr,
    status,
    cwd: left.trimEnd(),
    timedOut: late.includes(ENDING)
  }
}

/** What bash reads before the command: the variables that were kept, and what is to be noted when it ends, also by `exit`. */
function before(state: string, keeps: ShellOptions['keeps']): string {
  const at = quote(state)
  const all = keeps === 'all'
  const variables = all ? `[ -f ${at}/env ] && . ${at}/env\n` : ''
  const leave = all ? `pwd >${at}/left; export -p >${at}/env` : `[ $? -ne 0 ] || pwd >${at}/left`
  return `${variables}unset BASH_ENV\necho $$ >${at}/pid\n: >${at}/group\n${keeps ? `trap ${quote(leave)} EXIT\n` : ''}`
}
