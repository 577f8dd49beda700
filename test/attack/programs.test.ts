// Somebody has the token of `orrery serve`, and wants to run a command as its owner.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Client } from '../../src/core/contract/index.ts'
import type { ToolServer } from '../../src/core/contract/tools.ts'
import { build, isBuilt } from '../../src/host/launch/build.ts'
import { httpClient } from '../../src/renderer/store/client.ts'
import { useNothing } from '../e2e/window.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PATIENT = { timeout: 60_000 }

let place: string
let proof: string
const running: ChildProcess[] = []
beforeEach(async () => {
  if (!isBuilt(ROOT)) await build(ROOT)
  place = await mkdtemp(join(tmpdir(), 'orrery-attack-'))
  proof = join(place, 'proof')
  await useNothing(place)
  await writeFile(join(place, 'evil'), `#!/bin/sh\ntouch '${proof}'\n`)
  await chmod(join(place, 'evil'), 0o755)
})
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  await rm(place, { recursive: true, force: true })
})

/** `orrery serve`, in a terminal of its own or without one, with what it has written so far. */
async function serve({ terminal = false, background = false } = {}) {
  const line = `'${process.execPath}' bin/orrery.mjs serve --no-build --json`
  // `script` makes a real terminal; a shell with job control has jobs in its background.
  const inside = background ? `sh -mc "${line} & echo \\$! > '${join(place, 'pid')}'; wait"` : `exec ${line}`
  const child = spawn(terminal ? 'script' : 'sh', terminal ? ['-qefc', inside, '/dev/null'] : ['-c', `exec ${line}`], {
    cwd: ROOT,
    env: { ...process.env, ORRERY_HOME: place },
    stdio: ['pipe', 'pipe', 'pipe']
  })
  running.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (said += part))
  await expect.poll(() => said, PATIENT).toMatch(/\{"url".*\}/)
  const { port, token } = JSON.parse(/\{"url".*?\}/.exec(said)?.[0] ?? '')
  const client = httpClient({ origin: `http://127.0.0.1:${port}`, token })
  return { client, said: () => said, type: (text: string) => void child.stdin?.write(text) }
}

async function ask(client: Client, server: ToolServer): Promise<{ code: string; message: string }> {
  try {
    for await (const _ of client.stream('tools.ask', server));
    return { code: 'started', message: '' }
  } catch (error) {
    // OrreryError, from the client.
    const { code, message } = error as { code: string; message: string }
    return { code, message }
  }
}

test('21.6 the token starts no program where Orrery has no terminal, in whatever disguise', async () => {
  const { client } = await serve()
  const evil = join(place, 'evil')
  const disguises: ToolServer[] = [
    { command: evil },
    { command: 'sh', args: ['-c', evil] },
    { command: process.execPath, args: ['--version'], env: { NODE_OPTIONS: `--require=${evil}` } },
    { command: './evil', cwd: place },
    { command: 'evil', env: { PATH: place } },
    { command: 'env', args: ['-S', evil] },
    { command: '\u202e'.concat(evil), args: ['x'.repeat(5000)] }
  ]
  for (const server of disguises) {
    expect(await ask(client, server)).toEqual({
      code: 'forbidden',
      message: expect.stringMatching(/so it is not started/)
    })
  }
  // A union's other half must not smuggle the first one in.
  const both = { url: 'http://127.0.0.1:1/', command: evil } as unknown as ToolServer
  expect((await ask(client, both)).code).toBe('invalid-input')
  expect(existsSync(proof)).toBe(false)
})

// `script` of util-linux; that of macOS takes other options.
if (process.platform === 'linux') {
  test('21.6 in a real terminal its person is asked, and only what is typed there starts it', async () => {
    const { client, said, type } = await serve({ terminal: true })
    const evil = join(place, 'evil')
    // Typed before anything was asked.
    type('y\n')
    await expect.poll(said, PATIENT).toMatch(/\}\r\ny\r\n/)
    const first = ask(client, { command: evil, args: ['\u001b[2K\rls', 'a b'] })
    await expect.poll(said, PATIENT).toContain('Start it? [y/N]')
    expect(said()).toContain(`Program:   ${evil} "\\u001b[2K\\rls" "a b"`)
    expect(await ask(client, { command: evil })).toMatchObject({ code: 'busy' })
    type('n\n')
    expect(await first).toEqual({ code: 'forbidden', message: `"${evil}" was not started: it was not confirmed.` })
    expect(existsSync(proof)).toBe(false)

    const asked = said().length
    const second = ask(client, { command: evil })
    await expect.poll(() => said().slice(asked), PATIENT).toContain('Start it? [y/N]')
    type('y\n')
    // It is no MCP server; it was started all the same.
    expect(await second).toMatchObject({ code: 'server-failed' })
    expect(existsSync(proof)).toBe(true)
  })

  test('21.6 in the background of a terminal nobody is asked, nothing is started, and Orrery is not stopped by it', async () => {
    const { client } = await serve({ terminal: true, background: true })
    expect(await ask(client, { command: join(place, 'evil') })).toEqual({
      code: 'forbidden',
      message: expect.stringMatching(/^Orrery is running in the background of its terminal, so it is not started\./)
    })
    expect(await client.call('app.info', {})).toMatchObject({ home: place })
    expect(existsSync(proof)).toBe(false)
    // A job in the background does not hear of its terminal's end.
    process.kill(Number(await readFile(join(place, 'pid'), 'utf8')), 'SIGTERM')
    await expect.poll(() => client.call('app.info', {}).catch(({ code }) => code), PATIENT).toBe('disconnected')
  })
}
