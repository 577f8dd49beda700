// The phone's own windows: launcher, recent apps, notifications, and what an app asks to be allowed.
import { BAR_HEIGHT, drawWindow, type PhoneDrawing, STATUS_HEIGHT, SYSTEM, system, TAPPED, timeOf } from './drawing.ts'
import { noticesOf } from './state.ts'

const LAUNCHER = 'com.android.launcher3'

/** Rows of texts that are tapped, one below the other. */
export function drawRows(
  { add, width }: PhoneDrawing,
  around: { parent: number; package: string },
  top: number,
  rows: readonly { text?: string; description?: string; id: string; target: string; className?: string }[]
): void {
  rows.forEach(({ target, className = 'android.widget.TextView', ...row }, at) => {
    const bounds = { x: 42, y: top + at * BAR_HEIGHT, width: width - 84, height: BAR_HEIGHT }
    add({ ...around, ...row, className, bounds, is: TAPPED, target: system(target) })
  })
}

const COLUMNS = 4
const CELL = 280

export function drawLauncher(drawing: PhoneDrawing): void {
  const { add, view, width } = drawing
  const around = drawWindow(drawing, LAUNCHER)
  const column = Math.floor(width / COLUMNS)
  view.apps.forEach(({ id, title }, at) => {
    const bounds = { x: (at % COLUMNS) * column, y: 300 + Math.floor(at / COLUMNS) * CELL, width: column, height: CELL }
    add({
      ...around,
      className: 'android.widget.TextView',
      id: 'icon',
      text: title,
      description: title,
      bounds,
      is: TAPPED,
      target: system(`app ${id}`)
    })
  })
}

export function drawRecents(drawing: PhoneDrawing): void {
  const { state, view } = drawing
  const around = drawWindow(drawing, LAUNCHER)
  const titles = new Map(view.apps.map(({ id, title }) => [id, title]))
  const cards = state.recent.map((id) => ({
    description: titles.get(id) ?? id,
    id: 'snapshot',
    target: `app ${id}`,
    className: 'android.view.View'
  }))
  const last = {
    text: cards.length ? 'Clear all' : 'No recent items',
    id: 'clear_all',
    target: 'clear-recents',
    className: 'android.widget.Button'
  }
  drawRows(drawing, around, STATUS_HEIGHT, [...cards, last])
}

export function drawShade(drawing: PhoneDrawing): void {
  const { add, state, view, width } = drawing
  const around = drawWindow(drawing, SYSTEM)
  const text = { ...around, className: 'android.widget.TextView' }
  add({ ...text, id: 'clock', text: timeOf(view.now), bounds: { x: 42, y: 20, width: 300, height: 90 } })
  add({ ...text, id: 'date', text: view.now.slice(0, 10), bounds: { x: 342, y: 20, width: 400, height: 90 } })
  const notices = noticesOf(state, view)
  const titles = new Map(view.apps.map(({ id, title }) => [id, title]))
  notices.forEach(({ app, title, text: line }, at) => {
    const bounds = { x: 42, y: STATUS_HEIGHT + at * 240, width: width - 84, height: 240 }
    const inner = {
      ...around,
      parent: add({
        ...around,
        className: 'android.widget.FrameLayout',
        id: 'expandableNotificationRow',
        bounds,
        is: TAPPED,
        target: system(`notice ${at}`)
      })
    }
    const lines: [id: string, text: string][] = [
      ['android:id/app_name_text', titles.get(app) ?? app],
      ['android:id/title', title],
      ['android:id/text', line]
    ]
    for (const [nth, [id, words]] of lines.entries()) {
      const place = { ...bounds, y: bounds.y + nth * 80, height: 80 }
      add({ ...inner, className: 'android.widget.TextView', id, text: words, bounds: place })
    }
  })
  const last = notices.length
    ? { text: 'Clear all', id: 'dismiss_text', target: 'clear-notices', className: 'android.widget.Button' }
    : { text: 'No notifications', id: 'no_notifications', target: 'none' }
  drawRows(drawing, around, STATUS_HEIGHT + notices.length * 240, [last])
}

export function drawQuestion(drawing: PhoneDrawing, asking: string): void {
  const { add, view, width, height } = drawing
  const top = Math.floor(height / 2) - 300
  const app = view.apps.find(({ id }) => id === asking)
  const around = drawWindow(drawing, 'com.android.permissioncontroller')
  const text = `Allow ${app?.title ?? asking} to ${app?.permission ?? 'do this'}?`
  add({
    ...around,
    className: 'android.widget.TextView',
    id: 'permission_message',
    text,
    bounds: { x: 42, y: top, width: width - 84, height: 180 }
  })
  const className = 'android.widget.Button'
  drawRows(drawing, around, top + 180, [
    { text: 'Allow', id: 'permission_allow_button', target: 'allow', className },
    { text: 'Don’t allow', id: 'permission_deny_button', target: 'deny', className }
  ])
}
