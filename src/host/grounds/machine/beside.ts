// A command that is executed beside the terminal: in a shell of its own, among the processes of the world's shell, as its user and in its folder.
// The terminal shows it as if it had been typed, unless a program has it.

import { commandsIn } from '../../../core/domains/shell/commands.ts'
import { typedForm } from '../../../core/observations/terminal/brackets.ts'
import type { Setup } from '../../../core/tree/model.ts'
import { shellOver } from '../disk-tools/disk/shell.ts'
import { textIn } from '../emulator/files.ts'
import { quoted } from '../emulator/quoted.ts'
import { runAsking } from './asking-run.ts'
import { readOf } from './genesis.ts'
import { uncertainOf } from './listed.ts'
import { claimsIn, see } from './look.ts'
import { CLAIMS } from './settle.ts'
import { resultOf } from './tool.ts'
import { type MachineAnswer, type MachineStatus, type Playing, workingFrom } from './working.ts'

// Beside what the tools of code worlds note.
const STATE = '/run/beside'

/** Does the command from the state `from`, and keeps the state after it as `to`. @throws OrreryError as `MachineClient.work` */
export async function playBeside(
  { command, seconds }: { command: string; seconds: number },
  { setup, from, to, facts }: { setup: Setup; from: string; to: string; facts: MachineStatus },
  playing: Playing
): Promise<MachineAnswer> {
  const working = workingFrom({ from, to, commands: commandsIn(command) }, playing)
  const { work, dreams } = working
  const seen = await see(commandsIn(command), facts, working)
  const shelled = await shellOver({ run: runAsking(working), root: '/', state: STATE }, command, {
    cwd: facts.cwd,
    timeoutSeconds: seconds,
    first: FIND_SHELL,
    as: besideShell(setup)
  })
  const { results } = await work([
    { do: 'draw', command: typedForm(command), output: shelled.output },
    { do: 'read', path: CLAIMS }
  ])
  const [drawn, read] = results.slice(-2)
  const text = drawn?.did === 'draw' ? drawn.text : null
  const uncertain = uncertainOf(dreams)
  return {
    text: text ?? `$ ${command}\n${shelled.output}`.trimEnd(),
    facts: { ...seen, claims: claimsIn(textIn(read)) },
    dreams,
    // Its own end says nothing of the terminal, but where a program has that.
    result: { ...resultOf(shelled), ...(text === null && { ready: false }) },
    ...(uncertain && { uncertain })
  }
}

// The first process's child that has a terminal: the world's shell, or what began it.
const FIND_SHELL = `read -r children </proc/1/task/1/children
for shell in $children; do read -r _ _ _ _ _ _ tty _ </proc/$shell/stat; [ "$tty" = 0 ] || break; done`

/** Among the shell's processes and as its user, with the variables that a new shell of the world has. */
function besideShell(setup: Setup): string {
  const { user, home, effects } = readOf(setup)
  const variables = effects.flatMap((effect) => (effect.do === 'env' ? [`${effect.name}=${quoted(effect.value)}`] : []))
  const own = [
    `HOME=${quoted(home)}`,
    ...['USER', 'LOGNAME'].map((name) => `${name}=${user}`),
    ...['SHELL=/bin/bash', 'TERM=xterm-256color', 'LANG=C.UTF-8', 'PAGER=cat', 'GIT_PAGER=cat'],
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  ]
  const who = user === 'root' ? '' : ` setpriv --reuid=${user} --regid=${user} --init-groups`
  return `nsenter -t $shell -m -p --wdns="$PWD"${who} env -i ${[...own, ...variables].join(' ')}`
}
