// Export and import as a person does them: dialogs by mouse and by keyboard, files that leave and come back.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imported } from '../contract/imported.ts'
import { PATIENCE } from '../patience.ts'
import { accessible } from './accessible.ts'
import { openBrowser } from './chromium.ts'
import { noEngine, type Served, serveWindow, useNothing } from './window.ts'

const LIMIT = PATIENCE
const session = await readFile(new URL('../fixtures/orrery-v3.jsonl', import.meta.url), 'utf8')
const samples = await readFile(new URL('../fixtures/agentworldbench-awkward.jsonl', import.meta.url), 'utf8')
let [home, served, browser] = ['', null as unknown as Served, null as unknown as Browser]
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-transfer-'))
  await useNothing(home)
  served = await serveWindow({ home, spawnEngine: noEngine })
  await imported(served.client, { files: [{ name: 'a.jsonl', text: session }] })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await served?.close()
  await rm(home, { recursive: true, force: true })
})

async function opened(colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce', acceptDownloads: true })
  const page = await context.newPage()
  await page.goto(served.url)
  const list = page.getByRole('navigation', { name: 'Worlds' })
  await list.getByRole('button', { name: /^Awkward/ }).click()
  await page.getByRole('contentinfo').getByText('step 3 of 3').waitFor(LIMIT)
  return page
}

/** Drops files on the window, as from a folder of the desktop. */
async function drop(page: Page, files: { name: string; text: string }[]): Promise<void> {
  const data = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer()
    for (const { name, text } of given) transfer.items.add(new File([text], name))
    return transfer
  }, files)
  await page.dispatchEvent('main', 'drop', { dataTransfer: data })
}

test.each(['light', 'dark'] as const)('the export dialog is in nobody’s way, %s', async (scheme) => {
  const page = await opened(scheme)
  await page.keyboard.press('Control+Shift+e')
  const dialog = page.getByRole('dialog', { name: 'Export “Awkward”' })
  await dialog.getByText('Lossless: the whole world').waitFor(LIMIT)
  await accessible(page, `export, ${scheme}`)
  await dialog.getByRole('radio', { name: /AgentWorldBench/ }).check()
  await dialog.getByText("The model's thinking.").waitFor(LIMIT)
  await accessible(page, `export with losses, ${scheme}`)
  if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, `export-${scheme}.png`) })
  await page.context().close()
})

test('by keyboard alone: a format is chosen, seen, and the file is fetched', async () => {
  const page = await opened()
  await page.keyboard.press('Control+Shift+e')
  const dialog = page.getByRole('dialog', { name: 'Export “Awkward”' })
  await dialog.getByText('Lossless: the whole world').waitFor(LIMIT)
  const chosen = dialog.getByRole('radio', { name: /Orrery session/ })
  // What is chosen when nobody has chosen is seen without scrolling.
  const [box, list] = [await chosen.boundingBox(), await dialog.getByRole('region').first().boundingBox()]
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan((list?.y ?? 0) + (list?.height ?? 0))
  await chosen.focus()
  const wanted = dialog.getByRole('radio', { name: /AgentWorldBench/ })
  const formats = await dialog.getByRole('radio').count()
  for (let pressed = 0; pressed < formats && !(await wanted.isChecked()); pressed++)
    await page.keyboard.press('ArrowUp')
  const begins = dialog.getByRole('region', { name: 'Preview' }).last()
  await begins.getByText('"turn_idx": 1').waitFor(LIMIT)
  await dialog.getByLabel('Branch', { exact: true }).selectOption({ label: 'other' })
  await dialog.getByText('only "other" is exported').waitFor(LIMIT)
  const downloading = page.waitForEvent('download')
  await wanted.focus()
  await page.keyboard.press('Enter')
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Awkward.agentworldbench.jsonl')
  const text = await readFile(await download.path(), 'utf8')
  expect(
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).id)
  ).toEqual(['s1/b2/1', 's1/b2/2', 's1/b2/3'])
  await dialog.waitFor({ state: 'detached', ...LIMIT })
  await page.context().close()
})

test.each(['light', 'dark'] as const)(
  'several files are dropped, what is left out is told first, %s',
  async (scheme) => {
    const page = await opened(scheme)
    const named = samples.replaceAll('"id":"s1/b1/', `"id":"${scheme}/`).replace('"turn_idx"', '"gen":"x","turn_idx"')
    const files = [
      { name: 'samples.jsonl', text: `{"broken\n${named.replaceAll('ls -la', `ls -${scheme}`)}` },
      { name: 'notes.txt', text: 'nothing' }
    ]
    await drop(page, files)
    const dialog = page.getByRole('dialog', { name: 'Import this?' })
    await dialog.getByText('the field "gen"').waitFor(LIMIT)
    expect(await dialog.getByRole('row', { name: /notes\.txt/ }).textContent()).toContain('Unknown: skipped')
    const before = (await served.client.call('worlds.list', {})).length
    await accessible(page, `import, ${scheme}`)
    if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, `import-${scheme}.png`) })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached', ...LIMIT })
    expect(await served.client.call('worlds.list', {})).toHaveLength(before)
    await drop(page, files)
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('dialog', { name: 'Imported, 1 line skipped' }).waitFor(LIMIT)
    expect(await served.client.call('worlds.list', {})).toHaveLength(before + 1)
    await page.context().close()
  }
)

test.each(['light', 'dark'] as const)('a long import tells how far it is, and Escape stops it, %s', async (scheme) => {
  const page = await opened(scheme)
  const call = '<tool_call>{"name":"bash","arguments":{"command":"ls"}}</tool_call>'
  const text = Array.from({ length: 1_000 }, (_, n) => {
    const messages = [
      { role: 'user', content: `Question ${n}` },
      { role: 'assistant', content: call },
      { role: 'user', content: 'notes.txt' }
    ]
    return JSON.stringify({ messages })
  }).join('\n')
  await drop(
    page,
    Array.from({ length: 30 }, (_, n) => ({ name: `run-${n}.jsonl`, text }))
  )
  const dialog = page.getByRole('dialog', { name: 'Reading files' })
  await dialog.getByText(/^File \d+ of 30$/).waitFor(LIMIT)
  await accessible(page, `importing, ${scheme}`)
  if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, `importing-${scheme}.png`) })
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached', ...LIMIT })
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.context().close()
})

test('a folder is dropped: the files in it and in its folders are read', async () => {
  const page = await opened()
  const folder = join(home, 'logs')
  await mkdir(join(folder, 'deep'), { recursive: true })
  await writeFile(join(folder, 'deep', 'a.jsonl'), session)
  await writeFile(join(folder, 'notes.txt'), 'nothing')
  const devtools = await page.context().newCDPSession(page)
  // The browser reads the folder from the disk, as when a person drags it there. It drops only where the page said that it may.
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    devtools.send('Input.dispatchDragEvent', {
      ...{ type, x: 600, y: 300 },
      data: { items: [], files: [folder], dragOperationsMask: 1 }
    })
  const over = await page.evaluateHandle(() => {
    const seen = { taken: 0 }
    window.addEventListener('dragover', (event) => {
      if (event.defaultPrevented) seen.taken++
    })
    return seen
  })
  await drag('dragEnter')
  await expect
    .poll(async () => drag('dragOver').then(() => over.evaluate(({ taken }) => taken)), LIMIT)
    .toBeGreaterThan(1)
  await drag('drop')
  const dialog = page.getByRole('dialog', { name: 'Import this?' })
  await dialog.getByRole('row', { name: 'logs/deep/a.jsonl Orrery session' }).waitFor(LIMIT)
  expect(await dialog.getByRole('row', { name: /logs\/notes\.txt/ }).textContent()).toContain('Unknown: skipped')
  await page.context().close()
})
