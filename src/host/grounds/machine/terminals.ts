// Terminals on desktops: the lines that were typed are a machine, which is given the program's files before each and gives back what became of them.
import { createHash } from 'node:crypto'
import { domains } from '../../../core/domains/index.ts'
import { commandsIn } from '../../../core/domains/shell/commands.ts'
import { OrreryError } from '../../../core/errors.ts'
import type { MachineTerminals, TerminalLine, TerminalState } from '../../../core/grounds/programs/terminals.ts'
import { type Action, Setup } from '../../../core/tree/model.ts'
import { isOverBudget } from '../emulator/protocol.ts'
import { changesSince, effectsOf, filesFound, sharable, sumsOf } from '../emulator/shared-files.ts'
import type { EmulatorJob, MachineClient } from '../emulator-client.ts'
import { openMachines } from '../machines.ts'
import type { GroundOptions } from '../options.ts'
import { genesis } from './genesis.ts'
import { play } from './play.ts'
import { inText } from './states.ts'
import { atOnce, type MachineStatus, type Playing } from './working.ts'

// How long a command is waited for, and what sends no line, in seconds.
const LINE_S = 10
const KEY_S = 0.3
// The terminal keeps so many lines.
const MOST_ROWS = 200

/** `null`: there is no image, and terminals say so. */
export function openTerminals(options: GroundOptions): MachineTerminals | null {
  const found = openMachines(options)
  if (!found) return null
  const client: MachineClient = found

  /** The key of the state after each of the lines, that of none first: of what makes it, since another version may read the same text in another way. */
  function keysOf(jobs: readonly EmulatorJob[], { lines }: TerminalState): string[] {
    const keys = [`terminal ${hash(JSON.stringify(jobs.map(inText)))}`]
    for (const line of lines) keys.push(`terminal ${hash(`${keys.at(-1)} ${JSON.stringify(line)}`)}`)
    return keys
  }

  /** Does the lines that are not kept. @returns what the last one showed */
  async function playedTo(state: TerminalState, signal: AbortSignal) {
    const setup = setupOf(state.begins)
    const { initial, jobs } = genesis(setup, {
      seed: { seed: state.seed ?? 0, ...(state.seededBy && { by: state.seededBy }) }
    })
    const keys = keysOf(jobs, state)
    // The last line is always done, since what it shows is asked for.
    const kept = (await client.has(keys.slice(0, -1), { signal })).lastIndexOf(true)
    if (kept < 0) await client.work({ from: null, to: keys[0] ?? '', jobs }, { signal })
    let shown = ''
    let facts: MachineStatus = { cwd: state.cwd, atPrompt: state.atPrompt, claims: [] }
    for (const [at, line] of state.lines.entries()) {
      if (at < kept) continue
      const [from = '', to = ''] = keys.slice(at)
      const brought = effectsOf(state.home, line.changes)
      const done = await atOnce(client, to, (to) =>
        typedIn(setup, line, { from, to, brought, owner: initial, facts, signal })
      )
      shown = done.text
      facts = done.facts
    }
    return { key: keys.at(-1) ?? '', shown, facts }
  }

  function typedIn(
    setup: Setup,
    { keys, said }: TerminalLine,
    {
      from,
      to,
      facts,
      ...playing
    }: { from: string; to: string; facts: MachineStatus } & Pick<Playing, 'brought' | 'owner' | 'signal'>
  ) {
    const left = [...said]
    const action: Action = [
      keys.endsWith('\n')
        ? { keystrokes: keys, duration: LINE_S, until: 'prompt' }
        : { keystrokes: keys, duration: KEY_S }
    ]
    return play(
      { setup, action, commands: commandsIn(keys), from, to, facts },
      {
        ...{ client, ...playing },
        async askModel({ command }) {
          const text = left.shift()
          if (text === undefined) throw new Asking(command)
          return text
        },
        askList: async () => null
      }
    )
  }

  return {
    begin(now, { home, about, seed }) {
      const screen = promptIn(home)
      const [, day = '', time = ''] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(now) ?? []
      const begins = [`It is ${day} ${time} UTC.`, about.trim(), screen.trimEnd()].filter(Boolean).join('\n\n')
      return {
        ...{ begins, home, lines: [], screen, title: titleOf(home, home), cwd: home, atPrompt: true, known: {} },
        ...(seed && { seed, seededBy: 'program' as const })
      }
    },
    async type(before, { keys, files: all, said, take }, given) {
      const signal = given ?? new AbortController().signal
      const files = sharable(all)
      const { home } = before
      const changes = changesSince(before.known, files)
      const line = { keys, changes, said: [...said] }
      const asked = { ...before, lines: [...before.lines, line] }
      try {
        const { key, shown, facts } = await playedTo(asked, signal)
        const found = await filesFound({ home, files }, (jobs) =>
          client.work({ from: key, to: null, jobs }, { signal })
        )
        const known = sumsOf(Object.keys(found).length > 0 ? sharable(await take(found)) : files)
        const { cwd, atPrompt } = facts
        const screen = shownAfter(asked.screen, shown, { keys, atPrompt })
        return { state: { ...asked, screen, title: titleOf(home, cwd), cwd, atPrompt, known } }
      } catch (error) {
        if (error instanceof Asking) return { asks: error.command, otherwise: offline(error.command) }
        if (signal.aborted || !isOverBudget(error)) throw error
        const screen = `${before.screen}${keys}The machine computed too long, and is as it was before.\n${promptIn(home)}`
        return { state: { ...before, screen: lastRows(screen) } }
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

function setupOf(begins: string): Setup {
  const terminal = domains.find(({ surface }) => surface === 'terminal')
  if (!terminal) throw new OrreryError('internal', 'There is no kind of world with a terminal.')
  return Setup.parse({ domain: terminal.id, initialState: begins })
}

/** Who has the folder: its name, or `user` where it is nobody's home. */
const userOf = (home: string): string =>
  home === '/root' ? 'root' : (/^\/home\/([a-z][\w-]*)$/.exec(home)?.[1] ?? 'user')

function titleOf(home: string, cwd: string): string {
  const user = userOf(home)
  const own = user === 'root' ? '/root' : `/home/${user}`
  return `${user}@desktop: ${cwd === own || cwd.startsWith(`${own}/`) ? `~${cwd.slice(own.length)}` : cwd}`
}

const promptIn = (home: string): string => `${titleOf(home, home).replace(' ', '')}${home === '/root' ? '#' : '$'} `

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
