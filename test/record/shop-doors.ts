// Buys a mug of the pottery shop by tools, on its pages and on a phone, and takes a picture of each in the real window:
// node test/record/shop-doors.ts FOLDER. It prints the table of docs/programs.md: steps, tokens of the model that comes with Orrery, seconds.
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getLlama } from 'node-llama-cpp'
import { chromium } from 'playwright'
import { readScreen } from '../../src/core/observations/screens/readers/index.ts'
import { canonical } from '../../src/core/tree/history.ts'
import type { Action } from '../../src/core/tree/model.ts'
import { launchOptions } from '../e2e/chromium.ts'
import { serveWindow, useNothing } from '../e2e/window.ts'
import { must } from '../must.ts'

const folder = must(process.argv[2])
const CARD = '4111 1111 1111 1111'
const MAIL = 'rosa@example.org'

/** What is done at a door; `at` gives the number of what is called so on the screen. */
type Walk = ((at: (name: string) => string) => Action)[]
const type = (index: string, text: string): Action => ({ action_type: 'input_text', index: Number(index), text })
const DOORS: Record<'mcp' | 'web' | 'android', Walk> = {
  mcp: [
    () => ({ name: 'list_pots', arguments: {} }),
    () => ({ name: 'add_to_basket', arguments: { pot: 'two-handled' } }),
    () => ({ name: 'order', arguments: { email: MAIL } }),
    () => ({ name: 'pay', arguments: { order: 301, card: CARD } })
  ],
  web: [
    (at) => `click('${at('Add Two-handled mug to basket')}')`,
    (at) => `fill('${at('E-mail')}', '${MAIL}')`,
    (at) => `click('${at('Order')}')`,
    (at) => `fill('${at('Card number')}', '${CARD}')`,
    (at) => `click('${at('Pay 35.40 EUR')}')`
  ],
  android: [
    (at) => `tap ${at('Two-handled mug')}`,
    (at) => `tap ${at('Add to basket')}`,
    // Its Enter sends a form with one field.
    (at) => type(at('E-mail'), MAIL),
    (at) => type(at('Card number'), CARD)
  ]
}

const home = await mkdtemp(join(tmpdir(), 'orrery-doors-'))
await useNothing(home)
await mkdir(folder, { recursive: true })
const llama = await getLlama()
const words = await llama.loadModel({ modelPath: 'resources/models/orrery-lwm-135m-q4.gguf', vocabOnly: true })
const served = await serveWindow({ home, tempo: 0 })
const { client, url } = served
const browser = await chromium.launch(await launchOptions())
const text = await readFile('resources/scenarios/programs/pottery.yaml', 'utf8')
const { program } = await client.call('programs.read', { language: 'data', text })
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  await page.goto(url)
  for (const [domain, walk] of Object.entries(DOORS)) {
    const setup = { domain, program, grounding: 'executed' }
    const made = await client.call('worlds.create', { setup, title: `Pottery, ${domain}` } as never)
    const at = { session: made.session.id, branch: made.branch.id }
    let seen = made.branch.setup.initialState
    let [tokens, last] = [words.tokenize(seen).length, null as string | null]
    const called = (name: string): string => {
      const read = readScreen(seen)
      const nodes = 'screen' in read ? read.screen.nodes : []
      const fits = nodes.filter((node) => node.ref !== null && node.name === name)
      return must((fits.find(({ role }) => /button|link|textbox/.test(role)) ?? fits[0])?.ref)
    }
    const begun = performance.now()
    for (const step of walk) {
      const said = step(called)
      const action =
        domain === 'android' && typeof said === 'string' ? { action_type: 'click', index: Number(said.slice(4)) } : said
      for await (const event of client.stream('steps.run', { ...at, action } as never)) {
        if (event.type === 'failed') throw new Error(event.error.message)
        if (event.type !== 'committed') continue
        if (event.call.grounded?.origin !== 'executed') throw new Error(`${JSON.stringify(action)} was not computed.`)
        seen = event.step.observation.text
        last = event.step.id
      }
      tokens += words.tokenize(seen).length
    }
    const seconds = (performance.now() - begun) / 1000
    const kept = must(await client.call('programs.state', { branch: at.branch, at: last } as never))
    const state = kept.state.program ?? kept.state
    if (!canonical(state).includes('"paid":true')) throw new Error(`Nothing is paid in the ${domain} world.`)
    const hash = createHash('sha256').update(canonical(state)).digest('hex').slice(0, 12)
    process.stdout.write(`| ${domain} | ${walk.length} | ${tokens} | ${seconds.toFixed(2)} | ${hash} |\n`)
    await page.reload()
    await page
      .getByRole('button', { name: `Pottery, ${domain}` })
      .first()
      .click()
    await page
      .getByText(domain === 'mcp' ? 'order' : 'Paid.')
      .first()
      .waitFor()
    await page.waitForTimeout(800)
    await page.screenshot({ path: join(folder, `shop-${domain}.png`) })
  }
} finally {
  await browser.close()
  await served.close()
  await words.dispose()
  await rm(home, { recursive: true, force: true })
}
