// When the host lets its engine read ahead: where a world is looked at, and after a step that a window took.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { NewSetup } from '../../src/core/tree/model.ts'
import type { Engine, EngineInfo, EngineState, Request } from '../../src/core/tree/ports.ts'
import { createHost } from '../../src/host/host.ts'
import { PATIENCE, UNTIL_DONE } from '../patience.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

/** A world that the model answers, on an engine in that state: what it read ahead. */
async function world({ state, template }: { state: EngineState['state']; template: EngineInfo['template'] }) {
  const home = await mkdtemp(join(tmpdir(), 'orrery-ahead-'))
  folders.push(home)
  const read: Request[] = []
  const model = { name: 'm', hash: null }
  const tokens = { prompt: 1, cached: 0, generated: 1 }
  const engine: Engine = {
    info: () => ({ engine: 'e', model, contextSize: 4096, template }),
    status: () => ({ state, device: 'cpu' }),
    async *generate() {
      yield { type: 'text', text: 'user@box:~$ ls\na.txt\nuser@box:~$ ' }
      yield { type: 'done', tokens, cut: null, trace: null, engine: 'e', model }
    },
    countTokens: async () => null,
    readAhead: async (request) => {
      read.push(request)
    },
    dispose: async () => {}
  }
  const host = await createHost({ home, resources: 'resources', engine })
  const { branch } = await host.calls['worlds.create']({
    setup: NewSetup.parse({ domain: 'terminal', grounding: 'model' })
  })
  return { host, branch, read }
}

test('the prompt is read where a world is opened, and again once a window has taken a step', async () => {
  const { host, branch, read } = await world({ state: 'ready', template: 'standard' })
  try {
    expect(await host.calls['steps.readAhead']({ branch: branch.id, at: null })).toBe(null)
    await expect.poll(() => read.length, PATIENCE).toBe(1)
    const input = { session: branch.session, branch: branch.id, action: [{ keystrokes: 'ls\n', duration: 1 }] }
    const signal = UNTIL_DONE
    for await (const _ of host.streams['steps.run']({ ...input, instruction: '', trace: false }, { signal }));
    expect(read).toHaveLength(1)
    for await (const _ of host.streams['steps.run'](
      { ...input, instruction: '', trace: false, show: true },
      { signal }
    ));
    await expect.poll(() => read.length, PATIENCE).toBe(2)
    expect(read[1]?.messages.filter(({ role }) => role === 'assistant')).toHaveLength(2)
  } finally {
    await host.dispose()
  }
})

test('a small model is loaded for it, a large one is not', async () => {
  for (const [template, times] of [
    ['small', 1],
    ['standard', 0]
  ] as const) {
    const { host, branch, read } = await world({ state: 'idle', template })
    await host.calls['steps.readAhead']({ branch: branch.id, at: null })
    await host.calls['steps.readAhead']({ branch: branch.id, at: null })
    if (times) await expect.poll(() => read.length, PATIENCE).toBeGreaterThan(0)
    await host.dispose()
    expect(read.length > 0).toBe(times > 0)
  }
})
