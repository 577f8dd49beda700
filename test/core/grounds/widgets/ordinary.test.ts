// What thirteen ordinary sites taught (a bug tracker, a forum, a mailbox, forms of authorities, a shop, a calendar, a wiki), with nothing
// else of those pages: recorded by Playwright's MCP server 0.0.83 (test/record).
import { expect, it } from 'vitest'
import { call, click, held, press, said } from './snapshots.ts'

const fill = (target: string, text: string) => call('browser_type', { target, text })
const select = (target: string, value: string) => call('browser_select_option', { target, values: [value] })
const hover = (target: string) => call('browser_hover', { target })

it('52.2 a click does not come to what lies behind a dialog that has the keyboard, nor to a box whose label alone is drawn', async () => {
  const first = held([
    '- generic [ref=e1]:',
    '  - button "Star" [pressed] [ref=e2]',
    '  - status [ref=e3]:',
    '    - button "Undo" [pressed] [ref=e4]',
    '  - dialog [ref=e5]:',
    '    - textbox "To" [active] [ref=e6]',
    '    - checkbox "Plane" [ref=e7]',
    '    - generic [ref=e8] [cursor=pointer]: Plane'
  ])
  const [star, undo, hovered, plane] = await said(first, [
    [click('e2'), first],
    [click('e4'), first],
    [hover('e2'), first],
    [click('e7'), first]
  ])
  for (const [text, ref, over] of [
    [star, 'e2', '<div role="dialog">…</div>'],
    [hovered, 'e2', '<div role="dialog">…</div>'],
    [plane, 'e7', '<label>…</label>']
  ]) {
    expect(text).toContain('### Error\nTimeoutError: browserBackend.callTool: Timeout 5000ms exceeded.')
    expect(text).toContain(`waiting for locator('aria-ref=${ref}')`)
    expect(text).toContain(`${over} intercepts pointer events`)
  }
  expect(undo).not.toContain('### Error')
})

it('52.1 rows and cells are other things when another option of a list in them is chosen, after the highest number that was seen', async () => {
  const page = (row: string, cell: string, mail: string, help = '') =>
    held([
      '- generic [ref=e1]:',
      '  - table [ref=e2]:',
      `    - row [ref=${row}]:`,
      `      - cell [ref=${cell}]:`,
      `        - listbox "Product"${mail && ' [active]'} [ref=e5]:`,
      '          - option "Site" [ref=e6]',
      `          - option "Mail"${mail} [ref=e7]`,
      `  - button "Help"${help} [ref=e8]`,
      ...(help.includes('expanded') ? ['  - paragraph [ref=e9]: None'] : [])
    ])
  const first = page('e3', 'e4', '')
  const turns = [
    [click('e8'), page('e3', 'e4', '', ' [expanded] [active]')],
    [click('e8'), page('e3', 'e4', '', ' [active]')],
    [select('e5', 'Mail'), page('e10', 'e11', ' [selected]')]
  ] as const
  expect((await said(first, turns))[2]).toBe(
    page('e10', 'e11', ' [selected]')
      .replace('listbox "Product" [active]', 'listbox "Product"')
      .replace('button "Help"', 'button "Help" [active]')
  )
})

it('52.1 a switch says the other word, and a box makes the group behind it usable that was not', async () => {
  const page = (on: boolean, box: string, locked: string, focus: string) =>
    held([
      '- generic [ref=e1]:',
      `  - switch "Sign-up"${on ? ' [checked]' : ''}${focus === 'switch' ? ' [active]' : ''} [ref=e2]: "${on ? 'On' : 'Off'}"`,
      '  - generic [ref=e3]:',
      `    - checkbox "I have an employer"${box}${focus === 'box' ? ' [active]' : ''} [ref=e4]`,
      '    - text: I have an employer',
      `  - group "Employer" [ref=e5]:`,
      `    - textbox "Company"${locked} [ref=e6]`,
      `    - combobox "Size"${locked} [ref=e7]:`,
      `      - option "Small"${locked} [selected]`
    ])
  const turns = [
    [click('e2'), page(true, '', ' [disabled]', 'switch')],
    [click('e4'), page(true, ' [checked]', '', 'box')]
  ] as const
  expect(await said(page(false, '', ' [disabled]', ''), turns)).toEqual(turns.map(([, page]) => page))
})

it('52.1 the history leads back to the page as it was loaded, with what its form held, and its things are counted anew', async () => {
  const page = (frame: string, name: string, box: string, extra: readonly string[], focus: string) =>
    held([
      `- generic${focus === 'page' ? ' [active]' : ''} [ref=${frame}e1]:`,
      `  - textbox "Name"${focus === 'name' ? ' [active]' : ''} [ref=${frame}e2]${name}`,
      '  - textbox "Password" [ref=e3]'.replace('=e3', `=${frame}e3`),
      `  - checkbox "Notify"${box}${focus === 'box' ? ' [active]' : ''} [ref=${frame}e4]`,
      `  - button "More"${focus === 'more' ? ' [active]' : ''} [ref=${frame}e5]`,
      ...extra,
      `  - link "Next" [ref=${frame}e6] [cursor=pointer]:`,
      '    - /url: /next'
    ])
  const other = held(['- paragraph [ref=f1e2]: Another page.']).replace('http://a.example/', 'http://a.example/next')
  const more = ['  - paragraph [ref=e7]: More']
  const back = page('f2', ': Ida', ' [checked]', [], 'page')
  const turns = [
    [fill('e2', 'Ida'), page('', ': Ida', '', [], 'name')],
    [click('e4'), page('', ': Ida', ' [checked]', [], 'box')],
    [click('e5'), page('', ': Ida', ' [checked]', more, 'more')],
    [click('e6'), other],
    [call('browser_navigate_back', {}), back]
  ] as const
  expect((await said(page('', '', '', [], 'page'), turns)).at(-1)).toBe(back)
})

it('52.1 what the box over the rows of a table says is asked until it was seen to stay as it is', async () => {
  const page = (one: string, two: string, focus: string) =>
    held([
      '- generic [ref=e1]:',
      '  - table [ref=e2]:',
      '    - row [ref=e3]:',
      '      - columnheader [ref=e4]:',
      '        - checkbox "All" [ref=e5]',
      '    - row [ref=e6]:',
      `      - checkbox "One"${one}${focus === 'one' ? ' [active]' : ''} [ref=e7]`,
      '    - row [ref=e8]:',
      `      - checkbox "Two"${two}${focus === 'two' ? ' [active]' : ''} [ref=e9]`
    ])
  const turns = [
    [click('e7'), page(' [checked]', '', 'one')],
    [click('e9'), page(' [checked]', ' [checked]', 'two')]
  ] as const
  expect(await said(page('', '', ''), turns)).toEqual([null, turns[1][1]])
})

it('52.1 a number beside a slider goes with it, and a count that readers of the screen are told of goes later', async () => {
  const page = (number: number, note: string, left: number, focus: string) =>
    held([
      '- generic [ref=e1]:',
      '  - generic [ref=e2]:',
      `    - slider "Share"${focus === 'share' ? ' [active]' : ''} [ref=e3]: "${number}"`,
      `    - generic [aria-hidden] [ref=e4]: "${number}"`,
      '  - generic [ref=e5]:',
      '    - text: Note',
      `    - textbox "Note"${focus === 'note' ? ' [active]' : ''} [ref=e6]${note}`,
      `    - generic [aria-hidden] [ref=e7]: You have ${left} characters remaining`,
      '    - generic [ref=e8]: You have 50 characters remaining'
    ])
  const turns = [
    [fill('e3', '52'), page(52, '', 50, 'share')],
    [fill('e6', 'Late'), page(52, ': Late', 46, 'note')]
  ] as const
  expect(await said(page(20, '', 50, ''), turns)).toEqual(turns.map(([, page]) => page))
})

it('52.1 keys are asked about that go to what a tab shows, to what a page made take the keyboard and to lists that a button opened', async () => {
  const page = (tab: string, own: string, list: string) =>
    held([
      '- generic [ref=e1]:',
      '  - tablist [ref=e2]:',
      `    - tab "Facts" [selected]${tab} [ref=e3]`,
      '  - tabpanel "Facts" [ref=e4]: Dry.',
      `  - generic${own} [ref=e5] [cursor=pointer]: Any trade`,
      `  - button "Doctor"${list && ' [expanded]'} [ref=e6]`,
      ...(list
        ? [`  - listbox${list} [ref=e7]:`, '    - option "Amos" [selected] [ref=e8]', '    - option "Bell" [ref=e9]']
        : [])
    ])
  expect(await said(page(' [active]', '', ''), [[press('Tab'), '']])).toEqual([null])
  expect(await said(page('', ' [active]', ''), [[press('ArrowDown'), '']])).toEqual([null])
  expect(await said(page('', '', ' [active]'), [[press('ArrowDown'), '']])).toEqual([null])
})

it('52.1 Escape in a field that came in the place of a text, and where the pointer goes from what it showed, are asked about', async () => {
  const page = (inside: readonly string[]) => held(['- generic [ref=e1]:', ...inside])
  const text = [
    '  - button "Notice" [ref=e2]',
    '  - link "Women" [ref=e4] [cursor=pointer]:',
    '    - /url: /women',
    '  - heading "Boots" [ref=e6]'
  ]
  const field = ['  - textbox "Notice" [active] [ref=e3]: On Sunday', ...text.slice(1)]
  const edits = [
    [click('e2'), page(field)],
    [press('Escape'), page(text)]
  ] as const
  expect(await said(page(text), edits)).toEqual([null, null])
  const shown = [...text.slice(0, 3), '  - list [ref=e7]:', '    - listitem [ref=e8]: Coats', ...text.slice(3)]
  const hovers = [
    [hover('e4'), page(shown)],
    [click('e6'), page(text)]
  ] as const
  expect((await said(page(text), hovers))[1]).toBe(null)
})

it('52.1 a text frees what saves changes, and labels that were seen to move out of fields do so again', async () => {
  const saves = held([
    '- generic [ref=e1]:',
    '  - text: Source',
    '  - textbox "Source" [ref=e2]: Bog',
    '  - button "Publish changes" [disabled] [ref=e3]'
  ])
  expect(await said(saves, [[fill('e2', 'Fen'), '']])).toEqual([null])
  const page = (plate: string, maker: string) =>
    held([
      '- generic [ref=e1]:',
      `  - generic${plate && ' [aria-hidden]'} [ref=e2]: Plate`,
      `  - textbox "Plate" [ref=e3]${plate}`,
      `  - generic${maker && ' [aria-hidden]'} [ref=e4]: Maker`,
      `  - textbox "Maker" [ref=e5]${maker}`
    ])
  const turns = [
    [fill('e3', 'AB'), page(': AB', '')],
    [fill('e5', 'Saab'), page(': AB', ': Saab')]
  ] as const
  expect((await said(page('', ''), turns))[1]).toBe(null)
})
