// Who answers what in a world with a machine: one table, read from the top. What no rule names the machine computes.

import type { Simple } from '../../../core/domains/shell/commands.ts'
import type { Claim } from '../../../core/grounds/effects/claims.ts'
import type { Doubt } from '../../../core/grounds/effects/doubt-topic.ts'
import { gitWords } from '../../../core/grounds/effects/told.ts'
import { type Rule, routeBy } from '../../../core/grounds/rule.ts'
import type { Route } from '../../../core/tree/ground.ts'
import { ownPackages } from './packages.ts'

const MACHINE = { name: 'machine', by: 'ground', why: 'The machine computes it.' } as const

export const RULES = [
  {
    name: 'instruction',
    by: 'model',
    why: 'An instruction for this step says how it is to go, which a machine does not read.'
  },
  {
    name: 'network',
    by: 'model',
    programs: ['curl', 'wget', 'ssh', 'scp', 'sftp', 'ping', 'dig', 'nslookup', 'host', 'nc', 'telnet', 'rsync', 'ftp'],
    why: 'It needs the network, and the machine has none.'
  },
  { name: 'git-remote', by: 'model', programs: ['git'], why: 'The repository is on another machine.' },
  {
    name: 'packages',
    by: 'model',
    programs: ['apt', 'apt-get', 'apt-cache', 'pip', 'pip3', 'npm', 'npx', 'yarn', 'cargo', 'gem', 'go'],
    why: 'Packages come from the network; what can be said of them without it the machine says.'
  },
  {
    name: 'services',
    by: 'model',
    programs: ['systemctl', 'service', 'journalctl'],
    why: 'The machine runs no services.'
  },
  {
    name: 'hardware',
    by: 'model',
    programs: ['lspci', 'lsusb', 'nvidia-smi', 'sensors', 'dmidecode'],
    why: 'The machine has no such hardware.'
  },
  {
    name: 'code-network',
    by: 'model',
    programs: ['python3', 'python', 'node', 'nodejs'],
    why: 'Its code uses the network or a package that was only told of.'
  },
  {
    name: 'claimed-program',
    by: 'model',
    why: 'The world says that this program is there; the machine does not have it.'
  },
  { name: 'stated', by: 'model', why: 'The world states what it shows, and the machine would show something else.' },
  { name: 'unread', by: 'model', why: 'The world states it in words that no rule reads.' },
  {
    name: 'denied',
    by: 'model',
    why: 'The world names it, and the machine does not have it (found out by running it).'
  },
  {
    name: 'claimed-file',
    by: 'model',
    why: 'The world says that this file is there, and nobody has seen what is in it.'
  },
  {
    name: 'budget',
    by: 'model',
    why: 'It takes more computing than the machine allows one action (found out by running it).'
  },
  {
    name: 'diverged',
    by: 'model',
    why: 'What was recorded came out otherwise on the machine, so nobody knows its state.'
  },
  { name: 'question', by: 'model', why: 'It asks something of the world that no program answers.' },
  { name: 'tool', by: 'model', why: 'No program on the machine does what this tool does.' },
  MACHINE
] as const satisfies Rule[]

export type MachineRuleName = (typeof RULES)[number]['name']

/** Names of older versions are the machine's. */
export const ruleNamed = (name: string): Rule & { name: MachineRuleName } =>
  RULES.find((rule) => rule.name === name) ?? MACHINE

/** The rule for a program that asked, which is one that the machine does not have. */
export function ruleOf(program: string): MachineRuleName {
  const found = RULES.find((rule: Rule) => rule.programs?.includes(program))
  return found?.name ?? 'claimed-program'
}

const ASKING_GIT = /^(?:clone|fetch|pull|push|ls-remote)$/

/** Who would answer what is typed, as far as the text shows it: the programs themselves ask when they run. */
export function routeOf({
  typed,
  commands,
  instruction,
  programs,
  touched,
  rule: certain = null,
  doubt = null
}: {
  typed: string
  commands: readonly Simple[]
  instruction: string
  /** Programs that the world claims. */
  programs: ReadonlySet<string>
  /** Claims that have to be seen first. */
  touched: readonly Claim[]
  /** The rule that the action follows whatever the state. */
  rule?: MachineRuleName | null
  /** What of the world's text no rule has read, and one of the commands would show. */
  doubt?: Pick<Doubt, 'what'> | null
}): Route {
  const by = (name: MachineRuleName, about = ''): Route => routeBy(ruleNamed(name), about)
  if (instruction) return by('instruction')
  if (certain) return by(certain)
  if (doubt) return by('unread', `${doubt.what}: `)
  for (const command of commands) {
    const rule = ruleOf(command.name)
    const known = rule !== 'claimed-program'
    const asks = known
      ? rule === 'code-network'
        ? usesNetwork(typed)
        : (rule !== 'git-remote' || asksRemote(command)) && !runsOwn(command)
      : programs.has(command.name)
    if (asks) return by(rule, `${command.name}: `)
  }
  const [first] = touched
  return first ? by('claimed-file', `${first.path}: `) : by('machine')
}

function asksRemote({ args }: Simple): boolean {
  const [verb = '', ...rest] = gitWords({ args, cwd: '/', home: '/' }).words
  return ASKING_GIT.test(verb) && !rest.some((word) => /^(?:\.{0,2}\/|~|file:)/.test(word))
}

// As in `image/dream.c`, which has the last word: what npm does without the registry.
const NPM_HERE = /^(?:run(?:-script)?|rum|urn|t(?:e?st)?|start|stop|restart|ls|list|pkg|prefix|root|-v|--version)$/

function runsOwn({ name, args }: Simple): boolean {
  const [verb, ...rest] = args
  if (verb === undefined) return false
  // What is to be installed may be there already, or be refused: that shows when it runs.
  if (name !== 'npm') return verb !== 'install' && ownPackages({ name, args, cwd: '/', home: '/' }) !== null
  if (verb === 'init')
    return rest.every((word) => word.startsWith('-')) && rest.some((word) => /^(?:-y|--yes)$/.test(word))
  return NPM_HERE.test(verb)
}

/** Whether code on the command line reaches for the network by the own libraries of Python or node. */
export function usesNetwork(typed: string): boolean {
  return (
    /\b(?:urllib\.request|http\.client|socket\.(?:create_connection|socket)|ftplib|smtplib|fetch\(|https?\.(?:get|request)\(|net\.(?:connect|createConnection)\()/.test(
      typed
    ) && !/\b(?:localhost|127\.0\.0\.1|0\.0\.0\.0|socketpair|AF_UNIX)\b/.test(typed)
  )
}
