import { expect, it } from 'vitest'
import { osworldXml } from '../../../../src/core/observations/screens/readers/osworld/xml.ts'
import { must } from '../../../must.ts'
import { outline, sample, screenOf } from './samples.ts'

const URIS = {
  new: (name: string) => `https://accessibility.ubuntu.example.org/ns/${name}`,
  old: (name: string) => `uri:deskat:${name}.at-spi.gnome.org`
}

const first = (element: string) => must(osworldXml.read(element).nodes[0])
const states = (tag: string, list: string) => {
  const said = list.split(' ').map((state) => `st:${state}="true"`)
  return first(`<${tag} name="x" ${said.join(' ')} cp:screencoord="(0, 0)" cp:size="(1, 1)"/>`).states
}

it('reads a tree as a screen', () => {
  const root = `<desktop-frame xmlns:st="${URIS.new('state')}" xmlns:cp="${URIS.new('component')}" name="main">`
  const entry = `<entry name="File &amp; name" st:editable="true" st:enabled="true" st:showing="true" st:visible="true" cp:screencoord="(640, 580)" cp:size="(300, 30)">`
  const text = `${root}${entry}a &lt; b</entry></desktop-frame>`
  expect(screenOf(text)).toEqual({
    format: 'osworld-xml',
    nodes: [
      {
        ref: null,
        role: 'desktop-frame',
        tag: 'desktop-frame',
        name: 'main',
        text: '',
        value: null,
        states: {},
        bounds: null,
        attributes: [
          ['xmlns:st', URIS.new('state')],
          ['xmlns:cp', URIS.new('component')],
          ['name', 'main']
        ],
        parent: -1,
        start: 0,
        end: root.length
      },
      {
        ref: null,
        role: 'textbox',
        tag: 'entry',
        name: 'File & name',
        text: '',
        value: 'a < b',
        states: { editable: true },
        bounds: { x: 640, y: 580, width: 300, height: 30 },
        attributes: [
          ['name', 'File &amp; name'],
          ['st:editable', 'true'],
          ['st:enabled', 'true'],
          ['st:showing', 'true'],
          ['st:visible', 'true'],
          ['cp:screencoord', '(640, 580)'],
          ['cp:size', '(300, 30)']
        ],
        parent: 0,
        start: root.length,
        end: root.length + entry.length
      }
    ],
    width: 940,
    height: 610,
    url: null,
    title: null,
    tabs: [],
    preface: '',
    warnings: [],
    layout: [0, '>', 1, '>a &lt; b</entry></desktop-frame>']
  })
})

it('reads a desktop with a dialog over a window', () => {
  const screen = screenOf(sample('osworld-xml-files-dialog.xml'))
  expect([screen.width, screen.height, screen.title]).toEqual([1920, 1080, 'Documents'])
  expect(outline(screen)).toEqual([
    'desktop-frame "main"',
    '  application "gnome-shell"',
    '    window "Main stage"',
    '      generic ""',
    '        menu "Activities" clickable',
    '          statictext "Activities"',
    '        statictext "Sat 21 Nov  10:47"',
    '  application "org.gnome.Nautilus"',
    '    frame "Documents" active',
    '      toolbar ""',
    '        button "Back" disabled clickable',
    '        button "View options" pressed clickable',
    '        textbox "Search" value "rapport \\"final\\" & <old>" editable focused',
    '      generic "" scrollable',
    '        table "Documents" multiselectable',
    '          cell "résumé (中文).odt" selected',
    '          cell "Photos 📷" expanded=false',
    '          cell "مستند.txt" expanded',
    '          cell "below the fold" hidden',
    '      dialog "Rename file" active modal',
    '        textbox "New name" value "a < b & \\"c\\".txt" editable required',
    '        checkbox "Keep extension" checked',
    '        checkbox "Ask again" checked=false',
    '        slider "Zoom" value "0.4"',
    '        button "Rename" clickable'
  ])
})

it('reads what stands in a text, in CDATA and between elements, and nothing that is commented out', () => {
  expect(outline(screenOf(sample('osworld-xml-by-hand.xml')))).toEqual([
    'root ""',
    '  application "Text Editor"',
    '    frame "notes \\"draft\\".md" active',
    '      textbox "Editor" value "if (a < b && c > d) { \\"x\\" } // ✓ done" editable',
    '      statictext "stray words"',
    '      button "Save & close"'
  ])
})

it.each(Object.entries(URIS))('knows the %s namespaces, whatever prefix they have', (_, uri) => {
  const text = `<link xmlns:a="${uri('state')}" xmlns:b="${uri('component')}" xmlns:ns2="${uri('value')}" name="x" a:focused="true" b:screencoord="(1, 2)" b:size="(3, 4)" ns2:value="5"/>`
  const { states, bounds, value } = first(text)
  expect({ states, bounds, value }).toEqual({
    states: { disabled: true, focused: true },
    bounds: { x: 1, y: 2, width: 3, height: 4 },
    value: '5'
  })
})

it('knows the prefixes where a model leaves out to declare them', () => {
  expect(
    outline(screenOf('<push-button name="OK" st:enabled="true" st:focused="true" cp:screencoord="(1, 2)"/>'))
  ).toEqual(['button "OK" focused'])
})

it("says AT-SPI's states in ARIA's words", () => {
  expect({
    mixed: states('check-box', 'enabled checkable indeterminate'),
    off: states('radio-button', 'sensitive'),
    pressed: states('toggle-button', 'enabled pressed'),
    collapsed: states('combo-box', 'enabled expandable has_popup'),
    field: states('entry', 'enabled invalid_entry required read-only multi_line'),
    label: states('label', 'showing visible'),
    dead: states('menu-item', 'showing visible')
  }).toEqual({
    mixed: { checked: 'mixed' },
    off: { checked: false },
    pressed: { pressed: true },
    collapsed: { expanded: false, haspopup: true },
    field: { invalid: true, multiline: true, readonly: true, required: true },
    label: {},
    dead: { disabled: true }
  })
})

it('reads the states that Windows writes with their false', () => {
  expect(outline(screenOf(sample('osworld-xml-windows.xml')))).toEqual([
    'desktop "Desktop"',
    '  window "Untitled - Notepad"',
    '    menubar "Application"',
    '      menuitem "File"',
    '    textbox "Text Editor" value "line 1\\nline 2" editable focused',
    '    button "Close" disabled'
  ])
})

it('gives no place to what has none', () => {
  const place = (at: string, size: string) => first(`<icon cp:screencoord="${at}" cp:size="${size}"/>`).bounds
  expect([
    place('(-2147483648, -2147483648)', '(1, 1)'),
    place('(0, 0)', '(0, 0)'),
    place('(1, 2)', '(-1, -1)'),
    place('1, 2', '(3, 4)'),
    place('(-5, 2.5)', '(3, 4)')
  ]).toEqual([null, null, null, null, { x: -5, y: 2.5, width: 3, height: 4 }])
})

it('says that there is nothing to see', () => {
  expect(() => osworldXml.read('<!-- <desktop-frame> -->')).toThrow('there is no element in it.')
})

it("writes a screen of another format in OSWorld's words", () => {
  const other = screenOf('Title: Shop\n<div><h1>A &lt; B</h1><input aria-label="Name" value="Ana" disabled=""></div>')
  const text = osworldXml.write(other)
  expect([text.slice(0, 45), outline(screenOf(text))]).toEqual([
    'Title: Shop\n<desktop-frame xmlns:st="https://',
    ['desktop-frame ""', '  generic ""', '    heading "A < B"', '    textbox "Name" value "Ana" disabled editable']
  ])
})
