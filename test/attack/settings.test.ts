// Settings that a person wrote by hand, and wrote wrong.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createHost } from '../../src/host/host.ts'
import { bridgeClient } from '../../src/renderer/store/client.ts'
import { mountBridge } from '../contract/direct.ts'

const RESOURCES = join(import.meta.dirname, '..', '..', 'resources')
const server = (baseUrl: unknown, rest: object = {}) => ({ active: { baseUrl, model: 'm', ...rest } })

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'orrery-settings-'))
  return () => rmSync(home, { recursive: true, force: true })
})

test.each<[why: string, settings: unknown, says: RegExp]>([
  ['an address that is none', server('localhost:8080'), /is not a server address/],
  ['no address', server(''), /is not a server address/],
  ['words for an address', server('http//nowhere .. /v1'), /is not a server address/],
  ['an address of another kind', server('file:///etc/passwd'), /is not a server address/],
  ['an address with a password', server('http://ada:secret@127.0.0.1/v1'), /contains a user name or password/],
  ['a port that is none', server('http://127.0.0.1:99999/v1'), /is not a server address/],
  [
    'a key that cannot be sent',
    server('http://127.0.0.1:1/v1', { apiKey: 'a\nb' }),
    /API key contains an invalid character/
  ],
  ['a number for an address', server(7), /was renamed to/],
  ['a model without a name', { active: { model: '' } }, /could not be opened/],
  ['a model whose name no path can have', { active: { model: 'a\0b.gguf' } }, /could not be opened/],
  ['a model far up', { active: { model: '../../../../etc/passwd' } }, /could not be opened/],
  ['a folder for a model', { active: { model: '/' } }, /could not be opened/],
  ['a device for a model', { active: { model: '/dev/zero' } }, /could not be opened/],
  ['a very long name', { active: { model: 'm'.repeat(100_000) } }, /could not be opened/],
  ['a list', [], /was renamed to/],
  ['models that are none', { models: ['', '\0', '/dev/zero', '/'], active: null }, /^$/],
  ['idle minutes that never come', { idleMinutes: -1 }, /was renamed to/],
  ['something deep', `{"active": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`, /was renamed to/],
  ['nothing readable', '{"active": ', /was renamed to/]
])('6.34 Orrery starts with %s in its settings, and says so', async (_, settings, says) => {
  writeFileSync(join(home, 'settings.json'), typeof settings === 'string' ? settings : JSON.stringify(settings))
  const host = await createHost({ home, resources: RESOURCES })
  try {
    const client = bridgeClient(mountBridge(host))
    await client.call('models.list', {})
    // Waits until what was chosen is taken up, or is known not to be.
    await client.call('worlds.create', { setup: { domain: 'terminal' } })
    const { notice } = await client.call('app.info', {})
    expect(notice ?? '').toMatch(says)
    expect(notice ?? '').not.toMatch(/hit a bug|secret/)
  } finally {
    await host.dispose()
  }
})
