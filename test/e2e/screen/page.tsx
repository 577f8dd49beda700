// The screen surface alone on a page, played by a script instead of a host.
import { Tooltip } from 'radix-ui'
import { StrictMode, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { findDomain } from '../../../src/core/domains/index.ts'
import { readScreen } from '../../../src/core/observations/screens/readers/index.ts'
import { type Action, Setup, type Step } from '../../../src/core/tree/model.ts'
import { HtmlPage } from '../../../src/renderer/observations/screen/HtmlPage.tsx'
import { ScreenSurface } from '../../../src/renderer/observations/screen/ScreenSurface.tsx'
import type { SurfaceProps } from '../../../src/renderer/observations/surface.ts'
import './page.css'

export interface Shown {
  domain: string
  initialState: string
  /** The observation of each step. */
  texts: string[]
  live: SurfaceProps['live']
  dark: boolean
  autoFocus: boolean
}

export interface Script {
  /** Draws each text as an HTML page, side by side, and nothing else. */
  pages(texts: string[]): void

  acted: Action[]
  cancelled: number
  set(change: Partial<Shown>): void
  /** What a benchmark has prepared. */
  next(): void
  /** What each action is answered with; `null` leaves it in flight. */
  answer: string | null
}

declare global {
  interface Window {
    picture: Script
  }
}

const steps = new Map<string, Step>()

/** The same text at the same place is the same step, as in a store. */
function step(text: string, index: number): Step {
  const key = `${index} ${text}`
  const known = steps.get(key)
  if (known) return known
  const made = { id: steps.size.toString(16).padStart(64, '0'), parent: null, action: 'noop()', observation: { text } }
  steps.set(key, made)
  return made
}

/** HTML pages alone: what the surface draws of an HTML observation. */
function Sheets({ texts }: { texts: string[] }) {
  const pages = useMemo(
    () => texts.map((text) => ({ text, read: readScreen(text) })).filter(({ read }) => 'screen' in read),
    [texts]
  )
  return pages.map(
    ({ text, read }) =>
      'screen' in read && (
        <div
          key={text}
          data-first={texts[0]}
          className="pic-surface"
          style={{ position: 'relative', height: 80, overflow: 'hidden' }}
        >
          <HtmlPage text={text} screen={read.screen} width={400} changed={NONE} most={100} onHeight={ignore} />
        </div>
      )
  )
}

const NONE: ReadonlySet<number> = new Set()
const ignore = () => {}

function Page() {
  const [shown, setShown] = useState<Shown>({
    domain: 'web',
    initialState: '',
    texts: [],
    live: null,
    dark: false,
    autoFocus: false
  })
  const [instruction, setInstruction] = useState('')
  document.documentElement.dataset.theme = shown.dark ? 'dark' : 'light'
  const [sheets, setSheets] = useState<string[] | null>(null)
  const script = window.picture
  script.pages = setSheets
  // Drawn when it returns: a key that follows is for what is shown then.
  script.set = (change) => flushSync(() => setShown((now) => ({ ...now, ...change })))
  const domain = findDomain(shown.domain)
  if (sheets) return <Sheets texts={sheets} />
  return (
    <Tooltip.Provider>
      <ScreenSurface
        key={shown.domain}
        domain={domain}
        setup={Setup.parse({ domain: shown.domain, initialState: shown.initialState })}
        steps={shown.texts.map(step)}
        live={shown.live}
        state={{}}
        terminalAt={async () => null}
        busy={shown.live !== null}
        atTip
        dark={shown.dark}
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
          const { answer } = script
          setShown((now) =>
            answer === null ? { ...now, live: { action, observation: '' } } : { ...now, texts: [...now.texts, answer] }
          )
        }}
        onCancel={() => {
          script.cancelled += 1
          setShown((now) => ({ ...now, live: null }))
        }}
        onRegenerate={null}
        autoFocus={shown.autoFocus}
      />
    </Tooltip.Provider>
  )
}

window.picture = { acted: [], cancelled: 0, set: () => {}, next: () => {}, pages: () => {}, answer: null }
const root = document.getElementById('root')
if (root === null) throw new Error('no #root on the page')
createRoot(root).render(
  <StrictMode>
    <Page />
  </StrictMode>
)
