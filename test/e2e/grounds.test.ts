// Worlds with a ground in the window: real Chromium, the real server, a ground in memory and an engine that says what it is told to.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { OrreryError } from '../../src/core/errors.ts'
import { scripted } from '../core/acting.ts'
import { groundsOf, toybox } from '../fixtures/ground.ts'
import { PATIENCE } from '../patience.ts'
import { inBothThemes } from './accessible.ts'
import { type Desk, desks } from './worlds.ts'

const LIMIT = PATIENCE
const PROMPT = 'user@box:~$ '

const openDesk = desks()
let desk: Desk
let page: Page
/** What the model waits for, one for its thought and one for its answer. */
let gates: Record<'thought' | 'answer', PromiseWithResolvers<void>>

beforeEach(async () => {
  gates = { thought: Promise.withResolvers(), answer: Promise.withResolvers() }
  const { engine } = scripted(async function* ({ action }, signal) {
    const stopped = new Promise<never>((_, stop) => {
      signal.addEventListener('abort', () => stop(new OrreryError('cancelled', 'Stopped.')))
    })
    // Not every step is stopped.
    stopped.catch(() => {})
    const curl = JSON.stringify(action).includes('curl')
    if (!curl) {
      const predicted = `${PROMPT}cat notes.txt\nbuy bread and milk\n${PROMPT}`
      yield `<think>Notes.</think><predicted_observation>\n${predicted}\n</predicted_observation>`
      return
    }
    yield '<think>A page that greets.'
    await Promise.race([gates.thought.promise, stopped])
    yield '</think><predicted_observation>\n<h1>Example Domain</h1>'
    await Promise.race([gates.answer.promise, stopped])
    yield '\n<p>For documents.</p>\n</predicted_observation>'
  })
  desk = await openDesk({ engine, grounds: groundsOf(toybox()) })
  page = desk.page
})

const dialog = () => page.getByRole('dialog', { name: 'New world' })
const panel = () => page.getByRole('tabpanel', { name: 'Step' })
const frame = (step: number) => page.getByRole('listbox', { name: 'Steps' }).getByRole('option').nth(step)

const looks = (name: string) => inBothThemes(page, `grounds-${name}`)

async function enter(line: string): Promise<void> {
  await page.locator('.xterm-screen').click()
  await page.keyboard.type(line)
  await page.keyboard.press('Enter')
}

async function stands(step: number): Promise<void> {
  await expect.poll(() => page.getByRole('contentinfo').textContent(), LIMIT).toContain(`step ${step} of ${step}`)
  await page
    .getByRole('group', { name: 'Actions' })
    .getByRole('button', { name: 'Cancel' })
    .waitFor({ state: 'detached' })
}

async function openWorld(): Promise<void> {
  await page.goto(desk.url)
  await page.getByRole('button', { name: 'Custom world…' }).click()
  await dialog().getByRole('radio', { name: 'Terminal', exact: true }).click()
  await dialog().getByRole('tab', { name: 'Custom' }).click()
  await dialog().getByLabel('Initial state', { exact: true }).fill('notes.txt: buy milk\nlog.txt: quiet')
  await dialog()
    .getByRole('radio', { name: /^Grounded/ })
    .check()
  await dialog()
    .getByRole('switch', { name: /^Predict and check/ })
    .check()
}

async function begin(): Promise<void> {
  await dialog().getByRole('button', { name: 'Create world' }).click()
  await dialog().waitFor({ state: 'detached' })
  await page.locator('.xterm-screen').waitFor()
}

test('a new world shows what its initial state comes to before it starts', async () => {
  await openWorld()
  const effects = dialog().getByRole('list', { name: 'What the initial state comes to' })
  await expect.poll(() => effects.getByRole('listitem').count(), LIMIT).toBe(2)
  await effects.getByText('write /home/user/notes.txt, 1 line').click()
  await effects.getByText('buy milk', { exact: true }).waitFor()
  await effects.scrollIntoViewIfNeeded()
  await looks('new-world')
  await dialog().getByRole('radio', { name: 'Web', exact: true }).click()
  await dialog().getByRole('group', { name: 'Grounding' }).waitFor({ state: 'detached' })
  await dialog().getByRole('radio', { name: 'Terminal', exact: true }).click()
  await effects.waitFor()
  await begin()
  const [session] = await desk.client.call('worlds.list', {})
  const { branches } = await desk.client.call('worlds.open', { session: session?.id ?? '' })
  expect(branches[0]?.setup).toMatchObject({ grounding: 'grounded', check: true })
})

test('an executed step is checked, a predicted one tells what was asked, and both say which they are', async () => {
  await openWorld()
  await begin()
  await enter('cat notes.txt')
  await stands(1)
  const check = panel().getByRole('region', { name: 'Predict and check' })
  await check.getByText(/^The prediction is \d+ % similar/).waitFor()
  const differences = check.getByRole('region', { name: 'Differences' })
  await expect.poll(() => differences.locator('mark').allTextContents(), LIMIT).toEqual(['bread and '])
  await check.getByText(/1 step checked, 0 % exact/).waitFor()
  await panel().getByText('Executed', { exact: true }).waitFor()
  await expect.poll(() => frame(1).textContent(), LIMIT).toContain('Executed')
  await looks('checked')

  await page.getByRole('button', { name: 'Who answers' }).click()
  await page.getByText('Will be executed · local').waitFor()
  await page.locator('.xterm-screen').click()
  await page.keyboard.type('curl example.org')
  await page.getByText('The model answers · network').waitFor()
  await looks('route')

  await page.keyboard.press('Enter')
  const asking = page.getByRole('region', { name: 'Asking the model: curl example.org · rule network' })
  await asking.getByRole('button', { name: 'Answer now' }).waitFor()
  // The hint is for the next action, and that is not written yet.
  await page.getByText('The model answers · network').waitFor({ state: 'detached' })
  gates.thought.resolve()
  await asking.getByText('<h1>Example Domain</h1>').waitFor()
  await looks('asking')
  gates.answer.resolve()
  await stands(2)
  await asking.waitFor({ state: 'detached' })
  await panel().getByText('Predicted', { exact: true }).waitFor()
  const asked = panel().getByRole('region', { name: 'Asked of the model' })
  await asked.getByRole('button', { name: 'The model’s text' }).click()
  await asked.getByText('write /home/user/page.html, 2 lines').waitFor()
  await looks('dreamt')

  await enter('echo a')
  await stands(3)
  await panel().getByText('Over predicted state since').waitFor()
  const origins = await page.getByRole('listbox', { name: 'Steps' }).locator('[data-origin]').allTextContents()
  expect(origins).toEqual(['Executed', 'Predicted', 'Executed'])
  await panel().getByRole('button', { name: 'step 2', exact: true }).click()
  await panel().getByText('Predicted', { exact: true }).waitFor()
})

test('cancelling while the model is asked leaves the world as it was', async () => {
  await openWorld()
  await begin()
  await enter('curl example.org')
  await page.getByText('Asking the model: ').first().waitFor()
  await page.getByRole('group', { name: 'Actions' }).getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('no steps yet').first().waitFor()
  await page.getByRole('region', { name: /^Asking the model/ }).waitFor({ state: 'detached' })
})

test('the rule is changed on a branch, which is then a new one', async () => {
  await openWorld()
  await begin()
  await enter('cat notes.txt')
  await stands(1)
  await page.getByRole('tab', { name: 'Rules' }).click()
  const rules = page.getByRole('tabpanel', { name: 'Rules' })
  await rules.getByRole('radio', { name: /^Executed only/ }).check()
  await rules.getByText('Applies from step 2, on a new branch.').waitFor()
  await looks('rules')
  await rules.getByRole('button', { name: 'Create branch' }).click()
  await expect.poll(() => page.getByRole('contentinfo').textContent(), LIMIT).toContain('branch 2')
  await enter('curl example.org')
  await page.getByRole('alert').getByText('Only the model can answer "curl example.org"').waitFor()
})

test('27.24 a folder is copied into a new world: shown before, removed again, kept with the world', async () => {
  const folder = join(desk.home, 'words')
  await mkdir(join(folder, 'src'), { recursive: true })
  await mkdir(join(folder, 'node_modules', 'x'), { recursive: true })
  await writeFile(join(folder, 'src', 'a.py'), 'print(1)\n')
  await writeFile(join(folder, 'run.sh'), '#!/bin/sh\necho hi\n')
  await writeFile(join(folder, 'node_modules', 'x', 'i.js'), '')
  await writeFile(join(folder, 'large'), 'x'.repeat(2 ** 20 + 1))
  await openWorld()
  const field = dialog().getByRole('region', { name: 'Folder', exact: true })
  const pick = async () => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      field.getByRole('button', { name: 'Copy a folder in…' }).press('Enter')
    ])
    await chooser.setFiles(folder)
  }
  await pick()
  await field.getByText('2 files, 27 bytes').waitFor()
  const left = field.getByRole('list', { name: 'Not copied: 2' }).getByRole('listitem')
  expect(await left.allTextContents()).toEqual([
    'large: larger than 1 MB',
    'node_modules: installed or generated files'
  ])
  await field.scrollIntoViewIfNeeded()
  await looks('folder')
  await field.getByRole('button', { name: 'Remove' }).click()
  await pick()
  await field.getByText('2 files, 27 bytes').waitFor()
  await begin()
  const [session] = await desk.client.call('worlds.list', {})
  const { branches } = await desk.client.call('worlds.open', { session: session?.id ?? '' })
  expect(branches[0]?.setup.folder).toMatchObject({ name: 'words', files: 2, bytes: 27 })
})
