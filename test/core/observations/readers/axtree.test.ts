import { expect, it } from 'vitest'
import { readScreen } from '../../../../src/core/observations/screens/readers/index.ts'
import type { ScreenNode } from '../../../../src/core/observations/screens/screen.ts'
import { must } from '../../../must.ts'
import { outline, sample, screenOf } from './samples.ts'

const nothing = { text: '', value: null, states: {}, bounds: null, attributes: [] }

it('reads a BrowserGym accessibility tree', () => {
  const text = `URL: https://shop.example/
RootWebArea 'Shop', focused
\t[14] link "Ana's cart (2)", clickable
\t[a7] textbox 'Search' value='mug \\'a\\' "b"', box="(10,20,110,50)", center="(60,35)", clickable, required, hasPopup='menu', expanded=False
\t\tStaticText 'mug\\n\\x41\\u200f\\U0001f642'`
  const [root = '', link = '', box = '', last = ''] = text.split('\n').slice(1)
  const at = (line: string) => ({
    start: text.indexOf(line.trim()),
    end: text.indexOf(line.trim()) + line.trim().length
  })
  const nodes: ScreenNode[] = [
    {
      ...nothing,
      ref: null,
      role: 'document',
      tag: 'RootWebArea',
      name: 'Shop',
      states: { focused: true },
      parent: -1,
      ...at(root)
    },
    {
      ...nothing,
      ref: '14',
      role: 'link',
      tag: 'link',
      name: "Ana's cart (2)",
      states: { clickable: true },
      parent: 0,
      ...at(link)
    },
    {
      ref: 'a7',
      role: 'textbox',
      tag: 'textbox',
      name: 'Search',
      text: '',
      value: `mug 'a' "b"`,
      states: { clickable: true, required: true, hasPopup: 'menu', expanded: false },
      bounds: { x: 10, y: 20, width: 100, height: 30 },
      attributes: [
        ['box', '(10,20,110,50)'],
        ['center', '(60,35)']
      ],
      parent: 0,
      ...at(box)
    },
    { ...nothing, ref: null, role: 'statictext', tag: 'StaticText', name: 'mug\nA\u200f🙂', parent: 2, ...at(last) }
  ]
  const { layout: _, ...screen } = screenOf(text)
  expect(screen).toEqual({
    format: 'axtree',
    nodes,
    width: 110,
    height: 50,
    url: 'https://shop.example/',
    title: null,
    tabs: [],
    preface: '',
    warnings: []
  })
})

it('reads what Chromium says of a page', () => {
  const said = outline(screenOf(sample('axtree-shop.txt')))
  expect(said.slice(21, 33)).toEqual([
    '      [29] combobox "Copies" value "2" hasPopup=menu expanded=false',
    '        [30] listbox ""',
    '          [31] option "1" selected=false',
    '          [32] option "2" selected',
    '      [33] slider "Volume" value "4" orientation=horizontal valuemin=0 valuemax=10 valuetext=4',
    '      [34] spinbutton "Count" value "7" required valuemin=1 valuemax=9 valuetext=7',
    '        statictext "7"',
    '      [35] textbox "Note" value "First line\\nsecond: \\"line\\" # 2"',
    '        statictext "First line"',
    '        statictext "second: \\"line\\" # 2"',
    '      [36] button "More…" hasPopup=menu expanded=false',
    '      [37] button "B" pressed'
  ])
})

it('takes blanks for tabs, and warns of what it cannot read', () => {
  const screen = screenOf(sample('axtree-spaces.txt'))
  expect(outline(screen)).toEqual([
    '[1] rootpage "Written by a model"',
    '  [2] heading "It\'s here" level=2',
    '    statictext "two blanks, not a tab"',
    '  [3] button "Go" disabled',
    '  [4] link "Home"'
  ])
  expect(screen.warnings).toEqual([
    'Line 5 is no line of an accessibility tree and was left out: ... 14 lines more ...'
  ])
})

it('reads a line that was cut off as far as it goes', () => {
  const screen = screenOf("[1] button 'Save', clickable, expanded=False\n[2] link 'Ho")
  expect(outline(screen)).toEqual(['[1] button "Save" clickable expanded=false', '[2] link "Ho"'])
  expect(screen.warnings).toEqual(["Line 2 lacks a closing quote: [2] link 'Ho"])
  const odd = screenOf("[1] button 'Save' and more")
  expect([odd.nodes[0]?.name, odd.warnings]).toEqual([
    'Save',
    ["Line 1 could be read only in part: [1] button 'Save' and more"]
  ])
})

it('ends at the fence that the tree lies in', () => {
  const { nodes, preface, warnings } = screenOf("```\nRootWebArea 'Shop'\n\t[1] link 'Home'\n```\nWhat next?")
  expect([nodes.map(({ name }) => name), preface, warnings]).toEqual([['Shop', 'Home'], '```\n', []])
})

it('takes nothing else that begins with a bracket, or a word and a quote, for a tree', () => {
  const others = [
    'Traceback (most recent call last):\n  File "/home/ana/a.py", line 10, in go\n    raise ValueError(\'no\')',
    "[1] https://a.example/\nTitle: 'A'\n[2] and more",
    "[ ] Write a test\n[~] printf 'x'",
    "echo 'RootWebArea'",
    '- apples\n- pears\n',
    '[1] Done\n[2] Running',
    '[1] Introduction\n\nAs was said in [2], ...'
  ]
  expect(others.map(readScreen)).toEqual(
    others.map(() => ({ problem: 'This observation is not in a screen format that Orrery knows.' }))
  )
})

it('draws nothing at a place that is none', () => {
  const of = (box: string) => screenOf(`[1] button 'A', box="${box}"`).nodes[0]?.bounds
  expect(of('(1,2,3,4)')).toEqual({ x: 1, y: 2, width: 2, height: 2 })
  expect(['(1,2,3)', '(1,2,3,x)', '(0,0,1e999,1)', '(9,9,1,1)', ''].map(of)).toEqual([null, null, null, null, null])
})

it("reads WebArena's accessibility tree", () => {
  const screen = screenOf(sample('webarena-maps.txt'))
  expect(screen.format).toBe('webarena')
  expect(screen.tabs.map(({ title }) => title)).toEqual(['Maps', 'Ferry | Times'])
  expect(outline(screen)).toEqual([
    '[1] document "Maps" focused',
    '  [31] textbox "From" required=false autocomplete=list hasPopup=listbox expanded',
    '    [32] statictext "Ana\'s pier"',
    '  [35] button "Route" disabled keyshortcuts=Alt + R',
    '  [36] checkbox "Avoid tolls: all" checked=false',
    '  [40] slider "Zoom" orientation=horizontal valuemin=1 valuemax=19 valuetext=',
    '  [41] statictext "مقياس: 1 km \u200f"',
    '  [42] link ""'
  ])
})

it('13.19 leaves out what is too much to draw, and says so', () => {
  const many = screenOf(Array.from({ length: 20_100 }, (_, nth) => `[${nth}] link 'x'`).join('\n'))
  expect([many.nodes.length, many.warnings]).toEqual([
    20_000,
    ['There is more than can be drawn: what follows the first 20,000 things is left out.']
  ])
  const deep = screenOf(Array.from({ length: 600 }, (_, nth) => `${' '.repeat(nth)}[${nth}] link 'x'`).join('\n'))
  const depths: number[] = []
  for (const { parent } of deep.nodes) depths.push(parent < 0 ? 1 : must(depths[parent]) + 1)
  expect([Math.max(...depths), deep.nodes.length, deep.warnings]).toEqual([
    256,
    600,
    ['Things lie more than 256 levels deep in one another; the deepest are shown side by side.']
  ])
})
