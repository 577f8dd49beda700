import { expect, it } from 'vitest'
import { opening } from '../../../../src/core/domains/openings.ts'
import { readers, readScreen } from '../../../../src/core/observations/screens/readers/index.ts'
import { must } from '../../../must.ts'
import { sample, samples, screenOf } from './samples.ts'

const MARK = '\uFEFF'
const all = samples(...readers.map(({ name }) => name))

it.each(all)('reads $name behind a byte order mark as without it, and writes the mark again', ({ text }) => {
  const { layout: _, nodes, ...screen } = screenOf(text)
  const { layout, nodes: marked, ...rest } = screenOf(MARK + text)
  expect(rest).toEqual(screen)
  expect(marked).toEqual(nodes.map((node) => ({ ...node, start: node.start + 1, end: node.end + 1 })))
  const reader = readers.find(({ name }) => name === screen.format)
  expect(reader?.write({ ...rest, nodes: marked, layout: must(layout) })).toBe(MARK + text)
})

it('takes a byte order mark in the middle of a text for a part of it', () => {
  const text = sample('axtree-shop.txt')
  const at = text.indexOf("'", text.indexOf('button ')) + 1
  const marked = text.slice(0, at) + MARK + text.slice(at)
  const names = screenOf(marked).nodes.map(({ name }) => name)
  expect(names.filter((name) => name.startsWith(MARK))).toHaveLength(1)
})

it('finds no screen behind a byte order mark where there is none', () => {
  expect([MARK, `${MARK}hello`, MARK + MARK].map(readScreen)).toEqual(['', 'hello', MARK].map(readScreen))
})

it('starts an answer with what the screen behind a byte order mark begins with', () => {
  const begins = all.map(({ text }) => opening(text))
  expect(begins.filter(Boolean).length).toBeGreaterThan(10)
  expect(all.map(({ text }) => opening(MARK + text))).toEqual(begins)
})
