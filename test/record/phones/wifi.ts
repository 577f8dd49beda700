// Joining a Wi-Fi network in the settings, as uiautomator dumps it: every window of the screen, with bounds.
import type { Action } from '../../../src/core/tree/model.ts'
import { KEYS, LAST_KEYS, type Phone, play } from './phone.ts'

type Box = [left: number, top: number, right: number, bottom: number]

export interface View {
  kind: string
  box: Box
  text?: string
  id?: string
  description?: string
  /** What is true of it besides `enabled`: checkable, checked, clickable, focusable, focused, scrollable, password, selected. */
  is?: string[]
  disabled?: boolean
  children?: View[]
}

export interface Window {
  app: string
  view: View
}

export interface State {
  screen: 'settings' | 'devices' | 'network' | 'internet' | 'home'
  wifi: boolean
  dialog: boolean
  keyboard: boolean
  password: string
  joined: boolean
}

const WIDTH = 1080
const HEIGHT = 2400
const STATUS = 90
const ROW = 190
// The navigation bar below, and the keyboard above it.
const BOTTOM = 2337
const KEYBOARD = 1580

const label = (text: string, box: Box, id = ''): View => ({ kind: 'TextView', text, box, ...(id && { id }) })

/** A row of the settings: a title, what is said below it, and maybe a switch. */
function row(index: number, title: string, summary: string, on?: boolean): View {
  const top = 470 + index * ROW
  const named = label(title, [72, top + 36, 800, top + 96], 'android:id/title')
  const said = summary ? [label(summary, [72, top + 98, 800, top + 150], 'android:id/summary')] : []
  const flip: View[] =
    on === undefined
      ? []
      : [
          {
            kind: 'Switch',
            box: [876, top + 52, 1008, top + 136],
            id: 'android:id/switch_widget',
            is: on ? ['checkable', 'checked'] : ['checkable']
          }
        ]
  const children = [named, ...said, ...flip]
  return { kind: 'LinearLayout', box: [0, top, WIDTH, top + ROW], is: ['clickable', 'focusable'], children }
}

function page(title: string, rows: View[]): Window {
  const up: View = {
    kind: 'ImageButton',
    description: 'Navigate up',
    box: [0, STATUS, 147, 237],
    is: ['clickable', 'focusable']
  }
  const list: View = {
    kind: 'ScrollView',
    id: 'com.android.settings:id/main_content',
    box: [0, 470, WIDTH, BOTTOM],
    is: ['focusable', 'scrollable'],
    children: rows
  }
  const children = [up, label(title, [72, 300, 1008, 400], 'com.android.settings:id/title'), list]
  return { app: 'com.android.settings', view: { kind: 'FrameLayout', box: [0, 0, WIDTH, HEIGHT], children } }
}

const PAGES: Record<State['screen'], (state: State) => Window> = {
  settings: () => {
    const search = label('Search settings', [170, 300, 900, 400], 'com.android.settings:id/search_action_bar_title')
    const bar: View = {
      kind: 'LinearLayout',
      box: [48, 280, 1032, 420],
      is: ['clickable', 'focusable'],
      children: [search]
    }
    const { app, view } = page('Settings', [
      row(0, 'Network & internet', 'Mobile, Wi-Fi, hotspot'),
      row(1, 'Connected devices', 'Bluetooth, pairing'),
      row(2, 'Apps', 'Recent apps, default apps'),
      row(3, 'Battery', '84%')
    ])
    return { app, view: { ...view, children: [bar, ...(view.children ?? []).slice(2)] } }
  },
  devices: () =>
    page('Connected devices', [row(0, 'Pair new device', ''), row(1, 'Connection preferences', 'Bluetooth, printing')]),
  network: ({ joined }) =>
    page('Network & internet', [
      row(0, 'Internet', joined ? 'Harbour Guest' : 'Networks available'),
      row(1, 'SIMs', 'Kestrel Mobile'),
      row(2, 'Airplane mode', '', false),
      row(3, 'Hotspot & tethering', 'Off')
    ]),
  internet: ({ wifi, joined }) =>
    page('Internet', [
      row(0, 'Kestrel Mobile', joined ? 'Mobile data won’t auto-connect' : 'Connected / LTE'),
      row(1, 'Wi-Fi', '', wifi),
      ...(wifi ? [row(2, 'Harbour Guest', joined ? 'Connected' : 'Secured'), row(3, 'Fernweh-5G', 'Secured')] : []),
      row(wifi ? 4 : 2, 'Network preferences', 'Wi-Fi turns back on automatically')
    ]),
  home: () => ({
    app: 'com.android.launcher3',
    view: {
      kind: 'FrameLayout',
      box: [0, 0, WIDTH, HEIGHT],
      children: ['Phone', 'Messages', 'Settings', 'Camera'].map((name, index) => ({
        ...label(name, [60 + index * 240, 1950, 300 + index * 240, 2190]),
        description: name,
        is: ['clickable', 'focusable']
      }))
    }
  })
}

/** The network's dialog moves up when the keyboard needs its place. */
function dialog({ keyboard, password }: State): Window {
  const top = keyboard ? 560 : 860
  const at = (left: number, from: number, right: number, to: number): Box => [left, top + from, right, top + to]
  const button = (text: string, box: Box, disabled: boolean): View => ({
    kind: 'Button',
    text,
    box,
    is: ['clickable', 'focusable'],
    disabled
  })
  return {
    app: 'com.android.settings',
    view: {
      kind: 'FrameLayout',
      box: at(80, 0, 1000, 680),
      children: [
        label('Harbour Guest', at(152, 60, 928, 140), 'com.android.settings:id/alertTitle'),
        label('Password', at(152, 190, 928, 240), 'com.android.settings:id/password_label'),
        {
          kind: 'EditText',
          text: '•'.repeat(password.length),
          id: 'com.android.settings:id/password',
          box: at(152, 250, 928, 360),
          is: ['clickable', 'focusable', ...(keyboard ? ['focused'] : []), 'long-clickable', 'password']
        },
        {
          kind: 'CheckBox',
          text: 'Show password',
          box: at(152, 390, 928, 480),
          is: ['checkable', 'clickable', 'focusable']
        },
        button('Cancel', at(480, 530, 690, 640), false),
        button('Connect', at(710, 530, 928, 640), password.length < 8)
      ]
    }
  }
}

function keyboard(): Window {
  const unit = WIDTH / 10
  const height = (BOTTOM - KEYBOARD) / 4
  const key = (description: string, left: number, width: number, row: number): View => ({
    kind: 'View',
    description,
    box: [left, KEYBOARD + row * height, left + width, KEYBOARD + (row + 1) * height].map(Math.round) as Box,
    is: ['clickable']
  })
  const letters = KEYS.flatMap((row, index) =>
    row.map((name, at) => key(name, ((10 - row.length) / 2 + at) * unit, unit, index))
  )
  let left = 0
  const last = LAST_KEYS.map(([name, width]) => {
    left += width * unit
    return key(name, left - width * unit, width * unit, 3)
  })
  return {
    app: 'com.android.inputmethod.latin',
    view: { kind: 'FrameLayout', box: [0, KEYBOARD, WIDTH, BOTTOM], children: [...letters, ...last] }
  }
}

function statusBar({ joined, wifi }: State): Window {
  const signal = joined ? 'Wifi signal full.' : wifi ? 'No internet.' : 'Wifi off.'
  const children = [
    label('9:41', [48, 20, 160, 70], 'com.android.systemui:id/clock'),
    { kind: 'ImageView', description: signal, box: [840, 20, 890, 70] as Box },
    { kind: 'ImageView', description: 'Battery 84 percent.', box: [960, 20, 1020, 70] as Box }
  ]
  return { app: 'com.android.systemui', view: { kind: 'FrameLayout', box: [0, 0, WIDTH, STATUS], children } }
}

export function draw(state: State): Window[] {
  const covered = state.dialog ? [dialog(state)] : [PAGES[state.screen](state)]
  return [...covered, ...(state.keyboard ? [keyboard()] : []), statusBar(state)]
}

function write(windows: Window[]): string {
  const roots = windows.map(({ app, view }, index) => node(view, { app, index, depth: 1 }))
  return `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n<hierarchy rotation="0">\n${roots.join('')}</hierarchy>`
}

function node(view: View, { app, index, depth }: { app: string; index: number; depth: number }): string {
  const { kind, box, text = '', id = '', description = '', is = [], disabled = false, children = [] } = view
  const has = (name: string) => String(is.includes(name))
  const attributes: [string, string][] = [
    ['index', String(index)],
    ['text', text],
    ['resource-id', id],
    ['class', kind === 'View' ? 'android.view.View' : `android.widget.${kind}`],
    ['package', app],
    ['content-desc', description],
    ['checkable', has('checkable')],
    ['checked', has('checked')],
    ['clickable', has('clickable')],
    ['enabled', String(!disabled)],
    ['focusable', has('focusable')],
    ['focused', has('focused')],
    ['scrollable', has('scrollable')],
    ['long-clickable', has('long-clickable')],
    ['password', has('password')],
    ['selected', has('selected')],
    ['bounds', `[${box[0]},${box[1]}][${box[2]},${box[3]}]`]
  ]
  const indent = '  '.repeat(depth)
  const open = `${indent}<node ${attributes.map(([name, value]) => `${name}="${value.replaceAll('&', '&amp;')}"`).join(' ')}`
  if (!children.length) return `${open} />\n`
  const inside = children.map((child, at) => node(child, { app, index: at, depth: depth + 1 }))
  return `${open}>\n${inside.join('')}${indent}</node>\n`
}

type Order = (windows: Window[]) => Action

/** The middle of what is called so; a switch is found by the title beside it. */
function middle(windows: Window[], name: string): { x: number; y: number } {
  const all = windows.flatMap(({ view }) => flat(view))
  const found = all.find((view) => view.text === name || view.description === name)
  if (!found) throw new Error(`Nothing on the screen is called ${name}.`)
  const [left, top, right, bottom] = found.box
  return { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2) }
}

function flat(view: View): View[] {
  return [view, ...(view.children ?? []).flatMap(flat)]
}

const tap =
  (name: string): Order =>
  (windows) => ({ action_type: 'click', ...middle(windows, name) })

/** The password field shows dots or nothing, so it is found by what stands above it. */
const type =
  (text: string): Order =>
  (windows) => {
    const { x, y } = middle(windows, 'Password')
    return { action_type: 'input_text', x, y: y + 90, text }
  }

const back: Order = () => ({ action_type: 'navigate_back' })

export const start: State = {
  screen: 'settings',
  wifi: false,
  dialog: false,
  keyboard: false,
  password: '',
  joined: false
}

export const wifi: Phone = {
  title: 'Joining a Wi-Fi network',
  notes:
    'Written by a person after the settings of Android 14, as a uiautomator dump of all windows on a screen of 1080x2400: a wrong tap, a tap that does nothing, a switch, and a password with its keyboard.',
  program: 'Settings on Android 14',
  ...play<State, Window[]>(
    start,
    [
      // Not what was wanted.
      [tap('Connected devices'), { screen: 'devices' }],
      [back, { screen: 'settings' }],
      [tap('Network & internet'), { screen: 'network' }],
      // A title does nothing.
      [tap('Network & internet'), {}],
      [tap('Internet'), { screen: 'internet' }],
      [tap('Wi-Fi'), { wifi: true }],
      [tap('Harbour Guest'), { dialog: true, keyboard: true }],
      // Enter, which AndroidWorld presses after typing, is the keyboard's Done: the keyboard goes.
      [type('seagull-42'), { password: 'seagull-42', keyboard: false }],
      [tap('Connect'), { dialog: false, joined: true }],
      [() => ({ action_type: 'navigate_home' }), { screen: 'home' }]
    ],
    { draw, write }
  )
}
