// `npm start`: the app in Electron if its binary is installed or can be downloaded; otherwise the same app in a browser.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { dataHome } from '../data/home.ts'
import { type Doorway, keepInviting, makeDoorway } from '../doors/doorway.ts'
import { serve } from '../doors/http.ts'
import { createHost } from '../host.ts'
import { terminalConfirm } from '../process/confirm.ts'
import { findBrowser, hasScreen, openAppWindow, openDefault, sandboxArgs } from './browser.ts'
import { build, isBuilt } from './build.ts'
import { electronBinary, fetchElectron } from './electron.ts'

// A steady address keeps what the page remembers (theme, layout): browsers file it under host and port.
const PORT = 4680
// An Electron that fails this soon never had a window: a missing library, a sandbox the system refuses.
const STILLBORN_MS = 5000

/** Opens Orrery from the checkout at `root` and returns the exit code when its window is closed or it is stopped. */
export async function start(root: string, say: (line: string) => void): Promise<number> {
  const stop = interrupted()
  if (!isBuilt(root)) {
    say('Building Orrery (once, and after changes)…')
    await build(root)
  }
  if (!hasScreen()) return serveHere(root, say, stop, 'No display was found')
  let binary = electronBinary(root)
  if (!binary) {
    say('Downloading Electron (about 110 MB, once)…')
    binary = await fetchElectron(root)
  }
  if (!binary) return serveHere(root, say, stop, 'Electron could not be downloaded')
  const began = Date.now()
  const electron = spawn(binary, [root, ...sandboxArgs()], { stdio: 'inherit', env: electronEnv() })
  let stopped = false
  stop.then(() => {
    stopped = true
    electron.kill()
  })
  const code = await ended(electron)
  if (code === 0 || stopped || Date.now() - began > STILLBORN_MS) return code
  return serveHere(root, say, stop, `Electron exited immediately (exit code ${code})`)
}

/** Serves on 127.0.0.1 and opens a browser on it where one can be shown; `why` starts the line that says so. */
async function serveHere(root: string, say: (line: string) => void, stop: Promise<void>, why: string): Promise<number> {
  const home = dataHome()
  const confirm = terminalConfirm({ input: process.stdin, output: process.stderr })
  const handlers = await createHost({ home, resources: join(root, 'resources'), confirm, window: true })
  const rendererDir = join(root, 'out', 'renderer')
  const server = await serve(handlers, { rendererDir, port: PORT }).catch(() => serve(handlers, { rendererDir }))
  const browser = hasScreen() ? findBrowser() : null
  let doorway: Doorway | null = null
  try {
    doorway = makeDoorway(server, home)
    const opened = !browser && hasScreen() && (await openDefault(doorway.path))
    keepInviting(server, (link, first) => {
      const stop = '(Ctrl-C stops it)'
      if (!first) say(`For another browser, open ${link}`)
      else if (browser)
        say(
          `${why}, so Orrery opens in a browser window and runs until it is closed. For another browser, open ${link}`
        )
      else if (opened) say(`${why}, so Orrery opens in your browser. If it does not, open ${link} ${stop}.`)
      else say(`${why}, so Orrery runs as a web server: open ${link} ${stop}.`)
    })
    if (browser) await windowClosed(browser, doorway.path, join(home, 'browser', String(server.port)), stop)
    else await stop
    return 0
  } finally {
    doorway?.remove()
    await server.close()
    await handlers.dispose()
  }
}

/** `profile`: the browser's folder, one for each port. With a shared one a second browser would pass its page to the first and end. */
async function windowClosed(browser: string, path: string, profile: string, stop: Promise<void>): Promise<void> {
  const child = openAppWindow(browser, path, { profile })
  await Promise.race([ended(child), stop])
  child.kill()
}

// A terminal, npm and bin/node24.mjs may each pass the same Ctrl-C on; a person's second one comes later than this.
const ECHO_MS = 1000

/** Resolves on the first Ctrl-C or termination; a second one ends the process at once. */
function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    let first = 0
    const hear = () => {
      if (first && Date.now() - first > ECHO_MS) process.exit(130)
      first ||= Date.now()
      resolve()
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, hear)
  })
}

/** The exit code; 1 for a process that was killed or could not start. */
function ended(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.on('error', () => resolve(1)).on('exit', (code) => resolve(code ?? 1))
  })
}

/** Some editors run their terminals with this set, and Electron would then start as plain Node. */
function electronEnv(): NodeJS.ProcessEnv {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env
  return env
}
