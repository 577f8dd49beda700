// The built app in a window, on whichever shell this machine can run.
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { _electron, type Page } from 'playwright'
import type { Reply } from '../../src/core/contract/index.ts'
import { hasScreen, sandboxArgs } from '../../src/host/launch/browser.ts'
import { electronBinary } from '../../src/host/launch/electron.ts'
import { launchStandIn } from './launch.ts'

export interface Shell {
  /** Which of the two it is, in words. */
  kind: string
  page: Page
  /** Where the window's page is. */
  url: string
  /** Windows open now. */
  windows(): number
  /** Calls `app.info` from a frame that is not the window's own main frame. */
  foreignCall(): Promise<unknown>
  /** Closes the window; the exit code of the app. Again: the same code. */
  close(): Promise<number | null>
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Opens the app on the data in `home`: on real Electron when it is installed and there is a screen, else on the stand-in. */
export function openShell({ home }: { home: string }): Promise<Shell> {
  const binary = electronBinary(ROOT)
  return binary && hasScreen()
    ? openElectron(binary, home)
    : openStandIn(home, binary ? 'there is no display' : 'its binary is not installed')
}

async function openElectron(binary: string, home: string): Promise<Shell> {
  const app = await _electron.launch({
    executablePath: binary,
    args: [ROOT, ...sandboxArgs()],
    env: { ...process.env, ORRERY_HOME: home } as Record<string, string> // unset variables are left out on spawning
  })
  const exited = once(app.process(), 'exit')
  const page = await app.firstWindow()
  await page.waitForURL('orrery://app/')
  return {
    kind: 'real Electron',
    page,
    url: 'orrery://app/',
    windows: () => app.windows().length,
    foreignCall: () =>
      app.evaluate(async ({ BrowserWindow }, preload) => {
        const window = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } })
        await window.loadURL('data:text/html,elsewhere')
        const reply: Reply = await window.webContents.executeJavaScript('window.orrery.call("app.info", {})')
        window.destroy()
        return reply
      }, `${ROOT}out/preload/index.cjs`),
    async close() {
      if (!page.isClosed()) await page.close()
      const [code] = await exited
      return code
    }
  }
}

async function openStandIn(home: string, why: string): Promise<Shell> {
  const app = await launchStandIn({ home })
  return {
    kind: `the Electron stand-in: the built main and preload on a Chromium page (real Electron was not: ${why})`,
    page: app.page,
    url: app.page.url(),
    windows: () => app.page.context().pages().length,
    // A subframe of our own origin: as near to the window as something foreign can be.
    foreignCall: () =>
      app.page.evaluate(() => {
        const frame = document.body.appendChild(document.createElement('iframe'))
        // The stand-in's channel is in every frame; Electron would not even give it to this one.
        const inner = frame.contentWindow as unknown as { __electronIpc(...args: unknown[]): Promise<unknown> }
        return inner.__electronIpc('invoke', 'call', ['app.info', {}]).finally(() => frame.remove())
      }),
    close: app.close
  }
}
