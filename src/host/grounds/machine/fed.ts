// A command for a shell that lives on, fed to it by the host: the host writes the command and reads what it wrote, so that few processes of the guest
// are started beside it. A script waits for the end only where a command takes long.
import { quote, type Shelled } from '../disk-tools/disk/disk.ts'
import { LEAST_S, LIMIT_S, MOST_BYTES, notRun, RC, sessionAt, shelledOf, waiting } from '../disk-tools/disk/session.ts'
import { bytesIn, textIn, writing } from '../emulator/files.ts'
import type { EmulatorJob, WorkResult } from '../emulator-client.ts'
import { answerTo } from './answer.ts'
import { ASK, readAsk } from './asking.ts'
import { FIRST_LOOK_S, runAsking } from './asking-run.ts'
import type { Working } from './working.ts'

/** The script's exit code where a script began the shell, which tells its end in another way. */
const BEFORE = 3

interface Fed {
  /** Of the shell. */
  name: string
  root: string
  /** Folder for what tools remember between calls. */
  state: string
  timeoutSeconds?: number | undefined
}

/** Runs `command` in the shell of this name, which is started where there is none. @returns `null`: the shell is one that a script began */
export async function fedBy(
  working: Working,
  command: string,
  { name, root, state, timeoutSeconds = LIMIT_S }: Fed
): Promise<Shelled | null> {
  const { work, owner } = working
  const at = sessionAt(state, name)
  const limit = Math.max(LEAST_S, timeoutSeconds)
  const pause: EmulatorJob = { do: 'pause', seconds: Math.min(FIRST_LOOK_S, limit) }
  const look: EmulatorJob[] = [ASK, `${at}/done`, `${at}/end`, `${at}/out`].map((path) => ({ do: 'read', path }))
  let jobs: EmulatorJob[] = [writing(`${at}.command`, command), { do: 'run', script: feeding(at, root) }]
  let ran: WorkResult | undefined
  for (let waited = pause.seconds; ; waited += pause.seconds) {
    const { results } = await work([...jobs, pause, ...look])
    ran ??= results.find(({ did }) => did === 'run')
    if (ran?.did === 'run' && ran.status !== 0) return ran.status === BEFORE ? null : notRun(ran.output, root)
    const [ask, done, end, out] = results.slice(-look.length)
    const told = textIn(done) || textIn(end)
    if (told) return shelledOf(told, { printed: printedIn(out), root })
    const question = bytesIn(ask)
    if (!question?.length) {
      const left = Math.max(LEAST_S, limit - waited)
      const { output } = await runAsking(working)(`bash -c ${quote(watching(left))} sh ${quote(at)}`)
      const [late] = (await work(look.slice(-1))).results
      return shelledOf(output, { printed: printedIn(late), root })
    }
    jobs = await answerTo(readAsk(question, owner), working)
  }
}

const printedIn = (out: WorkResult | undefined): string =>
  (bytesIn(out) ?? Buffer.alloc(0)).toString('utf8', 0, MOST_BYTES)

/**
 * Begins the shell where there is none, and has it do the command. Its file is a new one each time: programs in the background go on writing to
 * theirs. The shell's last word is in a file as well, since nobody may be reading when it ends.
 */
const feeding = (at: string, root: string): string => `S=${quote(at)}
cd ${quote(root)} || exit 1
if { read -r pid <$S/pid && kill -0 $pid; } 2>/dev/null; then
  [ -e $S/old ] || exit ${BEFORE}
  read -r old </proc/$pid/task/$pid/children
  rm -f $S/out
  exec 8<>$S/in
else
  rm -rf $S; mkdir -p $S; mkfifo $S/in $S/done; : >$S/pid
  printf %s ${quote(RC)} >$S/rc
  exec 8<>$S/in
  setsid sh -c 'exec 9<>"$1"/done; bash --rcfile "$1"/rc -i <&8 8>&- >/dev/null 2>&1; code=$?; echo ended $code >"$1"/end; echo ended $code >&9' sh $S </dev/null >/dev/null 2>&1 &
fi
echo "$old" >$S/old
: >$S/out
printf '%s\\n' "\\\\builtin eval \\"\\$(<$S.command)\\" >>$S/out 2>&1 </dev/null; \\\\builtin echo done \\$? >$S/done" >&8
`

/** Waits for what takes longer than the first look. Processes are the command's where their first ancestor below the shell is. */
const watching = (seconds: number): string => `S=$1
exec 7<>$S/done 8<>$S/in
read -r pid <$S/pid; read -r old <$S/old
children() { local c; read -r c </proc/$1/task/$1/children; for c in $c; do echo $c; children $c; done; } 2>/dev/null
new() { local c; read -r c </proc/$pid/task/$pid/children; for c in $c; do case " $old " in *" $c "*) ;; *) echo $c; children $c;; esac; done; } 2>/dev/null
${waiting(seconds)}`
