// MCP's reference servers as they are installed. Needs Linux; how the Python ones are found: test/record/mcp-servers.ts.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { answered } from '../../../src/core/formats/importers/mcp/result.ts'
import type { StateChange } from '../../../src/core/tree/ground.ts'
import { Tool } from '../../../src/core/tree/model.ts'
import { BETWEEN_S, madeOf, stagesOf } from '../../../src/host/grounds/servers/python-genesis.ts'
import { servers } from '../../../src/host/grounds/servers/servers.ts'
import { initialEffects, pythonWorld } from '../../../src/host/grounds/servers/worlds.ts'
import type { Recorded, Session } from './sessions.ts'

const require = createRequire(import.meta.url)

interface Made {
  /** Folders to remove. */
  made: string[]
  env: string[]
}

/** The files of the initial state, on the real disk. */
function make(effects: StateChange[], { made, env }: Made = { made: [], env: [] }): Made {
  for (const effect of effects) {
    if (effect.do === 'env') env.push(`${effect.name}=${effect.value}`)
    // The first is the folder that all the others lie in.
    if (effect.do === 'mkdir') {
      if (!made.length && existsSync(effect.path))
        throw new Error(`${effect.path} exists already; this would remove it.`)
      made.push(effect.path)
      mkdirSync(effect.path, { recursive: true })
    }
    if (effect.do === 'write') {
      mkdirSync(dirname(effect.path), { recursive: true })
      writeFileSync(effect.path, effect.content)
    }
  }
  return { made, env }
}

interface Started {
  made: string[]
  program: string
  /** For /usr/bin/env. */
  command: string[]
  /** Told before each call. */
  turn(turn: number): void
}

function startNode(session: Session): Started {
  const effects = initialEffects(session.initialState)
  const { made, env } = make(effects)
  const file = servers.find(({ id }) => id === session.server)?.file
  const written = effects.find((one) => one.do === 'write' && file?.name.test(one.path))
  // As a world starts it, where its text does not name the variable on a line of its own.
  if (file && written && 'path' in written) env.unshift(`${file.variable}=${written.path}`)
  const name = `@modelcontextprotocol/server-${session.server}`
  const entry = join(require.resolve(`${name}/package.json`), '..', 'dist', 'index.js')
  const { version } = JSON.parse(readFileSync(require.resolve(`${name}/package.json`), 'utf8'))
  const command = [...env, process.execPath, entry, ...session.args]
  return { made, program: `${name} ${version}`, command, turn: () => {} }
}

function startPython(session: Session, entry: string): Started {
  const server = servers.find(({ id }) => id === session.server)
  if (!server) throw new Error(`There is no server ${session.server}.`)
  const { world } = pythonWorld(server, entry, session)
  const { before, after } = stagesOf(world.effects)
  const home = mkdtempSync(join(tmpdir(), 'orrery-home-'))
  const begins = world.begins ?? 0
  const turn = (count: number): void => {
    const moment = new Date(begins + count * BETWEEN_S * 1000).toISOString()
    writeFileSync(join(home, 'time'), `${moment.slice(0, 19).replace('T', ' ')}\n`)
  }
  turn(0)
  const library = process.env.FAKETIME_LIB ?? '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
  if (!existsSync(library)) throw new Error(`${library} is missing: apt-get install faketime.`)
  const clock = [`FAKETIME_TIMESTAMP_FILE=${home}/time`, 'FAKETIME_NO_CACHE=1', 'FAKETIME_DONT_FAKE_MONOTONIC=1']
  const own = [`HOME=${home}`, 'LANG=C.UTF-8', 'TZ=UTC', 'PATH=/usr/bin:/bin', `LD_PRELOAD=${library}`, ...clock]
  const made = make(before)
  const script = spawnSync('/usr/bin/env', ['-i', ...own, '/bin/sh', '-c', madeOf(world)], { encoding: 'utf8' })
  if (script.status !== 0) throw new Error(script.stderr)
  make(after, made)
  const python = join(
    process.env.PYTHON_SERVERS ?? '.',
    entry === 'mcp_server_sqlite' ? 'sdk-1' : 'sdk-2',
    'bin/python'
  )
  const run = `import sys; sys.argv[0] = '${server.package}'; from ${entry} import main; main()`
  const ask = `from importlib.metadata import version; print(version('${server.package}'))`
  const version = spawnSync(python, ['-c', ask], { encoding: 'utf8' }).stdout.trim()
  const env = Object.entries(world.env).map(([name, value]) => `${name}=${value}`)
  return {
    made: [...made.made, home],
    program: `${server.package} ${version}`,
    command: [...own, ...env, python, '-c', run, ...world.args],
    turn
  }
}

/** Calls the real server, over stdio and on a real file system. The folder of the world must not be there. */
export async function record(session: Session): Promise<Recorded> {
  const entry = servers.find(({ id }) => id === session.server)?.python
  const { made, program, command, turn } = entry === undefined ? startNode(session) : startPython(session, entry)
  const client = new Client({ name: 'orrery-recorder', version: '1.0.0' })
  try {
    // Nothing of the recorder's own environment.
    const args = ['-i', ...command]
    await client.connect(new StdioClientTransport({ command: '/usr/bin/env', args, stderr: 'ignore' }))
    const { tools } = await client.listTools()
    const calls: Recorded['calls'] = []
    for (const [index, [tool, given]] of session.calls.entries()) {
      turn(index + 1)
      const request = { method: 'tools/call' as const, params: { name: tool, arguments: given } }
      const answer = await client.request(request, CallToolResultSchema).then(
        (result) => answered({ result }),
        (error: unknown) => answered({ error })
      )
      calls.push({ action: { name: tool, arguments: given }, ...answer })
    }
    return { program, ...session, tools: tools.map((tool) => Tool.parse(tool)), calls }
  } finally {
    await client.close()
    for (const path of made) rmSync(path, { recursive: true, force: true })
  }
}
