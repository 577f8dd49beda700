// What the recorded sites do not have: the clipboard between fields, menus, and refusals of Playwright's newer server (0.0.83), whose words
// were taken from it.
import { expect, it } from 'vitest'
import { play } from './play.ts'
import { call, held, press } from './snapshots.ts'

const SNAPSHOT = `### Page
- Page URL: http://a.example/
- Page Title: A
### Snapshot
\`\`\`yaml
- generic [ref=e1]:
  - textbox "From" [ref=e2]: one two
  - textbox "To" [ref=e3]
  - menu [ref=e4]:
    - menuitem "Cut" [active] [ref=e5]
    - menuitem "Copy" [ref=e6]
  - combobox "Town" [ref=e7]:
    - option "Ghent" [selected]
    - option "Bruges" [disabled]
\`\`\``

it('52.1 what is copied in one field is put into another, and arrows go round in a menu', async () => {
  const copied = SNAPSHOT.replace(' [active]', '').replace('"From"', '"From" [active]')
  const put = copied.replace('"From" [active]', '"From"').replace('"To" [ref=e3]', '"To" [active] [ref=e3]: one two')
  const turns = [
    [press('ArrowUp'), SNAPSHOT.replace(' [active]', '').replace('"Copy"', '"Copy" [active]')],
    [press('ArrowDown'), SNAPSHOT],
    [call('browser_type', { target: 'e2', text: 'one two' }), copied],
    [press('Control+a'), copied],
    [press('Control+c'), copied],
    [call('browser_click', { target: 'e3' }), put.replace(': one two\n  - menu', '\n  - menu')],
    [press('Control+v'), put]
  ].map(([action = '', observation = '']) => ({ action, observation }))
  const said = await play({ domain: 'web', first: SNAPSHOT, turns })
  expect(said.map(({ text }) => text)).toEqual(turns.map(({ observation }) => observation))
})

it('52.2 a key that is none, an option that is disabled and a drag of what is missing are refused as by the newer server', async () => {
  const turns = [
    press('Nope'),
    call('browser_select_option', { target: 'e7', values: ['Bruges'] }),
    call('browser_drag', { startElement: 'x', startTarget: 'e99', endElement: 'To', endTarget: 'e3' })
  ].map((action) => ({ action, observation: '' }))
  const said = await play({ domain: 'web', first: SNAPSHOT, turns })
  expect(said.map(({ text }) => text?.split('\n')[1])).toEqual([
    'Error: browserBackend.callTool: Unknown key: "Nope"',
    'TimeoutError: browserBackend.callTool: Timeout 5000ms exceeded.',
    'Error: Ref e99 not found in the current page snapshot. Try capturing new snapshot.'
  ])
})

// What trial-sites taught, with nothing else of those pages.

it('52.1 a form is reset to what its fields held when they came in sight, and a field in which a number stood then may be read-only', async () => {
  const first = held(['- generic [active] [ref=e1]:', '  - button "Next" [ref=e2]'])
  const step = (note: string, focus: string) =>
    held([
      `- generic${focus === '' ? ' [active]' : ''} [ref=e1]:`,
      `  - textbox "Note"${focus === 'note' ? ' [active]' : ''} [ref=e3]: ${note}`,
      '  - textbox "Reference" [ref=e4]: PK-2231',
      `  - button "Clear"${focus === 'clear' ? ' [active]' : ''} [ref=e5]`
    ])
  const turns = [
    { action: call('browser_click', { target: 'e2' }), observation: step('as usual', '') },
    { action: call('browser_type', { target: 'e3', text: 'other' }), observation: step('other', 'note') },
    { action: call('browser_click', { target: 'e5' }), observation: step('as usual', 'clear') },
    { action: call('browser_type', { target: 'e4', text: 'x' }), observation: '' }
  ]
  const said = await play({ domain: 'web', first, turns })
  expect(said.slice(1).map(({ text }) => text)).toEqual([step('other', 'note'), step('as usual', 'clear'), null])
})

it('52.1 Tab goes on from where the focus was lost', async () => {
  const first = held([
    '- generic [active] [ref=e1]:',
    '  - textbox "Filter" [ref=e2]',
    '  - button "Back" [ref=e3]',
    '  - button "On" [ref=e4]'
  ])
  const stuck = first.replace('"Back"', '"Back" [disabled]')
  const on = stuck.replace(' [active]', '').replace('"On"', '"On" [active]')
  const turns = [
    { action: call('browser_click', { target: 'e3' }), observation: stuck },
    { action: press('Tab'), observation: on }
  ]
  expect((await play({ domain: 'web', first, turns }))[1]?.text).toBe(on)
})

it('52.1 the ends of a slider are known once a key has brought it there, and a day goes from December to January', async () => {
  const page = (width: number, day: string, focus: 'width' | 'day') =>
    held([
      '- generic [ref=e1]:',
      `  - slider "Width"${focus === 'width' ? ' [active]' : ''} [ref=e2]: "${width}"`,
      `  - textbox "Day"${focus === 'day' ? ' [active]' : ''} [ref=e3]: ${day}`
    ])
  const turns = [
    { action: press('End'), observation: page(20, '2026-12-20', 'width') },
    { action: press('ArrowUp'), observation: page(20, '2026-12-20', 'width') },
    { action: call('browser_type', { target: 'e3', text: '2026-12-24' }), observation: page(20, '2026-12-24', 'day') },
    { action: press('ArrowUp'), observation: page(20, '2026-01-24', 'day') }
  ]
  const said = await play({ domain: 'web', first: page(7, '2026-12-20', 'width'), turns })
  expect(said.slice(1).map(({ text }) => text)).toEqual(turns.slice(1).map(({ observation }) => observation))
})
