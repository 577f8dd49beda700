// A machine as a world's initial state describes it.

import { findDomain } from '../../../core/domains/index.ts'
import { type Initial, readInitial } from '../../../core/grounds/effects/initial.ts'
import type { MakingScript } from '../../../core/grounds/effects/made-by.ts'
import { namedFiles } from '../../../core/grounds/effects/named-files.ts'
import { isDotFolder } from '../../../core/grounds/effects/names.ts'
import type { FolderCopy } from '../../../core/tree/folder.ts'
import type { StateChange } from '../../../core/tree/ground.ts'
import type { Setup } from '../../../core/tree/model.ts'
import { rootOf } from '../disk-tools/root.ts'
import { writing } from '../emulator/files.ts'
import { quoted } from '../emulator/quoted.ts'
import type { EmulatorJob } from '../emulator-client.ts'
import { jobsFor } from './apply.ts'
import { type Seed, seedJobs } from './seed.ts'

/** What the initial state comes to; a repository's world begins in its folder. @param runs of the machine's image */
export function readOf(setup: Setup, runs: Readonly<Record<string, string>> = {}): Initial {
  const { surface } = findDomain(setup.domain)
  if (surface === 'terminal') return readInitial(setup.initialState, { runs })
  const initial = readInitial(setup.initialState, { cwd: rootOf(setup), runs })
  const { effects } = initial
  // A repository takes in what lies there before it.
  const git = effects.findIndex((one) => one.do === 'git' || one.do === 'cwd')
  const named = namedFiles(setup.initialState, initial)
  const listed = [...effects.slice(0, git), ...named, ...effects.slice(git)]
  const paths = listed.flatMap((one) => ('path' in one ? one.path : []))
  const all = listed.map((one): StateChange => {
    // What others lie in is a folder, and so is a part of a repository of many.
    if (one.do === 'claim' && one.kind === 'file')
      return paths.some((path) => path.startsWith(`${one.path}/`)) || PART.test(one.path) || isDotFolder(one.path)
        ? { ...one, kind: 'folder' }
        : one
    // What nobody says of its commits, it has: files that are all untracked would be told of.
    return one.do === 'git' && one.commits.length === 0 && !/\bcommit|initiali[sz]ed/i.test(setup.initialState)
      ? { ...one, commits: ['Initial commit'] }
      : one
  })
  return { ...initial, effects: [...ofCode(all), ...all] }
}

const PART = /\/(?:packages|apps|libs|services|modules|crates|plugins|components)\/[\w@-]+$/

/** What code is run with is there where an agent works on it, also where the text does not speak of it. */
function ofCode(effects: readonly StateChange[]): StateChange[] {
  const told = new Set(effects.flatMap((one) => (one.do === 'install' || one.do === 'uninstall' ? one.name : [])))
  const code = effects.flatMap((one) => (one.do === 'write' && one.path.endsWith('.py') ? [one] : []))
  const isPython = effects.some(
    (one) =>
      (one.do === 'write' || one.do === 'claim') &&
      /\.(?:py|ipynb)$|\/(?:requirements[\w-]*\.txt|pyproject\.toml)$/.test(one.path)
  )
  const tests = code.some(({ content }) => /^(?:import|from) pytest\b/m.test(content))
  const programs: [name: string, manager: 'apt' | 'pip', used: boolean][] = [
    ['python', 'apt', isPython && !told.has('python3')],
    ['pytest', 'pip', tests]
  ]
  return programs.flatMap(([name, manager, used]) =>
    used && !told.has(name) ? [{ do: 'install' as const, manager, name, version: '' }] : []
  )
}

/** What is done to a machine at its first prompt so that it is the one that the text describes, of that seed. */
export function genesis(
  setup: Setup,
  { copy = null, seed = { seed: 0 } }: { copy?: FolderCopy | null; seed?: Seed } = {}
): { initial: Initial; jobs: EmulatorJob[] } {
  const initial = readOf(setup)
  const { user, home, host, cwd, prompt, effects, made } = initial
  const owner = { user, home }
  const tools = findDomain(setup.domain).surface !== 'terminal'
  const before = jobsFor(
    effects.filter((effect) => effect.do !== 'cwd' && effect.do !== 'env'),
    { owner, shell: false }
  )
  const variables = effects.flatMap((effect) =>
    effect.do === 'env'
      ? [`export ${effect.name}=${quoted(effect.value)}`]
      : effect.do === 'umask'
        ? [`umask ${effect.mask}`]
        : []
  )
  const settings = [
    '. /etc/machine.bashrc',
    ...startFilesOf(initial),
    ...initial.aliases.map(({ name, words }) => `alias ${name}=${quoted(words)}`),
    `cd ${quoted(cwd)}`,
    ...(host ? [`HOSTNAME=${quoted(host)}`] : []),
    ...shellOf(initial),
    `PS1=${quoted(promptString(initial, prompt))}`,
    ...variables,
    ...AS_OUTSIDE,
    'unset OLDPWD'
  ]
  return {
    initial,
    jobs: [
      ...before,
      ...(user !== 'root' && effects.some((one) => one.do === 'git' && (tools || isOthers(one.path, initial)))
        ? [TRUSTED]
        : []),
      ...(made ? madeJobs(made, user) : []),
      ...(copy ? copyJobs(copy, { root: copyRoot(setup), user }) : []),
      ...(seed.seed ? seedJobs(seed, { clock: true }) : []),
      writing(RC, `${settings.join('\n')}\n`),
      { do: 'type', hidden: true, keys: [{ keystrokes: shellLine(initial), duration: 0.5 }] }
    ]
  }
}

/** A repository that the text gives to somebody else, and tells of as one that is worked in. */
const isOthers = (path: string, { user, effects }: Initial): boolean =>
  effects.some((one) => one.do === 'mode' && one.path === path && one.owner !== undefined && one.owner !== user)

// A coding agent's tools are the machine's own, and git does nothing in a repository of somebody else.
const TRUSTED: EmulatorJob = { do: 'run', script: "git config --system safe.directory '*'\n" }

const MADE = '/run/world.made'
// What waits for somebody is waited for so long.
const MADE_S = 20

/** The commands that made the world's files, run as the user whose files they are. */
function madeJobs({ script, folder }: MakingScript, user: string): EmulatorJob[] {
  const run = `cd ${quoted(folder)} && timeout ${MADE_S} bash ${MADE}`
  const as = user === 'root' ? run : `su ${user} -c ${quoted(run)}`
  return [
    writing(MADE, script),
    { do: 'run', script: `mkdir -p ${quoted(folder)}; ${as} </dev/null >/dev/null 2>&1; rm ${MADE}\n` }
  ]
}
/** What an interactive shell reads at its start, where the text shows it. One that puts another program in its place is not read. */
const startFilesOf = ({ home, effects }: Initial): string[] =>
  effects.flatMap((one) =>
    one.do === 'write' && one.path === `${home}/.bashrc` && !/^[ \t]{0,8}(?:exec|exit|logout)\b/m.test(one.content)
      ? [`. ${quoted(one.path)} </dev/null`]
      : []
  )

/** Its shell is a bash, whatever it is said to be. */
const shellOf = ({ user, effects }: Initial): string[] =>
  effects.flatMap((one) => (one.do === 'user' && one.name === user && one.shell ? [`export SHELL=${one.shell}`] : []))

const RC = '/run/world.bashrc'

/** What is typed at the machine's first shell for one of the world's own: its first line is line 1, and nothing is left of the first. */
export function shellLine({ user, cwd }: Initial): string {
  const shell = `exec bash --rcfile ${RC}`
  return user === 'root'
    ? ` unset HISTFILE; ${shell}\n`
    : ` unset HISTFILE; cd ${quoted(cwd)}; exec su -s /bin/bash --session-command='${shell}' ${user}\n`
}

// What would show that the shell is one of an emulator: a descriptor of its first process, the emulated processor, and the mark before each
// prompt in what `set -x` traces. The mark is the world's own; it stands behind what a user may set, as `PROMPT_COMMAND=...` sets the first entry.
// Bracketed paste is on as it is outside: by it readline says that it has taken a line.
const AS_OUTSIDE = [
  'exec 3>&-',
  'HOSTTYPE=x86_64 MACHTYPE=x86_64-pc-linux-gnu',
  `PROMPT_COMMAND=() PROMPT_COMMAND[9]='{ printf "\\e]133;W;%s;%s\\a" "$?" "$PWD"; } 2>/dev/null'`,
  "bind 'set enable-bracketed-paste on' 2>/dev/null"
]

/** Where a copied folder lies: a repository where its world has it, otherwise under its name in the user's home. */
function copyRoot(setup: Setup): string {
  const { surface } = findDomain(setup.domain)
  return surface === 'terminal' ? `${readOf(setup).home}/${setup.folder?.name ?? ''}` : rootOf(setup)
}

// Not as effects: a script line for each of thousands of files would take minutes.
function copyJobs({ files, folders }: FolderCopy, { root, user }: { root: string; user: string }): EmulatorJob[] {
  const at = (path: string) => `${root}/${path}`
  const made = [root, ...folders.map(at)].map(quoted).join(' ')
  const script = [
    // Git knows a repository by these, and both may be empty.
    `[ ! -e ${quoted(at('.git/HEAD'))} ] || mkdir -p ${quoted(at('.git/refs'))} ${quoted(at('.git/objects'))}`,
    `chown -R ${user}: ${quoted(root)}`
  ]
  return [
    { do: 'run', script: `umask 022; printf '%s\\0' ${made} | xargs -0 mkdir -p\n` },
    ...files.map(({ path, content, encoding, runs }) =>
      writing(at(path), encoding ? Buffer.from(content, encoding) : content, runs ? 0o755 : 0o644)
    ),
    { do: 'run', script: `${script.join('\n')}\n` }
  ]
}

/** The prompt as bash is told it: what the text shows of the folder becomes what bash shows of it. */
function promptString({ user, host }: Initial, prompt: string | null): string {
  const mark = user === 'root' ? '#' : '$'
  if (prompt === null) return `${user}@${host?.split('.')[0] ?? '\\h'}:\\w${mark} `
  const [end = ''] = /\]?\s?[#$%]$/.exec(prompt) ?? []
  const head = prompt.slice(0, prompt.length - end.length)
  const [, before = '', folder = ''] = /^([^@]*@[\w.-]+[: ] ?)([^\n]*)$/.exec(head) ?? []
  const shown = /^[~/]/.test(folder) && !/^\[/.test(prompt) ? '\\w' : '\\W'
  return `${before}${shown}${end} `
}

// The name of the image's machine.
const HOST = 'debian'

/** The prompt as bash shows it in a folder, without the blank behind it. */
export function promptShown(initial: Initial, cwd: string): string {
  const { home } = initial
  const short = cwd === home || cwd.startsWith(`${home}/`) ? `~${cwd.slice(home.length)}` : cwd
  return promptString(initial, initial.prompt)
    .replace('\\h', HOST)
    .replace('\\w', () => short)
    .replace('\\W', () => (short === '/' ? '/' : (short.split('/').at(-1) ?? short)))
    .trimEnd()
}
