import { expect, it } from 'vitest'
import { readPreface, writePreface } from '../../../../src/core/observations/screens/readers/preface.ts'

const begins = (line: string) => line.startsWith('TREE')
const tab = (title: string, url: string | null, current = false) => ({ title, url, current })

it('reads address, title and tabs before a tree, and writes them back', () => {
  const text = `URL: https://a.example/?q=(1)
Title: Shop
Tab 0 (current): Shop (https://a.example/?q=(1))
Tab 1: Mail (2) (about:blank)

TREE`
  const preface = readPreface(text, begins)
  expect(preface).toEqual({
    url: 'https://a.example/?q=(1)',
    title: 'Shop',
    tabs: [tab('Shop', 'https://a.example/?q=(1)', true), tab('Mail (2)', 'about:blank')],
    preface: '\n',
    start: text.indexOf('TREE')
  })
  expect(writePreface(preface)).toBe(text.slice(0, preface.start))
})

it("reads WebArena's tabs in one line, whatever stands in their titles", () => {
  const text = 'Tab 0: Ferry | Times | Tab 1 (current): Maps: here | Tab 2: \n\nTREE'
  const preface = readPreface(text, begins)
  expect(preface.tabs).toEqual([tab('Ferry | Times', null), tab('Maps: here', null, true), tab('', null)])
  expect(writePreface(preface)).toBe(text.slice(0, preface.start))
})

it("reads BrowserGym's tabs with title and address below, and the lists of Playwright's MCP server", () => {
  const below =
    '# Currently open tabs\nTab 0\n  Title: A\n  URL: https://a.example/\nTab 1 (active tab):\n    Title: B\n    URL: https://b.example/\n# Tree\nTREE'
  expect(readPreface(below, begins)).toEqual({
    url: null,
    title: null,
    tabs: [tab('A', 'https://a.example/'), tab('B', 'https://b.example/', true)],
    preface: '# Currently open tabs\n# Tree\n',
    start: below.indexOf('TREE')
  })
  const server =
    '### Page\n- Page URL: https://b.example/\n- Page Title: B\n- 0: [A] (https://a.example/)\n- 1: (current) [B](https://b.example/)\n```yaml\nTREE'
  expect(readPreface(server, begins)).toEqual({
    url: 'https://b.example/',
    title: 'B',
    tabs: [tab('A', 'https://a.example/'), tab('B', 'https://b.example/', true)],
    preface: '### Page\n```yaml\n',
    start: server.indexOf('TREE')
  })
})

it('keeps every other line as it is, a second address too', () => {
  const text = 'Goal: buy tea\r\nURL: https://a.example/\r\n\r\nURL: https://b.example/\r\nTREE\nURL: no'
  expect(readPreface(text, begins)).toEqual({
    url: 'https://a.example/',
    title: null,
    tabs: [],
    preface: 'Goal: buy tea\r\n\r\nURL: https://b.example/\r\n',
    start: text.indexOf('TREE')
  })
})

it('reads to the end where no tree begins', () => {
  expect(readPreface('Title: alone', begins)).toEqual({ url: null, title: 'alone', tabs: [], preface: '', start: 12 })
  expect(readPreface('', begins)).toEqual({ url: null, title: null, tabs: [], preface: '', start: 0 })
})
