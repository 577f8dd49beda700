import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Handlers } from '../../src/core/contract/index.ts'
import { Setup, type StepEvent } from '../../src/core/tree/model.ts'
import { createHost } from '../../src/host/host.ts'
import { orNotRun } from './bring.ts'
import { smollm2 } from './smollm2.ts'

const model = await orNotRun(smollm2)
let home: string
let host: Handlers

beforeAll(async () => {
  if (!model) return
  home = await mkdtemp(join(tmpdir(), 'orrery-world-'))
  host = await createHost({ home, resources: 'resources', model })
})
afterAll(async () => {
  await host?.dispose()
  if (home) await rm(home, { recursive: true })
})

async function act(setup: Partial<Setup>, keystrokes: string): Promise<StepEvent[]> {
  const { session, branch } = await host.calls['worlds.create']({
    title: 'test',
    setup: Setup.parse({ domain: 'terminal', initialState: 'ada@debian:~$ ', ...setup })
  })
  const events: StepEvent[] = []
  const input = {
    session: session.id,
    branch: branch.id,
    action: [{ keystrokes, duration: 1 }],
    instruction: '',
    trace: false
  }
  for await (const event of host.streams['steps.run'](input, { signal: new AbortController().signal }))
    events.push(event)
  return events
}

describe('a real model in a world', () => {
  it('streams an observation that begins with the echo, and commits it', async () => {
    const events = await act({ seed: 3 }, 'ls -la\n')
    const last = events.at(-1)
    if (last?.type !== 'committed') throw new Error(JSON.stringify(last))
    expect(last.step.observation.text.startsWith('ada@debian:~$ ls -la\n')).toBe(true)
    expect(events.filter(({ type }) => type === 'observation').length).toBeGreaterThan(1)
    expect(last.call).toMatchObject({ engine: 'llama', template: 'small' })
    expect(last.call.tokens.generated).toBeGreaterThan(0)
  })

  it('8.2 gives the same step id for the same seed in strict mode, and others for other seeds', async () => {
    const ids: string[] = []
    for (const seed of [5, 5, 6, 7]) {
      const last = (await act({ seed, strict: true }, 'cat notes.txt\n')).at(-1)
      if (last?.type === 'committed') ids.push(last.step.id)
      else if (last?.type === 'failed') ids.push(`${last.error.code} ${last.draft?.raw}`)
    }
    expect(ids[1]).toBe(ids[0])
    expect(new Set(ids).size).toBeGreaterThan(1)
  })
})
