// What each call of BrowserGym does to a widget, against what Playwright 1.44, which BrowserGym 0.14.3 runs on, did to the same page.
import { expect, it } from 'vitest'
import { play } from './play.ts'

/** A page of one of each: what is told of some of its things is given, by their ids. */
const page = (told: Readonly<Record<string, string>> = {}) =>
  [
    "RootWebArea 'A', focused, url='http://a.example/'",
    "\t[1] checkbox 'Done', clickable, checked='true'",
    "\t[2] checkbox 'Two', clickable, checked='false'",
    "\t[3] checkbox 'Three', clickable, disabled=True, checked='true'",
    "\t[4] radio 'Red', clickable, checked='true'",
    "\t[5] radio 'Blue', clickable, checked='false'",
    "\t[6] button 'On', clickable",
    "\t[7] textbox 'Name' value='hello', clickable",
    "\t[8] paragraph ''",
    "\t[9] button 'Off', clickable, disabled=True",
    "\t[10] listbox 'Paints', multiselectable=False, orientation='vertical'",
    "\t\t[11] option 'Chalk', selected=False",
    "\t\t[12] option 'Slate', selected=False",
    "\t[13] listbox 'Days', multiselectable=True, orientation='vertical'",
    "\t\t[14] option 'Mon', selected=False",
    "\t\t[15] option 'Tue', selected=True"
  ]
    .map((line) => {
      const id = /\[(\d+)\]/.exec(line)?.[1] ?? ''
      return told[id] === undefined ? line : `\t${line.startsWith('\t\t') ? '\t' : ''}[${id}] ${told[id]}`
    })
    .join('\n')

const DONE = "checkbox 'Done', clickable, focused, checked='true'"
const NAME = "textbox 'Name' value='hello', clickable, focused"

async function said(first: string, ...actions: string[]): Promise<string | null> {
  const played = await play({ domain: 'web', first, turns: actions.map((action) => ({ action, observation: first })) })
  return played.at(-1)?.text ?? null
}

const timeout = (method: string, id: string, ...log: string[]) =>
  [`TimeoutError: Locator.${method}: Timeout 500ms exceeded.`, 'Call log:', `  - waiting for get_by_test_id("${id}")`]
    .concat(log)
    .join('\n')
const tried = (what: string, needs: string, is: string) => [
  `  - attempting ${what} action`,
  `    - waiting for element to be ${needs}`,
  `    - element is not ${is}`
]

it.each<[action: string, shows: Record<string, string>]>([
  ["check('1')", {}],
  ["uncheck('1')", { 1: "checkbox 'Done', clickable, focused, checked='false'" }],
  ["check('2')", { 2: "checkbox 'Two', clickable, focused, checked='true'" }],
  ["uncheck('2')", {}],
  ["check('3')", {}],
  ["check('4')", {}],
  [
    "check('5')",
    { 4: "radio 'Red', clickable, checked='false'", 5: "radio 'Blue', clickable, focused, checked='true'" }
  ],
  ["uncheck('5')", {}],
  ["dblclick('1')", { 1: DONE }],
  ["dblclick('8')", {}],
  ["focus('1')", { 1: DONE }],
  ["focus('7')", { 7: NAME }],
  ["focus('8')", {}],
  ["focus('9')", {}],
  ["press('1', 'Space')", { 1: "checkbox 'Done', clickable, focused, checked='false'" }],
  ["press('5', 'ArrowDown')", { 4: "radio 'Red', clickable, focused, checked='true'" }],
  ["press('7', 'End')", { 7: NAME }],
  ["press('7', 'x')", { 7: "textbox 'Name' value='xhello', clickable, focused" }],
  ["press('9', 'Escape')", {}],
  ["clear('7')", { 7: "textbox 'Name', clickable, focused" }],
  ["hover('9')", {}],
  ["select_option('10', ['Slate', 'Chalk'])", { 11: "option 'Chalk', selected=True" }],
  ["select_option('10', ['Chalk', 'Rust'])", { 11: "option 'Chalk', selected=True" }],
  ["select_option('13', ['Mon', 'Tue'])", { 14: "option 'Mon', selected=True" }],
  [
    "press('13', 'Home')",
    {
      13: "listbox 'Days', focused, multiselectable=True, orientation='vertical'",
      14: "option 'Mon', selected=True",
      15: "option 'Tue', selected=False"
    }
  ],
  ["press('13', 'ArrowRight')", { 13: "listbox 'Days', focused, multiselectable=True, orientation='vertical'" }],
  [
    "press('10', 'ArrowUp')",
    {
      10: "listbox 'Paints', focused, multiselectable=False, orientation='vertical'",
      12: "option 'Slate', selected=True"
    }
  ]
])('52.1 %s does what it does in Chromium', async (action, shows) => {
  expect(await said(page(), action)).toBe(page(shows))
})

const NO_CHECK = 'Error: Not a checkbox or radio button'
const NO_FIELD = 'Error: Element is not an <input>, <textarea> or [contenteditable] element'

it.each<[action: string, says: string, stays?: Record<string, string>]>([
  ["check('6')", `Error: Locator.check: ${NO_CHECK}`],
  ["uncheck('7')", `Error: Locator.uncheck: ${NO_CHECK}`],
  ["check('8')", `Error: Locator.check: ${NO_CHECK}`],
  ["uncheck('3')", timeout('uncheck', '3', ...tried('click', 'visible, enabled and stable', 'enabled'))],
  [
    "uncheck('4')",
    'Error: Locator.uncheck: Clicking the checkbox did not change its state',
    { 4: "radio 'Red', clickable, focused, checked='true'" }
  ],
  ["clear('6')", `Error: Locator.clear: ${NO_FIELD}`],
  ["clear('2')", 'Error: Locator.clear: Error: Input of type "checkbox" cannot be filled'],
  ["clear('9')", timeout('clear', '9', ...tried('fill', 'visible, enabled and editable', 'enabled'))],
  ["dblclick('9')", timeout('dblclick', '9', ...tried('dblclick', 'visible, enabled and stable', 'enabled'))],
  ["press('1', 'Control+Foo')", timeout('press', '1', '  - elementHandle.press("Control+Foo")'), { 1: DONE }],
  ["keyboard_press('Foo')", 'Error: Keyboard.press: Unknown key: "Foo"'],
  ["select_option('7', 'x')", 'Error: Locator.select_option: Error: Element is not a <select> element'],
  ["press('99', 'Enter')", 'ValueError: Could not find element with bid "99"'],
  ["drag_and_drop('99', '1')", 'ValueError: Could not find element with bid "99"'],
  ["drag_and_drop('1', '99')", 'ValueError: Could not find element with bid "99"']
])('52.2 %s is refused in the words of Playwright', async (action, says, stays = {}) => {
  expect(await said(page(), action)).toBe(`Error from previous action: ${says}\n\n${page(stays)}`)
})

it('52.1 the keyboard and the caret stay where they are when a box is as it should be', async () => {
  const first = page({ 7: "textbox 'Name' value='', clickable" })
  const holding = (text: string) =>
    page({ 7: `textbox 'Name' value='${text}', clickable, focused\n\t\tStaticText '${text}'` })
  const filled = holding('ab')
  const played = await play({
    domain: 'web',
    first,
    turns: [
      { action: "fill('7', 'ab')", observation: filled },
      { action: "check('1')", observation: filled },
      { action: "press('7', 'c')", observation: '' }
    ]
  })
  expect(played.map(({ text }) => text)).toEqual([filled, filled, holding('abc')])
})

it('52.1 an arrow in a list of tabs is asked about until it was seen to show the next one, and tabs are as they were left', async () => {
  const shown = (tab: 1 | 2, focus: boolean) =>
    [
      "RootWebArea 'A', focused, url='http://a.example/'",
      "\t[1] tablist '', orientation='horizontal'",
      ...([1, 2] as const).map(
        (one) =>
          `\t\t[${one + 1}] tab 'Part ${one}', clickable${one === tab && focus ? ', focused' : ''}, selected=${one === tab ? 'True' : 'False'}`
      )
    ].join('\n')
  const turns = [
    ["click('2')", shown(1, true)],
    ["keyboard_press('ArrowRight')", shown(2, true)],
    ["keyboard_press('ArrowLeft')", shown(1, true)],
    ["keyboard_press('ArrowRight')", shown(2, true)]
  ] as const
  const played = await play({
    domain: 'web',
    first: shown(1, false),
    turns: turns.map(([action, observation]) => ({ action, observation }))
  })
  expect(played.map(({ rule, text }) => [rule, text])).toEqual([
    ['focus', shown(1, true)],
    ['unclear', null],
    ['reopen', shown(1, true)],
    ['reopen', shown(2, true)]
  ])
})

it.each(['Total', 'Balance', 'Customer number', 'API key'])(
  '52.1 a field called %s that was never seen without its value may be read-only, and is asked about',
  async (name) => {
    const value = /key|number/.test(name) ? 'KX-40817' : 'EUR 41.50'
    const first = page({ 7: `textbox '${name}' value='${value}', clickable` })
    expect(await said(first, "fill('7', '1')")).toBeNull()
    expect(await said(page({ 7: `textbox 'Street' value='${value}', clickable` }), "fill('7', '1')")).not.toBeNull()
  }
)
