// `orrery author` as a person types it: programs from recordings, scored on turns that were held back, and written as a world that runs.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AuthorReport } from '../../src/core/control/authoring/report.ts'
import { orrery, ownHome } from './command-line.ts'

let home: ReturnType<typeof ownHome>
beforeEach(() => {
  home = ownHome()
})
afterEach(() => home.remove())

const file = (name: string) => join(home.folder, name)

/** The world of a scenario's own walk. */
async function walked(scenario: string): Promise<string> {
  expect((await orrery(['run', scenario, '--json'])).code).toBe(0)
  const all: { id: string }[] = JSON.parse((await orrery(['sessions', 'list', '--json'])).out)
  return all[0]?.id ?? ''
}

const reportIn = (out: string): AuthorReport => AuthorReport.parse(JSON.parse(out))

test('a household is induced from a part of its recording, is right where a look-up is not, and runs', async () => {
  const world = await walked('household-kitchen')
  const out = file('kitchen')
  const made = await orrery(['author', '--from', world, '--name', 'kitchen', '--out', out, '--json'])
  expect(made.code).toBe(0)
  const { turns, chosen, held, label } = reportIn(made.out)
  expect(turns).toMatchObject({ all: 20, shown: 14, held: 6 })
  expect(chosen).toBe('household')
  expect(held.program).toMatchObject({ turns: 6, right: 6, worths: 6 })
  expect(held.lookup).toMatchObject({ turns: 6, right: 0 })
  expect(label).toBe('passes 6 of 6 held-back turns')
  expect(readFileSync(join(out, 'report.md'), 'utf8')).toContain('| program | 6 of 6 | 1.00 |')
  expect((await orrery(['run', join(out, 'kitchen.yaml')])).code).toBe(0)
  // Two runs with the same answers write the same bytes.
  await orrery(['author', '--from', world, '--name', 'kitchen', '--out', file('again'), '--run', 'again', '--json'])
  for (const path of ['kitchen.yaml', 'programs/kitchen.yaml', 'report.json'])
    expect(readFileSync(join(file('again'), path), 'utf8'), path).toBe(readFileSync(join(out, path), 'utf8'))
})

test('tables of an API are induced from its recording; what it cannot know is told as left open', async () => {
  const world = await walked('helpdesk')
  const made = await orrery(['author', '--from', world, '--hold', '0.3'])
  expect(made.code).toBe(0)
  expect(made.out).toMatch(
    /^a?[\w-]+: passes \d of 8 \(1 left open\) held-back turns\.\n25 recorded turns: 17 shown, 8 held back\./
  )
  expect(made.out).toMatch(/\nlook-up of calls +0 of 8/)
  expect(made.out).toMatch(/\ntables \* +1[67] of 17/)
  expect(existsSync(file('helpdesk.yaml'))).toBe(false)
})

test('a story whose rules nobody knows is remembered as it was told, and no more than that', async () => {
  const sample = join(import.meta.dirname, '../../resources/samples/textenv-living.jsonl')
  const made = await orrery(['author', '--from', sample, '--json'])
  const { chosen, shown, held, label } = reportIn(made.out)
  expect(chosen).toBe('words as told')
  expect(shown).toMatchObject({ turns: 8, right: 8 })
  expect(held.program).toMatchObject({ turns: 3, right: 0 })
  expect(label).toBe('passes 0 of 3 (2 left open) held-back turns')
})

test('nothing to write from is a usage error, and worlds of two kinds are refused', async () => {
  expect(await orrery(['author'])).toMatchObject({ code: 2 })
  const sample = (name: string) => join(import.meta.dirname, `../../resources/samples/${name}.jsonl`)
  const { code, err } = await orrery(['author', '--from', sample('mcp-files'), '--from', sample('textenv-nest')])
  expect(code).toBe(1)
  expect(err).toContain('these recordings are of several kinds: mcp, textenv')
})

test('an OpenAPI document alone gives tables, and a scenario its tools; that nothing was held against them is said', async () => {
  const answer = { responses: { 200: { description: 'OK' } } }
  const id = { name: 'boatId', in: 'path', required: true, schema: { type: 'integer' } }
  const document = {
    openapi: '3.0.0',
    info: { title: 'Boats', version: '1' },
    paths: {
      '/boats': { get: { operationId: 'list_boats', ...answer } },
      '/boats/{boatId}': { get: { operationId: 'get_boat', parameters: [id], ...answer } }
    }
  }
  writeFileSync(file('boats.json'), JSON.stringify(document))
  const made = await orrery(['author', '--tools', file('boats.json'), '--json'])
  expect(made.code).toBe(0)
  const { label, chosen, program } = reportIn(made.out)
  expect([label, chosen]).toEqual(['was held against nothing: there is no recording and no test', 'tables'])
  expect(program?.text).toContain('list: boats')
  const scenario = await orrery(['author', '--scenario', 'mcp-helpdesk', '--json'])
  expect(reportIn(scenario.out).program?.text).toContain('tickets:')
})
