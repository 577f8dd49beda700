import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ANDROID_ACTIONS } from '../../../src/core/domains/android/actions.ts'
import { android } from '../../../src/core/domains/android/index.ts'
import type { DerivedState } from '../../../src/core/domains/capabilities.ts'
import type { Gesture } from '../../../src/core/observations/screens/gestures.ts'
import { userTurn } from '../../../src/core/step/prompt.ts'
import { readUserTurn } from '../../../src/core/step/turns.ts'
import { type Action, Setup } from '../../../src/core/tree/model.ts'
import { must } from '../../must.ts'
import { at, awkwardTexts, left, on, screenOf } from './screens.ts'

const lesson = (action: unknown) => z.prettifyError(must(android.action.safeParse(action).error))
const kept = (action: unknown) => android.format(android.action.parse(action))

describe('an android action is AndroidWorld JSON in one order', () => {
  it.each<[object, string]>([
    [{ index: 3, action_type: 'click' }, '{"action_type":"click","index":3}'],
    [{ action_type: 'click', index: '3', x: null, y: null }, '{"action_type":"click","index":3}'],
    [{ y: 20, x: 10.4, action_type: 'click' }, '{"action_type":"click","x":10,"y":20}'],
    [{ action_type: 'double_tap', index: 0 }, '{"action_type":"double_tap","index":0}'],
    [{ action_type: 'long_press', x: 1, y: 2 }, '{"action_type":"long_press","x":1,"y":2}'],
    [
      { text: 'Milk', action_type: 'input_text', index: 3, clear_text: false },
      '{"action_type":"input_text","index":3,"text":"Milk"}'
    ],
    [
      { action_type: 'input_text', clear_text: true, text: 'Milk', index: 3 },
      '{"action_type":"input_text","index":3,"text":"Milk","clear_text":true}'
    ],
    [{ action_type: 'input_text', text: 'Milk' }, '{"action_type":"input_text","text":"Milk"}'],
    [{ direction: 'down', action_type: 'scroll', index: 2 }, '{"action_type":"scroll","index":2,"direction":"down"}'],
    [{ action_type: 'swipe', direction: 'left' }, '{"action_type":"swipe","direction":"left"}'],
    [{ action_type: 'keyboard_enter' }, '{"action_type":"keyboard_enter"}'],
    [{ action_type: 'navigate_back', goal_status: null }, '{"action_type":"navigate_back"}'],
    [{ action_type: 'navigate_home' }, '{"action_type":"navigate_home"}'],
    [{ app_name: 'Clock', action_type: 'open_app' }, '{"action_type":"open_app","app_name":"Clock"}'],
    [{ action_type: 'wait' }, '{"action_type":"wait"}'],
    [{ action_type: 'answer', text: '9:30' }, '{"action_type":"answer","text":"9:30"}'],
    [{ action_type: 'status', goal_status: 'complete' }, '{"action_type":"status","goal_status":"complete"}'],
    [{ action_type: 'unknown' }, '{"action_type":"unknown"}']
  ])('%j is kept as %s', (given, text) => {
    expect(kept(given)).toBe(text)
    expect(android.format(android.read(text))).toBe(text)
  })

  it('tells the model of every action, in the standard template', () => {
    const { actionSpace } = must(android.templates[0])
    expect(ANDROID_ACTIONS.filter((name) => !actionSpace.includes(`"${name}"`))).toEqual([])
    expect(ANDROID_ACTIONS).toHaveLength(14)
  })

  it.each<[unknown, string]>([
    ['tap', 'an android action is a JSON object with an action_type, e.g. {"action_type":"click","index":3}'],
    [{ index: 3 }, 'an android action is a JSON object with an action_type'],
    [{ action_type: 'tap', index: 3 }, '"tap" is not an action_type. Did you mean {"action_type":"click","index":3}?'],
    [{ action_type: 'scrol', direction: 'up' }, 'Did you mean {"action_type":"scroll","direction":"down"}?'],
    [{ action_type: 'click' }, 'click needs an index, or x and y, and not both'],
    [{ action_type: 'click', x: 3 }, 'click needs an index, or x and y, and not both'],
    [{ action_type: 'click', index: 3, x: 1, y: 2 }, 'click needs an index, or x and y, and not both'],
    [{ action_type: 'click', index: -1 }, 'index cannot be negative'],
    [{ action_type: 'click', index: 'Save' }, 'index is the whole number of a UI element on the screen'],
    [{ action_type: 'click', x: 'left', y: 2 }, 'x and y are pixels from the top left corner'],
    [{ action_type: 'input_text', index: 3 }, 'text is a text in quotes; input_text is written like this:'],
    [{ action_type: 'input_text', x: 3, text: 'a' }, '{"action_type":"input_text","x":540,"y":1200,"text":"Milk"}'],
    [{ action_type: 'scroll' }, 'direction is "up", "down", "left" or "right"'],
    [{ action_type: 'swipe', direction: 'north' }, 'direction is "up", "down", "left" or "right"'],
    [{ action_type: 'open_app', app_name: '' }, "app_name is the app's name"],
    [{ action_type: 'status', goal_status: 'ok' }, 'goal_status is "complete" or "infeasible"'],
    [{ action_type: 'wait', seconds: 3 }, 'wait is written like this: {"action_type":"wait"}'],
    [[], 'an android action is a JSON object with an action_type']
  ])('teaches when given %j', (action, words) => {
    expect(lesson(action)).toContain(words)
  })

  it('reads back every action from the turn that the model is given', () => {
    for (const text of awkwardTexts(200)) {
      const action = android.action.parse({ action_type: 'input_text', index: 3, text })
      expect(android.read(readUserTurn(userTurn(android, 2, action, { instruction: 'Be slow.' })).action)).toEqual(
        action
      )
    }
  })
})

describe('a gesture on a phone becomes an action', () => {
  const screen = screenOf(
    { role: 'list', ref: '0', states: { scrollable: true } },
    { role: 'button', ref: '3', parent: 0 },
    { role: 'statictext', parent: 1 },
    { role: 'textbox', ref: '5', value: 'Milk', states: { editable: true, focused: true } },
    { role: 'switch', bounds: { x: 900, y: 600, width: 101, height: 60 } },
    { role: 'list', states: { scrollable: true }, bounds: { x: 0, y: 700, width: 1080, height: 1000 } },
    { role: 'statictext', parent: 5, bounds: { x: 0, y: 700, width: 1080, height: 100 } },
    { role: 'button', ref: 'save' }
  )

  it.each<[string, Gesture, Action]>([
    ['tap', { type: 'click', at: on(1), ...left }, { action_type: 'click', index: 3 }],
    ['tap on what lies in a button', { type: 'click', at: on(2), ...left }, { action_type: 'click', index: 3 }],
    ['tap on what has bounds only', { type: 'click', at: on(4), ...left }, { action_type: 'click', x: 951, y: 630 }],
    ['tap on a point', { type: 'click', at: at(7, 9), ...left }, { action_type: 'click', x: 7, y: 9 }],
    [
      'tap inside something big, where it was pointed at',
      { type: 'click', at: { node: 5, x: 40, y: 1500 }, ...left },
      { action_type: 'click', x: 40, y: 1500 }
    ],
    ['double tap', { type: 'click', at: on(1), button: 'left', count: 2 }, { action_type: 'double_tap', index: 3 }],
    ['right click', { type: 'click', at: on(1), button: 'right', count: 1 }, null],
    ['tap on what no action can name', { type: 'click', at: on(7), ...left }, null],
    ['hold', { type: 'hold', at: on(4) }, { action_type: 'long_press', x: 951, y: 630 }],
    ['hover', { type: 'hover', at: on(1) }, null],
    [
      'type over what a field holds',
      { type: 'type', at: on(3), text: 'Oats', enter: true },
      { action_type: 'input_text', index: 5, text: 'Oats', clear_text: true }
    ],
    [
      'type into an empty field',
      { type: 'type', at: on(1), text: 'Oats', enter: false },
      { action_type: 'input_text', index: 3, text: 'Oats' }
    ],
    [
      'type where the focus is',
      { type: 'type', at: null, text: 'Oats', enter: false },
      { action_type: 'input_text', index: 5, text: 'Oats' }
    ],
    ['Enter alone', { type: 'type', at: on(1), text: '', enter: true }, { action_type: 'keyboard_enter' }],
    ['Enter', { type: 'key', key: 'Enter' }, { action_type: 'keyboard_enter' }],
    ['Escape', { type: 'key', key: 'Escape' }, { action_type: 'navigate_back' }],
    ['another key', { type: 'key', key: 'a' }, null],
    ['scroll', { type: 'scroll', at: null, dx: 0, dy: 300 }, { action_type: 'scroll', direction: 'down' }],
    [
      'scroll a list',
      { type: 'scroll', at: on(2), dx: 2, dy: -300 },
      { action_type: 'scroll', index: 0, direction: 'up' }
    ],
    [
      'scroll a list that has no index',
      { type: 'scroll', at: on(6), dx: 300, dy: 0 },
      { action_type: 'scroll', direction: 'right' }
    ],
    ['scroll by nothing', { type: 'scroll', at: null, dx: 0, dy: 0 }, null],
    ['drag', { type: 'drag', from: at(500, 1800), to: at(520, 600) }, { action_type: 'swipe', direction: 'up' }],
    ['drag sideways', { type: 'drag', from: at(100, 600), to: on(4) }, { action_type: 'swipe', direction: 'right' }],
    ['drag to nowhere', { type: 'drag', from: at(100, 600), to: on(1) }, null],
    ['select', { type: 'select', at: on(1), options: ['a'] }, null]
  ])('%s', (_, gesture, action) => {
    const made = must(android.screen).gesture(gesture, screen)
    expect(made).toEqual(action)
    if (made !== null) expect(JSON.stringify(android.action.parse(made))).toBe(JSON.stringify(made))
  })

  it('types where the focus is also when the screen does not tell where that is', () => {
    const typed = must(android.screen).gesture({ type: 'type', at: null, text: 'a', enter: false }, screenOf({}))
    expect(typed).toEqual({ action_type: 'input_text', text: 'a' })
  })

  it('and every key of the phone too', () => {
    const made = must(android.screen).commands.map(({ name, argument, action }) => [
      name,
      action(argument ? 'Clock' : '')
    ])
    expect(made).toEqual([
      ['back', { action_type: 'navigate_back' }],
      ['home', { action_type: 'navigate_home' }],
      ['open-app', { action_type: 'open_app', app_name: 'Clock' }],
      ['wait', { action_type: 'wait' }],
      ['answer', { action_type: 'answer', text: 'Clock' }],
      ['complete', { action_type: 'status', goal_status: 'complete' }],
      ['infeasible', { action_type: 'status', goal_status: 'infeasible' }]
    ])
  })
})

describe('14.6 what is typed reads back to exactly that text', () => {
  it('in actions of the android domain', () => {
    const screen = screenOf({ role: 'textbox', ref: '3' })
    for (const text of awkwardTexts(200)) {
      const action = must(android.screen).gesture({ type: 'type', at: on(0), text, enter: false }, screen)
      expect(android.read(android.format(action))).toEqual({ action_type: 'input_text', index: 3, text })
    }
  })
})

describe('a screen tells the app in front', () => {
  const node = (name: string) => `<node index="0" package="${name}" />`
  const known = ({ app, package: name }: DerivedState) => ({ app, package: name })
  const act = (action_type: string, rest = {}) => android.action.parse({ action_type, ...rest })

  it('by its package, past the bars of the system', () => {
    const setup = (initialState: string) => Setup.parse({ domain: 'android', initialState })
    const states = [
      node('com.android.systemui') + node('com.example.notes'),
      'UI element 0: {"index": 0, "package_name": "com.example.notes"}',
      'UI element 0: {"index": 0}'
    ].map((text) => known(android.initial(setup(text))))
    expect(states).toEqual([
      { app: null, package: 'com.example.notes' },
      { app: null, package: 'com.example.notes' },
      { app: null, package: null }
    ])
  })

  it('and by the name it was opened with, until another is in front', () => {
    let state = android.initial(Setup.parse({ domain: 'android', initialState: node('launcher') }))
    const seen = [
      { action: act('open_app', { app_name: 'Clock' }), observation: { text: node('clock') } },
      { action: act('click', { index: 1 }), observation: { text: node('clock') } },
      { action: act('click', { index: 1 }), observation: { text: node('maps') } },
      { action: act('navigate_home'), observation: { text: 'nothing told' } }
    ].map((step) => {
      state = android.fold(state, step)
      return known(state)
    })
    expect(seen).toEqual([
      { app: 'Clock', package: 'clock' },
      { app: 'Clock', package: 'clock' },
      { app: null, package: 'maps' },
      { app: null, package: 'maps' }
    ])
  })
})

describe('android actions are made from words, and labelled in them', () => {
  it.each([
    ['tap 3', '{"action_type":"click","index":3}', 'tap 3'],
    ['Click at 10, 20', '{"action_type":"click","x":10,"y":20}', 'tap at 10, 20'],
    ['double tap 3', '{"action_type":"double_tap","index":3}', 'double tap 3'],
    ['hold 10 20', '{"action_type":"long_press","x":10,"y":20}', 'hold at 10, 20'],
    [
      'type 3 Milk and eggs',
      '{"action_type":"input_text","index":3,"text":"Milk and eggs"}',
      'type “Milk and eggs” in 3'
    ],
    ['type Milk', '{"action_type":"input_text","text":"Milk"}', 'type “Milk”'],
    ['scroll down', '{"action_type":"scroll","direction":"down"}', 'scroll down'],
    ['scroll UP in 4', '{"action_type":"scroll","index":4,"direction":"up"}', 'scroll up in 4'],
    ['swipe up', '{"action_type":"swipe","direction":"up"}', 'swipe up'],
    ['open Clock', '{"action_type":"open_app","app_name":"Clock"}', 'open Clock'],
    ['back', '{"action_type":"navigate_back"}', 'back'],
    ['home', '{"action_type":"navigate_home"}', 'home'],
    ['enter', '{"action_type":"keyboard_enter"}', 'enter'],
    ['', '{"action_type":"wait"}', 'wait'],
    ['answer 9:30', '{"action_type":"answer","text":"9:30"}', 'answer “9:30”'],
    ['done', '{"action_type":"status","goal_status":"complete"}', 'complete'],
    ['infeasible', '{"action_type":"status","goal_status":"infeasible"}', 'infeasible'],
    [
      '{"action_type":"input_text","x":1,"y":2,"text":"a"}',
      '{"action_type":"input_text","x":1,"y":2,"text":"a"}',
      'type “a” at 1, 2'
    ],
    ['{"action_type":"unknown"}', '{"action_type":"unknown"}', 'unknown']
  ])('%j is %s, labelled %s', (line, text, label) => {
    const action = android.fromText(line)
    expect([JSON.stringify(action), android.label(action)]).toEqual([text, label])
  })

  it('and what is none is refused only when it is used', () => {
    expect(['look around', '{"action_type":', '{"action_type":"tap"}'].map((line) => android.fromText(line))).toEqual([
      'look around',
      '{"action_type":',
      { action_type: 'tap' }
    ])
  })
})
