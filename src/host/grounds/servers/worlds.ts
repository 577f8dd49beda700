// A world of one of the servers: what it starts from, read from the initial state.
import { readInitial } from '../../../core/grounds/effects/initial.ts'
import type { StateChange } from '../../../core/tree/ground.ts'
import type { Setup } from '../../../core/tree/model.ts'
import type { ServerWorld } from './sandbox/protocol.ts'
import { type ReferenceServer, serverOf } from './servers.ts'

export interface ServedWorld {
  server: ReferenceServer
  /** All but where the package is. */
  world: Omit<ServerWorld, 'folder'>
  /** The text has a repository or a database here and does not show it. */
  hidden: boolean
}

/** @returns `null` where the tools are no server's */
export function worldOf(setup: Setup): ServedWorld | null {
  const server = serverOf(setup)
  if (!server) return null
  if (server.python !== undefined) return pythonWorld(server, server.python, setup)
  const effects = initialEffects(setup.initialState)
  const env = new Map(effects.flatMap((one) => (one.do === 'env' ? [[one.name, one.value] as const] : [])))
  const allowed = allowedFolders(setup.initialState)
  const args = server.startsIn ? (allowed.length ? allowed : [folderOf(effects)]) : []
  const file = server.file
  if (file && !env.has(file.variable)) {
    const shown = effects.find((one) => one.do === 'write' && file.name.test(one.path))
    env.set(file.variable, shown && 'path' in shown ? shown.path : `${folderOf(effects)}/memory.jsonl`)
  }
  const asks = setup.tools.some(({ name }) => Object.hasOwn(server.asks ?? {}, name))
  return {
    server,
    hidden: false,
    world: {
      package: server.package,
      entry: 'dist/index.js',
      keeps: server.keeps,
      args,
      env: Object.fromEntries(env),
      client: asks ? CLIENT : {},
      effects: [...effects, ...args.map((path): StateChange => ({ do: 'mkdir', path }))],
      seed: setup.seed
    }
  }
}

/** What a Python server starts from: a repository, a database that the text gives as SQL, a time. */
export function pythonWorld(
  server: ReferenceServer,
  entry: string,
  { initialState, seed = 0 }: Pick<Setup, 'initialState'> & Partial<Pick<Setup, 'seed'>>
): ServedWorld {
  const all = pythonEffects(initialState)
  const database = server.option === '--db-path' ? databaseOf(initialState, all) : null
  const effects = all.filter((one) => one.do !== 'claim' || one.path !== database)
  const values = {
    '--db-path': database,
    '--repository': allowedFolders(initialState)[0],
    '--local-timezone': /\btime ?zone(?: is|:)? ([A-Z]\w+(?:\/[\w+-]+)*)/i.exec(initialState)?.[1]
  }
  const value = server.option && values[server.option]
  const env = effects.flatMap((one) => (one.do === 'env' ? [[one.name, one.value] as const] : []))
  const told = initialState.trim() !== ''
  const shown = {
    '--db-path': all.some((one) => one.do === 'write' && one.path.endsWith('.sql')),
    '--repository': all.some((one) => one.do === 'git'),
    '--local-timezone': true
  }
  return {
    server,
    hidden: told && server.option !== undefined && !shown[server.option],
    world: {
      ...{ package: server.package, entry, keeps: server.keeps, effects, client: {} },
      args: server.option && value ? [server.option, value] : [],
      env: Object.fromEntries(env),
      seed,
      begins: momentIn(initialState)
    }
  }
}

/** Files below a line "Not committed yet:" come after the repository's last commit. */
function pythonEffects(text: string): StateChange[] {
  const [before = '', after = ''] = text.split(/^not committed(?: yet)?:$/im)
  const { cwd, effects } = readInitial(before, { cwd: allowedFolders(text)[0] ?? USUAL })
  if (!after) return effects
  return [...effects, ...readInitial(after, { cwd }).effects.filter((one) => one.do === 'write')]
}

function databaseOf(text: string, effects: readonly StateChange[]): string {
  const words = text.split(/[^\w./-]/).map((word) => (word.endsWith('.') ? word.slice(0, -1) : word))
  return words.find((word) => word.startsWith('/') && /\.(?:db|sqlite3?)$/.test(word)) ?? `${folderOf(effects)}/data.db`
}

// The first moment of every machine.
const USUAL_MOMENT = Date.UTC(2026, 0, 15, 9, 30)

/** "It is 2026-03-02 09:00 UTC." */
function momentIn(text: string): number {
  const [, day, time] = /\b(\d{4}-\d\d-\d\d)[T ,]+(\d\d:\d\d(?::\d\d)?) ?(?:UTC|Z)\b/.exec(text) ?? []
  const moment = Date.parse(`${day}T${time}Z`)
  return Number.isNaN(moment) ? USUAL_MOMENT : moment
}

const USUAL = '/data'

// A client that can be asked for all that MCP has. What it would answer, the model says.
const CLIENT: ServerWorld['client'] = {
  sampling: {},
  elicitation: { form: {}, url: {} },
  roots: { listChanged: true },
  tasks: { requests: { sampling: { createMessage: {} }, elicitation: { create: {} } } }
}

/** Relative paths lie in the first folder that the server gives access to, where the text names no other place. */
export function initialEffects(text: string): StateChange[] {
  return readInitial(text, { cwd: allowedFolders(text)[0] ?? USUAL }).effects
}

/** "access to /srv/a and /srv/b", "Allowed directories: /srv/a". */
function allowedFolders(text: string): string[] {
  const [, list = ''] = /\b(?:access to|allowed director(?:y|ies)[: ])([^\n]*)/i.exec(text) ?? []
  const words = (list.split('. ')[0] ?? '').split(/[\s,]/)
  return words.filter((word) => /^\/[\w.@/-]*$/.test(word)).map((path) => path.replace(/[./]$/, ''))
}

const folderOf = (effects: readonly StateChange[]): string =>
  effects.flatMap((one) => (one.do === 'cwd' ? one.path : [])).at(-1) ?? USUAL
