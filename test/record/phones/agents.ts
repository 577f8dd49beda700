// The same Wi-Fi settings as AgentWorldBench's three android agents see them, each with actions in its own form.
import { android } from '../../../src/core/domains/android/index.ts'
import type { Gesture } from '../../../src/core/observations/screens/gestures.ts'
import { readScreen } from '../../../src/core/observations/screens/readers/index.ts'
import type { Screen, ScreenNode } from '../../../src/core/observations/screens/screen.ts'
import type { Action } from '../../../src/core/tree/model.ts'
import { type Phone, play } from './phone.ts'
import { draw, type State, start, type View, type Window } from './wifi.ts'

type Order = (text: string) => Action

const classOf = ({ kind }: View) => (kind === 'View' ? 'android.view.View' : `android.widget.${kind}`)
const flat = (view: View): View[] => [view, ...(view.children ?? []).flatMap(flat)]
const all = (windows: Window[]) => windows.flatMap(({ view }) => flat(view))

const FLAGS = ['clickable', 'long-clickable', 'scrollable', 'focused', 'checked', 'selected', 'password']

function flagsOf({ kind, is = [] }: View): string[] {
  const said = FLAGS.filter((name) => is.includes(name)).map((name) => name.replace('-', '_'))
  return kind === 'EditText' ? [...said, 'editable'] : said
}

function writeList(windows: Window[]): string {
  const lines = all(windows).map((view, index) => {
    const { text = '', description = '', id = '', box } = view
    const flags = flagsOf(view)
    return [
      `[${String(index).padStart(2)}] | ${classOf(view)}`,
      `text="${text}" desc="${description}" res="${id}"`,
      `bounds=[${box[0]},${box[1]}][${box[2]},${box[3]}]`,
      ...(flags.length ? [flags.join(', ')] : [])
    ].join(' | ')
  })
  return lines.join('\n')
}

const hasKeyboard = (windows: Window[]) => windows.some(({ app }) => app === 'com.android.inputmethod.latin')

function writeState(windows: Window[]): string {
  const app = windows[0]?.app ?? ''
  const lines = all(windows).map((view, index) => {
    const { kind, text = '', description = '', id = '', box, is = [] } = view
    const told = text || description || id || classOf(view)
    const quoted = [id, told].filter(Boolean).map((part) => `"${part}"`)
    const checked = is.includes('checkable') ? [`; isChecked=${is.includes('checked') ? 'True' : 'False'}`] : []
    return [`${index + 1}. ${kind}:`, quoted.join(', '), ...checked, `- (${box.join(',')})`].join(' ')
  })
  return [
    '**Current Phone State:**',
    `• **App:** ${app === 'com.android.settings' ? 'Settings' : 'Launcher'} (${app})`,
    `• **Keyboard:** ${hasKeyboard(windows) ? 'Visible' : 'Hidden'}`,
    "• **Focused Element:** ''",
    '',
    'Current Clickable UI elements:',
    "'index. className: resourceId; checkedState, text - bounds(x1,y1,x2,y2)':",
    ...lines
  ].join('\n')
}

function writeTree(windows: Window[]): string {
  const app = windows[0]?.app ?? ''
  const activity = app === 'com.android.settings' ? 'com.android.settings.Settings' : 'com.android.launcher3.Launcher'
  return [
    '**Current Phone State:**',
    `• **App:** ${app}`,
    `• **Activity:** ${activity}`,
    '• **Screen:** 2400x1080',
    '',
    'Accessibility Tree:',
    ...windows.flatMap(({ view }) => branch(view, 1))
  ].join('\n')
}

function branch(view: View, depth: number): string[] {
  const { kind, text = '', description = '', id = '', box, is = [], children = [] } = view
  const flags = [...flagsOf(view), ...(is.includes('checkable') ? ['checkable'] : [])]
  const parts = [
    `- ${kind}`,
    ...(id ? [`id="${id}"`] : []),
    ...(text ? [`text="${text}"`] : []),
    ...(description ? [`desc="${description}"`] : []),
    ...(flags.length ? [`flags=${flags.join(',')}`] : []),
    `bounds=${box.join(',')}`
  ]
  return ['  '.repeat(depth) + parts.join(' '), ...children.flatMap((child) => branch(child, depth + 1))]
}

function screenIn(text: string): Screen {
  const read = readScreen(text)
  if ('problem' in read) throw new Error(read.problem)
  return read.screen
}

/** What the window makes of it, so that acting in the window is the recorded step. */
function acted(text: string, is: (node: ScreenNode) => boolean, gesture: (node: number) => Gesture): Action {
  const screen = screenIn(text)
  const node = screen.nodes.findIndex(is)
  const action = node < 0 ? null : android.screen?.gesture(gesture(node), screen)
  if (action === null || action === undefined) throw new Error(`There is no such thing on the screen:\n${text}`)
  return action
}

const spot = (node: number) => ({ node, x: null, y: null })

const tap =
  (name: string): Order =>
  (text) =>
    acted(
      text,
      (node) => node.name === name,
      (node) => ({ type: 'click', at: spot(node), button: 'left', count: 1 })
    )

const type =
  (typed: string): Order =>
  (text) =>
    acted(
      text,
      ({ role }) => role === 'textbox',
      (node) => ({ type: 'type', at: spot(node), text: typed, enter: false })
    )

const key =
  (name: string): Order =>
  (text) => {
    const command = android.screen?.commands.find((one) => one.name === name)
    if (!command) throw new Error(`There is no key ${name}.`)
    return command.action('', screenIn(text))
  }

const say =
  (command: string): Order =>
  () =>
    command

interface Keys {
  back: Order
  home: Order
}

function wifiAs(write: (windows: Window[]) => string, seen: string, { back, home }: Keys): Phone {
  const played = play<State, string>(
    start,
    [
      // Not what was wanted.
      [tap('Connected devices'), { screen: 'devices' }],
      [back, { screen: 'settings' }],
      [tap('Network & internet'), { screen: 'network' }],
      [tap('Internet'), { screen: 'internet' }],
      [tap('Wi-Fi'), { wifi: true }],
      [tap('Harbour Guest'), { dialog: true, keyboard: true }],
      [type('seagull-42'), { password: 'seagull-42', keyboard: false }],
      [tap('Connect'), { dialog: false, joined: true }],
      [home, { screen: 'home' }]
    ],
    { draw: (state) => write(draw(state)), write: (text) => text }
  )
  return {
    title: `Wi-Fi ${seen}`,
    notes: `Written by a person after the settings of Android 14, ${seen}, on a screen of 1080x2400: a wrong tap, a switch, and a password with its keyboard.`,
    program: 'Settings on Android 14',
    ...played
  }
}

const keys: Keys = { back: key('back'), home: key('home') }

export const listed = wifiAs(writeList, 'as a list of elements with bounds', keys)
export const droidrun = wifiAs(writeState, "as DroidRun's phone state", keys)
export const droidbot = wifiAs(writeTree, "as DroidBot's tree", {
  // DroidBot has no key for the way back: it starts the app again, and ends it.
  back: say('intent am start com.android.settings/com.android.settings.Settings'),
  home: say('kill_app')
})
