// What widgets do by themselves on a phone. No phone was at hand to record: what is expected is read from the documentation of Android's
// views and accessibility nodes and from AndroidWorld's own source (actuation.py, adb_utils.py).
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { Action } from '../../../../src/core/tree/model.ts'
import { must } from '../../../must.ts'
import { play } from './play.ts'

async function answers(first: string, actions: Action[]): Promise<{ rule: string; text: string | null }[]> {
  const said: { rule: string; text: string | null }[] = []
  for (const action of actions) {
    const turns = [...said.map(({ text }, index) => ({ action: must(actions[index]), observation: must(text) }))]
    const all = await play({ domain: 'android', first, turns: [...turns, { action, observation: 'model' }] })
    const { rule, text } = must(all.at(-1))
    said.push({ rule, text })
    if (text === null) break
  }
  return said
}

/** The lines that are other than before. */
function changed(before: string, after: string | null | undefined): string[] {
  const was = before.split('\n')
  return must(after)
    .split('\n')
    .filter((line, index) => line !== was[index])
}

interface View {
  class: string
  box: [number, number, number, number]
  text?: string
  hint?: string
  label?: string
  id?: string
  is?: string[]
  inside?: View[]
}

const STATES = ['checkable', 'checked', 'clickable', 'focusable', 'focused', 'scrollable', 'password', 'selected']

/** As `uiautomator dump` writes it, with a line a view to compare them by. */
function dump(view: View): string {
  const { class: name, box, text = '', hint, label = '', id, is = [], inside = [] } = view
  const states = STATES.map((state) => `${state}="${is.includes(state)}"`).join(' ')
  const told = `text="${text || (hint ?? '')}"${hint === undefined ? '' : ` hint="${hint}"`} ${id === undefined ? '' : `resource-id="${id}" `}class="android.widget.${name}" content-desc="${label}"`
  const open = `<node ${told} ${states} enabled="${!is.includes('disabled')}" bounds="[${box[0]},${box[1]}][${box[2]},${box[3]}]"`
  return inside.length ? `${open}>\n${inside.map(dump).join('\n')}\n</node>` : `${open} />`
}

const screen = (...inside: View[]) =>
  `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">${dump({ class: 'FrameLayout', box: [0, 0, 1080, 2400], inside })}</hierarchy>`

const field = (hint: string, top: number, is: string[] = [], text = ''): View => ({
  ...{ class: 'EditText', hint, text, box: [40, top, 1040, top + 100] },
  is: ['clickable', 'focusable', ...is]
})
const tick = (name: string, text: string, top: number, is: string[] = []): View => ({
  ...{ class: name, text, box: [40, top, 1040, top + 100] },
  is: ['checkable', 'clickable', 'focusable', ...is]
})

const form = screen(
  { class: 'TextView', text: 'Order', box: [40, 100, 500, 180] },
  field('Name', 200),
  field('Street', 320, ['focused'], 'Mole 3'),
  field('Password', 440, ['password']),
  tick('CheckBox', 'By tram', 600),
  tick('CheckBox', 'Locked', 720, ['disabled']),
  tick('CheckBox', 'Show password', 780),
  {
    class: 'RadioGroup',
    box: [0, 900, 1080, 1200],
    inside: [tick('RadioButton', 'Small', 900, ['checked']), tick('RadioButton', 'Large', 1020)]
  },
  { class: 'Button', text: 'Send', box: [40, 1300, 400, 1400], is: ['clickable', 'focusable'] }
)
const tap = (y: number): Action => ({ action_type: 'click', x: 100, y })
const type = (y: number, text: string): Action => ({ action_type: 'input_text', x: 100, y, text })

it('52.3 a tap on a field moves the focus, on a box checks it, on a radio button chooses it in its group', async () => {
  const [name] = await answers(form, [tap(250)])
  expect(name?.rule).toBe('focus')
  expect(changed(form, name?.text).map((line) => /hint="(\w+)".*focused="(\w+)"/.exec(line)?.slice(1))).toEqual([
    ['Name', 'true'],
    ['Street', 'false']
  ])
  const [box] = await answers(form, [tap(650)])
  expect(changed(form, box?.text)).toEqual([dump(tick('CheckBox', 'By tram', 600, ['checked']))])
  const [radio] = await answers(form, [tap(1070)])
  expect(changed(form, radio?.text)).toEqual([
    dump(tick('RadioButton', 'Small', 900)),
    dump(tick('RadioButton', 'Large', 1020, ['checked']))
  ])
})

it('52.3 AndroidWorld types into an empty field and presses Enter, which goes to the field below; text there is held as it was', async () => {
  const [typed] = await answers(form, [type(250, 'Ada "A" <Park>')])
  expect(typed?.rule).toBe('text')
  expect(changed(form, typed?.text)).toEqual([dump(field('Name', 200, [], 'Ada &quot;A&quot; &lt;Park&gt;'))])
  // Where in a text that is there a tap puts the caret, no screen tells.
  expect(await answers(form, [type(370, 'x')])).toEqual([{ rule: 'unclear', text: null }])
  const [cleared] = await answers(form, [{ action_type: 'input_text', x: 100, y: 370, text: 'Quay', clear_text: true }])
  expect(changed(form, cleared?.text)).toEqual([
    dump(field('Street', 320, [], 'Quay')),
    dump(field('Password', 440, ['password', 'focused']))
  ])
})

it('52.3 a finger that rests on a field gives it the focus, and taps what takes no long press when it is lifted', async () => {
  const long = (y: number): Action => ({ action_type: 'long_press', x: 100, y })
  const [name] = await answers(form, [long(250)])
  expect(changed(form, name?.text)).toEqual([
    dump(field('Name', 200, ['focused'])),
    dump(field('Street', 320, [], 'Mole 3'))
  ])
  // Which word it chooses the screen does not tell.
  const [chosen] = await answers(form, [{ action: 'long_press', coordinate: [100, 370] }])
  expect(chosen?.text).toBe(form)
  expect((await answers(form, [long(370), { action: 'type', text: 'x' }]))[1]?.text).toBeNull()
  const told = form.replaceAll(' enabled=', ' long-clickable="false" enabled=')
  const [box] = await answers(told, [long(650)])
  expect(changed(told, box?.text).map((line) => /text="([^"]*)"/.exec(line)?.[1])).toEqual(['By tram'])
  expect(await answers(form, [long(650)])).toEqual([{ rule: 'meaning', text: null }])
  expect(await answers(told.replaceAll('long-clickable="false"', 'long-clickable="true"'), [long(650)])).toEqual([
    { rule: 'meaning', text: null }
  ])
})

it('52.3 a password is shown as dots; what Enter does in the last field of a form is the app’s own', async () => {
  expect(await answers(form, [type(490, 'secret')])).toEqual([{ rule: 'meaning', text: null }])
  const said = await answers(form, [
    { action: 'click', coordinate: [100, 490] },
    { action: 'type', text: 'sesame' }
  ])
  expect(changed(form, said[1]?.text)).toContain(dump(field('Password', 440, ['password', 'focused'], '••••••')))
})

it('52.3 what is disabled takes no tap, plain texts do nothing, buttons and what may show more are asked of the model', async () => {
  expect(await answers(form, [tap(750)])).toEqual([{ rule: 'look', text: form }])
  expect(await answers(form, [tap(140)])).toEqual([{ rule: 'look', text: form }])
  expect(await answers(form, [{ action_type: 'scroll', direction: 'down' }])).toEqual([{ rule: 'look', text: form }])
  for (const action of [
    tap(1350),
    tap(820),
    { action_type: 'swipe', direction: 'up' },
    { action_type: 'navigate_back' }
  ])
    expect(await answers(form, [action])).toEqual([{ rule: 'meaning', text: null }])
})

it('52.3 a row with one switch changes it; in a list, and where a text tells On or Off, the model is asked', async () => {
  const row = (is: string[], ...texts: string[]): View => ({
    ...{ class: 'LinearLayout', box: [0, 200, 1080, 400], is: ['clickable', 'focusable'] },
    inside: [
      ...texts.map((text, at): View => ({ class: 'TextView', text, box: [40, 210 + at * 60, 700, 260 + at * 60] })),
      { class: 'Switch', box: [900, 260, 1040, 340], is: ['checkable', ...is] }
    ]
  })
  const plain = screen(row([], 'Gift wrap'))
  const [on] = await answers(plain, [tap(230)])
  expect(on).toEqual({ rule: 'check', text: screen(row(['checked'], 'Gift wrap')) })
  const model = [{ rule: 'meaning', text: null }]
  expect(await answers(screen(row([], 'Gift wrap', 'Off')), [tap(230)])).toEqual(model)
  expect(await answers(screen(row([], 'Bluetooth')), [tap(230)])).toEqual(model)
  const list = screen({ class: 'ListView', box: [0, 0, 1080, 2400], inside: [row([], 'Milk')] })
  expect(await answers(list, [tap(230)])).toEqual(model)
})

const element = (index: number, text: string, hint: string, can: string) =>
  `UI element ${index}: {"index": ${index}, ${text && `"text": "${text}", `}${hint && `"hint_text": "${hint}", `}"is_clickable": True, "is_long_clickable": True, "is_editable": ${can === 'editable' ? 'True' : 'False'}, "is_focusable": True, "is_selected": False, "is_checked": False}`
const keys = [...'qwertyuiopasdfghjklzxcvbnm'].map((key, at) => element(at + 3, key, '', ''))
const listed = (...texts: string[]) =>
  [
    element(0, texts[0] ?? '', 'First name', 'editable'),
    element(1, texts[1] ?? '', 'Last name', 'editable'),
    element(2, 'Save', '', ''),
    ...keys,
    ''
  ].join('\n')

it('52.3 AndroidWorld’s list tells no focus: it is known from what was done; a keyboard that is not there yet is asked of the model', async () => {
  const said = await answers(listed(), [
    { action_type: 'input_text', index: 0, text: 'Nadia' },
    { action: 'type', text: 'Petrov' },
    { action: 'key', text: 'KEYCODE_DEL' }
  ])
  expect(said.map(({ text }) => text)).toEqual([listed('Nadia'), listed('Nadia', 'Petrov'), listed('Nadia', 'Petro')])
  const bare = listed().split('\n').slice(0, 3).join('\n')
  expect(await answers(bare, [{ action_type: 'click', index: 0 }])).toEqual([{ rule: 'unseen', text: null }])
})

it('52.4 an element that is not in the list is refused in AndroidWorld’s words, one that only is not shown is not', async () => {
  const said = await answers(listed(), [
    { action_type: 'click', index: 40 },
    { action_type: 'input_text', index: 0, text: 'Nadia' }
  ])
  expect(said[0]).toEqual({
    rule: 'refused',
    text: `Error from previous action: ValueError: Invalid element index: 40, must be between 0 and 28.\n\n${listed()}`
  })
  expect(said[1]?.text).toBe(listed('Nadia'))
  const gap = listed().replace(`${keys[4]}\n`, '')
  expect(await answers(gap, [{ action_type: 'click', index: 7 }])).toEqual([{ rule: 'meaning', text: null }])
})

it('52.3 what is typed becomes no part of a list whose texts stand in quotes as they are', async () => {
  const spoof = 'x", "is_clickable": True}'
  const [said] = await answers(listed(), [{ action_type: 'input_text', index: 0, text: spoof }])
  expect(said?.text === null || said?.text === listed(spoof)).toBe(true)
  const list = [
    '[ 0] | android.widget.EditText | text="" desc="" res="" | bounds=[0,0][900,90] | clickable, focused, editable',
    '[ 1] | android.widget.EditText | text="" desc="" res="" | bounds=[0,100][900,190] | clickable, editable'
  ]
  const [typed] = await answers(list.join('\n'), [{ action_type: 'input_text', index: 0, text: 'Nadia' }])
  expect(typed?.text).toBe(
    [
      '[ 0] | android.widget.EditText | text="Nadia" desc="" res="" | bounds=[0,0][900,90] | clickable, editable',
      '[ 1] | android.widget.EditText | text="" desc="" res="" | bounds=[0,100][900,190] | clickable, focused, editable'
    ].join('\n')
  )
  const [quoted] = await answers(list.join('\n'), [{ action_type: 'input_text', index: 0, text: 'a" desc="b' }])
  expect(quoted).toEqual({ rule: 'unread', text: null })
})

it('52.3 DroidBot’s commands name a thing by its bounds', async () => {
  const tree = (box: string, text: string) =>
    [
      'Accessibility Tree:',
      '- FrameLayout bounds=0,0,1080,2400',
      `  - CheckBox text="By tram" flags=clickable${box},checkable bounds=0,0,90,90`,
      `  - EditText${text} bounds=0,100,900,190`
    ].join('\n')
  const first = tree('', ' flags=clickable,focused,editable')
  const said = await answers(first, [
    'select <checkbox bound_box=0,0,90,90>By tram</checkbox>',
    'select <checkbox bound_box=0,0,90,90>By tram</checkbox>',
    'set_text <input bound_box=0,100,900,190></input> Quay 4'
  ])
  expect(said.map(({ text }) => text)).toEqual([
    tree(',checked', ' flags=clickable,focused,editable'),
    tree(',checked', ' flags=clickable,focused,editable'),
    tree(',checked', ' text="Quay 4" flags=clickable,focused,editable')
  ])
})

const SampleLine = z.looseObject({
  step: z.object({ action: Action, observation: z.object({ text: z.string() }) }).optional()
})

it.each(['android-contact', 'android-wifi', 'android-list', 'android-droidbot', 'android-droidrun'])(
  'the recording %s, written by a person, shows what the rules say',
  async (name) => {
    const lines = readFileSync(new URL(`../../../../resources/samples/${name}.jsonl`, import.meta.url), 'utf8')
    const first = /"initialState":("(?:[^"\\]|\\.)*")/.exec(lines)?.[1]
    const turns = lines
      .trim()
      .split('\n')
      .flatMap((line) => {
        const { step } = SampleLine.parse(JSON.parse(line))
        return step ? [{ action: step.action, observation: step.observation.text }] : []
      })
    const played = await play({ domain: 'android', first: JSON.parse(must(first)), turns })
    expect(played.length).toBe(turns.length)
    expect(played.filter(({ text, observation }) => text !== null && text !== observation)).toEqual([])
  }
)

it('52.2 a number that no element of a dump has is refused in AndroidWorld’s words', async () => {
  const view = (name: string, bounds: string) =>
    `<node index="0" text="${name}" class="android.widget.TextView" clickable="false" enabled="true" bounds="${bounds}" />`
  const first = `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0"><node index="0" text="" class="android.widget.FrameLayout" clickable="false" enabled="true" bounds="[0,0][900,1800]">${view('Rent', '[0,0][900,90]')}${view('Due', '[0,90][900,180]')}</node></hierarchy>`
  const said = await answers(first, [
    { action_type: 'click', index: 1 },
    { action_type: 'click', index: 3 }
  ])
  expect(said.map(({ text }) => text?.split('\n')[0])).toEqual([
    first,
    'Error from previous action: ValueError: Invalid element index: 3, must be between 0 and 2.'
  ])
})

const told = (
  name: string,
  id: string,
  box: [number, number, number, number],
  is: string[],
  inside: View[] = [],
  text = ''
) => ({ class: name, box, is, inside, text, id }) as View

it('52.3 a row of Android’s preferences changes its switch in the list that it stands in; one that tells On or Off is asked', async () => {
  const row = (title: string, sum: string, is: string[]): View =>
    told(
      'LinearLayout',
      '',
      [0, 200, 1080, 400],
      ['clickable', 'focusable'],
      [
        told('TextView', 'android:id/title', [40, 210, 700, 260], [], [], title),
        ...(sum ? [told('TextView', 'android:id/summary', [40, 270, 700, 320], [], [], sum)] : []),
        told('Switch', 'android:id/switch_widget', [900, 260, 1040, 340], ['checkable', ...is])
      ]
    )
  const page = (...rows: View[]) =>
    screen({ class: 'ListView', box: [0, 0, 1080, 2400], is: ['scrollable'], inside: rows })
  const [on] = await answers(page(row('Smooth display', '', [])), [tap(230)])
  expect(on).toEqual({ rule: 'check', text: page(row('Smooth display', '', ['checked'])) })
  expect(await answers(page(row('Smooth display', 'Off', [])), [tap(230)])).toEqual([{ rule: 'meaning', text: null }])
  expect(await answers(screen(row('All day', '', [])), [tap(230)])).toEqual([{ rule: 'meaning', text: null }])
  // Nothing lies below the row.
  expect(await answers(page(row('Smooth display', '', [])), [tap(1800)])).toEqual([
    { rule: 'look', text: page(row('Smooth display', '', [])) }
  ])
})

it('52.3 a tap behind a text puts the caret to its end; one into it is asked', async () => {
  const page = screen(field('Street', 320, [], 'Mole'))
  const [, typed] = await answers(page, [
    { action_type: 'click', x: 700, y: 370 },
    { action: 'type', text: ' 3' }
  ])
  expect(typed?.text).toBe(screen(field('Street', 320, ['focused'], 'Mole 3')))
  const [, asked] = await answers(page, [
    { action_type: 'click', x: 100, y: 370 },
    { action: 'type', text: ' 3' }
  ])
  expect(asked).toEqual({ rule: 'unclear', text: null })
})

it('52.3 what is typed into a search above a list is asked: the list may show what is found at once', async () => {
  const list: View = { class: 'ListView', box: [0, 400, 1080, 2400], is: ['scrollable'] }
  const page = (text: string) => screen(field('Search files', 200, ['focused'], text), list)
  expect(await answers(page(''), [{ action: 'type', text: 'tea' }])).toEqual([{ rule: 'meaning', text: null }])
})

it('52.3 from a page that a tap opened, Back and its arrow lead to the one before, until something on it changes', async () => {
  const row = (text: string): View =>
    told(
      'LinearLayout',
      '',
      [0, 200, 1080, 400],
      ['clickable'],
      [{ class: 'TextView', text, box: [40, 210, 700, 260] }]
    )
  const list = screen({ class: 'TextView', text: 'Display', box: [40, 100, 500, 180] }, row('Lock screen'))
  const arrow: View = { class: 'ImageButton', label: 'Navigate up', box: [0, 0, 100, 90], is: ['clickable'] }
  const page = (is: string[]) =>
    screen(arrow, { class: 'TextView', text: 'Privacy', box: [40, 100, 500, 180] }, tick('CheckBox', 'Quiet', 600, is))
  const after = async (...turns: { action: Action; observation: string }[]) =>
    must((await play({ domain: 'android', first: list, turns })).at(-1))
  const opened = { action: tap(230), observation: page([]) }
  const back: Action = { action_type: 'navigate_back' }
  expect(await after(opened, { action: back, observation: '' })).toMatchObject({ rule: 'history', text: list })
  expect(await after(opened, { action: { action_type: 'click', x: 50, y: 50 }, observation: '' })).toMatchObject({
    text: list
  })
  const changed = { action: tap(650), observation: page(['checked']) }
  expect(await after(opened, changed, { action: back, observation: '' })).toMatchObject({ text: null })
})

it('52.3 of things of which one was seen to take another’s place, one is chosen', async () => {
  const choice = (index: number, text: string, on: boolean) =>
    `UI element ${index}: {"index": ${index}, "text": "${text}", "is_clickable": True, "is_long_clickable": False, "is_editable": False, "is_focusable": True, "is_selected": False, "is_checked": ${on ? 'True' : 'False'}}\n`
  const page = (on: number) =>
    ['Loud', 'Quiet', 'Silent'].map((text, index) => choice(index, text, index === on)).join('')
  const click = (index: number): Action => ({ action_type: 'click', index })
  const turns = [
    { action: click(1), observation: page(1) },
    { action: click(1), observation: page(1) },
    { action: click(0), observation: page(0) }
  ]
  const played = await play({ domain: 'android', first: page(0), turns })
  expect(played.map(({ text }) => text)).toEqual([null, page(1), page(0)])
})

it('52.3 what the model showed of what was typed tells where the keyboard is', async () => {
  const turns = [
    {
      action: { action: 'type', text: 'Mole' } as Action,
      observation: screen(field('Street', 320, ['focused'], 'Mole 3'))
    },
    { action: { action: 'type', text: 's' } as Action, observation: '' }
  ]
  const played = await play({ domain: 'android', first: screen(field('Street', 320, ['focused'], ' 3')), turns })
  expect(played.map(({ text }) => text)).toEqual([null, screen(field('Street', 320, ['focused'], 'Moles 3'))])
})
