import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { findDomain } from '../../src/core/domains/index.ts'
import type { Seen } from '../../src/core/faults/holds.ts'
import { makeStep } from '../../src/core/tree/history.ts'
import { Setup, type Step } from '../../src/core/tree/model.ts'
import { createScripts } from '../../src/host/control/scripts/index.ts'

const scripts = createScripts()
afterAll(() => scripts.dispose())

async function seen(...texts: string[]): Promise<Seen> {
  const domain = findDomain('mcp')
  const chain: Step[] = []
  for (const text of texts) {
    const action = { name: 'get', arguments: { id: chain.length } }
    chain.push(await makeStep(chain.at(-1)?.id ?? null, action, { text }))
  }
  const past = () => chain.map((step) => ({ step, label: 'get', firings: [] }))
  return { domain, setup: Setup.parse({ domain: 'mcp' }), chain, turn: chain.length, past }
}

describe('31.8 JavaScript of checks runs in a sandbox', () => {
  it('sees the turns, and decides', async () => {
    const run = await seen('{"total": 1}', '{"total": 2}')
    expect(await scripts.run('return turn.json.total === 2 && turns[0].json.total === 1', run)).toBe(true)
    expect(await scripts.run('return turns.length > 5', run)).toBe(false)
    expect(await scripts.run('return turns.every((t) => t.tool === "get" && t.number <= 2)', run)).toBe(true)
  })

  it.each([
    ['a loop without end', 'for (;;) {}', /more than about ten million operations/],
    [
      'a pattern that backtracks',
      'return /^(a+)+$/.test("a".repeat(40) + "b")',
      /more than about ten million operations/
    ],
    ['more memory than there is', 'const all = []; for (;;) all.push("x".repeat(1e6) + all.length)', /out of memory/],
    ['a stack without end', 'const f = () => f() + 1; return f() > 0', /failed/],
    ['a module', 'return require("node:fs") !== undefined', /require/],
    ['an import', 'return import("node:fs").then(() => true)', /imports "node:fs"\. A check can import nothing/],
    ['an import that nobody waits for', 'import("node:fs"); return true', /imports "node:fs"/],
    [
      'what is put off without end',
      'Promise.resolve().then(() => { for (;;) {} }); return true',
      /more than about ten million operations/
    ],
    ['a promise', 'return (async () => true)()', /Return true or false/],
    ['the host', 'return typeof process === "undefined" && typeof fetch === "undefined" && process.exit(0)', /process/],
    ['a clock', 'return Date.now() > 0', /Date/],
    ['chance', 'return Math.random() > 2', /not a function/],
    ['no boolean', 'return 1', /Return true or false/],
    ['a mistake', 'return (', /SyntaxError/]
  ])('stops %s', async (_, source, why) => {
    const run = await seen('x')
    await expect(scripts.run(source, run)).rejects.toThrow(why)
    // The next one is not worse for it.
    expect(await scripts.run('return true', run)).toBe(true)
  })

  it('keeps nothing from one script to the next', async () => {
    const run = await seen('x')
    await scripts.run('globalThis.kept = 1; Array.prototype.kept = 1; return true', run)
    expect(await scripts.run('return globalThis.kept === undefined && [].kept === undefined', run)).toBe(true)
  })

  it('holds as much memory after 2,000 checks as after 1,000, in one thread that prints nothing', async () => {
    const child = fileURLToPath(new URL('scripts.child.ts', import.meta.url))
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--expose-gc', '--no-warnings', child])
    const { told, megabytes, threads } = JSON.parse(stdout)
    expect(stderr).toBe('')
    expect(threads).toBe(1)
    expect(Object.entries(told)).toHaveLength(16)
    expect(Object.values(told).filter((text) => /internal|Aborted/.test(String(text)))).toEqual([])
    // What is not freed ends in the limit on memory, or in another thread.
    expect(megabytes.at(-1) - megabytes[1]).toBeLessThan(40)
  })
})
