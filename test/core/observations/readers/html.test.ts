import { expect, it } from 'vitest'
import { html } from '../../../../src/core/observations/screens/readers/html/index.ts'
import { must } from '../../../must.ts'
import { outline, sample, screenOf } from './samples.ts'

const page = (body: string) => outline(html.read(body))

it('reads a page as a screen', () => {
  const tags = ['<a bid="a12" href="/?a&amp;b" data-x="1">', '<em>']
  const text = `URL: http://shop.example/\nTab 0: Mail | Tab 1 (current): Shop\nStep 3\n${tags[0]}Cart</a> or ${tags[1]}not</em>`
  const from = text.indexOf('<a')
  const or = text.indexOf('or ')
  const em = text.indexOf('<em>')
  const none = { ref: null, name: '', text: '', value: null, states: {}, bounds: null, attributes: [], parent: -1 }
  expect(screenOf(text)).toEqual({
    format: 'html',
    nodes: [
      {
        ...none,
        ref: 'a12',
        role: 'link',
        tag: 'a',
        name: 'Cart',
        attributes: [
          ['bid', 'a12'],
          ['href', '/?a&amp;b'],
          ['data-x', '1']
        ],
        start: from,
        end: from + must(tags[0]).length
      },
      { ...none, role: 'statictext', tag: '#text', name: 'or', start: or, end: or + 2 },
      { ...none, role: 'emphasis', tag: 'em', text: 'not', start: em, end: em + 4 }
    ],
    width: null,
    height: null,
    url: 'http://shop.example/',
    title: null,
    tabs: [
      { title: 'Mail', url: null, current: false },
      { title: 'Shop', url: null, current: true }
    ],
    preface: 'Step 3\n',
    warnings: [],
    layout: [text.slice(0, from), 0, '>Cart</a> ', 1, ' ', 2, '>not</em>']
  })
})

it('reads a page of a browser, whatever its author left out', () => {
  const screen = screenOf(sample('html-page.html'))
  expect([screen.title, screen.warnings]).toEqual(['Sign in \u2014 Example & Sons', []])
  expect(outline(screen)).toEqual([
    'document "Sign in \u2014 Example & Sons"',
    '  generic ""',
    '    banner ""',
    '      [top] heading "Sign in" level=1',
    '    main ""',
    '      form ""',
    '        group "Who are you?"',
    '          legend "Who are you?"',
    '          label "" text "E-mail"',
    '            textbox "E-mail" value "ana@example.org" editable required',
    '          label "" text "Password"',
    '          [pw] textbox "Password" value "" editable password',
    '          [hint] generic "" text "At least 8 signs"',
    '          label ""',
    '            checkbox "Stay signed in" checked',
    '            statictext "Stay signed in"',
    '        button "Go ahead" clickable pressed=false',
    '          img "ahead"',
    '        button "Submit"',
    '        button "Start over"',
    '      list ""',
    '        listitem "" text "One"',
    '        listitem "" text "Two"',
    '          link "link"',
    '      paragraph "" text "First paragraph"',
    '        statictext "with a break"',
    '      paragraph "" text "Second 5 < 6 © 2026"',
    '      paragraph "" text "שלום"',
    '        generic "" text "עולם"',
    '        statictext "👋🏽"',
    '      table "Prices"',
    '        caption "" text "Prices"',
    '        row ""',
    '          columnheader "Item"',
    '          columnheader "Price"',
    '        row ""',
    '          cell "Mug"',
    '          cell "18"',
    '      group "" expanded',
    '        button "More"',
    '        textbox "Draft" value "so far" editable'
  ])
})

it("names what can be acted on by BrowserGym's bid", () => {
  expect(outline(screenOf(sample('html-browsergym-pruned.html'))).slice(0, 13)).toEqual([
    '[a12] generic ""',
    '  [a13] navigation "Main"',
    '    [a14] link "Cart (2)"',
    '      [a15] generic ""',
    '    [a16] searchbox "Search" value "mug" editable',
    '    [a17] button "Find" disabled',
    '      [a18] img "Find"',
    '  [a21] heading "Mugs & cups" level=1',
    '  [a22] img "A blue mug"',
    '  [a23] label "" text "Size"',
    '  [a24] combobox "Size" value "Large"',
    '    [a25] option "Small"',
    '    [a26] option "Large" selected'
  ])
})

it('takes an id for a name only on a page without bids', () => {
  const refs = (text: string) => html.read(text).nodes.map(({ ref }) => ref)
  expect([refs('<p id="a"><b id="b">'), refs('<p id="a" bid="1"><b id="b">'), refs('<p data-bid="7" id="a">')]).toEqual(
    [['a', 'b'], ['1', null], ['7']]
  )
})

it.each([
  ['<button aria-label="Close" title="x">×</button>', ['button "Close" text "×"']],
  [
    '<input aria-labelledby="b a"><i id="a">mail</i><i id="b">Your</i>',
    ['textbox "Your mail" value "" editable', '[a] generic "" text "mail"', '[b] generic "" text "Your"']
  ],
  ['<a href="#"><img alt="Home" src="h.png"></a>', ['link "Home"', '  img "Home"']],
  ['<input placeholder="Search" type="search">', ['searchbox "Search" value "" editable']],
  [
    '<label>Age <input type="number" value="7"></label>',
    ['label "" text "Age"', '  spinbutton "Age" value "7" editable']
  ],
  [
    '<select aria-label="Size"><option>S<option>L</select>',
    ['combobox "Size" value "S"', '  option "S"', '  option "L"']
  ],
  ['<div role="checkbox" aria-checked="mixed">All</div>', ['checkbox "All" checked=mixed']],
  ['<a name="x">Not a link</a>', ['generic "" text "Not a link"']],
  ['<td role="presentation">x</td>', ['generic "" text "x"']],
  ['<img src="x.png">', ['img ""']],
  [
    '<table><td>18</td><td>or <a href="#">less</a></td></table>',
    ['table ""', '  cell "18"', '  cell "" text "or"', '    link "less"']
  ],
  ['<button>Go<template>x</template><script>y</script></button>', ['button "Go"']]
])('names as ARIA does: %s', (text, expected) => {
  expect(page(text)).toEqual(expected)
})

it('keeps the whole text of what is too long to be a name', () => {
  const text = 'word '.repeat(100)
  const [link] = html.read(`<a href="#">${text}</a>`).nodes
  expect([link?.name, link?.text]).toEqual([`${text.slice(0, 300)}…`, text.trim()])
})

it("shows nothing of what a browser does not: scripts, styles, the head, and a drawing's lines", () => {
  const unshown =
    '<head><meta name="a"><link href="b"><style>c</style></head><script>d("<p>e</p>")</script><template><p>f</p></template>'
  expect(page(`${unshown}<svg><path d="M0 0"/><text>g</text></svg><input type="hidden" value="h"><p>i</p>`)).toEqual([
    'img ""',
    'paragraph "" text "i"'
  ])
})

it("takes places from BrowserGym's boxes", () => {
  const { nodes, width, height } = screenOf(sample('html-with-tabs.html'))
  expect([nodes.map(({ bounds }) => bounds).filter(Boolean), width, height]).toEqual([
    [
      { x: 8, y: 8, width: 632, height: 192 },
      { x: 8, y: 60, width: 192, height: 20 }
    ],
    640,
    200
  ])
})

it('says that there is nothing to see', () => {
  expect(() => html.read('<script>1</script>')).toThrow('there is nothing in it that a page would show.')
})

it('writes a screen of another format as a page that reads the same', () => {
  const dump =
    '<hierarchy rotation="0"><node text="" class="android.widget.FrameLayout" bounds="[0,0][9,9]"><node text="A &lt; B" class="android.widget.Button" bounds="[0,0][9,9]"/><node text="hi" hint="Message" class="android.widget.EditText" bounds="[0,0][9,9]"/><node text="C" class="android.widget.TextView" bounds="[0,0][9,9]"/></node></hierarchy>'
  expect(html.write(screenOf(dump))).toBe(
    '<div><button>A &lt; B</button><input type="text" aria-label="Message" value="hi"/>C</div>'
  )
})

it('an element whose name is a word of JavaScript is an element like others', () => {
  const screen = html.read('<p><__proto__>a</__proto__><b role="constructor">c</b><input type="toString"></p>')
  expect(screen.nodes.map(({ role }) => role)).toEqual(['paragraph', '__proto__', 'constructor', 'textbox'])
  const { layout: _, ...bare } = screen
  expect(html.write(bare)).toContain('role="__proto__"')
})
