// Scenario files may come from anywhere. `orrery run` on a hostile one ends, says why, and leaves nothing behind.
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { main } from '../../src/host/commands/cli.ts'
import { createHost } from '../../src/host/host.ts'
import { recorded } from '../host/control/runs/recorded.ts'

let folder = ''
const before = process.env.ORRERY_HOME
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery-hostile-'))
  process.env.ORRERY_HOME = join(folder, 'home')
  await mkdir(join(folder, 'inner'))
})
afterEach(async () => {
  if (before === undefined) delete process.env.ORRERY_HOME
  else process.env.ORRERY_HOME = before
  await rm(folder, { recursive: true, force: true })
})

/** What `orrery run` on a file of this content prints, and its exit code. */
async function run(content: object | string, ...options: string[]): Promise<{ code: number; text: string }> {
  const file = join(folder, 'inner', 'hostile.yaml')
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  let text = ''
  const write = (chunk: string | Uint8Array) => {
    text += String(chunk)
  }
  const io = { stdin: (async function* () {})(), stdout: { write }, stderr: { write } }
  const code = await main(['run', file, ...options], io, { open: (more) => createHost({ ...more, tempo: 0 }) })
  return { code, text }
}

const checking = (expected: object) => recorded({ checks: [{ name: 'odd', expect: expected }] } as never)

describe('a hostile scenario is stopped with a clear error', () => {
  it.each([
    ['loops', 'for (;;) {}\nreturn true', /more than about ten million operations/],
    ['backtracks', 'return /^(a+)+$/.test("a".repeat(40) + "b")', /more than about ten million operations/],
    ['imports a module', 'return import("node:fs").then(() => true)', /A check can import nothing/],
    ['requires a module', 'return require("node:fs") !== undefined', /require/],
    ['looks for the process', 'return process.exit(0)', /process/],
    ['asks a server', 'return fetch("http://127.0.0.1/") !== null', /fetch/]
  ])('a check that %s is inconclusive, and the run does not pass', async (_, script, why) => {
    const { code, text } = await run(checking({ script }))
    expect(text).toMatch(why)
    expect([code, text]).toEqual([100, expect.stringContaining('1 inconclusive')])
  })

  it.each([
    [
      'a pattern with a lookaround',
      checking({ observation: { matches: '(?=a)b' } }),
      /hostile\.yaml:1:\d+: .*lookaround/
    ],
    ['a long pattern', checking({ observation: { matches: 'a'.repeat(20_000) } }), /hostile\.yaml:1:\d+: /],
    ['a path that is none', checking({ json: '$..[' }), /hostile\.yaml:1:\d+: /],
    [
      'conditions that nest without end',
      `name: a\nchecks: [{name: c, expect: ${'{not: '.repeat(3000)}{error: true}${'}'.repeat(3000)}}]`,
      /nested more than 100 levels deep/
    ],
    [
      'aliases that multiply',
      Array.from({ length: 40 }, (_, n) => `a${n}: &a${n} [${n ? `*a${n - 1}, *a${n - 1}` : '1'}]`).join('\n'),
      /alias/i
    ],
    ['a file of many megabytes', `name: a\n# ${'x'.repeat(2 ** 21)}`, /1 MB|large|most/],
    ['a file outside of its folder', 'include: ../secret.yaml\n', /not in the folder/],
    ['a file by its whole path', 'include: /etc/hostname\n', /not in the folder/],
    ['a link that leaves the folder', 'include: link.yaml\n', /not in the folder/],
    ['itself', 'include: hostile.yaml\n', /includes itself/],
    ['a tag that names a program', 'name: !!js/function "process.exit()"\n', /hostile\.yaml:\d+:\d+: /]
  ])('refuses %s, with the place in the file', async (_, content, why) => {
    await writeFile(join(folder, 'secret.yaml'), 'title: hunter2\n')
    await symlink(join(folder, 'secret.yaml'), join(folder, 'inner', 'link.yaml'))
    const { code, text } = await run(content)
    expect([code, text]).toEqual([1, expect.stringMatching(why)])
    expect(text).not.toContain('hunter2')
  })

  it('matches a pattern that would backtrack in time proportional to the text', async () => {
    const { code, text } = await run(checking({ observation: { matches: '^(([a-z ])+.)+[A-Z]([a-z])+$' } }))
    expect([code, text]).toEqual([100, expect.stringContaining('1 failed')])
  })

  it('refuses a matrix that nobody could run before anything runs', async () => {
    const seeds = Array.from({ length: 10_000 }, (_, seed) => seed)
    const params = Array.from({ length: 100 }, (_, n) => ({ n }))
    const { code, text } = await run(recorded({ params: { n: 0 }, matrix: { seeds, params } } as never), '--matrix')
    expect([code, text]).toEqual([1, expect.stringContaining('1000000 variants; 10,000 are the most')])
  })

  it('ends a reaction that begins itself again and again', async () => {
    // The answer of the first turn is withheld for ever, and the same action asks for it.
    const reactions = [{ when: { action: 'look' }, actions: ['look'], times: 1000 }]
    const perturbations = [{ name: 'still-running', options: { turns: 1000 } }]
    const setup = { domain: 'textenv', recording: 'textenv-nest', grounding: 'executed', perturbations }
    const more = { setup, reactions, actions: ['look'], stop: { turns: 12 } }
    const { code, text } = await run(recorded(more as never), '--json')
    const own = JSON.parse(text.slice(text.indexOf('{'))).groups.at(-1)
    expect([code, own.turns]).toEqual([100, 12])
  })
})
