// Opens each damaged database in turn, works with it as the window does, and prints a line of JSON about what came of it.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from '../../src/core/contract/index.ts'
import { toWire } from '../../src/core/errors.ts'
import { openStore } from '../../src/host/database/store.ts'
import { createHost } from '../../src/host/host.ts'
import { bridgeClient } from '../../src/renderer/store/client.ts'
import { mountBridge } from '../contract/direct.ts'
import { imported } from '../contract/imported.ts'
import { scripted, tagged } from '../core/acting.ts'
import { must } from '../must.ts'
import { damaged } from './damage.ts'

export interface Outcome {
  name: string
  /** `aside`: kept as it was, beside a fresh one. `refused`: not opened, with words. */
  came: 'opened' | 'aside' | 'refused'
  /** What must not be: bugs met, bytes changed. */
  wrong: string[]
  codes: string[]
}

const RESOURCES = join(import.meta.dirname, '..', '..', 'resources')
const SAMPLES = ['first-steps', 'mcp-memory', 'android-wifi']
const { engine } = scripted(() => [tagged('out')])
const [from = 0, to = 0] = process.argv.slice(2).map(Number)

const whole = await build()
for (let seed = from; seed < to; seed++) {
  const { name, files } = damaged(whole, seed)
  // Told first: of one that hangs the name is known.
  writeSync(1, `${JSON.stringify({ name })}\n`)
  writeSync(1, `${JSON.stringify(await inFolder((home) => meet(home, name, files)))}\n`)
}

/** A database with worlds of three kinds, a branch, and a draft. */
function build(): Promise<Buffer> {
  return inFolder(async (home) => {
    const host = await createHost({ home, resources: RESOURCES, engine })
    const client = bridgeClient(mountBridge(host))
    for (const sample of SAMPLES) {
      const text = readFileSync(join(RESOURCES, 'samples', `${sample}.jsonl`), 'utf8')
      const { worlds } = await imported(client, { files: [{ name: `${sample}.jsonl`, text }] })
      const session = must(worlds[0]).id
      const { branches } = await client.call('worlds.open', { session })
      await step(client, session, must(branches[0]).id)
    }
    await host.dispose()
    const store = openStore(join(home, 'orrery.db'), { clock: { now: Date.now } })
    const [session] = store.sessions()
    const [branch] = store.branches(must(session).id)
    store.saveDraft({
      ...{ id: 'd', session: must(session).id, branch: must(branch).id, parent: null, action: [], instruction: '' },
      ...{ raw: 'half an answer', status: 'running', reason: '', updatedAt: 1 }
    })
    await store.close()
    return readFileSync(join(home, 'orrery.db'))
  })
}

async function meet(home: string, name: string, files: Record<string, Buffer>): Promise<Outcome> {
  const path = join(home, 'orrery.db')
  for (const [end, bytes] of Object.entries(files)) writeFileSync(path + end, bytes)
  const wrong: string[] = []
  const codes = new Set<string>()
  const note = (error: unknown) => {
    const { code, message } = toWire(error)
    codes.add(code)
    if (code === 'internal' || message.includes('hit a bug')) wrong.push(message)
  }
  try {
    const host = await createHost({ home, resources: RESOURCES, engine })
    const client = bridgeClient(mountBridge(host))
    const { notice } = await client.call('app.info', {})
    await work(client, note)
    await host.dispose()
    const aside = readdirSync(home).find((file) => file.startsWith('orrery.db.corrupt-') && !/-(wal|shm)$/.test(file))
    if (!aside) return { name, came: 'opened', wrong, codes: [...codes] }
    if (!notice?.includes(aside)) wrong.push(`"${aside}" is not named: ${notice}`)
    wrong.push(...changed(join(home, aside), files))
    return { name, came: 'aside', wrong, codes: [...codes] }
  } catch (error) {
    note(error)
    wrong.push(...changed(path, files))
    return { name, came: 'refused', wrong, codes: [...codes] }
  }
}

function changed(path: string, files: Record<string, Buffer>): string[] {
  return ['', '-wal'].flatMap((end) => {
    const before = files[end]
    return before && !readFileSync(path + end).equals(before) ? [`"${path}${end}" was written to`] : []
  })
}

/** Everything that a person would look at, and one step in each world. */
async function work(client: Client, note: (error: unknown) => void): Promise<void> {
  const attempt = async <T>(promise: Promise<T>): Promise<T | null> =>
    promise.catch((error) => {
      note(error)
      return null
    })
  for (const { id: session } of (await attempt(client.call('worlds.list', {}))) ?? []) {
    const opened = await attempt(client.call('worlds.open', { session }))
    for (const { id: branch, tip } of opened?.branches ?? []) {
      const rows = await attempt(client.call('steps.list', { session, branch }))
      for (const row of rows ?? []) await attempt(client.call('steps.get', { session, step: row.id }))
      await attempt(client.call('steps.window', { branch, at: tip, last: 50 }))
      await attempt(client.call('steps.view', { branch, at: tip, also: ['score', 'places'] }))
      await attempt(client.call('steps.terminal', { branch, at: tip }))
      await attempt(client.call('prompts.preview', { branch, at: tip, action: null }))
      await attempt(step(client, session, branch, note))
    }
    await attempt(exported(client, session))
    await attempt(client.call('worlds.update', { session, title: 'Still there' }))
    await attempt(client.call('worlds.delete', { session }))
  }
  await attempt(client.call('worlds.create', { setup: { domain: 'terminal' } }))
}

async function step(client: Client, session: string, branch: string, note?: (error: unknown) => void): Promise<void> {
  const { recorded } = await client.call('steps.view', { branch, at: null })
  const action = recorded[0]?.action ?? [{ keystrokes: 'ls\n', duration: 1 }]
  for await (const event of client.stream('steps.run', { session, branch, action })) {
    if (event.type === 'failed' && event.error.code === 'internal') note?.(new Error(event.error.message))
  }
}

async function exported(client: Client, session: string): Promise<void> {
  const input = { sessions: [session], format: 'orrery', options: {}, to: { kind: 'chunks' } } as const
  for await (const _ of client.stream('formats.export', { ...input, sessions: [session] }));
}

async function inFolder<T>(work: (home: string) => Promise<T>): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), 'orrery-damage-'))
  try {
    return await work(home)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
