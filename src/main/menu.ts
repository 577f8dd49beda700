// The menu: the platform's own entries, and five of Orrery's, each of which presses the key that the page listens to.
import { app, type BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron'

/** The application menu for `window`. */
export function menu(window: BrowserWindow): Menu {
  // The page acts on its own shortcuts, here as in a browser, so the menu shows them and presses them.
  const press = (label: string, key: string, shift = false): MenuItemConstructorOptions => ({
    label,
    accelerator: `CmdOrCtrl+${shift ? 'Shift+' : ''}${key}`,
    registerAccelerator: false,
    click() {
      const mod = process.platform === 'darwin' ? 'meta' : 'control'
      const modifiers: (typeof mod | 'shift')[] = shift ? [mod, 'shift'] : [mod]
      for (const type of ['keyDown', 'keyUp'] as const) {
        window.webContents.sendInputEvent({ type, keyCode: key, modifiers })
      }
    }
  })
  const file: MenuItemConstructorOptions = {
    label: 'File',
    submenu: [
      press('New World…', 'N'),
      press('Import…', 'O'),
      // Ctrl+E is the end of the line in a terminal.
      press('Export…', 'E', true),
      { type: 'separator' },
      press('Models…', 'M'),
      press('Commands…', 'K'),
      { type: 'separator' },
      { role: process.platform === 'darwin' ? 'close' : 'quit' }
    ]
  }
  const view: MenuItemConstructorOptions = {
    label: 'View',
    submenu: [
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { type: 'separator' },
      { role: 'togglefullscreen' },
      ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } as const])
    ]
  }
  // Only macOS has menus for the app and its window. On other systems they would repeat the title bar and take keys from the page.
  const mac = process.platform === 'darwin'
  const first: MenuItemConstructorOptions[] = mac ? [{ role: 'appMenu' }] : []
  const last: MenuItemConstructorOptions[] = mac ? [{ role: 'windowMenu' }] : []
  return Menu.buildFromTemplate([...first, file, { role: 'editMenu' }, view, ...last])
}
