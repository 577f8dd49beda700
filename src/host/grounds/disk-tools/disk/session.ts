// A shell of the guest that lives on: it keeps variables, arrays, functions, aliases, options, traps, jobs and its folder from one command to the
// next. It is a bash of the machine's, so that it is rewound, forked and replayed with it.
import { createHash } from 'node:crypto'
import { type Disk, quote, type Shelled } from './disk.ts'

/** More than any tool shows. */
export const MOST_BYTES = 4_000_000
export const LIMIT_S = 120
export const LEAST_S = 0.1

/** Runs `command` in the shell of this name, which is started where there is none. */
export async function sessionOver(
  { run, root, state }: Pick<Disk, 'run' | 'root' | 'state'>,
  command: string,
  { name, timeoutSeconds = LIMIT_S }: { name: string; timeoutSeconds?: number }
): Promise<Shelled> {
  const at = sessionAt(state, name)
  const mark = `\n${createHash('sha256').update(command).digest('hex')}\n`
  const { output } = await run(`S=${quote(at)}
cd ${quote(root)} || exit 1
if ! { read -r pid <$S/pid && kill -0 $pid; } 2>/dev/null; then
  rm -rf $S; mkdir -p $S; mkfifo $S/in $S/done; : >$S/pid
  printf %s ${quote(RC)} >$S/rc
  setsid sh -c 'exec 9<>"$1"/done; bash --rcfile "$1"/rc -i <>"$1"/in >/dev/null 2>&1; echo ended $? >&9' sh $S </dev/null >/dev/null 2>&1 &
fi
printf %s ${quote(command)} >$S/command
rm -f $S/out; : >$S/out
printf %s ${quote(feeding(Math.max(LEAST_S, timeoutSeconds)))} >$S/feed
bash $S/feed $S
printf %s ${quote(mark)}
head -c ${MOST_BYTES} $S/out`)
  const [told = '', printed] = output.split(mark)
  return printed === undefined ? notRun(output, root) : shelledOf(told, { printed, root })
}

/** The folder of the shell of this name. */
export const sessionAt = (state: string, name: string): string =>
  `${state}/sessions/${createHash('sha256').update(name).digest('hex').slice(0, 16)}`

/** There is no folder to start in, or the disk is full. */
export const notRun = (said: string, cwd: string): Shelled => ({
  ...{ output: said, stdout: '', stderr: said.trim(), status: 1, cwd, timedOut: false }
})

/** What came of a command, by the last line that its end told. */
export function shelledOf(told: string, { printed, root }: { printed: string; root: string }): Shelled {
  const last = told.trimEnd().split('\n').at(-1) ?? ''
  const [, how, code = '', over] = /(?:^|\W)(done|late|ended) ?(\d{0,9})( over)?$/.exec(last) ?? []
  const same = { output: printed, stdout: printed, stderr: '', cwd: root }
  if (how === 'late') return { ...same, status: 124, timedOut: true, ...(over && { restarted: true as const }) }
  return { ...same, status: Number(code), timedOut: false, ...(how === 'ended' && { restarted: true as const }) }
}

// Interactive, so that aliases hold and jobs are told of; it asks nobody and remembers no lines.
export const RC =
  'PS1= PS2= PROMPT_COMMAND=; unset HISTFILE; set +o history +H\necho $$ >"$(dirname "$BASH_SOURCE")"/pid\n'

// Has the shell do the command, and waits for its end.
const feeding = (seconds: number): string => `S=$1
exec 7<>$S/done 8<>$S/in
for i in 1 2 3 4 5 6 7 8 9; do [ -s $S/pid ] && break; read -r -t 0.2 <&7; done
read -r pid <$S/pid
children() { local c; read -r c </proc/$1/task/$1/children; for c in $c; do echo $c; children $c; done; } 2>/dev/null
old=" $(children $pid | tr '\\n' ' ') "
new() { for c in $(children $pid); do case "$old" in *" $c "*) ;; *) echo $c;; esac; done; }
echo "\\\\builtin eval \\"\\$(<$S/command)\\" >>$S/out 2>&1 </dev/null 8>&-; \\\\builtin echo done \\$? >$S/done" >&8
${waiting(seconds)}`

/**
 * Waits for the end of a command: it says `done` with the code, `late` once the shell is free again, `ended` when that is gone. One that takes too
 * long is interrupted, then ended, then ended for good; at last its shell is, which may be what is at work. Only processes of the command are: those
 * in the background from before go on.
 */
export const waiting = (seconds: number): string => `if read -r -t ${seconds} told <&7; then echo "$told"; exit; fi
kill -INT $pid $(new) 2>/dev/null
echo "\\\\builtin echo late >$S/done" >&8
free() { while read -r -t 1 told <&7; do case "$told" in late|ended*) return 0;; esac; done; return 1; }
free || { kill -TERM $(new) 2>/dev/null; free; } || { kill -KILL $(new) 2>/dev/null; free; } || { kill -KILL $pid; free; }
case "$told" in ended*) echo late over;; *) echo late;; esac
`
