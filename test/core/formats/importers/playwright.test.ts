import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { playwright } from '../../../../src/core/formats/importers/playwright/index.ts'
import type { Finding } from '../../../../src/core/formats/importing.ts'
import { textInput } from '../../../../src/core/formats/importing-text.ts'

// Recorded with Playwright 1.65.1 and Chromium on a page of two; its log lines and stacks were left out.
const real = await readFile(new URL('../../../fixtures/formats/playwright.trace', import.meta.url), 'utf8')

async function read(text: string): Promise<Finding[]> {
  const reading = { now: 5, signal: new AbortController().signal, find: () => null }
  const all: Finding[] = []
  for await (const one of playwright.read(textInput(text, 'trace.zip/trace.trace'), reading, {})) all.push(one)
  return all
}
const trees = (all: Finding[]) => all.flatMap((one) => (one.type === 'tree' ? [one.tree] : []))

test('a real trace becomes the actions of a web world and the pages after them', async () => {
  const all = await read(real)
  const [found] = trees(all)
  expect(all.filter(({ type }) => type === 'problem')).toEqual([])
  const port = /127\.0\.0\.1:\d+/.exec(real)?.[0]
  expect(found?.steps.map(({ action }) => action)).toEqual([
    `goto('http://${port}/')`,
    "fill('#q', 'blue mug')",
    "select_option('#s', 'L')",
    `click('internal:role=button[name="Go"i]')`,
    "keyboard_press('Tab')",
    'scroll(0, 50)',
    "click('#nothing')",
    `click('internal:text="Buy"i')`,
    'go_back()'
  ])
  const seen = found?.steps.map(({ observation }) => observation.text) ?? []
  expect(seen[0]).toBe(
    `URL: http://${port}/\n\n<html><head><title>Shop</title></head><body><h1>Mugs</h1><label>Search <input id="q" value=""></label><select id="s"><option selected>S</option><option>L</option></select><button id="go" onclick>Go</button><p>none</p><a href="/b">Buy</a></body></html>`.replace(
      ' value=""',
      ' value'
    )
  )
  expect(seen[1]).toContain('<input id="q" value="blue mug">')
  expect(seen[2]).toContain('<option>S</option><option selected>L</option>')
  expect(seen[3]).toContain('<p>blue mug</p>')
  expect(seen[6]).toMatch(/^Error: Timeout 300ms exceeded\.\n\nURL: /)
  expect(seen[7]).toContain('<h1>Thanks &amp; bye</h1>')
  expect(found?.session).toMatchObject({ domain: 'web', title: 'trace' })
  expect(found?.calls[0]?.createdAt).toBeGreaterThan(1.7e12)
  expect(all).toContainEqual({ type: 'dropped', what: 'Frame.textContent', count: 1 })
  expect(trees(await read(real))).toEqual([found])
})

test('a damaged line, and a trace without any action, are named', async () => {
  const lines = real.split('\n')
  lines[2] = '{"type":"bef'
  const all = await read(lines.join('\n'))
  expect(all[0]).toEqual({ type: 'problem', line: 3, reason: expect.stringMatching(/^Not JSON/) })
  expect(trees(all).length).toBe(1)
  expect(await read(lines[0] ?? '')).toContainEqual({
    ...{ type: 'problem', line: null, reason: 'The trace holds no action that a web world has.' }
  })
})

test('snapshots that each refer twice to the one before end early', async () => {
  const [start, ...rest] = real.split('\n')
  const call = rest.find((line) => line.includes('"goto"'))
  const snapshots = Array.from({ length: 200 }, (_, index) => {
    const html = index ? ['DIV', {}, [[1, index === 1 ? 1 : 0]], [[1, index === 1 ? 1 : 0]]] : ['DIV', {}, 'x']
    const snapshot = { callId: 'x', phase: 'before', frameId: 'f', frameUrl: 'u', html, isMainFrame: true }
    return JSON.stringify({ type: 'frame-snapshot', snapshot })
  })
  const [found] = trees(await read([start, call, ...snapshots].join('\n')))
  expect(found?.steps[0]?.observation.text.length).toBeLessThan(10_000_000)
})
