// A machine as a world's initial state describes it.

import { findDomain } from '../../../core/domains/index.ts'
import { type Initial, readInitial } from '../../../core/effects/initial.ts'
import type { FolderCopy } from '../../../core/folder.ts'
import type { Setup } from '../../../core/model.ts'
import type { Job } from '../machine-client.ts'
import { rootOf } from '../swe/root.ts'
import { jobsFor, quoted } from './apply.ts'

/** What the initial state comes to; a repository's world begins in its folder. */
export function readOf(setup: Setup): Initial {
  const { surface } = findDomain(setup.domain)
  return readInitial(setup.initialState, surface === 'terminal' ? {} : { cwd: rootOf(setup) })
}

/** What is done to a machine at its first prompt so that it is the one that the text describes. */
export function genesis(setup: Setup, copy: FolderCopy | null = null): { initial: Initial; jobs: Job[] } {
  const initial = readOf(setup)
  const { user, home, host, cwd, prompt, effects } = initial
  const owner = { user, home }
  const before = jobsFor(
    effects.filter((effect) => effect.do !== 'cwd' && effect.do !== 'env'),
    { owner, shell: false }
  )
  const variables = effects.flatMap((effect) =>
    effect.do === 'env' ? [`export ${effect.name}=${quoted(effect.value)}`] : []
  )
  const settings = [
    '. /etc/machine.bashrc',
    `cd ${quoted(cwd)}`,
    ...(host ? [`HOSTNAME=${quoted(host)}`] : []),
    `PS1=${quoted(promptString(initial, prompt))}`,
    ...variables,
    ...AS_OUTSIDE,
    'unset OLDPWD'
  ]
  // A shell of the world's own: its first line is line 1, and nothing is left of the machine's first one.
  const shell = `exec bash --rcfile ${RC}`
  const typed =
    user === 'root'
      ? ` unset HISTFILE; ${shell}\n`
      : ` unset HISTFILE; cd ${quoted(cwd)}; exec su --session-command='${shell}' ${user}\n`
  const content = Buffer.from(`${settings.join('\n')}\n`).toString('base64')
  return {
    initial,
    jobs: [
      ...before,
      ...(copy ? copyJobs(copy, { root: copyRoot(setup), user }) : []),
      { do: 'write', path: RC, mode: 0o644, content },
      { do: 'type', hidden: true, keys: [{ keystrokes: typed, duration: 0.5 }] }
    ]
  }
}

const RC = '/run/world.bashrc'

// What would show that the shell is one of an emulator: a descriptor of its first process, the emulated processor, and the mark before each
// prompt in what `set -x` traces.
const AS_OUTSIDE = [
  'exec 3>&-',
  'HOSTTYPE=x86_64 MACHTYPE=x86_64-pc-linux-gnu',
  `PROMPT_COMMAND='{ printf "\\e]133;D;%s;%s\\a" "$?" "$PWD"; } 2>/dev/null'`
]

/** Where a copied folder lies: a repository where its world has it, otherwise under its name in the user's home. */
function copyRoot(setup: Setup): string {
  const { surface } = findDomain(setup.domain)
  return surface === 'terminal' ? `${readOf(setup).home}/${setup.folder?.name ?? ''}` : rootOf(setup)
}

// Not as effects: a script line for each of thousands of files would take minutes.
function copyJobs({ files, folders }: FolderCopy, { root, user }: { root: string; user: string }): Job[] {
  const at = (path: string) => `${root}/${path}`
  const made = [root, ...folders.map(at)].map(quoted).join(' ')
  const script = [
    // Git knows a repository by these, and both may be empty.
    `[ ! -e ${quoted(at('.git/HEAD'))} ] || mkdir -p ${quoted(at('.git/refs'))} ${quoted(at('.git/objects'))}`,
    `chown -R ${user}: ${quoted(root)}`
  ]
  return [
    { do: 'run', script: `umask 022; printf '%s\\0' ${made} | xargs -0 mkdir -p\n` },
    ...files.map(({ path, content, encoding, runs }): Job => {
      const base64 = encoding ? content : Buffer.from(content).toString('base64')
      return { do: 'write', path: at(path), mode: runs ? 0o755 : 0o644, content: base64 }
    }),
    { do: 'run', script: `${script.join('\n')}\n` }
  ]
}

/** The prompt as bash is told it: what the text shows of the folder becomes what bash shows of it. */
function promptString({ user, host }: Initial, prompt: string | null): string {
  const mark = user === 'root' ? '#' : '$'
  if (prompt === null) return `${user}@${host ?? '\\h'}:\\w${mark} `
  const [end = ''] = /\]?\s?[#$%]$/.exec(prompt) ?? []
  const head = prompt.slice(0, prompt.length - end.length)
  const [, before = '', folder = ''] = /^([^@]*@[\w.-]+[: ] ?)([^\n]*)$/.exec(head) ?? []
  const shown = /^[~/]/.test(folder) && !/^\[/.test(prompt) ? '\\w' : '\\W'
  return `${before}${shown}${end} `
}
