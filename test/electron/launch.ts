// Starts the built app with the stand-in in place of Electron, and hands the test its window.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright'
import { quietArgs } from '../../src/host/launch/browser.ts'
import { isBuilt } from '../../src/host/launch/build.ts'
import { chromiumPath } from '../e2e/chromium.ts'
import { HANGS_MS } from '../patience.ts'

export interface Launched {
  /** The app's window, loaded. */
  page: Page
  /** Of the process that runs out/main. */
  pid: number
  /** What it has written to stdout and stderr so far. */
  said(): string
  /** Closes the window and gives the exit code of the app. */
  close(): Promise<number | null>
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const START_MS = HANGS_MS / 2

/** What a native dialog shows. */
export interface Shown {
  message: string
  detail: string
  buttons: string[]
}

/**
 * Runs out/main/index.js with `home` as its data folder, and `more` variables than the test's own. `press` sees each native dialog and
 * names the button to press; `null` waits.
 */
export async function launchStandIn({
  home,
  press = () => null,
  more = {}
}: {
  home: string
  press?: (shown: Shown) => string | null
  more?: NodeJS.ProcessEnv
}): Promise<Launched> {
  if (!isBuilt(ROOT))
    throw new Error('out/ is missing or older than src/: run `npm run build` first, as `npm test` does.')
  const env = {
    ...process.env,
    ...more,
    ORRERY_HOME: home,
    ORRERY_TEST_CHROMIUM: await chromiumPath(),
    ORRERY_TEST_CHROMIUM_ARGS: JSON.stringify(quietArgs())
  }
  const hooks = new URL('./hooks.ts', import.meta.url).href
  const child = spawn(process.execPath, ['--import', hooks, 'out/main/index.js'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc']
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (output += part))
  const exited = once(child, 'exit')
  try {
    const cdp = await new Promise<string>((resolve, reject) => {
      setTimeout(() => reject(new Error(`The app opened no window in ${START_MS} ms.\n${output}`)), START_MS).unref()
      child.on('message', (message: { cdp?: string; dialog?: Shown }) => {
        if (message.cdp) resolve(message.cdp)
        const { dialog } = message
        const button = dialog && press(dialog)
        if (button) child.send({ pressed: dialog.buttons.indexOf(button) })
      })
      child.on('exit', (code) => reject(new Error(`The app ended with ${code} before its window opened.\n${output}`)))
    })
    const browser = await chromium.connectOverCDP(cdp)
    const page = browser.contexts()[0]?.pages()[0]
    if (!page) throw new Error(`The app has no window.\n${output}`)
    await page.waitForURL('https://app.orrery.invalid/')
    return {
      page,
      pid: child.pid ?? 0,
      said: () => output,
      async close() {
        if (!page.isClosed()) await page.close()
        const [code] = await exited
        return code
      }
    }
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}
