// What stands around a picture, by the kind of machine that shows it.
import { BatteryMedium, ChevronDown, Circle, Square, Triangle, Wifi } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Touch } from '../../../core/observations/screens/gestures.ts'
import type { Screen } from '../../../core/observations/screens/screen.ts'
import { Browser } from './Browser.tsx'
import { kindOf } from './kinds.ts'
import { hasKeyboard, statusOf } from './phone.ts'

export interface FrameProps {
  screen: Screen | null
  /** What does a command of the domain, or `undefined` when it has none of this name. */
  command(name: string): ((argument: string) => void) | undefined
  /** A key of the on-screen keyboard: a character, `Backspace` or `Enter`. */
  onKey(key: string): void
  /** What the picture may be high without being scrolled, in CSS pixels. */
  high: number
  children: ReactNode
}

type FrameKind = Touch['frame']

export const frames: Record<FrameKind, (props: FrameProps) => ReactNode> = {
  browser: Browser,
  phone: Phone,
  desktop: Desktop
}

/** The commands that each frame has a place for; the others are buttons in the bar. */
export const PLACED: Record<FrameKind, readonly string[]> = {
  browser: ['back', 'forward', 'goto', 'new-tab', 'tab', 'close-tab'],
  phone: ['back', 'home', 'recents'],
  desktop: []
}

function Phone({ screen, command, onKey, high, children }: FrameProps): ReactNode {
  const typing = screen !== null && isTyping(screen)
  const own = screen !== null && statusOf(screen).length > 0
  const [hidden, setHidden] = useState<Screen | null>(null)
  const keys = [
    { name: 'back', title: 'Back', icon: <Triangle className="-rotate-90" aria-hidden="true" /> },
    { name: 'home', title: 'Home', icon: <Circle aria-hidden="true" /> },
    { name: 'recents', title: 'Recent apps', icon: <Square aria-hidden="true" /> }
  ]
  return (
    <div className="pic-phone-frame">
      <div className="pic-status" aria-hidden="true">
        <span>Simulated</span>
        {!own && (
          <span>
            <Wifi />
            <BatteryMedium />
          </span>
        )}
      </div>
      <div className="pic-glass">
        <div className="pic-scroll" style={{ maxHeight: Math.max(LEAST, high) }}>
          {children}
        </div>
        {typing && hidden !== screen && <Keyboard onKey={onKey} onHide={() => setHidden(screen)} />}
      </div>
      <div className="pic-keys">
        {keys.map(({ name, title, icon }) => {
          const run = command(name)
          return (
            (run || name !== 'recents') && (
              <button key={name} type="button" aria-label={title} disabled={!run} onClick={() => run?.('')}>
                {icon}
              </button>
            )
          )
        })}
      </div>
    </div>
  )
}

/** A field has the focus, and the observation does not show a keyboard of its own. */
function isTyping(screen: Screen): boolean {
  const { nodes } = screen
  return !hasKeyboard(screen) && nodes.some((node) => node.states.focused === true && kindOf(node) === 'field')
}

// A glass lower than this would show nothing.
const LEAST = 240

function Desktop({ children }: FrameProps): ReactNode {
  return <div className="pic-desktop-frame">{children}</div>
}

const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** Drawn for the eye and for the pointer; who has a keyboard types on that. */
function Keyboard({ onKey, onHide }: { onKey(key: string): void; onHide(): void }): ReactNode {
  const key = (name: string, face: ReactNode, wide = 1) => (
    // biome-ignore lint/a11y/noStaticElementInteractions: hidden from assistive technology, which has a keyboard of its own
    <span
      key={name}
      data-key={name}
      style={{ flexGrow: wide }}
      onMouseDown={(event) => {
        // The editor keeps the focus.
        event.preventDefault()
        if (name === 'hide') onHide()
        else onKey(name)
      }}
    >
      {face}
    </span>
  )
  return (
    <div className="pic-keyboard" aria-hidden="true">
      {ROWS.map((row, index) => (
        <div key={row}>
          {[...row].map((letter) => key(letter, letter))}
          {index === 2 && key('Backspace', '⌫', 1.6)}
        </div>
      ))}
      <div>
        {key('hide', <ChevronDown />, 1.4)}
        {key('@', '@')}
        {key(' ', '', 5)}
        {key('.', '.')}
        {key('Enter', '↵', 1.8)}
      </div>
    </div>
  )
}
