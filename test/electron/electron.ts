// A stand-in for the `electron` module, as far as src/main uses it: the window is a real Chromium page, the preload runs in it.
import { fork, type Serializable } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type Electron from 'electron'
import { type BrowserContext, chromium, type Frame, type Page, type Route } from 'playwright'
import { preloadScript } from './preload.ts'

/** Checks that a stand-in has no member that the real thing lacks. */
type Like<Real> = Partial<Record<keyof Real, unknown>>
type Listener = (...args: unknown[]) => unknown

const windows = new Set<BrowserWindow>()
const ipcHandlers = new Map<string, Listener>()
const ipcListeners = new EventEmitter()
const schemes = new Map<string, (request: Request) => Response | Promise<Response>>()
const lifecycle = new EventEmitter()
let userData = ''
let context: Promise<BrowserContext> | null = null

export const app = {
  isPackaged: false,
  setPath: (_name: 'userData', path: string) => {
    if (!existsSync(path)) throw new Error(`Path must be an existing directory: ${path}`)
    userData = path
  },
  getAppPath: () => dirname(dirname(dirname(process.argv[1] ?? ''))),
  enableSandbox: () => {},
  requestSingleInstanceLock: () => true,
  whenReady: async () => {},
  on: (name: string, listener: Listener) => lifecycle.on(name, listener),
  quit() {
    for (const window of windows) window.close()
    const event = preventable()
    lifecycle.emit('will-quit', event)
    if (!event.defaultPrevented) app.exit(0)
  },
  exit: (code: number) =>
    void Promise.resolve(context)
      .then((open) => open?.close())
      .finally(() => process.exit(code))
} satisfies Like<Electron.App>

export const protocol = {
  registerSchemesAsPrivileged: (_schemes: unknown[]) => {},
  handle: (scheme: string, handler: (request: Request) => Response | Promise<Response>) => schemes.set(scheme, handler)
} satisfies Like<Electron.Protocol>

export const ipcMain = {
  handle: (channel: string, listener: Listener) => ipcHandlers.set(channel, listener),
  on: (channel: string, listener: Listener) => ipcListeners.on(channel, listener)
} satisfies Like<Electron.IpcMain>

let mayUse: (contents: unknown, permission: string) => boolean = () => true
export const session = {
  defaultSession: {
    setPermissionRequestHandler: (_handler: unknown) => {},
    setPermissionCheckHandler: (handler: typeof mayUse) => {
      mayUse = handler
    }
  } satisfies Like<Electron.Session>
}

export const Menu = {
  buildFromTemplate: (template: unknown) => template,
  setApplicationMenu: (_menu: unknown) => {}
} satisfies Like<typeof Electron.Menu>

export const nativeTheme = { shouldUseDarkColors: false } satisfies Like<Electron.NativeTheme>

export const dialog = {
  showErrorBox: (title: string, content: string) => console.error(`${title}: ${content}`),
  /** The test is the person who sees it: it is told what the dialog shows, and answers with the number of a button. */
  showMessageBox(_over: unknown, { signal, ...shown }: Electron.MessageBoxOptions): Promise<{ response: number }> {
    return new Promise((resolve) => {
      const answer = (message: { pressed?: number }) => {
        if (message.pressed !== undefined) end(message.pressed)
      }
      const end = (response: number) => {
        process.off('message', answer)
        resolve({ response })
      }
      process.on('message', answer)
      signal?.addEventListener('abort', () => end(shown.cancelId ?? 0))
      process.send?.({ dialog: shown })
    })
  }
} satisfies Like<Electron.Dialog>

export const utilityProcess = {
  fork(path: string, args: string[], { stdio }: { stdio: ('ignore' | 'pipe')[] }) {
    const child = fork(path, args, {
      execArgv: ['--import', new URL('./utility.ts', import.meta.url).href],
      serialization: 'advanced',
      stdio: [...stdio, 'ipc']
    })
    // To a process that has just died, Electron posts into the void.
    const postMessage = (message: Serializable) => void (child.connected && child.send(message, () => {}))
    return Object.assign(child, { postMessage })
  }
}

export class BrowserWindow extends EventEmitter {
  readonly webContents: WebContents
  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super()
    this.webContents = new WebContents(options.webPreferences ?? {})
    windows.add(this)
    this.webContents.once('did-navigate', () => this.emit('ready-to-show'))
    this.webContents.once('destroyed', () => {
      windows.delete(this)
      this.emit('closed')
      if (windows.size === 0) lifecycle.emit('window-all-closed')
    })
  }
  loadURL(url: string): Promise<void> {
    return this.webContents.load(url)
  }
  show(): void {}
  focus(): void {}
  restore(): void {}
  isMinimized(): boolean {
    return false
  }
  close(): void {
    void this.webContents.page.then((page) => page.close())
  }
}

class WebContents extends EventEmitter {
  readonly page: Promise<Page>
  private readonly frames = new WeakMap<Frame, unknown>()
  private destroyed = false
  private loading: string | null = null
  private mayOpen: (details: { url: string }) => { action: string } = () => ({ action: 'allow' })
  private sent: Promise<unknown> = Promise.resolve()

  constructor(preferences: Electron.WebPreferences) {
    super()
    const { contextIsolation, sandbox, nodeIntegration, preload } = preferences
    if (contextIsolation === false || sandbox === false || nodeIntegration || !preload) {
      throw new Error(
        'The stand-in shows sandboxed, isolated pages with a preload only: these are the ones Orrery may have.'
      )
    }
    this.page = this.open(readFileSync(preload, 'utf8'))
  }

  async load(url: string): Promise<void> {
    const page = await this.page
    this.loading = url
    await page.goto(toWeb(url))
  }
  send(channel: string, ...args: unknown[]): void {
    // One after the other: Electron keeps the order of messages.
    this.sent = Promise.all([this.page, this.sent]).then(([page]) =>
      page.evaluate(`window.__electronDeliver?.(${JSON.stringify([channel, ...args])})`).catch(() => {})
    )
  }
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.mayOpen = handler
  }
  isDestroyed(): boolean {
    return this.destroyed
  }

  private async open(preload: string): Promise<Page> {
    context ??= openContext()
    const open = await context
    const blank = open.pages().find((page) => page.url() === 'about:blank')
    const page = windows.size === 1 && blank ? blank : await open.newPage()
    await page.exposeBinding(
      '__electronIpc',
      ({ frame }, kind: 'invoke' | 'send', channel: string, args: unknown[]) => {
        const event = { sender: this, senderFrame: this.frame(frame) }
        if (kind === 'send') return void ipcListeners.emit(channel, event, ...args)
        const handler = ipcHandlers.get(channel)
        if (!handler) throw new Error(`No handler registered for '${channel}'`)
        return handler(event, ...args)
      }
    )
    await page.addInitScript({ content: preloadScript(preload) })
    await page.route('**/*', (route) => this.answer(page, route))
    page.on('popup', (popup) => {
      if (this.mayOpen({ url: popup.url() }).action === 'deny') void popup.close()
    })
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.emit('did-navigate', {}, fromWeb(frame.url()))
    })
    page.on('crash', () => this.emit('render-process-gone', {}, { reason: 'crashed' }))
    page.on('close', () => {
      this.destroyed = true
      this.emit('destroyed')
    })
    return page
  }

  /** Requests of the page: a navigation asks main first, a registered scheme is answered by main, the network is not there. */
  private async answer(page: Page, route: Route): Promise<void> {
    const request = route.request()
    const url = fromWeb(request.url())
    const isMainFrame = request.frame() === page.mainFrame()
    if (request.isNavigationRequest() && url !== this.loading) {
      const event = Object.assign(preventable(), { url, isMainFrame })
      this.emit('will-frame-navigate', event)
      if (event.defaultPrevented) return route.abort('aborted')
    }
    if (isMainFrame && request.isNavigationRequest()) this.loading = null
    const handler = schemes.get(new URL(url).protocol.slice(0, -1))
    if (!handler) return route.abort('blockedbyclient')
    const response = await handler(new Request(url, { method: request.method() }))
    const body = Buffer.from(await response.arrayBuffer())
    await route.fulfill({ status: response.status, headers: Object.fromEntries(response.headers), body })
  }

  private frame(frame: Frame): unknown {
    const parent = frame.parentFrame()
    const known = this.frames.get(frame)
    if (known) return known
    const made = {
      parent: parent && this.frame(parent),
      get url() {
        return fromWeb(frame.url())
      },
      get origin() {
        const { protocol: scheme, host } = new URL(fromWeb(frame.url()))
        return `${scheme}//${host}`
      }
    }
    this.frames.set(frame, made)
    return made
  }
}

async function openContext(): Promise<BrowserContext> {
  const permissions = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read'].filter((name) =>
    mayUse(null, name)
  )
  const open = await chromium.launchPersistentContext(userData, {
    executablePath: process.env.ORRERY_TEST_CHROMIUM ?? '',
    // The test drives the same page through this port; Chromium picks it and writes it into the profile.
    args: ['--remote-debugging-port=0', ...JSON.parse(process.env.ORRERY_TEST_CHROMIUM_ARGS ?? '[]')],
    viewport: { width: 1360, height: 860 },
    permissions
  })
  const [port] = readFileSync(join(userData, 'DevToolsActivePort'), 'utf8').split('\n')
  process.send?.({ cdp: `http://127.0.0.1:${port}` })
  return open
}

/** Chromium without Electron knows no scheme of ours, so scheme://host is shown as https://host.scheme.invalid. */
function toWeb(url: string): string {
  const { protocol: scheme, host, pathname, search, hash } = new URL(url)
  return schemes.has(scheme.slice(0, -1))
    ? `https://${host}.${scheme.slice(0, -1)}.invalid${pathname}${search}${hash}`
    : url
}

function fromWeb(url: string): string {
  return url.replace(/^https:\/\/(.+)\.([^./]+)\.invalid(?=\/|$)/, '$2://$1')
}

function preventable() {
  return {
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true
    }
  }
}
