// Phones and desktops whose apps a program answers, as a world sees them: from the shell around the program to what is kept with a step.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'
import { findDomain } from '../../../../src/core/domains/index.ts'
import { eventOf } from '../../../../src/core/grounds/programs/event.ts'
import { readScreen } from '../../../../src/core/observations/screens/readers/index.ts'
import { canonical } from '../../../../src/core/tree/history.ts'
import type { Action } from '../../../../src/core/tree/model.ts'
import type { Json } from '../../../../src/core/tree/ports.ts'
import { seenIn } from '../../../../src/host/grounds/programs/browsing.ts'
import { stateAfter, stateOf } from '../../../../src/host/grounds/programs/running.ts'
import { programUse } from '../../../../src/host/grounds/programs/use.ts'
import { createWorldPrograms } from '../../../../src/host/grounds/programs/world-programs.ts'
import { must } from '../../../must.ts'

const Scenario = z.object({
  setup: z.object({ domain: z.string(), program: z.string(), initialState: z.string() })
})

const programs = createWorldPrograms()
afterAll(() => programs.dispose())

type Written = { text: string; language: 'data' | 'javascript' }

const shipped = (name: string): Written => ({
  ...{ text: readFileSync(`resources/scenarios/programs/${name}.yaml`, 'utf8'), language: 'data' }
})

/** A world of a kind around a program. */
async function world(written: Written, kind: string, first = '') {
  const domain = findDomain(kind)
  const door = must(domain.door)
  const running = seenIn(domain, programs, programUse({ ...written, version: 1 }), first)
  let { state } = await running.init('7')
  const shown = [String((await running.look(state, door)).view)]
  return {
    text: () => shown.at(-1) ?? '',
    shown,
    state: () => state.value(),
    async do(given: Action, from = running): Promise<string> {
      const action = typeof given === 'string' ? domain.fromText(given) : given
      const { step, changes } = await from.step(state, eventOf(door, action))
      // Only what is kept with the step counts, as when a world is opened again.
      state = stateAfter(stateOf(structuredClone(state.value())), structuredClone(changes))
      const answer = must(step).error ?? must(step).answer
      shown.push(typeof answer === 'string' ? answer : JSON.stringify(answer))
      return shown.at(-1) ?? ''
    },
    /** The number, the reference or the middle of what is called so. */
    at(name: string): string {
      const read = readScreen(shown.at(-1) ?? '')
      const node =
        'screen' in read
          ? read.screen.nodes.find(
              (one) => one.ref !== null && one.name === name && !/cell|header|heading/.test(one.role)
            )
          : undefined
      if (!node) throw new Error(`Nothing is called ${name}:\n${shown.at(-1)}`)
      return must(node.ref)
    }
  }
}

const hashOf = (state: Json): string => createHash('sha256').update(canonical(state)).digest('hex')

it('55.7 the same task by tools, on pages and on a phone ends in the same state', async () => {
  const program = shipped('inventory')
  const rows: Record<string, { steps: number; hash: string }> = {}
  const done = async (door: string, run: () => Promise<{ state: Json; shown: readonly string[] }>) => {
    const { state, shown } = await run()
    rows[door] = { steps: shown.length - 1, hash: hashOf(state) }
  }
  await done('tools', async () => {
    const tools = await world(program, 'mcp')
    await tools.do({ name: 'receive', arguments: { item: 'I-2', amount: 4 } })
    await tools.do({ name: 'ship', arguments: { item: 'I-3', amount: 2 } })
    await tools.do({ name: 'ship', arguments: { item: 'I-1', amount: 5 } })
    return { state: tools.state(), shown: tools.shown }
  })
  // `as`: the states of shells are objects.
  const own = (state: Json) => (state as { program: Json }).program
  await done('pages', async () => {
    const pages = await world(program, 'web')
    for (const [item, amount, button] of [
      ['lantern', '4', 'Receive'],
      ['anchor', '2', 'Ship'],
      ['rope', '5', 'Ship']
    ] as const) {
      await pages.do(`click('${pages.at(item)}')`)
      await pages.do(`fill('${pages.at('Amount')}', '${amount}')`)
      await pages.do(`click('${pages.at(button)}')`)
      if (item === 'anchor') expect(pages.text()).toContain('There are only 1 of I-3.')
      await pages.do(`click('${pages.at('Stock')}')`)
    }
    return { state: own(pages.state()), shown: pages.shown }
  })
  await done('phone', async () => {
    const phone = await world(program, 'android')
    for (const [item, amount, button] of [
      ['lantern', '4', 'Receive'],
      ['anchor', '2', 'Ship'],
      ['rope', '5', 'Ship']
    ] as const) {
      await phone.do(`tap ${phone.at(item)}`)
      await phone.do({ action: 'click', coordinate: [540, 460] })
      await phone.do({ action: 'type', text: amount })
      await phone.do('back')
      await phone.do(`tap ${phone.at(button)}`)
      if (item === 'anchor') expect(phone.text()).toContain('There are only 1 of I-3.')
      await phone.do('back')
    }
    return { state: own(phone.state()), shown: phone.shown }
  })
  expect(Object.entries(rows).map(([door, { steps }]) => [door, steps])).toEqual([
    ['tools', 3],
    ['pages', 12],
    ['phone', 18]
  ])
  expect(new Set(Object.values(rows).map(({ hash }) => hash)).size).toBe(1)
})

it('55.7 from a mug to a paid order, by tools, on pages and on a phone, it is the same shop', async () => {
  const card = '4111 1111 1111 1111'
  const tools = await world(shipped('pottery'), 'mcp')
  await tools.do({ name: 'add_to_basket', arguments: { pot: 'two-handled' } })
  await tools.do({ name: 'order', arguments: { email: 'rosa@example.org' } })
  expect(await tools.do({ name: 'pay', arguments: { order: 301, card: '4111 1111' } })).toBe(
    'A card number has 16 digits.'
  )
  await tools.do({ name: 'pay', arguments: { order: 301, card } })
  expect(await tools.do({ name: 'pay', arguments: { order: 301, card } })).toBe('Order 301 is paid already.')

  const pages = await world(shipped('pottery'), 'web')
  const press = (name: string) => pages.do(`click('${pages.at(name)}')`)
  const fill = (name: string, text: string) => pages.do(`fill('${pages.at(name)}', '${text}')`)
  await press('Add Two-handled mug to basket')
  await fill('E-mail', 'rosa@example.org')
  await press('Order')
  await fill('Card number', '4111 1111')
  await press('Pay 35.40 EUR')
  expect(pages.text()).toContain('A card number has 16 digits.')
  await fill('Card number', card)
  await press('Pay 35.40 EUR')
  expect(pages.text()).toContain('Paid.')

  const phone = await world(shipped('pottery'), 'android')
  const tap = (name: string) => phone.do(`tap ${phone.at(name)}`)
  const type = (name: string, text: string) =>
    phone.do({ action_type: 'input_text', index: Number(phone.at(name)), text, clear_text: true })
  await tap('Two-handled mug')
  await tap('Add to basket')
  // Enter sends a form with one field.
  await type('E-mail', 'rosa@example.org')
  await type('Card number', '4111 1111')
  expect(phone.text()).toContain('A card number has 16 digits.')
  await type('Card number', card)
  expect(phone.text()).toContain('Paid.')

  // `as`: the states of shells are objects.
  const own = (state: Json) => (state as { program: Json }).program
  const [first, ...others] = [tools.state(), own(pages.state()), own(phone.state())].map(hashOf)
  expect(others).toEqual([first, first])
})

it('55.6 a phone goes on from what its steps keep, less than 100 kB of it', async () => {
  const phone = await world(shipped('phone'), 'android')
  for (const line of [
    'open Contacts',
    'open Calendar',
    'open Notes',
    'open Files',
    'open Clock',
    'open Settings',
    'open Shop',
    'open Browser'
  ])
    await phone.do(line)
  expect(JSON.stringify(phone.state()).length).toBeLessThan(100_000)
})

it('55.2 a world that was written down in one form goes on in it', async () => {
  const list = '[ 0] | android.widget.TextView | text="Home" desc="" res="" | bounds=[0,0][1080,2400]'
  const phone = await world(shipped('phone'), 'android', list)
  expect(phone.text()).toMatch(/^\[ 0\] \| android\.widget\.FrameLayout \| text=""/)
})

// A phone in JavaScript: the view names the apps, and requests are answered with HTML.
const COUNTER: Written = {
  language: 'javascript',
  text: `
export const init = () => ({ count: 0 })
export const views = { phone: ({ count }) => ({ apps: [{ id: 'counter', title: 'Counter', start: 'https://counter.app/' }], opens: 'counter', now: '2026-03-02T10:0' + count + ':00Z' }) }
export function step(state, { method, headers }) {
  if (headers.host !== 'counter.app') return undefined
  if (method === 'POST') return { state: put(state, ['count'], state.count + 1), answer: { status: 303, headers: { location: '/' } } }
  return { answer: { status: 200, headers: { 'content-type': 'text/html' }, body: '<title>Counter</title><p>' + state.count + '</p><form method="post"><button>More</button></form>' } }
}`
}

it('55.1 a program of JavaScript has a phone too', async () => {
  const phone = await world(COUNTER, 'android')
  await phone.do(`tap ${phone.at('More')}`)
  await phone.do(`tap ${phone.at('More')}`)
  expect(phone.text()).toContain('"text": "2"')
  expect(phone.text()).toContain('"10:02"')
})

it('55.1 a program without a phone says what it needs', async () => {
  const none: Written = {
    language: 'javascript',
    text: 'export const init = () => ({})\nexport const step = () => undefined'
  }
  await expect(world(none, 'android')).rejects.toThrow('Let views.phone give {"apps": [')
})

it.each(['phone-contacts', 'phone-settings', 'text-editor', 'file-manager'])(
  '55.2, 55.10 %s begins with the screen that its program shows',
  async (name) => {
    const { setup } = Scenario.parse(JSON.parse(readFileSync(`resources/scenarios/${name}.json`, 'utf8')))
    const text = readFileSync(`resources/scenarios/${setup.program}`, 'utf8')
    const begun = await world({ text, language: 'data' }, setup.domain, setup.initialState)
    expect(begun.text().trimEnd()).toBe(setup.initialState.trimEnd())
  }
)

const NOTES = (tells: string) => `version: 1
tables:
  notes:
    columns: { id: id, title: text required, text: text }
    rows: [{ title: Shopping, text: Oat milk }, { title: Läden, text: Zu }]
verbs:
  write: { about: Writes a note., create: notes }
  drop: { about: Deletes a note., delete: notes }
phone:
  opens: notes
  tells: ${tells}
  apps:
    notes:
      at:
        /:
          title: Notes
          html: |
            {{for row in notes}}<div><a href="/{{row.id}}">{{row.title}}</a><menu hidden><form method="post" action="/{{row.id}}"><button>Delete</button></form></menu></div>{{end}}<p>All {{count(notes)}} notes</p>
            <form method="post"><input name="title" aria-label="Title" required><input name="text" aria-label="Text"><button>Save</button></form>
        POST /: { verb: write, to: / }
        'POST /{id}': { verb: drop, to: / }
        '/{note}': { title: '{{note.title}}', input: { note: { references: notes } }, html: '<p>{{note.text}}</p>' }
`

it('55.11 a long press opens what a thing, a field and a text have, in the forms of four agents', async () => {
  const phone = await world({ text: NOTES('android-elements'), language: 'data' }, 'android')
  const { at } = phone
  await phone.do(`hold ${at('Shopping')}`)
  expect(phone.text()).not.toContain('Läden')
  await phone.do('back')
  await phone.do(`hold ${at('Shopping')}`)
  await phone.do(`tap ${at('Delete')}`)
  expect([phone.text().includes('Shopping'), phone.text().includes('All 1 notes')]).toEqual([false, true])
  await phone.do(`hold ${at('All 1 notes')}`)
  await phone.do(`tap ${at('Copy')}`)
  await phone.do(`hold ${at('Title')}`)
  await phone.do(`tap ${at('Paste')}`)
  await phone.do({ action_type: 'input_text', text: ' – Grüße 🌻' })
  await phone.do(`hold ${at('Text')}`)
  expect(phone.text()).not.toContain('"Cut"')
  await phone.do('back')
  await phone.do(`tap ${at('Save')}`)
  expect(phone.text()).toContain('All 1 notes – Grüße 🌻')
  expect(await phone.do({ action_type: 'long_press', index: 900 })).toContain('Invalid element index: 900')

  const run = await world({ text: NOTES('droidrun'), language: 'data' }, 'android')
  const call = (action: Record<string, string>) =>
    run.do(
      `<invoke name="phone">\n${Object.entries(action)
        .map(([name, value]) => `<parameter name="${name}">${value}</parameter>`)
        .join('\n')}\n</invoke>`
    )
  const numbered = (pattern: RegExp) => must(/^(\d+)\./m.exec(must(pattern.exec(run.text()))[0])?.[1])
  expect(run.text()).toContain('• **Keyboard:** Hidden')
  await call({
    action: 'type',
    index: numbered(/^\d+\. EditText: "com.example.notes:id\/title", "Title".*$/m),
    text: 'Milch für Jörg'
  })
  expect(run.text()).toContain("• **Keyboard:** Visible\n• **Focused Element:** 'Milch für Jörg'")
  await call({ action: 'system_button', button: 'back' })
  await call({ action: 'click', index: numbered(/^\d+\. Button: .*"Save".*$/m) })
  expect(run.text()).toContain('"Milch für Jörg"')
  await call({ action: 'long_press', index: numbered(/^\d+\. TextView: .*"Milch für Jörg".*$/m) })
  await call({ action: 'click', index: numbered(/^\d+\. TextView: .*"Delete".*$/m) })
  expect(run.text()).not.toContain('Milch für Jörg')

  const bot = await world({ text: NOTES('droidbot'), language: 'data' }, 'android')
  const boxed = (pattern: RegExp) => must(/bounds=([\d,]+)/.exec(must(pattern.exec(bot.text()))[0])?.[1])
  await bot.do(`set_text <input bound_box=${boxed(/^.*text="Title".*$/m)}></input> Tee`)
  expect(bot.text()).toMatch(
    /EditText id="com.example.notes:id\/title" text="Tee" flags=clickable,long_clickable,focused,editable/
  )
  await bot.do(`long_touch <p bound_box=${boxed(/^.*text="Läden".*$/m)}>Läden</p>`)
  await bot.do(`touch <button bound_box=${boxed(/^.*text="Delete".*$/m)}>Delete</button>`)
  expect([bot.text().includes('Läden'), bot.text().includes('All 1 notes')]).toEqual([false, true])
})

it('55.11 the right button opens the menu of a thing, and the clipboard over a field', async () => {
  const desktop = await world(shipped('desktop'), 'os')
  await desktop.do('pyautogui.click(500, 140)\npyautogui.rightClick(350, 290)')
  expect(desktop.text()).toContain('menu-item\tMove to Trash\t""\t\t\t(350, 354)')
  await desktop.do("pyautogui.press('esc')")
  expect(desktop.text()).toContain('2 items')
  await desktop.do('pyautogui.rightClick(350, 290)\npyautogui.click(360, 370)')
  expect([desktop.text().includes('1 item\t'), desktop.text().includes('menu-item')]).toEqual([true, false])
  await desktop.do("pyautogui.click(1320, 600)\npyautogui.write('ab')\npyautogui.rightClick(1320, 600)")
  await desktop.do('pyautogui.click(1330, 710)')
  await desktop.do('pyautogui.rightClick(1320, 600)\npyautogui.click(1330, 615)')
  await desktop.do(
    'pyautogui.rightClick(1320, 600)\npyautogui.click(1330, 680)\npyautogui.rightClick(1320, 600)\npyautogui.click(1330, 680)'
  )
  expect(desktop.text()).toMatch(/^text\tUntitled\tabab\t/m)
  await desktop.do("pyautogui.hotkey('ctrl', 'z')")
  expect(desktop.text()).toMatch(/^text\tUntitled\tab\t/m)
  await desktop.do(
    "pyautogui.hotkey('ctrl', 'z')\npyautogui.hotkey('ctrl', 'z')\npyautogui.hotkey('ctrl', 'z')\npyautogui.hotkey('ctrl', 'z')"
  )
  expect(desktop.text()).toMatch(/^text\tUntitled\t""\t/m)
})

it('55.12 a desktop has a browser with history, and windows change their size', async () => {
  const desktop = await world(shipped('desktop'), 'os')
  const middleOf = (name: string) => {
    const read = readScreen(desktop.text())
    const node = 'screen' in read ? read.screen.nodes.findLast((one) => one.name === name) : undefined
    const { x, y, width, height } = must(node?.bounds)
    return `${Math.floor(x + width / 2)}, ${Math.floor(y + height / 2)}`
  }
  const frame = () => /^frame\t[^\n]* - Browser\t[^(]*(.*)$/m.exec(desktop.text())?.[1]
  const address = () => /Address and search bar\t([^\t]*)/.exec(desktop.text())?.[1]
  await desktop.do(`pyautogui.click(${middleOf('Browser')})`)
  await desktop.do(`pyautogui.click(${middleOf('Prices')})`)
  expect(address()).toBe('https://allotment.example/prices')
  await desktop.do(`pyautogui.click(${middleOf('Back')})`)
  expect([address(), desktop.text().includes('The pump is off')]).toEqual(['https://allotment.example/', true])
  await desktop.do("pyautogui.hotkey('alt', 'right')")
  expect(address()).toBe('https://allotment.example/prices')
  await desktop.do(
    "pyautogui.hotkey('ctrl', 'l')\npyautogui.write('allotment.example/wokr')\npyautogui.press('backspace', presses=2)\npyautogui.write('rk\\n')"
  )
  expect(desktop.text()).toContain('Days of work - Browser')
  await desktop.do(`pyautogui.click(${middleOf('Name')})\npyautogui.write('Rosa')\npyautogui.press('enter')`)
  expect(desktop.text()).toContain('2026-05-23 Rosa')
  expect(frame()).toBe('(380, 200)\t(1000, 680)')
  await desktop.do('pyautogui.moveTo(1378, 878)\npyautogui.dragTo(1500, 950)')
  expect(frame()).toBe('(380, 200)\t(1120, 750)')
  await desktop.do('pyautogui.moveTo(382, 500)\npyautogui.dragTo(1900, 500)')
  expect(frame()).toBe('(1180, 200)\t(320, 750)')
  await desktop.do("pyautogui.hotkey('win', 'right')")
  expect(frame()).toBe('(995, 27)\t(925, 1053)')
})

it('55.8 a desktop goes on from what its steps keep, and code that no rule decides is left to the model', async () => {
  const desktop = await world(shipped('desktop'), 'os')
  await desktop.do("pyautogui.hotkey('ctrl', 'o')")
  const read = readScreen(desktop.text())
  const file = 'screen' in read ? read.screen.nodes.findLast(({ name }) => name === 'budget.txt') : undefined
  const { x, y } = must(file?.bounds)
  await desktop.do(`pyautogui.doubleClick(${x + 9}, ${y + 9})`)
  expect(desktop.text()).toContain('budget.txt (Documents) - Text Editor')
  const domain = findDomain('os')
  const running = seenIn(domain, programs, programUse({ ...shipped('desktop'), version: 1 }), '')
  const { state } = await running.init('7')
  const { step } = await running.step(state, eventOf('desktop', "import os\nos.system('ls')"))
  expect(step).toBeNull()
})
