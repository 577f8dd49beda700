// The desktop shell as a whole: real Electron where its binary is installed, else the same built files on the stand-in.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../src/core/contract/index.ts'
import { createHost } from '../../src/host/host.ts'
import { bridgeClient } from '../../src/renderer/store/client.ts'
import { type ModelServer, startModel } from '../contract/model.ts'
import { pageBridge } from '../electron/bridge.ts'
import { launchStandIn } from '../electron/launch.ts'
import { openShell, type Shell } from '../electron/shell.ts'

const resources = fileURLToPath(new URL('../../resources', import.meta.url))
let home: string
let shell: Shell

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-electron-'))
  shell = await openShell({ home })
  console.log(`The desktop shell was tested on ${shell.kind}.`)
})
afterAll(async () => {
  await shell?.close()
  await rm(home, { recursive: true, force: true })
})

test('the window opens on its own scheme', async () => {
  expect(await shell.page.title()).toBe('Orrery')
  expect(shell.page.url()).toBe(shell.url)
})

test('7.3 the page has the bridge and nothing of Node', async () => {
  const seen = await shell.page.evaluate(() => ({
    globals: ['require', 'process', 'module', 'Buffer', 'global', 'electron'].filter((name) => name in window),
    bridge: Object.entries(window.orrery ?? {}).map(([name, value]) => [name, typeof value])
  }))
  expect(seen).toEqual({
    globals: [],
    bridge: [
      ['call', 'function'],
      ['start', 'function'],
      ['cancel', 'function'],
      ['onEvent', 'function']
    ]
  })
})

test('the page cannot replace the bridge', async () => {
  const before = await shell.page.evaluate(() => {
    const { orrery } = window
    try {
      // The point is to write where writing is not allowed.
      Object.assign(window, { orrery: { call: 'mine' } })
      Object.assign(orrery ?? {}, { call: 'mine' })
    } catch {}
    return typeof window.orrery?.call
  })
  expect(before).toBe('function')
})

test('a call goes through the bridge and back', async () => {
  const reply = await shell.page.evaluate(() => window.orrery?.call('app.info', {}))
  expect(reply).toMatchObject({ ok: true, value: { home } })
})

test('an export is fetched through the scheme of the window, once', async () => {
  const seen = await shell.page.evaluate(async () => {
    const { orrery } = window
    if (!orrery) throw new Error('The page has no bridge.')
    const made = await orrery.call('worlds.create', { title: 'To take away' })
    // As the handler of that name answers.
    const { session } = (made as { ok: true; value: { session: { id: string } } }).value
    const got: unknown[] = []
    let texts: Promise<string>[] = []
    await new Promise<void>((resolve) => {
      orrery.onEvent((message) => {
        if (message.id !== 'export') return
        if (message.type === 'end') return resolve()
        const event = message.event as { type: string; url?: string }
        got.push(event.type)
        if (event.type === 'file') texts = [fetch(event.url ?? '').then((answer) => answer.text())]
      })
      orrery.start('export', 'formats.export', { sessions: [session.id], to: { kind: 'download' } })
    })
    return { last: got.at(-1), text: await texts[0] }
  })
  expect(seen.last).toBe('done')
  expect(seen.text).toMatch(/^\{"format":"orrery","version":3\}\n\{"type":"session".*"To take away"/)
})

test('7.3 the policy is strict: no inline script runs, nothing is fetched from elsewhere', async () => {
  const seen = await shell.page.evaluate(async () => {
    const policy = (await fetch(window.location.href)).headers.get('content-security-policy')
    const blocked: string[] = []
    const both = new Promise<void>((done) => {
      document.addEventListener('securitypolicyviolation', (event) => {
        if (blocked.push(event.effectiveDirective) === 2) done()
      })
    })
    const script = document.createElement('script')
    script.textContent = 'window.injected = true'
    document.head.append(script)
    script.remove()
    const fetched = await fetch('https://example.com/').then(
      () => 'fetched',
      () => 'refused'
    )
    await both
    return { policy, injected: 'injected' in window, fetched, blocked }
  })
  expect(seen.policy).toMatch(/^default-src 'none'; script-src 'self'; /)
  expect(seen).toMatchObject({ injected: false, fetched: 'refused', blocked: ['script-src-elem', 'connect-src'] })
})

test.each(['https://example.com/', 'data:text/html,elsewhere', 'another host of our scheme'])(
  '7.3 the window does not go to %s',
  async (where) => {
    const target = URL.canParse(where) ? where : shell.url.replace('//app', '//other')
    await shell.page.evaluate((to) => {
      window.location.href = to
    }, target)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(shell.page.url()).toBe(shell.url)
    expect(await shell.page.evaluate(() => window.orrery?.call('app.info', {}))).toMatchObject({ ok: true })
  }
)

test('7.3 no second window opens', async () => {
  await shell.page.evaluate(() => void window.open(window.location.href))
  await new Promise((resolve) => setTimeout(resolve, 300))
  await expect.poll(() => shell.windows()).toBe(1)
})

test('7.3 permissions are refused', async () => {
  const states = await shell.page.evaluate(() =>
    Promise.all(
      (['geolocation', 'notifications', 'camera'] as PermissionName[]).map(
        async (name) => (await navigator.permissions.query({ name })).state
      )
    )
  )
  expect(states).not.toContain('granted')
})

test('IPC from anything but the main frame of the window is refused', async () => {
  expect(await shell.foreignCall()).toEqual({
    ok: false,
    error: { code: 'forbidden', message: "Only Orrery's own window can make calls." }
  })
})

describe('what streams when the page goes', () => {
  let model: ModelServer
  let client: Client
  beforeAll(async () => {
    model = await startModel()
    client = bridgeClient(await pageBridge(shell.page))
    await client.call('models.use', { baseUrl: model.baseUrl, model: 'test' })
  })
  afterAll(() => model?.close())

  /** A new world with a step in flight that does not end by itself. */
  async function begin(): Promise<string> {
    const { session, branch } = await client.call('worlds.create', { setup: { domain: 'terminal' } })
    const action = [{ keystrokes: 'hang\n', duration: 1 }]
    await client.stream('steps.run', { session: session.id, branch: branch.id, action }).next()
    const running = await client.call('worlds.open', { session: session.id })
    expect(running.drafts.map(({ status }) => status)).toEqual(['running'])
    return session.id
  }

  test('a reload ends what the old page began, and the new page works', async () => {
    const session = await begin()
    await shell.page.reload()
    client = bridgeClient(await pageBridge(shell.page))
    const status = async () => (await client.call('worlds.open', { session })).drafts[0]?.status
    await expect.poll(status).toBe('cancelled')
  })

  test('closing the window ends the app cleanly, and what was in flight is a draft', async () => {
    const session = await begin()
    expect(await shell.close()).toBe(0)
    const handlers = await createHost({ home, resources })
    const { drafts } = await handlers.calls['worlds.open']({ session })
    await handlers.dispose()
    expect(drafts.map(({ status }) => status)).toEqual(['cancelled'])
  })
})

test('an app that cannot start says why, and what to do', async () => {
  const file = join(home, 'file')
  await writeFile(file, '')
  // On the stand-in, whose error box is a line on stderr; real Electron would wait for a click.
  const launch = launchStandIn({ home: join(file, 'orrery') })
  await expect(launch).rejects.toThrow(
    /ended with 1 .*\nOrrery could not start: Orrery cannot keep its data in ".*" \(E[A-Z]+.*\)\. Make it writable, or set ORRERY_HOME/
  )
})

test('a built app shows its own page, whatever ELECTRON_RENDERER_URL says', async () => {
  let asked = 0
  const elsewhere = createServer((_, response) => {
    asked++
    response.end('<title>Elsewhere</title>')
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const address = elsewhere.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
  const more = { ELECTRON_RENDERER_URL: url, NODE_ENV_ELECTRON_VITE: 'development', NODE_ENV: 'development' }
  const app = await launchStandIn({ home: join(home, 'own'), more })
  try {
    expect([app.page.url(), await app.page.title(), asked]).toEqual(['https://app.orrery.invalid/', 'Orrery', 0])
  } finally {
    await app.close()
    elsewhere.close()
  }
})
