// What a phone shows: the window in front, the keyboard, and the status bar above.
import {
  type AndroidView,
  type PhoneForm,
  tellViews,
  type ViewTarget
} from '../../observations/devices/android-views.ts'
import { type AddView, addPiece, clipped, stacked } from '../../observations/devices/phone-layout.ts'
import { piecesOf } from '../../observations/devices/pieces.ts'
import type { PixelBounds, Screen } from '../../observations/screens/screen.ts'
import { livePage, visitOf } from '../browser/state.ts'
import type { AppView, PhoneView } from '../programs/program.ts'
import { drawKeyboard, drawStatus } from './bars.ts'
import {
  BAR_HEIGHT,
  drawWindow,
  KEYBOARD_HEIGHT,
  NOTHING,
  type PhoneDrawing,
  STATUS_HEIGHT,
  STRIP,
  SYSTEM,
  system,
  TAPPED
} from './drawing.ts'
import { drawMenu } from './menu.ts'
import { depthOf, fieldInUse, frontApp, type PhoneState, pageKey } from './state.ts'
import { drawLauncher, drawQuestion, drawRecents, drawShade } from './windows.ts'

export interface PhoneLook {
  text: string
  screen: Screen
  /** What a tap on each node reaches. */
  targets: readonly (ViewTarget | null)[]
  /** How far the page in front is scrolled, how far it can be, and how much of it is seen, in pixels. */
  scroll: { at: number; most: number; height: number }
}

export function lookAtPhone(state: PhoneState, view: PhoneView, form: PhoneForm): PhoneLook {
  const [width, height] = view.landscape ? [2400, 1080] : [1080, 2400]
  const views: AndroidView[] = []
  const add: AddView = (one) => {
    const usual = {
      package: SYSTEM,
      id: '',
      text: '',
      description: '',
      hint: '',
      is: NOTHING,
      parent: -1,
      target: null
    }
    views.push({ ...usual, ...one })
    return views.length - 1
  }
  const drawing: PhoneDrawing = { add, state, view, width, height }
  let scroll = { at: 0, most: 0, height }
  const app = frontApp(state, view)
  if (state.asking !== null) drawQuestion(drawing, state.asking)
  else if (state.over === 'shade') drawShade(drawing)
  else if (state.over === 'recents') drawRecents(drawing)
  else if (app && state.menu?.of === 'thing') drawMenu(drawing, state.menu)
  else if (app) scroll = drawApp(drawing, app)
  else drawLauncher(drawing)
  if (app && state.menu && state.menu.of !== 'thing') drawMenu(drawing, state.menu)
  const keyboard = fieldInUse(state) !== null
  if (keyboard) drawKeyboard(drawing)
  if (state.over !== 'shade') drawStatus(drawing)
  const around = { width, height, title: app?.title ?? 'Launcher', package: views[0]?.package ?? SYSTEM, keyboard }
  return { ...tellViews(views, form, around), targets: views.map(({ target }) => target), scroll }
}

function drawApp(drawing: PhoneDrawing, app: AppView): PhoneLook['scroll'] {
  const { add, state, width, height } = drawing
  const around = drawWindow(drawing, `com.example.${app.id}`)
  const page = livePage(visitOf(state.browser))
  const isDeep = depthOf(state) > 0
  const bar = { y: STATUS_HEIGHT, height: BAR_HEIGHT }
  const button = { ...around, className: 'android.widget.ImageButton', is: TAPPED }
  if (isDeep)
    add({ ...button, description: 'Navigate up', bounds: { ...bar, x: 0, width: BAR_HEIGHT }, target: system('up') })
  const left = isDeep ? BAR_HEIGHT : 42
  if (app.browser) {
    const address = visitOf(state.browser).url.replace(/^https?:\/\//, '')
    const is = new Set(['clickable', 'long-clickable', 'editable', ...(state.address === null ? [] : ['focused'])])
    const field = { className: 'android.widget.EditText', id: 'url_bar', hint: 'Search or type URL', is }
    add({
      ...around,
      ...field,
      text: state.address ?? address,
      bounds: { ...bar, x: left, width: width - left - BAR_HEIGHT },
      target: system('address')
    })
    add({
      ...button,
      description: 'Reload',
      bounds: { ...bar, x: width - BAR_HEIGHT, width: BAR_HEIGHT },
      target: system('reload')
    })
  } else {
    const text = page.document.title || app.title
    add({
      ...around,
      className: 'android.widget.TextView',
      id: 'toolbar_title',
      text,
      bounds: { ...bar, x: left, width: width - left - 42 }
    })
  }
  const top = STATUS_HEIGHT + BAR_HEIGHT
  const bottom = height - (fieldInUse(state) ? Math.min(KEYBOARD_HEIGHT, height / 2) : STRIP)
  const pane = { x: 0, y: top, width, height: bottom - top }
  const { placed, height: whole } = stacked(piecesOf(page), width)
  const most = Math.max(0, whole - pane.height)
  const at = inSight(
    Math.min(state.scrolled[pageKey(state)] ?? 0, most),
    placed.find(({ piece }) => piece.focused)?.bounds,
    pane.height
  )
  const is = most > 0 ? new Set(['scrollable']) : NOTHING
  const parent = add({ ...around, className: 'android.widget.ScrollView', id: 'content', bounds: pane, is })
  for (const { piece, bounds } of placed) {
    const seen = clipped({ ...bounds, y: bounds.y + top - at }, pane)
    if (seen) addPiece(add, piece, seen, { ...around, parent })
  }
  return { at, most, height: pane.height }
}

/** Scrolled so that the field that is typed into can be seen. */
function inSight(at: number, field: PixelBounds | undefined, height: number): number {
  if (!field) return at
  return Math.max(0, Math.min(field.y, Math.max(at, field.y + field.height - height)))
}
