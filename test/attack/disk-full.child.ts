// Works in the data folder named by its argument until nothing more can be written there, makes room, works on, and tells what came of it.
import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Client } from '../../src/core/contract/index.ts'
import { OrreryError } from '../../src/core/errors.ts'
import type { StepId } from '../../src/core/tree/model.ts'
import { createHost } from '../../src/host/host.ts'
import { bridgeClient } from '../../src/renderer/store/client.ts'
import { mountBridge } from '../contract/direct.ts'
import { scripted, tagged } from '../core/acting.ts'

export interface Outcome {
  /** Codes of everything that failed while nothing could be written. */
  codes: string[]
  /** What a person reads first. */
  words: string
  acknowledged: number
  /** Steps that were acknowledged and are not there after all. */
  lost: number
  /** Files that were begun and left. */
  left: string[]
  /** Steps acknowledged after there was room again. */
  after: number
  integrity: unknown
}

const [home = '', how = ''] = process.argv.slice(2)
const RESOURCES = join(import.meta.dirname, '..', '..', 'resources')
const ballast = join(home, 'ballast')
let round = 0
// Noise does not repeat itself, which would end an answer early.
const noise = () => Array.from({ length: 4000 }, (_, at) => `${round} ${at * 7919}`).join('\n')
const { engine } = scripted(() => [tagged(`${++round}\n${noise()}`)])

const acknowledged: StepId[] = []
const codes = new Set<string>()
let words = ''
const note = (error: unknown) => {
  if (!(error instanceof OrreryError)) throw error
  codes.add(error.code)
  words ||= error.message
}

if (how === 'tmpfs') writeFileSync(ballast, Buffer.alloc(3 << 20))
const { client, dispose } = await open()
const { session, branch } = await client.call('worlds.create', { setup: { domain: 'terminal' } })
while (!codes.size) await step(client)
// The last bytes too.
if (how === 'tmpfs') fill()
for (let turn = 0; turn < 5; turn++) {
  await step(client)
  const files = [{ path: 'terminal/system_prompt.txt', text: 'x'.repeat(900_000) }]
  await client.call('prompts.import', { name: `pack${turn}`, files }).catch(note)
  if (how === 'tmpfs') await client.call('app.configure', { idleMinutes: turn + 1 }).catch(note)
  await client.call('worlds.create', { title: 'x'.repeat(100_000), setup: { domain: 'terminal' } }).catch(note)
}
const left = readdirSync(home, { recursive: true })
  .map(String)
  .filter((name) => name.includes('.new'))
const before = acknowledged.length
makeRoom()
for (let turn = 0; turn < 5; turn++) await step(client)
await dispose()

const again = await open()
const { branches } = await again.client.call('worlds.open', { session: session.id })
const rows = await again.client.call('steps.list', { session: session.id, branch: branch.id })
const held = new Set(rows.map(({ id }) => id))
await again.dispose()
const db = new Database(join(home, 'orrery.db'))
const outcome: Outcome = {
  codes: [...codes],
  words,
  acknowledged: acknowledged.length,
  lost: acknowledged.filter((id) => !held.has(id)).length + (branches[0]?.tip === acknowledged.at(-1) ? 0 : 1),
  left,
  after: acknowledged.length - before,
  integrity: db.pragma('integrity_check', { simple: true })
}
db.close()
writeSync(1, JSON.stringify(outcome))

async function open(): Promise<{ client: Client; dispose: () => Promise<void> }> {
  const host = await createHost({ home, resources: RESOURCES, engine })
  return { client: bridgeClient(mountBridge(host)), dispose: () => host.dispose() }
}

async function step(client: Client): Promise<void> {
  const action = [{ keystrokes: `echo ${round}\n`, duration: 1 }]
  for await (const event of client.stream('steps.run', { session: session.id, branch: branch.id, action })) {
    if (event.type === 'committed') acknowledged.push(event.step.id)
    if (event.type === 'failed') note(new OrreryError(event.error.code, event.error.message))
  }
}

function fill(): void {
  const text = 'x'.repeat(1024)
  try {
    for (;;) writeFileSync(join(home, 'filler'), text, { flag: 'a' })
  } catch {
    // Nothing more fits.
  }
}

function makeRoom(): void {
  if (how === 'tmpfs') for (const file of [ballast, join(home, 'filler')]) rmSync(file)
  else execFileSync('prlimit', ['--pid', String(process.pid), '--fsize=unlimited'])
}
