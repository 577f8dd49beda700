// The status bar of a phone, and its keyboard.
import type { PixelBounds } from '../../observations/screens/screen.ts'
import { KEYBOARD_HEIGHT, type PhoneDrawing, STATUS_HEIGHT, STRIP, system, TAPPED, timeOf } from './drawing.ts'
import { noticesOf } from './state.ts'

const ROWS = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const KEYBOARD = 'com.google.android.inputmethod.latin'

export function drawKeyboard({ add, state, width, height }: PhoneDrawing): void {
  const whole = Math.min(KEYBOARD_HEIGHT, height / 2)
  const [top, row] = [height - whole, Math.floor((whole - STRIP) / 5)]
  const parent = add({
    className: 'android.widget.FrameLayout',
    package: KEYBOARD,
    bounds: { x: 0, y: top, width, height: whole }
  })
  const key = (description: string, target: string, bounds: PixelBounds) =>
    add({
      className: 'android.widget.FrameLayout',
      package: KEYBOARD,
      parent,
      description,
      bounds,
      is: TAPPED,
      target: system(target)
    })
  const column = Math.floor(width / 10)
  ROWS.forEach((letters, at) => {
    const from = Math.floor((width - letters.length * column) / 2)
    const y = top + at * row
    for (const [nth, letter] of [...letters].entries()) {
      const shown = state.shift ? letter.toUpperCase() : letter
      key(shown, `key ${shown}`, { x: from + nth * column, y, width: column, height: row })
    }
    if (at < 3) return
    key('Shift', 'shift', { x: 0, y, width: from, height: row })
    key('Delete', 'delete', { x: width - from, y, width: from, height: row })
  })
  const last = { y: top + 4 * row, height: row }
  key(',', 'key ,', { ...last, x: column, width: column })
  key('Space', 'key  ', { ...last, x: 2 * column, width: 5 * column })
  key('.', 'key .', { ...last, x: 7 * column, width: column })
  key('Enter', 'enter', { ...last, x: 8 * column, width: 2 * column })
}

export function drawStatus({ add, state, view, width }: PhoneDrawing): void {
  const parent = add({
    className: 'android.widget.FrameLayout',
    id: 'status_bar',
    bounds: { x: 0, y: 0, width, height: STATUS_HEIGHT },
    target: system('status')
  })
  const place = (x: number, wide: number) => ({ x, y: 20, width: wide, height: 96 })
  add({ parent, className: 'android.widget.TextView', id: 'clock', text: timeOf(view.now), bounds: place(42, 160) })
  const titles = new Map(view.apps.map(({ id, title }) => [id, title]))
  const image = { parent, className: 'android.widget.ImageView' }
  for (const [at, { app, title }] of noticesOf(state, view).slice(0, 4).entries()) {
    const description = `${titles.get(app) ?? app} notification: ${title}`
    add({ ...image, id: 'notificationIcons', description, bounds: place(220 + at * 70, 60) })
  }
  add({
    ...image,
    id: 'wifi_signal',
    description: view.online ? 'Wifi signal full.' : 'No internet.',
    bounds: place(width - 240, 60)
  })
  add({ ...image, id: 'battery', description: `Battery ${view.battery} percent.`, bounds: place(width - 120, 60) })
}
