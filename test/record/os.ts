// Records a sample session from a real desktop: node test/record/os.ts NAME > resources/samples/NAME.jsonl
// Needs what x-session.ts needs and the programs below. The samples' actions are pyautogui code; what moves the
// mouse and types here is xdotool, doing the same things at the same places.
import { setTimeout as sleep } from 'node:timers/promises'
import { commands } from './pyautogui.ts'
import { chosen, sampleFile, type Turn } from './sample.ts'
import { type Format, finder, HOME, openDesktop, version } from './x-session.ts'

/** An action, or one that needs to know where things are: `at('push-button', 'Save')` is the middle of that button. */
type Order = string | ((at: (tag: string, name: string) => string) => string)

interface Session {
  title: string
  notes: string
  /** Debian packages whose versions name what was recorded. */
  packages: string[]
  format: Format
  /** Run before anything shows, in the home folder. */
  prepare: string
  /** Started one after the other. */
  programs: string[]
  actions: Order[]
}

const click =
  (tag: string, name: string): Order =>
  (at) =>
    `pyautogui.click(${at(tag, name)})`

const SAMPLES: Record<string, Session> = {
  'os-note': {
    title: 'Writing and saving a note',
    notes:
      'Recorded from Mousepad on a real X11 screen through AT-SPI, as the table that OSWorld agents read. The clicks and keys were carried out with xdotool.',
    packages: ['mousepad', 'openbox'],
    format: 'table',
    prepare: 'mkdir -p Documents Music Pictures',
    programs: ['mousepad --disable-server'],
    actions: [
      'pyautogui.click(960, 560)',
      "pyautogui.write('Groceries\\n- oat milk\\n- red lentils')",
      "pyautogui.hotkey('ctrl', 's')",
      "pyautogui.write('groceries.txt')",
      (at) => `pyautogui.doubleClick(${at('table-cell', 'Documents')})`,
      click('push-button', 'Save'),
      click('menu', 'Edit'),
      "pyautogui.press('esc')",
      // Beside the window: it loses the focus, and what is typed next goes nowhere.
      'pyautogui.click(1600, 960)',
      "pyautogui.write('- bread')",
      'pyautogui.click(960, 560)',
      'pyautogui.write(\'\\n- "good" bread\')',
      "pyautogui.hotkey('ctrl', 'w')",
      click('push-button', 'Cancel'),
      "pyautogui.hotkey('ctrl', 's')",
      "import pyautogui\npyautogui.hotkey('ctrl', 'f')\npyautogui.write('lentils')"
    ]
  },
  'os-files': {
    title: 'Tidying a folder',
    notes:
      'Recorded from Thunar on a real X11 screen through AT-SPI, as the older five-column table that OSWorld agents read. The clicks and keys were carried out with xdotool.',
    packages: ['thunar', 'openbox'],
    format: 'old',
    prepare: "mkdir -p Letters Photos && echo 'Dear Jun,' > letter.txt && echo rice > shopping.txt",
    programs: [`thunar ${HOME}`],
    actions: [
      "pyautogui.hotkey('ctrl', '2')",
      (at) => `pyautogui.doubleClick(${at('table-cell', 'Letters')})`,
      "pyautogui.hotkey('alt', 'up')",
      click('table-cell', 'letter.txt'),
      "pyautogui.hotkey('ctrl', 'x')",
      (at) => `pyautogui.doubleClick(${at('table-cell', 'Letters')})`,
      "pyautogui.hotkey('ctrl', 'v')",
      "pyautogui.press('f2')",
      "pyautogui.write('to-jun')\npyautogui.press('enter')",
      click('push-button', 'Home'),
      (at) => `pyautogui.click(${at('table-cell', 'shopping.txt')}, button='right')`,
      "pyautogui.press('esc')",
      "pyautogui.hotkey('ctrl', 'shift', 'n')",
      "pyautogui.write('Recipes')",
      click('push-button', 'Create'),
      'pyautogui.moveTo(1500, 900)'
    ]
  },
  'os-calculator': {
    title: 'A sum on a calculator',
    notes:
      'Recorded from Galculator on a real X11 screen through AT-SPI, as OSWorld writes the tree in XML, without what does not show. The clicks and keys were carried out with xdotool.',
    packages: ['galculator', 'openbox'],
    format: 'xml',
    prepare: 'true',
    programs: ['galculator'],
    actions: [
      click('toggle-button', '7'),
      "pyautogui.write('5*12')",
      click('toggle-button', '='),
      click('menu', 'Edit'),
      click('menu-item', 'Copy Display Value'),
      click('toggle-button', 'AC'),
      "pyautogui.write('1/0')\npyautogui.press('enter')",
      'pyautogui.click(300, 900)'
    ]
  }
}

const [name, sample] = chosen(SAMPLES)
const { ask, close } = openDesktop(sample)

try {
  const turns: Turn[] = []
  const first = await ask(sample.format)
  let xml = await ask('xml')
  for (const order of sample.actions) {
    const action = typeof order === 'string' ? order : order(finder(xml))
    const started = performance.now()
    for (const command of commands(action)) await ask(command)
    // What a key or a click starts takes a moment to show, as in OSWorld's own pause after an action.
    await sleep(1000)
    const observation = await ask(sample.format)
    turns.push({ action, observation, ms: Math.round(performance.now() - started) })
    xml = await ask('xml')
    if (process.env.ORRERY_LOOK) console.error(`\n>>> ${action}\n${observation}`)
  }
  process.stdout.write(
    await sampleFile({
      name,
      title: sample.title,
      notes: sample.notes,
      domain: 'os',
      engine: 'recorded',
      program: `${sample.packages.map(version).join(', ')} on Debian 12`,
      initialState: first,
      turns
    })
  )
} finally {
  await close()
}
