// `npm start` where no window can be shown: the same app, served, with its address on one line.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-start-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

// Only Linux machines can be without a screen; elsewhere this would open a window on somebody's desk.
if (process.platform === 'linux') {
  test('without a screen it says so with the address, serves the app there, and ends on one Ctrl-C heard twice', async () => {
    const { DISPLAY: _x11, WAYLAND_DISPLAY: _wayland, ...env } = process.env
    const child = spawn(process.execPath, ['bin/start.mjs'], { cwd: root, env: { ...env, ORRERY_HOME: home } })
    const exited = once(child, 'exit')
    const lines: string[] = []
    for await (const line of createInterface(child.stdout)) {
      lines.push(line)
      if (line.includes('http://')) break
    }
    expect(lines).toEqual([
      expect.stringMatching(
        /^No display was found, so Orrery runs as a web server: open http:\/\/127\.0\.0\.1:\d+\/\?code=\S+ \(Ctrl-C stops it\)\.$/
      )
    ])
    const url = /http:\S+/.exec(lines.join())?.[0] ?? ''
    const opened = await fetch(url, { redirect: 'manual' })
    expect(opened.status).toBe(303)
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(await (await fetch(new URL('/', url))).text()).toContain('<title>Orrery</title>')
    const call = { method: 'POST', headers: { 'content-type': 'application/json', cookie }, body: '{}' }
    expect(await (await fetch(new URL('/api/call/app.info', url), call)).json()).toMatchObject({ value: { home } })

    child.kill('SIGINT')
    child.kill('SIGINT')
    // The second may come when Node has let go of its handlers already; the shutdown before it is whole either way.
    expect([
      [0, null],
      [null, 'SIGINT']
    ]).toContainEqual(await exited)
    expect(readdirSync(join(home, 'orrery.db-locks'))).toEqual(['gate'])
  })
} else {
  test('on this platform there is always a screen to open a window on', async () => {
    const { hasScreen } = await import('../../src/host/launch/browser.ts')
    expect(hasScreen({})).toBe(true)
  })
}
