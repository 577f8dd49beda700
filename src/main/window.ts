// The one window: sandboxed, without Node, and unable to go anywhere else.
import { app, BrowserWindow, nativeTheme } from 'electron'
import { ORIGIN } from './protocol.ts'

export interface Window {
  window: BrowserWindow
  /** The only origin its main frame ever has. */
  origin: string
  load(): Promise<void>
}

/** Makes the window, hidden until its page is painted once. `preload` is the path of the bridge, `icon` of a PNG. */
export function createWindow({ preload, icon }: { preload: string; icon: string }): Window {
  const window = new BrowserWindow({
    title: 'Orrery',
    icon,
    width: 1360,
    height: 860,
    minWidth: 720,
    minHeight: 480,
    show: false,
    // What shows before the first paint: --bg of styles.css, so nothing flashes.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#090d13' : '#efece6',
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      // The spell checker would download its dictionaries.
      spellcheck: false
    }
  })
  window.once('ready-to-show', () => window.show())

  // `electron-vite dev` serves the page itself, with hot reload, and says where. In what `electron-vite build` makes, nobody else can.
  const dev = import.meta.env.DEV && !app.isPackaged ? process.env.ELECTRON_RENDERER_URL : undefined
  const url = dev ?? `${ORIGIN}/`
  const contents = window.webContents
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.on('will-frame-navigate', (event) => {
    // Electron navigates where browsers download (a link with the attribute `download`): it is a download all the same.
    const path = event.isMainFrame ? new URL(event.url).pathname : ''
    if (path.startsWith('/api/download/')) contents.downloadURL(`${ORIGIN}${path}`)
    const reload = event.isMainFrame && event.url === url
    // Observations in HTML are drawn in a frame whose document the window itself writes (observations/screen/HtmlPage.tsx).
    const written = !event.isMainFrame && event.url === 'about:srcdoc'
    if (!reload && !written) event.preventDefault()
  })
  return { window, origin: dev ? new URL(dev).origin : ORIGIN, load: () => window.loadURL(url) }
}
