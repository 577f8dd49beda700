// A session of a real X screen of 1920x1080 that is read through AT-SPI as OSWorld reads it, for os.ts and programs.ts.
// Needs Debian's xvfb, openbox, xdotool, dbus-x11, at-spi2-core, python3-gi, gir1.2-atspi-2.0, and root to make the user `mira`.
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { must } from '../must.ts'

/** OSWorld's tree, the table that its agent makes of it, and the one that it made before. */
export type Format = 'xml' | 'table' | 'old'

export const HOME = '/home/mira'

export interface Desktop {
  /** Has the desktop run a command or tell its screen. @throws Error where it does not answer */
  ask(order: string[] | Format): Promise<string>
  close(): Promise<void>
}

// A bus that does not start, or a window that does not close, must not hold a recording up.
const ANSWER_MS = 30_000

/** @param given `prepare`: run before anything shows, in the home folder. `programs`: started one after the other. `environment`: variables as `NAME=value`. */
export function openDesktop(given: { prepare: string; programs: string[]; environment?: string[] }): Desktop {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-record-'))
  chmodSync(folder, 0o755)
  copyFileSync(join(import.meta.dirname, 'desktop.py'), join(folder, 'desktop.py'))
  const script = join(folder, 'session')
  writeFileSync(
    script,
    `#!/bin/bash
cd ${HOME}
${given.prepare}
/usr/libexec/at-spi-bus-launcher --launch-immediately >/dev/null 2>&1 &
sleep 3
# Programs of Qt 5 ask nobody for the address of the bus, and wait for no registry.
export AT_SPI_BUS_ADDRESS=$(dbus-send --session --print-reply=literal --dest=org.a11y.Bus /org/a11y/bus org.a11y.Bus.GetAddress | tr -d ' ')
dbus-send --bus="$AT_SPI_BUS_ADDRESS" --print-reply --dest=org.a11y.atspi.Registry / org.freedesktop.DBus.Peer.Ping >/dev/null 2>&1
openbox >/dev/null 2>&1 &
sleep 1
${given.programs.map((program) => `${program} >/dev/null 2>&1 &\nsleep 2`).join('\n')}
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
    'XDG_CURRENT_DESKTOP=GNOME',
    ...(given.environment ?? [])
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

  async function ask(order: string[] | Format): Promise<string> {
    session.stdin.write(`${JSON.stringify(order)}\n`)
    const late = sleep(ANSWER_MS, { done: true, value: undefined }, { ref: false })
    const { value } = await Promise.race([answers.next(), late])
    if (value === undefined) throw new Error(`The desktop did not answer ${JSON.stringify(order)}.`)
    return z.string().nullable().parse(JSON.parse(value)) ?? ''
  }

  return {
    ask,
    async close() {
      session.stdin.end()
      // Without its reader the session ends by itself, and with it the bus, the screen and the programs.
      await Promise.race([new Promise((done) => session.once('exit', done)), sleep(10_000)])
      if (session.exitCode === null) process.kill(-must(session.pid), 'SIGTERM')
      await sleep(2000)
      execFileSync('userdel', ['-f', '-r', 'mira'], { stdio: 'ignore' })
      rmSync(folder, { recursive: true })
    }
  }
}

/** The middle of the first thing of that kind and name, as `x, y`; of the second, the third … for `#2`, `#3` in place of a name. */
export function finder(xml: string): (tag: string, name: string) => string {
  return (tag, wanted) => {
    let left = Number(/^#(\d)$/.exec(wanted)?.[1] ?? 1)
    const isAny = wanted.startsWith('#')
    for (const [, attributes = ''] of xml.matchAll(new RegExp(`<${tag} ([^>]*)>`, 'g'))) {
      if (!isAny && /\bname="([^"]*)"/.exec(attributes)?.[1]?.trim() !== wanted) continue
      const [x = 0, y = 0] = pair(attributes, 'screencoord')
      const [width = 0, height = 0] = pair(attributes, 'size')
      // Columns that are hidden have cells without a width.
      if (!width || --left > 0) continue
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
export function version(name: string): string {
  const full = execFileSync('dpkg-query', ['-W', '-f', `\${Version}`, name], { encoding: 'utf8' })
  return `${name} ${full.replace(/^\d+:/, '').replace(/-[^-]*$/, '')}`
}
