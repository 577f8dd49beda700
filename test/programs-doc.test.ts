// The program and the scenario that docs/programs.md shows do what the page says.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { readScenarioFile } from '../src/host/library/scenario-file.ts'
import { phoneOf } from './core/grounds/phone/hand.ts'
import { orrery, ownHome } from './host/command-line.ts'
import { running } from './host/control/runs/shipped.ts'

const page = readFileSync('docs/programs.md', 'utf8')
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(([, text = '']) => text)
const block = (language: string) => blocks(language)[0] ?? ''

it('docs/programs.md shows a program that plays, and a scenario of it that passes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-programs-doc-'))
  writeFileSync(join(folder, 'shelf.js'), block('js'))
  writeFileSync(join(folder, 'shelf.yaml'), block('yaml'))
  const { scenario, problems } = readScenarioFile(join(folder, 'shelf.yaml'))
  expect(problems).toEqual([])
  const { run, close } = await running()
  try {
    const results = await run([scenario ?? {}])
    expect(results.map(({ verdict }) => verdict)).toEqual(['pass'])
  } finally {
    await close()
    rmSync(folder, { recursive: true })
  }
})

it('docs/programs.md shows tests that pass, for `orrery program test`', async () => {
  const own = ownHome()
  const tests = blocks('yaml')[1] ?? ''
  writeFileSync(join(own.folder, 'shelf.js'), block('js'))
  const file = join(own.folder, 'shelf.yaml')
  writeFileSync(file, `${block('yaml').replace(/^setup:.*\n/m, '')}${tests}`)
  const { code, out } = await orrery(['program', 'test', file])
  own.remove()
  expect([code, out.split('\n').at(-2)]).toEqual([0, '2 of 2 tests passed'])
})

it('docs/programs.md shows an app that is opened, written into and gone back from', () => {
  const hand = phoneOf(parse(blocks('yaml')[2] ?? ''))
  hand.do('open Notes')
  hand.tap('New note')
  hand.do({ action_type: 'input_text', index: hand.at('Title'), text: 'Roof' })
  hand.do('back')
  hand.tap('Save')
  expect(hand.shows()).toEqual(['Notes', 'Shopping', 'Oat milk', 'Roof', 'New note'])
  hand.tap('Shopping')
  hand.tap('Delete')
  expect(hand.shows()).toEqual(['Notes', 'Roof', 'New note'])
})

it('51.1 names the line of a scenario whose program is not there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-programs-doc-'))
  writeFileSync(join(folder, 'shelf.yaml'), block('yaml').replace('shelf.js', '../outside.js'))
  expect(readScenarioFile(join(folder, 'shelf.yaml')).problems).toMatchObject([
    { line: 4, message: '"../outside.js" is not in the folder of the scenario. Move it there.' }
  ])
  rmSync(folder, { recursive: true })
})
