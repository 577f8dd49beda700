// The Electron app: one window on one host. What a world is and how it runs, it does not know.
import { join } from 'node:path'
import { app, type BrowserWindow, dialog, Menu } from 'electron'
import { toWire } from '../core/errors.ts'
import { dataHome, makeFolder } from '../host/data/home.ts'
import { withoutPaths } from '../host/doors/own-files.ts'
import { createHost } from '../host/host.ts'
import { dialogConfirm } from './confirm.ts'
import { spawnEngine, spawnMachine } from './engine.ts'
import { mountIpc } from './ipc.ts'
import { menu } from './menu.ts'
import { denyPermissions, registerScheme, serveRenderer } from './protocol.ts'
import { createWindow } from './window.ts'

// A host that cannot let go must not keep the app from quitting; committed steps are already on disk.
const QUIT_MS = 5000

start().catch((error) => {
  dialog.showErrorBox('Orrery could not start', toWire(error).message)
  app.exit(1)
})

async function start(): Promise<void> {
  const home = dataHome()
  // Chromium's own files stay with the data, so that each ORRERY_HOME is a separate app with its own lock.
  app.setPath('userData', makeFolder(join(home, 'window')))
  app.enableSandbox()
  registerScheme()
  if (!app.requestSingleInstanceLock()) return app.quit()

  await app.whenReady()
  const root = app.getAppPath()
  const resources = join(root, 'resources')
  let shown: BrowserWindow | null = null
  const handlers = withoutPaths(
    await createHost({ home, resources, spawnEngine, spawnMachine, confirm: dialogConfirm(() => shown), window: true })
  )
  serveRenderer(join(root, 'out', 'renderer'), handlers)
  denyPermissions()

  const { window, origin, load } = createWindow({
    preload: join(root, 'out', 'preload', 'index.cjs'),
    icon: join(resources, 'icons', 'orrery.png')
  })
  shown = window
  const ipc = mountIpc(handlers, { window, origin })
  Menu.setApplicationMenu(menu(window))

  app.on('second-instance', () => {
    if (window.isMinimized()) window.restore()
    window.focus()
  })
  app.on('window-all-closed', () => app.quit())
  app.on('will-quit', (event) => {
    event.preventDefault()
    const late = setTimeout(() => app.exit(0), QUIT_MS)
    ipc
      .close()
      .then(() => handlers.dispose())
      .finally(() => {
        clearTimeout(late)
        app.exit(0)
      })
  })
  await load()
}
