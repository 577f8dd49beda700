// Typing ahead in the whole window: real Chromium, the real host, and an engine that answers only when the test lets it.
import type { Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { OrreryError } from '../../src/core/errors.ts'
import { MARKER } from '../../src/core/step/parse.ts'
import type { Engine } from '../../src/core/tree/ports.ts'
import { PATIENCE } from '../patience.ts'
import { type Desk, desks } from './worlds.ts'

const LIMIT = PATIENCE
const PROMPT = 'root@debian:~# '

const openDesk = desks()
let desk: Desk
let page: Page
let slow: ReturnType<typeof slowEngine>

/** Answers what was typed with its echo and the next prompt, once `answer` is called for it. */
function slowEngine() {
  let waiting: (() => void) | null = null
  const model = { name: 'slow', hash: null }
  const engine: Engine = {
    info: () => ({ engine: 'slow', model, contextSize: null, template: 'small' }),
    async *generate({ action }, { signal }) {
      const typed = (action as { keystrokes: string }[])[0]?.keystrokes // a terminal's own form
      yield { type: 'text', text: `${MARKER}\n${PROMPT}${typed}` }
      await new Promise<void>((resolve) => {
        waiting = resolve
        signal.addEventListener('abort', () => {
          waiting = null
          resolve()
        })
      })
      if (signal.aborted) throw new OrreryError('cancelled', 'The step was stopped.')
      yield { type: 'text', text: `done\n${PROMPT}` }
      const tokens = { prompt: 1, cached: 0, generated: 1 }
      yield { type: 'done', tokens, cut: null, trace: null, engine: 'slow', model }
    },
    countTokens: async () => null,
    dispose: async () => {}
  }
  /** Lets the step in flight end, once it has come as far as the engine. */
  const answer = async () => {
    await expect.poll(() => waiting !== null, LIMIT).toBe(true)
    waiting?.()
    waiting = null
  }
  return { engine, answer }
}

beforeEach(async () => {
  slow = slowEngine()
  desk = await openDesk({ engine: slow.engine })
  page = desk.page
  await page.goto(desk.url)
  await page
    .getByRole('button', { name: /^A fresh Debian/ })
    .first()
    .click()
  await page.locator('.xterm-screen').waitFor()
  await page.locator('.xterm-screen').click()
})

async function rows(): Promise<string[]> {
  const all = await page
    .locator('.xterm-rows > div')
    .evaluateAll((divs) => divs.map((div) => (div.textContent ?? '').replaceAll('\u00a0', ' ').trimEnd()))
  return all.filter(Boolean)
}
const shows = (expected: string[]) => expect.poll(rows, LIMIT).toEqual(expected)
async function enter(...lines: string[]): Promise<void> {
  for (const line of lines) {
    await page.keyboard.type(line)
    await page.keyboard.press('Enter')
  }
}
async function steps(): Promise<string[]> {
  const [session] = await desk.client.call('worlds.list', {})
  const id = session?.id ?? ''
  const { branches } = await desk.client.call('worlds.open', { session: id })
  const all = await desk.client.call('steps.list', { session: id, branch: branches[0]?.id ?? '' })
  return all.map(({ label }) => label)
}
const says = () => page.getByRole('region', { name: 'Terminal', exact: true }).getByRole('status').first().textContent()

test('three commands typed at once are three steps, each after the one before', async () => {
  await enter('one', 'two', 'three')
  await shows([`${PROMPT}one`, 'two⏎', 'three⏎'])
  await slow.answer()
  await shows([`${PROMPT}one`, 'done', `${PROMPT}two`, 'three⏎'])
  expect(await steps()).toEqual(['one'])
  await slow.answer()
  await shows([`${PROMPT}one`, 'done', `${PROMPT}two`, 'done', `${PROMPT}three`])
  await slow.answer()
  await expect.poll(steps, LIMIT).toEqual(['one', 'two', 'three'])
})

test('11.13 Esc leaves the queue at the prompt, and so does a look at an earlier step', async () => {
  await enter('one')
  await shows([`${PROMPT}one`])
  await slow.answer()
  await expect.poll(steps, LIMIT).toEqual(['one'])
  await enter('two', 'three')
  await shows([`${PROMPT}one`, 'done', `${PROMPT}two`, 'three⏎'])
  await page.keyboard.press('Escape')
  await shows([`${PROMPT}one`, 'done', `${PROMPT}three⏎`])
  await expect.poll(says, LIMIT).toBe('1 line kept, not sent. Enter sends it; Ctrl+C discards.')
  await page.keyboard.press('Enter')
  await shows([`${PROMPT}one`, 'done', `${PROMPT}three`])
  await enter('four')
  await page.keyboard.press('Alt+ArrowLeft')
  await shows([PROMPT.trimEnd(), 'four⏎'])
  await slow.answer()
  await expect.poll(steps, LIMIT).toEqual(['one', 'three'])
  // The host has it a moment before the window knows.
  await expect.poll(() => page.getByRole('contentinfo').textContent(), LIMIT).toContain('of 2')
  // The step has come where nobody looks: what waited for it is sent by nobody.
  await page.keyboard.press('Alt+End')
  await shows([`${PROMPT}one`, 'done', `${PROMPT}three`, 'done', `${PROMPT}four⏎`])
  await expect.poll(says, LIMIT).toBe('1 line kept, not sent. Enter sends it; Ctrl+C discards.')
  expect(await steps()).toEqual(['one', 'three'])
})

test('what is typed and queued stays with its world', async () => {
  await enter('one', 'two')
  await page.keyboard.type('thr')
  await page.getByRole('button', { name: 'New world' }).first().click()
  await page
    .getByRole('dialog', { name: 'New world' })
    .getByRole('button', { name: /^A small git project/ })
    .click()
  await expect.poll(rows, LIMIT).not.toContain('two⏎')
  await slow.answer()
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /A fresh Debian/ })
    .first()
    .click()
  await shows([`${PROMPT}one`, 'done', `${PROMPT}two⏎`, 'thr'])
  await expect.poll(says, LIMIT).toBe('1 line kept, not sent. Enter sends it; Ctrl+C discards.')
})
