import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readCall } from '../../../src/core/domains/python.ts'
import { CALLS } from '../../../src/core/domains/web/calls.ts'
import { web } from '../../../src/core/domains/web/index.ts'
import type { Gesture } from '../../../src/core/observations/screens/gestures.ts'
import { userTurn } from '../../../src/core/step/prompt.ts'
import { readUserTurn } from '../../../src/core/step/turns.ts'
import { Setup } from '../../../src/core/tree/model.ts'
import { must } from '../../must.ts'
import { at, awkwardTexts, left, on, screenOf } from './screens.ts'

const lesson = (action: unknown) => z.prettifyError(must(web.action.safeParse(action).error))
const texts = awkwardTexts(400)

describe('a web action is one of 21 calls, in one form', () => {
  it('has the 21 that the model was trained on, each with an example that is one', () => {
    expect([...CALLS.keys()].sort()).toEqual(
      'click fill go_back go_forward goto hover keyboard_press keyboard_type mouse_click mouse_dblclick mouse_down mouse_move mouse_up new_tab noop report_infeasible scroll select_option send_msg_to_user tab_close tab_focus'.split(
        ' '
      )
    )
    const examples = [...CALLS.values()].map(({ example }) => example)
    expect(examples.map((example) => web.action.parse(example))).toEqual(examples)
  })

  it('tells the model of every call, in the standard template', () => {
    const { actionSpace } = must(web.templates[0])
    expect([...CALLS.keys()].filter((name) => !actionSpace.includes(`${name}(`))).toEqual([])
  })

  it.each([
    ['click("a12")', "click('a12')"],
    [' click ( "a12" , ) ;', "click('a12')"],
    ['click(12)', "click('12')"],
    ["click(bid='a12', button='left', modifiers=[])", "click('a12')"],
    ["click('a12', 'middle', ['Shift'])", "click('a12', 'middle', ['Shift'])"],
    ["click('a12', modifiers=('Shift', 'Control'))", "click('a12', modifiers=['Shift', 'Control'])"],
    ["fill('a7', value='it\\'s')", "fill('a7', \"it's\")"],
    ['fill(\'a7\', """two\nlines""", enable_autocomplete_menu=True)', "fill('a7', 'two\\nlines', True)"],
    ["fill('a7', r'C:\\temp')", "fill('a7', 'C:\\\\temp')"],
    ["fill('a7', '\\x41\\u00e9\\U0001F600\\101\\q')", "fill('a7', 'Aé😀A\\\\q')"],
    ["select_option('c4', ['Large'])", "select_option('c4', 'Large')"],
    ["select_option('c4', ['Large', 'Blue'])", "select_option('c4', ['Large', 'Blue'])"],
    ['noop(1000)', 'noop()'],
    ['noop(wait_ms=5_00)', 'noop(500)'],
    ['scroll(dx=0, dy=-1.5e2)', 'scroll(0, -150)'],
    ['mouse_click(3, 4.5, "left")', 'mouse_click(3, 4.5)'],
    ["keyboard_press(key_comb='Control+a')", "keyboard_press('Control+a')"],
    ['tab_focus(index=1)', 'tab_focus(1)']
  ])('keeps %j as %j', (given, kept) => {
    expect(web.action.parse(given)).toBe(kept)
    expect(web.action.parse(kept)).toBe(kept)
  })

  it('takes the call out of the objects that agents wrap it in', () => {
    expect([{ action: 'go_back( )' }, { action_str: "click('1')" }].map((one) => web.action.parse(one))).toEqual([
      'go_back()',
      "click('1')"
    ])
  })

  it.each([
    ['', "a web action is one call, as a text: click('a12')"],
    [7, "a web action is one call, as a text: click('a12')"],
    [{ action: 7 }, "a web action is one call, as a text: click('a12')"],
    ['click', 'click is no call; a call has parentheses: click(...)'],
    ['click(a12)', "a12 is a name, not a value; a text stands in quotes: 'a12'"],
    ["click('a12'", 'A comma or ) is expected at the end'],
    ["click('a12)", "The text that begins at 'a12) has no closing '"],
    ["click('a1')\nclick('a2')", "One action is one call; leave out: click('a2')"],
    ["fill('a7', f'x')", "A plain text in quotes is expected before: 'x')"],
    ['click()', "click takes a bid. click(bid, button='left', modifiers=[]) is written like this: click('a12')"],
    ["go_back('x')", 'go_back takes nothing, and 1 are given. go_back() is written like this: go_back()'],
    ["click('a', bid='b')", 'bid is given twice'],
    ["click(bid='a', 'left')", "A name and = are expected here too, before: 'left')"],
    ["click(bid='a', bid='b')", 'bid is given twice'],
    ["click('a', force=True)", 'click has no parameter force'],
    ["click('a', button='up')", "button must be 'left', 'middle' or 'right', and is 'up'"],
    ["scroll('down')", "delta_x must be a number, and is 'down'"],
    ['tab_focus(-1)', 'index must be a whole number from 0, and is -1'],
    ["clik('a12')", "clik is not an action of the web domain. Did you mean click('a12')? The actions are: noop,"],
    ["constructor('a12')", 'constructor is not an action of the web domain'],
    [`noop(${'['.repeat(50_000)}`, 'Fewer lists inside lists are expected']
  ])('teaches when given %j', (action, words) => {
    expect(lesson(action)).toContain(words)
  })

  it('reads back every call from the turn that the model is given', () => {
    const calls = texts.flatMap((text) => [
      `fill('a7', ${JSON.stringify(text)})`,
      `send_msg_to_user(${JSON.stringify(text)})`
    ])
    for (const call of calls) {
      const action = web.action.parse(call)
      expect(web.read(readUserTurn(userTurn(web, 2, action, { instruction: 'Be slow.' })).action)).toBe(action)
      expect(web.read(web.format(action))).toBe(action)
    }
  })
})

describe('other dialects are translated where one action does the same', () => {
  it.each([
    ['check(55)', "check('55')"],
    ["uncheck('55')", "uncheck('55')"],
    ["clear('a7')", "clear('a7')"],
    ["focus(bid='a7')", "focus('a7')"],
    ["dblclick('a7', 'left')", "dblclick('a7')"],
    ['scroll_at(1, 2, 0, 300)', 'scroll_at(1, 2, 0, 300)'],
    ["press('a7', 'Enter')", "press('a7', 'Enter')"],
    ["press(bid='a7', key_comb='Control+a')", "press('a7', 'Control+a')"],
    ["keyboard_insert_text('mug')", "keyboard_type('mug')"],
    ['click [31]', "click('31')"],
    ['hover [31]', "hover('31')"],
    ['type [31] [a [blue] mug] [0]', "fill('31', 'a [blue] mug')"],
    ['press [Ctrl+v]', "keyboard_press('Control+v')"],
    ['scroll [down]', 'scroll(0, 720)'],
    ['scroll [direction=up]', 'scroll(0, -720)'],
    ['tab_focus [1]', 'tab_focus(1)'],
    ['new_tab', 'new_tab()'],
    ['close_tab', 'tab_close()'],
    ['goto [https://shop.example/]', "goto('https://shop.example/')"],
    ['go_back', 'go_back()'],
    ['go_forward', 'go_forward()'],
    ["drag_and_drop(12, to_bid='14')", "drag_and_drop('12', '14')"],
    ['mouse_drag_and_drop(1, 2, 3, 4)', 'mouse_drag_and_drop(1, 2, 3, 4)'],
    ['stop [18 EUR]', "send_msg_to_user('18 EUR')"]
  ])('takes %j as %j', (given, kept) => {
    expect(web.action.parse(given)).toBe(kept)
  })

  it.each([
    ["drag_and_drop('a')", 'drag_and_drop takes a to_bid. drag_and_drop(from_bid, to_bid) is written like this'],
    ["type('a7', 'mug')", "fill('a7', 'text') fills a field"],
    ["upload_file('a7', 'x.png')", 'files cannot be uploaded here'],
    ["press('a7')", 'press takes a key_comb. press(bid, key_comb) is written like this'],
    ['type [31] [mug] [1]', "two actions here: fill('31', 'mug'), then keyboard_press('Enter')"],
    ['type [31] [mug]', "two actions here: fill('31', 'mug'), then keyboard_press('Enter')"]
  ])('refuses %j with what to do instead', (given, words) => {
    expect(lesson(given)).toContain(words)
  })
})

describe('a gesture on a page becomes a call', () => {
  const screen = screenOf(
    { role: 'main', ref: '1' },
    { role: 'button', ref: 'a12', parent: 0, bounds: { x: 100, y: 20, width: 60, height: 30 } },
    { role: 'statictext', parent: 1 },
    { role: 'textbox', ref: 'a7', value: 'mug', parent: 0, states: { focused: true } },
    { role: 'statictext', parent: 0, bounds: { x: 10, y: 300, width: 100, height: 20 } },
    { role: 'textbox', ref: 'a9', value: '', parent: 0 },
    { role: 'statictext', parent: 0 },
    { role: 'statictext' },
    { role: 'listitem', ref: '8', parent: 0 },
    { role: 'statictext', parent: 8 }
  )
  const act = (gesture: Gesture) => must(web.screen).gesture(gesture, screen)

  it.each<[string, Gesture, string | null]>([
    ['click on a button', { type: 'click', at: on(1), ...left }, "click('a12')"],
    ['click on what lies in a button', { type: 'click', at: on(2), ...left }, "click('a12')"],
    ['right click', { type: 'click', at: on(1), button: 'right', count: 1 }, "click('a12', 'right')"],
    [
      'double click where the place is known',
      { type: 'click', at: on(1), button: 'left', count: 2 },
      'mouse_dblclick(130, 35)'
    ],
    ['double click where it is not', { type: 'click', at: on(3), button: 'left', count: 2 }, null],
    ['click on text with a place', { type: 'click', at: on(4), ...left }, 'mouse_click(60, 310)'],
    ['click on text without one', { type: 'click', at: on(9), ...left }, "click('8')"],
    ['click on text in a part of the page', { type: 'click', at: on(6), ...left }, null],
    ['click on a part of the page', { type: 'click', at: on(0), ...left }, "click('1')"],
    ['click on what has no name', { type: 'click', at: on(7), ...left }, null],
    ['click on a point', { type: 'click', at: at(7.6, 9), button: 'middle', count: 1 }, "mouse_click(8, 9, 'middle')"],
    ['hover', { type: 'hover', at: on(2) }, "hover('a12')"],
    ['hover over a point', { type: 'hover', at: at(7, 9) }, 'mouse_move(7, 9)'],
    ['type into what is no field', { type: 'type', at: on(1), text: 'x', enter: false }, null],
    ['type', { type: 'type', at: on(5), text: 'bowl', enter: false }, "fill('a9', 'bowl')"],
    ['type and Enter: the text first', { type: 'type', at: on(3), text: 'bowl', enter: true }, "fill('a7', 'bowl')"],
    ['then Enter', { type: 'type', at: on(3), text: 'mug', enter: true }, "keyboard_press('Enter')"],
    ['Enter in a field that lost the focus', { type: 'type', at: on(5), text: '', enter: true }, "click('a9')"],
    ['type where the focus is', { type: 'type', at: null, text: 'bowl', enter: false }, "keyboard_type('bowl')"],
    ['type and Enter there', { type: 'type', at: null, text: 'bowl', enter: true }, "keyboard_type('bowl\\n')"],
    ['Enter there', { type: 'type', at: null, text: '', enter: true }, "keyboard_press('Enter')"],
    ['select', { type: 'select', at: on(5), options: ['Large'] }, "select_option('a9', 'Large')"],
    ['select several', { type: 'select', at: on(5), options: ['L', 'XL'] }, "select_option('a9', ['L', 'XL'])"],
    ['key', { type: 'key', key: 'Control+a' }, "keyboard_press('Control+a')"],
    ['space', { type: 'key', key: ' ' }, "keyboard_press('Space')"],
    ['scroll', { type: 'scroll', at: null, dx: 0, dy: 400.4 }, 'scroll(0, 400)'],
    ['drag', { type: 'drag', from: on(1), to: on(3) }, "drag_and_drop('a12', 'a7')"],
    ['hold', { type: 'hold', at: on(1) }, null]
  ])('%s', (_, gesture, call) => {
    expect(act(gesture)).toBe(call)
    if (call !== null) expect(web.action.parse(call)).toBe(call)
  })

  it('and every command of the browser too', () => {
    const given = ['', '', ' shop.example/cart ', '', '1', '', '', "It's 18 EUR.", 'No cart.']
    const actions = must(web.screen).commands.map((command, index) => command.action(must(given[index])))
    expect(actions).toEqual([
      'go_back()',
      'go_forward()',
      "goto('https://shop.example/cart')",
      'new_tab()',
      'tab_focus(1)',
      'tab_close()',
      'noop()',
      'send_msg_to_user("It\'s 18 EUR.")',
      "report_infeasible('No cart.')"
    ])
    expect(actions.map((action) => web.action.parse(action))).toEqual(actions)
    expect(must(web.screen).commands.map(({ name }) => name)).toEqual(
      'back forward goto new-tab tab close-tab wait message infeasible'.split(' ')
    )
  })

  it('leaves addresses alone that say how they are reached', () => {
    const goto = must(must(web.screen).commands.find(({ name }) => name === 'goto'))
    const typed = ['http://a.example', 'about:blank', 'localhost:3000/x']
    expect(typed.map((address) => goto.action(address))).toEqual([
      "goto('http://a.example')",
      "goto('about:blank')",
      "goto('https://localhost:3000/x')"
    ])
  })
})

describe('14.6 what is typed reads back to exactly that text', () => {
  it('in calls of the web domain', () => {
    const screen = screenOf({ role: 'textbox', ref: 'a7' })
    for (const text of texts) {
      const call = must(web.screen).gesture({ type: 'type', at: on(0), text, enter: false }, screen)
      expect(readCall(String(call)).positional).toEqual(['a7', text])
      expect(web.action.parse(call)).toBe(call)
      expect(String(call)).not.toMatch(/[\n\r]/)
    }
  })
})

describe('a page tells its address, title and tabs', () => {
  const start = (initialState: string) => web.initial(Setup.parse({ domain: 'web', initialState }))

  it.each([
    [
      "URL: https://a.example/x\nTab 0 (current): Mugs | Tab 1: Bowls\n\nRootWebArea 'Kim\\'s mugs', focused",
      { url: 'https://a.example/x', title: "Kim's mugs", tabs: 2 }
    ],
    [
      '- Page URL: https://a.example/\n- Page Title: Boats\n- main',
      { url: 'https://a.example/', title: 'Boats', tabs: null }
    ],
    ['<html><head><title>Boats</title></head></html>', { url: null, title: 'Boats', tabs: null }],
    [
      'URL: http://a.example/\nTab 0 (current): Chores (http://a.example/) | Tab 1: Boats (http://b.example/)\n\n<html>',
      { url: 'http://a.example/', title: 'Chores', tabs: 2 }
    ],
    ['', { url: null, title: null, tabs: null }]
  ])('as %j', (text, state) => {
    expect(start(text)).toEqual({ ...state, opening: expect.any(String) })
  })

  it('which are kept while the page stays, and follow an address that was opened', () => {
    const page = (title: string) => ({ text: `RootWebArea '${title}'` })
    let state = start("URL: https://a.example/\nRootWebArea 'A'")
    const seen = [
      { action: "click('1')", observation: page('A') },
      { action: "click('2')", observation: page('B') },
      { action: "goto('https://c.example/')", observation: page('C') }
    ].map((step) => {
      state = web.fold(state, step)
      return state.url
    })
    expect(seen).toEqual(['https://a.example/', null, 'https://c.example/'])
  })
})

describe('web actions have short labels, and are made from a line', () => {
  it.each([
    ["click('a12')", 'click a12'],
    ["click('a12', 'right', ['Shift'])", 'Shift+right click a12'],
    ["fill('a7', 'mug\\nx')", 'fill a7 “mug⏎x”'],
    ["fill('a7', '')", 'clear a7'],
    [`fill('a7', '${'😀'.repeat(80)}')`, `fill a7 “${'😀'.repeat(29)}…”`],
    ["select_option('c4', ['L', 'XL'])", 'select c4 “L”, “XL”'],
    ["hover('a')", 'hover a'],
    ["keyboard_press('Enter')", 'press Enter'],
    ["keyboard_type('x')", 'type “x”'],
    ['mouse_move(1, 2)', 'move to 1, 2'],
    ["mouse_click(1, 2, 'right')", 'right click at 1, 2'],
    ['mouse_dblclick(1, 2)', 'double-click at 1, 2'],
    ['mouse_down(1, 2)', 'hold button at 1, 2'],
    ['mouse_up(1, 2)', 'let go at 1, 2'],
    ['scroll(0, -300)', 'scroll up 300'],
    ['scroll(5, 300)', 'scroll down 300, right 5'],
    ['scroll(0, 0)', 'scroll nowhere'],
    ["goto('https://a.example')", 'go to https://a.example'],
    ['go_back()', 'back'],
    ['go_forward()', 'forward'],
    ['new_tab()', 'new tab'],
    ['tab_focus(1)', 'tab 1'],
    ['tab_close()', 'close tab'],
    ["send_msg_to_user('x')", 'say “x”'],
    ["report_infeasible('x')", 'infeasible “x”'],
    ['noop()', 'wait'],
    ['noop(50)', 'wait 50 ms']
  ])('%s is %s', (call, label) => {
    expect(web.label(web.action.parse(web.fromText(call)))).toBe(label)
  })

  it('and what is no call is refused only when it is used', () => {
    expect([web.fromText(''), web.fromText('look around')]).toEqual(['noop()', 'look around'])
    expect(lesson('look around')).toContain('look is no call')
  })
})
