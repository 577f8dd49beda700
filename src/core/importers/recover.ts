// From what a terminal was written and sent to steps: where commands were entered, and what was to be seen until the next.
import { findDomain } from '../domains/index.ts'
import { Setup } from '../model.ts'
import { keysOf } from '../terminal/keystrokes.ts'
import { createLines } from '../terminal/lines.ts'
import type { LinearTurn } from './linear.ts'

export interface Recovery {
  /** Times are seconds since the start. */
  output(at: number, text: string): void
  input(at: number, text: string): void
  /** Commands so far. */
  count(): number
  /** `beginning`: what the terminal showed before the first command. */
  end(): { turns: LinearTurn[]; beginning: string; dropped: ReadonlyMap<string, number> }
}

interface Typed {
  keys: string
  /** When it was entered, and when the next keys came. */
  at: number
  until: number | null
}

// A prompt and a command on the first line of a recording that begins in the middle.
const FIRST_LINE = /^(\S{1,100}@\S{1,200}(?: [^$#%❯\n]{0,200})?[$#%❯] )(?=\S)/
// A prompt is short.
const LONGEST_PROMPT = 500

export function recover(domainId: string): Recovery {
  const domain = findDomain(domainId)
  const start = domain.initial(Setup.parse({ domain: domainId }))
  const turns: LinearTurn[] = []
  let beginning = ''
  // Of the step that is being read; before the first command there is none.
  let begun = false
  let typed: Typed[] = []
  // Once there is input, it tells what was typed; without any, the line behind the prompt does.
  let byInput = false
  let prompt: string | null = null
  // When the terminal was written last, and when it is being written.
  let last = 0
  let now = 0
  // The keys typed last were entered, and something was written since.
  let entered = false
  let answered = false

  const lines = createLines((line) => {
    if (byInput) return
    const known = prompt ?? (begun ? null : (FIRST_LINE.exec(line)?.[1] ?? null))
    prompt = null
    if (known === null || !line.startsWith(known)) return
    const whole = lines.text()
    finish(whole.slice(0, whole.length - line.length) + known)
    typed = [{ keys: `${line.slice(known.length)}\n`, at: now, until: null }]
  })

  function finish(text: string): void {
    if (begun) turns.push(turn(text))
    else beginning = text.trim() === '' ? '' : text
    begun = true
    typed = []
    lines.cut()
  }

  function turn(observation: string): LinearTurn {
    const end = Math.max(last, typed.at(-1)?.at ?? 0)
    const action = typed.map(({ keys, at, until }) => ({ keystrokes: keys, duration: seconds((until ?? end) - at) }))
    return { action, observation, ms: Math.round(1000 * (end - (typed[0]?.at ?? end))) }
  }

  function isPrompt(line: string): boolean {
    if (line.trim() === '' || line.length > LONGEST_PROMPT) return false
    return domain.fold(start, { action: [], observation: { text: line } }).prompt !== ''
  }

  return {
    count: () => turns.length + (begun ? 1 : 0),
    output(at, text) {
      now = at
      lines.write(text)
      last = at
      answered = true
      // What is typed behind it may look like a longer one.
      if (!byInput && prompt === null && isPrompt(lines.line())) prompt = lines.line()
    },
    input(at, text) {
      byInput = true
      if (!begun || (entered && answered)) finish(lines.text())
      answered = false
      const keys = keysOf(text)
      const named = keys.startsWith('C-')
      const open = typed.at(-1)
      if (open && !entered && !named && !open.keys.startsWith('C-')) {
        // Keys pressed one by one are a line, which is entered with its last.
        open.keys += keys
        open.at = at
      } else {
        if (open) open.until = at
        typed.push({ keys, at, until: null })
      }
      entered = named || keys.endsWith('\n')
    },
    end() {
      if (begun) finish(lines.text())
      return { turns, beginning, dropped: lines.dropped }
    }
  }
}

const seconds = (time: number): number => Math.round(Math.max(0, time) * 1000) / 1000
