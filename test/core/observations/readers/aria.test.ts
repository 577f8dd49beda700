import { expect, it } from 'vitest'
import { aria } from '../../../../src/core/observations/screens/readers/aria/index.ts'
import { readScreen } from '../../../../src/core/observations/screens/readers/index.ts'
import { outline, sample, screenOf } from './samples.ts'

it('reads a Playwright aria snapshot', () => {
  const text = `- heading "Shop" [level=1] [ref=e2]
- link "Cart (2)" [ref=e3] [cursor=pointer]:
  - /url: /cart
- textbox "Search" [ref=e4]: "yes"
- 'paragraph "a: \\"b\\""': x # y
`
  const span = (line: string) => ({ start: text.indexOf(line), end: text.indexOf(line) + line.length })
  const nothing = { ref: null, text: '', value: null, states: {}, bounds: null, attributes: [], parent: -1 }
  const { layout: _, ...screen } = screenOf(text)
  expect(screen).toEqual({
    format: 'aria',
    nodes: [
      {
        ...nothing,
        ref: 'e2',
        role: 'heading',
        tag: 'heading',
        name: 'Shop',
        states: { level: '1' },
        ...span('- heading "Shop" [level=1] [ref=e2]')
      },
      {
        ...nothing,
        ref: 'e3',
        role: 'link',
        tag: 'link',
        name: 'Cart (2)',
        states: { clickable: true },
        attributes: [['/url', '/cart']],
        ...span('- link "Cart (2)" [ref=e3] [cursor=pointer]:')
      },
      {
        ...nothing,
        ref: 'e4',
        role: 'textbox',
        tag: 'textbox',
        name: 'Search',
        value: 'yes',
        ...span('- textbox "Search" [ref=e4]: "yes"')
      },
      {
        ...nothing,
        role: 'paragraph',
        tag: 'paragraph',
        name: 'a: "b"',
        text: 'x # y',
        ...span(`- 'paragraph "a: \\"b\\""': x # y`)
      }
    ],
    width: null,
    height: null,
    url: null,
    title: null,
    tabs: [],
    preface: '',
    warnings: []
  })
})

it("reads what Playwright's MCP server answers, frames, fields with properties and older orders included", () => {
  const screen = screenOf(sample('aria-mcp.txt'))
  expect([screen.url, screen.title, screen.tabs.length]).toEqual(['https://todo.example/#/active', 'Todo (2)', 2])
  expect(outline(screen)).toEqual([
    '[e1] generic "" focused',
    '  [e2] heading "todos" level=1',
    '  [e3] textbox "What needs to be done?" value ""',
    '  [e4] textbox "Filled" value "milk"',
    '  [e5] list ""',
    '    [e6] listitem ""',
    '      [e7] checkbox "Toggle" checked clickable',
    '      [e8] generic "" text "Buy: milk\\tand \\"eggs\\""',
    '    [e9] listitem "a: \'b\'" expanded',
    '  [e10] iframe ""',
    '    [f1e3] button "Close {x}" disabled clickable',
    '  [e12] img "logo"'
  ])
  expect(screen.nodes.at(-1)?.bounds).toEqual({ x: 0, y: 0, width: 64.5, height: 32 })
})

it('reads what only a model or a person would write', () => {
  const screen = screenOf(sample('aria-model.txt'))
  expect(outline(screen)).toEqual([
    'document ""',
    '  statictext "It goes on on the next line"',
    '  [e2] button "Save: now"',
    '  paragraph "" text "A block of text"',
    '  [e5] link "/^Cart \\\\(\\\\d+\\\\)$/"',
    '  checkbox "Wrap" checked=false selected'
  ])
  expect(screen.warnings).toEqual(['Line 8 is no item of an aria snapshot and was left out: - Not a role here'])
})

it('takes the option that is selected for the value of its combobox', () => {
  const { nodes } = screenOf(sample('aria-shop.txt'))
  expect(nodes.filter(({ value }) => value !== null).map(({ role, value }) => [role, value])).toEqual([
    ['searchbox', 'tide {tables}'],
    ['combobox', '2'],
    ['slider', '4'],
    ['spinbutton', '7'],
    ['textbox', 'First line second: "line" # 2']
  ])
})

it('warns of a line that was cut off in a name', () => {
  const { nodes, warnings } = screenOf('- list:\n  - link "Ho')
  expect([nodes[1]?.name, warnings]).toEqual(['Ho', ['Line 2 lacks a closing quote: - link "Ho']])
})

it('writes a screen of another format as Playwright would', () => {
  const screen = screenOf(`RootWebArea 'Shop', focused
\t[14] link 'Cart: 2', clickable
\t[a7] textbox 'Search' value='mug', required
\tStaticText 'yes'`)
  expect(aria.write(screen)).toBe(`- document "Shop" [active]:
  - 'link "Cart: 2" [ref=14] [cursor=pointer]'
  - textbox "Search" [required] [ref=a7]: mug
  - text: "yes"`)
})

it('a list that people write is no snapshot, even where it names a role', () => {
  const lists = [
    '- status: done',
    '- status: done\n- owner: ada\n- due: friday',
    '- note: three left\nThat is all.',
    'Steps:\n- list:\n  - milk\n  - bread',
    '- warning "low disk"\n- text: see the log',
    '- time: 3pm\n\nSee you.'
  ]
  expect(lists.map((text) => [text, 'screen' in readScreen(text)])).toEqual(lists.map((text) => [text, false]))
})

it('a name in quotes, brackets, two roles, or an address above is a snapshot', () => {
  const snapshots = [
    '- button "Save"',
    '- heading [level=1]',
    '- custom [ref=e2]',
    '- status: done\n- button "Save"',
    '- list:\n  - listitem: milk',
    '- document:\n  - paragraph: Gone',
    'URL: http://shop.example/\n- status: done'
  ]
  expect(snapshots.map((text) => [text, 'screen' in readScreen(text)])).toEqual(snapshots.map((text) => [text, true]))
})
