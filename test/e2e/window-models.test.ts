// The model manager and the token view as their user meets them: real Chromium, the real server, models of a megabyte.
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { writeTinyModel } from '../fixtures/tiny-gguf.ts'
import { startHub } from '../host/hub.ts'
import { headerOf } from '../host/kinds.ts'
import { PATIENCE } from '../patience.ts'
import { accessible } from './accessible.ts'
import { openBrowser } from './chromium.ts'
import { type Served, serveWindow } from './window.ts'

const LIMIT = PATIENCE
// A prompt ends in a line break, and this follows it.
const ANSWER = ['<0x0A>', '<think>', 'two ', 'files', '</think>', 'notes.txt  ', 'plans.txt']

let home: string
let resources: string
let tiny: Buffer
let served: Served
let browser: Browser
let context: BrowserContext
let page: Page
let faults: string[]

beforeAll(async () => {
  browser = await openBrowser()
  resources = await mkdtemp(join(tmpdir(), 'orrery-window-models-'))
  cpSync(join(import.meta.dirname, '../../resources'), resources, { recursive: true })
  writeTinyModel(join(resources, 'tiny.gguf'), { scripts: [{ pieces: ANSWER, after: 'end' }], contextLength: 8192 })
  tiny = readFileSync(join(resources, 'tiny.gguf'))
  const entry = {
    ...{ description: 'For tests.', license: 'none', template: 'small', context: 4096, memory: 1e7 },
    layout: { layers: 1, kvPerToken: 256, trainContext: 8192, vocabulary: 300, width: 64, heads: 1 }
  }
  const source = (name: string, sha256: string | null) => [
    { type: 'hf', uri: `hf:someone/${name}/${name}.gguf`, sha256 }
  ]
  const sha256 = createHash('sha256').update(tiny).digest('hex')
  const models = [
    { ...entry, id: 'tiny', title: 'Tiny', size: tiny.length, sources: source('tiny', sha256) },
    { ...entry, id: 'huge', title: 'Huge', size: 4e14, memory: 4e14, sources: source('huge', null) }
  ]
  writeFileSync(join(resources, 'models.json'), JSON.stringify({ version: 1, models }))
})
afterAll(async () => {
  await browser?.close()
  await rm(resources, { recursive: true, force: true })
})
beforeEach(async () => {
  faults = []
  home = await mkdtemp(join(tmpdir(), 'orrery-window-models-'))
  // Another program's model, and nothing that this machine may really hold.
  const hub = join(home, 'hub')
  const snapshot = join(hub, 'models--someone--other', 'snapshots', 'main')
  mkdirSync(snapshot, { recursive: true })
  writeFileSync(join(snapshot, 'other.gguf'), tiny)
  vi.stubEnv('HF_HUB_CACHE', hub)
  vi.stubEnv('HOME', home)
  vi.stubEnv('USERPROFILE', home)
  vi.stubEnv('OLLAMA_MODELS', join(home, 'none'))
  served = await serveWindow({ home, resources })
  context = await browser.newContext({ viewport: { width: 1024, height: 700 }, reducedMotion: 'reduce' })
  context.setDefaultTimeout(LIMIT.timeout)
  page = await context.newPage()
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
})
afterEach(async () => {
  await context?.close()
  await served?.close()
  vi.unstubAllEnvs()
  await rm(home, { recursive: true, force: true })
  expect(faults).toEqual([])
})

const dialog = (name = 'Models') => page.getByRole('dialog', { name })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const row = (title: string) =>
  dialog()
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) })
const listed = async (id: string) => (await served.client.call('models.list', {})).find((one) => one.id === id)

/** As if it had been downloaded before. */
function install(): void {
  mkdirSync(join(home, 'models'), { recursive: true })
  writeFileSync(join(home, 'models', 'tiny.gguf'), tiny)
}

async function openModels(): Promise<void> {
  await page.goto(served.url)
  await button(/^Models\./).waitFor()
  await page.keyboard.press('Control+m')
  await dialog().waitFor()
}

async function openDetails(title: string): Promise<void> {
  await openModels()
  await button(`Details and options of ${title}`).click()
  await dialog(title).waitFor()
}

describe('the model manager', () => {
  test('11.4 says of every model whether it fits, in words and numbers', async () => {
    await openModels()
    await row('Tiny').getByText('Fits', { exact: false }).waitFor()
    await row('Huge').getByText('Too large for this machine.').waitFor()
    expect(await row('Huge').textContent()).toMatch(/needs 40\d(,\d+)? ?[GT]B|needs \d/)
  })

  test('a download can be paused and gone on with, is checked, and the model is put to use', async () => {
    const hub = await startHub(tiny)
    hub.mute = true
    await openModels()
    await button('Download Tiny').click()
    await button('Pause the download of Tiny').click()
    hub.mute = false
    await button(/^(Download|Resume the download of) Tiny/).click()
    await button('Use Tiny').click()
    await row('Tiny').getByText('in use').waitFor()
    expect(await listed('tiny')).toMatchObject({ active: true, path: join(home, 'models', 'tiny.gguf') })
  })

  test('a download that fails says why on its row, and can be tried again there', async () => {
    const hub = await startHub(Buffer.concat([tiny.subarray(0, -1), Buffer.from([1])]))
    await openModels()
    await button('Download Tiny').click()
    await row('Tiny').getByRole('alert').waitFor()
    hub.answer = (_, response, [from, to]) => response.end(tiny.subarray(from, to))
    await row('Tiny').getByRole('button', { name: 'Retry' }).click()
    await button('Use Tiny').waitFor()
  })

  test('11.4 options change the estimate as they are typed, are kept, and can all be automatic again', async () => {
    install()
    await openDetails('Tiny')
    const takes = page.getByRole('region', { name: 'Memory needed on this machine' })
    await takes.getByText('Main memory').first().waitFor()
    const before = await takes.getByRole('row', { name: /^Total/ }).textContent()
    await page.getByLabel('Context size').fill('8192')
    await page.getByLabel('Concurrent worlds').fill('8')
    await expect.poll(() => takes.getByRole('row', { name: /^Total/ }).textContent(), LIMIT).not.toBe(before)
    const opening = page.getByRole('form', { name: 'Load options' })
    await opening.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(async () => (await listed('tiny'))?.load, LIMIT)
      .toMatchObject({ contextSize: 8192, sequences: 8 })
    await opening.getByRole('button', { name: 'Reset to automatic' }).click()
    await opening.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await listed('tiny'))?.load.contextSize, LIMIT).toBe(null)
  })

  test('how a model answers is kept for new worlds, until it is as published again', async () => {
    install()
    await openDetails('Tiny')
    const answers = page.getByRole('form', { name: 'Sampling' })
    await answers.getByLabel('Temperature').fill('0')
    await answers.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await listed('tiny'))?.sampling?.temperature, LIMIT).toBe(0)
    await answers.getByRole('button', { name: 'Reset to published' }).click()
    await expect.poll(async () => (await listed('tiny'))?.sampling, LIMIT).toBe(null)
    await expect.poll(() => answers.getByLabel('Temperature').inputValue(), LIMIT).toBe('0.6')
  })

  test('the file says what it is', async () => {
    install()
    await openDetails('Tiny')
    const file = page.getByRole('region', { name: 'The file' })
    await file.getByText('tiny llama').waitFor()
    const text = (await file.textContent()) ?? ''
    for (const fact of ['Architecturellama', 'Trained context8,192 tokens', join(home, 'models', 'tiny.gguf')]) {
      expect(text).toContain(fact)
    }
    await file.getByRole('button', { name: 'Chat template' }).click()
    await file.getByText('<|im_start|>').waitFor()
  })

  test('a file that cannot answer says why and is not offered; a template that is not used is told of', async () => {
    install()
    const inModels = (name: string) => join(home, 'models', name)
    writeFileSync(inModels('numbers.gguf'), headerOf({ architecture: 'bert' }))
    const scripts = [{ pieces: ANSWER, after: 'end' as const }]
    writeTinyModel(inModels('formless.gguf'), { scripts, contextLength: 8192, chatTemplate: '{% for m in' })
    await openModels()
    await row('numbers').getByText('Cannot answer. It is an embedding model (architecture bert)').waitFor()
    expect(await button('Use numbers').count()).toBe(0)
    expect(await button('Use formless').count()).toBe(1)
    await accessible(page, 'a list with a file that cannot answer')
    await button('Details and options of formless').click()
    const file = page.getByRole('region', { name: 'The file' })
    await file.getByRole('note').waitFor()
    expect(await file.getByRole('note').textContent()).toContain('cannot be used: it does not parse')
    expect(await file.textContent()).toContain('Chat formthe form of Llama 2')
  })

  test('a chosen model that is gone is named with its path before and after the first step', async () => {
    const path = join(home, 'mine.gguf')
    writeFileSync(path, tiny)
    await served.client.call('models.use', { model: path })
    await served.close()
    await rm(path)
    served = await serveWindow({ home, resources })
    const { title, setup } = { title: 'Bereft', setup: { domain: 'terminal' as const, grounding: 'model' as const } }
    await served.client.call('worlds.create', { title, setup })
    await page.goto(served.url)
    await button(/^Bereft/).click()
    const told = page.getByText(`The model file "${path}" is gone: `)
    await told.first().waitFor()
    expect(await page.getByText('No model is selected').count()).toBe(0)
  })

  test('the chosen model is loaded on request', async () => {
    install()
    await served.client.call('models.use', { model: 'tiny' })
    await openModels()
    await button('Load now').click()
    await dialog()
      .getByText(/^Ready, on /)
      .waitFor()
    expect((await served.client.call('models.status', {})).state).toBe('ready')
  })

  test('a model of another program is used where it lies', async () => {
    await openModels()
    await page.getByRole('tab', { name: 'From other programs' }).click()
    await page.getByText('Hugging Face cache').waitFor()
    await button('Use in place: other').click()
    await page.getByText('None found').waitFor()
    const path = join(home, 'hub', 'models--someone--other', 'snapshots', 'main', 'other.gguf')
    await expect.poll(async () => (await listed(path))?.active, LIMIT).toBe(true)
  })

  test('a model is deleted only when that is said twice, in use or not', async () => {
    install()
    await served.client.call('models.use', { model: 'tiny' })
    await openModels()
    await row('Tiny').getByText('Fits', { exact: false }).waitFor()
    await row('Huge').getByText('Too large for this machine.').waitFor()
    // Asked about a file while it is deleted, the host can only say that it is gone.
    const fit = page.waitForResponse(/models\.fit/)
    await button('Details and options of Tiny').click()
    await page.getByRole('region', { name: 'The file' }).getByText('tiny llama').waitFor()
    await fit
    await button('Delete…').click()
    const sure = page.getByRole('alertdialog', { name: 'Delete “Tiny”?' })
    await sure.getByRole('button', { name: 'Cancel' }).click()
    await sure.waitFor({ state: 'detached' })
    expect((await listed('tiny'))?.path).not.toBe(null)
    await button('Delete…').click()
    await sure.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(async () => (await listed('tiny'))?.path, LIMIT).toBe(null)
    await button('Download Tiny').waitFor()
  })

  test('the machine says what it computes with, and when the model leaves memory is chosen', async () => {
    await openModels()
    await page.getByRole('tab', { name: 'This machine' }).click()
    await page.getByRole('region', { name: 'Compute backends' }).getByText('CPU').waitFor()
    await page.getByLabel('Unload models').selectOption({ label: 'never' })
    await expect
      .poll(async () => served.client.call('app.settings', {}), LIMIT)
      .toEqual({ idleMinutes: null, episodeDays: 30 })
  })

  test.each(['light', 'dark'] as const)('nothing serious stands in the way of anyone, %s', async (colorScheme) => {
    install()
    await page.emulateMedia({ colorScheme })
    await openModels()
    await row('Huge').getByText('Too large for this machine.').waitFor()
    await accessible(page, 'the list')
    for (const tab of ['From other programs', 'File or server', 'This machine']) {
      await page.getByRole('tab', { name: tab }).click()
      await accessible(page, tab)
    }
    await page.getByRole('tab', { name: 'Models' }).click()
    await button('Details and options of Tiny').click()
    await page.getByRole('region', { name: 'The file' }).getByText('tiny llama').waitFor()
    await accessible(page, 'details')
    await button('Delete…').click()
    await page.getByRole('alertdialog').waitFor()
    await accessible(page, 'asking whether to delete')
  })
})

/** A world that the tiny model answers with the same words each time. */
async function openWorld({ contextSize = null }: { contextSize?: number | null } = {}): Promise<void> {
  install()
  await served.client.call('models.use', { model: 'tiny' })
  const sampling = { temperature: 0, topK: 20, topP: 0.95, maxTokens: 100 }
  await served.client.call('models.configure', { model: 'tiny', sampling, load: { contextSize } })
  await page.goto(served.url)
  await button(/^A fresh Debian/)
    .first()
    .click()
  await page.locator('.xterm-screen').waitFor()
}

async function enter(line: string): Promise<void> {
  await page.locator('.xterm-screen').click()
  await page.keyboard.type(line)
  await page.keyboard.press('Enter')
}

const stands = (at: number, total: number) =>
  page.getByRole('contentinfo').getByText(`step ${at} of ${total}`).waitFor(LIMIT)

describe('a full context', () => {
  test('is gone on from in one press, on a branch of its own', async () => {
    await openWorld({ contextSize: 2048 })
    await enter(`echo ${'a'.repeat(450)}`)
    await stands(1, 1)
    await enter('ls')
    await button('Continue without the oldest turns').click()
    await page.getByRole('button', { name: 'Branch: main, oldest turns left out' }).waitFor()
    await stands(2, 2)
    await page.getByRole('tab', { name: 'Rules' }).click()
    expect(await page.getByLabel(/^Leave out the oldest turns/).isChecked()).toBe(true)
  })

  test('or the model’s options are one press away', async () => {
    await openWorld({ contextSize: 2048 })
    await enter(`echo ${'a'.repeat(450)}`)
    await stands(1, 1)
    await enter('ls')
    await button('Open model options…').click()
    await dialog('Tiny').getByLabel('Context size').waitFor()
  })
})

describe('the token view', () => {
  async function tracedStep(): Promise<void> {
    await openWorld()
    await page.getByRole('switch', { name: 'Record token probabilities' }).check()
    await enter('ls')
    await stands(1, 1)
    await button('Show probabilities').click()
    await tokens().first().waitFor()
  }
  const tokens = () => page.getByRole('listbox', { name: /^Tokens shaded by probability/ }).getByRole('option')
  const chosen = () => page.getByRole('option', { selected: true }).filter({ hasText: /\S/ })

  test('shows the tokens in the order they came, thinking apart from the answer', async () => {
    await tracedStep()
    expect((await tokens().allTextContents()).join('')).toContain('<think>two files</think>notes.txt  plans.txt')
    const thinking = page.getByRole('group', { name: 'Thinking' }).getByRole('option')
    expect((await thinking.allTextContents()).join('')).toBe('<think>two files</think>')
  })

  test('the arrow keys go from token to token, say what could have come, and do not step through the history', async () => {
    await tracedStep()
    await page.getByRole('listbox', { name: /^Tokens shaded by probability/ }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByText('Token 2:').waitFor()
    const first = await page.getByRole('list', { name: 'Alternatives' }).getByRole('listitem').first().textContent()
    expect(first).toContain('two')
    await page.keyboard.press('Home')
    await page.getByText('Token 1:').waitFor()
    await page.getByRole('contentinfo').getByText('step 1 of 1').waitFor()
    expect(await chosen().count()).toBeGreaterThan(0)
  })

  test('the same can be read as a table', async () => {
    await tracedStep()
    await button('As a table').click()
    const table = page.getByRole('region', { name: 'Tokens as a table' })
    expect(await table.getByRole('row', { name: /^two/ }).textContent()).toMatch(/%/)
  })

  test.each(['light', 'dark'] as const)('nothing serious stands in the way of anyone, %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme })
    await tracedStep()
    await accessible(page, 'the tokens')
    await button('As a table').click()
    await accessible(page, 'the tokens as a table')
  })
})
