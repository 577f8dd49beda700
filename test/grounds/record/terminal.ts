// A tmux pane with a recorded shell in it: what is typed, and what is then shown.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bytesOf } from '../../../src/core/observations/terminal/keystrokes.ts'
import type { Session } from '../session.ts'

// After its duration an action is looked at when nothing has changed for this long, at the prompt or elsewhere.
const STILL_AT_PROMPT_MS = 350
const STILL_MS = 1200
// What never stops writing is looked at all the same.
const MOST_MS = 8000
const PROMPT = /^root@box:[^\n]*# $/

interface Look {
  text: string
  /** Rows that have scrolled off above the screen. */
  above: number
  row: number
  picture: boolean
}

/** 160x40, as Terminus-2 has it. */
export class Terminal {
  readonly #folder: string
  readonly #socket: string
  readonly #raw: string
  #from: { row: number; picture: boolean } | null = null

  constructor(folder: string) {
    this.#folder = folder
    this.#socket = join(folder, 'tmux')
    this.#raw = join(folder, 'raw')
  }

  async open(root: string) {
    const shell = join(import.meta.dirname, 'shell.sh')
    writeFileSync(join(this.#folder, 'tmux.conf'), 'set -g history-limit 100000\nset -g status off\n')
    this.#tmux('new-session', '-d', '-x', '160', '-y', '40', `exec ${shell} ${root} ${this.#folder}/shell`)
    this.#tmux('pipe-pane', `cat > ${this.#raw}`)
    for (let tries = 0; !PROMPT.test(this.#line()); tries++) {
      if (tries > 200) throw new Error(`No prompt appeared. The screen:\n${this.#look().text}`)
      await sleep(50)
    }
    await sleep(300)
  }

  async act(action: Session['turns'][number]['action']): Promise<string> {
    const before = this.#look()
    const written = this.#written()
    const waits = action.every(({ keystrokes }) => keystrokes === '')
    if (!waits || !this.#from) this.#from = { row: before.above + before.row, picture: before.picture }
    for (const { keystrokes, duration } of action) {
      if (keystrokes) this.#type(bytesOf(keystrokes))
      await sleep(duration * 1000)
    }
    await this.#still()
    const after = this.#look()
    const rows = after.text.split('\n')
    const cleared = clears(this.#written().slice(written.length))
    const gone = cleared || after.picture || this.#from.picture || this.#from.row < after.above
    const shown = gone ? rows : rows.slice(this.#from.row - after.above)
    // A later action that only waits finds no line of its own on another screen.
    if (cleared) this.#from = { row: after.above, picture: after.picture }
    return shown
      .map((line) => line.trimEnd())
      .join('\n')
      .trimEnd()
  }

  async close() {
    const pid = this.#tmux('display-message', '-p', '#{pid}').trim()
    this.#tmux('kill-server')
    while (existsSync(`/proc/${pid}`)) await sleep(50)
    await sleep(200)
  }

  /** All at once, as an agent's terminal does. */
  #type(text: string) {
    execFileSync('tmux', ['-S', this.#socket, 'load-buffer', '-', ';', 'paste-buffer', '-d', '-r'], { input: text })
  }

  async #still() {
    const end = Date.now() + MOST_MS
    let last = ''
    for (let since = Date.now(); Date.now() < end; await sleep(50)) {
      const now = this.#written()
      if (now !== last) since = Date.now()
      last = now
      if (Date.now() - since >= (PROMPT.test(this.#line()) ? STILL_AT_PROMPT_MS : STILL_MS)) return
    }
  }

  #written(): string {
    return existsSync(this.#raw) ? readFileSync(this.#raw, 'latin1') : ''
  }

  #line(): string {
    const { text, row } = this.#look()
    return text.split('\n')[row] ?? ''
  }

  #look(): Look {
    const [numbers = '', ...rows] = this.#tmux(
      'display-message',
      '-p',
      '#{history_size} #{cursor_y} #{alternate_on}',
      ';',
      'capture-pane',
      '-p',
      '-N'
    ).split('\n')
    const [above = 0, row = 0, picture = 0] = numbers.split(' ').map(Number)
    return { text: rows.join('\n'), above, row, picture: picture === 1 }
  }

  #tmux(...args: string[]): string {
    return execFileSync('tmux', ['-S', this.#socket, '-f', join(this.#folder, 'tmux.conf'), ...args], {
      encoding: 'utf8',
      env: { ...process.env, LANG: 'C.UTF-8' }
    })
  }
}

/** Whether the main screen was cleared: what was on it is gone then. */
function clears(raw: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are driven by them
  const main = raw.replace(/\u001b\[\?1049h[\s\S]*?(\u001b\[\?1049l|$)/g, '')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
  return /\u001b\[[23]J|\u001bc|\u001b\[H\u001b\[J/.test(main)
}
