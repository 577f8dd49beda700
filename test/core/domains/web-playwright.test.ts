import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { labelOf } from '../../../src/core/domains/label.ts'
import { web } from '../../../src/core/domains/web/index.ts'
import { writePlaywright } from '../../../src/core/domains/web/playwright.ts'
import { TOOLS } from '../../../src/core/domains/web/playwright-tools.ts'
import type { Gesture } from '../../../src/core/observations/screens/gestures.ts'
import { readScreen } from '../../../src/core/observations/screens/readers/index.ts'
import { userTurn } from '../../../src/core/step/prompt.ts'
import { readUserTurn } from '../../../src/core/step/turns.ts'
import { Setup } from '../../../src/core/tree/model.ts'
import { must } from '../../must.ts'
import { awkwardTexts, left, on } from './screens.ts'

const lesson = (action: unknown) => z.prettifyError(must(web.action.safeParse(action).error))
const url = new URL('../../fixtures/agents/playwright-mcp-calls.jsonl', import.meta.url)
const real = readFileSync(url, 'utf8').trim().split('\n')
const Call = z.object({ name: z.string(), arguments: z.record(z.string(), z.json()) })

const PAGE = `### Ran Playwright code
\`\`\`js
await page.goto('https://shop.example/');
\`\`\`

### Page state
- Page URL: https://shop.example/
- Page Title: Shop
- Page Snapshot:
\`\`\`yaml
- generic [active] [ref=e1]:
  - link "Sign in" [ref=e12] [cursor=pointer]:
    - /url: /login
  - textbox "Search" [ref=e13]
  - combobox "Size" [ref=e14]:
    - option "Large"
  - list [ref=e15]:
    - listitem [ref=e16]: Mugs
\`\`\``

describe("calls of Playwright's MCP server are web actions, kept as the agent wrote them", () => {
  it('takes a call of every tool as it is, as JSON and as a call', () => {
    const counted = { calls: real.length, taken: 0, refused: [] as string[] }
    for (const line of real) {
      const { name, arguments: given } = Call.parse(JSON.parse(line))
      const written = writePlaywright(name, z.array(z.tuple([z.string(), z.any()])).parse(Object.entries(given)))
      const forms = [line, written, JSON.stringify(JSON.parse(line), null, 2), `mcp__playwright__${written}`]
      const same = forms.every((form) => {
        const action = web.action.safeParse(form).data
        return (
          action === form && web.read(readUserTurn(userTurn(web, 2, action)).action) === action && web.label(action)
        )
      })
      if (same) counted.taken++
      else counted.refused.push(line)
    }
    expect(counted).toEqual({ calls: 164, taken: 164, refused: [] })
  })

  it.each([
    'browser_click(element="Sign in link", ref="e12")',
    "browser_click(ref='e12')",
    'browser_click(element="Save", target="#save", doubleClick=true)',
    'browser_type(element="Search", ref="e13", text="mug", submit=True)',
    'browser_snapshot()',
    'browser_navigate("https://shop.example/")',
    'browser_click({ element: "Sign in", ref: "e12" })',
    'browser_fill_form(fields=[{"name": "Search", "type": "textbox", "ref": "e13", "value": "mug"}])',
    'mcp__playwright__browser_tabs(action="select", index=1)',
    'playwright-browser_wait_for(time="2")',
    '{"name": "mcp__playwright__browser_click", "arguments": {"element": "Sign in", "ref": "e12"}}',
    '{"name": "browser_click", "input": {"ref": "e12"}}',
    '{"type":"function","function":{"name":"browser_click","arguments":"{\\"ref\\":\\"e12\\"}"}}'
  ])('%s', (call) => {
    expect(web.action.parse(call)).toBe(call)
    expect(web.format(call)).toBe(call)
    expect(web.read(` ${call}\n`)).toBe(call)
  })

  it('takes the object of a tool call', () => {
    expect(web.action.parse({ name: 'browser_click', arguments: { ref: 'e12' } })).toBe(
      '{"name":"browser_click","arguments":{"ref":"e12"}}'
    )
  })

  it.each([
    ['browser_clik(ref="e12")', "is not a tool of Playwright's MCP server. Did you mean browser_click?"],
    [
      'browser_click(element="Sign in")',
      'browser_click takes ref. It is written like this: browser_click(element="...", ref="e12")'
    ],
    ['browser_navigate()', 'browser_navigate takes url'],
    ['browser_resize(width="wide", height=1)', 'width of browser_resize must be a number'],
    ['browser_click(ref=e12)', "e12 is a name, not a value; a text stands in quotes: 'e12'"],
    ['browser_click("a", "b", "c", "d", "e", "f", "g")', 'browser_click is written with the names of its parameters'],
    ['browser_fill_form(fields=[{"a": 1, "a": 2}])', 'a is given twice'],
    ['browser_fill_form(fields=[{"a" 1}])', 'A colon is expected'],
    [`browser_fill_form(fields=${'{a:'.repeat(50_000)}`, 'Fewer lists inside lists are expected'],
    ['{"name": "read_file", "arguments": {}}', '']
  ])('teaches when given %j', (call, words) => {
    expect(lesson(call)).toContain(words)
  })

  it('leaves names that only end like a tool to others', () => {
    expect(lesson('mybrowser_click("e1")')).toContain('mybrowser_click is not an action of the web domain')
  })
})

describe('such a call is labelled by what it names on the screen', () => {
  it.each([
    ['browser_click(element="the login", ref="e12")', 'click “Sign in”'],
    ['browser_click(element="the login", ref="e12", button="right", doubleClick=True)', 'right double-click “Sign in”'],
    ['{"name":"browser_click","arguments":{"target":"e12","modifiers":["Shift"]}}', 'Shift+click “Sign in”'],
    ['browser_type(element="x", ref="e13", text="mug", submit=True)', 'fill “Search” with “mug” and press Enter'],
    ['browser_select_option(element="x", ref="e14", values=["Large"])', 'select “Large” in “Size”'],
    ['browser_drag(startElement="a", startRef="e16", endElement="b", endRef="e12")', 'drag “Mugs” to “Sign in”'],
    ['browser_fill_form(fields=[{"name":"q","type":"textbox","ref":"e13","value":"mug"}])', 'fill form “Search” “mug”'],
    [
      'browser_click(element="Log out", ref="e19")',
      'click “Log out” (e19 is not on this page; nearest: e16, e15, e14)'
    ],
    ['browser_click(element="Log out", ref="#out")', 'click “Log out”'],
    ['browser_hover(ref="#out")', 'hover #out'],
    ['browser_press_key(key="Enter")', 'press Enter'],
    ['browser_navigate(url="https://a.example/")', 'go to https://a.example/'],
    ['browser_navigate_back()', 'back'],
    ['browser_wait_for(text="Done")', 'wait for “Done”'],
    ['browser_wait_for(textGone="Busy")', 'wait until “Busy” is gone'],
    ['browser_wait_for(time=3)', 'wait 3 s'],
    ['browser_tabs(action="list")', 'list tabs'],
    ['browser_tabs(action="select", index=1)', 'tab 1'],
    ['browser_handle_dialog(accept=False)', 'dismiss dialog'],
    ['browser_resize(width=390, height=780)', 'resize “390” “780”'],
    ['browser_take_screenshot()', 'take screenshot']
  ])('%s is %s', (call, label) => {
    expect(labelOf(web, web.action.parse(call), PAGE)).toBe(label)
  })

  it('every tool has a label without a screen', () => {
    for (const tool of TOOLS.keys()) {
      const call = writePlaywright(
        tool,
        must(TOOLS.get(tool)).map(({ names, kind }) => [
          must(names[0]),
          { text: 'x', number: 1, flag: true, list: ['x'], object: {} }[kind]
        ])
      )
      expect(web.label(web.action.parse(call)), call).toMatch(/^[a-z]/)
    }
  })
})

describe("the window acts on an aria snapshot with Playwright's calls", () => {
  const read = readScreen(PAGE)
  const screen = 'screen' in read ? read.screen : null
  const node = (ref: string) => must(screen).nodes.findIndex((one) => one.ref === ref)
  const act = (gesture: Gesture) => must(web.screen).gesture(gesture, must(screen))

  it.each<[string, Gesture, string | null]>([
    ['click', { type: 'click', at: on(node('e12')), ...left }, 'browser_click(element="Sign in link", ref="e12")'],
    [
      'double click',
      { type: 'click', at: on(node('e12')), button: 'left', count: 2 },
      'browser_click(element="Sign in link", ref="e12", doubleClick=True)'
    ],
    [
      'right click',
      { type: 'click', at: on(node('e12')), button: 'right', count: 1 },
      'browser_click(element="Sign in link", ref="e12", button="right")'
    ],
    ['hover', { type: 'hover', at: on(node('e12')) }, 'browser_hover(element="Sign in link", ref="e12")'],
    [
      'type and Enter',
      { type: 'type', at: on(node('e13')), text: 'mug', enter: true },
      'browser_type(element="Search textbox", ref="e13", text="mug", submit=True)'
    ],
    [
      'select',
      { type: 'select', at: on(node('e14')), options: ['Large'] },
      'browser_select_option(element="Size combobox", ref="e14", values=["Large"])'
    ],
    ['key', { type: 'key', key: 'Control+a' }, 'browser_press_key(key="Control+a")'],
    ['scroll', { type: 'scroll', at: null, dx: 0, dy: 400 }, 'browser_mouse_wheel(deltaX=0, deltaY=400)'],
    [
      'drag',
      { type: 'drag', from: on(node('e16')), to: on(node('e12')) },
      'browser_drag(startElement="Mugs listitem", startRef="e16", endElement="Sign in link", endRef="e12")'
    ],
    ['typing where nothing has the focus', { type: 'type', at: null, text: 'mug', enter: false }, null],
    ['Enter there', { type: 'type', at: null, text: '', enter: true }, 'browser_press_key(key="Enter")'],
    ['a long press', { type: 'hold', at: on(node('e12')) }, null]
  ])('%s', (_, gesture, call) => {
    expect(act(gesture)).toBe(call)
    if (call !== null) expect(web.action.parse(call)).toBe(call)
  })

  it("and the browser's buttons too", () => {
    const given = ['', '', 'shop.example', '', '1', '', '', 'hello', 'no']
    const actions = must(web.screen).commands.map((one, index) => one.action(must(given[index]), must(screen)))
    expect(actions).toEqual([
      'browser_navigate_back()',
      'browser_navigate_forward()',
      'browser_navigate(url="https://shop.example")',
      'browser_tabs(action="new")',
      'browser_tabs(action="select", index=1)',
      'browser_tabs(action="close")',
      'browser_wait_for(time=1)',
      "send_msg_to_user('hello')",
      "report_infeasible('no')"
    ])
    expect(actions.map((action) => web.action.parse(action))).toEqual(actions)
  })

  it('and what is typed reads back to exactly that text', () => {
    for (const text of awkwardTexts(200)) {
      const call = act({ type: 'type', at: on(node('e13')), text, enter: false })
      expect(web.action.parse(call)).toBe(call)
      expect(String(call)).not.toMatch(/[\n\r]/)
    }
  })

  it('the address, the title and what was opened are folded from the wrapper of the server', () => {
    const state = web.initial(Setup.parse({ domain: 'web', initialState: PAGE }))
    expect(state).toMatchObject({ url: 'https://shop.example/', title: 'Shop' })
    const opened = web.fold(state, {
      action: 'browser_navigate(url="https://b.example/")',
      observation: { text: '- main [ref=e1]' }
    })
    expect(opened.url).toBe('https://b.example/')
  })
})
