// What tests of whole worlds share: a sample as it was recorded, the window with it open, and hands that reach things as a person does.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, ElementHandle, Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Client } from '../../src/core/contract/index.ts'
import type { Domain } from '../../src/core/domains/domain.ts'
import { findDomain } from '../../src/core/domains/index.ts'
import { findExporter } from '../../src/core/formats/exporters/index.ts'
import type { SessionTree } from '../../src/core/formats/importing.ts'
import { readText } from '../../src/core/formats/importing-text.ts'
import type { HostOptions } from '../../src/host/host.ts'
import { imported } from '../contract/imported.ts'
import { written } from '../core/trees.ts'
import { PATIENCE } from '../patience.ts'
import { openBrowser } from './chromium.ts'
import { noEngine, openPage, serveWindow, useNothing } from './window.ts'

const SAMPLES = join(import.meta.dirname, '../../resources/samples')
export const LIMIT = PATIENCE
// A window has fewer stops of the Tab key than this, whatever world is open.
const MOST_STOPS = 200

/** One recorded session. */
export interface Sample {
  name: string
  tree: SessionTree
  domain: Domain
}

export async function readSample(name: string): Promise<Sample> {
  const text = await readFile(join(SAMPLES, `${name}.jsonl`), 'utf8')
  const { trees } = await readText(text, { now: 0 })
  const tree = trees[0]
  if (!tree) throw new Error(`The sample ${name} holds no session.`)
  return { name, tree, domain: findDomain(tree.session.domain) }
}

/** A served window on data of its own, and the page that shows it. */
export interface Desk {
  page: Page
  /** The folder of its data. */
  home: string
  /** Opens the window, once: each time it is read it is a fresh link. */
  readonly url: string
  client: Client
  /** Whatever went wrong in the page, as it was said. */
  faults: string[]
  close(): Promise<void>
}

interface DeskOptions extends Pick<HostOptions, 'confirm' | 'engine' | 'grounds'> {
  /** A model that is named, or `shipped`: what answers when nobody has chosen. Without it nothing does. */
  model?: string
  viewport?: { width: number; height: number }
}

/**
 * For a file of tests: one browser for all of them, and what opens a desk in it. Desks are closed after the test that opened them, and in
 * their pages nothing may have gone wrong.
 */
export function desks(): (options?: DeskOptions) => Promise<Desk> {
  let browser: Browser
  let opened: Desk[] = []
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())
  afterEach(async () => {
    const last = opened
    opened = []
    for (const desk of last) await desk.close()
    expect(last.flatMap(({ faults }) => faults).join('\n')).toBe('')
  })
  return async (options) => {
    const desk = await openDesk(browser, options)
    opened.push(desk)
    return desk
  }
}

export async function openDesk(
  browser: Browser,
  { model, viewport = { width: 1440, height: 900 }, ...parts }: DeskOptions = {}
): Promise<Desk> {
  const home = await mkdtemp(join(tmpdir(), 'orrery-desk-'))
  if (model === undefined) await useNothing(home)
  const served = await serveWindow({
    home,
    // Streamed, but not at a person's pace.
    tempo: 0.1,
    ...(model === undefined ? { spawnEngine: noEngine } : model !== 'shipped' && { model }),
    ...parts
  })
  const { page, faults } = await openPage(browser, { viewport })
  return {
    page,
    home,
    get url() {
      return served.url
    },
    client: served.client,
    faults,
    async close() {
      await page.context().close()
      await served.close()
      await rm(home, { recursive: true, force: true })
    }
  }
}

/** Opens the sample from the welcome, as it is before its first step. */
export async function openSample({ page, url }: Desk, { tree }: Sample): Promise<void> {
  await page.goto(url)
  const samples = page.getByRole('region', { name: 'Play a recorded world' })
  await samples.getByRole('button', { name: new RegExp(`^${tree.session.title.replace('?', '\\?')}`) }).click()
  await stands(page, 0)
}

/** Opens the sample with its first `count` steps made already; the rest is still recorded. */
export async function openAt({ page, url, client }: Desk, { name, tree }: Sample, count: number): Promise<void> {
  const [branch] = tree.branches
  if (!branch) throw new Error(`The sample ${name} has no branch.`)
  const steps = tree.steps.slice(0, count)
  const part: SessionTree = {
    ...tree,
    steps,
    branches: [{ ...branch, tip: steps.at(-1)?.id ?? null, setup: { ...branch.setup, recording: name } }],
    calls: tree.calls.filter(({ step }) => steps.some(({ id }) => id === step))
  }
  await imported(client, {
    files: [{ name: `${name}.jsonl`, text: await written(findExporter('orrery'), part) }]
  })
  await page.goto(url)
  await page
    .getByRole('navigation', { name: 'Worlds' })
    .getByRole('button', { name: tree.session.title })
    .first()
    .click()
  await stands(page, count)
}

/** Waits until the window shows the world after `at` of `total` steps, with nothing running. */
export async function stands(page: Page, at: number, total = at): Promise<void> {
  const words = total === 0 ? 'no steps yet' : at === 0 ? `before step 1 of ${total}` : `step ${at} of ${total}`
  await expect.poll(() => page.getByRole('contentinfo').textContent(), LIMIT).toContain(words)
  // The surface's own; what the world shows may have a button of this name too.
  const actions = page.getByRole('group', { name: 'Actions' })
  await actions.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' })
}

/** Waits for the step, and compares what the host holds: the recorded steps up to it, in one branch. */
export async function follows({ page, client }: Desk, { tree }: Sample, count: number): Promise<void> {
  await stands(page, count)
  const [session] = await client.call('worlds.list', {})
  const { branches } = await client.call('worlds.open', { session: session?.id ?? '' })
  const rows = branches.map(({ id }) => client.call('steps.list', { session: session?.id ?? '', branch: id }))
  const ids = (await Promise.all(rows)).map((steps) => steps.map(({ id }) => id))
  expect(ids).toEqual([tree.steps.slice(0, count).map(({ id }) => id)])
}

/** Presses Tab until the keyboard is at `target`. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await pressTo(page, target, 'Tab', MOST_STOPS)
}

/** Presses `key` until the keyboard is at `target`, or says that it never came there. */
export async function pressTo(page: Page, target: Locator, key: string, most: number): Promise<void> {
  // Found by its name once: looking for it after each key takes longer than the key.
  let element = await elementOf(target)
  for (let pressed = 0; pressed <= most; pressed++) {
    let at = await whereIs(element)
    if (at === 'gone') {
      element = await elementOf(target)
      at = await whereIs(element)
    }
    if (at === 'focused') return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not lead to ${target}.`)
}

async function elementOf(target: Locator): Promise<ElementHandle<HTMLElement | SVGElement>> {
  await target.waitFor()
  const element = await target.elementHandle()
  if (!element) throw new Error(`${target} is gone.`)
  return element
}

/** Menus move the keyboard in a task after the key's own: what is pressed sooner would lead past the target, unseen. */
function whereIs(element: ElementHandle<HTMLElement | SVGElement>): Promise<'focused' | 'elsewhere' | 'gone'> {
  return element.evaluate(
    (one) =>
      new Promise((done) =>
        setTimeout(() => done(!one.isConnected ? 'gone' : one === document.activeElement ? 'focused' : 'elsewhere'))
      )
  )
}
