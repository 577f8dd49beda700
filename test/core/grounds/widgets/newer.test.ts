// What the recorded sites do not have: the clipboard between fields, menus, and refusals of Playwright's newer server (0.0.83), whose words
// were taken from it.
import { expect, it } from 'vitest'
import { play } from './play.ts'

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

const call = (name: string, given: object) => JSON.stringify({ name, arguments: given })
const press = (key: string) => call('browser_press_key', { key })

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
