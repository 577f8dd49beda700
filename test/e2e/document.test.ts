import type { Browser, BrowserContext, Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Document } from '../../src/core/observations/documents/document.ts'
import type { Action, Tool } from '../../src/core/tree/model.ts'
import { PATIENCE } from '../patience.ts'
import { accessible } from './accessible.ts'
import { openBrowser } from './chromium.ts'
import { servePage } from './serve.ts'

let served: Awaited<ReturnType<typeof servePage>>
let browser: Browser
let context: BrowserContext
let page: Page
let faults: string[]
let requests: string[]

beforeAll(async () => {
  served = await servePage('document')
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await served?.close()
})
beforeEach(async () => {
  faults = []
  requests = []
  context = await browser.newContext({
    viewport: { width: 1200, height: 720 },
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce'
  })
  page = await context.newPage()
  page.setDefaultTimeout(PATIENCE.timeout)
  page.on('pageerror', (error) => faults.push(String(error)))
  context.on('request', (request) => requests.push(request.url()))
})
afterEach(async () => {
  const elsewhere = requests.filter((url) => !url.startsWith(served.url) && !url.startsWith('data:'))
  const pages = context.pages().length
  await context.close()
  expect({ faults, elsewhere, pages }).toEqual({ faults: [], elsewhere: [], pages: 1 })
})

interface Opening {
  theme?: 'light' | 'dark'
  tools?: Tool[]
}

async function open(world: string, { theme = 'light', tools }: Opening = {}): Promise<void> {
  const query = new URLSearchParams({ world, theme, setup: JSON.stringify(tools ? { tools } : {}) })
  await page.goto(`${served.url}?${query}`)
  await page.getByRole('group', { name: 'Actions' }).waitFor()
}

const acted = () => page.evaluate((): unknown[] => window.documentScript.acted)
const answer = async (action: Action, text: string, document: Document | null = null): Promise<void> => {
  // As JSON: the types of a page's arguments do not go as deep as an action may.
  await page.evaluate(
    (given) => {
      const [asked, answered, read] = JSON.parse(given)
      window.documentScript.answer(asked, answered, read ?? undefined)
    },
    JSON.stringify([action, text, document])
  )
}
const box = (name: string | RegExp) => page.getByRole('textbox', { name })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const tool = (name: string) => page.getByRole('option', { name: new RegExp(`^${name}\\b`) })
const calls = () => page.getByRole('listbox', { name: 'Calls so far' })
const answered = () => page.getByRole('region', { name: 'Result content' })
const sent = () => page.getByRole('region', { name: 'Action as it will be sent' })
/** What the element with the focus is called. */
const focused = () =>
  page.evaluate(() => {
    const at = document.activeElement
    const label =
      at instanceof HTMLTextAreaElement || at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : null
    return label ?? at?.getAttribute('aria-label') ?? at?.textContent ?? ''
  })

describe('an MCP world', () => {
  test('a tool is found, filled in and called from the keyboard', async () => {
    await open('mcp')
    await expect.poll(focused).toBe('Find a tool')
    await page.keyboard.type('opens issue')
    await expect.poll(() => page.getByRole('listbox', { name: 'Tools' }).getByRole('option').count()).toBe(1)
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('title *required')
    await page.keyboard.type('Export drops the last row')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Line one')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Line two')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await box('labels 1').fill('bug')
    await page.keyboard.press('Control+Enter')
    expect(await acted()).toEqual([
      {
        name: 'create_issue',
        arguments: { title: 'Export drops the last row', body: 'Line one\nLine two', labels: ['bug'] }
      }
    ])
  })

  test('a tool is picked and called with the mouse, and what will be sent is seen before', async () => {
    await open('mcp')
    await tool('list_issues').click()
    await page.getByRole('combobox', { name: 'state' }).selectOption('closed')
    await box('limit').fill('5')
    const expected = { name: 'list_issues', arguments: { state: 'closed', limit: 5 } }
    await expect.poll(() => sent().textContent()).toBe(JSON.stringify(expected))
    await button('Raw').click()
    expect(await box('Raw action').inputValue()).toBe(JSON.stringify(expected, null, 2))
    await button('Call list_issues').click()
    expect(await acted()).toEqual([expected])
  })

  test('the list is walked with arrows and letters, and a slash leads back to it', async () => {
    await open('mcp')
    await page.getByRole('listbox', { name: 'Tools' }).focus()
    await page.keyboard.press('u')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByRole('heading', { level: 2 }).first().textContent()).toBe('add_comment')
    await box(/^body/).fill('a/b')
    await page.keyboard.press('/')
    expect(await box(/^body/).inputValue()).toBe('a/b/')
    await button('Call add_comment').focus()
    await page.keyboard.press('/')
    expect(await focused()).toBe('Find a tool')
  })

  test('annotations are said in words', async () => {
    const tools: Tool[] = [
      { name: 'peek', inputSchema: {}, annotations: { readOnlyHint: true } },
      { name: 'wipe', inputSchema: {}, annotations: { destructiveHint: true, openWorldHint: true } }
    ]
    await open('mcp', { tools })
    expect(await page.getByRole('listbox', { name: 'Tools' }).getByRole('option').allTextContents()).toEqual([
      'peekread-only',
      'wipedestructive'
    ])
    await tool('wipe').click()
    await page.getByText('open world').waitFor()
  })

  test('17.6 names and descriptions of tools are seen as they are, in the list and in the form', async () => {
    const tools: Tool[] = [
      {
        name: 'peek\u202e',
        title: 'Look\x1b[31m',
        description: 'Reads\u2066 only\x07',
        inputSchema: { type: 'object', properties: { id: { type: 'string', description: 'Of\u202e it' } } }
      }
    ]
    await open('mcp', { tools })
    const hidden = ['\x07', '\x1b', '\u202e', '\u2066']
    const body = async () => (await page.locator('body').textContent()) ?? ''
    for (const text of ['peek⟨202E⟩', 'Look␛[31m', 'Reads⟨2066⟩ only␇', 'Of⟨202E⟩ it', 'Call peek⟨202E⟩']) {
      expect(await body()).toContain(text)
    }
    await answer({ name: 'peek\u202e', arguments: { id: '\u202e' } }, '[]')
    await calls().getByText('peek⟨202E⟩ id=⟨202E⟩').waitFor()
    const titles = await page
      .locator('[title], [aria-label]')
      .evaluateAll((all) => all.map((one) => `${one.getAttribute('title')} ${one.getAttribute('aria-label')}`))
    expect([await body(), ...titles].filter((text) => hidden.some((one) => text.includes(one)))).toEqual([])
  })

  test('the form and the JSON are one value', async () => {
    await open('mcp')
    await tool('update_issue').click()
    await box(/^id/).fill('7')
    await button('JSON').click()
    const json = box('Arguments as JSON')
    expect(JSON.parse(await json.inputValue())).toEqual({ id: 7 })
    await json.fill('{"id": 8, "state": "closed", "extra": [1]')
    await page.getByText('This is not JSON yet').waitFor()
    expect(await button('Call update_issue').isDisabled()).toBe(true)
    await json.press('End')
    await json.press('}')
    await button('Form').click()
    expect(await box(/^id/).inputValue()).toBe('8')
    expect(await page.getByRole('combobox', { name: 'state' }).locator('option:checked').textContent()).toBe('closed')
    // What the schema does not name is a part of its own.
    expect(JSON.parse(await box(/^extra/).inputValue())).toEqual([1])
    await button('Remove extra').click()
    await expect.poll(() => sent().textContent()).toBe('{"name":"update_issue","arguments":{"id":8,"state":"closed"}}')
  })

  test('what does not fit is said beside its field, and can be sent all the same', async () => {
    await open('mcp')
    await tool('get_issue').click()
    await page.keyboard.press('Control+Enter')
    await expect.poll(focused).toBe('id *required')
    expect(await acted()).toEqual([])
    const id = box(/^id/)
    await id.fill('many')
    const described = await id.getAttribute('aria-describedby')
    const said = page.locator(`[id="${described?.split(' ').at(-1)}"]`)
    await expect.poll(() => said.textContent()).toBe('This must be a number, not text.')
    await page.getByText('The server will answer: MCP error -32602: Input validation error').waitFor()
    await button('Send anyway').click()
    expect(await acted()).toEqual([{ name: 'get_issue', arguments: { id: 'many' } }])
  })

  test('every part of a difficult schema can be filled in', async () => {
    const node = { $ref: '#/$defs/node' }
    const odd: Tool = {
      name: 'odd',
      inputSchema: {
        type: 'object',
        $defs: {
          node: {
            type: 'object',
            properties: { label: { type: 'string' }, child: node, kids: { type: 'array', items: node } },
            required: ['label']
          }
        },
        properties: {
          version: { const: 2 },
          tree: node,
          target: {
            oneOf: [
              { type: 'string', title: 'A name' },
              { type: 'integer', title: 'A number' }
            ]
          },
          flags: { type: 'object', additionalProperties: { type: 'boolean' } },
          free: {},
          pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] },
          ratio: { type: 'number' },
          broken: { $ref: '#/$defs/none' }
        },
        required: ['version', 'tree']
      }
    }
    await open('mcp', { tools: [odd] })
    await box('label * required')
      .or(box(/^label/))
      .first()
      .fill('root')
    await button('Set child').click()
    await box(/^label/)
      .nth(1)
      .fill('leaf')
    await page.getByRole('combobox', { name: 'target', exact: true }).selectOption('A number')
    await box('target').fill('12')
    await button('Set flags').click()
    await box('Name of another property of flags').fill('fast')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'fast' }).selectOption('true')
    await box('free').fill('{"any": [1]}')
    await box('pair').fill('["a", 1]')
    await box('ratio').fill('1.')
    await page.keyboard.type('5')
    await box('broken').fill('null')
    await page.keyboard.press('Control+Enter')
    expect(await acted()).toEqual([
      {
        name: 'odd',
        arguments: {
          version: 2,
          tree: { label: 'root', child: { label: 'leaf' } },
          target: 12,
          flags: { fast: true },
          free: { any: [1] },
          pair: ['a', 1],
          ratio: 1.5,
          broken: null
        }
      }
    ])
  })

  test('calls are looked at again, and called again changed', async () => {
    await open('mcp')
    await answer({ name: 'get_issue', arguments: { id: 1 } }, '{"id": 1, "title": "First"}')
    await answer({ name: 'get_issue', arguments: { id: 99 } }, 'Error: There is no issue 99.')
    await answer({ name: 'add_comment', arguments: { id: 1, body: 'Seen' } }, 'Comment 5 was added.')
    await expect
      .poll(() => calls().getByRole('option').allTextContents())
      .toEqual(['1answered: get_issue id=1', '2error: get_issue id=99', '3answered: add_comment id=1 body=Seen'])
    await expect.poll(() => answered().textContent()).toContain('Comment 5 was added.')
    await calls().focus()
    await page.keyboard.press('Home')
    await expect.poll(() => answered().textContent()).toContain('"First"')
    await button('Edit and call again').click()
    await expect.poll(focused).toBe('id *required')
    await box(/^id/).fill('2')
    await page.keyboard.press('Enter')
    expect(await acted()).toEqual([{ name: 'get_issue', arguments: { id: 2 } }])
    // The window steps back: the history follows.
    await page.evaluate(() => window.documentScript.set({ live: null }))
    await page.evaluate(() => window.documentScript.back(2))
    await expect.poll(() => calls().getByRole('option').count()).toBe(1)
  })

  test('JSON is a tree that opens and closes by keys, and is copied as it was', async () => {
    await open('mcp')
    const text = '{"items": [{"id": 1, "labels": ["bug"]}], "total": 1}'
    await answer({ name: 'search_issues', arguments: { query: 'x' } }, text)
    const tree = page.getByRole('tree', { name: 'Result as a tree' })
    await tree.getByText('"bug"').waitFor()
    await tree.getByRole('button').first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => tree.getByText('"bug"').count()).toBe(0)
    await page.keyboard.press('Enter')
    await tree.getByText('"bug"').waitFor()
    await page.getByRole('button', { name: 'Text', exact: true }).click()
    expect(await page.getByTestId('text').textContent()).toBe(text)
    await button('Copy the text').click()
    await page.getByText('Copied.').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  })

  test('an answer is seen as it comes, and cancelled with Escape', async () => {
    await open('mcp')
    await tool('list_issues').click()
    await page.keyboard.press('Control+Enter')
    await page.getByText('Waiting for the first tokens').waitFor()
    expect(await button('Call list_issues').isDisabled()).toBe(true)
    // Enter on the next call is not lost silently.
    await box('limit').fill('3')
    await page.keyboard.press('Enter')
    await page.getByText('Not sent: a step is still running. Send it when the step is done.').waitFor()
    expect(await acted()).toHaveLength(1)
    await page.evaluate(() => window.documentScript.stream('[{"id": 1, "ti'))
    await expect.poll(() => page.getByTestId('streamed').textContent()).toBe('[{"id": 1, "ti')
    await box('limit').focus()
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => window.documentScript.cancelled)).toBe(1)
    await button('Call list_issues').click()
    expect(await acted()).toHaveLength(2)
  })
})

describe('a software engineering world', () => {
  test('a command is run, and its output is what a terminal leaves of it', async () => {
    await open('swe')
    await page.keyboard.type('shell')
    await page.keyboard.press('Enter')
    await page.keyboard.type('pytest -q')
    await page.keyboard.press('Enter')
    expect(await acted()).toEqual([{ name: 'run_shell_command', arguments: { command: 'pytest -q' } }])
    await answer(
      { name: 'run_shell_command', arguments: { command: 'pytest -q' } },
      'Command: pytest -q\nDirectory: (root)\nStdout: \x1b[31mF\x1b[0m\n1 failed\nStderr: a warning\nExit Code: 1'
    )
    await answered().getByText('Failed (exit code 1).').waitFor()
    expect(await page.getByTestId('text').allTextContents()).toEqual(['F\n1 failed', 'a warning'])
    await calls().getByRole('option', { name: 'error: $ pytest -q' }).waitFor()
  })

  test('where the world keeps a terminal, a call shows it too', async () => {
    await open('swe')
    await answer({ name: 'run_shell_command', arguments: { command: 'ls' } }, 'Stdout: a\nExit Code: 0')
    await button('Screen').click()
    await page.getByRole('region', { name: 'Screen' }).getByText('$ after 1').waitFor()
    await button('New output').click()
    await page.getByRole('region', { name: 'New output' }).getByText('new').waitFor()
    // A file that was read left nothing on the terminal.
    await answer({ name: 'read_file', arguments: { file_path: 'a.py' } }, '     1\tx = 1')
    await answered().getByText('x = 1').waitFor()
    const ways = page.getByRole('group', { name: 'Result as' })
    expect(await ways.getByRole('button').allTextContents()).toEqual(['File', 'Text'])
    await calls().getByRole('option').first().click()
    await expect
      .poll(() => ways.getByRole('button').allTextContents())
      .toEqual(['Output', 'Text', 'Screen', 'New output'])
  })

  test('a change is a diff whose signs are text, beside the line numbers of both files', async () => {
    await open('swe')
    const call = { name: 'edit', arguments: { file_path: 'a.py', old_string: 'x = 1\n', new_string: 'x = 2\n' } }
    await tool('edit').click()
    await box(/^file_path/).fill('a.py')
    await box(/^old_string/).fill('x = 1\n')
    await box(/^new_string/).fill('x = 2\n')
    await button('Call edit').click()
    expect(await acted()).toEqual([call])
    await answer(call, '--- a/a.py\n+++ b/a.py\n@@ -7,2 +7,2 @@\n import os\n-x = 1\n+x = 2\n')
    await answered().getByText('1 line added').waitFor()
    const columns = await answered().locator('.\\[content-visibility\\:auto\\] > pre').allTextContents()
    expect(columns).toEqual([
      '\n\n\n7\n8\n',
      '\n\n\n7\n\n8',
      '--- a/a.py\n+++ b/a.py\n@@ -7,2 +7,2 @@\n import os\n-x = 1\n+x = 2\n'
    ])
  })

  test('a file has its line numbers, from where it was read', async () => {
    await open('swe')
    await answer(
      { name: 'read_file', arguments: { file_path: 'src/a.py', offset: 41 } },
      '    41\tdef f():\n    42\t    return 1'
    )
    await answered().getByText('src/a.py, lines 41 to 42').waitFor()
    expect(await answered().locator('.\\[content-visibility\\:auto\\] > pre').allTextContents()).toEqual([
      '41\n42',
      'def f():\n    return 1\n'
    ])
  })
})

describe('a search world', () => {
  const hits =
    '[1] https://mugs.example/red\nTitle: Red mugs\nSnippet: All about them.\nDate: Jan 3, 2024\n\n[2] javascript:alert(1)\nTitle: Evil\nSnippet: No.\nDate: N/A'

  test('words are searched for, and a result is opened by mouse', async () => {
    await open('search')
    await expect.poll(focused).toBe("Search this world's web")
    await page.keyboard.type('red mugs')
    await page.keyboard.press('Enter')
    expect(await acted()).toEqual([{ name: 'web_search', arguments: { query: 'red mugs' } }])
    await answer({ name: 'web_search', arguments: { query: 'red mugs' } }, hits)
    const link = page.getByRole('link', { name: 'Red mugs' })
    await link.hover()
    await expect
      .poll(() => page.getByTestId('peek').textContent())
      .toBe('{"name":"web_extractor","arguments":{"url":"https://mugs.example/red"}}')
    await link.click({ button: 'middle' })
    await link.click()
    expect((await acted()).slice(1)).toEqual([
      { name: 'web_extractor', arguments: { url: 'https://mugs.example/red' } }
    ])
    expect(await page.getByRole('link').count()).toBe(0)
  })

  test('links of a page are followed from the keyboard, relative ones from where the page is', async () => {
    await open('search')
    await answer(
      { name: 'web_extractor', arguments: { url: 'https://mugs.example/a/b' } },
      '# Mugs\n\nSee [the others](/all), [this part](#part) and [nothing](javascript:alert(1)).'
    )
    const page1 = answered()
    expect(await page1.getByRole('link').allTextContents()).toEqual(['the others'])
    await page1.focus()
    await page.keyboard.press('Tab')
    // "What was sent" comes first.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await acted()).toEqual([{ name: 'web_extractor', arguments: { url: 'https://mugs.example/all' } }])
  })

  test('the memory is a form like any other', async () => {
    await open('search')
    await tool('dict_memory').click()
    await page.getByRole('combobox', { name: /^action/ }).selectOption('add')
    await button('Set dict').click()
    await box('Name of another property of dict').fill('height')
    await page.keyboard.press('Enter')
    // Where anything will do, words need no quotes, and what is JSON stays what it is.
    await box(/^height/).fill('2,469 m')
    await box('Name of another property of dict').fill('spans')
    await page.keyboard.press('Enter')
    await box(/^spans/).fill('11')
    await page.keyboard.press('Control+Enter')
    const dict = { height: '2,469 m', spans: 11 }
    expect(await acted()).toEqual([{ name: 'dict_memory', arguments: { action: 'add', dict } }])
  })
})

describe('a text environment', () => {
  const scene = 'You open it.\n\nReward: 0.5\nDone: false\nAdmissible actions: take apple 1, take mug 2, look'

  test('a line is written, completed and brought back', async () => {
    await open('textenv')
    await page.getByTestId('scene').getByText('You stand in the middle of the kitchen.').waitFor()
    await expect.poll(focused).toBe('Command')
    await page.keyboard.type('go to f')
    await page.keyboard.press('Tab')
    expect(await box('Command').inputValue()).toBe('go to fridge 1')
    await page.keyboard.press('Enter')
    expect(await acted()).toEqual(['go to fridge 1'])
    await answer('go to fridge 1', 'It is closed.\nAdmissible actions: open fridge 1, look')
    await answer('open fridge 1', scene)
    await page.keyboard.type('dra')
    const walk = [
      ['ArrowUp', 'open fridge 1'],
      ['ArrowUp', 'go to fridge 1'],
      ['ArrowUp', 'go to fridge 1'],
      ['ArrowDown', 'open fridge 1'],
      ['ArrowDown', 'dra']
    ] as const
    for (const [key, line] of walk) {
      await page.keyboard.press(key)
      expect(await box('Command').inputValue()).toBe(line)
    }
  })

  test('lines entered while an answer comes are queued, edited and sent one by one', async () => {
    await open('textenv')
    await expect.poll(focused).toBe('Command')
    const queue = page.getByRole('list', { name: 'Queued lines' })
    for (const line of ['look', 'open fridge 1', 'take mug 2', 'go nowhere']) {
      await page.keyboard.type(line)
      await page.keyboard.press('Enter')
    }
    expect(await acted()).toEqual(['look'])
    await expect
      .poll(() => queue.getByRole('listitem').allTextContents())
      .toEqual(['open fridge 1', 'take mug 2', 'go nowhere'])
    await page.keyboard.press('Backspace')
    expect(await box('Command').inputValue()).toBe('go nowhere')
    await box('Command').fill('')
    await button('Discard take mug 2').click()
    await answer('look', scene)
    await expect.poll(acted).toEqual(['look', 'open fridge 1'])
    await box('Command').fill('look')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.getByText('1 line kept, not sent. Enter sends it.').waitFor()
    expect(await acted()).toEqual(['look', 'open fridge 1'])
    await page.keyboard.press('ArrowUp')
    expect(await box('Command').inputValue()).toBe('open fridge 1')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(acted).toEqual(['look', 'open fridge 1', 'look'])
    await queue.waitFor({ state: 'detached' })
  })

  test('nothing that was queued is sent once all is over', async () => {
    await open('textenv')
    for (const line of ['look', 'look']) {
      await page.keyboard.type(line)
      await page.keyboard.press('Enter')
    }
    await answer('look', 'You win.\n\nReward: 1\nDone: true')
    await page.getByText('1 line kept, not sent. Enter sends it.').waitFor()
    expect(await acted()).toEqual(['look'])
  })

  test('what can be done is done by a press, reward and end are seen', async () => {
    await open('textenv')
    await answer('open fridge 1', scene)
    await answered().getByText('Reward 0.5').waitFor()
    await answered().getByText('Not finished').waitFor()
    const list = page.getByRole('region', { name: 'Admissible actions' })
    expect(await list.getByRole('button').allTextContents()).toEqual(['take apple 1', 'take mug 2', 'look'])
    await list.getByRole('button', { name: 'take mug 2' }).hover()
    expect(await page.getByTestId('peek').textContent()).toBe('take mug 2')
    await list.getByRole('button', { name: 'take mug 2' }).click()
    expect(await acted()).toEqual(['take mug 2'])
  })
})

describe('17.6 hostile observations', () => {
  const evil = [
    '# Page',
    '<script>window.hit = 1</script><img src="https://evil.example/1.png" onerror="window.hit = 1">',
    '<iframe src="https://evil.example/2"></iframe><svg onload="window.hit = 1"></svg>',
    '![x](https://evil.example/3.png) ![y](data:image/svg+xml,<svg/onload=alert(1)>)',
    '[a](javascript:window.hit=1) [b](data:text/html,<script>window.hit=1</script>) [c](vbscript:x) [d](https://evil.example/4)',
    '<https://evil.example/5> https://evil.example/6 [ref][r]',
    '[r]: https://evil.example/7 "t"',
    '<style>body{background:url(https://evil.example/8)}</style><link rel=stylesheet href=https://evil.example/9>',
    '<a href="javascript:window.hit=1">click</a><form action="https://evil.example/10"><button>go</button></form>',
    '- [x] done\n\n| a |\n| - |\n| <b onmouseover="window.hit=1">b</b> |'
  ].join('\n\n')
  const call = { name: 'web_extractor', arguments: { url: 'https://evil.example/' } }

  test('nothing in a page runs, loads or leaves', async () => {
    await open('search')
    await answer(call, evil, { kind: 'markdown', text: evil })
    await page.getByRole('heading', { name: 'Page' }).waitFor()
    const dangerous = answered().locator(
      'script, img, iframe, svg, style, link, form, a, object, embed, [onerror], [onload], [onmouseover]'
    )
    expect(await dangerous.count()).toBe(0)
    const links = answered().getByRole('link')
    expect(await links.allTextContents()).toEqual(['d', 'https://evil.example/5', 'https://evil.example/6', 'ref'])
    for (const link of await links.all()) await link.click({ button: 'middle' })
    await links.first().click({ modifiers: ['Control'] })
    // A press acts in this world, and only there.
    expect(await acted()).toEqual([{ name: 'web_extractor', arguments: { url: 'https://evil.example/4' } }])
    expect(await page.evaluate(() => 'hit' in window)).toBe(false)
  })

  test('as every kind of result it is only text', async () => {
    await open('search')
    const documents: Document[] = [
      { kind: 'text', text: `1${evil}`, error: true },
      { kind: 'json', text: `2${evil}`, value: { [evil]: evil }, error: false },
      { kind: 'diff', text: `3${evil}` },
      { kind: 'file', text: `4${evil}`, path: evil, first: 1, lines: evil.split('\n') },
      { kind: 'shell', text: `5${evil}`, output: evil, exitCode: 0 },
      {
        kind: 'hits',
        text: `6${evil}`,
        query: evil,
        hits: [{ rank: 1, url: 'javascript:window.hit=1', title: evil, snippet: evil, date: evil }]
      },
      { kind: 'scene', text: `7${evil}`, scene: evil, admissible: [evil], reward: 1, done: true }
    ]
    for (const document of documents) {
      await answer(call, document.text, document)
      await expect.poll(() => answered().textContent()).toContain('<script>window.hit = 1</script>')
      expect(await answered().locator('script, img, iframe, style, link, form, a, [onerror]').count()).toBe(0)
    }
    expect(await page.evaluate(() => 'hit' in window)).toBe(false)
  })

  test('five megabytes of anything are shown and put away again', async () => {
    await open('swe')
    const kinds = [
      'text',
      'one line',
      'json',
      'deep',
      'markdown',
      'quotes',
      'diff',
      'file',
      'shell',
      'hits',
      'scene'
    ] as const
    for (const kind of kinds) {
      await page.evaluate((which) => {
        const lines = (line: string) => Array.from({ length: 5e6 / line.length }, () => line)
        const text =
          which === 'one line' ? 'x🪐\u202e'.repeat(1.25e6) : lines('A line שלום \x07 with 🪐 in it.\n').join('')
        let value: unknown = lines('[1, {"a": "b"}]').map((_, index) => [index, { a: 'b', [`k${index}`]: '\u202e' }])
        if (which === 'deep') for (let depth = 0; depth < 5_000; depth++) value = [value, depth]
        const documents: Record<string, Document> = {
          text: { kind: 'text', text, error: false },
          'one line': { kind: 'text', text, error: false },
          json: { kind: 'json', text, value, error: false },
          deep: { kind: 'json', text, value, error: false },
          markdown: {
            kind: 'markdown',
            text: lines('## Title\n\nSome **bold** [l](https://x.example) text.\n\n').join('')
          },
          quotes: { kind: 'markdown', text: `${'>'.repeat(2e6)}${'[a]('.repeat(5e5)}${'**a'.repeat(3e5)}` },
          diff: { kind: 'diff', text: `@@ -1,1 +1,1 @@\n${lines('-old line\n+new line\n').join('')}` },
          file: { kind: 'file', text, path: 'a.txt', first: 1, lines: text.split('\n') },
          shell: { kind: 'shell', text, output: lines('\x1b[31mred\x1b[0m 10%\r20%\r\n').join(''), exitCode: 1 },
          hits: {
            kind: 'hits',
            text,
            query: text,
            hits: lines('https://x.example').map((url, rank) => ({ rank, url, title: 'T', snippet: 'S', date: '' }))
          },
          scene: { kind: 'scene', text, scene: text, admissible: lines('go to the table'), reward: null, done: null }
        }
        const document = documents[which]
        if (document)
          window.documentScript.answer({ name: which, arguments: {} }, `${which} ${document.text}`, document)
      }, kind)
      await calls()
        .getByRole('option', { name: new RegExp(`\\b${kind}$`) })
        .waitFor()
      await expect.poll(async () => (await answered().textContent())?.length ?? 0).toBeGreaterThan(20)
      const all = button(/^Show (all|more|[0-9])/)
      if (kind !== 'json' && kind !== 'deep') await all.click()
      expect(await page.evaluate(() => 1 + 1)).toBe(2)
    }
  })
})

describe('17.10 everyone can use it', () => {
  const mcp: [Action, string][] = [
    [{ name: 'get_issue', arguments: { id: 'x' } }, 'Error: id is a number.'],
    [{ name: 'list_issues', arguments: {} }, '[{"id": 1, "labels": ["a"], "open": true, "by": null}]']
  ]
  const swe: [Action, string][] = [
    [
      { name: 'edit', arguments: { file_path: 'a', old_string: 'x', new_string: 'y' } },
      '--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n same\n-x\n+y\n'
    ]
  ]
  const pages: [Action, string][] = [
    [
      { name: 'web_extractor', arguments: { url: 'https://x.example/' } },
      '# A\n\n[link](https://x.example/b) [none](#x)\n\n- [x] done\n\n| a | b |\n| - | - |\n| 1 | `2` |\n\n> q\n\n![p](https://x.example/p.png)'
    ]
  ]
  const scenes: [Action, string][] = [['look', 'A room.\nReward: 1\nDone: true\nAdmissible actions: look, go north']]

  for (const theme of ['light', 'dark'] as const) {
    test(`axe finds nothing serious, ${theme}`, async () => {
      for (const [world, steps] of [
        ['mcp', mcp],
        ['swe', swe],
        ['search', pages],
        ['textenv', scenes]
      ] as const) {
        await open(world, { theme })
        await accessible(page, `${world} at first`)
        for (const [action, text] of steps) {
          await answer(action, text)
          await expect.poll(() => calls().getByRole('option').count()).toBeGreaterThan(0)
          await accessible(page, `${world} after ${JSON.stringify(action)}`)
        }
      }
      await open('swe', { theme })
      await tool('todo_write').click()
      await button('Add to todos').click()
      await button('Call todo_write').click()
      await page.getByText('This is required.').first().waitFor()
      await accessible(page, 'a form with problems')
      await button('JSON').click()
      await accessible(page, 'the arguments as JSON')
    })
  }

  test('from 900 px on everything has its place, below it is stacked', async () => {
    for (const width of [1600, 1200, 900, 620, 400]) {
      await page.setViewportSize({ width, height: 700 })
      await open('mcp')
      await answer(mcp[1]?.[0] ?? null, mcp[1]?.[1] ?? '')
      await tool('list_issues').click()
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect({ width, overflow }).toEqual({ width, overflow: 0 })
      await button('Call list_issues').click()
      await page.getByText('Waiting for the first tokens').waitFor()
    }
  })

  test('the form has the keys as soon as it is asked for, and takes them from nobody later', async () => {
    await open('mcp')
    await answer({ name: 'get_issue', arguments: { id: 1 } }, '{"id": 1}')
    const at = await button('Edit and call again').evaluate((one: HTMLElement) => {
      one.click()
      return document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName
    })
    expect(at).toMatch(/INPUT|TEXTAREA|^id/)
  })

  // The room that the window leaves at 1100x700 and at 800x600 with its panels open.
  for (const [width, height] of [
    [576, 355],
    [516, 340]
  ] as const) {
    test(`at ${width}x${height} a call leads to its answer, and a tool to its form`, async () => {
      await page.setViewportSize({ width, height })
      await open('mcp')
      await tool('get_issue').click()
      await expect.poll(() => visiblePart(box(/^id/))).toBe(1)
      await page.keyboard.type('1')
      await page.keyboard.press('Enter')
      await expect.poll(() => visiblePart(page.getByText('Waiting for the first tokens'))).toBe(1)
      await answer({ name: 'get_issue', arguments: { id: 1 } }, '{"id": 1, "title": "First"}')
      await answered().getByText('"First"').waitFor()
      await expect.poll(() => visiblePart(answered().getByText('"First"'))).toBe(1)
      await calls().focus()
      await page.keyboard.press('/')
      await expect.poll(() => visiblePart(page.getByLabel('Find a tool'))).toBe(1)
    })
  }
})

/** How much of an element lies inside the window, 0 to 1. */
function visiblePart(element: Locator): Promise<number> {
  return element.evaluate(
    (one) =>
      new Promise<number>((resolve) => {
        const observer = new IntersectionObserver(([entry]) => {
          observer.disconnect()
          resolve(entry?.intersectionRatio ?? 0)
        })
        observer.observe(one)
      })
  )
}
