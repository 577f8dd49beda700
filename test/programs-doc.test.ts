// The program and the scenario that docs/programs.md shows do what the page says.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readScenarioFile } from '../src/host/library/scenario-file.ts'
import { running } from './host/control/runs/shipped.ts'

const page = readFileSync('docs/programs.md', 'utf8')
const block = (language: string) => new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(page)?.[1] ?? ''

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

it('51.1 names the line of a scenario whose program is not there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-programs-doc-'))
  writeFileSync(join(folder, 'shelf.yaml'), block('yaml').replace('shelf.js', '../outside.js'))
  expect(readScenarioFile(join(folder, 'shelf.yaml')).problems).toMatchObject([
    { line: 4, message: '"../outside.js" is not in the folder of the scenario. Move it there.' }
  ])
  rmSync(folder, { recursive: true })
})
