// Commands that a text shows with what they printed, and that no kind of statement makes true: the model answers for them.

import type { StateChange } from '../../../tree/ground.ts'
import { byCommand } from './known.ts'
import type { StatedText, StatementFacts } from './said.ts'

// What is made true elsewhere, or follows from files, users, packages and the rest.
const MADE =
  /^(?:crontab|cat|ls|tree|head|tail|cd|pwd|echo|printf|mkdir|touch|git|id|whoami|groups|getent|hostname|date|timedatectl|env|printenv|export|locale|ss|netstat|nproc|free|df|lsblk|uname|lsb_release|python3?|node|npm|pip3?|grep|wc|find|which|command|type|stat|file|sort|cp|mv|rm|chmod|chown|make|sed|awk|tmux)$/
// The shell's own, which no program answers for.
const OF_SHELL = new Set(['ulimit', 'history', 'jobs', 'alias', 'set', 'shopt', 'declare', 'hash', 'dirs', 'bind'])
const CHANGING = new Set([
  'ps',
  'top',
  'uptime',
  'w',
  'who',
  'last',
  'lsof',
  'ip',
  'ifconfig',
  'mount',
  'route',
  'arp',
  'vmstat',
  'dpkg',
  'lscpu',
  'sysctl',
  'ulimit'
])

/** Only a program's own command line with what it printed: the words before it are the shell's. */
export function shownOnly({ quoted }: StatedText): StatementFacts {
  const asked = new Map<string, string>()
  for (const { command, output } of quoted) {
    const words = command.replace(/^sudo /, '').split(' ')
    const [program = ''] = words
    if (output.length === 0 || !/^[a-z][\w.+-]*$/.test(program) || MADE.test(program) || /[|;&<>`$]/.test(command))
      continue
    if (/command not found|No such file/.test(output[0] ?? '')) continue
    if (!asked.has(command)) asked.set(command, words.slice(1).join(' '))
  }
  const effects = [...asked].map(([command, words]): StateChange => {
    const [program = ''] = command.replace(/^sudo /, '').split(' ')
    return CHANGING.has(program) ? { do: 'ask', program, words } : { do: 'ask', program }
  })
  return {
    effects: effects.filter(
      (one) =>
        one.do === 'ask' && !OF_SHELL.has(one.program) && (CHANGING.has(one.program) || !byCommand.has(one.program))
    ),
    unmade: [...asked.keys()].map((command) => ({
      at: command,
      why: OF_SHELL.has(command.split(' ')[0] ?? '')
        ? `What \`${command}\` shows; the machine's own shell answers for it.`
        : `What \`${command}\` shows; the model answers for it.`
    }))
  }
}
