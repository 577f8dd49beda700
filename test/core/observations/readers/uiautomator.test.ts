import { expect, it } from 'vitest'
import { uiautomator } from '../../../../src/core/observations/screens/readers/android/uiautomator.ts'
import { must } from '../../../must.ts'
import { outline, sample, screenOf } from './samples.ts'

const node = (attributes: string) => `<hierarchy rotation="0"><node ${attributes} bounds="[0,0][10,20]" /></hierarchy>`
const first = (attributes: string) => must(uiautomator.read(node(attributes)).nodes[0])

it('reads a dump as a screen', () => {
  const text =
    `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">` +
    `<node index="0" class="android.widget.FrameLayout" bounds="[0,0][1080,2400]">` +
    `<node index="0" text="Send &amp; go" class="android.widget.Button" clickable="true" enabled="false" bounds="[10,20][110,80]" />` +
    '</node></hierarchy>'
  const from = text.indexOf('<node')
  const button = text.indexOf('<node', from + 1)
  expect(screenOf(text)).toEqual({
    format: 'uiautomator',
    nodes: [
      {
        ref: null,
        role: 'generic',
        tag: 'android.widget.FrameLayout',
        name: '',
        text: '',
        value: null,
        states: {},
        bounds: { x: 0, y: 0, width: 1080, height: 2400 },
        attributes: [
          ['index', '0'],
          ['class', 'android.widget.FrameLayout'],
          ['bounds', '[0,0][1080,2400]']
        ],
        parent: -1,
        start: from,
        end: button
      },
      {
        ref: null,
        role: 'button',
        tag: 'android.widget.Button',
        name: 'Send & go',
        text: '',
        value: null,
        states: { disabled: true, clickable: true },
        bounds: { x: 10, y: 20, width: 100, height: 60 },
        attributes: [
          ['index', '0'],
          ['text', 'Send &amp; go'],
          ['class', 'android.widget.Button'],
          ['clickable', 'true'],
          ['enabled', 'false'],
          ['bounds', '[10,20][110,80]']
        ],
        parent: 0,
        start: button,
        end: text.indexOf('</node>')
      }
    ],
    width: 1080,
    height: 2400,
    url: null,
    title: null,
    tabs: [],
    preface: '',
    warnings: [],
    layout: [text.slice(0, from), 0, '>', 1, ' /></node></hierarchy>']
  })
})

it('reads a chat with its keyboard: what is typed, what is a hint, what is hidden', () => {
  expect(outline(screenOf(sample('uiautomator-chat-keyboard.xml')))).toEqual([
    'generic ""',
    '  statictext "عائلة 👨‍👩‍👧 family"',
    '  statictext "مرحبا، كيف الحال؟\\nhello 😀" long-clickable',
    '  textbox "Message" value "See you at 5 & bring \\"it\\"" editable clickable focused long-clickable',
    '  textbox "Message" value "" editable clickable',
    '  textbox "Pass phrase" value "••••" hidden editable password',
    '  button "Send" clickable',
    'generic ""',
    '  keyboardview ""',
    '    button "q" clickable',
    '    button "w" clickable',
    '    button "Emoji 😀" clickable',
    '    button "Shift" clickable'
  ])
})

it('takes the size of the screen from its windows, and not from what is scrolled out of it', () => {
  const window = '<node class="A" bounds="[0,0][1080,2400]"><node class="B" bounds="[0,2300][1080,3600]"/></node>'
  const bar = '<node class="C" bounds="[0,0][1080,84]"/>'
  const { width, height } = uiautomator.read(`<hierarchy rotation="0">${bar}${window}</hierarchy>`)
  expect([width, height]).toEqual([1080, 2400])
})

it.each([
  ['android.widget.ImageButton', 'button'],
  ['com.google.android.material.button.MaterialButton', 'button'],
  ['androidx.appcompat.widget.SwitchCompat', 'switch'],
  ['android.widget.CheckedTextView', 'checkbox'],
  ['android.widget.Spinner', 'combobox'],
  ['android.widget.ImageView', 'img'],
  ['androidx.recyclerview.widget.RecyclerView', 'list'],
  ['android.webkit.WebView', 'document']
])('knows %s as a %s', (tag, role) => {
  expect(first(`class="${tag}"`).role).toBe(role)
})

it('tells checked from unchecked only where it can be checked', () => {
  const states = [
    'checkable="true" checked="true"',
    'checkable="true" checked="false"',
    'checkable="false" checked="false"'
  ]
  expect(states.map((attributes) => first(`class="Switch" ${attributes}`).states)).toEqual([
    { checked: true },
    { checked: false },
    {}
  ])
})

it('calls a thing by its description, and says its text besides', () => {
  const { name, text } = first('text="12:04" content-desc="12:04 PM" class="android.widget.TextView"')
  expect([name, text]).toEqual(['12:04 PM', '12:04'])
})

it('gives no place to what has none', () => {
  const bounds = ['[42,1209][189,1100]', '[0,0]', 'all', '[0,0][99999999999,1]']
  const read = (corners: string) => uiautomator.read(`<hierarchy><node class="A" bounds="${corners}"/></hierarchy>`)
  expect(bounds.map((corners) => read(corners).nodes[0]?.bounds)).toEqual([null, null, null, null])
})

it('says what text it does not show, but for the end of every dump', () => {
  const dump = node('class="A"')
  const warnings = (text: string) => uiautomator.read(text).warnings
  expect([warnings(`${dump}UI hierchary dumped to: /dev/tty\n`), warnings(`${dump}Done`)]).toEqual([
    [],
    ['There is text between the nodes; it is not shown.']
  ])
})

it('says that there is nothing to see', () => {
  expect(() => uiautomator.read('<hierarchy rotation="0" />')).toThrow('there is no <node> in it.')
})

it('writes a screen of another format in the words of a dump', () => {
  const other = screenOf(
    '<div><button bid="3" disabled="">A &amp; "B"</button><input aria-label="Name" value="Ana"></div>'
  )
  const text = uiautomator.write(other)
  expect([text.slice(0, 90), outline(screenOf(text))]).toEqual([
    `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0"><node inde`,
    ['generic ""', '  button "A & \\"B\\"" disabled', '  textbox "Name" value "Ana" editable']
  ])
})
