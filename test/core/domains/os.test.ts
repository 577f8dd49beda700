import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { os } from '../../../src/core/domains/os/index.ts'
import { readCall } from '../../../src/core/domains/python.ts'
import type { Gesture } from '../../../src/core/observations/screens/gestures.ts'
import { userTurn } from '../../../src/core/step/prompt.ts'
import { readUserTurn } from '../../../src/core/step/turns.ts'
import { Setup } from '../../../src/core/tree/model.ts'
import { must } from '../../must.ts'
import { at, awkwardTexts, left, on, screenOf } from './screens.ts'

const lesson = (action: unknown) => z.prettifyError(must(os.action.safeParse(action).error))
const LESSON =
  'a desktop action is Python code as a text, e.g. pyautogui.click(300, 200), or one of WAIT, FAIL and DONE'

describe('14.4 a desktop action is code, or one of three words', () => {
  it.each([
    ['pyautogui.click(3, 4)', 'pyautogui.click(3, 4)'],
    ['\n\n  if True:\n      x = 1\r\n\n', 'if True:\n    x = 1'],
    ['```python\nprint(1)\n```', 'print(1)'],
    ['  a = 1\nb = 2', 'a = 1\nb = 2'],
    ['done', 'DONE'],
    [' WAIT\n', 'WAIT'],
    ['Fail', 'FAIL']
  ])('%j is kept as %j', (given, code) => {
    expect(os.action.parse(given)).toBe(code)
    expect(os.action.parse(code)).toBe(code)
  })

  it.each([[''], [' \n\t'], ['```python\n```'], [3], [null], [[]], [{}], [{ action_type: 3 }]])(
    'teaches when given %j',
    (given) => {
      expect(lesson(given)).toBe(`✖ ${LESSON}`)
    }
  )

  it('reads back every code from the turn that the model is given', () => {
    const codes = [
      'import os\nfor name in os.listdir("."):\n    print(name)\n\nprint("```")',
      'WAIT',
      ...awkwardTexts(100).map((text) => `pyautogui.write(${JSON.stringify(text)})`)
    ]
    for (const code of codes) {
      const action = os.action.parse(code)
      expect(os.read(readUserTurn(userTurn(os, 2, action, { instruction: 'Be slow.' })).action)).toBe(action)
    }
  })
})

describe('computer_13 is translated to code', () => {
  it.each([
    [{ action_type: 'MOVE_TO', x: 3, y: 4 }, 'pyautogui.moveTo(3, 4)'],
    [{ action_type: 'CLICK' }, 'pyautogui.click()'],
    [{ action_type: 'CLICK', parameters: { x: 3, y: 4 } }, 'pyautogui.click(3, 4)'],
    [
      { action_type: 'CLICK', x: 3, y: 4, button: 'right', num_clicks: 2 },
      "pyautogui.click(3, 4, button='right', clicks=2)"
    ],
    [{ action_type: 'MOUSE_DOWN', button: 'middle' }, "pyautogui.mouseDown(button='middle')"],
    [{ action_type: 'MOUSE_UP', button: 'left' }, 'pyautogui.mouseUp()'],
    [{ action_type: 'RIGHT_CLICK', x: 3, y: 4 }, 'pyautogui.rightClick(3, 4)'],
    [{ action_type: 'DOUBLE_CLICK', x: 3, y: 4 }, 'pyautogui.doubleClick(3, 4)'],
    [{ action_type: 'DRAG_TO', x: 3, y: 4 }, "pyautogui.dragTo(3, 4, button='left')"],
    [{ action_type: 'SCROLL', dx: 0, dy: -5 }, 'pyautogui.scroll(-5)'],
    [{ action_type: 'SCROLL', dx: 2, dy: -5 }, 'pyautogui.scroll(-5)\npyautogui.hscroll(2)'],
    [{ action_type: 'TYPING', text: "it's" }, 'pyautogui.write("it\'s")'],
    [{ action_type: 'PRESS', key: 'enter' }, "pyautogui.press('enter')"],
    [{ action_type: 'KEY_DOWN', key: 'shift' }, "pyautogui.keyDown('shift')"],
    [{ action_type: 'KEY_UP', key: 'shift' }, "pyautogui.keyUp('shift')"],
    [{ action_type: 'HOTKEY', keys: ['ctrl', 's'] }, "pyautogui.hotkey('ctrl', 's')"],
    [{ action_type: 'WAIT' }, 'WAIT'],
    [{ action_type: 'FAIL' }, 'FAIL'],
    [{ action_type: 'DONE' }, 'DONE']
  ])('%j', (given, code) => {
    expect(os.action.parse(given)).toBe(code)
  })

  it.each([['JUMP'], ['TYPING'], ['PRESS'], ['HOTKEY'], ['MOVE_TO'], ['SCROLL'], ['constructor']])(
    'refuses %s without what it takes',
    (action_type) => {
      expect(lesson({ action_type })).toContain(`${action_type} is not a whole action of computer_13. They are like`)
    }
  )

  it.each([
    { action_type: 'CLICK', x: '300', y: '200' },
    { action_type: 'CLICK', x: 300 },
    { action_type: 'RIGHT_CLICK', y: 200 },
    { action_type: 'MOUSE_DOWN', button: 'thumb' },
    { action_type: 'CLICK', parameters: { x: [300, 200] } }
  ])('refuses %j instead of clicking somewhere else', (action) => {
    expect(lesson(action)).toContain(`${action.action_type} is not a whole action of computer_13.`)
  })
})

describe('a gesture on a desktop becomes code', () => {
  const bounds = { x: 100, y: 20, width: 60, height: 30 }
  const screen = screenOf(
    { role: 'frame', bounds: { x: 0, y: 0, width: 800, height: 600 } },
    { role: 'button', bounds, parent: 0 },
    { role: 'textbox', bounds, text: 'draft.txt', parent: 0 },
    { role: 'textbox', bounds, value: '', parent: 0 },
    { role: 'button', parent: 0 },
    { role: 'button', bounds: { ...bounds, width: 0 }, parent: 0 },
    { role: 'button', bounds: { x: -60, y: 0, width: 100, height: 30 } },
    { role: 'button', bounds: { x: -60, y: 0, width: 40, height: 30 } }
  )

  it('points into a window of a table, which tells nothing of what lies in what', () => {
    const table = screenOf(
      { role: 'frame', bounds: { x: 400, y: 300, width: 200, height: 100 } },
      { role: 'button', bounds: { x: 480, y: 340, width: 40, height: 20 } }
    )
    const click = (node: number) => os.screen?.gesture({ type: 'click', at: { node, x: 482, y: 345 }, ...left }, table)
    expect([click(0), click(1)]).toEqual(['pyautogui.click(482, 345)', 'pyautogui.click(500, 350)'])
  })

  it.each<[string, Gesture, string | null]>([
    ['click', { type: 'click', at: on(1), ...left }, 'pyautogui.click(130, 35)'],
    ['click by pointing', { type: 'click', at: { node: 1, x: 101, y: 22 }, ...left }, 'pyautogui.click(130, 35)'],
    ['click in a window', { type: 'click', at: { node: 0, x: 101.4, y: 22 }, ...left }, 'pyautogui.click(101, 22)'],
    ['click on nothing', { type: 'click', at: at(5, 6), ...left }, 'pyautogui.click(5, 6)'],
    [
      'right click',
      { type: 'click', at: on(1), button: 'right', count: 1 },
      "pyautogui.click(130, 35, button='right')"
    ],
    ['double click', { type: 'click', at: on(1), button: 'left', count: 2 }, 'pyautogui.doubleClick(130, 35)'],
    [
      'click on the part of a thing that is on the screen',
      { type: 'click', at: on(6), ...left },
      'pyautogui.click(20, 15)'
    ],
    ['click on what lies outside of the screen', { type: 'click', at: on(7), ...left }, null],
    ['click on what has no place', { type: 'click', at: on(4), ...left }, null],
    ['click on what has no size', { type: 'click', at: on(5), ...left }, null],
    ['hover', { type: 'hover', at: on(1) }, 'pyautogui.moveTo(130, 35)'],
    [
      'type over what a field holds',
      { type: 'type', at: on(2), text: 'final.txt', enter: true },
      "pyautogui.click(130, 35)\npyautogui.hotkey('ctrl', 'a')\npyautogui.write('final.txt')\npyautogui.press('enter')"
    ],
    [
      'empty a field',
      { type: 'type', at: on(2), text: '', enter: false },
      "pyautogui.click(130, 35)\npyautogui.hotkey('ctrl', 'a')\npyautogui.press('delete')"
    ],
    [
      'type into an empty field',
      { type: 'type', at: on(3), text: 'a', enter: false },
      "pyautogui.click(130, 35)\npyautogui.write('a')"
    ],
    ['type where the focus is', { type: 'type', at: null, text: 'a', enter: false }, "pyautogui.write('a')"],
    [
      'type what no key has',
      { type: 'type', at: null, text: 'é', enter: true },
      "import pyperclip\npyperclip.copy('é')\npyautogui.hotkey('ctrl', 'v')\npyautogui.press('enter')"
    ],
    ['type nothing', { type: 'type', at: null, text: '', enter: false }, null],
    ['type into what has no place', { type: 'type', at: on(4), text: 'a', enter: false }, null],
    ['key', { type: 'key', key: 'Escape' }, "pyautogui.press('esc')"],
    ['capital', { type: 'key', key: 'A' }, "pyautogui.press('A')"],
    ['space', { type: 'key', key: ' ' }, "pyautogui.press('space')"],
    ['plus', { type: 'key', key: '+' }, "pyautogui.press('+')"],
    ['chord', { type: 'key', key: 'Control+Shift+ArrowDown' }, "pyautogui.hotkey('ctrl', 'shift', 'down')"],
    ['chord with plus', { type: 'key', key: 'Control++' }, "pyautogui.hotkey('ctrl', '+')"],
    ['scroll', { type: 'scroll', at: on(1), dx: 0, dy: 340 }, 'pyautogui.scroll(-3, x=130, y=35)'],
    [
      'scroll a little, up and right',
      { type: 'scroll', at: null, dx: 5, dy: -5 },
      'pyautogui.scroll(1)\npyautogui.hscroll(1)'
    ],
    ['scroll by nothing', { type: 'scroll', at: null, dx: 0, dy: 0 }, null],
    [
      'drag',
      { type: 'drag', from: { node: 0, x: 5, y: 6 }, to: on(1) },
      "pyautogui.moveTo(5, 6)\npyautogui.dragTo(130, 35, duration=0.5, button='left')"
    ],
    ['drag to where it began', { type: 'drag', from: on(1), to: on(1) }, null],
    ['hold', { type: 'hold', at: on(1) }, null],
    ['select', { type: 'select', at: on(1), options: ['a'] }, null]
  ])('%s', (_, gesture, code) => {
    const made = must(os.screen).gesture(gesture, screen)
    expect(made).toBe(code)
    if (made !== null) expect(os.action.parse(made)).toBe(made)
  })

  it('and the three words are commands', () => {
    expect(must(os.screen).commands.map(({ name, action }) => [name, action('')])).toEqual([
      ['wait', 'WAIT'],
      ['complete', 'DONE'],
      ['infeasible', 'FAIL']
    ])
  })
})

describe('14.6 what is typed reads back to exactly that text', () => {
  it('in code for the desktop', () => {
    for (const text of awkwardTexts(400)) {
      const code = String(must(os.screen).gesture({ type: 'type', at: null, text, enter: false }, screenOf()))
      const calls = code.split('\n').filter((line) => !line.startsWith('import '))
      const [typed, ...more] = calls.map(readCall)
      expect(must(typed).positional).toEqual([text])
      expect([must(typed).name, ...more.map(({ name }) => name)]).toEqual(
        /^[\x20-\x7e\n\t]*$/.test(text) ? ['pyautogui.write'] : ['pyperclip.copy', 'pyautogui.hotkey']
      )
    }
  })
})

describe('a desktop tells the window in front', () => {
  it.each([
    ['<frame name="A"/><frame name="B &amp; &quot;C&quot;" st:active="true"/>', 'B & "C"'],
    ['<frame name="A" st:showing="true"/>', 'A'],
    ['<frame name="A"/><frame name="B"/>', null],
    ['tag\tname\ttext\nframe\tnotes.txt\t""\npush-button\tSave\t""', 'notes.txt'],
    ['frame\tA\t""\ndialog\tB\t""', null],
    ['', null]
  ])('%j is %j', (initialState, window) => {
    expect(os.initial(Setup.parse({ domain: 'os', initialState })).window).toBe(window)
  })

  it('and none when a table names none', () => {
    const text = 'tag\tname\ttext\nlabel\tx\t""'
    expect(os.fold({ window: 'A', opening: '' }, { action: 'WAIT', observation: { text } }).window).toBe(null)
  })

  it('and keeps it while the screen does not tell', () => {
    const state = { window: 'A', opening: '<desktop-frame>' }
    expect(os.fold(state, { action: 'WAIT', observation: { text: 'label\tx' } })).toEqual(state)
  })
})

describe('desktop code is described in a few words', () => {
  it.each([
    ['pyautogui.click(3, 4)', 'click 3, 4'],
    ["pyautogui.click(x=3, y=4, button='right')", 'right click 3, 4'],
    ['pyautogui.click()', 'click'],
    ['pyautogui.rightClick(3, 4)', 'right click 3, 4'],
    [
      "import time\npyautogui.doubleClick(3, 4)\ntime.sleep(1)\npyautogui.write('a\\nb')",
      'double-click 3, 4 ; type “a⏎b”'
    ],
    ["pyautogui.moveTo(1, 2)\npyautogui.dragTo(3, 4, button='left')", 'move to 1, 2 ; drag to 3, 4'],
    ["pyautogui.press('enter')", 'press enter'],
    ["pyautogui.hotkey('ctrl', 's')", 'ctrl+s'],
    ["pyautogui.hotkey(['ctrl', 's'])", 'ctrl+s'],
    ["pyautogui.press(['left', 'left'])", 'press left, left'],
    ['pyautogui.moveTo((3, 4))', 'pyautogui.moveTo((3, 4))'],
    ['pyautogui.scroll(-3)', 'scroll down 3'],
    ['# nothing else', '# nothing else'],
    [`total = ${'1 + '.repeat(40)}1`, `total = ${'1 + '.repeat(17)}1 +…`],
    [Array(9).fill("pyautogui.press('tab')").join('\n'), `${'press tab ; '.repeat(6)}…`],
    ['x = open("a").read()', 'x = open("a").read()'],
    ['', 'wait'],
    ['WAIT', 'wait'],
    ['done', 'done'],
    ['FAIL', 'infeasible']
  ])('%j is %j', (line, label) => {
    expect(os.label(os.action.parse(os.fromText(line)))).toBe(label)
  })
})
