// The ground of MCP's reference servers: their own code answers, over files in memory, and the model is asked for what no server can know.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { toolCallOf } from '../../../core/domains/tool-call.ts'
import { OrreryError } from '../../../core/errors.ts'
import { groundedOf, predictedSince } from '../../../core/grounds/replay.ts'
import type { ModelAnswer, Route } from '../../../core/tree/ground.ts'
import type { Ground, GroundAnswer, GroundAsked, ModelName, TurnOptions } from '../../../core/tree/ports.ts'
import { openMachines } from '../machines.ts'
import type { GroundOptions } from '../options.ts'
import { createServers, forkServers, type Servers, type SpawnServers } from './client.ts'
import { type Archive, findArchive } from './python-archive.ts'
import { createPythonServers } from './python-servers.ts'
import { isWhole, routeOf, ruleNamed } from './rules.ts'
import type { ServerNeed, ServerResult, ServerWorld } from './sandbox/protocol.ts'
import { serverOf } from './servers.ts'
import { lookAt, taken } from './taking.ts'
import { doubtOf, effectsOf, ID, jobsOf, onlyReads } from './turns.ts'
import { type ServedWorld, worldOf } from './worlds.ts'

// A model that has to invent a whole folder file by file would never come to an end.
const MOST_DREAMS = 8

/**
 * @param options the Python servers run in the machines that are shared there
 * @param spawn how the process of the Node servers is started; default: a child process of this Node
 */
export function mcpServersGround(
  options: GroundOptions,
  { spawn = forkServers({ root: join(options.resources, '..') }) }: { spawn?: SpawnServers } = {}
): Ground {
  const node = createServers({ spawn })
  const python = pythonServers(options)

  async function turn(asked: GroundAsked, { signal, askModel, progress }: TurnOptions): Promise<GroundAnswer> {
    const served = servedBy(asked)
    const { servers, ...installed } = runs(served)
    const world: ServerWorld = { ...served.world, folder: installed.folder }
    const jobs = jobsOf(asked)
    const call = toolCallOf(asked.action)
    const dreams: ModelAnswer[] = []

    async function askForText(
      rule: string,
      action: GroundAsked['action'],
      of: string,
      need?: Extract<ServerNeed, { rule: 'unseen' }>
    ): Promise<string> {
      const text = await askModel({ rule, action, context: '' })
      dreams.push({ of, rule, text, effects: need ? taken(need, text) : [] })
      return text
    }

    const label = JSON.stringify(call)
    const { rule } = routed(asked)
    const whole = rule === 'instruction' || rule === 'not-shown'
    let text = whole ? await askForText(rule, asked.action, label) : null
    let known: ServerResult['known'] = null
    let state: { diverged: number[]; apart: number[] } = { diverged: [], apart: [] }
    while (text === null) {
      const effects = effectsOf(dreams)
      const result = await servers.work({ world, jobs, call: { call, effects } }, { signal, progress })
      state = result
      const { need } = result
      if (!need) {
        text = result.text ?? ''
        known = result.known
      } else if (need.rule === 'unseen' && dreams.length < MOST_DREAMS) {
        const look = lookAt(need)
        await askForText('unseen', look, `${look.name} ${need.what}`, need)
      } else {
        text = await askForText(need.rule === 'unseen' ? 'unseen-many' : need.rule, asked.action, label)
      }
    }
    return answer(asked, { text, known, dreams, state, by: installed.by })
  }

  /** What runs a server, where its code is and by what name it answers. */
  function runs({ server }: ServedWorld): { servers: Servers; folder: string; by: ModelName } {
    if (server.python === undefined) return { servers: node, ...installedAt(server.package) }
    if (!python) throw new OrreryError('internal', 'There is no machine for the Python servers.')
    const { hash, version } = python.archive
    return {
      servers: python.servers,
      folder: hash,
      by: { name: `${server.package} ${version(server.package)}`, hash }
    }
  }

  return {
    id: ID,
    title: 'MCP servers',
    validates: true,
    pooled: (setup) => serverOf(setup)?.python !== undefined,
    serves: (setup) => {
      const server = serverOf(setup)
      return server !== null && (server.python === undefined || python !== null)
    },
    usual: (setup) => !worldOf(setup)?.hidden,
    route: async (asked) => routed(asked),
    turn,
    initial: (setup) => worldOf(setup)?.world.effects ?? [],
    dispose: async () => {
      await Promise.all([node.close(), python?.servers.close()])
    }
  }
}

/** `null`: there is no image of the machine, or nothing to run in it. */
function pythonServers(options: GroundOptions): { servers: Servers; archive: Archive } | null {
  const archive = findArchive(options.resources)
  const client = archive && openMachines(options)
  if (!archive || !client) return null
  return { servers: createPythonServers({ client, archive }), archive }
}

function routed(asked: GroundAsked): Route {
  const { server, world, hidden } = servedBy(asked)
  return routeOf(
    { server, effects: world.effects, hidden },
    { call: toolCallOf(asked.action), instruction: asked.instruction }
  )
}

function answer(
  asked: GroundAsked,
  {
    text,
    known,
    dreams,
    state,
    by
  }: {
    text: string
    known: ServerResult['known']
    dreams: ModelAnswer[]
    state: { diverged: number[]; apart: number[] }
    by: ModelName
  }
): GroundAnswer {
  const rule = ruleNamed(dreams.at(-1)?.rule ?? 'server')
  const apart = isWhole(rule) && !onlyReads(asked.setup, toolCallOf(asked.action).name)
  const uncertain =
    doubtOf(asked, state.apart) ?? (apart ? 'The model answered this turn; the server has not taken it in.' : null)
  const grounded = groundedOf(
    { ground: ID, hash: by.hash ?? '', rule: rule.name, why: rule.why, dreams },
    { over: predictedSince(asked), uncertain, diverged: state.diverged }
  )
  // States are named by what led to them, so there is nothing to keep under the step's own name.
  return { text, by, grounded, ...(known && { result: known }), keep: async () => {} }
}

function servedBy({ setup }: GroundAsked): ServedWorld {
  const served = worldOf(setup)
  if (!served) throw new OrreryError('internal', "The world's tools are those of no server that Orrery runs.")
  return served
}

const require = createRequire(import.meta.url)
const installed = new Map<string, { folder: string; by: ModelName }>()

/** Where a server's package is, and the hash of its code. */
function installedAt(name: string): { folder: string; by: ModelName } {
  const known = installed.get(name)
  if (known) return known
  const manifest = require.resolve(`${name}/package.json`)
  const folder = dirname(manifest)
  const dist = join(folder, 'dist')
  const hash = createHash('sha256')
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
  for (const file of files.filter((one) => one.endsWith('.js')).sort()) {
    hash.update(`${file}\n`).update(readFileSync(join(dist, file)))
  }
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'))
  const made = { folder, by: { name: `${name} ${version}`, hash: hash.digest('hex') } }
  installed.set(name, made)
  return made
}
