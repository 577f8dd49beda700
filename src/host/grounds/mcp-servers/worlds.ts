// A world of one of the servers: what it starts from, read from the initial state.
import { readInitial } from '../../../core/effects/initial.ts'
import type { Effect } from '../../../core/ground.ts'
import type { Setup } from '../../../core/model.ts'
import type { World } from './sandbox/protocol.ts'
import { type Server, serverOf } from './servers.ts'

export interface ServedWorld {
  server: Server
  /** All but where the package is. */
  world: Omit<World, 'folder'>
}

/** @returns `null` where the tools are no server's */
export function worldOf(setup: Setup): ServedWorld | null {
  const server = serverOf(setup)
  if (!server) return null
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
    world: {
      package: server.package,
      entry: 'dist/index.js',
      keeps: server.keeps,
      args,
      env: Object.fromEntries(env),
      client: asks ? CLIENT : {},
      effects: [...effects, ...args.map((path): Effect => ({ do: 'mkdir', path }))],
      seed: setup.seed
    }
  }
}

const USUAL = '/data'

// A client that can be asked for all that MCP has. What it would answer, the model says.
const CLIENT: World['client'] = {
  sampling: {},
  elicitation: { form: {}, url: {} },
  roots: { listChanged: true },
  tasks: { requests: { sampling: { createMessage: {} }, elicitation: { create: {} } } }
}

/** Relative paths lie in the first folder that the server gives access to, where the text names no other place. */
export function initialEffects(text: string): Effect[] {
  return readInitial(text, { cwd: allowedFolders(text)[0] ?? USUAL }).effects
}

/** "access to /srv/a and /srv/b", "Allowed directories: /srv/a". */
function allowedFolders(text: string): string[] {
  const [, list = ''] = /\b(?:access to|allowed director(?:y|ies)[: ])([^\n]*)/i.exec(text) ?? []
  const words = (list.split('. ')[0] ?? '').split(/[\s,]/)
  return words.filter((word) => /^\/[\w.@/-]*$/.test(word)).map((path) => path.replace(/[./]$/, ''))
}

const folderOf = (effects: readonly Effect[]): string =>
  effects.flatMap((one) => (one.do === 'cwd' ? one.path : [])).at(-1) ?? USUAL
