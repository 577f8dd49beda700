// 2,000 checks, good and bad ones, in a process of its own whose memory and threads can be looked at. Prints them as JSON.

import { findDomain } from '../../src/core/domains/index.ts'
import { Setup } from '../../src/core/tree/model.ts'
import { createScripts } from '../../src/host/control/scripts/index.ts'

const SCRIPTS = [
  'return turn === turns[0]',
  'throw new Error("x")',
  'return (',
  'return import("node:fs").then(() => true)',
  'import("node:fs"); return true',
  'for (let at = 0; at < 300; at++) import("m" + at); return true',
  'const f = () => f() + 1; return f() > 0',
  'Promise.reject(new Error("x")); return true',
  '(async () => { for (;;) await 1 })(); return true',
  'const all = {}; all.all = all; throw all',
  'throw Promise.resolve()',
  'throw null',
  'throw undefined',
  'throw { get message() { throw 1 } }'
]
// Each takes its half second.
const LOOPS = ['for (;;) {}', 'Promise.resolve().then(() => { for (;;) {} }); return true']
const COUNT = 2_000

const threads: number[] = []
process.on('worker', ({ threadId }) => threads.push(threadId))
const scripts = createScripts()
const seen = { domain: findDomain('mcp'), setup: Setup.parse({ domain: 'mcp' }), chain: [], turn: 1 }
const step = { id: 'x', parent: null, action: { name: 'get', arguments: {} }, observation: { text: '{"total": 1}' } }
const told: Record<string, string> = {}
const megabytes: number[] = []
for (let at = 1; at <= COUNT; at++) {
  const source = (at % 200 === 0 ? LOOPS[(at / 200) % 2] : SCRIPTS[at % SCRIPTS.length]) ?? ''
  const past = () => [{ step, label: 'get', firings: [] }]
  told[source] = await scripts.run(source, { ...seen, past }).then(String, (error: Error) => error.message)
  if (at % (COUNT / 4) === 0) {
    globalThis.gc?.()
    megabytes.push(process.memoryUsage().rss / 2 ** 20)
  }
}
await scripts.dispose()
process.stdout.write(JSON.stringify({ told, megabytes, threads: threads.length }))
