// Another user of the machine reads the list of processes while Orrery opens its window, and tries everything it finds there.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, readdirSync, readFileSync, statSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, chromium } from 'playwright'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { build, isBuilt } from '../../src/host/launch/build.ts'
import { chromiumPath } from '../e2e/chromium.ts'
import { useNothing } from '../e2e/window.ts'
import { asNobody } from './nobody.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PATIENT = { timeout: 60_000 }

let place: string
let home: string
let bin: string
const running: ChildProcess[] = []
beforeAll(async () => {
  if (!isBuilt(ROOT)) await build(ROOT)
})
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'orrery-attack-'))
  await chmod(place, 0o755)
  home = join(place, 'data')
  bin = join(place, 'bin')
  await mkdir(home)
  await mkdir(bin)
  await useNothing(home)
})
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  await rm(place, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
})

/** A program of this name, first on the PATH. */
async function program(name: string, script: string): Promise<void> {
  await writeFile(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
}

function orrery(argv: string[], env: NodeJS.ProcessEnv = {}) {
  const { WAYLAND_DISPLAY: _, ...inherited } = process.env
  const child = spawn(process.execPath, argv, {
    cwd: ROOT,
    env: { ...inherited, PATH: `${bin}:${process.env.PATH}`, ORRERY_HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  running.push(child)
  const lines: string[] = []
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  createInterface(child.stderr).on('line', (line) => lines.push(line))
  return { child, lines, list: watchList(child.pid ?? 0) }
}

/** All command lines that `root` and what it started ever had, looked up as fast as this machine does. */
function watchList(root: number) {
  const seen = new Map<number, Set<string>>()
  const look = () => {
    const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    const parents = new Map(processes.map((pid) => [Number(pid), parentOf(pid)]))
    for (const pid of parents.keys()) {
      let above: number | undefined = pid
      while (above && above !== root) above = parents.get(above)
      if (above !== root) continue
      const told = seen.get(pid) ?? new Set()
      seen.set(pid, told.add(read(`/proc/${pid}/cmdline`)))
    }
  }
  const looking = setInterval(look, 20)
  return {
    pids: () => [...seen.keys()],
    words: () => [...seen.values()].flatMap((told) => [...told].flatMap((line) => line.split('\0'))),
    stop: () => clearInterval(looking)
  }
}
type List = ReturnType<typeof watchList>

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return '' // The process is gone.
  }
}
const parentOf = (pid: string) => Number(/\) \S (\d+)/.exec(read(`/proc/${pid}/stat`))?.[1] ?? 0)

const run = (argv: string[]) =>
  new Promise<string>((resolve) => {
    const [file = '', ...args] = argv
    execFile(file, args, { maxBuffer: 2 ** 26 }, (_error, stdout) => resolve(stdout))
  })

/** Tries every word of the command lines, and each part of it, in all the places of a credential: `true` when one lets in. */
async function letsIn(list: List, port: number): Promise<string[]> {
  const words = new Set(list.words().flatMap((word) => [word, ...word.split(/[=?&/#\s]+/)]))
  const likely = [...words].filter((word) => word.length > 7 && /^[\x21-\x7e]+$/.test(word))
  const post = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/api/call/app.info`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{}'
    }).then(({ status }) => status)
  const found: string[] = []
  for (const word of likely) {
    const asCode = await fetch(`http://127.0.0.1:${port}/?code=${encodeURIComponent(word)}`, { redirect: 'manual' })
    const statuses = [
      asCode.headers.has('set-cookie') ? 200 : 403,
      await post({ authorization: `Bearer ${word}` }),
      await post({ cookie: `orrery-${port}=${encodeURIComponent(word)}` })
    ]
    if (statuses.includes(200)) found.push(word)
  }
  return found
}

/** What another user reads of the processes' environments, and of every file that a command line names. */
async function readByOthers(list: List): Promise<string> {
  const environments = list.pids().map((pid) => `/proc/${pid}/environ`)
  const named = list.words().flatMap((word) => /(?:file:\/\/)?(\/\S+\.html)/.exec(word)?.[1] ?? [])
  const paths = [...new Set([...environments, ...named])]
  if (process.getuid?.() === 0) return run(asNobody(['cat', '--', ...paths]))
  console.log('Not root: that others cannot read it is told from the modes alone, not tried as another user.')
  return paths.filter((path) => (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o044).join('\n')
}

// Everybody's command lines are in /proc on Linux; elsewhere `ps` shows the same of the same processes.
if (process.platform === 'linux') {
  test('21.2 npm start, with real Chromium: no command line lets anybody in, and no file that one names can be read', async () => {
    const copy = join(place, 'doorway')
    await program(
      'google-chrome',
      `for arg; do case "$arg" in --app=file://*) cat "\${arg#--app=file://}" > '${copy}';; esac; done
exec '${await chromiumPath()}' --headless=new --remote-debugging-port=0 "$@"`
    )
    // Electron, where it is installed, dies at once without a display.
    const { lines, list } = orrery(['bin/start.mjs'], { DISPLAY: ':none', ELECTRON_SKIP_BINARY_DOWNLOAD: '1' })
    await expect.poll(() => lines.join('\n'), PATIENT).toMatch(/opens in a browser window/)
    const port = Number(/127\.0\.0\.1:(\d+)/.exec(lines.join())?.[1])
    const context = await contextOf(join(home, 'browser', String(port)))
    // The port is told before the window is there.
    const page = context.pages()[0] ?? (await context.waitForEvent('page'))
    // SameSite=Strict, set on the way from a file: the page's own calls have it.
    await page.getByRole('heading', { name: 'A world that exists only in a model' }).waitFor(PATIENT)
    expect(page.url()).toBe(`http://127.0.0.1:${port}/`)
    await page.reload()
    await page.getByRole('heading', { name: 'A world that exists only in a model' }).waitFor(PATIENT)
    list.stop()

    const [cookie] = await context.cookies()
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' })
    const link = /http:[^"]+/.exec(await readFile(copy, 'utf8'))?.[0] ?? ''
    const secrets = [cookie?.value ?? '', new URL(link).searchParams.get('code') ?? '']
    expect(secrets.map((secret) => secret.length)).toEqual([32, 32])
    expect(list.words().filter((word) => secrets.some((secret) => word.includes(secret)))).toEqual([])
    expect(list.words().some((word) => word.endsWith(`/browser/open-${port}.html`))).toBe(true)
    expect(await letsIn(list, port)).toEqual([])
    expect(await readByOthers(list)).toBe('')
    // The file is gone with its one use, and its link opens nothing any more.
    expect(() => accessSync(join(home, 'browser', `open-${port}.html`), constants.F_OK)).toThrow()
    expect((await fetch(link)).status).toBe(403)
    await context.browser()?.close()
  })

  test('21.2 orrery serve --open, with a browser that is slow to come: the same, as long as the file waits', async () => {
    await program(
      'xdg-open',
      `echo $$ > '${join(place, 'pid')}'; printf '%s' "$1" > '${join(place, 'opened')}'; exec sleep 60`
    )
    const token = 'a token of the owner’s choice'
    const { lines, list } = orrery(['bin/orrery.mjs', 'serve', '--no-build', '--open', '--json'], {
      ORRERY_TOKEN: token
    })
    await expect.poll(() => readFile(join(place, 'opened'), 'utf8').catch(() => ''), PATIENT).toMatch(/\.html$/)
    const { port } = JSON.parse(lines[0] ?? '{}')
    const path = await readFile(join(place, 'opened'), 'utf8')
    expect(path).toBe(join(home, 'browser', `open-${port}.html`))
    // As another user finds it, while its code is good.
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await letsIn(list, port)).toEqual([])
    expect(await readByOthers(list)).toBe('')
    expect(list.words().filter((word) => word.includes(token) || word.includes('code='))).toEqual([])
    list.stop()
    // And as its owner's browser does.
    const link = /http:[^"]+/.exec(await readFile(path, 'utf8'))?.[0] ?? ''
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(303)
    process.kill(Number(await readFile(join(place, 'pid'), 'utf8')))
  })

  test('21.2 a chosen token on a command line is refused before anything is served', async () => {
    const { child, lines } = orrery(['bin/orrery.mjs', 'serve', '--no-build', '--token', 'x'.repeat(40)])
    const [code] = await once(child, 'exit')
    expect([code, lines]).toEqual([
      2,
      [expect.stringMatching(/^orrery: --token would show the token in the process list to every user/)]
    ])
  })
}

/** Chromium says in its profile where it can be driven. */
async function contextOf(profile: string): Promise<BrowserContext> {
  let at = ''
  await expect
    .poll(async () => {
      at = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '')).split('\n')[0] ?? ''
      return at
    }, PATIENT)
    .not.toBe('')
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${at}`)
  const [context] = browser.contexts()
  if (!context) throw new Error('Chromium has no window.')
  return context
}
