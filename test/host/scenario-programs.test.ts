// A scenario finds its program in a file beside it, and tells what is wrong with one that is data by line.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readScenarioFile, readScenarioText } from '../../src/host/library/scenario-file.ts'
import { createScenarios } from '../../src/host/library/scenarios.ts'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'orrery-scenario-programs-'))
  mkdirSync(join(home, 'scenarios', 'programs'), { recursive: true })
})
afterEach(() => rmSync(home, { recursive: true }))

const BANK = `version: 1
tables:
  accounts:
    columns: { id: id, owner: text }
    verbs: [list]
`
const WRONG = BANK.replace('owner: text', 'owner: txt').replace('[list]', '[lst]')
const at = (name: string) => join(home, 'scenarios', name)
const scenario = (program: string) =>
  `name: bank\ntitle: A bank\ndescription: mine\nsetup:\n  domain: mcp\n  program: ${program}\n`
function own(name: string, text: string): string {
  writeFileSync(at(name), text)
  return at(name)
}
const told = ({ problems }: ReturnType<typeof readScenarioFile>) =>
  problems.map(({ file, line, column, message }) => `${basename(file)}:${line}:${column} ${message}`)

it.each([
  ['bank.yaml', 'data', BANK],
  ['bank.YML', 'data', BANK],
  ['bank.json', 'data', JSON.stringify({ version: 1, tables: { notes: { columns: { id: 'id' } } } })],
  ['bank.js', 'javascript', 'export const init = () => ({})']
])('takes the language of %s from its name: %s', (name, language, text) => {
  own(`programs/${name}`, text)
  const read = readScenarioFile(own('bank.yaml', scenario(`programs/${name}`)))
  expect(read.problems).toEqual([])
  expect(read.scenario?.setup.program).toEqual({ language, version: 1, text })
})

it('tells all that is wrong with data, in its own lines', () => {
  own('programs/tables.yaml', WRONG)
  const read = readScenarioFile(own('bank.yaml', scenario('programs/tables.yaml')))
  expect(read.scenario).toBeNull()
  expect(told(read)).toEqual([
    expect.stringMatching(/^tables\.yaml:4:24 "txt" is not known here/),
    expect.stringMatching(/^tables\.yaml:5:13 "lst"/)
  ])
})

it('tells what is wrong with data that stands in the scenario itself', () => {
  const block = WRONG.split('\n').join('\n      ')
  const text = scenario(`\n    language: data\n    text: |\n      ${block}`)
  expect(readScenarioText(text).problems.map(({ line, message }) => [line, message.slice(0, 5)])).toEqual([
    [12, '"txt"'],
    [13, '"lst"']
  ])
  expect(readScenarioText(text.replace('txt', 'text').replace('lst', 'list')).problems).toEqual([])
})

it('refuses what is no file beside the scenario, and data that is too long or no YAML', () => {
  const read = (program: string) => told(readScenarioFile(own('bank.yaml', scenario(program))))
  expect(read('gone.yaml')).toEqual([expect.stringMatching(/^bank\.yaml:6:3 There is no file/)])
  expect(read('../out.yaml')).toEqual([
    'bank.yaml:6:3 "../out.yaml" is not in the folder of the scenario. Move it there.'
  ])
  own('programs/a.yaml', 'tables: {')
  expect(read('programs/a.yaml')).toEqual([expect.stringMatching(/^a\.yaml:1:\d+ /)])
  own('programs/a.yaml', `${BANK}# ${'x'.repeat(710_000)}`)
  expect(read('programs/a.yaml')).toEqual([expect.stringMatching(/^bank\.yaml:6:3 .*700/)])
})

it('reads a scenario again when the file of its program changed', () => {
  own('programs/bank.yaml', BANK)
  own('bank.yaml', scenario('programs/bank.yaml'))
  own(
    'twin.json',
    JSON.stringify({
      name: 'twin',
      title: 'Twin',
      description: '',
      setup: { domain: 'mcp', program: 'programs/bank.yaml' }
    })
  )
  const scenarios = createScenarios({ home, resources: home })
  const problems = () =>
    scenarios
      .entries()
      .filter((one) => one.own)
      .map((one) => one.problems.length)
  expect(problems()).toEqual([0, 0])
  own('programs/bank.yaml', `${WRONG}\n`)
  expect(problems()).toEqual([2, 2])
})
