// A session to look at: the surface of its world after one step, and the keys to the others.
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, Moon, PanelRight, Pause, Play, Sun } from 'lucide-react'
import { Tooltip } from 'radix-ui'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Domain } from '../../core/domains/domain.ts'
import { fold } from '../../core/domains/fold.ts'
import { findDomain } from '../../core/domains/index.ts'
import { labelOf } from '../../core/domains/label.ts'
import type { UserActs } from '../../core/domains/talk.ts'
import type { Recording } from '../../core/formats/exporters/recording.ts'
import type { Step } from '../../core/tree/model.ts'
import { exportOriginOf } from '../../core/tree/origin.ts'
import { KindIcon } from '../kinds.tsx'
import { DocumentSurface } from '../observations/document/DocumentSurface.tsx'
import { ScreenSurface } from '../observations/screen/ScreenSurface.tsx'
import type { SurfaceProps } from '../observations/surface.ts'
import { Terminal } from '../observations/terminal/Terminal.tsx'
import { About } from './About.tsx'
import { useTheme } from './theme.ts'

const surfaces: Record<Domain['surface'], (props: SurfaceProps) => ReactNode> = {
  terminal: (props) => <Terminal {...props} screenReader />,
  screen: ScreenSurface,
  document: DocumentSurface
}

// Steps that the surface is given, as many as in the app. Older ones could not be reached by scrolling.
const WINDOW = 100
// Milliseconds a step is shown while it plays at single speed: long enough to find what changed.
const PACE = 1500
const SPEEDS = [0.5, 1, 2, 4]

export function Player({ recording }: { recording: Recording }): ReactNode {
  const { turns, title } = recording
  const last = turns.length
  const steps = useMemo(() => turns.map(stepOf), [turns])
  const acts = useMemo(() => actsIn(recording, steps), [recording, steps])
  const setups = useMemo(() => {
    let setup = recording.setup
    return turns.map((turn) => {
      setup = turn.setup ?? setup
      return setup
    })
  }, [recording.setup, turns])
  const kind = useMemo(() => kindOf(recording), [recording])
  const [at, setAt] = useState(Math.min(1, last))
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState(1)
  const [about, setAbout] = useState(() => matchMedia('(min-width: 1000px)').matches)
  const [dark, toggleTheme] = useTheme()

  const turn = turns[at - 1] ?? null
  const setup = setups[at - 1] ?? setups[0] ?? recording.setup
  const domain = findDomain(setup.domain)
  const shown = useMemo(() => steps.slice(Math.max(0, at - WINDOW), at), [steps, at])
  const state = useMemo(() => fold(domain, setup, shown), [domain, setup, shown])
  const before = turns[at - 2]?.observation ?? recording.setup.initialState
  const label = turn ? labelOf(domain, turn.action, before) : 'Before the first step'

  const go = (to: number) => {
    setPlaying(false)
    setAt(Math.max(0, Math.min(last, to)))
  }
  const play = () => {
    if (!playing && at === last) setAt(0)
    setPlaying(!playing && last > 0)
  }
  useEffect(() => {
    if (!playing) return
    const timer = setTimeout(() => {
      setAt(at + 1)
      if (at + 1 >= last) setPlaying(false)
    }, PACE / speed)
    return () => clearTimeout(timer)
  }, [playing, at, last, speed])
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const target = event.target instanceof Element ? event.target : null
    // Keys in a text field belong to it. The terminal's input field is an exception, because the player takes no text for it.
    if (target?.closest(TYPING) && !target.closest('[data-testid="terminal"]')) return
    const pressed: Record<string, () => void> = {
      ArrowLeft: () => go(at - 1),
      ArrowRight: () => go(at + 1),
      Home: () => go(0),
      End: () => go(last),
      ' ': play
    }
    if (event.key === ' ' && target?.closest('button, summary, a')) return
    const act = pressed[event.key]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])

  const Surface = surfaces[domain.surface]
  return (
    <Tooltip.Provider>
      <div className="flex h-full min-h-0 flex-col bg-panel">
        <header className="flex shrink-0 items-center gap-2.5 border-line border-b bg-bg px-3 py-1.5">
          <KindIcon domain={domain} />
          <h1 className="min-w-0 truncate font-semibold">{title}</h1>
          <span className="shrink-0 rounded-full border border-line px-2 text-muted text-xs">{kind}</span>
          <span className="flex-1" />
          <IconButton label="About this step" pressed={about} onClick={() => setAbout(!about)}>
            <PanelRight size={16} />
          </IconButton>
          <IconButton label={dark ? 'Light colours' : 'Dark colours'} onClick={toggleTheme}>
            {dark ? <Sun size={16} /> : <Moon size={16} />}
          </IconButton>
        </header>
        <div className="flex min-h-0 flex-1 flex-col min-[700px]:flex-row">
          <main className="min-h-0 min-w-0 flex-1">
            <Surface
              readOnly
              domain={domain}
              setup={setup}
              steps={shown}
              live={null}
              state={state}
              acts={acts}
              busy={false}
              atTip={at === last}
              dark={dark}
              instruction=""
              onInstruction={nothing}
              parse={() => ({ ok: false, message: '' })}
              onAct={nothing}
              onCancel={nothing}
              onRegenerate={null}
              terminalAt={noTerminal}
            />
          </main>
          {about && <About recording={recording} turn={turn} setup={setup} domain={domain} />}
        </div>
        <footer className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-t bg-bg px-3 py-1.5">
          <div className="flex items-center gap-0.5">
            <IconButton label="First (Home)" disabled={at === 0} onClick={() => go(0)}>
              <ChevronFirst size={16} />
            </IconButton>
            <IconButton label="Back (←)" disabled={at === 0} onClick={() => go(at - 1)}>
              <ChevronLeft size={16} />
            </IconButton>
            <IconButton label={playing ? 'Pause (Space)' : 'Play (Space)'} disabled={last === 0} onClick={play}>
              {playing ? <Pause size={16} /> : <Play size={16} />}
            </IconButton>
            <IconButton label="Next (→)" disabled={at === last} onClick={() => go(at + 1)}>
              <ChevronRight size={16} />
            </IconButton>
            <IconButton label="Last (End)" disabled={at === last} onClick={() => go(last)}>
              <ChevronLast size={16} />
            </IconButton>
          </div>
          <input
            type="range"
            aria-label="Step"
            aria-valuetext={`${at} of ${last}`}
            min={0}
            max={last}
            value={at}
            onChange={(event) => go(Number(event.target.value))}
            className="min-w-32 flex-1 accent-[var(--accent)]"
          />
          <span className="shrink-0 text-muted tabular-nums">
            {at} / {last}
          </span>
          <select
            aria-label="Speed"
            value={speed}
            onChange={(event) => setSpeed(Number(event.target.value))}
            className="shrink-0 rounded-md border border-line bg-field px-1 py-0.5 text-sm"
          >
            {SPEEDS.map((one) => (
              <option key={one} value={one}>
                {one}×
              </option>
            ))}
          </select>
          <p role="status" className="w-full truncate font-mono text-xs" title={label}>
            {label}
          </p>
        </footer>
      </div>
    </Tooltip.Provider>
  )
}

const TYPING = 'input, textarea, select, [contenteditable="true"]'
const nothing = () => {}
const noTerminal = async () => null

function stepOf({ action, observation }: Recording['turns'][number], index: number): Step {
  return { id: index.toString(16).padStart(64, '0'), parent: null, action, observation: { text: observation } }
}

/** What the user of the world did with tools of their own. */
function actsIn({ turns }: Recording, steps: readonly Step[]): UserActs {
  return Object.fromEntries(
    turns.flatMap(({ by }, index) => {
      const acted = by?.grounded?.acted
      const id = steps[index]?.id
      return acted && id !== undefined ? [[id, acted]] : []
    })
  )
}

/** How much of the session was simulated, in a word or two. */
function kindOf({ turns }: Recording): string {
  const origins = turns.map(({ by }) => exportOriginOf(by))
  if (origins.includes('predicted')) {
    return origins.every((origin) => origin === 'predicted') ? 'Simulated' : 'Partly simulated'
  }
  return origins.includes('executed') ? 'Executed' : 'Recorded or imported'
}

interface IconButtonProps {
  label: string
  pressed?: boolean
  disabled?: boolean
  onClick(): void
  children: ReactNode
}

function IconButton({ label, pressed, disabled, onClick, children }: IconButtonProps): ReactNode {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
      className="icon-button"
    >
      {children}
    </button>
  )
}
