// Records calls to MCP's reference servers: node test/record/mcp-servers.ts [NAME...] writes test/grounds/mcp/NAME.json.
// Each server runs as it is installed, over stdio and on a real file system. Needs Linux and the right to make and remove the folders named in
// test/grounds/mcp/sessions.ts.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { errorText, resultText } from '../../src/core/importers/mcp/result.ts'
import { Tool } from '../../src/core/model.ts'
import { initialEffects } from '../../src/host/grounds/mcp-servers/worlds.ts'
import { type Recorded, type Session, sessions } from '../grounds/mcp/sessions.ts'

const folder = join(import.meta.dirname, '..', 'grounds', 'mcp')
const require = createRequire(import.meta.url)

/** The files of the initial state, on the real disk. @returns the folder to remove, and the variables */
function make({ initialState }: Session): { made: string[]; env: string[] } {
  const env: string[] = []
  const made: string[] = []
  for (const effect of initialEffects(initialState)) {
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

async function record(session: Session): Promise<Recorded> {
  const { made, env } = make(session)
  const name = `@modelcontextprotocol/server-${session.server}`
  const entry = join(require.resolve(`${name}/package.json`), '..', 'dist', 'index.js')
  const { version } = JSON.parse(readFileSync(require.resolve(`${name}/package.json`), 'utf8'))
  const client = new Client({ name: 'orrery-recorder', version: '1.0.0' })
  try {
    // Nothing of the recorder's own environment.
    const args = ['-i', ...env, process.execPath, entry, ...session.args]
    await client.connect(new StdioClientTransport({ command: '/usr/bin/env', args, stderr: 'ignore' }))
    const { tools } = await client.listTools()
    const calls: Recorded['calls'] = []
    for (const [tool, given] of session.calls) {
      const request = { method: 'tools/call' as const, params: { name: tool, arguments: given } }
      const text = await client.request(request, CallToolResultSchema).then(
        (result) => resultText(result),
        (error: unknown) => errorText(error)
      )
      calls.push({ action: { name: tool, arguments: given }, text })
    }
    return { program: `${name} ${version}`, ...session, tools: tools.map((tool) => Tool.parse(tool)), calls }
  } finally {
    await client.close()
    for (const path of made) rmSync(path, { recursive: true, force: true })
  }
}

const chosen = process.argv.slice(2)
for (const [name, session] of Object.entries(sessions)) {
  if (chosen.length && !chosen.includes(name)) continue
  const recorded = await record(session)
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(recorded, null, 2)}\n`)
  process.stdout.write(`${name}: ${recorded.calls.length} calls\n`)
}
