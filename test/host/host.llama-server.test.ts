// A host whose model is run by a llama-server: the stand-in of fixtures/fake-llama-server.mjs.
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { StreamEvent } from '../../src/core/contract/index.ts'
import { NewSetup } from '../../src/core/tree/model.ts'
import { createHost } from '../../src/host/host.ts'
import { writeTinyModel } from '../fixtures/tiny-gguf.ts'
import { folder } from './folder.ts'

vi.setConfig({ testTimeout: 60_000 })

const FAKE = join(import.meta.dirname, '..', 'fixtures', 'fake-llama-server.mjs')

/** A host with one model, and a llama-server that is there or is not. */
async function setUp({ installed }: { installed: boolean }) {
  const home = await folder()
  const [model, program] = [join(home, 'models', 'one.gguf'), join(home, 'llama-server')]
  await mkdir(join(home, 'models'))
  writeTinyModel(model, { scripts: [{ pieces: ['§', 'Hello'], after: 'end' }], contextLength: 16_384 })
  if (installed) await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${FAKE}' "$@"\n`)
  if (installed) await chmod(program, 0o755)
  const before = process.env.ORRERY_LLAMA_SERVER
  process.env.ORRERY_LLAMA_SERVER = program
  onTestFinished(() => {
    if (before === undefined) delete process.env.ORRERY_LLAMA_SERVER
    else process.env.ORRERY_LLAMA_SERVER = before
  })
  const open = async () => {
    const host = await createHost({ home, resources: 'resources' })
    onTestFinished(() => host.dispose())
    return host
  }
  return { model, program, open, host: await open() }
}

const { signal } = new AbortController()

test('a model whose runtime is llama-server is loaded, acted with and resumed by it', async () => {
  const { host, model, open } = await setUp({ installed: true })
  await host.calls['models.use']({ model })
  await host.calls['models.configure']({ model, runtime: 'llama-server' })
  const idle = { engine: 'llama-server', model, state: 'idle', contextSize: null, device: null }
  expect(await host.calls['models.status']({})).toEqual(idle)

  const loading: StreamEvent<'models.load'>[] = []
  for await (const event of host.streams['models.load']({}, { signal })) loading.push(event)
  const ready = { ...idle, state: 'ready', contextSize: 16_384, device: expect.any(String) }
  expect(loading.at(-1)).toEqual({ type: 'ready', status: ready })

  const { session, branch } = await host.calls['worlds.create']({ setup: NewSetup.parse({ domain: 'terminal' }) })
  const action = [{ keystrokes: 'ls\n', duration: 1 }]
  const input = { session: session.id, branch: branch.id, action, instruction: '', trace: false }
  let last: StreamEvent<'steps.run'> | undefined
  for await (const event of host.streams['steps.run'](input, { signal })) last = event
  expect(last).toMatchObject({
    type: 'committed',
    step: { observation: { text: expect.stringContaining('Hello world!') } },
    call: { engine: 'llama-server', model: { name: 'one', hash: expect.stringMatching(/^[0-9a-f]{64}$/) } }
  })
  expect(await host.calls['models.status']({})).toEqual(ready)
  await host.dispose()

  expect(await (await open()).calls['models.status']({})).toEqual(idle)
})

test('a chat template that llama-server does not take is told of with each step', async () => {
  const { host, model } = await setUp({ installed: true })
  vi.stubEnv('FAKE_TEMPLATE', 'its own')
  onTestFinished(() => void vi.unstubAllEnvs())
  await host.calls['models.use']({ model })
  await host.calls['models.configure']({ model, runtime: 'llama-server' })
  const { session, branch } = await host.calls['worlds.create']({ setup: NewSetup.parse({ domain: 'terminal' }) })
  const action = [{ keystrokes: 'ls\n', duration: 1 }]
  const input = { session: session.id, branch: branch.id, action, instruction: '', trace: false }
  let last: StreamEvent<'steps.run'> | undefined
  for await (const event of host.streams['steps.run'](input, { signal })) last = event
  if (last?.type !== 'committed') throw new Error(JSON.stringify(last))
  expect(last.call.warnings.filter((warning) => warning.includes('chat template'))).toEqual([
    'The model’s own chat template cannot be used: llama-server does not take it. Its turns are told in the form that llama-server chooses (mostly ChatML) instead, which it may not know. To set another form, write a template into the file with gguf-new-metadata --chat-template, or run the model with llama-server --chat-template NAME and select that: orrery model use NAME --base-url URL'
  ])
})

test('10.1 a llama-server that is missing is said when the model is chosen, and what answered before goes on', async () => {
  const { host, model, program } = await setUp({ installed: false })
  await host.calls['models.use']({ model })
  const configured = host.calls['models.configure']({ model, runtime: 'llama-server' })
  await expect(configured).rejects.toMatchObject({
    code: 'not-found',
    message: `"${program}" is not an executable program. Give the path of llama-server itself, or leave it out to search the PATH.`
  })
  expect(await host.calls['models.status']({})).toMatchObject({ engine: 'llama' })
})
