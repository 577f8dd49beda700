// The terminal surface alone on a page, played by a script instead of a host.
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { terminal } from '../../../src/core/domains/terminal/index.ts'
import { keystrokes } from '../../../src/core/observations/terminal/keystrokes.ts'
import type { Live } from '../../../src/core/observations/terminal/transcript.ts'
import { type Action, Setup, type Step } from '../../../src/core/tree/model.ts'
import { Terminal } from '../../../src/renderer/observations/terminal/Terminal.tsx'
import './page.css'

const setup = Setup.parse({ domain: 'terminal' })
const PROMPT = 'root@box:~# '

export interface Script {
  acted: Action[]
  cancelled: number
  regenerated: number
  instruction: string
  set(change: Partial<Shown>): void
  /** Looks `steps` earlier. */
  back(steps: number): void
  /** Answers each action as a shell that only echoes; `null` leaves actions in flight. */
  answer: ((typed: string) => string) | null
  /** Streams `text` in pieces of `size` characters, `rate` a second, then commits it. Resolves when committed. */
  stream(text: string, options: { rate: number; size: number }): Promise<void>
}

interface Shown {
  steps: Step[]
  live: Live | null
  landed: string | null
  dark: boolean
  atTip: boolean
  screenReader: boolean
}

declare global {
  interface Window {
    script: Script
  }
}

const unsent = {}
let serial = 0
function step(action: Action, text: string): Step {
  serial += 1
  return { id: serial.toString(16).padStart(64, '0'), parent: null, action, observation: { text } }
}

function Page() {
  const [shown, setShown] = useState<Shown>({
    steps: [],
    live: null,
    landed: null,
    dark: location.hash === '#dark',
    atTip: true,
    screenReader: false
  })
  const [instruction, setInstruction] = useState('')
  document.documentElement.classList.toggle('dark', shown.dark)
  const script = window.script
  script.instruction = instruction
  script.set = (change) => setShown((now) => ({ ...now, ...change }))
  script.back = (count) => setShown((now) => ({ ...now, steps: now.steps.slice(0, -count), atTip: false }))
  script.stream = async (text, { rate, size }) => {
    const action = shown.live?.action ?? [{ keystrokes: 'run\n', duration: 1 }]
    const began = performance.now()
    for (let sent = 0; sent < text.length; ) {
      await new Promise((resolve) => setTimeout(resolve, 1000 / rate))
      // Timers are late under load: what should have come by now comes now, as from a socket.
      sent = Math.min(text.length, Math.ceil(((performance.now() - began) / 1000) * rate) * size)
      setShown((now) => ({ ...now, live: { action, observation: text.slice(0, sent) } }))
    }
    const made = step(action, text)
    setShown((now) => ({ ...now, live: null, landed: made.id, steps: [...now.steps, made] }))
  }
  const act = (action: Action) => {
    script.acted.push(action)
    const typed = keystrokes(action).join('')
    const answer = script.answer
    if (answer === null) return setShown((now) => ({ ...now, landed: null, live: { action, observation: '' } }))
    const made = step(action, answer(typed))
    setShown((now) => ({ ...now, landed: made.id, steps: [...now.steps, made] }))
  }
  return (
    <Terminal
      {...shown}
      unsent={unsent}
      state={{ prompt: PROMPT, cwd: '/root' }}
      busy={shown.live !== null}
      domain={terminal}
      setup={setup}
      instruction={instruction}
      onInstruction={setInstruction}
      parse={(text) => {
        try {
          const action: unknown = JSON.parse(text)
          if (Array.isArray(action)) return { ok: true, action }
          return { ok: false, message: 'A terminal action is a list of {"keystrokes", "duration"} entries.' }
        } catch (error) {
          return { ok: false, message: `Not JSON: ${String(error)}` }
        }
      }}
      onAct={act}
      onCancel={() => {
        script.cancelled += 1
        setShown((now) => ({ ...now, live: null }))
      }}
      onRegenerate={shown.steps.length === 0 ? null : () => (script.regenerated += 1)}
      onScreenReader={(screenReader) => setShown((now) => ({ ...now, screenReader }))}
      terminalAt={async () => null}
      autoFocus
    />
  )
}

window.script = {
  acted: [],
  cancelled: 0,
  regenerated: 0,
  instruction: '',
  set: () => {},
  back: () => {},
  answer: (typed) => `${PROMPT}${typed}${PROMPT}`,
  stream: async () => {}
}
const root = document.getElementById('root')
if (root === null) throw new Error('no #root on the page')
createRoot(root).render(
  <StrictMode>
    <Page />
  </StrictMode>
)
