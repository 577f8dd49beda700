// First screens of desktops whose turns were written before the rules for them, for programs.ts.
import { join } from 'node:path'
import { HOME } from './x-session.ts'

/** `click push-button Save`, `at 30 20`, `write text`, `press tab`, `hotkey ctrl a`; `#2` in place of a name is the second of its kind. */
export type Order = [verb: string, ...rest: string[]]

export interface Program {
  packages: string[]
  /** Run before anything shows, in the home folder. */
  prepare?: string
  start: string[]
  environment?: string[]
  turns: Order[]
}

const QT = ['QT_ACCESSIBILITY=1', 'QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1']
// The first look must find the program, or no later one does.
const WAIT = ['true', 'true', 'true', 'true', 'true', 'true']
const own = (name: string) => `/usr/bin/python3 ${join(import.meta.dirname, 'windows', `${name}.py`)}`

export const WINDOWS: Record<string, Program> = {
  login: {
    packages: ['libgtk-3-0'],
    start: [own('login')],
    turns: [
      ['write', 'ada'],
      ['press', 'tab'],
      ['write', 'secret'],
      ['press', 'backspace'],
      ['hotkey', 'alt', 'u'],
      ['write', 'bob'],
      ['click', 'radio-button', 'At the office'],
      ['press', 'up'],
      ['press', 'down'],
      ['press', 'tab'],
      ['press', 'space'],
      ['hotkey', 'shift', 'tab'],
      ['press', 'esc'],
      ['hotkey', 'alt', 'r'],
      ['hotkey', 'alt', 'h'],
      ['click', 'password-text', '#1'],
      ['press', 'left'],
      ['write', 'x'],
      ['press', 'enter'],
      ['doubleClick', 'text', '#1'],
      ['press', 'delete'],
      ['press', 'f10']
    ]
  },
  preferences: {
    packages: ['libqt5widgets5'],
    start: [own('preferences'), ...WAIT],
    environment: QT,
    turns: [
      ['press', 'tab'],
      ['write', 'Notes'],
      ['press', 'tab'],
      ['press', 'up'],
      ['write', '20'],
      ['press', 'tab'],
      ['press', 'down'],
      ['press', 'tab'],
      ['press', 'space'],
      ['click', 'check-box', 'Wrap long lines'],
      ['hotkey', 'alt', 'l'],
      ['click', 'radio-button', 'Windows'],
      ['press', 'down'],
      ['press', 'tab'],
      ['press', 'right'],
      ['hotkey', 'alt', 'n'],
      ['press', 'end'],
      ['write', '!'],
      ['click', 'combo-box', '#1'],
      ['press', 'up'],
      ['press', 'enter'],
      ['click', 'page-tab', 'Snippets'],
      ['click', 'list-item', 'for'],
      ['press', 'down'],
      ['press', 'tab'],
      ['hotkey', 'ctrl', 'a'],
      ['write', 'x'],
      ['hotkey', 'alt', 'g'],
      ['press', 'esc']
    ]
  },
  question: {
    packages: ['libqt5widgets5'],
    start: [own('question'), ...WAIT],
    environment: QT,
    turns: [
      ['press', 'tab'],
      ['hotkey', 'shift', 'tab'],
      ['press', 'right'],
      ['click', 'label', '#1'],
      ['write', 'x'],
      ['press', 'esc'],
      ['hotkey', 'alt', 'f'],
      ['press', 'down'],
      ['press', 'down'],
      ['press', 'right'],
      ['press', 'esc'],
      ['press', 'esc'],
      ['click', 'menu-item', 'View'],
      ['press', 'up'],
      ['press', 'esc'],
      ['press', 'esc'],
      ['press', 'home'],
      ['write', 'My '],
      ['hotkey', 'ctrl', 'a'],
      ['press', 'delete'],
      ['press', 'f10']
    ]
  },
  pluma: {
    packages: ['pluma'],
    prepare: "printf 'Dear Jun,\\nthe boat is late.\\n' > letter.txt",
    start: ['pluma letter.txt', ...WAIT],
    turns: [
      ['press', 'end'],
      ['write', ' hello'],
      ['hotkey', 'ctrl', 'a'],
      ['write', 'New'],
      ['hotkey', 'alt', 'f'],
      ['press', 'down'],
      ['press', 'right'],
      ['press', 'esc'],
      ['press', 'f10'],
      ['press', 'right'],
      ['press', 'down'],
      ['press', 'esc'],
      ['click', 'menu', 'Search'],
      ['click', 'menu', 'View'],
      ['press', 'esc'],
      ['hotkey', 'ctrl', 'f'],
      ['write', 'bo'],
      ['press', 'esc']
    ]
  },
  files: {
    packages: ['pcmanfm-qt'],
    prepare: "mkdir -p Letters Photos && echo 'Dear Jun,' > letter.txt && echo rice > shopping.txt",
    start: [`pcmanfm-qt ${HOME}`, ...WAIT],
    environment: QT,
    turns: [
      ['press', 'down'],
      ['press', 'right'],
      ['click', 'list-item', '#2'],
      ['press', 'end'],
      ['hotkey', 'ctrl', 'a'],
      ['press', 'f2'],
      ['press', 'esc'],
      ['hotkey', 'alt', 'f'],
      ['press', 'down'],
      ['press', 'esc'],
      ['click', 'menu-item', 'View'],
      ['press', 'esc'],
      ['hotkey', 'ctrl', 'l'],
      ['write', '/tmp'],
      ['press', 'esc']
    ]
  },
  gnumeric: {
    packages: ['gnumeric'],
    prepare: "printf 'Item,Price\\nRice,3\\nTea,5\\n' > prices.csv",
    start: ['gnumeric prices.csv'],
    turns: [
      ['press', 'down'],
      ['write', '12'],
      ['press', 'enter'],
      ['press', 'tab'],
      ['hotkey', 'alt', 'e'],
      ['press', 'down'],
      ['press', 'esc'],
      ['click', 'menu', 'Format'],
      ['press', 'right'],
      ['press', 'esc'],
      ['press', 'esc'],
      ['hotkey', 'ctrl', 'a'],
      ['press', 'f2'],
      ['press', 'esc']
    ]
  },
  calculator: {
    packages: ['mate-calc'],
    start: ['mate-calc'],
    turns: [
      ['write', '12'],
      ['press', 'backspace'],
      ['click', 'push-button', '7'],
      ['press', 'tab'],
      ['hotkey', 'alt', 'e'],
      ['press', 'down'],
      ['press', 'esc'],
      ['click', 'menu', 'Mode'],
      ['press', 'up'],
      ['press', 'esc'],
      ['click', 'text', '#1'],
      ['hotkey', 'ctrl', 'a'],
      ['write', '9'],
      ['press', 'esc'],
      ['press', 'f10']
    ]
  },
  settings: {
    packages: ['chromium'],
    start: [
      'chromium --no-sandbox --no-first-run --disable-gpu --force-renderer-accessibility --user-data-dir=/home/mira/c chrome://settings/appearance',
      ...WAIT
    ],
    environment: ['ACCESSIBILITY_ENABLED=1', 'GNOME_ACCESSIBILITY=1'],
    turns: [
      ['hotkey', 'ctrl', 'l'],
      ['write', 'chrome://settings/appearance\n'],
      ['click', 'toggle-button', '#1'],
      ['press', 'space'],
      ['press', 'tab'],
      ['click', 'combo-box', '#1'],
      ['write', 'font'],
      ['press', 'esc'],
      ['hotkey', 'ctrl', 'l'],
      ['write', 'chrome://version'],
      ['press', 'esc'],
      ['click', 'combo-box', '#1'],
      ['press', 'esc'],
      ['press', 'tab']
    ]
  },
  controls: {
    packages: ['libgtk-3-0'],
    start: [own('controls')],
    turns: [
      ['press', 'right'],
      ['press', 'left'],
      ['press', 'tab'],
      ['press', 'down'],
      ['press', 'down'],
      ['press', 'down'],
      ['press', 'up'],
      ['press', 'right'],
      ['press', 'tab'],
      ['press', 'right'],
      ['press', 'down'],
      ['press', 'left'],
      ['press', 'left'],
      ['press', 'tab'],
      ['press', 'down'],
      ['press', 'up'],
      ['press', 'space'],
      ['press', 'down'],
      ['press', 'enter'],
      ['press', 'tab'],
      ['press', 'up'],
      ['press', 'pageup'],
      ['write', '12'],
      ['press', 'tab'],
      ['press', 'space'],
      ['press', 'tab'],
      ['press', 'right'],
      ['press', 'pageup'],
      ['press', 'home'],
      ['click', 'page-tab', 'Tickets'],
      ['press', 'tab'],
      ['press', 'down'],
      ['press', 'down'],
      ['press', 'tab'],
      ['write', 'soon'],
      ['hotkey', 'shift', 'tab'],
      ['click', 'page-tab', 'Choices'],
      ['click', 'combo-box', '#1'],
      ['press', 'down'],
      ['press', 'esc']
    ]
  },
  booking: {
    packages: ['libgtk-3-0'],
    start: [own('booking'), ...WAIT],
    turns: [
      ['hotkey', 'ctrl', 'a'],
      ['write', 'Mole'],
      ['press', 'tab'],
      ['write', 'ada@mole.example'],
      ['hotkey', 'shift', 'home'],
      ['press', 'backspace'],
      ['press', 'tab'],
      ['press', 'up'],
      ['press', 'up'],
      ['press', 'tab'],
      ['press', 'tab'],
      ['press', 'right'],
      ['press', 'down'],
      ['press', 'tab'],
      ['press', 'space'],
      ['click', 'check-box', 'Dog'],
      ['click', 'radio-button', 'Bunk'],
      ['press', 'left'],
      ['hotkey', 'shift', 'tab'],
      ['click', 'combo-box', 'Breakfast'],
      ['press', 'down'],
      ['press', 'enter'],
      ['click', 'text', '#1'],
      ['write', 'Late'],
      ['press', 'enter'],
      ['press', 'esc']
    ]
  },
  alarm: {
    packages: ['libqt5widgets5'],
    start: [own('alarm'), ...WAIT],
    environment: QT,
    turns: [
      ['write', 'Work'],
      ['press', 'tab'],
      ['press', 'down'],
      ['press', 'tab'],
      ['write', '30'],
      ['press', 'tab'],
      ['press', 'down'],
      ['press', 'down'],
      ['press', 'down'],
      ['press', 'up'],
      ['press', 'tab'],
      ['press', 'right'],
      ['press', 'right'],
      ['press', 'tab'],
      ['press', 'space'],
      ['hotkey', 'shift', 'tab'],
      ['click', 'list-item', 'Tuesday'],
      ['press', 'up'],
      ['click', 'text', '#1'],
      ['hotkey', 'ctrl', 'a'],
      ['press', 'delete'],
      ['click', 'check-box', 'Snooze'],
      ['press', 'esc']
    ]
  },
  access: {
    packages: ['xfce4-settings'],
    start: ['xfsettingsd', 'xfce4-accessibility-settings', ...WAIT],
    turns: [
      ['press', 'tab'],
      ['press', 'space'],
      ['press', 'tab'],
      ['press', 'tab'],
      ['click', 'check-box', '#1'],
      ['press', 'space'],
      ['click', 'page-tab', '#2'],
      ['press', 'tab'],
      ['press', 'space'],
      ['press', 'right'],
      ['press', 'left'],
      ['click', 'page-tab', '#3'],
      ['click', 'check-box', '#1'],
      ['press', 'tab'],
      ['press', 'up'],
      ['press', 'esc']
    ]
  }
}
