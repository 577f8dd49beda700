import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Client } from '../../src/core/contract/index.ts'
import { NewSetup } from '../../src/core/tree/model.ts'
import { createHost } from '../../src/host/host.ts'
import { createState } from '../../src/renderer/store/state.ts'
import { must } from '../must.ts'
import { UNTIL_DONE } from '../patience.ts'

const resources = join(import.meta.dirname, '../../resources')

test('a world is written from what was done in one, told what it is worth, and opened', async () => {
  const home = await mkdtemp(join(tmpdir(), 'orrery-author-'))
  const host = await createHost({ home, resources, tempo: 0, window: true })
  try {
    const input = { files: [], paths: [join(resources, 'samples/mcp-memory.jsonl')], options: {}, keep: true }
    for await (const _ of host.streams['formats.import'](input, { signal: UNTIL_DONE }));
    const [listed] = await host.calls['worlds.list']({})
    const { id } = must(listed)
    // The handlers are what a client calls, without a door between them, which would fill in what a setup leaves out.
    const filled = (name: string, asked: object): object =>
      name === 'worlds.create' && 'setup' in asked ? { ...asked, setup: NewSetup.parse(asked.setup) } : asked
    const client = {
      call: async (name: keyof typeof host.calls, asked: object) => host.calls[name](filled(name, asked) as never),
      stream: (name: keyof typeof host.streams, asked: never, options: { signal: AbortSignal }) =>
        host.streams[name](asked, options)
    } as unknown as Client
    const store = createState(client, { frame: () => {}, pause: async () => {}, seed: () => 1 })
    const act = store.getState()
    const { session, branches } = await host.calls['worlds.open']({ session: id })
    await act.askAuthor(session)
    expect(store.getState()).toMatchObject({
      dialog: 'author',
      writtenFrom: { session: id, branch: branches[0]?.id },
      writing: null
    })
    await act.writeWorld({ by: 'rules', hold: 0.3 })
    const { writing, problems } = store.getState()
    expect([problems, writing?.progress, writing?.cost]).toEqual([{}, null, null])
    const report = must(writing?.report)
    expect(report.turns.held).toBeGreaterThan(0)
    expect(report.label).toMatch(/^passes \d+ of \d+ .*held-back turns$/)
    act.show(null)
    await act.askAuthor(session)
    expect(store.getState().writing?.report).toBe(report)
    await act.openWritten()
    const { world } = store.getState()
    expect(world?.session.title).toBe(`${session.title}, written`)
    expect(world?.branches[0]?.setup).toMatchObject({ grounding: 'grounded', program: { text: report.program?.text } })
  } finally {
    await host.dispose()
    await rm(home, { recursive: true, force: true })
  }
})
