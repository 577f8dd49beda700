// Terminals on desktops: the lines that were typed are a machine, which is given the program's files before each and gives back what became of them.
import { createHash } from 'node:crypto'
import { domains } from '../../../core/domains/index.ts'
import { commandsIn } from '../../../core/domains/shell/commands.ts'
import { OrreryError } from '../../../core/errors.ts'
import { type FileChanges, type FileTree, fileChanges } from '../../../core/grounds/programs/file-tree.ts'
import type { MachineTerminals, TerminalLine, TerminalState } from '../../../core/grounds/programs/terminals.ts'
import type { StateChange } from '../../../core/tree/ground.ts'
import { type Action, Setup } from '../../../core/tree/model.ts'
import { bytesIn } from '../emulator/files.ts'
import { isOverBudget } from '../emulator/protocol.ts'
import { createMachineClient } from '../emulator-client.ts'
import { findImage, machineFolders } from '../emulator-image.ts'
import type { GroundOptions } from '../options.ts'
import { jobsFor } from './apply.ts'
import { genesis } from './genesis.ts'
import { play } from './play.ts'
import { quoted } from './quoted.ts'
import type { MachineStatus } from './working.ts'

const OWNER = { user: 'user', home: '/home/user' }
const PROMPT = 'user@desktop:~$ '

// How long a command is waited for, and what sends no line, in seconds.
const LINE_S = 10
const KEY_S = 0.3
// A file of the tree has at most so many bytes, and the terminal keeps so many lines.
const MOST_BYTES = 200_000
const MOST_ROWS = 200

/** `null`: there is no image, and terminals say so. */
export function openTerminals({ home, resources, spawnMachine }: GroundOptions): MachineTerminals | null {
  const image = findImage({ home, resources })
  if (!image) return null
  const { data, cache } = machineFolders(home)
  const spawn = spawnMachine && { spawn: spawnMachine }
  const client = createMachineClient({ folder: image.folder, data, cache, ...spawn })

  /** The key of the state after each of the lines, that of none first. */
  function keysOf({ since, lines }: TerminalState): string[] {
    const keys = [`terminal ${hash(since)}`]
    for (const line of lines) keys.push(`terminal ${hash(`${keys.at(-1)} ${JSON.stringify(line)}`)}`)
    return keys
  }

  /** Does the lines that are not kept. @returns what the last one showed */
  async function playedTo(state: TerminalState, signal: AbortSignal) {
    const keys = keysOf(state)
    const setup = setupOf(state.since)
    // The last line is always done, since what it shows is asked for.
    const kept = (await client.has(keys.slice(0, -1), { signal })).lastIndexOf(true)
    if (kept < 0) await client.work({ from: null, to: keys[0] ?? '', jobs: genesis(setup).jobs }, { signal })
    let shown = ''
    let facts: MachineStatus = { cwd: state.cwd, atPrompt: state.atPrompt, claims: [] }
    for (const [at, line] of state.lines.entries()) {
      if (at < kept) continue
      const [from = '', to = ''] = keys.slice(at)
      await client.work(
        { from, to, jobs: jobsFor(effectsOf(line.changes), { owner: OWNER, shell: false }) },
        { signal }
      )
      const done = await typedIn(setup, line, { at: to, facts, signal })
      shown = done.text
      facts = done.facts
    }
    return { key: keys.at(-1) ?? '', shown, facts }
  }

  function typedIn(
    setup: Setup,
    { keys, said }: TerminalLine,
    { at, facts, signal }: { at: string; facts: MachineStatus; signal: AbortSignal }
  ) {
    const left = [...said]
    const action: Action = [
      keys.endsWith('\n')
        ? { keystrokes: keys, duration: LINE_S, until: 'prompt' }
        : { keystrokes: keys, duration: KEY_S }
    ]
    return play(
      { setup, action, commands: commandsIn(keys), from: at, to: at, facts },
      {
        ...{ client, owner: OWNER, signal },
        async askModel({ command }) {
          const text = left.shift()
          if (text === undefined) throw new Asking(command)
          return text
        },
        askList: async () => null
      }
    )
  }

  /** What lies below the home folder: MD5 by path, `''` for a folder. */
  async function listed(key: string, signal: AbortSignal): Promise<Record<string, string>> {
    const { results } = await client.work({ from: key, to: null, jobs: [{ do: 'run', script: LIST }] }, { signal })
    const [ran] = results
    const lines = ran?.did === 'run' ? ran.output.split('\n') : []
    return Object.fromEntries(
      lines.flatMap((line): [string, string][] => {
        const [, sum = '', path = ''] = /^(\w*) {2}\.\/(.+)$/.exec(line) ?? []
        return path ? [[path, sum]] : []
      })
    )
  }

  /** The texts of files; what is no text stays the machine's. */
  async function textsOf(key: string, paths: readonly string[], signal: AbortSignal): Promise<Map<string, string>> {
    const jobs = paths.map((path) => ({ do: 'read' as const, path: `${OWNER.home}/${path}` }))
    const { results } = jobs.length ? await client.work({ from: key, to: null, jobs }, { signal }) : { results: [] }
    return new Map(
      paths.flatMap((path, at): [string, string][] => {
        const text = decoded(bytesIn(results[at]))
        return text === null ? [] : [[path, text]]
      })
    )
  }

  return {
    begin: (now) => ({
      ...{ since: now, lines: [], screen: PROMPT, title: titleOf(OWNER.home), cwd: OWNER.home, atPrompt: true },
      known: {}
    }),
    async type(before, { keys, files, said }, given) {
      const signal = given ?? new AbortController().signal
      const changes = givenTo(before.known, files)
      const line = { keys, changes, said: [...said] }
      const asked = { ...before, lines: [...before.lines, line] }
      try {
        const { key, shown, facts } = await playedTo(asked, signal)
        const before = hashed(files)
        const after = await listed(key, signal)
        const read = Object.keys(after).filter((path) => after[path] && after[path] !== before[path])
        const texts = await textsOf(key, read, signal)
        const tree: FileTree = {}
        for (const [path, sum] of Object.entries(after)) {
          const text = sum === '' ? null : (texts.get(path) ?? files[path])
          if (text !== undefined) tree[path] = text
        }
        const { cwd, atPrompt } = facts
        const screen = shownAfter(asked.screen, shown, { keys, atPrompt })
        const state = { ...asked, screen, title: titleOf(cwd), cwd, atPrompt, known: hashed(tree) }
        return { state, changes: fileChanges(files, tree) }
      } catch (error) {
        if (error instanceof Asking) return { asks: error.command, otherwise: offline(error.command) }
        if (signal.aborted || !isOverBudget(error)) throw error
        const screen = `${before.screen}${keys}The machine computed too long, and is as it was before.\n${PROMPT}`
        return { state: { ...before, screen: lastRows(screen) }, changes: {} }
      }
    },
    dispose: () => client.close()
  }
}

/** A program asks for what no machine knows. */
class Asking extends OrreryError {
  readonly command: string
  constructor(command: string) {
    super('no-model', `Nobody can say what "${command}" shows.`)
    this.command = command
  }
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24)
const sumOf = (text: string | null): string => (text === null ? '' : createHash('md5').update(text).digest('hex'))
const hashed = (tree: FileTree): Record<string, string> =>
  Object.fromEntries(Object.entries(tree).map(([path, text]) => [path, sumOf(text)]))

function setupOf(since: string): Setup {
  const terminal = domains.find(({ surface }) => surface === 'terminal')
  if (!terminal) throw new OrreryError('internal', 'There is no kind of world with a terminal.')
  const [, day = '', time = ''] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(since) ?? []
  return Setup.parse({ domain: terminal.id, initialState: `It is ${day} ${time} UTC.\n\n${PROMPT.trimEnd()}` })
}

/** What the machine has to be told of the program's files. */
const givenTo = (known: TerminalState['known'], files: FileTree): FileChanges =>
  Object.fromEntries([
    ...Object.keys(known)
      .filter((path) => !Object.hasOwn(files, path))
      .map((path): [string, false] => [path, false]),
    ...Object.entries(files).filter(([path, text]) => known[path] !== sumOf(text))
  ])

const effectsOf = (changes: FileChanges): StateChange[] =>
  Object.entries(changes).map(([path, content]): StateChange => {
    const at = `${OWNER.home}/${path}`
    if (content === false) return { do: 'remove', path: at }
    return content === null ? { do: 'mkdir', path: at } : { do: 'write', path: at, content }
  })

// Folders without a sum; names of several lines stay the machine's.
const LIST = `cd ${quoted(OWNER.home)} || exit 0
find . -mindepth 1 -name '.*' -prune -o -type d ! -name '*
*' -printf '  %p\\n'
find . -mindepth 1 -name '.*' -prune -o -type f -size -${MOST_BYTES}c ! -name '*
*' -exec md5sum {} +
`

function decoded(bytes: Buffer | null): string | null {
  if (!bytes || bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

const titleOf = (cwd: string): string =>
  `user@desktop: ${cwd === OWNER.home || cwd.startsWith(`${OWNER.home}/`) ? `~${cwd.slice(OWNER.home.length)}` : cwd}`

const lastRows = (text: string): string => text.split('\n').slice(-MOST_ROWS).join('\n')

/** What is shown begins in the line that the keys were typed in. */
function shownAfter(screen: string, shown: string, { keys, atPrompt }: { keys: string; atPrompt: boolean }): string {
  const clears = keys === '\f' || /^ *(?:clear|reset)\n$/.test(keys)
  const above = clears ? [] : screen.split('\n').slice(0, -1)
  return lastRows([...above, shown].join('\n')) + (atPrompt && /[$#]$/.test(shown) ? ' ' : '')
}

/** What a command of the network says where there is none. */
function offline(command: string): string {
  const [name = ''] = command.split(' ')
  const host = /:\/\/([^/\s:'"]+)/.exec(command)?.[1]
  if (name === 'curl') return `curl: (6) Could not resolve host: ${host ?? 'host'}`
  return `${name}: ${host ? `unable to resolve host address '${host}'` : 'Temporary failure in name resolution'}`
}
