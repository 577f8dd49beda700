// A phone, a desktop or a browser page: the picture of what the last step showed, acted on with pointer and keyboard.
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Command, Gesture } from '../../../core/gestures.ts'
import type { Action } from '../../../core/model.ts'
import { changes, unchanged } from '../../../core/screen.ts'
import { ActionBar } from '../ActionBar.tsx'
import type { SurfaceProps } from '../surface.ts'
import { Commands } from './Commands.tsx'
import { frames, PLACED } from './frames.tsx'
import { Inspector } from './Inspector.tsx'
import { Live, NoPicture, Plain, Warnings } from './notices.tsx'
import { Pending } from './Pending.tsx'
import { MOST, Picture, type PictureHandle } from './Picture.tsx'
import { type Preferences, readPreferences, writePreferences } from './preferences.ts'
import { shown } from './reading.ts'
import { pressed, spotOf } from './spots.ts'
import { Toolbar } from './Toolbar.tsx'
import './screen.css'

const NOTHING: ReadonlySet<number> = new Set()
const NO_ACTION = 'This world has no action for that.'
const BUSY = 'An answer is still coming. Wait for it, or press Esc to cancel it.'
// A second click within this makes a double click of two.
const DOUBLE_MS = 260

export function ScreenSurface(props: SurfaceProps): ReactNode {
  const { steps, live, setup, domain } = props
  const touch = domain.touch
  const frame = touch?.frame ?? 'desktop'
  const busy = props.busy || live !== null
  const [preferences, setPreferences] = useState(readPreferences)
  const [raw, setRaw] = useState(false)
  const [earlier, setEarlier] = useState(false)
  const [zoom, setZoom] = useState(1)
  const [selected, setSelected] = useState<number | null>(null)
  const [pending, setPending] = useState<{ action: Action; node: number | null; fresh: boolean } | null>(null)
  const [note, setNote] = useState('')
  const picture = useRef<PictureHandle | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState({ width: 800, height: 500 })
  const late = useRef<ReturnType<typeof setTimeout>>(undefined)

  const look = useMemo(() => shown(steps, setup.initialState), [steps, setup.initialState])
  const { now, before, readable } = look
  const drawn = now.screen ? now : earlier ? (readable?.reading ?? null) : null
  const screen = drawn?.screen ?? null
  const change = useMemo(
    () => (now.screen && before?.screen ? changes(before.screen, now.screen) : null),
    [now.screen, before?.screen]
  )
  const marked = preferences.changes && change && screen === now.screen ? change : NOTHING
  const same = steps.length > 0 && before !== null && unchanged(before.text, now.text)

  // What was prepared for one screen means nothing on the next.
  const [of, setOf] = useState(now)
  if (of !== now) {
    setOf(now)
    setPending(null)
    setSelected(null)
    setNote('')
    setEarlier(false)
  }
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const measure = () =>
      setRoom({ width: element.clientWidth - MARGIN, height: element.clientHeight - MARGIN - EXTRA[frame] })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  useEffect(() => () => clearTimeout(late.current), [])

  const prefer = (change: Partial<Preferences>) => {
    const next = { ...preferences, ...change }
    setPreferences(next)
    writePreferences(next)
  }
  const send = (action: Action) => {
    // What sent it is about to go: the keyboard goes back to the picture.
    if (document.activeElement?.closest('.pic-pending')) picture.current?.focus()
    setPending(null)
    setNote('')
    props.onAct(action)
  }
  const propose = (action: Action, node: number | null, wait = false) => {
    clearTimeout(late.current)
    setNote('')
    if (!preferences.sendAtOnce) return setPending({ action, node, fresh: true })
    if (wait) late.current = setTimeout(() => send(action), DOUBLE_MS)
    else send(action)
  }
  const act = (gesture: Gesture, node: number | null) => {
    if (busy) return setNote(BUSY)
    const action = screen && touch ? touch.gesture(gesture, screen) : null
    if (action === null) {
      setPending(null)
      return setNote(NO_ACTION)
    }
    // Only where two clicks are something else than one does the first wait for the second.
    const single = gesture.type === 'click' && gesture.count === 1 && gesture.button === 'left' ? gesture : null
    propose(
      action,
      node,
      single !== null && screen !== null && touch?.gesture({ ...single, count: 2 }, screen) !== null
    )
  }
  const command = (one: Command, argument: string) => {
    if (busy) return setNote(BUSY)
    try {
      propose(one.action(argument), null)
    } catch (error) {
      // A domain refuses an argument that makes no action, in words.
      setNote(error instanceof Error ? error.message : String(error))
    }
  }
  const commands = touch?.commands ?? []
  const framed = (name: string) => {
    const found = PLACED[frame].includes(name) ? commands.find((one) => one.name === name) : undefined
    return found && ((argument: string) => command(found, argument))
  }
  const onSend = () => {
    if (pending && !busy) send(pending.action)
  }
  const onDrop = () => {
    setPending(null)
    setNote('')
    picture.current?.focus()
  }
  const Frame = frames[frame]
  const cut = screen && screen.nodes.length > MOST ? screen.nodes.length : 0
  return (
    <section
      aria-label={domain.title}
      className="pic-surface"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || (!pending && !note)) return
        event.preventDefault()
        event.stopPropagation()
        onDrop()
      }}
    >
      <Toolbar
        reading={now}
        change={change}
        fewer={before?.screen && now.screen ? before.screen.nodes.length - now.screen.nodes.length : 0}
        same={same}
        preferences={preferences}
        onPreferences={prefer}
        raw={raw}
        onRaw={setRaw}
        zoom={zoom}
        onZoom={setZoom}
      />
      <Warnings screen={screen} cut={cut} most={MOST} />
      {!now.screen && !raw && (
        <NoPicture
          reading={now}
          begun={steps.length > 0}
          readable={readable?.step ?? null}
          shown={earlier}
          onShow={setEarlier}
        />
      )}
      <div className="pic-middle">
        <div className="pic-left">
          {live && <div className="pic-busy" aria-hidden="true" />}
          <div ref={place} className="pic-place">
            {raw || !drawn || !screen ? (
              <Plain text={now.text} />
            ) : (
              <section aria-label="Simulated screen" aria-busy={live !== null} className="pic-region">
                <Frame screen={screen} command={framed} onKey={(key) => picture.current?.press(key)}>
                  <Picture
                    handle={picture}
                    text={drawn.text}
                    screen={screen}
                    changed={marked}
                    frame={frame}
                    room={room}
                    zoom={zoom}
                    selected={selected}
                    onSelect={setSelected}
                    onGesture={act}
                    onMove={() => setPending((was) => was && { ...was, fresh: false })}
                    onEnter={(node) => {
                      if (!pending || busy || (pending.node !== node && !pending.fresh)) return false
                      send(pending.action)
                      return true
                    }}
                    onEscape={() => {
                      if (!pending && !note) return false
                      onDrop()
                      return true
                    }}
                  />
                </Frame>
              </section>
            )}
          </div>
          {live && <Live text={live.observation} />}
        </div>
        {preferences.inspector && screen && drawn && (
          <Inspector
            screen={screen}
            text={drawn.text}
            changed={marked}
            selected={selected}
            onSelect={setSelected}
            onPress={(node) => act(pressed(screen, node, spotOf(screen, node)), node)}
            onMenu={(node) => picture.current?.menu(node)}
          />
        )}
      </div>
      <Pending
        domain={domain}
        action={pending?.action ?? null}
        note={note}
        busy={busy}
        sendAtOnce={preferences.sendAtOnce}
        onSendAtOnce={(sendAtOnce) => prefer({ sendAtOnce })}
        onSend={onSend}
        onDrop={onDrop}
      />
      <ActionBar
        busy={busy}
        raw={() => {
          const action = pending?.action ?? steps.at(-1)?.action
          return action === undefined ? '' : domain.format(action)
        }}
        rawHint={`An action of ${domain.title}, as the model is given it.`}
        instruction={props.instruction}
        onInstruction={props.onInstruction}
        tracing={props.tracing ?? false}
        onTracing={props.onTracing}
        parse={props.parse}
        onAct={send}
        onCancel={props.onCancel}
        onRegenerate={props.onRegenerate}
      >
        <Commands
          commands={commands.filter(({ name }) => !PLACED[frame].includes(name))}
          onCommand={command}
          onKey={(key) => act({ type: 'key', key }, null)}
        />
      </ActionBar>
    </section>
  )
}

// What stands around the picture: margins, and above and below it the parts of its frame.
const MARGIN = 32
const EXTRA = { browser: 76, phone: 76, desktop: 0 }
