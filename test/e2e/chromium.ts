// The browser that tests look through: the system's Chrome or Chromium, or one that is fetched when there is none.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Browser, chromium, type LaunchOptions } from 'playwright'
import { findBrowser, quietArgs } from '../../src/host/launch/browser.ts'

const run = promisify(execFile)
// A browser is about 150 MB; a slow line needs minutes, a dead one must not take the test run with it.
const FETCH_MS = 5 * 60_000

let found: Promise<string> | null = null

/** Absolute path of a Chrome or Chromium that starts; fetches one the first time when the machine has none. */
export function chromiumPath(): Promise<string> {
  found ??= find()
  return found
}

/**
 * For `chromium.launch` and `launchPersistentContext`. Without a window of its own around each page, which Chromium's headless shell does not
 * have, a page costs a quarter of the time.
 */
export async function launchOptions(): Promise<LaunchOptions> {
  return { executablePath: findShell() ?? (await chromiumPath()), args: quietArgs() }
}

/** Without WebGL, as on a machine without a GPU: a terminal's rows can be read back. */
export async function openBrowser(): Promise<Browser> {
  const { args = [], ...options } = await launchOptions()
  return chromium.launch({ ...options, args: [...args, '--disable-3d-apis'] })
}

/** Brings what the tests look through, once: a browser where there is none, and its headless shell where Debian's root runs the tests. */
export async function bringBrowser(): Promise<void> {
  if (findShell() === null && isDebiansRoot()) await install('chromium-headless-shell')
  await chromiumPath()
}

function findShell(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return folders.map((folder) => join(folder, 'chromium-headless-shell')).find((path) => existsSync(path)) ?? null
}

const isDebiansRoot = () => process.getuid?.() === 0 && existsSync('/etc/debian_version')

/** Installs a package of Debian's, if that can be done here. A mirror that is just being brought up to date is asked again. */
async function install(name: string): Promise<void> {
  console.log(`Installing ${name} for the tests (once).`)
  const options = { timeout: FETCH_MS, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  // Another test run may be installing just now.
  const wait = ['-o', 'DPkg::Lock::Timeout=240']
  let reason = ''
  for (const pause of [0, 15_000, 45_000]) {
    await setTimeout(pause)
    await run('apt-get', [...wait, 'update', '-q'], options).catch(() => {})
    const done = await run('apt-get', [...wait, 'install', '-y', '-q', name], options).then(
      () => true,
      (error: Error) => {
        reason = error.message
        return false
      }
    )
    if (done) return
  }
  console.log(`${name} could not be installed; the tests go on without it, slower. ${reason.slice(-500)}`)
}

async function find(): Promise<string> {
  const installed = findBrowser() ?? (await works(chromium.executablePath()))
  if (installed) return installed
  console.log('No Chrome or Chromium here: fetching one for the tests (about 150 MB, once).')
  await run('npx', ['playwright', 'install', 'chromium'], { timeout: FETCH_MS }).catch(() => {})
  const playwrights = await works(chromium.executablePath())
  if (playwrights) return playwrights
  if (isDebiansRoot()) await install('chromium')
  const packaged = findBrowser()
  if (packaged) return packaged
  throw new Error('The tests need Chrome or Chromium and could not fetch one: install either and run them again.')
}

/** Playwright's own build lacks its system libraries on a bare machine, and then does not start. */
async function works(path: string): Promise<string | null> {
  if (!existsSync(path)) return null
  return run(path, ['--version'], { timeout: 30_000 }).then(
    () => path,
    () => null
  )
}
