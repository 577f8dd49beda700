// Programs that are data, beside scenarios and in worlds of another kind.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readScenarioWhole } from '../../src/host/library/scenario-file.ts'
import { isData } from '../../src/host/library/scenarios.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orrery-doors-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const TABLES = 'version: 1\ntables: { notes: { columns: { id: id }, verbs: [list] } }\n'

it('a program without the door of its world is warned of, and one that has it is not', async () => {
  await writeFile(join(folder, 'notes-tables.yaml'), TABLES)
  const problemsIn = (domain: string) =>
    readScenarioWhole(
      `name: notes\ntitle: Notes\ndescription: Notes.\nsetup: { domain: ${domain}, program: notes-tables.yaml }\n`,
      join(folder, 'notes.yaml')
    ).problems
  expect(problemsIn('mcp')).toEqual([])
  expect(problemsIn('textenv')).toMatchObject([
    { line: 4, warning: true, message: expect.stringContaining('The program has no door "text"') }
  ])
})

it('a program that lies beside scenarios is told from a broken scenario', () => {
  expect([TABLES, 'story: shop\n'].map(isData)).toEqual([true, true])
  expect(['name: x\n', `setup: {}\n${TABLES}`, 'tables: {', '[]'].map(isData)).toEqual([false, false, false, false])
})
