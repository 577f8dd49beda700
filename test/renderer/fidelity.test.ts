import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Client } from '../../src/core/contract/index.ts'
import { createHost } from '../../src/host/host.ts'
import { createState } from '../../src/renderer/store/state.ts'
import { UNTIL_DONE } from '../patience.ts'

const resources = join(import.meta.dirname, '../../resources')

test('a world of the window is compared, and the first divergence opens by one call', async () => {
  const home = await mkdtemp(join(tmpdir(), 'orrery-fidelity-'))
  const host = await createHost({ home, resources, tempo: 0, window: true })
  try {
    const input = { files: [], paths: [join(resources, 'samples/web-chores.jsonl')], options: {}, keep: true }
    for await (const _ of host.streams['formats.import'](input, { signal: UNTIL_DONE }));
    // The handlers are what a client calls, without a door between them.
    const client = {
      call: async (name: keyof typeof host.calls, asked: never) => host.calls[name](asked),
      stream: (name: keyof typeof host.streams, asked: never, options: { signal: AbortSignal }) =>
        host.streams[name](asked, options)
    } as unknown as Client
    const store = createState(client, { frame: () => {}, pause: async () => {}, seed: () => 1 })
    const act = store.getState()
    const { session } = await host.calls['worlds.open']({ session: 'web-chores' })
    await act.askFidelity(session)
    expect(store.getState().problems).toEqual({})
    expect(store.getState()).toMatchObject({ dialog: 'fidelity', trueWorld: { session: 'web-chores' }, fidelity: null })
    await act.measureFidelity({ contestants: ['repeat', 'lookup'], turns: 4 })
    const { fidelity, problems } = store.getState()
    expect(problems).toEqual({})
    expect(fidelity?.progress).toBeNull()
    expect(fidelity?.reports.map(({ contestant, turns }) => [contestant, turns.length])).toEqual([
      ['repeat', 8],
      ['lookup', 4]
    ])
    const [repeat] = fidelity?.reports ?? []
    const first = repeat?.turns.find(({ pass, scores }) => pass === 'own' && scores?.exact !== 1)
    const branch = repeat?.sessions[0]?.branch ?? ''
    await act.openRun({ session: 'web-chores', branch }, first?.turn ?? null)
    const { world } = store.getState()
    expect(world).toMatchObject({ session: { id: 'web-chores' }, branch })
    expect(world?.at).toBe(first?.turn)
    expect(world?.rows[(world?.at ?? 0) - 1]?.id).toBe(first?.own)
  } finally {
    await host.dispose()
    await rm(home, { recursive: true, force: true })
  }
})
