import { expect, it } from 'vitest'
import { readers } from '../../../../src/core/observations/screens/readers/index.ts'
import { must } from '../../../must.ts'
import { sample, samples, screenOf } from './samples.ts'

const all = samples(...readers.map(({ name }) => name))
const writerOf = (format: string) => must(readers.find(({ name }) => name === format))

it('has sample screens of every format, each read as what it is', () => {
  const read = all.map(({ name, text }) => [name, screenOf(text).format])
  // A file is named by its format and what it shows, and some formats' names begin with another's.
  expect(read.filter(([name, format]) => !name?.startsWith(`${format}-`))).toEqual([])
  expect(readers.filter(({ name }) => !read.some(([, format]) => format === name))).toEqual([])
})

it.each(all)('writes $name as it was read, and every node has a span of its own', ({ text }) => {
  const screen = screenOf(text)
  expect(writerOf(screen.format).write(screen)).toBe(text)
  let last = 0
  for (const { start, end } of screen.nodes) {
    expect(start).toBeGreaterThanOrEqual(last)
    expect(end).toBeGreaterThan(start)
    expect(text.slice(start, end).trim()).not.toBe('')
    last = end
  }
})

it.each([
  'axtree-empty.txt',
  'axtree-shop.txt',
  'aria-shop.txt',
  'aria-shop-plain.txt',
  'osworld-table-empty.txt',
  'osworld-table-writer.txt',
  'osworld-table-old-index.txt',
  'android-elements-shopping.txt',
  'android-elements-awkward.txt',
  'android-dataclass-tides.txt'
])('writes %s from the nodes alone as the real program did', (name) => {
  const { layout: _, ...screen } = screenOf(sample(name))
  expect(writerOf(screen.format).write(screen)).toBe(sample(name))
})

it.each(['axtree-mail.txt', 'webarena-maps.txt', 'webarena-forum.txt', 'osworld-table-terminal.txt'])(
  'writes %s from the nodes alone, but for its last line break',
  (name) => {
    const { layout: _, ...screen } = screenOf(sample(name))
    expect(`${writerOf(screen.format).write(screen)}\n`).toBe(sample(name))
  }
)

it('writes a node that was changed in its place', () => {
  const screen = screenOf("URL: https://a.example/\n[1] button 'Off', focused\n... more ...\n  [2] link 'Home'\n")
  const nodes = screen.nodes.map((node) => ({ ...node, name: node.name.replace('Off', "It's on") }))
  expect(writerOf('axtree').write({ ...screen, nodes })).toBe(
    `URL: https://a.example/\n[1] button "It's on", focused\n... more ...\n  [2] link 'Home'\n`
  )
})

const LINES = [
  'axtree',
  'webarena',
  'aria',
  'osworld-table',
  'osworld-table-old',
  'android-elements',
  'android-dataclass'
]

it.each(LINES)('writes a screen of any other format as %s too, and reads it again', (name) => {
  const { read, write } = writerOf(name)
  for (const { text } of all) {
    const screen = screenOf(text)
    if (screen.format === name || !screen.nodes.length) continue
    const again = read(write(screen))
    expect(again.warnings).toEqual([])
    expect(again.nodes.length).toBeGreaterThanOrEqual(screen.nodes.length)
  }
})
