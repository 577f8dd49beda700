// What unseen-sites taught, with nothing else of those pages: recorded by Playwright's MCP server 0.0.83 and BrowserGym 0.14.3 (test/record).
import { expect, it } from 'vitest'
import { withoutError } from '../../../../src/core/domains/intents.ts'
import { call, click, held, press, said } from './snapshots.ts'

it('52.1 Tab goes on to the next part of a day that was filled, and what comes then is not known', async () => {
  const page = (day: string, focus: boolean) =>
    held([
      '- generic [ref=e1]:',
      `  - textbox "Until"${focus ? ' [active]' : ''} [ref=e2]: ${day}`,
      '  - button "On" [ref=e3]'
    ])
  const filled = page('2027-03-05', true)
  const turns = [
    [call('browser_type', { target: 'e2', text: '2027-03-05' }), filled],
    [press('Tab'), filled],
    [press('Tab'), filled],
    [press('Shift+Tab'), filled]
  ] as const
  expect(await said(page('2027-03-01', false), turns)).toEqual([filled, filled, null, null])
})

it('52.1 a number is not counted below nothing where no least is told, and an end teaches no step', async () => {
  const page = (count: string) =>
    held(['- generic [ref=e1]:', `  - spinbutton "Counted" [active] [ref=e2]: "${count}"`])
  const turns = [
    [call('browser_type', { target: 'e2', text: '-4' }), page('-4')],
    [press('ArrowUp'), page('0')],
    [press('ArrowUp'), page('1')]
  ] as const
  expect(await said(page('0'), [[press('ArrowDown'), '']])).toEqual([null])
  expect(await said(page('0'), turns)).toEqual([page('-4'), null, page('1')])
})

it('52.1 a summary shows again what it showed last, and bare text in it is told whether it is open or not', async () => {
  const box = (on: string) => [`    - checkbox "Friends"${on} [ref=e4]`]
  const page = (inside: readonly string[], active: string) =>
    held(['- generic [ref=e1]:', '  - group [ref=e2]:', `    - generic "Who"${active} [ref=e3]`, ...inside])
  const [open, closed] = [page(box(''), ' [active]'), page([], ' [active]')]
  const ticked = held([
    '- generic [ref=e1]:',
    '  - group [ref=e2]:',
    '    - generic "Who" [ref=e3]',
    ...box(' [checked] [active]')
  ])
  const [again, bare] = [page(box(' [checked]'), ' [active]'), page(['    - text: Only us.'], '')]
  const turns = [
    [click('e3'), open],
    [click('e4'), ticked],
    [click('e3'), closed],
    [click('e3'), again]
  ] as const
  expect((await said(page([], ''), turns)).slice(1)).toEqual([ticked, closed, again])
  expect(await said(bare, [[click('e3'), '']])).toEqual([page(['    - text: Only us.'], ' [active]')])
})

it('52.1 a dialog in which a text stood that was changed is asked about when it opens again', async () => {
  const under = (focus: string) => ['- generic [ref=e1]:', `  - button "Edit"${focus} [ref=e2]`]
  const [first, closed] = [held(under('')), held(under(' [active]'))]
  const open = (name: string) =>
    held([...under(''), '  - dialog "Part" [ref=e3]:', `    - textbox "Name" [active] [ref=e4]: ${name}`])
  const turns = [
    [click('e2'), open('Bolt')],
    [call('browser_type', { target: 'e4', text: 'B' }), open('B')],
    [press('Escape'), closed],
    [click('e2'), open('Bolt')]
  ] as const
  expect(await said(first, turns)).toEqual([null, open('B'), closed, null])
})

it('52.1 what was seen to change other things too is asked about the next time', async () => {
  const page = (monday: boolean, tuesday: boolean, focus: number) =>
    [
      "RootWebArea 'A', focused, url='http://a.example/'",
      `\t[1] button 'Mon', clickable${focus === 1 ? ', focused' : ''}, pressed='${monday}'`,
      `\t[2] button 'Tue', clickable${focus === 2 ? ', focused' : ''}, pressed='${tuesday}'`
    ].join('\n')
  const turns = [
    ["click('1')", page(true, false, 1)],
    ["click('2')", page(false, true, 2)]
  ] as const
  expect(await said(page(false, true, 0), turns)).toEqual([page(true, true, 1), null])
})

it('52.1 a field that was seen to keep a code to itself is asked about whatever changes its text', async () => {
  const page = (focus: string) =>
    held(['- generic [ref=e1]:', `  - textbox "Member number"${focus} [ref=e2]: NG-40817`])
  const turns = [
    [click('e2'), page(' [active]')],
    [press('End'), page(' [active]')],
    [press('x'), page(' [active]')]
  ] as const
  expect(await said(page(''), turns)).toEqual([page(' [active]'), page(' [active]'), null])
})

it('52.2 a colour in large letters is taken by the newer Playwright and refused by BrowserGym’s, which puts it in all the same', async () => {
  const page = (colour: string, focus: string) =>
    held(['- generic [ref=e1]:', `  - textbox "Ink"${focus} [ref=e2]: "${colour}"`])
  const typed = call('browser_type', { target: 'e2', text: '#00AAFF' })
  expect(await said(page('#112233', ''), [[typed, '']])).toEqual([page('#00aaff', ' [active]')])
  const tree = (colour: string, focus: string) =>
    `RootWebArea 'A', focused, url='http://a.example/'\n\t[1] ColorWell 'Ink' value='${colour}', clickable${focus}`
  const [refused = ''] = await said(tree('#112233', ''), [["fill('1', '#00AAFF')", '']])
  expect(refused?.split('\n')[0]).toBe('Error from previous action: Error: Locator.fill: Error: Malformed value')
  expect(withoutError(refused ?? '')).toBe(tree('#00aaff', ', focused'))
})

it('52.2 the first part of a combination that is no key is named', async () => {
  const first = held(['- generic [active] [ref=e1]:', '  - button "On" [ref=e3]'])
  const [text] = await said(first, [[press('Ctrl+a'), '']])
  expect(text?.split('\n')[1]).toBe('Error: browserBackend.callTool: Unknown key: "Ctrl"')
})

it('52.2 what is disabled is refused as that, whatever it is', async () => {
  const first = held([
    '- generic [ref=e1]:',
    '  - checkbox "Marks" [checked] [disabled] [ref=e2]',
    '  - button "On" [disabled] [ref=e3]'
  ])
  const turns = [
    [call('browser_type', { target: 'e2', text: 'on' }), first],
    [call('browser_select_option', { target: 'e3', values: ['on'] }), first]
  ] as const
  expect((await said(first, turns)).map((text) => text?.split('\n').at(-1))).toEqual([
    '    - element is not enabled',
    '    - element is not enabled'
  ])
})

it('52.2 BrowserGym calls hidden what stood on the page, and does not find what did not', async () => {
  const tree = (field: string) =>
    ["RootWebArea 'A', focused, url='http://a.example/'", "\t[1] tab 'Day', clickable, selected=True", field].join('\n')
  const [first, later] = [tree("\t[2] textbox 'Guests', clickable"), tree("\t[3] textbox 'Rooms', clickable")]
  const turns = [
    ["click('1')", later],
    ["click('2')", later],
    ["click('9')", later]
  ] as const
  expect((await said(first, turns)).slice(1).map((text) => text?.split('\n')[0])).toEqual([
    'Error from previous action: TimeoutError: Locator.click: Timeout 500ms exceeded.',
    'Error from previous action: ValueError: Could not find element with bid "9"'
  ])
})

it('52.1 arrows in a list of several that a page made may only lead on, and a snapshot does not tell which list it is', async () => {
  const page = (chosen: string, isOwn: boolean) =>
    [
      "RootWebArea 'A', focused, url='http://a.example/'",
      "\t[1] listbox 'Days', focused, multiselectable=True, orientation='vertical'",
      ...['Mon', 'Tue'].flatMap((day, at) => [
        `\t\t[${at + 2}] option '${day}', selected=${day === chosen ? 'True' : 'False'}`,
        ...(isOwn ? [`\t\t\tStaticText '${day}'`] : [])
      ])
    ].join('\n')
  const down = "keyboard_press('ArrowDown')"
  expect(await said(page('Mon', false), [[down, '']])).toEqual([page('Tue', false)])
  expect(await said(page('Mon', true), [[down, '']])).toEqual([null])
  const snapshot = (on: string) =>
    held(['- listbox "Days" [active] [ref=e2]:', '  - option "Mon" [ref=e3]', `  - option "Tue"${on} [ref=e4]`])
  expect(await said(snapshot(''), [[press('ArrowDown'), '']])).toEqual([null])
})

it('52.4 a form’s call that is refused names the field that refused it', async () => {
  const page = held(['- generic [ref=e1]:', '  - textbox "Name" [ref=e2]', '  - button "Send" [disabled] [ref=e3]'])
  const form = (name: 'ref' | 'target') =>
    call('browser_fill_form', {
      fields: [{ name: 'Send', type: 'textbox', [name]: 'e3', value: 'x' }]
    })
  expect((await said(page, [[form('target'), '']]))[0]).toContain("locator('aria-ref=e3')")
  expect((await said(page, [[form('ref'), '']]))[0]).toContain("locator('aria-ref=e3')")
})
