// What a desktop shows: the bar above, the dock, and its windows from the one behind to the one in front.
import {
  type DesktopForm,
  type DesktopTarget,
  type DesktopThing,
  tellThings
} from '../../observations/devices/desktop-rows.ts'
import { clipped } from '../../observations/devices/phone-layout.ts'
import { type Piece, type PieceRow, piecesOf } from '../../observations/devices/pieces.ts'
import { fieldValue, type LivePage } from '../../observations/pages/controls.ts'
import type { PixelBounds, Screen } from '../../observations/screens/screen.ts'
import { BLANK, type BrowserTab, livePage, type PageVisit } from '../browser/state.ts'
import type { DesktopView } from '../programs/program.ts'
import { BAR, DOCK, FULL, TITLE } from './frames.ts'
import { menuOf } from './menu.ts'
import { type DesktopState, type DesktopWindow, frontWindow } from './state.ts'
import { tabsIn } from './tabs.ts'
import { terminalIn } from './terminal.ts'

export interface DesktopLook {
  text: string
  screen: Screen
  things: readonly DesktopThing[]
  /** How far the page of each window can be scrolled, in pixels. */
  most: readonly number[]
}

const SCREEN: PixelBounds = { x: 0, y: 0, width: 1920, height: 1080 }

type AddThing = (thing: Partial<DesktopThing> & Pick<DesktopThing, 'tag' | 'bounds'>) => number

const system = (name: string): DesktopTarget => ({ system: name })

export function lookAtDesktop(state: DesktopState, view: DesktopView, form: DesktopForm): DesktopLook {
  const things: DesktopThing[] = []
  const add: AddThing = (thing) => {
    things.push({ name: '', text: '', is: new Set(), parent: -1, target: null, window: null, ...thing })
    return things.length - 1
  }
  drawShell(add, state, view)
  const front = frontWindow(state)
  const most = state.windows.map((window, at) => {
    const tab = state.browser.tabs[at]
    const visit = tab?.visits[tab.at]
    return window.minimised || !tab || !visit
      ? 0
      : drawWindow(add, livePage(visit), { window, at, isFront: at === front, view, tab, visit })
  })
  if (state.menu) drawMenu(add, state, state.menu)
  return { ...tellThings(things, form), things, most }
}

const ITEM = { width: 200, height: 32 }

/** A menu lies over everything, whole on the screen. */
function drawMenu(add: AddThing, state: DesktopState, { element, x, y }: NonNullable<DesktopState['menu']>): void {
  const items = menuOf(state, element)
  const left = Math.min(x, 1920 - ITEM.width)
  const top = Math.min(y, 1080 - items.length * ITEM.height)
  for (const [nth, { label }] of items.entries()) {
    const bounds = { ...ITEM, x: left, y: top + nth * ITEM.height }
    add({ tag: 'menu-item', name: label, bounds, target: system(`item ${nth}`) })
  }
}

const DAYS = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ')
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** `Sat May 16  10:24`. */
function clockOf(now: string): string {
  const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d))?/.exec(now) ?? []
  const weekday = DAYS[new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDay()]
  return `${weekday} ${MONTHS[Number(month) - 1]} ${Number(day)}  ${time ?? '00:00'}`
}

function drawShell(add: AddThing, { windows }: DesktopState, view: DesktopView): void {
  const shell = add({ tag: 'application', name: 'gnome-shell', bounds: { x: 0, y: 0, width: 1920, height: 1080 } })
  const top = add({ tag: 'panel', name: 'Top bar', parent: shell, bounds: { x: 0, y: 0, width: 1920, height: BAR } })
  add({ tag: 'menu', name: clockOf(view.now), parent: top, bounds: { x: 886, y: 0, width: 148, height: BAR } })
  const dock = add({
    tag: 'panel',
    name: 'Dock',
    parent: shell,
    bounds: { x: 0, y: BAR, width: DOCK, height: 1080 - BAR }
  })
  view.apps.forEach(({ id, title }, at) => {
    const is = new Set(windows.some(({ app }) => app === id) ? ['selected'] : [])
    const bounds = { x: 0, y: 33 + at * 68, width: DOCK, height: 66 }
    add({ tag: 'push-button', name: title, parent: dock, bounds, is, target: system(`app ${id}`) })
  })
}

interface Drawn {
  window: DesktopWindow
  at: number
  isFront: boolean
  view: DesktopView
  tab: BrowserTab
  visit: PageVisit
}

/** @returns how far the page can be scrolled */
function drawWindow(addTo: AddThing, page: LivePage, drawn: Drawn): number {
  const { window, at, isFront, view } = drawn
  const add: AddThing = (thing) => addTo({ window: at, ...thing })
  const { x, y, width, height } = window.maximised ? FULL : window.bounds
  const app = view.apps.find(({ id }) => id === window.app)
  const own = app?.title ?? window.app
  const title = page.document.title && page.document.title !== own ? `${page.document.title} - ${own}` : own
  const application = add({ tag: 'application', name: own, bounds: { x, y, width, height } })
  const frame = add({
    ...{ tag: 'frame', name: title, parent: application, bounds: { x, y, width, height } },
    ...{ is: new Set(isFront ? ['active'] : []), target: system(`title ${at}`) }
  })
  for (const [nth, name] of ['Minimize', 'Maximize', 'Close'].entries()) {
    const bounds = clipped({ x: x + width - 96 + nth * 30, y: y + 3, width: 28, height: 34 }, SCREEN)
    if (!bounds) continue
    add({
      tag: 'push-button',
      name: name === 'Maximize' && window.maximised ? 'Restore' : name,
      parent: frame,
      bounds,
      target: system(`${name.toLowerCase()} ${at}`)
    })
  }
  const isBrowser = app?.browser === true
  if (isBrowser) drawTabs(add, { x, y, width }, frame, drawn)
  const above = isBrowser ? TITLE + drawAddress(add, { x, y: y + TITLE, width }, frame, drawn) : TITLE
  const pane = { x, y: y + above, width, height: height - above }
  const terminal = app?.terminal ? terminalIn(page.document) : null
  if (terminal) {
    const { screen, field } = terminal
    const element = page.document.elements[field]
    const seen = clipped(pane, SCREEN)
    if (!seen || !element) return 0
    add({
      ...{ tag: 'terminal', name: 'Terminal', text: screen + fieldValue(page, element), parent: frame, bounds: seen },
      is: new Set(['editable', 'multiline', ...(isFront && page.state.focus === field ? ['focused'] : [])]),
      target: { element: field, opens: 1 }
    })
    return 0
  }
  const rows = piecesOf(page)
  const { placed, height: whole } = placedIn(rows, pane)
  const most = Math.max(0, whole - pane.height)
  const moved = Math.min(window.scrolled, most)
  for (const { piece, bounds } of placed) {
    const inPane = clipped({ ...bounds, x: bounds.x + pane.x, y: bounds.y + pane.y - moved }, pane)
    const seen = inPane && clipped(inPane, SCREEN)
    if (seen) drawPiece(add, piece, seen, { parent: frame, hasKeys: isFront && !window.address, isBrowser })
  }
  return most
}

const NEW_TAB = 30

/** A browser's tabs stand in its title, with the button for another one. */
function drawTabs(
  add: AddThing,
  { x, y, width }: Pick<PixelBounds, 'x' | 'y' | 'width'>,
  parent: number,
  { window, at, tab: shown }: Drawn
): void {
  const { tabs, at: front } = tabsIn(window, shown)
  const room = width - 100 - NEW_TAB - TITLE
  const wide = Math.min(200, Math.floor(room / tabs.length))
  for (const [nth, tab] of tabs.entries()) {
    const visit = tab.visits[tab.at]
    const name = (visit && livePage(visit).document.title) || visit?.url || 'New Tab'
    const left = x + 6 + nth * wide
    const is = new Set(nth === front ? ['selected'] : [])
    const bounds = { x: left, y: y + 4, width: wide - 32, height: 34 }
    add({
      tag: 'page-tab',
      name: name === BLANK ? 'New Tab' : name,
      parent,
      bounds,
      is,
      target: system(`tab ${at} ${nth}`)
    })
    add({
      ...{ tag: 'push-button', name: 'Close tab', parent, target: system(`untab ${at} ${nth}`) },
      bounds: { x: left + wide - 30, y: y + 6, width: 28, height: 30 }
    })
  }
  add({
    ...{ tag: 'push-button', name: 'New Tab', parent, target: system(`newtab ${at}`) },
    bounds: { x: x + 6 + tabs.length * wide, y: y + 6, width: NEW_TAB, height: 30 }
  })
}

const ADDRESS = 44

/** The line above a browser's page. @returns its height */
function drawAddress(
  add: AddThing,
  { x, y, width }: Pick<PixelBounds, 'x' | 'y' | 'width'>,
  parent: number,
  { window: { address }, at, isFront, tab, visit }: Drawn
): number {
  const keys: [name: string, isDead: boolean][] = [
    ['Back', tab.at === 0],
    ['Forward', tab.at >= tab.visits.length - 1],
    ['Reload', false]
  ]
  for (const [nth, [name, isDead]] of keys.entries()) {
    const is = new Set(isDead ? ['disabled'] : [])
    const bounds = { x: x + 6 + nth * 40, y: y + 4, width: 36, height: 36 }
    add({ tag: 'push-button', name, parent, bounds, is, target: isDead ? null : system(`${name.toLowerCase()} ${at}`) })
  }
  add({
    ...{ tag: 'entry', name: 'Address and search bar', parent, text: address?.text ?? visit.url },
    ...{ bounds: { x: x + 132, y: y + 4, width: width - 138, height: 36 }, target: system(`address ${at}`) },
    is: new Set(['editable', ...(address && isFront ? ['focused'] : [])])
  })
  return ADDRESS
}

const LINE = 24
const LETTER = 10
const SIDE = 12

function heightOf({ kind, name, value, multiline }: Piece, width: number, left: number): number {
  const lines = (text: string) =>
    text
      .split('\n')
      .reduce((sum, one) => sum + Math.max(1, Math.ceil((one.length * LETTER) / Math.max(LETTER, width - 2 * SIDE))), 0)
  if (kind === 'text' || kind === 'heading') return lines(name) * LINE + 8
  // What several lines are typed into takes the room that is left.
  if (multiline) return Math.max(left, lines(value) * LINE + 8, 3 * LINE)
  return 36
}

/** Rows one below the other; the items of an open menu lie over what is below it. */
function placedIn(
  rows: readonly PieceRow[],
  pane: PixelBounds
): { placed: { piece: Piece; bounds: PixelBounds }[]; height: number } {
  const placed: { piece: Piece; bounds: PixelBounds }[] = []
  const over: { piece: Piece; bounds: PixelBounds }[] = []
  const isOver = (row: PieceRow) => row[0]?.kind === 'item'
  const fixed = rows.filter((row) => !isOver(row) && !row.some(({ multiline }) => multiline))
  const heightIn = (row: PieceRow, left: number) =>
    row.reduce((most, piece) => Math.max(most, heightOf(piece, Math.floor(pane.width / row.length), left)), 0)
  const left = pane.height - fixed.reduce((sum, row) => sum + heightIn(row, 0), 0)
  let y = 0
  let menu = { x: 0, y: 0 }
  for (const row of rows) {
    if (isOver(row)) {
      for (const piece of row) over.push({ piece, bounds: { ...menu, width: 240, height: 32 } })
      menu = { ...menu, y: menu.y + 32 }
      continue
    }
    const isMenus = row.some(({ kind }) => kind === 'menu')
    const width = isMenus ? 90 : Math.floor(pane.width / row.length)
    const height = heightIn(row, left)
    for (const [nth, piece] of row.entries()) {
      const bounds = { x: nth * width, y, width, height }
      placed.push({ piece, bounds })
      if (piece.kind === 'menu' && piece.checked) menu = { x: bounds.x, y: y + height }
    }
    y += height
  }
  return { placed: [...placed, ...over], height: y }
}

const TAGS: Readonly<Record<Piece['kind'], string>> = {
  text: 'label',
  heading: 'heading',
  image: 'icon',
  link: 'link',
  button: 'push-button',
  field: 'entry',
  check: 'check-box',
  switch: 'check-box',
  radio: 'radio-button',
  select: 'combo-box',
  option: 'list-item',
  menu: 'menu',
  item: 'menu-item'
}

function drawPiece(
  add: AddThing,
  piece: Piece,
  bounds: PixelBounds,
  { parent, hasKeys, isBrowser }: { parent: number; hasKeys: boolean; isBrowser: boolean }
): void {
  const { kind, element, name, note, value, multiline, checked, focused, disabled } = piece
  // A thing in a list is opened by two clicks, but a link of the web by one.
  const listed = piece.listed && !isBrowser
  const is = new Set<string>()
  if (kind === 'field') is.add('editable')
  if (multiline) is.add('multiline')
  if (checked) is.add(kind === 'menu' ? 'expanded' : kind === 'option' ? 'selected' : 'checked')
  if (disabled) is.add('disabled')
  if (focused && hasKeys) is.add(listed ? 'selected' : 'focused')
  const tag = kind === 'field' && multiline ? 'text' : kind === 'link' && listed ? 'table-cell' : TAGS[kind]
  const acts = kind !== 'text' && kind !== 'heading' && kind !== 'image'
  const target: DesktopTarget | null = acts ? { element, opens: listed ? 2 : 1 } : null
  add({
    tag,
    name: note ? `${name} ${note}` : name,
    text: kind === 'field' || kind === 'select' ? value : '',
    bounds,
    is,
    parent,
    target
  })
}
