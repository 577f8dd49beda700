// What a Python server starts from: its files, its repository, its database. The same scripts make it in the machine and where servers are
// recorded (test/record/mcp-servers.ts).
import type { StateChange } from '../../../core/tree/ground.ts'
import { quoted } from '../emulator/quoted.ts'
import type { EmulatorJob } from '../emulator-client.ts'
import { jobsFor } from '../machine/apply.ts'
import type { ServerWorld } from './sandbox/protocol.ts'

/** Seconds between two calls. */
export const BETWEEN_S = 10
const HOUR_S = 3600
const OWNER = { user: 'root', home: '/root' }

/** What is done in the machine before the server starts. */
export function genesisJobs(world: Pick<ServerWorld, 'effects' | 'args' | 'begins'>): {
  jobs: EmulatorJob[]
  script: number
} {
  const { before, after } = stagesOf(world.effects)
  const first = effectJobs(before)
  const then = after.length ? effectJobs(after) : []
  return { jobs: [...first, { do: 'run', script: `${PATH}\n${madeOf(world)}` }, ...then], script: first.length }
}

/** What is there before a repository's last commit, and what comes after it. */
export function stagesOf(effects: readonly StateChange[]): { before: StateChange[]; after: StateChange[] } {
  const at = effects.findIndex((one) => one.do === 'git')
  return at < 0 ? { before: [...effects], after: [] } : { before: effects.slice(0, at), after: effects.slice(at + 1) }
}

// The real programs: a server's git talks to no other machine.
export const PATH = 'export HOME=/root LANG=C.UTF-8 TZ=UTC PATH=/usr/lib/dream/real:$PATH'

const PLAIN = new Set<StateChange['do']>(['write', 'append', 'remove', 'mkdir', 'claim'])

export const effectJobs = (effects: readonly StateChange[]): EmulatorJob[] =>
  jobsFor(
    effects.filter((one) => PLAIN.has(one.do)),
    { owner: OWNER, shell: false }
  )

/** A script for /bin/sh, to be run where the world's files are. */
export function madeOf({ effects, args, begins = 0 }: Pick<ServerWorld, 'effects' | 'args' | 'begins'>): string {
  const user = effects.flatMap((one) => (one.do === 'user' ? one.name : [])).at(-1) ?? OWNER.user
  const database = args[args.indexOf('--db-path') + 1]
  const lines = effects.flatMap((effect) => {
    if (effect.do === 'git') return repository(effect, { user, begins })
    const isScript = effect.do === 'write' && effect.path.endsWith('.sql') && args.includes('--db-path')
    return isScript && database ? [`sqlite3 ${quoted(database)} < ${quoted(effect.path)}`] : []
  })
  return ['set -e', ...lines].join('\n')
}

/** Commits are an hour apart, the last one an hour ago; the files came with the last. */
function repository(
  { path, branch, commits, remote }: Extract<StateChange, { do: 'git' }>,
  { user, begins }: { user: string; begins: number }
): string[] {
  return [
    `mkdir -p ${quoted(path)}`,
    `cd ${quoted(path)}`,
    `git init -q -b ${quoted(branch)} .`,
    `git config user.name ${quoted(user)}`,
    `git config user.email ${quoted(`${user}@localhost`)}`,
    ...(remote ? [`git remote add origin ${quoted(remote)}`] : []),
    ...commits.map(messageOf).flatMap((message, at) => {
      const date = `'@${begins / 1000 - HOUR_S * (commits.length - at)} +0000'`
      const commit = `GIT_AUTHOR_DATE=${date} GIT_COMMITTER_DATE=${date} git commit -q --allow-empty -m ${quoted(message)}`
      return [...(at === commits.length - 1 ? ['git add -A'] : []), commit]
    })
  ]
}

const messageOf = (commit: Extract<StateChange, { do: 'git' }>['commits'][number]): string =>
  typeof commit === 'string' ? commit : commit.message
