// What a long press opens: over a field or a text the keys of the clipboard, and the menu of a thing in its app.
import { fieldValue } from '../../observations/pages/controls.ts'
import { attribute } from '../../observations/pages/document.ts'
import { contextItems } from '../browser/context-menu.ts'
import { livePage, visitOf } from '../browser/state.ts'
import { BAR_HEIGHT, drawWindow, type PhoneDrawing, STATUS_HEIGHT, system, TAPPED } from './drawing.ts'
import { fieldInUse, type PhoneMenu, type PhoneState } from './state.ts'
import { drawRows } from './windows.ts'

/** One thing that can be chosen: `element` is pressed, else it is one of the phone's own. */
interface MenuItem {
  label: string
  element?: number
  does?: 'cut' | 'copy' | 'paste' | 'select-all' | 'open' | 'copy-link'
}

export function itemsOf(state: PhoneState, menu: PhoneMenu): MenuItem[] {
  if (menu.of === 'words') return [{ label: 'Copy', does: 'copy' }]
  if (menu.of === 'field') {
    const text = chosenText(state)
    return [
      ...(text
        ? ([
            { label: 'Cut', does: 'cut' },
            { label: 'Copy', does: 'copy' }
          ] satisfies MenuItem[])
        : []),
      ...(state.clipboard ? [{ label: 'Paste', does: 'paste' } satisfies MenuItem] : []),
      { label: 'Select all', does: 'select-all' }
    ]
  }
  const page = livePage(visitOf(state.browser))
  const items: MenuItem[] = contextItems(page, menu.element)
  const element = page.document.elements[menu.element]
  if (items.length || !element || !attribute(element, 'href')) return items
  return [
    { label: 'Open', does: 'open' },
    { label: 'Copy link address', does: 'copy-link' }
  ]
}

/** What is chosen in the field that takes keys; `''` for nothing. */
export function chosenText(state: PhoneState): string {
  const field = fieldInUse(state)
  if (field === 'address') return state.address ?? ''
  if (!field) return ''
  const visit = visitOf(state.browser)
  const [from, to] = visit.caret ?? [0, 0]
  return fieldValue(livePage(visit), field).slice(from, to)
}

/** Over a text its keys stand in a row below the status bar; the menu of a thing covers the app. */
export function drawMenu(drawing: PhoneDrawing, menu: PhoneMenu): void {
  const { add, state, width, height } = drawing
  const items = itemsOf(state, menu)
  if (menu.of === 'thing') {
    const around = drawWindow(drawing, 'android')
    const rows = items.map(({ label }, at) => ({ text: label, id: 'context_item', target: `menu ${at}` }))
    drawRows(drawing, around, Math.max(STATUS_HEIGHT, Math.floor((height - rows.length * BAR_HEIGHT) / 2)), rows)
    return
  }
  const each = Math.floor(width / items.length)
  items.forEach(({ label }, at) => {
    const bounds = { x: at * each, y: STATUS_HEIGHT, width: each, height: BAR_HEIGHT }
    const key = { className: 'android.widget.Button', package: 'android', id: 'floating_toolbar_menu_item_text' }
    add({ ...key, parent: 0, text: label, bounds, is: TAPPED, target: system(`menu ${at}`) })
  })
}
