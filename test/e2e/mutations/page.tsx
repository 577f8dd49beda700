// Every surface on a page of its own, shown one observation after the other as fast as it draws them.
import { Tooltip } from 'radix-ui'
import { Component, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { Domain } from '../../../src/core/domains/domain.ts'
import { findDomain } from '../../../src/core/domains/index.ts'
import { type Action, Setup, type Step } from '../../../src/core/tree/model.ts'
import { DocumentSurface } from '../../../src/renderer/observations/document/DocumentSurface.tsx'
import { ScreenSurface } from '../../../src/renderer/observations/screen/ScreenSurface.tsx'
import type { SurfaceProps } from '../../../src/renderer/observations/surface.ts'
import { Terminal } from '../../../src/renderer/observations/terminal/Terminal.tsx'
import './page.css'

/** What a person looks at: one step of a world. */
export interface Sight {
  domain: string
  action: Action
  text: string
}

/** What went wrong with the sights shown, by their index, and the milliseconds of the slowest. */
export interface Looked {
  broken: [index: number, why: string][]
  slowest: { index: number; ms: number }
}

declare global {
  interface Window {
    look(sights: Sight[]): Looked
  }
}

const surfaces: Record<Domain['surface'], (props: SurfaceProps) => ReactNode> = {
  terminal: Terminal,
  screen: ScreenSurface,
  document: DocumentSurface
}

let fault: string | null = null
addEventListener('error', ({ message }) => (fault ??= message))
addEventListener('unhandledrejection', ({ reason }) => (fault ??= String(reason)))

class Boundary extends Component<{ children: ReactNode }> {
  static getDerivedStateFromError = () => ({})
  override componentDidCatch(error: Error) {
    fault ??= error.message
  }
  override render() {
    return fault === null ? this.props.children : null
  }
}

const place = document.getElementById('root')
if (place === null) throw new Error('no #root on the page')
const root = createRoot(place, { onUncaughtError: (error) => (fault ??= String(error)) })
let serial = 0

window.look = (sights) => {
  const looked: Looked = { broken: [], slowest: { index: 0, ms: 0 } }
  sights.forEach((sight, index) => {
    fault = null
    const began = performance.now()
    flushSync(() => root.render(<One {...sight} />))
    // Drawn, not only described: the page is laid out before the next.
    const height = document.body.offsetHeight
    const ms = performance.now() - began
    if (ms > looked.slowest.ms) looked.slowest = { index, ms }
    const empty = height === 0 || (place.textContent ?? '') === ''
    if (fault !== null || empty) looked.broken.push([index, fault ?? 'nothing is shown'])
  })
  return looked
}

function One({ domain: id, action, text }: Sight): ReactNode {
  const domain = findDomain(id)
  const Surface = surfaces[domain.surface]
  serial += 1
  const step: Step = { id: serial.toString(16).padStart(64, '0'), parent: null, action, observation: { text } }
  return (
    <Tooltip.Provider>
      <Boundary key={fault === null ? id : serial}>
        <Surface
          key={id}
          domain={domain}
          setup={Setup.parse({ domain: id })}
          steps={[step]}
          live={null}
          state={{}}
          terminalAt={async () => null}
          busy={false}
          atTip
          dark={false}
          instruction=""
          onInstruction={() => {}}
          parse={() => ({ ok: false, message: '' })}
          onAct={() => {}}
          onCancel={() => {}}
          onRegenerate={null}
        />
      </Boundary>
    </Tooltip.Provider>
  )
}
