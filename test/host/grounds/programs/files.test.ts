// Programs of several files: what is read with the first one, what code imports, data in parts, and what leads out of the folder.
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ProgramUse } from '../../../../src/core/tree/program.ts'
import { readDataProgram } from '../../../../src/host/grounds/programs/data-program.ts'
import { programUse } from '../../../../src/host/grounds/programs/use.ts'
import { createWorldPrograms } from '../../../../src/host/grounds/programs/world-programs.ts'
import { readProgramFile } from '../../../../src/host/library/program-file.ts'
import { readScenarioFile } from '../../../../src/host/library/scenario-file.ts'

const programs = createWorldPrograms()
afterAll(() => programs.dispose())

function folder(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'orrery-files-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}

const SHOP = {
  'shop.js': `// import './not-there.js'
import { price } from './parts/prices.js'
import rows from './rows.json'
export const init = () => ({ rows })
export const step = (state, { text }) => ({ answer: String(price(state.rows[text])) })`,
  'parts/prices.js': `import { tax } from '../tax.js'
export const price = (row) => row.cost * tax`,
  'tax.js': `import './parts/prices.js'
export const tax = 2`,
  'rows.json': '{ "mug": { "cost": 3 } }'
}
const use = (program: { language: ProgramUse['language']; text: string; files?: Record<string, string> }) =>
  programUse({ version: 1, ...program })

test('code is read with what it imports, and runs with it', async () => {
  const read = readProgramFile(join(folder(SHOP), 'shop.js'))
  expect(Object.keys(read.files ?? {}).toSorted()).toEqual(['parts/prices.js', 'rows.json', 'tax.js'])
  const running = programs.of(use(read))
  const { state } = await running.init('1')
  expect((await running.step(state, { door: 'text', text: 'mug' })).step).toEqual({ answer: '6' })
  await expect(running.step(state, { door: 'text', text: 'cup' })).rejects.toThrow(
    /^The program failed in step, line 2 of parts\/prices\.js: TypeError/
  )
})

test('the hash is that of all files, in any order, and of the text alone where there is no other', () => {
  const text = SHOP['shop.js']
  const hash = (files?: Record<string, string>) => use({ language: 'javascript', text, ...(files && { files }) }).hash
  expect(hash({ 'a.js': '1', 'b.js': '2' })).toBe(hash({ 'b.js': '2', 'a.js': '1' }))
  expect(new Set([hash(), hash({ 'a.js': '1' }), hash({ 'a.js': '2' }), hash({ 'b.js': '1' })]).size).toBe(4)
  expect(hash({})).toBe(hash())
})

test.each([
  ['a file that it has not', "import './no.js'", {}, '"no.js" is imported, and is no file of this program'],
  ['a file above its folder', "import '../up.js'", {}, '"../up.js" is imported, and is no file of this program'],
  ['a module of the host', "import 'node:fs'", {}, '"node:fs" is imported, and is no file of this program'],
  ['what every object has', "import './constructor'", {}, '"constructor" is imported, and is no file of this program'],
  ['JSON that is none', "import './a.json'", { 'a.json': '1); evil(' }, 'SyntaxError']
])('importing %s fails with its name', async (_what, line, files, message) => {
  const text = `${line}\nexport const init = () => ({})\nexport const step = () => ({})`
  await expect(programs.of(use({ language: 'javascript', text, files })).init('1')).rejects.toThrow(message)
})

test('JSON that is imported changes no prototype, and files change nothing of each other', async () => {
  const text = `import rows from './rows.json'
export const init = () => ({ polluted: ({}).polluted ?? null, keys: Object.keys(rows) })
export const step = () => ({})`
  const files = { 'rows.json': '{ "__proto__": { "polluted": 1 }, "a": 1 }' }
  const { state } = await programs.of(use({ language: 'javascript', text, files })).init('1')
  expect(state.value()).toMatchObject({ polluted: null })
})

test('names that lead out of the folder are none, and files have an end', () => {
  const fits = (files: Record<string, string>) =>
    ProgramUse.safeParse({ ...use({ language: 'javascript', text: 'x' }), files }).success
  expect(fits({ 'a/b.js': '' })).toBe(true)
  for (const name of ['../a.js', '/a.js', 'a/../b.js', 'a//b.js', '.env', 'a\\b.js', 'c:/a.js', '', 'a b.js'])
    expect([name, fits({ [name]: '' })]).toEqual([name, false])
  expect(fits({ 'a.js': 'x'.repeat(700_001) })).toBe(false)
  expect(fits(Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`f${at}.js`, ''])))).toBe(false)
})

const BANK = {
  'bank.yaml':
    'version: 1\ninclude: [rows.yaml, verbs.yaml]\ntables:\n  accounts:\n    columns: { id: id, owner: text }',
  'rows.yaml': 'tables:\n  accounts:\n    rows: [{ owner: Ada }, { owner: Lin }]',
  'verbs.yaml': 'tables:\n  accounts: { verbs: [list] }\n'
}

test('data is read with what it includes, as parts of the same tables', async () => {
  const read = readProgramFile(join(folder(BANK), 'bank.yaml'))
  const running = programs.of(use(read))
  const { state } = await running.init('1')
  const { step } = await running.step(state, { door: 'tools', tool: 'list_accounts', arguments: {} })
  expect(JSON.stringify(step)).toContain('Lin')
})

test('what is wrong with data is told with the file that it is in', () => {
  const wrongIn = (change: Record<string, string>) => {
    const { 'bank.yaml': text = '', ...files } = { ...BANK, ...change }
    return readDataProgram({ text, files }).wrong.map(
      ({ file = '', at, reason }) => `${file}:${at.line}:${at.column} ${reason}`
    )
  }
  expect(wrongIn({})).toEqual([])
  expect(wrongIn({ 'verbs.yaml': 'tables:\n  accounts: { verbs: [lst] }' })).toEqual([
    expect.stringMatching(/^verbs\.yaml:2:23 "lst" is not one of list/)
  ])
  expect(wrongIn({ 'rows.yaml': 'tables:\n  accounts:\n    rows: [{ ownr: Ada }]' })).toEqual([
    expect.stringMatching(/^rows\.yaml:3:\d+ .*ownr/)
  ])
  expect(wrongIn({ 'rows.yaml': 'tables:\n  accounts:\n    columns: { id: text }' })).toContain(
    'rows.yaml:3:16 "tables.accounts.columns.id" is written in another file of this program too. Write it once.'
  )
  expect(wrongIn({ 'verbs.yaml': 'a: [' })[0]).toMatch(/^verbs\.yaml:1:/)
  const { 'bank.yaml': text, 'rows.yaml': _, ...files } = BANK
  expect(readDataProgram({ text, files }).wrong[0]?.reason).toBe(
    '"rows.yaml" is included, and is no file of this program.'
  )
})

test('a scenario names one file or a list; none of them lies outside its folder, also not by a link', () => {
  const scenario = (program: string) =>
    `name: a\ntitle: A\ndescription: A.\nsetup: { domain: mcp, grounding: executed, program: ${program} }\nactions: [list_accounts]\n`
  const root = folder({ ...BANK, 'in/a.yaml': scenario('../bank.yaml') })
  const told = (program: string) => {
    const file = join(root, 'a.yaml')
    writeFileSync(file, scenario(program))
    const { scenario: read, problems } = readScenarioFile(file)
    return [problems.map(({ message }) => message), Object.keys(read?.setup.program?.files ?? {})]
  }
  expect(told('bank.yaml')).toEqual([[], ['rows.yaml', 'verbs.yaml']])
  expect(told('[bank.yaml, verbs.yaml]')).toEqual([[], ['verbs.yaml', 'rows.yaml']])
  expect(told('{ file: [bank.yaml, verbs.yaml] }')).toEqual([[], ['verbs.yaml', 'rows.yaml']])
  expect(readScenarioFile(join(root, 'in/a.yaml')).problems[0]?.message).toMatch(/is not in the folder/)
  expect(told('[bank.yaml, ../../etc/hostname]')[0]).toEqual([
    '"../../etc/hostname" is not in the folder of the scenario. Move it there.'
  ])
  const outside = folder({ 'secret.yaml': 'tables: {}' })
  symlinkSync(join(outside, 'secret.yaml'), join(root, 'link.yaml'))
  writeFileSync(join(root, 'bank.yaml'), BANK['bank.yaml'].replace('rows.yaml', 'link.yaml'))
  expect(told('bank.yaml')[0]).toContain('"link.yaml" is not in the folder of the program. Move it there.')
  expect(told('[bank.yaml, 7]')[0]).toHaveLength(1)
})
