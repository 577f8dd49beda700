// The holder of a window's token tries to read and to write files of this machine through the calls that take paths.
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serve } from '../../src/host/doors/http.ts'
import { createHost } from '../../src/host/host.ts'

test('21.8 a token neither reads nor writes files by their path', async () => {
  const home = await mkdtemp(join(tmpdir(), 'orrery-paths-'))
  const handlers = await createHost({ home, resources: join(import.meta.dirname, '../../resources') })
  const server = await serve(handlers, { rendererDir: home })
  onTestFinished(async () => {
    await server.close()
    await handlers.dispose()
    await rm(home, { recursive: true })
  })
  const ask = async (kind: string, name: string, input: object) => {
    const response = await fetch(`http://127.0.0.1:${server.port}/api/${kind}/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(input)
    })
    return response.text()
  }
  const secret = join(home, 'secret.jsonl')
  await writeFile(secret, 'the secret\n')
  const opened = JSON.parse(await ask('call', 'worlds.openSample', { name: 'first-steps' }))
  const target = join(home, 'written.jsonl')

  const read = await ask('stream', 'formats.import', { paths: [secret], keep: false })
  const written = await ask('stream', 'formats.export', {
    sessions: [opened.value.session.id],
    format: 'orrery',
    to: { kind: 'path', path: target }
  })

  expect(read).toContain('"code":"forbidden"')
  expect(written).toContain('"code":"forbidden"')
  expect([read, written].some((text) => text.includes('the secret'))).toBe(false)
  expect(existsSync(target)).toBe(false)
})
