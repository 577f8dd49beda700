// A phone, a desktop or a browser page: the picture of what the last step showed, acted on with pointer and keyboard.
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { Touch } from '../../../core/observations/screens/gestures.ts'
import { changes, type Screen, unchanged } from '../../../core/observations/screens/screen.ts'
import { ActionBar } from '../ActionBar.tsx'
import type { SurfaceProps } from '../surface.ts'
import { type ScreenActions, useActing } from './acting.ts'
import { Commands } from './Commands.tsx'
import { frames, PLACED } from './frames.tsx'
import { Inspector } from './Inspector.tsx'
import { titleOf } from './kinds.ts'
import { Live, NoPicture, Plain, Warnings } from './notices.tsx'
import { Pending } from './Pending.tsx'
import { MOST, Picture, type PictureHandle, type PictureProps } from './Picture.tsx'
import { readPreferences, type ScreenPreferences, writePreferences } from './preferences.ts'
import { shown } from './reading.ts'
import { useBeside, useRoom } from './room.ts'
import { pressed, spotOf } from './spots.ts'
import { useStage } from './stage.ts'
import { Toolbar } from './Toolbar.tsx'
import './screen.css'

const NOTHING: ReadonlySet<number> = new Set()
const nothing = () => {}
/** In place of a screen that cannot be read. */
const BLANK: Screen = {
  format: '',
  nodes: [],
  width: null,
  height: null,
  url: null,
  title: null,
  tabs: [],
  preface: '',
  warnings: []
}

export function ScreenSurface(props: SurfaceProps): ReactNode {
  const { steps, live, setup, domain, readOnly = false } = props
  const touch = readOnly ? undefined : domain.screen
  const frame = domain.screen?.frame ?? 'desktop'
  const busy = props.busy || live !== null
  const { preferences, prefer } = usePreferences()
  const [raw, setRaw] = useState(false)
  const [earlier, setEarlier] = useState(false)
  const [zoom, setZoom] = useState(1)
  const [whole, setWhole] = useState(false)
  const [selected, setSelected] = useState<number | null>(null)
  const picture = useRef<PictureHandle | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const room = useRoom(place, frame)
  const [middle, beside] = useBeside()
  // What lies over the picture is opened for a look, and is not kept.
  const [over, setOver] = useState(false)
  if (beside && over) setOver(false)
  const opening = useOpening(props.autoFocus === true)

  const { now, before, readable } = useMemo(() => shown(steps, setup.initialState), [steps, setup.initialState])
  const drawn = now.screen ? now : earlier ? (readable?.reading ?? null) : null
  const screen = drawn?.screen ?? null
  const change = useChange(before?.screen, now.screen)
  const fresh = (screen === now.screen && change) || NOTHING
  const marked = preferences.changes ? fresh : NOTHING
  const same = steps.length > 0 && before !== null && unchanged(before.text, now.text)
  const [of, setOf] = useState(now)
  if (of !== now) {
    setOf(now)
    setSelected(null)
    setEarlier(false)
  }
  const stage = useStage(screen ?? BLANK, { frame, room, zoom, whole, selected, fresh })
  const acting = useActing(now, {
    touch,
    screen,
    busy,
    sendAtOnce: preferences.sendAtOnce,
    refused: props.refused ?? null,
    onAct: props.onAct,
    onFocus: () => picture.current?.focus()
  })
  const { pending, note, act, drop } = acting

  /** From a panel over the picture to the picture, where what is done next is seen. */
  const leave = (node: number) => {
    if (beside) return
    picture.current?.focus(node)
    setOver(false)
  }
  const inspecting = screen !== null && (beside ? preferences.inspector : over)
  const cut = screen && screen.nodes.length > MOST ? screen.nodes.length : 0
  return (
    <section
      aria-label={domain.title}
      className="pic-surface"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || (!pending && !note && !over)) return
        event.preventDefault()
        event.stopPropagation()
        if (pending || note) drop()
        else setOver(false)
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
        inspector={screen ? inspecting : null}
        onInspector={() => (beside ? prefer({ inspector: !preferences.inspector }) : setOver(!over))}
        whole={stage.canPart && !raw ? stage.part === null : null}
        onWhole={(on) => {
          setWhole(on)
          // What is selected outside the windows would keep the whole screen in view.
          if (!on) setSelected(null)
        }}
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
      <div ref={middle} data-world className="pic-middle">
        <div className="pic-left">
          {live && <div className="pic-busy" aria-hidden="true" />}
          <div ref={place} className="pic-place">
            {raw || !drawn || !screen ? (
              <Plain text={now.text} />
            ) : (
              <Region
                surface={props}
                screen={screen}
                acting={acting}
                busy={busy}
                high={room.height}
                picture={{ handle: picture, text: drawn.text, changed: marked, stage, selected, autoFocus: opening }}
                onSelect={setSelected}
              />
            )}
          </div>
          {live && <Live text={live.observation} />}
        </div>
        {inspecting && drawn && (
          <Inspector
            screen={screen}
            text={drawn.text}
            changed={marked}
            selected={selected}
            onSelect={setSelected}
            onPress={(node) => {
              leave(node)
              act(pressed(screen, node, spotOf(screen, node)), node)
            }}
            onMenu={(node) => {
              leave(node)
              picture.current?.menu(node)
            }}
            onClose={beside ? null : () => setOver(false)}
          />
        )}
      </div>
      {!readOnly && (
        <Below
          surface={props}
          screen={screen}
          acting={acting}
          busy={busy}
          preferences={preferences}
          prefer={prefer}
          selected={raw ? null : selected}
          onMore={() => selected !== null && picture.current?.menu(selected)}
        />
      )}
    </section>
  )
}

function usePreferences() {
  const [preferences, setPreferences] = useState(readPreferences)
  const prefer = (change: Partial<ScreenPreferences>) => {
    const next = { ...preferences, ...change }
    setPreferences(next)
    writePreferences(next)
  }
  return { preferences, prefer }
}

/** `autoFocus` for the first drawing alone: a picture that is drawn later than the world was opened leaves the keyboard where it is. */
function useOpening(autoFocus: boolean): boolean {
  const [opening, setOpening] = useState(autoFocus)
  useEffect(() => setOpening(false), [])
  return opening
}

function useChange(before: Screen | null | undefined, now: Screen | null): ReadonlySet<number> | null {
  return useMemo(() => (now && before ? changes(before, now) : null), [now, before])
}

interface Part {
  surface: SurfaceProps
  screen: Screen | null
  acting: ScreenActions
  busy: boolean
}

interface RegionProps extends Part {
  screen: Screen
  high: number
  picture: Pick<PictureProps, 'handle' | 'text' | 'changed' | 'stage' | 'selected' | 'autoFocus'>
  onSelect(node: number | null): void
}

/** The picture in its frame. */
function Region({ surface, screen, acting, busy, high, picture, onSelect }: RegionProps): ReactNode {
  const { domain, readOnly = false } = surface
  const touch = readOnly ? undefined : domain.screen
  const frame = domain.screen?.frame ?? 'desktop'
  const { pending, note, act, drop } = acting
  const Frame = frames[frame]
  return (
    <section aria-label="Simulated screen" aria-busy={surface.live !== null} className="pic-region">
      <Frame
        screen={screen}
        high={high}
        command={(name) => framed(name, frame, touch, acting)}
        onKey={(key) => picture.handle.current?.press(key)}
      >
        <Picture
          {...picture}
          screen={screen}
          chooses={(gesture) => !busy && touch?.gesture(gesture, screen) != null}
          onSelect={onSelect}
          waits={acting.waits}
          onGesture={readOnly ? nothing : act}
          onMove={acting.moved}
          onEnter={(node) => {
            if (!pending || busy || (pending.node !== node && !pending.fresh)) return false
            acting.send(pending.action)
            return true
          }}
          onEscape={() => {
            if (!pending && !note) return false
            drop()
            return true
          }}
        />
      </Frame>
    </section>
  )
}

interface BelowProps extends Part {
  preferences: ScreenPreferences
  prefer(change: Partial<ScreenPreferences>): void
  selected: number | null
  onMore(): void
}

/** What waits to be sent, and the bar of actions. */
function Below({ surface, screen, acting, busy, preferences, prefer, selected, onMore }: BelowProps): ReactNode {
  const { domain, steps } = surface
  const frame = domain.screen?.frame ?? 'desktop'
  const { pending, note, act, drop } = acting
  return (
    <>
      <Pending
        screen={screen}
        domain={domain}
        action={pending?.action ?? null}
        note={note}
        busy={busy}
        sendAtOnce={preferences.sendAtOnce}
        onSendAtOnce={(sendAtOnce) => prefer({ sendAtOnce })}
        onSend={() => pending && !busy && acting.send(pending.action)}
        onDrop={drop}
        selected={screen && selected !== null ? titleOf(screen, selected) : null}
        onMore={onMore}
      />
      <ActionBar
        busy={busy}
        raw={() => {
          const action = pending?.action ?? steps.at(-1)?.action
          return action === undefined ? '' : domain.format(action)
        }}
        rawHint={`An action of ${domain.title}, as it is sent to the model.`}
        instruction={surface.instruction}
        onInstruction={surface.onInstruction}
        tracing={surface.tracing ?? false}
        onTracing={surface.onTracing}
        parse={surface.parse}
        routeOf={surface.routeOf}
        onAct={acting.send}
        onCancel={surface.onCancel}
        onRegenerate={surface.onRegenerate}
      >
        <Commands
          commands={(domain.screen?.commands ?? []).filter(({ name }) => !PLACED[frame].includes(name))}
          waits={acting.waits}
          onCommand={acting.command}
          onKey={(key) => act({ type: 'key', key }, null)}
        />
      </ActionBar>
    </>
  )
}

/** What does a command that the frame has a place for. */
function framed(
  name: string,
  frame: Touch['frame'],
  touch: Touch | undefined,
  { command }: ScreenActions
): ((argument: string) => void) | undefined {
  const found = PLACED[frame].includes(name) ? touch?.commands.find((one) => one.name === name) : undefined
  return found && ((argument) => command(found, argument))
}
