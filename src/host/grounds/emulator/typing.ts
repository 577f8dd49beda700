// Keys at the machine's console: how long each is waited for, and what the console writes meanwhile.
import { bytesOf } from '../../../core/observations/terminal/keystrokes.ts'
import { createReader, type ShellLine, type ShellReader } from './commands.ts'
import { type Console, prompts } from './console.ts'
import { NS_PER_INSTRUCTION } from './counted-clock.ts'
import type { Emulator, Ended } from './emulator.ts'
import type { EmulatorJob } from './protocol.ts'

// What a terminal shows after the last key: as tmux is read by the agents whose recordings models learned from.
const SETTLE_S = 0.35
const LEAST_S = 0.25
// A real processor does in an action's time several times what the guest does. So a program that still computes then goes on for up to this
// long, unless it is silent for so long that it looks like an endless loop, or writes so much.
const LATE_S = 5
const SILENT_S = 0.8
const LOOK_S = 0.1
const LATE_BYTES = 1 << 16
// How often it is looked whether the shell reads again.
const GLANCE_S = 0.02

interface Running {
  /** Instructions. */
  budget: number
  signal: AbortSignal | undefined
}

/** What the console wrote, and what that tells of the shell's commands. */
interface Typed {
  how: Ended
  bytes: Buffer
  reader: ShellReader
}

export async function typeKeys(
  emulator: Emulator,
  { keys, console, running }: { keys: Extract<EmulatorJob, { do: 'type' }>['keys']; console: Console; running: Running }
): Promise<Typed> {
  const { clock } = emulator
  const reader = createReader(lineOf(console))
  reader.feed(Buffer.from(console.rest, 'base64'))
  let bytes: Buffer = Buffer.alloc(0)

  async function run(seconds: number, until = Number.POSITIVE_INFINITY, budget = running.budget): Promise<Ended> {
    const how = await emulator.run(Math.min(until, clock.ns + seconds * 1e9), { ...running, budget })
    const more = emulator.take()
    reader.feed(more)
    bytes = Buffer.concat([bytes, more])
    return how
  }

  /** Types each line when the shell has taken the one before, and waits no longer than until it reads again. */
  async function typeLines(keystrokes: string, seconds: number): Promise<Ended> {
    const end = clock.ns + Math.max(seconds, LEAST_S) * 1e9
    const first = clock.instructions
    const { at, tells } = reader.line()
    // A program, or a shell that does not say that it reads more of a command, is typed to at once.
    const lines = at === 'command' || !tells ? [keystrokes] : keystrokes.split(/(?<=\n)/)
    for (const line of lines) {
      const before = reader.turns()
      emulator.type(bytesFor(line, console, bytes))
      while (clock.ns < end) {
        if ((line === '' || reader.turns() > before) && reader.line().at !== 'command') break
        const left = running.budget - (clock.instructions - first)
        const how = left > 0 ? await run(GLANCE_S, end, left) : 'budget'
        if (how !== 'time') return how
      }
    }
    return 'time'
  }

  /** Lets a program that is computing go on. */
  async function goOn(): Promise<Ended> {
    const end = clock.ns + LATE_S * 1e9
    const most = bytes.length + LATE_BYTES
    let spoke = clock.ns
    while (!prompts(console, bytes) && bytes.length < most && clock.ns < Math.min(end, spoke + SILENT_S * 1e9)) {
      const { ns, instructions } = clock
      const { length } = bytes
      const how = await run(LOOK_S)
      if (bytes.length > length) spoke = clock.ns
      const computed = (clock.instructions - instructions) * NS_PER_INSTRUCTION
      if (how !== 'time' || computed < (clock.ns - ns) / 2) return how
    }
    return 'time'
  }

  let how: Ended = 'time'
  for (const { keystrokes, duration, until } of keys) {
    if (until) how = await typeLines(keystrokes, duration)
    else {
      emulator.type(bytesFor(keystrokes, console, bytes))
      how = await run(Math.max(duration, LEAST_S))
    }
    if (how !== 'time') break
  }
  if (how === 'time') how = await run(SETTLE_S)
  if (how === 'time') how = await goOn()
  return { how, bytes, reader }
}

const lineOf = ({ line, atPrompt }: Console): ShellLine =>
  line ?? { at: atPrompt ? 'prompt' : 'command', tells: false, own: false }

const ESC = '\u001b'
const MOVING = ['A', 'B', 'C', 'D', 'H', 'F']

/** Keystrokes as the bytes of this terminal: a program may have asked for other bytes of the keys that move the cursor. */
function bytesFor(keystrokes: string, { screen }: Console, since: Buffer): string {
  const bytes = bytesOf(keystrokes)
  const moving = MOVING.find((letter) => bytes === `${ESC}[${letter}`)
  if (!moving) return bytes
  const said = screen + since.toString('latin1')
  return said.lastIndexOf(`${ESC}[?1h`) > said.lastIndexOf(`${ESC}[?1l`) ? `${ESC}O${moving}` : bytes
}
