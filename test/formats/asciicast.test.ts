// Casts in asciinema's own programs: `asciinema cat` reads version 2, its player shows both versions in a page.
import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asciicast } from '../../src/core/formats/exporters/asciicast.ts'
import { readText } from '../../src/core/formats/importing-text.ts'
import { tree, written } from '../core/trees.ts'
import { launchOptions } from '../e2e/chromium.ts'
import { fileOf, foreign } from './reader.ts'

const ROOT = join(import.meta.dirname, '../..')
const DIST = join(ROOT, 'node_modules/asciinema-player/dist/bundle')
const SHOTS = process.env.ORRERY_SHOTS

let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch(await launchOptions())
})
afterAll(() => browser?.close())

async function sample() {
  const text = readFileSync(join(ROOT, 'resources/samples/git-repair.jsonl'), 'utf8')
  const [found] = (await readText(text, { now: 0 })).trees
  if (!found) throw new Error('the sample holds no session')
  return found
}

test('asciinema reads every output event of a version 2 cast', async () => {
  for (const given of [await tree(), await sample()]) {
    const cast = await written(asciicast, given)
    const outputs = cast
      .split('\n')
      .slice(1, -1)
      .map((line): [number, string, string] => JSON.parse(line))
      .filter(([, code]) => code === 'o')
    const { stdout } = await foreign('asciinema', ['cat', await fileOf('session.cast', cast)])
    expect(stdout).toBe(outputs.map(([, , text]) => text).join(''))
  }
})

test.each(['2', '3'])("asciinema's player shows a version %s cast to its end", async (version) => {
  const cast = await written(asciicast, await sample(), { options: { version, columns: 100, rows: 28 } })
  const page = await browser.newPage({ viewport: { width: 1000, height: 640 } })
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  const files: Record<string, [type: string, content: string]> = {
    '/': [
      'text/html',
      '<!doctype html><html><head><title>cast</title><link rel="stylesheet" href="/player.css"></head><body><div id="player"></div><script src="/player.js"></script></body></html>'
    ],
    '/player.js': ['text/javascript', readFileSync(join(DIST, 'asciinema-player.min.js'), 'utf8')],
    '/player.css': ['text/css', readFileSync(join(DIST, 'asciinema-player.css'), 'utf8')],
    '/session.cast': ['text/plain', cast]
  }
  const server = createServer((request, response) => {
    const found = files[request.url ?? '']
    response.writeHead(found ? 200 : 404, { 'content-type': `${found?.[0] ?? 'text/plain'}; charset=utf-8` })
    response.end(found?.[1])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('the server has no port')
    await page.goto(`http://127.0.0.1:${address.port}/`)
    await page.evaluate(() => {
      const player = Reflect.get(window, 'AsciinemaPlayer').create('/session.cast', document.getElementById('player'), {
        speed: 40,
        idleTimeLimit: 0.2,
        fit: 'width'
      })
      Reflect.set(window, 'cast', player)
      player.addEventListener('ended', () => Reflect.set(window, 'ended', true))
      player.play()
    })
    await page.waitForFunction(() => Reflect.get(window, 'ended') === true, undefined, { timeout: 60_000 })
    const shown = await page.locator('.ap-term').textContent()
    const last = (await sample()).steps.at(-1)?.observation.text.trimEnd().split('\n').at(-1) ?? ''
    expect(shown).toContain(last.trim())
    expect(faults).toEqual([])
    if (SHOTS) {
      await mkdir(SHOTS, { recursive: true })
      await page.screenshot({ path: join(SHOTS, `asciinema-player-v${version}.png`) })
    }
  } finally {
    server.close()
    await page.close()
  }
})
