// The actions of AgentWorldBench's three android agents.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { android } from '../../../src/core/domains/android/index.ts'
import { checkAction } from '../../../src/core/domains/index.ts'
import type { Gesture, Spot } from '../../../src/core/observations/screens/gestures.ts'
import type { Screen } from '../../../src/core/observations/screens/screen.ts'
import { userTurn } from '../../../src/core/step/prompt.ts'
import { readUserTurn } from '../../../src/core/step/turns.ts'
import { type Action, Setup } from '../../../src/core/tree/model.ts'
import { must } from '../../must.ts'
import { sample, screenOf } from '../observations/readers/samples.ts'
import { awkwardTexts } from './screens.ts'

const invoke = (...parameters: [name: string, value: string][]) =>
  [
    '<invoke name="phone">',
    ...parameters.map(([name, value]) => `<parameter name="${name}">${value}</parameter>`),
    '</invoke>'
  ].join('\n')

const ACTIONS: [text: string, label: string, fence: string][] = [
  ['{"action_type":"status","goal_status":"complete","text":"Saved."}', 'complete “Saved.”', 'json'],
  ['{"action":"click","coordinate":[540,1200]}', 'tap at 540, 1200', 'json'],
  ['{"action":"click","coordinate":[500,500],"coordinate_abs":[540,1200]}', 'tap at 540, 1200', 'json'],
  ['{"coordinate":[1,2],"action":"long_press"}', 'hold at 1, 2', 'json'],
  ['{"action":"swipe","coordinate":[1,2],"coordinate2":[3,4]}', 'swipe from 1, 2 to 3, 4', 'json'],
  ['{"action":"type","text":"Milk"}', 'type “Milk”', 'json'],
  ['{"action":"system_button","button":"Back"}', 'back', 'json'],
  ['{"action":"wait","time":2}', 'wait', 'json'],
  ['{"action":"terminate","status":"success"}', 'success', 'json'],
  [invoke(['action', 'click'], ['index', '46']), 'tap 46', 'xml'],
  [invoke(['action', 'tap'], ['coordinate', '[540, 1200]']), 'tap at 540, 1200', 'xml'],
  [invoke(['action', 'type'], ['text', 'two\nlines <b>']), 'type “two⏎lines <b>”', 'xml'],
  [invoke(['action', 'open_app'], ['text', 'Files']), 'open “Files”', 'xml'],
  [invoke(['action', 'system_button'], ['button', 'home']), 'home', 'xml'],
  [
    invoke(['action', 'swipe'], ['coordinate', '[1, 2]'], ['coordinate2', '[3, 4]'], ['duration', '500']),
    'swipe from 1, 2 to 3, 4',
    'xml'
  ],
  [
    `<invoke name="remember">\n<parameter name="text">Page 2</parameter>\n</invoke>\n${invoke(['action', 'long_press'], ['index', '3'])}`,
    'hold 3',
    'xml'
  ],
  ['touch <button id=3 bound_box=108,1133,972,1266>PRIJAVI SE</button>', 'tap “PRIJAVI SE”', 'text'],
  ['long_touch <p id=4 bound_box=0,0,10,20></p>', 'hold at 5, 10', 'text'],
  [
    'set_text <input bound_box=108,864,972,1039>Password</input> dummy_user_input',
    'set “Password” to “dummy_user_input”',
    'text'
  ],
  ['scroll up <scrollbar bound_box=0,72,1080,1776></scrollbar>', 'scroll up', 'text'],
  ["select <checkbox id=7 alt='Show > password' bound_box=1,2,3,4></checkbox>", 'select “Show > password”', 'text'],
  ['unselect <checkbox id=7 bound_box=1,2,3,4>Show</checkbox>', 'unselect “Show”', 'text'],
  ['intent am start com.example.a/com.example.a.Main', 'start “am start com.example.a/com.example.a.Main”', 'text'],
  ['kill_app', 'close the app', 'text']
]

describe('an action of each agent is kept as it came', () => {
  it.each(ACTIONS)('%s', (text, label, fence) => {
    const action = android.read(text)
    expect([android.format(action), android.label(action)]).toEqual([text, label])
    expect(checkAction(android, action)).toEqual(action)
    const turn = userTurn(android, 2, action)
    expect(turn).toBe(`### Turn 2\n**Action:**\n\`\`\`${fence}\n${text}\n\`\`\``)
    expect(android.read(readUserTurn(turn).action)).toEqual(action)
    expect(android.fromText(text)).toEqual(action)
  })
})

describe('what is no action is refused in words that teach its form', () => {
  it.each<[text: string, words: string]>([
    ['{"action":"click"}', 'a point is [x, y]; click is written like this: {"action":"click","coordinate":[540,1200]}'],
    ['{"action":"click","coordinate":[1]}', 'a point is [x, y]'],
    ['{"action":"swipe","coordinate":[1,2]}', 'swipe is written like this'],
    ['{"action":"press_button","button":"Back"}', 'Did you mean {"action":"system_button","button":"Back"}?'],
    ['{"action":"system_button","button":"Volume"}', 'button is one of Back, Home, Menu, Enter and Recent'],
    ['{"action":"terminate","status":"done"}', 'status is "success" or "failure"'],
    ['{"action_type":"status","goal_status":"complete","text":3}', 'text is a text in quotes'],
    [invoke(['index', '3']), 'the parameter action is missing'],
    [invoke(['action', 'press'], ['index', '3']), '"press" is not an action; there are click, tap'],
    [invoke(['action', 'click']), 'click needs index or coordinate'],
    [invoke(['action', 'click'], ['index', 'x']), 'index is the whole number of an element'],
    [invoke(['action', 'click'], ['coordinate', '1']), 'a point is [x, y]'],
    [invoke(['action', 'swipe'], ['coordinate', '[1, 2]']), 'swipe needs coordinate and coordinate2'],
    [invoke(['action', 'system_button'], ['button', 'x']), 'system_button needs button: back, home'],
    [invoke(['action', 'type']), 'type needs text'],
    ['<invoke name="shell">\n</invoke>', '"shell" is no tool of the phone'],
    ['<invoke name="phone">\n<parameter name="action">click', 'the parameter action is not closed'],
    ['<invoke name="phone"><parameter name="action">wait</parameter>', 'what follows the parameters is not </invoke>'],
    [`${invoke(['action', 'wait'])}\n${invoke(['action', 'wait'])}`, 'an action is one call of phone'],
    [`${invoke(['action', 'wait'])} and then`, 'there is more than the call'],
    ['touch <button id=3>OK', '</button> is missing. touch is written like this: touch <button'],
    ['touch <button id=3 bound_box=1,2,3>OK</button>', 'bound_box is left,top,right,bottom in pixels'],
    ['touch <button id=3>OK</button> twice', 'there is more than the element'],
    ['scroll north <scrollbar></scrollbar>', 'a direction is one of up, down, left, right'],
    ["touch <button id='3>OK</button>", 'the tag <button> is not well formed']
  ])('%s', (text, words) => {
    const refused = android.action.safeParse(text.startsWith('{') ? JSON.parse(text) : text)
    expect(refused.success ? '' : z.prettifyError(refused.error)).toContain(words)
    expect(() => android.read(text)).toThrow(z.ZodError)
  })

  it.each(['touch the button', 'intent', 'kill_app now', 'tap OK', 'scroll up', '<invoke', '<p>'])(
    '%j is taken for no action',
    (text) => {
      expect(android.action.safeParse(text).success).toBe(false)
      expect(() => android.read(text)).toThrow()
    }
  )
})

const left = { button: 'left', count: 1 } as const
const named = (screen: Screen, name: string): Spot => ({
  node: screen.nodes.findIndex((node) => node.name === name || node.value === name),
  x: null,
  y: null
})

describe("what is done on a screen is an action in that world's form", () => {
  const list = screenOf(sample('android-list-contacts.txt'))
  const phone = screenOf(sample('droidrun-files.txt'))
  const droid = screenOf(sample('droidbot-login.txt'))
  const gesture = (made: Gesture, screen = phone) => must(android.screen).gesture(made, screen)
  const on = (name: string, screen = phone) => named(screen, name)

  it.each<[string, Gesture, typeof phone, Action]>([
    [
      'tap in the list',
      { type: 'click', at: on('Create contact', list), ...left },
      list,
      { action_type: 'click', index: 6 }
    ],
    ['tap', { type: 'click', at: on('Downloads'), ...left }, phone, invoke(['action', 'click'], ['index', '3'])],
    ['hold', { type: 'hold', at: on('Show roots') }, phone, invoke(['action', 'long_press'], ['index', '2'])],
    [
      'type',
      { type: 'type', at: on('notes'), text: ' a\n', enter: false },
      phone,
      invoke(['action', 'type'], ['index', '4'], ['text', ' a\n'])
    ],
    [
      'scroll down',
      { type: 'scroll', at: null, dx: 0, dy: 300 },
      phone,
      invoke(['action', 'swipe'], ['coordinate', '[540, 1800]'], ['coordinate2', '[540, 600]'])
    ],
    ['Enter', { type: 'key', key: 'Enter' }, phone, invoke(['action', 'system_button'], ['button', 'enter'])],
    [
      'touch',
      { type: 'click', at: on('SIGN IN, "NOW"', droid), ...left },
      droid,
      'touch <button bound_box=108,1133,972,1266>SIGN IN, "NOW"</button>'
    ],
    [
      'unselect',
      { type: 'click', at: on('Remember me', droid), ...left },
      droid,
      'unselect <checkbox bound_box=40,1050,1040,1120>Remember me</checkbox>'
    ],
    [
      'hold a text',
      { type: 'hold', at: on('Sign in', droid) },
      droid,
      'long_touch <p bound_box=40,100,1040,200>Sign in</p>'
    ],
    [
      'set a text',
      { type: 'type', at: on('Password', droid), text: 'Ada', enter: false },
      droid,
      'set_text <input bound_box=108,864,972,1039>Password</input> Ada'
    ],
    [
      'scroll a pane',
      { type: 'scroll', at: on('Help', droid), dx: 0, dy: -9 },
      droid,
      'scroll up <scrollbar bound_box=0,1130,1080,1776></scrollbar>'
    ],
    // DroidBot has no command for the phone's keys.
    ['Escape', { type: 'key', key: 'Escape' }, droid, { action_type: 'navigate_back' }]
  ])('%s', (_, made, screen, action) => {
    expect(gesture(made, screen)).toEqual(action)
    expect(checkAction(android, action)).toEqual(action)
  })

  it.each([list, phone, droid])('every gesture on every element of a $format screen is an action', (screen) => {
    for (const node of screen.nodes.keys()) {
      const at = { node, x: 10.5, y: 20.5 }
      const made: Gesture[] = [
        { type: 'click', at, ...left },
        { type: 'click', at, button: 'left', count: 2 },
        { type: 'hold', at },
        { type: 'type', at, text: "it's", enter: true },
        { type: 'scroll', at, dx: 0, dy: 10 },
        { type: 'drag', from: at, to: { node: null, x: 90, y: 5 } }
      ]
      const actions = made.map((one) => gesture(one, screen)).filter((action) => action !== null)
      expect(actions.map((action) => checkAction(android, action))).toEqual(actions)
      expect(actions.map((action) => android.read(android.format(action)))).toEqual(actions)
    }
  })

  it('and so is every key of the phone', () => {
    const keys = (screen: typeof phone) =>
      must(android.screen).commands.map(({ argument, action }) =>
        checkAction(android, action(argument ? 'Clock' : '', screen))
      )
    expect(keys(phone)).toEqual([
      invoke(['action', 'system_button'], ['button', 'back']),
      invoke(['action', 'system_button'], ['button', 'home']),
      invoke(['action', 'open_app'], ['text', 'Clock']),
      invoke(['action', 'wait']),
      invoke(['action', 'answer'], ['text', 'Clock']),
      invoke(['action', 'terminate'], ['status', 'success']),
      invoke(['action', 'terminate'], ['status', 'failure'])
    ])
    expect(keys(droid).slice(0, 3)).toEqual([
      { action_type: 'navigate_back' },
      { action_type: 'navigate_home' },
      'intent am start Clock'
    ])
    expect(keys(list)[0]).toEqual({ action_type: 'navigate_back' })
  })

  it('and labels name what the screen names', () => {
    expect(android.label(android.read(invoke(['action', 'click'], ['index', '3'])), phone)).toBe('tap “Downloads”')
    expect(android.label({ action: 'click', coordinate: [945, 2185] }, list)).toBe('tap “Create contact” at 945, 2185')
    expect(android.label('touch <button bound_box=900,1300,1000,1400></button>', droid)).toBe('tap “Help” at 950, 1350')
  })

  it('typed texts read back to exactly that text', () => {
    for (const text of awkwardTexts(200)) {
      const action = gesture({ type: 'type', at: on('notes'), text, enter: false })
      if (text.includes('</parameter>') || text === '') continue
      expect(android.read(android.format(action))).toBe(action)
      expect(action).toContain(`<parameter name="text">${text}</parameter>\n</invoke>`)
    }
  })
})

describe("the app in front is known from each agent's screens and actions", () => {
  const first = (initialState: string) => android.initial(Setup.parse({ domain: 'android', initialState }))

  it('from the screens', () => {
    const seen = ['android-list-contacts.txt', 'droidrun-files.txt', 'droidbot-login.txt'].map((name) =>
      first(sample(name))
    )
    expect(seen.map((state) => state.package)).toEqual([
      'com.example.contacts',
      'com.example.documents',
      'me.example.pos'
    ])
  })

  it('from the actions', () => {
    const text = sample('android-list-contacts.txt')
    const after = (action: Action) =>
      android.fold({ ...first(text), app: 'Contacts' }, { action, observation: { text } }).app
    expect(
      [
        { action: 'open', text: 'Clock' },
        { action: 'system_button', button: 'Home' },
        { action: 'wait' },
        invoke(['action', 'open_app'], ['text', 'Clock']),
        invoke(['action', 'system_button'], ['button', 'home']),
        'kill_app',
        'touch <p></p>'
      ].map(after)
    ).toEqual(['Clock', null, 'Contacts', 'Clock', null, null, 'Contacts'])
  })

  it('and its state stands in turn 1 under the name that the benchmark gives it', () => {
    const state = sample('droidrun-files.txt').trimEnd()
    const turn = userTurn(android, 1, { action_type: 'wait' }, { state })
    expect(turn.startsWith('### Turn 1\n**Current Phone State:**\n• **App:** Files')).toBe(true)
    expect(readUserTurn(turn).state).toBe(state)
    const other = '**Current Phone State:**\nFiles'
    expect(readUserTurn(userTurn(android, 1, { action_type: 'wait' }, { state: other })).state).toBe(other)
  })
})
