// The MCP project's Inspector, on the command line, against the MCP door. It is installed once into the user's cache, as its lock says.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serveDoors, shows } from './served.ts'

const HERE = join(import.meta.dirname, 'inspector')
const lock = createHash('sha256')
  .update(readFileSync(join(HERE, 'package-lock.json')))
  .digest('hex')
  .slice(0, 12)
const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
const FOLDER = join(cache, 'orrery-doors', `inspector-${lock}`)
const DONE = join(FOLDER, 'done')

test('the Inspector lists a world’s tools, calls one, and exits as the call went', async ({ skip }) => {
  const why = await install()
  if (why !== null) {
    // As with the Python clients: without a limit of time that is a failure.
    if (process.env.ORRERY_DOORS_MINUTES === undefined) throw new Error(why)
    skip(why)
  }
  const served = await serveDoors(() => shows('clear'))
  onTestFinished(served.close)
  const inputSchema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } as const
  const { secret } = await served.world({
    domain: 'mcp',
    tools: [{ name: 'get_weather', inputSchema: inputSchema as never }]
  })
  const ask = (...args: string[]) =>
    inspect('--cli', `${served.url}/w/${secret}/mcp`, '--transport', 'http', '--format', 'json', ...args)
  const call = (given: string) => ask('--method', 'tools/call', '--tool-name', 'get_weather', '--tool-args-json', given)
  const listed = await ask('--method', 'tools/list')
  expect([listed.code, JSON.parse(listed.out).result.tools]).toEqual([0, [{ name: 'get_weather', inputSchema }]])
  const called = await call('{"city": "Oslo"}')
  expect([called.code, JSON.parse(called.out).result.content]).toEqual([0, [{ type: 'text', text: 'clear' }]])
  // 5: the tool says that it failed.
  expect((await call('{}')).code).toBe(5)
})

/** Why it could not be installed; `null` where it is there. */
async function install(): Promise<string | null> {
  if (existsSync(DONE)) return null
  mkdirSync(FOLDER, { recursive: true })
  cpSync(HERE, FOLDER, { recursive: true })
  const { code, out } = await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', FOLDER])
  if (code !== 0) return `The Inspector could not be installed: ${out.slice(-500)}`
  writeFileSync(DONE, '')
  return null
}

const inspect = (...args: string[]) =>
  run(process.execPath, [
    join(FOLDER, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js'),
    ...args
  ])

function run(program: string, args: string[]): Promise<{ code: number; out: string }> {
  const shell = process.platform === 'win32' && program === 'npm'
  return new Promise((resolve) => {
    execFile(program, args, { maxBuffer: 2 ** 24, shell }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, out: stdout || stderr })
    })
  })
}
