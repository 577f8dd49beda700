// The document surface alone on a page, played by a script instead of a host. `?world=mcp&theme=dark&setup={}` says which world.
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Domain } from '../../../src/core/domains/domain.ts'
import { findDomain } from '../../../src/core/domains/index.ts'
import type { Document } from '../../../src/core/observations/documents/document.ts'
import type { Live } from '../../../src/core/observations/terminal/transcript.ts'
import { type Action, Setup, type Step } from '../../../src/core/tree/model.ts'
import { DocumentSurface } from '../../../src/renderer/observations/document/DocumentSurface.tsx'
import './page.css'

export interface Script {
  acted: Action[]
  cancelled: number
  regenerated: number
  instruction: string
  set(change: Partial<Shown>): void
  /** Adds a step as if it had been acted and answered. `document` overrides what the domain reads. */
  answer(action: Action, text: string, document?: Document): void
  /** Looks `steps` earlier. */
  back(steps: number): void
  /** Streams `text` for the action in flight. */
  stream(text: string): void
}

interface Shown {
  steps: Step[]
  live: Live | null
  landed: string | null
  dark: boolean
  atTip: boolean
}

declare global {
  interface Window {
    documentScript: Script
  }
}

// Where a text environment starts: what is before the first step is shown too.
const KITCHEN =
  'You stand in the middle of the kitchen. You see a fridge 1 and a table 1.\n\nAdmissible actions: go to fridge 1, go to table 1, look'

const asked = new URLSearchParams(location.search)
const name = asked.get('world') ?? 'mcp'
const found = findDomain(name)
const forced = new Map<string, Document>()
const domain: Domain = {
  ...found,
  document: {
    ...found.document,
    read: (action, text) =>
      forced.get(text) ?? found.document?.read(action, text) ?? { kind: 'text', text, error: false }
  }
}
const more: unknown = JSON.parse(asked.get('setup') ?? '{}')
const setup = Setup.parse({
  domain: domain.id,
  ...(name === 'textenv' ? { initialState: KITCHEN } : {}),
  ...Object(more)
})

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
    dark: asked.get('theme') === 'dark',
    atTip: true
  })
  const [instruction, setInstruction] = useState('')
  document.documentElement.dataset.theme = shown.dark ? 'dark' : 'light'
  const script = window.documentScript
  script.instruction = instruction
  script.set = (change) => setShown((now) => ({ ...now, ...change }))
  script.back = (count) => setShown((now) => ({ ...now, steps: now.steps.slice(0, -count), atTip: false }))
  script.answer = (action, text, read) => {
    if (read) forced.set(text, read)
    const made = step(action, text)
    setShown((now) => ({ ...now, live: null, landed: made.id, steps: [...now.steps, made] }))
  }
  script.stream = (text) => setShown((now) => (now.live && { ...now, live: { ...now.live, observation: text } }) || now)
  return (
    <DocumentSurface
      {...shown}
      domain={domain}
      setup={setup}
      state={{}}
      busy={shown.live !== null}
      instruction={instruction}
      onInstruction={setInstruction}
      parse={(text) => {
        try {
          return { ok: true, action: domain.read(text) }
        } catch (error) {
          return { ok: false, message: String(error) }
        }
      }}
      onAct={(action) => {
        script.acted.push(action)
        setShown((now) => ({ ...now, landed: null, live: { action, observation: '' } }))
      }}
      onCancel={() => {
        script.cancelled += 1
        setShown((now) => ({ ...now, live: null }))
      }}
      onRegenerate={shown.steps.length === 0 ? null : () => (script.regenerated += 1)}
      terminalAt={async (at) => ({
        columns: 160,
        rows: [`$ after ${Number.parseInt(at ?? '0', 16)}`],
        cursor: { x: 0, y: 0 },
        picture: false,
        added: 'new'
      })}
      autoFocus
    />
  )
}

window.documentScript = {
  acted: [],
  cancelled: 0,
  regenerated: 0,
  instruction: '',
  set: () => {},
  answer: () => {},
  back: () => {},
  stream: () => {}
}
const root = document.getElementById('root')
if (root === null) throw new Error('no #root on the page')
createRoot(root).render(
  <StrictMode>
    <div style={{ height: '100vh' }}>
      <Page />
    </div>
  </StrictMode>
)
