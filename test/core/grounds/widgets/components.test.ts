// What sites made of component libraries taught, with nothing else of those pages: recorded by Playwright's MCP server 0.0.83 and BrowserGym
// 0.14.3 (test/record) on pages made with Bootstrap, Ant Design, MUI, Tabulator, flatpickr, Choices, Shoelace and jQuery UI.
import { expect, it } from 'vitest'
import { call, click, held, press, said } from './snapshots.ts'

const fill = (target: string, text: string) => call('browser_type', { target, text })

it('52.1 a text that counts the characters of a field goes with it, and one that it would not fit in is asked about', async () => {
  const page = (text: string, used: string, left: string, focus: boolean) =>
    held([
      '- generic [ref=e1]:',
      '  - text: Notes',
      `  - textbox "Notes"${focus ? ' [active]' : ''} [ref=e2]${text && `: ${text}`}`,
      `  - generic: ${used} / 20`,
      '  - button "On" [ref=e3]',
      '  - text: About',
      '  - textbox "About" [ref=e4]',
      `  - status [ref=e5]: ${left} characters left`
    ])
  const first = page('', '0', '50', false)
  const filled = page('Late', '4', '50', true)
  expect(await said(first, [[fill('e2', 'Late'), filled]])).toEqual([filled])
  expect(await said(first, [[fill('e2', 'Later than the boat comes'), '']])).toEqual([null])
  const other = first.replace('"About"', '"About" [active]').replace('[ref=e4]', '[ref=e4]: I row').replace('50', '45')
  expect(await said(first, [[fill('e4', 'I row'), other]])).toEqual([other])
})

it('52.1 a field with a button’s pointer opens something: what it does is asked, and what comes of leaving it too', async () => {
  const page = (focus: string) =>
    held([
      '- generic [ref=e1]:',
      `  - textbox "Day"${focus === 'day' ? ' [active]' : ''} [ref=e2] [cursor=pointer]: 2027-03-10`,
      `  - textbox "Note"${focus === 'note' ? ' [active]' : ''} [ref=e3]: a`,
      '  - paragraph [ref=e4]: Note'
    ])
  const turns = [
    [click('e2'), page('day')],
    [press('ArrowDown'), page('day')],
    [click('e3'), page('note')]
  ] as const
  expect(await said(page(''), turns)).toEqual([null, null, null])
})

it('52.1 what opened as another thing closed is not closed to how it was before', async () => {
  const page = (kites: string, boards: string) =>
    held([
      '- generic [ref=e1]:',
      `  - button "Kites"${kites} [ref=e2]`,
      `  - button "Boards"${boards} [ref=e3]`,
      ...(boards.includes('expanded') ? ['  - paragraph [ref=e4]: Twin tips'] : [])
    ])
  const first = page(' [expanded]', '')
  const turns = [
    [click('e3'), page('', ' [expanded] [active]')],
    [click('e3'), page('', ' [active]')]
  ] as const
  expect(await said(first, turns)).toEqual([null, null])
})

it('52.1 Tab does not come to the buttons of a number for sure, nor is a step known that began at a typed number', async () => {
  const page = (amount: number, focus: boolean) =>
    held([
      '- generic [ref=e1]:',
      `  - spinbutton "Amount"${focus ? ' [active]' : ''} [ref=e2]: "${amount}"`,
      '  - button "Increase Value" [ref=e3]',
      '  - textbox "Note" [ref=e4]'
    ])
  const turns = [
    [fill('e2', '125'), page(125, true)],
    [press('ArrowUp'), page(150, true)],
    [press('ArrowDown'), page(100, true)],
    [press('Tab'), page(100, true)]
  ] as const
  expect(await said(page(100, false), turns)).toEqual([page(125, true), null, null, null])
})

it('52.1 a label of a field takes what is put into it, and one that lies in an empty field may move', async () => {
  const first = held([
    '- generic [ref=e1]:',
    '  - generic "Guest" [ref=e2]: Guest',
    '  - textbox "* Guest" [ref=e3]',
    '  - generic [ref=e4]:',
    '    - generic: Town',
    '    - generic [ref=e5]:',
    '      - textbox "Town" [ref=e6]'
  ])
  expect(await said(first, [[fill('e2', 'Ida'), '']])).toEqual([null])
  expect(await said(first, [[fill('e6', 'Ghent'), '']])).toEqual([null])
})

it('52.1 keys and clicks in a list that a page made of others, and what closes with it, are asked about', async () => {
  const first = held([
    '- generic [ref=e1]:',
    '  - combobox "Cabin" [expanded] [active] [ref=e2]:',
    '    - listbox [ref=e3]:',
    '      - option "Birch" [selected] [ref=e4]',
    '      - option "Pine" [ref=e5]',
    '  - checkbox "Pets" [ref=e6]'
  ])
  for (const action of [press('Enter'), click('e5'), click('e6')])
    expect(await said(first, [[action, '']])).toEqual([null])
})

it('52.1 radio buttons of a group of their own are none of those around it', async () => {
  const page = (trip: string, star: string) =>
    held([
      '- generic [ref=e1]:',
      '  - radiogroup "Trip" [ref=e2]:',
      `    - radio "Day"${trip} [ref=e3]`,
      '    - radio "Week" [ref=e4]',
      `  - radio "1 Star"${star} [ref=e5]`,
      '  - radio "2 Stars" [ref=e6]'
    ])
  const chosen = page(' [checked]', ' [checked] [active]')
  expect(await said(page(' [checked]', ''), [[click('e5'), chosen]])).toEqual([chosen])
})

it('52.1 what a radio button shows goes with another, and a box for none frees the others', async () => {
  const page = (on: 'mail' | 'text', more: boolean) =>
    held([
      '- generic [ref=e1]:',
      '  - group "How" [ref=e2]:',
      `    - radio "Mail"${on === 'mail' ? ' [checked]' : ''} [ref=e3]`,
      `    - radio "Text"${on === 'text' ? ' [checked] [active]' : ''} [ref=e4]`,
      ...(more ? ['    - textbox "Mobile" [ref=e5]'] : []),
      '  - checkbox "None of these" [ref=e6]'
    ])
  const shown = page('text', true)
  const turns = [
    [click('e4'), shown],
    [click('e3'), ''],
    [press('ArrowUp'), '']
  ] as const
  expect((await said(page('mail', false), turns)).slice(1)).toEqual([null, null])
  expect(await said(page('mail', false), [[click('e6'), '']])).toEqual([null])
})

it('52.1 a link to a place that nothing is called by, or that is shown with the keyboard only, is asked about', async () => {
  const first = held([
    '- generic [active] [ref=e1]:',
    '  - link "Skip to content" [ref=e2]:',
    '    - /url: "#main"',
    '  - main [ref=e3]:',
    '    - link "Enter a name" [ref=e4]:',
    '      - /url: "#fn"',
    '    - tablist [ref=e5]:',
    '      - tab [ref=e6]:',
    '        - link "Dogs" [ref=e7]:',
    '          - /url: "#dogs"'
  ])
  for (const target of ['e2', 'e4', 'e7']) expect(await said(first, [[click(target), '']])).toEqual([null])
})

it('52.2 while the browser shows a file chooser, all that it does not answer is refused', async () => {
  const first = held(['- generic [ref=e1]:', '  - button "Photo" [ref=e2]', '  - button "On" [ref=e3]'])
  const modal = '### Modal state\n- [File chooser]: can be handled by browser_file_upload'
  const turns = [
    [click('e2'), `### Error\nError: Tool "browser_snapshot" does not handle the modal state.\n${modal}`],
    [click('e3'), `### Error\nError: Tool "browser_click" does not handle the modal state.\n${modal}`]
  ] as const
  expect((await said(first, turns))[1]).toBe(turns[1][1])
})

it('52.2 a thing that was made anew in its place is not there, and one that went is hidden', async () => {
  const page = (lines: readonly string[]) => ["RootWebArea 'A', focused, url='http://a.example/'", ...lines].join('\n')
  const first = page(["\t[4] button 'Sort', clickable", "\t[5] link 'Fee', clickable", "\t[6] link 'Rope', clickable"])
  const after = page(["\t[4] button 'Sort', clickable, focused", "\t[8] link 'Rope', clickable"])
  const turns = [
    ["click('4')", after],
    ["click('6')", ''],
    ["click('5')", '']
  ] as const
  expect((await said(first, turns)).map((text) => text?.split('\n')[0])).toEqual([
    undefined,
    'Error from previous action: ValueError: Could not find element with bid "6"',
    'Error from previous action: TimeoutError: Locator.click: Timeout 500ms exceeded.'
  ])
})

it('52.1 Tab goes on from where it was when a click was refused, and boxes are asked about when one lay under another thing', async () => {
  const page = (focus: string) =>
    [
      "RootWebArea 'A', focused, url='http://a.example/'",
      `\t[4] link 'Home', clickable${focus === 'home' ? ', focused' : ''}, url='http://a.example/x'`,
      "\t[5] checkbox 'Spring', clickable, checked='false'",
      "\t[6] checkbox 'Autumn', clickable, checked='false'"
    ].join('\n')
  const turns = [
    ["click('5')", `Error from previous action: TimeoutError: Locator.click: Timeout 500ms exceeded.\n\n${page('')}`],
    ["keyboard_press('Tab')", page('home')],
    ["click('6')", '']
  ] as const
  expect((await said(page(''), turns)).slice(1)).toEqual([page('home'), null])
})

it('52.1 a box that is agreed to may free a button, and what has an input behind it changes that too', async () => {
  const first = held([
    '- generic [ref=e1]:',
    '  - checkbox "I measured twice" [ref=e2]',
    '  - button "Next" [disabled]',
    '  - switch "Insured" [ref=e3]',
    '  - checkbox [aria-hidden] [ref=e4]'
  ])
  for (const target of ['e2', 'e3']) expect(await said(first, [[click(target), '']])).toEqual([null])
})

it('52.1 a text field with buttons for more and less is a number of the page’s own', async () => {
  const page = (focus: boolean) =>
    held([
      '- generic [ref=e1]:',
      '  - text: Ropes',
      `  - textbox "Ropes"${focus ? ' [active]' : ''} [ref=e2]: "2"`,
      '  - button "Increase" [ref=e3]',
      '  - link "On" [ref=e4]'
    ])
  const turns = [
    [click('e2'), page(true)],
    [press('ArrowUp'), page(true)],
    [press('Tab'), page(true)]
  ] as const
  expect(await said(page(false), turns)).toEqual([page(true), null, null])
})

it('52.1 a list in a form of which more came in sight is reset to what it was', async () => {
  const page = (day: string, more: boolean) =>
    [
      "RootWebArea 'A', focused, url='http://a.example/'",
      "\t[4] form ''",
      ...(more ? ["\t\t[5] textbox 'Van height', clickable"] : []),
      `\t\t[6] combobox 'Day' value='${day}', clickable, hasPopup='menu', expanded=False`,
      "\t\t\tMenuListPopup ''",
      ...['Car', 'Van'].map(
        (one, at) => `\t\t\t\t[${7 + at}] option '${one}', selected=${one === day ? 'True' : 'False'}`
      ),
      "\t\t[9] button 'Reset form', clickable"
    ].join('\n')
  const reset = page('Car', true).replace("'Reset form', clickable", "'Reset form', clickable, focused")
  const turns = [
    ["select_option('6', 'Van')", page('Van', true)],
    ["click('9')", reset]
  ] as const
  expect((await said(page('Car', false), turns))[1]).toBe(reset)
})
