// docs/formats.md against the code: its rows are the registered formats, its columns what they declare, its tests exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exporters } from '../src/core/formats/exporters/index.ts'
import { treeSource } from '../src/core/formats/exporters/source.ts'
import { importers } from '../src/core/formats/importers/index.ts'
import { EXAMPLES } from './core/formats/importers/examples.ts'
import { tree } from './core/trees.ts'
import { nonEmpty } from './must.ts'

const ROOT = join(import.meta.dirname, '..')
const page = readFileSync(join(ROOT, 'docs/formats.md'), 'utf8')
const readers = importers.map(({ name }) => name)

/** The cells of the table below a heading, without its head. */
function cells(heading: string): string[][] {
  const part = page.split(/^## /m).find((one) => one.startsWith(heading))
  if (!part) throw new Error(`docs/formats.md has no heading "${heading}".`)
  const rows = part.split('\n').filter((line) => line.startsWith('|'))
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
  )
}

test('the rows are the registered exporters, and the importers that have none, in their order', () => {
  const names = [...exporters.map(({ name }) => name), ...readers]
  const asked = 'Add a row to the table "All formats" in docs/formats.md, in the order of the lists'
  expect(
    cells('All formats').map(([name]) => name),
    asked
  ).toEqual([...new Set(names)].map((name) => `\`${name}\``))
})

test('out, in and lossless are what the code says', () => {
  const said = cells('All formats').map(([name, out, into, lossless]) => [name, out, into, lossless])
  const rows = said.map(([cell = '']) => {
    const name = cell.replaceAll('`', '')
    const format = exporters.find((one) => one.name === name)
    const own = readers.includes(name)
    // Files of one format that another's importer reads are among the examples that recognition is tested with.
    const other = EXAMPLES.find((one) => one.name.startsWith(`${name}.`) && one.importer)?.importer
    const into = own ? 'yes' : other ? `as \`${other}\`` : 'no'
    return [cell, format ? 'yes' : 'no', into, format ? (format.lossless ? 'yes' : 'no') : '']
  })
  expect(said, 'Correct out, in and lossless in the table "All formats" of docs/formats.md').toEqual(rows)
})

test('every row names tests, and they exist', () => {
  for (const [name, , , , , tests = ''] of nonEmpty(cells('All formats'))) {
    const files = [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
    const there = files.filter((file) => existsSync(join(ROOT, file)))
    expect([name, there], 'Name a test that exists in the last column of docs/formats.md').toEqual([name, files])
    expect(files, `Name a test of ${name} in docs/formats.md`).not.toEqual([])
  }
})

// The columns of the second table, and how a loss of it begins.
const KINDS: [column: string, loss: RegExp][] = [
  ['branches', /^Other branches/],
  ['notes', /^The notes/],
  ['rules', /^(The|The parts of the) initial state/],
  ['settings', /^The sampling, seed/],
  ['single-turn instructions', /^Instructions given for single turns/],
  ['origin', /^Which model made each step/],
  ['thinking', /^The model's thinking/],
  ['raw output', /^The raw model output/],
  ['probabilities', /^Token probabilities/],
  ['perturbations', /^Which perturbations fired/]
]

test('what each keeps is what its export lists, and what it lists besides is in its words', async () => {
  const source = treeSource(await tree())
  const expected = exporters.flatMap((format) => {
    const views = 'view' in format.options.shape && format.name !== 'atif' ? ['agent', 'world'] : [null]
    return views.map((view) => {
      const losses = format.losses(source, format.options.parse(view ? { view } : {}))
      const name = `\`${format.name}\`${view ? `, ${view}` : ''}`
      return [name, ...KINDS.map(([, loss]) => (losses.some((words) => loss.test(words)) ? '' : 'kept'))]
    })
  })
  const asked =
    'Correct the table "What an export keeps" in docs/formats.md: a row for each format, its cells are what `losses` leaves'
  expect(cells('What an export keeps'), asked).toEqual(expected)
  const head = page.split('\n').find((line) => line.startsWith('| format | branches'))
  expect(head).toBe(`| format | ${KINDS.map(([column]) => column).join(' | ')} |`)
})

test('no page points to the folder that became this one', () => {
  const pages = [
    'README.md',
    'SPEC.md',
    'CHANGELOG.md',
    ...readdirSync(join(ROOT, 'docs/decisions')).map((name) => `docs/decisions/${name}`)
  ]
  expect(pages.filter((file) => /(docs|\.\.)\/formats\//.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([])
})
