// Case app-serve-port-80, and its kind: whatever the printed link says opens, and a page elsewhere is not let in.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLoopback, strangeness, urlOf } from '../../src/host/doors/addressed.ts'
import { createDoors } from '../../src/host/doors/agents/index.ts'
import { serve } from '../../src/host/doors/http.ts'
import { mount } from '../../src/host/doors/mount.ts'
import { handlersOf } from '../contract/handlers.ts'

const at = (host: string, port: number) => ({ host, port })
const asked = (host?: string, origin?: string) => ({
  headers: { ...(host !== undefined && { host }), ...(origin !== undefined && { origin }) }
})

describe('a request', () => {
  test.each([
    // The usual ports may be left out. What was typed after --host is what a browser makes of it.
    ['127.0.0.1', 80, '127.0.0.1', 'http://127.0.0.1'],
    ['127.0.0.1', 80, '127.0.0.1:80', undefined],
    ['127.0.0.1', 80, 'localhost', 'http://localhost'],
    ['127.0.0.1', 443, 'localhost', 'https://localhost'],
    ['127.0.0.1', 443, 'localhost:443', 'http://localhost:443'],
    ['127.0.0.1', 7000, 'LOCALHOST:7000', 'http://localhost:7000'],
    ['::1', 7000, '[::1]:7000', 'http://[::1]:7000'],
    ['::1', 80, '[::1]', 'http://[::1]'],
    ['0:0:0:0:0:0:0:1', 7000, '[::1]:7000', undefined],
    ['FD00::A', 7000, '[fd00::a]:7000', 'http://[fd00::a]:7000'],
    ['fe80::1%eth0', 7000, '[fe80::1]:7000', undefined],
    ['MyBox.Local', 7000, 'mybox.local:7000', 'http://mybox.local:7000'],
    ['MyBox.Local', 80, 'mybox.local', 'http://mybox.local'],
    ['größe.local', 7000, 'xn--gre-6ka8i.local:7000', undefined],
    ['192.168.1.5', 7000, 'localhost:7000', 'http://localhost:7000'],
    ['0.0.0.0', 7000, 'any.name.of.mine:7000', 'http://any.name.of.mine:7000'],
    ['::', 80, 'any.name.of.mine', 'http://any.name.of.mine']
  ])('of %s on port %i may say %s', (host, port, name, origin) => {
    expect(strangeness(asked(name, origin), at(host, port))).toBe(null)
  })

  test.each([
    ['127.0.0.1', 80, 'evil.example', undefined, 'host'],
    ['127.0.0.1', 80, '127.0.0.1:8080', undefined, 'host'],
    ['127.0.0.1', 7000, '127.0.0.1', undefined, 'host'],
    ['127.0.0.1', 7000, '127.0.0.1:80', undefined, 'host'],
    ['127.0.0.1', 7000, undefined, undefined, 'host'],
    ['127.0.0.1', 7000, '', undefined, 'host'],
    ['127.0.0.1', 7000, 'evil.example@127.0.0.1:7000', undefined, 'host'],
    ['127.0.0.1', 7000, '127.0.0.1:7000@evil.example', undefined, 'host'],
    ['127.0.0.1', 7000, '127.0.0.1:7000/evil', undefined, 'host'],
    ['127.0.0.1', 7000, '127.0.0.1.evil.example:7000', undefined, 'host'],
    ['127.0.0.1', 7000, 'localhost.evil.example:7000', undefined, 'host'],
    ['127.0.0.1', 7000, '127.0.0.1:07000', undefined, 'host'],
    ['127.0.0.1', 7000, 'localhost.:7000', undefined, 'host'],
    ['127.0.0.1', 7000, '127.1:7000', undefined, 'host'],
    ['::1', 7000, '[0:0:0:0:0:0:0:1]:7000', undefined, 'host'],
    ['::1', 7000, '[::2]:7000', undefined, 'host'],
    ['mybox.local', 7000, 'mybox.local.evil.example:7000', undefined, 'host'],
    ['0.0.0.0', 7000, 'any.name:7001', undefined, 'host'],
    ['127.0.0.1', 80, 'localhost', 'http://evil.example', 'origin'],
    ['127.0.0.1', 80, 'localhost', 'http://localhost:8080', 'origin'],
    ['127.0.0.1', 80, 'localhost', 'http://127.0.0.1', 'origin'],
    ['127.0.0.1', 80, 'localhost', 'https://localhost', 'origin'],
    ['127.0.0.1', 7000, 'localhost:7000', 'http://localhost', 'origin'],
    ['127.0.0.1', 7000, 'localhost:7000', 'https://localhost:7000', 'origin'],
    ['127.0.0.1', 7000, 'localhost:7000', 'null', 'origin'],
    ['127.0.0.1', 7000, 'localhost:7000', '', 'origin'],
    ['127.0.0.1', 7000, 'localhost:7000', 'http://evil.example@localhost:7000', 'origin'],
    ['0.0.0.0', 7000, 'any.name:7000', 'http://evil.example:7000', 'origin']
  ])('of %s on port %i may not say %s from %s', (host, port, name, origin, what) => {
    expect(strangeness(asked(name, origin), at(host, port))).toBe(what)
  })

  test('is answered at the address that is printed', () => {
    const hosts = ['127.0.0.1', '::1', '[::1]', '0.0.0.0', '::', 'MyBox', 'fd00::A', 'fe80::1%eth0']
    expect(hosts.map((host) => urlOf(at(host, 7000)))).toEqual([
      'http://127.0.0.1:7000',
      'http://[::1]:7000',
      'http://[::1]:7000',
      'http://127.0.0.1:7000',
      'http://127.0.0.1:7000',
      'http://mybox:7000',
      'http://[fd00::a]:7000',
      'http://[fe80::1]:7000'
    ])
    for (const host of hosts) {
      const url = new URL(urlOf(at(host, 80)))
      expect(strangeness(asked(url.host, url.origin), at(host, 80))).toBe(null)
    }
  })

  test('from another machine is possible at every address but those of this one', () => {
    const own = ['127.0.0.1', '127.0.0.2', 'localhost', 'LOCALHOST', '::1', '[::1]', '0:0:0:0:0:0:0:1']
    const others = ['0.0.0.0', '::', '192.168.1.5', '127.0.0.1.example', 'mybox', '', '::ffff:10.0.0.1', '128.0.0.1']
    expect(own.map(isLoopback)).toEqual(own.map(() => true))
    expect(others.map(isLoopback)).toEqual(others.map(() => false))
  })
})

describe('the link that is printed opens', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'orrery-addressed-'))
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Orrery</title>')
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test.for<[string, number]>([
    ['127.0.0.1', 80],
    ['127.0.0.1', 443],
    ['localhost', 80],
    ['::1', 0],
    ['[::1]', 80],
    ['::', 0],
    ['0.0.0.0', 80],
    ['LocalHost', 0]
  ])('of %s on port %i', async ([host, port], context) => {
    const reason = await cannotListen(host.replace(/[[\]]/g, ''), port)
    if (reason) return context.skip(`This machine cannot listen on ${host} port ${port}: ${reason}`)
    const server = await serve(handlersOf({}), { rendererDir: folder, host, port, token: 'a token of my own' })
    try {
      const link = server.invite()
      // As a browser does, which leaves out the usual port.
      const opened = await fetch(link, { redirect: 'manual' })
      expect([opened.status, opened.headers.get('location')]).toEqual([303, '/'])
      expect(await (await fetch(new URL('/', link))).text()).toContain('<title>Orrery</title>')
      expect((await fetch(new URL('/', link), { headers: { origin: new URL(link).origin } })).status).toBe(200)
      expect(await status(link, { host: `evil.example:${server.port + 1}` })).toBe(403)
      expect(await status(link, { origin: 'http://evil.example' })).toBe(403)
    } finally {
      await server.close()
    }
  })

  test.for([80, 443])('for agents on port %i', async (port, context) => {
    const reason = await cannotListen('127.0.0.1', port)
    if (reason) return context.skip(`This machine cannot listen on port ${port}: ${reason}`)
    const doors = createDoors({ mounted: () => mount(handlersOf({}), 'agent'), key: () => 'key' })
    try {
      const { url } = await doors.open(port)
      expect(url).toBe(`http://127.0.0.1:${port}`)
      // Past what looks at the address: nothing is at this path.
      expect(await status(`${url}/`, {})).toBe(404)
      expect(await status(`${url}/`, { host: '127.0.0.1' })).toBe(404)
      expect(await status(`${url}/`, { host: 'evil.example' })).toBe(403)
      expect(await status(`${url}/`, { origin: 'http://evil.example' })).toBe(403)
    } finally {
      await doors.close()
    }
  })
})

/** Why nothing can listen there; `null` where it can. */
function cannotListen(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(error.message))
    server.listen(port, host, () => server.close(() => resolve(null)))
  })
}

/** Over node:http, which sends whatever Host and Origin it is given. */
function status(link: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(link, { headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    })
      .on('error', reject)
      .end()
  })
}
