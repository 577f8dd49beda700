// Records a sample session from a real desktop: node test/record/os.ts NAME > resources/samples/NAME.jsonl
// Needs Debian's xvfb, openbox, xdotool, dbus-x11, at-spi2-core, python3-gi, gir1.2-atspi-2.0 and the programs below, and root to make the user
// `mira`. The screen is 1920x1080, read through AT-SPI as OSWorld reads it. The samples' actions are pyautogui code; what moves the
// mouse and types here is xdotool, doing the same things at the same places.
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { must } from '../must.ts'
import { commands } from './pyautogui.ts'
import { chosen, sampleFile, type Turn } from './sample.ts'

type Format = 'xml' | 'table' | 'old'

/** An action, or one that needs to know where things are: `at('push-button', 'Save')` is the middle of that button. */
type Order = string | ((at: (tag: string, name: string) => string) => string)

interface Desktop {
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

const HOME = '/home/mira'

const SAMPLES: Record<string, Desktop> = {
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
// A bus that does not start, or a window that does not close, must not hold a recording up.
const ANSWER_MS = 30_000

const folder = mkdtempSync(join(tmpdir(), 'orrery-record-'))
chmodSync(folder, 0o755)
copyFileSync(join(import.meta.dirname, 'desktop.py'), join(folder, 'desktop.py'))
const script = join(folder, 'session')
writeFileSync(
  script,
  `#!/bin/bash
cd ${HOME}
${sample.prepare}
/usr/libexec/at-spi-bus-launcher --launch-immediately >/dev/null 2>&1 &
sleep 1
openbox >/dev/null 2>&1 &
sleep 1
${sample.programs.map((program) => `${program} >/dev/null 2>&1 &\nsleep 2`).join('\n')}
exec /usr/bin/python3 -W ignore ${folder}/desktop.py
`
)
chmodSync(script, 0o755)
execFileSync('useradd', ['-m', '-k', '/dev/null', '-s', '/bin/bash', 'mira'])

const environment = [
  `HOME=${HOME}`,
  'USER=mira',
  'LANG=C.UTF-8',
  'PATH=/usr/local/bin:/usr/bin:/bin',
  'GTK_MODULES=gail:atk-bridge',
  'XDG_CURRENT_DESKTOP=GNOME'
]
const screen = 'xvfb-run -a -s "-screen 0 1920x1080x24"'
const session = spawn(
  'runuser',
  ['-u', 'mira', '--', 'env', '-i', ...environment, 'bash', '-c', `${screen} dbus-run-session -- ${script}`],
  { stdio: ['pipe', 'pipe', 'inherit'], detached: true }
)
// The desktop that dies early is told of by the answer that does not come.
session.stdin.on('error', () => {})
const answers = createInterface({ input: session.stdout })[Symbol.asyncIterator]()

try {
  const turns: Turn[] = []
  const first = await look()
  let xml = await ask('xml')
  for (const order of sample.actions) {
    const action = typeof order === 'string' ? order : order(finder(xml))
    const started = performance.now()
    for (const command of commands(action)) await ask(command)
    // What a key or a click starts takes a moment to show, as in OSWorld's own pause after an action.
    await sleep(1000)
    const observation = await look()
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
  session.stdin.end()
  // Without its reader the session ends by itself, and with it the bus, the screen and the programs.
  await Promise.race([new Promise((done) => session.once('exit', done)), sleep(10_000)])
  if (session.exitCode === null) process.kill(-must(session.pid), 'SIGTERM')
  await sleep(2000)
  execFileSync('userdel', ['-f', '-r', 'mira'], { stdio: 'ignore' })
  rmSync(folder, { recursive: true })
}

async function look(): Promise<string> {
  return ask(sample.format)
}

/** Has the desktop run a command or tell its screen. */
async function ask(order: string[] | Format): Promise<string> {
  session.stdin.write(`${JSON.stringify(order)}\n`)
  const late = sleep(ANSWER_MS, { done: true, value: undefined }, { ref: false })
  const { value } = await Promise.race([answers.next(), late])
  if (value === undefined) throw new Error(`The desktop did not answer ${JSON.stringify(order)}.`)
  return z.string().nullable().parse(JSON.parse(value)) ?? ''
}

/** The middle of the first thing of that kind and name, as `x, y`. */
function finder(xml: string): (tag: string, name: string) => string {
  return (tag, wanted) => {
    for (const [, attributes = ''] of xml.matchAll(new RegExp(`<${tag} ([^>]*)>`, 'g'))) {
      if (/\bname="([^"]*)"/.exec(attributes)?.[1]?.trim() !== wanted) continue
      const [x = 0, y = 0] = pair(attributes, 'screencoord')
      const [width = 0, height = 0] = pair(attributes, 'size')
      // Columns that are hidden have cells without a width.
      if (!width) continue
      return `${Math.round(x + width / 2)}, ${Math.round(y + height / 2)}`
    }
    throw new Error(`No ${tag} "${wanted}" shows:\n${xml}`)
  }
}

function pair(attributes: string, key: string): number[] {
  const [, x, y] = new RegExp(`cp:${key}="\\((-?\\d+), (-?\\d+)\\)"`).exec(attributes) ?? []
  return [Number(x), Number(y)]
}

/** A package and its version, without Debian's own part of it. */
function version(name: string): string {
  const full = execFileSync('dpkg-query', ['-W', '-f', `\${Version}`, name], { encoding: 'utf8' })
  return `${name} ${full.replace(/^\d+:/, '').replace(/-[^-]*$/, '')}`
}
