import { expect, it } from 'vitest'
import { outline, sample, screenOf } from './samples.ts'

const HEADER = 'tag\tname\ttext\tclass\tdescription\tposition (top-left x&y)\tsize (w&h)'

it("reads OSWorld's table of seven columns", () => {
  const text = `${HEADER}\npush-button\tSave\t""\t\t\t(1012, 640)\t(96, 34)\nentry\tFile "x"\t"a ""b"""\tGtkEntry\tWhere to\t(-4, 580)\t(300, 30)`
  const [, first = '', second = ''] = text.split('\n')
  const span = (row: string) => ({ start: text.indexOf(row), end: text.indexOf(row) + row.length })
  const { layout: _, ...screen } = screenOf(text)
  expect(screen).toEqual({
    format: 'osworld-table',
    nodes: [
      {
        ref: null,
        role: 'button',
        tag: 'push-button',
        name: 'Save',
        text: '',
        value: null,
        states: {},
        bounds: { x: 1012, y: 640, width: 96, height: 34 },
        attributes: [],
        parent: -1,
        ...span(first)
      },
      {
        ref: null,
        role: 'textbox',
        tag: 'entry',
        name: 'File "x"',
        text: '',
        value: 'a "b"',
        states: {},
        bounds: { x: -4, y: 580, width: 300, height: 30 },
        attributes: [
          ['class', 'GtkEntry'],
          ['description', 'Where to']
        ],
        parent: -1,
        ...span(second)
      }
    ],
    width: 1108,
    height: 674,
    url: null,
    title: null,
    tabs: [],
    preface: '',
    warnings: []
  })
})

it.each(['osworld-table-writer.txt', 'osworld-table-old-files.txt'])('ends %s at the fence that it lies in', (name) => {
  const fenced = screenOf(`\`\`\`\n${sample(name).trimEnd()}\n\`\`\`\nWhat next?`)
  expect([outline(fenced), fenced.warnings]).toEqual([outline(screenOf(sample(name))), []])
})

it('reads texts with tabs and line breaks in them', () => {
  const screen = screenOf(sample('osworld-table-terminal.txt'))
  expect(outline(screen)).toEqual([
    'menu "Activities"',
    'terminal "Terminal" value "user@host:~$ ls -la\\ntotal 8\\n-rw-r--r--\\t1 user\\t12 a.txt\\n\\nuser@host:~$ "',
    'button "Close"'
  ])
  expect(screen.warnings).toEqual([])
})

it('reads a table that was cut off, and one without rows', () => {
  const cut = screenOf(sample('osworld-table-cut.txt'))
  expect([outline(cut), cut.warnings, cut.preface]).toEqual([
    ['button "Save"', 'link "Tides & Charts"'],
    ['The table was cut off before its end.'],
    'Given the tree below:\n'
  ])
  const empty = screenOf(HEADER)
  expect([empty.nodes, empty.width, empty.warnings]).toEqual([[], null, []])
})

it('loses one row, not those after it, when a model leaves a column out', () => {
  const row = (name: string) => `label\t${name}\t""\t\t\t(1, 2)\t(3, 4)`
  const screen = screenOf([HEADER, row('A'), 'label\tbroken\t(1, 2)', row('B'), row('C')].join('\n'))
  expect(screen.nodes.map(({ name }) => name)).toEqual(['A', 'B', 'C'])
  expect(screen.warnings).toEqual(['Line 3 has too few columns and was left out: label broken (1, 2)'])
})

it('reads the older tables, with and without an index', () => {
  expect(outline(screenOf(sample('osworld-table-old-files.txt')))).toEqual([
    'button "Home"',
    'textbox "Location" value "Ana\'s files"',
    `cell "a\\tb.txt" text "tab\\there, \\"quotes\\" and 'both'"`,
    'statictext "" text "\u200f12"'
  ])
  const { nodes } = screenOf(sample('osworld-table-old-index.txt'))
  expect(nodes.map(({ ref, bounds }) => [ref, bounds])).toEqual([
    ['1', { x: 1, y: 2, width: 3, height: 4 }],
    ['2', { x: 10, y: 20, width: 300, height: 40 }]
  ])
})
