// Records what real desktop programs make of widget turns, through AT-SPI: node test/record/programs.ts NAME > test/fixtures/programs/NAME.json
// Needs what x-session.ts needs and the packages below. Every screen is told as OSWorld's tree and as its table. Lines that several screens
// have stand once in the file (`unpacked` in test/core/grounds/widgets/programs.ts).
import { setTimeout as sleep } from 'node:timers/promises'
import { must } from '../must.ts'
import { commands } from './pyautogui.ts'
import { type Order, type Program, WINDOWS } from './windows.ts'
import { finder, HOME, openDesktop, version } from './x-session.ts'

const FORM = `yad --form --title=Registration --field=Name 'Ada' --field=Bio:TXT 'Line one' --field=Newsletter:CHK FALSE --field=Size:CB 'Small!^Medium!Large' --field=Guests:NUM '2!0..10!1' --field=Volume:SCL 40 --field=Code:RO 'X-19' --field=Other:CBE 'red!green' --field=Password:H '' --button=Send:0 --button=Cancel:1`

const ORDER =
  "yad --form --title=Order --field=Customer '' --field=Subject 'Blue paint' --field=Gift:CHK TRUE --field=Express:CHK FALSE --field=Colour:CB 'Red!^Green!Blue' --field=Count:NUM '1!1..20!1' --field=Note:TXT '' --button=Place:0 --button=Close:1"

const LIST =
  "zenity --list --checklist --title=Chores --text='Which are done?' --column=Done --column=Chore --column=Who TRUE Dishes Ada FALSE Laundry Ben FALSE Windows Cleo"

const PROGRAMS: Record<string, Program> = {
  yad: {
    packages: ['yad'],
    start: [FORM],
    turns: [
      ['click', 'text', '#4'],
      ['hotkey', 'ctrl', 'a'],
      ['write', 'Grace'],
      ['press', 'tab'],
      ['write', 'more'],
      ['click', 'check-box', 'Newsletter'],
      ['press', 'space'],
      ['click', 'text', '#2'],
      ['write', 'zz'],
      ['click', 'spin-button', '#1'],
      ['press', 'up'],
      ['hotkey', 'ctrl', 'a'],
      ['write', '7'],
      ['press', 'tab'],
      ['click', 'combo-box', 'Medium'],
      ['press', 'esc'],
      ['click', 'combo-box', 'Medium'],
      ['click', 'menu-item', 'Large'],
      ['click', 'text', '#3'],
      ['hotkey', 'ctrl', 'a'],
      ['write', 'One\ntwo'],
      ['press', 'backspace'],
      ['click', 'slider', '#1'],
      ['press', 'right'],
      ['click', 'label', 'Name'],
      ['at', '300', '900'],
      ['doubleClick', 'text', '#4'],
      ['press', 'delete'],
      ['press', 'esc']
    ]
  },
  galculator: {
    packages: ['galculator'],
    start: ['galculator'],
    turns: [
      ['click', 'toggle-button', '7'],
      ['click', 'toggle-button', '+'],
      ['click', 'toggle-button', '5'],
      ['click', 'toggle-button', '='],
      ['click', 'toggle-button', 'MR'],
      ['click', 'menu', 'Edit'],
      ['press', 'esc'],
      ['click', 'menu', 'View'],
      ['click', 'menu', 'Calculator'],
      ['press', 'esc'],
      ['at', '300', '900'],
      ['click', 'menu', 'Edit'],
      ['click', 'menu-item', 'Preferences...'],
      ['click', 'check-box', 'Notation'],
      ['press', 'space'],
      ['press', 'tab'],
      ['click', 'label', 'Appearance'],
      ['click', 'check-box', 'Open brackets'],
      ['at', '300', '900'],
      ['click', 'check-box', 'Open brackets'],
      ['click', 'push-button', 'Close'],
      ['click', 'menu', 'View'],
      ['at', '960', '460'],
      ['write', '12'],
      ['press', 'esc']
    ]
  },
  pcmanfm: {
    packages: ['pcmanfm'],
    prepare: "mkdir -p Letters Photos && echo 'Dear Jun,' > letter.txt && echo rice > shopping.txt",
    start: [`pcmanfm ${HOME}`],
    turns: [
      ['click', 'icon', '#3'],
      ['press', 'right'],
      ['press', 'left'],
      ['at', '1000', '650'],
      ['click', 'icon', '#4'],
      ['hotkey', 'ctrl', 'a'],
      ['at', '1000', '650'],
      ['click', 'text', '#1'],
      ['hotkey', 'ctrl', 'a'],
      ['write', '/home'],
      ['press', 'esc'],
      ['click', 'icon', '#1'],
      ['press', 'f2'],
      ['write', 'Post'],
      ['press', 'esc'],
      ['click', 'menu', 'Edit'],
      ['press', 'esc'],
      ['click', 'menu', 'View'],
      ['click', 'menu', 'Go'],
      ['press', 'esc'],
      ['click', 'label', '#1'],
      ['click', 'icon', '#3'],
      ['press', 'delete'],
      ['press', 'esc'],
      ['moveTo', 'push-button', 'Parent Folder'],
      ['doubleClick', 'icon', '#2']
    ]
  },
  mouse: {
    packages: ['xfce4-settings'],
    start: ['xfsettingsd', 'xfce4-mouse-settings'],
    turns: [
      ['click', 'radio-button', 'Left-handed'],
      ['click', 'radio-button', 'Right-handed'],
      ['click', 'radio-button', 'Right-handed'],
      ['press', 'space'],
      ['press', 'up'],
      ['click', 'label', 'Acceleration:'],
      ['click', 'slider', '#1'],
      ['press', 'right'],
      ['press', 'left'],
      ['press', 'home'],
      ['click', 'combo-box', '#1'],
      ['press', 'esc'],
      ['at', '300', '900'],
      ['at', '950', '445'],
      ['press', 'right'],
      ['press', 'esc']
    ]
  },
  mousepad: {
    packages: ['mousepad'],
    start: ['mousepad --disable-server'],
    turns: [
      ['click', 'text', '#1'],
      ['write', 'One\nTwo'],
      ['hotkey', 'ctrl', 'a'],
      ['write', 'x'],
      ['click', 'menu', 'Edit'],
      ['press', 'esc'],
      ['click', 'menu', 'Edit'],
      ['click', 'menu-item', 'Preferences...'],
      ['click', 'check-box', 'Show line numbers'],
      ['press', 'space'],
      ['click', 'check-box', 'Long line margin at column:'],
      ['click', 'spin-button', '#1'],
      ['hotkey', 'ctrl', 'a'],
      ['write', '72'],
      ['press', 'up'],
      ['press', 'tab'],
      ['click', 'check-box', 'Use system monospace font'],
      ['click', 'combo-box', 'none'],
      ['press', 'esc'],
      ['click', 'label', 'Font'],
      ['press', 'esc'],
      ['hotkey', 'ctrl', 'f'],
      ['write', 'lo'],
      ['press', 'backspace'],
      ['press', 'esc'],
      ['press', 'end'],
      ['write', 'more']
    ]
  },
  gnote: {
    packages: ['gnote'],
    start: ['gnote'],
    turns: [
      ['click', 'table-cell', 'Important'],
      ['click', 'table-cell', 'All'],
      ['press', 'down'],
      ['click', 'table-cell', '#4'],
      ['press', 'down'],
      ['press', 'up'],
      ['click', 'toggle-button', 'Find'],
      ['write', 'gnote'],
      ['press', 'backspace'],
      ['press', 'esc'],
      ['at', '300', '900'],
      ['click', 'push-button', 'Add'],
      ['write', 'Shopping'],
      ['press', 'enter'],
      ['write', 'eggs'],
      ['press', 'backspace'],
      ['hotkey', 'ctrl', 'a'],
      ['write', 'x'],
      ['press', 'home'],
      ['write', 'y']
    ]
  },
  zenity: {
    packages: ['zenity'],
    start: [
      LIST,
      "zenity --entry --title=City --text='Which city?' --entry-text=London",
      "zenity --forms --title=Guest --text='Who comes?' --add-entry=Name --add-password=Pin --add-combo=Colour --combo-values='red|green'"
    ],
    turns: [
      ['click', 'label', 'Who comes?'],
      ['click', 'password-text', '#1'],
      ['write', '1234'],
      ['press', 'backspace'],
      ['press', 'tab'],
      ['click', 'combo-box', '#1'],
      ['press', 'esc'],
      ['click', 'combo-box', '#1'],
      ['click', 'menu-item', 'green'],
      ['press', 'esc'],
      ['click', 'text', '#1'],
      ['hotkey', 'ctrl', 'a'],
      ['write', 'Paris'],
      ['press', 'home'],
      ['write', 'A'],
      ['press', 'tab'],
      ['press', 'esc'],
      ['click', 'table-cell', 'Dishes'],
      ['press', 'space'],
      ['press', 'down'],
      ['click', 'table-cell', 'Cleo'],
      ['click', 'label', 'Which are done?'],
      ['press', 'tab'],
      ['at', '300', '950']
    ]
  },
  cities: {
    packages: ['zenity'],
    start: [
      'zenity --scale --title=Loudness --text=Loud --value=31 --min-value=0 --max-value=80 --step=3',
      "zenity --question --title=Sure --text='Go on?'",
      "zenity --list --title=Cities --text='Where to?' --column=City --column=Land Rome Italy Oslo Norway Lima Peru"
    ],
    turns: [
      ['click', 'table-cell', 'Oslo'],
      ['press', 'down'],
      ['press', 'up'],
      ['press', 'up'],
      ['click', 'table-cell', 'Peru'],
      ['press', 'home'],
      ['press', 'down'],
      ['press', 'tab'],
      ['write', 'abc'],
      ['press', 'esc'],
      ['write', 'abc'],
      ['press', 'esc'],
      ['press', 'right'],
      ['press', 'right'],
      ['press', 'left'],
      ['press', 'end'],
      ['press', 'right'],
      ['press', 'home'],
      ['press', 'up'],
      ['press', 'down'],
      ['press', 'down'],
      ['press', 'up'],
      ['click', 'push-button', 'Cancel']
    ]
  },
  keyboard: {
    packages: ['xfce4-settings'],
    start: ['xfsettingsd', 'xfce4-keyboard-settings'],
    turns: [
      ['click', 'check-box', '#1'],
      ['press', 'space'],
      ['click', 'label', '#1'],
      ['click', 'check-box', '#2'],
      ['click', 'slider', '#1'],
      ['press', 'right'],
      ['click', 'text', '#1'],
      ['write', 'test'],
      ['press', 'backspace'],
      ['press', 'home'],
      ['write', 'A'],
      ['press', 'tab'],
      ['at', '300', '950'],
      ['click', 'text', '#1'],
      ['hotkey', 'ctrl', 'a'],
      ['press', 'delete'],
      ['click', 'page-tab', '#1'],
      ['press', 'esc']
    ]
  },
  l3afpad: {
    packages: ['l3afpad'],
    start: ['l3afpad'],
    turns: [
      ['click', 'text', '#1'],
      ['write', 'One\nTwo'],
      ['press', 'backspace'],
      ['press', 'enter'],
      ['write', 'three'],
      ['hotkey', 'ctrl', 'a'],
      ['hotkey', 'ctrl', 'c'],
      ['press', 'end'],
      ['click', 'menu', 'File'],
      ['press', 'esc'],
      ['click', 'menu', 'Options'],
      ['click', 'menu', 'Edit'],
      ['press', 'esc'],
      ['hotkey', 'ctrl', 'a'],
      ['write', 'new'],
      ['hotkey', 'ctrl', 'f'],
      ['write', 'ne'],
      ['press', 'backspace'],
      ['press', 'esc'],
      ['hotkey', 'ctrl', 'h'],
      ['click', 'check-box', '#1'],
      ['click', 'check-box', '#2'],
      ['press', 'tab'],
      ['press', 'esc'],
      ['at', '300', '950'],
      ['click', 'text', '#1']
    ]
  },
  thunar: {
    packages: ['thunar'],
    prepare: "mkdir -p Letters Photos && echo 'Dear Jun,' > letter.txt && echo rice > shopping.txt",
    start: [`thunar ${HOME}`],
    turns: [
      ['click', 'text', '#1'],
      ['hotkey', 'ctrl', 'a'],
      ['write', '/home/mira/L'],
      ['press', 'esc'],
      ['click', 'menu', 'View'],
      ['click', 'menu', 'Edit'],
      ['click', 'menu-item', 'Preferences...'],
      ['click', 'combo-box', '#1'],
      ['press', 'esc'],
      ['click', 'check-box', '#1'],
      ['press', 'space'],
      ['click', 'check-box', '#2'],
      ['press', 'tab'],
      ['click', 'label', '#1'],
      ['at', '300', '950'],
      ['click', 'check-box', '#3'],
      ['press', 'esc'],
      ['click', 'menu', 'View'],
      ['press', 'esc']
    ]
  },
  appearance: {
    packages: ['xfce4-settings'],
    start: ['xfsettingsd', 'xfce4-appearance-settings'],
    turns: [
      ['click', 'page-tab', 'Style'],
      ['click', 'page-tab', 'Fonts'],
      ['click', 'check-box', '#1'],
      ['press', 'space'],
      ['click', 'label', '#1'],
      ['click', 'combo-box', '#1'],
      ['press', 'esc'],
      ['click', 'combo-box', '#1'],
      ['press', 'esc'],
      ['click', 'check-box', '#2'],
      ['click', 'page-tab', 'Settings'],
      ['click', 'check-box', '#1'],
      ['press', 'space'],
      ['press', 'tab'],
      ['at', '300', '950'],
      ['click', 'page-tab', 'Settings'],
      ['click', 'page-tab', 'Fonts'],
      ['press', 'esc']
    ]
  },
  order: {
    packages: ['yad'],
    start: [ORDER],
    turns: [
      ['click', 'text', '#2'],
      ['write', 'Mira Holt'],
      ['press', 'tab'],
      ['press', 'tab'],
      ['press', 'space'],
      ['click', 'check-box', '#1'],
      ['click', 'combo-box', '#1'],
      ['click', 'menu-item', '#2'],
      ['doubleClick', 'text', '#2'],
      ['press', 'backspace'],
      ['click', 'spin-button', '#1'],
      ['hotkey', 'ctrl', 'a'],
      ['write', '4'],
      ['press', 'up'],
      ['press', 'down'],
      ['click', 'label', '#1'],
      ['click', 'text', '#1'],
      ['hotkey', 'ctrl', 'a'],
      ['hotkey', 'ctrl', 'x'],
      ['hotkey', 'ctrl', 'v'],
      ['press', 'home'],
      ['write', 'Re '],
      ['at', '300', '950'],
      ['click', 'check-box', '#2'],
      ['click', 'push-button', 'Close']
    ]
  }
}

const [name = ''] = process.argv.slice(2)
const program = must(PROGRAMS[name] ?? WINDOWS[name])
const { ask, close } = openDesktop({ prepare: 'true', programs: program.start, ...program })

/** The line of pyautogui that an order is on this screen. */
function codeOf([verb, ...rest]: Order, xml: string): string {
  const quoted = rest.map((one) => `'${one.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`).join(', ')
  switch (verb) {
    case 'at':
      return `pyautogui.click(${rest.join(', ')})`
    case 'click':
    case 'doubleClick':
    case 'tripleClick':
    case 'moveTo':
      return `pyautogui.${verb}(${finder(xml)(rest[0] ?? '', rest[1] ?? '')})`
    case 'scroll':
      return `pyautogui.scroll(${rest[0]})`
    default:
      return `pyautogui.${verb}(${quoted})`
  }
}

const lines: string[] = []
const known = new Map<string, number>()
/** A screen as numbers of lines: a tree's are cut before each element, and joined without a break. */
function packed(text: string, cut: RegExp | string): number[] {
  return text.split(cut).map((line) => {
    const at = known.get(line) ?? lines.push(line) - 1
    known.set(line, at)
    return at
  })
}
async function look() {
  const xml = await ask('xml')
  const table = await ask('table')
  if (process.env.ORRERY_LOOK) console.error(table)
  return { text: xml, xml: packed(xml, /(?=<)/), table: packed(table, '\n') }
}

try {
  const { text, ...first } = await look()
  const turns: object[] = []
  let seen = text
  for (const order of program.turns) {
    const action = codeOf(order, seen)
    if (process.env.ORRERY_LOOK) console.error(`\n>>> ${order.join(' ')}: ${action}`)
    for (const command of commands(action)) await ask(command)
    // What a key or a click starts takes a moment to show.
    await sleep(1000)
    const { text: now, ...screen } = await look()
    turns.push({ action, ...screen })
    seen = now
  }
  const versions = program.packages.map(version).join(', ')
  process.stdout.write(`${JSON.stringify({ name, program: `${versions} on Debian 12`, lines, first, turns })}\n`)
} finally {
  await close()
}
