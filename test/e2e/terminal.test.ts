import AxeBuilder from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PATIENCE } from '../patience.ts'
import { openBrowser } from './chromium.ts'
import { servePage } from './serve.ts'

const PROMPT = 'root@box:~# '
// A busy machine draws a frame when it can.
const LIMIT = PATIENCE
let served: Awaited<ReturnType<typeof servePage>>
let browser: Browser
let context: BrowserContext
let page: Page
let faults: string[]
let requests: string[]

beforeAll(async () => {
  served = await servePage('terminal')
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
    viewport: { width: 900, height: 600 },
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce'
  })
  page = await context.newPage()
  page.on('pageerror', (error) => faults.push(String(error)))
  context.on('request', (request) => requests.push(request.url()))
  await page.goto(served.url)
  await expect.poll(() => rows(), LIMIT).toEqual([PROMPT.trimEnd()])
})
afterEach(async () => {
  await context.close()
  expect(faults).toEqual([])
})

/** The terminal's rows as a person sees them, empty ones at the end left out. */
async function rows(): Promise<string[]> {
  const all = await page
    .locator('.xterm-rows > div')
    .evaluateAll((divs) => divs.map((div) => (div.textContent ?? '').replaceAll('\u00a0', ' ').trimEnd()))
  while (all.at(-1) === '') all.pop()
  return all
}

/** Row and column of the cursor on the screen, from 0. */
function cursor(): Promise<[row: number, column: number] | null> {
  return page.evaluate(() => {
    const cell = document.querySelector('.xterm-cursor')
    const row = cell?.parentElement
    if (!cell || !row?.parentElement) return null
    const { left, width } = cell.getBoundingClientRect()
    return [[...row.parentElement.children].indexOf(row), Math.round((left - row.getBoundingClientRect().left) / width)]
  })
}

const acted = () => page.evaluate(() => window.script.acted)
const typed = async () => (await acted()).flatMap((action) => JSON.stringify(action))

/** Answers every action with `text`; `null` holds actions in flight, so that the test can stream their answers. */
const reply = (text: string | null) =>
  page.evaluate((given) => {
    window.script.answer = given === null ? null : () => given
  }, text)

async function shown(expected: string[]): Promise<void> {
  await expect.poll(rows, LIMIT).toEqual(expected)
}

describe('typing at the prompt', () => {
  test('a line is edited, entered and answered', async () => {
    await page.keyboard.type('ls -l')
    await shown([`${PROMPT}ls -l`])
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('x')
    await page.keyboard.press('Home')
    await page.keyboard.press('Delete')
    await page.keyboard.type('L')
    await page.keyboard.press('End')
    await page.keyboard.press('Backspace')
    await shown([`${PROMPT}Ls x-`])
    await page.keyboard.press('Control+u')
    await page.keyboard.type('pwd')
    await page.keyboard.press('Enter')
    await shown([`${PROMPT}pwd`, PROMPT.trimEnd()])
    expect(await typed()).toEqual(['[{"keystrokes":"pwd\\n","duration":1}]'])
    expect(await cursor()).toEqual([1, PROMPT.length])
  })

  test('history comes back with the arrow keys, the draft kept', async () => {
    for (const line of ['one', 'two']) {
      await page.keyboard.type(line)
      await page.keyboard.press('Enter')
    }
    await page.keyboard.type('dra')
    const walk = [
      ['ArrowUp', 'two'],
      ['ArrowUp', 'one'],
      ['ArrowUp', 'one'],
      ['ArrowDown', 'two'],
      ['ArrowDown', 'dra']
    ] as const
    for (const [key, line] of walk) {
      await page.keyboard.press(key)
      await expect.poll(async () => (await rows()).at(-1), LIMIT).toBe(PROMPT + line)
    }
  })

  test('a line wraps at the right edge, both ways', async () => {
    const long = Array.from({ length: 20 }, (_, index) => `word${index}`).join(' ')
    await page.keyboard.type(long)
    await expect.poll(async () => (await rows()).join(''), LIMIT).toBe(PROMPT + long)
    const columns = (await rows())[0]?.length ?? 0
    expect(await cursor()).toEqual([Math.floor((PROMPT + long).length / columns), (PROMPT + long).length % columns])
    await page.keyboard.press('Home')
    await expect.poll(cursor, LIMIT).toEqual([0, PROMPT.length])
    await page.keyboard.press('End')
    for (let turn = 0; turn < long.length - 3; turn++) await page.keyboard.press('Backspace')
    await shown([`${PROMPT}wor`])
  })

  test('wide characters, emoji and combining marks take the cells they take', async () => {
    await page.keyboard.insertText('中文e\u0301')
    await page.keyboard.type('x')
    await shown([`${PROMPT}中文e\u0301x`])
    expect(await cursor()).toEqual([0, PROMPT.length + 6])
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await shown([`${PROMPT}中`])
    expect(await cursor()).toEqual([0, PROMPT.length + 2])
  })

  test('an input method writes into the line', async () => {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 })
    await devtools.send('Input.imeSetComposition', { text: '日本', selectionStart: 2, selectionEnd: 2 })
    await devtools.send('Input.insertText', { text: '日本' })
    await shown([`${PROMPT}日本`])
  })

  test('pasted lines are one action', async () => {
    await page.evaluate(() => navigator.clipboard.writeText('cat <<E\r\n\u001b[31mhello\r\nE\r\n'))
    await page.keyboard.press('Control+v')
    await shown([`${PROMPT}cat <<E`, '[31mhello', 'E'])
    expect(await page.getByRole('status').first().textContent()).toBe('3 lines pasted. Enter sends them as one action.')
    await page.keyboard.press('Enter')
    await expect.poll(typed, LIMIT).toEqual(['[{"keystrokes":"cat <<E\\n[31mhello\\nE\\n","duration":1}]'])
  })

  test('a paste taller than the screen shows the part around the cursor', async () => {
    const text = Array.from({ length: 200 }, (_, index) => `line ${index}`).join('\n')
    await page.evaluate((given) => navigator.clipboard.writeText(given), text)
    await page.keyboard.press('Control+v')
    await expect.poll(async () => (await rows()).at(-1), LIMIT).toBe('line 199')
    expect((await rows())[0]).toMatch(/^root@box:~# … 1\d\d more above$/)
    await page.keyboard.press('Control+c')
    await shown([PROMPT.trimEnd()])
    expect(await acted()).toEqual([])
  })

  test('resizing redraws the line where it belongs', async () => {
    await page.keyboard.type('x'.repeat(120))
    await page.setViewportSize({ width: 500, height: 500 })
    await expect.poll(async () => (await rows()).join(''), LIMIT).toBe(PROMPT + 'x'.repeat(120))
    await page.setViewportSize({ width: 1200, height: 700 })
    await shown([PROMPT + 'x'.repeat(120)])
    await page.keyboard.type('y')
    await shown([`${PROMPT}${'x'.repeat(120)}y`])
  })

  test('11.18 a window narrower than the prompt takes nothing of it away', async () => {
    await page.setViewportSize({ width: 100, height: 500 })
    await shown(['root@box:', '~#'])
    await page.setViewportSize({ width: 900, height: 600 })
    await shown([PROMPT.trimEnd()])
    await page.keyboard.type('pwd')
    await shown([`${PROMPT}pwd`])
  })
})

describe('keys', () => {
  test('control keys on an empty line become keystrokes', async () => {
    for (const key of ['c', 'd', 'z', 'l']) await page.keyboard.press(`Control+${key}`)
    expect(await typed()).toEqual(
      ['C-c', 'C-d', 'C-z', 'C-l'].map((keystrokes) => JSON.stringify([{ keystrokes, duration: 1 }]))
    )
  })

  test('Ctrl+C copies a selection and discards a line; neither is an action', async () => {
    await page.keyboard.type('echo hello')
    await shown([`${PROMPT}echo hello`])
    const box = await page.locator('.xterm-rows > div').first().boundingBox()
    const cell = (await page.locator('.xterm-cursor').boundingBox())?.width ?? 0
    await page.mouse.dblclick((box?.x ?? 0) + cell * (PROMPT.length + 7.5), (box?.y ?? 0) + 5)
    await page.keyboard.press('Control+c')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('hello')
    await page.mouse.click((box?.x ?? 0) + 400, (box?.y ?? 0) + 5)
    await page.keyboard.press('Control+c')
    await shown([PROMPT.trimEnd()])
    expect(await acted()).toEqual([])
  })

  test('Esc does nothing at a prompt and reaches a running program', async () => {
    await page.keyboard.press('Escape')
    expect(await page.getByRole('status').first().textContent()).toContain('No program is running')
    await reply(`root@box:~# vim\n-- INSERT --`)
    await page.keyboard.type('vim')
    await page.keyboard.press('Enter')
    await shown([`${PROMPT}vim`, '-- INSERT --'])
    await page.keyboard.type(':q')
    await shown([`${PROMPT}vim`, '-- INSERT --', ':q'])
    await page.keyboard.press('Escape')
    await expect
      .poll(typed, LIMIT)
      .toContain('[{"keystrokes":":q","duration":0},{"keystrokes":"\\u001b","duration":1}]')
  })

  test('Tab leaves the terminal, backwards too', async () => {
    const inside = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await page.keyboard.type('half a line')
    expect(await inside()).toBe('Terminal input')
    await page.keyboard.press('Tab')
    expect(await page.getByRole('radio', { name: 'Session' }).evaluate((it) => it === document.activeElement)).toBe(
      true
    )
    await page.keyboard.press('Shift+Tab')
    expect(await inside()).toBe('Terminal input')
  })

  test('finding counts matches and gives the keyboard back', async () => {
    await reply(`root@box:~# x\nalpha beta alpha\nroot@box:~# `)
    await page.keyboard.type('x')
    await page.keyboard.press('Enter')
    await shown([`${PROMPT}x`, 'alpha beta alpha', PROMPT.trimEnd()])
    await page.keyboard.press('Control+f')
    await page.keyboard.type('alpha')
    const bar = page.getByRole('search', { name: 'Find in the terminal' })
    await expect.poll(() => bar.textContent(), LIMIT).toBe('1 of 2')
    await page.keyboard.press('Enter')
    await expect.poll(() => bar.textContent(), LIMIT).toBe('2 of 2')
    await page.keyboard.press('Escape')
    await page.keyboard.type('back')
    await shown([`${PROMPT}x`, 'alpha beta alpha', `${PROMPT}back`])
  })
})

describe('while an answer comes', () => {
  /** Holds an answer to `make` in flight. */
  async function begin(): Promise<void> {
    await reply(null)
    await page.keyboard.type('make')
    await page.keyboard.press('Enter')
    await shown([`${PROMPT}make`])
  }
  const says = () => page.getByRole('status').first().textContent()
  /** The answer to the line in flight: what a shell says that has nothing to say. */
  const answer = (line: string, text = `${PROMPT}${line}\n${PROMPT}`) =>
    page.evaluate((given) => window.script.stream(given, { rate: 200, size: 50 }), text)

  test('the next line is typed ahead, kept, and stands at the prompt when it is back', async () => {
    await begin()
    const text = `${PROMPT}make\n${Array.from({ length: 40 }, (_, index) => `[${index}] cc file${index}.c`).join('\n')}\n${PROMPT}`
    // Half of the answer has come, and the rest comes once what was typed has been looked at.
    const action = [{ keystrokes: 'make\n', duration: 1 }]
    const half = (observation: string) =>
      page.evaluate((live) => window.script.set({ live }), { action, observation: observation.slice(0, 300) })
    await half(text)
    await page.keyboard.type('echo next')
    await expect.poll(async () => (await rows()).at(-1), LIMIT).toBe('echo next')
    await expect.poll(says, LIMIT).toBe('Enter queues this line for the next prompt.')
    await answer('make', text)
    await expect.poll(async () => (await rows()).slice(-2), LIMIT).toEqual(['[39] cc file39.c', `${PROMPT}echo next`])
    await expect.poll(says, LIMIT).toBe('')
    expect(await acted()).toHaveLength(1)
    await page.keyboard.press('Enter')
    expect(await typed()).toContain('[{"keystrokes":"echo next\\n","duration":1}]')
  })

  test('lines entered while a step runs wait below the answer, and are sent one by one', async () => {
    await begin()
    for (const line of ['ls', 'pwd']) {
      await page.keyboard.type(line)
      await page.keyboard.press('Enter')
    }
    await page.keyboard.type('who')
    await shown([`${PROMPT}make`, 'ls⏎', 'pwd⏎', 'who'])
    await expect.poll(says, LIMIT).toBe('2 lines queued for the next prompt. Esc cancels the step and keeps the queue.')
    expect(await acted()).toHaveLength(1)
    await answer('make')
    await shown([`${PROMPT}make`, `${PROMPT}ls`, 'pwd⏎', 'who'])
    await answer('ls')
    await shown([`${PROMPT}make`, `${PROMPT}ls`, `${PROMPT}pwd`, 'who'])
    await answer('pwd')
    await shown([`${PROMPT}make`, `${PROMPT}ls`, `${PROMPT}pwd`, `${PROMPT}who`])
    await page.keyboard.type('ami')
    await page.keyboard.press('Enter')
    expect(await typed()).toEqual(
      ['make', 'ls', 'pwd', 'whoami'].map((line) => JSON.stringify([{ keystrokes: `${line}\n`, duration: 1 }]))
    )
  })

  test('Backspace takes the last line back, and pasted lines are one queued action', async () => {
    await begin()
    await page.keyboard.type('lx')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await shown([`${PROMPT}make`, 'lx⏎'])
    await expect.poll(says, LIMIT).toBe('A step is still running. You can type the next line.')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('s')
    await page.keyboard.press('Enter')
    await page.evaluate(() => navigator.clipboard.writeText('cat <<E\nhello\nE\n'))
    await page.keyboard.press('Control+v')
    await expect.poll(says, LIMIT).toBe('3 lines pasted. Enter queues them as one action.')
    await page.keyboard.press('Enter')
    await shown([`${PROMPT}make`, 'ls⏎', 'cat <<E', 'hello', 'E⏎'])
    await answer('make')
    await answer('ls')
    await expect
      .poll(typed)
      .toEqual(
        ['make\n', 'ls\n', 'cat <<E\nhello\nE\n'].map((keystrokes) => JSON.stringify([{ keystrokes, duration: 1 }]))
      )
  })

  test('11.13 a cancelled step keeps what was queued as text that is sent only by Enter', async () => {
    await begin()
    await page.keyboard.type('ls')
    await page.keyboard.press('Enter')
    await page.keyboard.type('pwd')
    await page.keyboard.press('Escape')
    await shown([`${PROMPT}ls⏎`, 'pwd'])
    await expect.poll(says, LIMIT).toBe('1 line kept, not sent. Enter sends it; Ctrl+C discards.')
    expect(await acted()).toHaveLength(1)
    await page.keyboard.press('Enter')
    await shown([`${PROMPT}ls`, 'pwd⏎'])
    await answer('ls')
    await expect
      .poll(async () => (await typed()).slice(1))
      .toEqual(['ls', 'pwd'].map((line) => JSON.stringify([{ keystrokes: `${line}\n`, duration: 1 }])))
  })

  test('11.13 nothing is sent to a program that runs, nor at another step than the one it was typed for', async () => {
    await begin()
    await page.keyboard.type('yes')
    await page.keyboard.press('Enter')
    await answer('make', `${PROMPT}make\nreading the disk`)
    await expect.poll(says, LIMIT).toBe('1 line kept, because a program is running. Enter sends it to that program.')
    await page.keyboard.press('Enter')
    await expect.poll(acted, LIMIT).toHaveLength(2)
    await page.keyboard.type('ls')
    await page.keyboard.press('Enter')
    await page.evaluate(() => window.script.set({ live: null }))
    await page.evaluate(() => window.script.back(1))
    await shown([`${PROMPT}ls⏎`])
    expect(await acted()).toHaveLength(2)
  })

  test('11.13 Ctrl+C cancels the step and discards what was typed ahead, and Ctrl+Y brings it back', async () => {
    await begin()
    await page.keyboard.type('ls')
    await page.keyboard.press('Enter')
    await page.keyboard.type('pwd')
    await page.keyboard.press('Control+c')
    await shown([PROMPT.trimEnd()])
    expect(await page.evaluate(() => window.script.cancelled)).toBe(1)
    await page.keyboard.press('Control+y')
    await shown([`${PROMPT}ls⏎`, 'pwd'])
    expect(await acted()).toHaveLength(1)
  })

  test('Esc cancels, the terminal is as it was, and the line is a key away', async () => {
    await reply(null)
    await page.keyboard.type('sleep 100')
    await page.keyboard.press('Enter')
    await shown([`${PROMPT}sleep 100`])
    await page.keyboard.press('Escape')
    await shown([PROMPT.trimEnd()])
    expect(await page.evaluate(() => window.script.cancelled)).toBe(1)
    await page.keyboard.press('ArrowUp')
    await shown([`${PROMPT}sleep 100`])
  })
})

describe('going back', () => {
  test('an earlier step shows the terminal as it was, the line being typed kept', async () => {
    for (const line of ['one', 'two', 'three']) {
      await page.keyboard.type(line)
      await page.keyboard.press('Enter')
    }
    await page.keyboard.type('draft')
    await shown([`${PROMPT}one`, `${PROMPT}two`, `${PROMPT}three`, `${PROMPT}draft`])
    await page.evaluate(() => window.script.back(2))
    await shown([`${PROMPT}one`, `${PROMPT}draft`])
    expect(await page.getByRole('status').first().textContent()).toBe(
      'This is an earlier step: acting here starts a new branch.'
    )
    await page.evaluate(() => window.script.back(1))
    await shown([`${PROMPT}draft`])
    await page.keyboard.type('!')
    await shown([`${PROMPT}draft!`])
  })
})

describe('the bar below', () => {
  test('its buttons act', async () => {
    for (const name of ['C-c', 'C-d', 'C-z', 'C-l', 'Esc'])
      await page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('spinbutton', { name: 'Seconds to wait' }).fill('30')
    await page.getByRole('button', { name: 'Wait' }).click()
    await page.getByRole('button', { name: 'Mark task complete' }).click()
    await page.getByRole('button', { name: 'Regenerate' }).click()
    await page.getByRole('textbox', { name: 'Instruction for the next step' }).fill('the disk is full')
    expect(await typed()).toEqual([
      ...['C-c', 'C-d', 'C-z', 'C-l', '\u001b'].map((keystrokes) => JSON.stringify([{ keystrokes, duration: 1 }])),
      '[{"keystrokes":"","duration":30}]',
      '[]'
    ])
    expect(await page.evaluate(() => [window.script.regenerated, window.script.instruction])).toEqual([
      1,
      'the disk is full'
    ])
  })

  test('the raw action starts from the line, says what is wrong, and is sent as it stands', async () => {
    await page.keyboard.type('ls')
    await page.getByRole('button', { name: 'Raw' }).click()
    const editor = page.getByRole('textbox', { name: 'Raw action' })
    expect(JSON.parse(await editor.inputValue())).toEqual([{ keystrokes: 'ls\n', duration: 1 }])
    await editor.fill('{"keystrokes": "ls"}')
    await expect
      .poll(() => page.getByText('A terminal action is a list').textContent())
      .toBe('A terminal action is a list of {"keystrokes", "duration"} entries.')
    expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
    await editor.fill('[{"keystrokes": "a\\n", "duration": 0.1}, {"keystrokes": "C-c", "duration": 2}]')
    await editor.press('Control+Enter')
    expect(await typed()).toEqual(['[{"keystrokes":"a\\n","duration":0.1},{"keystrokes":"C-c","duration":2}]'])
  })
})

describe('accessibility', () => {
  test.each(['light', 'dark'])(
    'nothing for axe to find in %s, with and without the plain-text twin',
    async (scheme) => {
      await page.evaluate((dark) => window.script.set({ dark }), scheme === 'dark')
      await page.keyboard.type('ls')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Control+f')
      await page.getByRole('button', { name: 'Raw' }).click()
      for (const on of [false, true]) {
        await page.evaluate((screenReader) => window.script.set({ screenReader }), on)
        const found = await new AxeBuilder({ page }).disableRules(['page-has-heading-one']).analyze()
        expect(found.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
      }
      await expect.poll(() => page.locator('.xterm-accessibility').textContent()).toContain(`${PROMPT}ls`)
    }
  )
})

describe('what a model writes is never trusted', () => {
  test('titles, links, the clipboard, queries and modes do nothing', async () => {
    await page.evaluate(() => navigator.clipboard.writeText('mine'))
    const hostile = [
      '\x1b]0;owned\x07',
      '\x1b]2;owned\x1b\\',
      '\x1b]52;c;b3duZWQ=\x07',
      '\x1b]8;;https://evil.example/\x07click\x1b]8;;\x07',
      '\x1b[c\x1b[>c\x1b[=c\x1b[5n\x1b[6n\x1b[14t\x1b[18t\x1b[?1$p\x1bP$qm\x1b\\\x1b]10;?\x07\x1b]4;1;?\x07\x05',
      '\x1b[?1049h\x1b[?1003h\x1b[?25l\x1b[?2004h\x1b[3J\x1bc',
      '\x9d52;c;b3duZWQ=\x9c\x9b6n'
    ]
    const text = `${PROMPT}cat x\n${hostile.join('\n')}\nend\n${PROMPT}`
    await reply(text)
    await page.keyboard.type('cat x')
    const before = requests.length
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await rows()).at(-1), LIMIT).toBe(PROMPT.trimEnd())
    expect(await rows()).toEqual([`${PROMPT}cat x`, '', '', '', 'click', '', '', '', 'end', PROMPT.trimEnd()])
    await page.mouse.move(300, 100)
    await page.mouse.down()
    await page.mouse.up()
    await page.waitForTimeout(100)
    // Nothing was typed in the person's name, and nothing left the page.
    expect((await rows()).at(-1)).toBe(PROMPT.trimEnd())
    expect(await acted()).toHaveLength(1)
    expect(await page.title()).toBe('The terminal surface, alone')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('mine')
    expect([requests.length - before, context.pages().length]).toEqual([0, 1])
  })

  test('a click on an address copies it and opens nothing', async () => {
    await reply('root@box:~# x\nhttps://example.com/a?b=c\nroot@box:~# ')
    await page.keyboard.type('x')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await rows())[1], LIMIT).toBe('https://example.com/a?b=c')
    const box = await page.locator('.xterm-rows > div').nth(1).boundingBox()
    const before = requests.length
    await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 6)
    await page.waitForTimeout(150)
    await page.mouse.click((box?.x ?? 0) + 42, (box?.y ?? 0) + 6)
    await expect
      .poll(() => page.getByRole('status').first().textContent())
      .toBe('Copied https://example.com/a?b=c. Nothing was opened.')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('https://example.com/a?b=c')
    expect([requests.length - before, context.pages().length, page.url()]).toEqual([0, 1, served.url])
  })

  test('a line of five million characters is taken in, and typing goes on', async () => {
    await reply(`root@box:~# x\n${'A'.repeat(5_000_000)}\nroot@box:~# `)
    await page.keyboard.type('x')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await rows()).at(-1)).toBe(PROMPT.trimEnd())
    await page.keyboard.type('ok')
    await expect.poll(async () => (await rows()).at(-1), LIMIT).toBe(`${PROMPT}ok`)
  })
})
