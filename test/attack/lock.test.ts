// Another program holds the database for seconds: nothing stands still, and nothing that was acknowledged is lost.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Client } from '../../src/core/contract/index.ts'
import type { StepEvent } from '../../src/core/tree/model.ts'
import { openStore } from '../../src/host/database/store.ts'
import { createHost } from '../../src/host/host.ts'
import { bridgeClient } from '../../src/renderer/store/client.ts'
import { mountBridge } from '../contract/direct.ts'
import { ls, scripted, tagged } from '../core/acting.ts'
import { branchOf, callOf, clock, draftOf, sessionOf, stepAfter } from '../host/records.ts'
import { must } from '../must.ts'

const RESOURCES = join(import.meta.dirname, '..', '..', 'resources')
// What SQLite waited before: the lock is held for longer than a step could have taken then.
const HELD_MS = 6_000

let home: string
let path: string
let host: Awaited<ReturnType<typeof createHost>> | null
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'orrery-lock-'))
  path = join(home, 'orrery.db')
  host = null
  return async () => {
    await host?.dispose()
    rmSync(home, { recursive: true })
  }
})

/** Another program that writes, until `release`. */
async function hold(): Promise<{ release: () => Promise<void>; child: ChildProcess }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'hold.child.ts'), path], {
    stdio: ['pipe', 'pipe', 'inherit']
  })
  await once(must(child.stdout), 'data')
  return {
    child,
    async release() {
      must(child.stdin).end()
      await once(child, 'exit')
    }
  }
}

/** A host whose model answers at once, and how to reach it. */
async function open(): Promise<Client> {
  let round = 0
  const { engine } = scripted(() => [tagged(`out ${++round}`)])
  host = await createHost({ home, resources: RESOURCES, engine })
  return bridgeClient(mountBridge(host))
}

function stepping(client: Client, session: string, branch: string, signal = new AbortController().signal) {
  const events: StepEvent[] = []
  const ended = (async () => {
    for await (const event of client.stream('steps.run', { session, branch, action: ls }, { signal }))
      events.push(event)
  })()
  return { events, ended }
}

test('6.6 while another program writes for seconds, calls are answered, a step streams, and all is saved afterwards', async () => {
  const client = await open()
  const { session, branch } = await client.call('worlds.create', { setup: { domain: 'terminal' } })
  const first = stepping(client, session.id, branch.id)
  await first.ended
  const [before] = await client.call('steps.list', { session: session.id, branch: branch.id })

  const { release } = await hold()
  const began = performance.now()
  const second = stepping(client, session.id, branch.id)
  const renamed = client.call('worlds.update', { session: session.id, title: 'Renamed' })
  const another = client.call('worlds.create', { setup: { domain: 'terminal' } })
  // The whole answer streams although nothing can be written.
  await vi.waitUntil(() => second.events.some(({ type }) => type === 'observation'))
  let answered = 0
  while (performance.now() - began < HELD_MS) {
    expect(await client.call('steps.list', { session: session.id, branch: branch.id })).toEqual([before])
    expect((await client.call('worlds.list', {})).length).toBe(1)
    expect((await client.call('worlds.open', { session: session.id })).drafts).toMatchObject([{ status: 'running' }])
    answered++
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  // At the old five seconds a write this would be one or two; a machine on which others compute comes to some dozens.
  expect(answered).toBeGreaterThan(5)
  expect(second.events.at(-1)?.type).toBe('observation')

  await release()
  await second.ended
  expect(second.events.at(-1)).toMatchObject({ type: 'committed', branch: { id: branch.id } })
  expect((await renamed).title).toBe('Renamed')
  const { session: created } = await another
  expect((await client.call('worlds.list', {})).map(({ id }) => id).sort()).toEqual([session.id, created.id].sort())
  expect(await client.call('steps.list', { session: session.id, branch: branch.id })).toHaveLength(2)
  expect((await client.call('worlds.open', { session: session.id })).drafts).toEqual([])
  await host?.dispose()
  host = null
  const db = new Database(path)
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
  db.close()
})

test('6.6 a step that is stopped while another program writes ends at once, and its draft is there afterwards', async () => {
  const client = await open()
  const { session, branch } = await client.call('worlds.create', { setup: { domain: 'terminal' } })
  const { release } = await hold()
  const stop = new AbortController()
  const { events, ended } = stepping(client, session.id, branch.id, stop.signal)
  await vi.waitUntil(() => events.some(({ type }) => type === 'observation'))
  stop.abort()
  await ended
  expect(events.at(-1)).toMatchObject({ type: 'failed', error: { code: 'cancelled' }, draft: { status: 'cancelled' } })
  expect((await client.call('worlds.open', { session: session.id })).drafts).toMatchObject([{ status: 'cancelled' }])
  await release()
  await host?.dispose()
  host = null

  const store = openStore(path, { clock })
  expect(store.drafts(session.id)).toMatchObject([{ status: 'cancelled', raw: tagged('out 1') }])
  expect(store.branch(branch.id).tip).toBeNull()
  await store.close()
})

test('6.6 a lock that is never let go of fails the write with words, and loses nothing', async () => {
  const patience = 300
  const store = openStore(path, { clock, patience })
  const main = branchOf('s', 'main')
  await store.createSession(sessionOf('s'), [main])
  const step = await stepAfter(null, 'ls')
  const commit = { step, call: callOf(step.id, main), branch: 'main', expected: null, fork: null, draft: 'd' }
  const { release } = await hold()
  store.saveDraft(draftOf(main, 'd'))
  const busy = {
    code: 'busy',
    message:
      `Another program has locked the database "${path}" for 0.3 s, so this change could not be saved. Close that program (a database ` +
      'browser, a backup, another Orrery), then try again. Saved data is safe.'
  }
  await expect(store.commit(commit)).rejects.toMatchObject(busy)
  await expect(store.renameBranch('main', 'other')).rejects.toMatchObject(busy)
  const kept = { ...draftOf(main, 'd'), runner: { process: process.pid, own: true } }
  expect([store.branch('main'), store.drafts('s')]).toEqual([main, [kept]])
  await release()
  await store.commit(commit)
  expect([store.branch('main').tip, store.drafts('s')]).toEqual([step.id, []])
  await store.close()
})

test('6.6 Orrery opens while another program writes, and marks what a killed one left as soon as it can', async () => {
  const main = branchOf('s', 'main')
  const killed = openStore(path, { clock })
  await killed.createSession(sessionOf('s'), [main])
  await killed.close()
  // As a process leaves it that was killed in the middle of a step.
  const db = new Database(path)
  const { id, session, branch, parent, action, instruction, raw, status, reason, updatedAt } = draftOf(main, 'd')
  db.prepare(`INSERT INTO drafts (id, session, branch, parent, action, instruction, raw, status, reason, updated_at, owner)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`).run(
    ...[id, session, branch, parent, JSON.stringify(action), instruction, raw, status, reason, updatedAt, 'gone']
  )
  db.close()
  const { release } = await hold()
  const store = openStore(path, { clock })
  // Who reads it is told at once; the database is told when it can be.
  const written = () => reader.prepare('SELECT status FROM drafts').pluck().get()
  const reader = new Database(path, { readonly: true })
  expect([store.drafts('s'), written()]).toMatchObject([[{ status: 'interrupted' }], 'running'])
  await release()
  await vi.waitUntil(() => written() === 'interrupted')
  reader.close()
  await store.close()
})
