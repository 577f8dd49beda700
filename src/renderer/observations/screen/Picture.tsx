// The picture of a screen in its frame: where pointer and keyboard become gestures.
import {
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useImperativeHandle,
  useMemo,
  useRef,
  useState
} from 'react'
import type { Gesture } from '../../../core/observations/screens/gestures.ts'
import type { PixelBounds, Screen } from '../../../core/observations/screens/screen.ts'
import { HtmlPage } from './HtmlPage.tsx'
import { isSame, useKeptFocus, useSelection } from './kept.ts'
import { type Meaning, meaning } from './keyboard.ts'
import { label } from './kinds.ts'
import { CLOSED, type Open, Overlays } from './Overlays.tsx'
import { outlineOf } from './outline.ts'
import { outlined } from './outlined.ts'
import { Placed } from './Placed.tsx'
import { usePointer } from './pointer.ts'
import { focusNode, move, nodeElement, rove } from './roving.ts'
import { choices, spotOf } from './spots.ts'
import { MOST_HTML, type Stage } from './stage.ts'
import { Wireframe } from './Wireframe.tsx'

/** What the parts around the picture ask of it. */
export interface PictureHandle {
  /** Puts the keyboard on a node, or on whatever had it last. */
  focus(node?: number): void
  /** Opens the menu of what can be done to a node. */
  menu(node: number): void
  /** Types into the focused field of the screen, as an on-screen keyboard does. */
  press(key: string): void
}

export interface PictureProps {
  handle: RefObject<PictureHandle | null>
  text: string
  screen: Screen
  changed: ReadonlySet<number>
  stage: Stage
  selected: number | null
  /** The keyboard goes to the first screen that is drawn. */
  autoFocus: boolean
  /** Whether the world has an action that chooses in a drop-down. */
  chooses(gesture: Gesture): boolean
  onSelect(node: number | null): void
  /** Whether nothing can be done yet, which is then said. */
  waits(): boolean
  onGesture(gesture: Gesture, node: number | null): void
  /** The keyboard went to another node. */
  onMove(): void
  /** Enter on a node: `true` when something that waits was sent instead. */
  onEnter(node: number): boolean
  /** Esc: `true` when there was something to drop. */
  onEscape(): boolean
}

// More boxes than this are no screen that a person could use, and each costs the browser.
export const MOST = 6000

export function Picture(props: PictureProps): ReactNode {
  const { screen, changed, selected } = props
  const { set, frame, width, scale, part } = props.stage
  const outline = outlineOf(screen)
  const stage = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(CLOSED)
  const [tall, setTall] = useState(600)
  const [measured, setMeasured] = useState<Screen | null>(null)
  const height = set === 'html' ? tall : props.stage.height
  const change = (more: Partial<Open>) => setOpen((now) => ({ ...now, ...more }))

  const gesture = (made: Gesture, node: number | null) => props.onGesture(made, node)
  /** A plain click on a drop-down that is shut offers what it holds, where the world can choose of it. */
  const offers = (made: Gesture, node: number | null): node is number => {
    if (node === null || made.type !== 'click' || made.button !== 'left' || made.count !== 1) return false
    const choice = choices(screen, node)[0]
    return choice !== undefined && props.chooses(choice.gesture)
  }
  usePointer(stage, {
    screen,
    pixels: set === 'placed' ? { width, height } : null,
    onGesture(made, node) {
      change({ menu: null })
      if (node !== null) {
        props.onSelect(node)
        if (outline.stops[node] && stage.current) focusNode(stage.current, node)
      }
      if (offers(made, node)) change({ menu: node, choosing: true })
      else gesture(made, node)
    },
    onMenu(node) {
      props.onSelect(node)
      change({ menu: node, choosing: false })
    }
  })
  const isOwn = useKeptFocus(stage, { screen, outline, measured, autoFocus: props.autoFocus })
  useSelection(stage, { screen, selected, scale })
  // A menu belongs to the screen it was opened on. Text being typed moves to the next screen, if its field is still there.
  const [of, setOf] = useState(screen)
  if (of !== screen) {
    setOf(screen)
    const { editing } = open
    setOpen({ ...CLOSED, editing: editing && { ...editing, node: again(of, editing.node, screen) } })
  }

  const edit = (node: number | null, text: string) => change({ editing: { node, text, serial: Date.now() } })
  const focus = (node: number | null) => {
    if (stage.current) focusNode(stage.current, node ?? rove(stage.current))
  }
  const far = Math.round((height || 600) * 0.8)
  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const root = stage.current
    if (!root || event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return
    const meant = meaning(event, { screen, at: nodeAt(event.target), dragging: open.drag, far })
    if (meant && follow(meant, root)) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  /** Whether the key is used up. */
  const follow = (meant: Meaning, root: HTMLElement): boolean => {
    switch (meant.do) {
      case 'move': {
        const next = move(root, meant.from, meant.way)
        if (next !== null) props.onSelect(next)
        return true
      }
      case 'escape':
        if (open.drag === null) return props.onEscape()
        change({ drag: null })
        return true
      case 'menu':
        change({ menu: meant.node, choosing: false })
        return true
      case 'type':
        edit(meant.node, meant.text)
        return true
      case 'press':
        if (props.onEnter(meant.node)) return true
        if (offers(meant.gesture, meant.node)) change({ menu: meant.node, choosing: true })
        else gesture(meant.gesture, meant.node)
        return true
      case 'gesture':
        change({ drag: null })
        gesture(meant.gesture, meant.node)
        return true
      default:
        return meant satisfies never
    }
  }

  useImperativeHandle(props.handle, () => ({
    focus: (node) => focus(node ?? null),
    menu: (node) => change({ menu: node, choosing: false }),
    press(key) {
      setOpen((now) => ({ ...now, editing: typed(now.editing, key, screen) }))
    }
  }))

  const marked = useMemo(() => outlined(screen, outline, changed), [screen, outline, changed])
  const onHeight = useCallback(
    (high: number) => {
      setTall(high)
      setMeasured(screen)
    },
    [screen]
  )
  const drawn = useDrawn(props, marked.nodes, onHeight)

  const { x, y, width: across, height: down } = part ?? { x: 0, y: 0, width, height }
  const ring = set === 'placed' && selected !== null ? screen.nodes[selected]?.bounds : null
  const style = placed(width, height, { scale, x, y })
  const size = width > 0 ? { width: across * scale, height: down * scale } : { width: '100%' }
  return (
    <div className="pic-fit" style={size}>
      <div className={width > 0 ? 'pic-view' : undefined} style={size}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: events of the nodes inside are gathered here */}
        <div
          ref={stage}
          className={`pic-stage pic-${frame} ${width > 0 ? 'pic-absolute' : 'pic-flow'} ${set === 'html' ? 'pic-html' : ''} ${marked.many ? 'pic-many' : ''}`}
          style={style}
          onKeyDown={onKey}
          onPaste={(event) => {
            const made = pasted(event, screen)
            if (made) edit(made.node, made.text)
          }}
          onFocus={(event) => {
            const at = nodeAt(event.target)
            if (at !== null && stage.current) {
              rove(stage.current, at)
              if (isOwn()) return
              props.onSelect(at)
              props.onMove()
            }
          }}
        >
          {drawn}
          {ring && <Ring {...ring} />}
        </div>
      </div>
      <Overlays
        screen={screen}
        open={open}
        onOpen={change}
        far={far}
        elementOf={(node) => stage.current && nodeElement(stage.current, node)}
        onFocus={focus}
        waits={props.waits}
        onEdit={(node) => edit(node, screen.nodes[node]?.value ?? '')}
        onText={(typed, node, enter) =>
          gesture({ type: 'type', at: node === null ? null : spotOf(screen, node), text: typed, enter }, node)
        }
        onGesture={gesture}
      />
    </div>
  )
}

/** The screen as its stage draws it, kept until something of it changes. */
function useDrawn(
  { screen, text, stage }: PictureProps,
  changed: ReadonlySet<number>,
  onHeight: (high: number) => void
) {
  const { set, frame, width, panels } = stage
  return useMemo(() => {
    const common = { screen, changed }
    if (set === 'html') return <HtmlPage {...common} text={text} width={width} most={MOST_HTML} onHeight={onHeight} />
    return set === 'placed' ? (
      <Placed {...common} most={MOST} frame={frame} panels={panels} />
    ) : (
      <Wireframe {...common} most={MOST} frame={frame} />
    )
  }, [set, text, screen, width, changed, frame, panels, onHeight])
}

/** What is being typed after `key`; into the field that has the screen's focus where nothing is yet. */
function typed(editing: Open['editing'], key: string, screen: Screen): Open['editing'] {
  const { kinds } = outlineOf(screen)
  const focused = screen.nodes.findIndex((node, index) => node.states.focused === true && kinds[index] === 'field')
  const at = focused < 0 ? null : focused
  const from = editing?.text ?? (at === null ? '' : (screen.nodes[at]?.value ?? ''))
  const text = key === 'Backspace' ? from.slice(0, -1) : from + key
  return { node: editing ? editing.node : at, text, serial: Date.now() }
}

/** A stage of known width is scaled and moved; any other is as wide as its place. */
function placed(
  width: number,
  height: number,
  { scale, x, y }: { scale: number; x: number; y: number }
): CSSProperties & { '--scale': number } {
  if (width <= 0) return { '--scale': 1, zoom: scale }
  return { width, height, '--scale': scale, transform: `scale(${scale}) translate(${-x}px, ${-y}px)` }
}

/** What is pasted, and the field it goes into, which keeps what it holds; `null` when it is not for the screen. */
function pasted(event: ClipboardEvent, screen: Screen): { node: number | null; text: string } | null {
  const at = nodeAt(event.target)
  const text = event.clipboardData.getData('text/plain')
  if (at === null || text === '' || event.target instanceof HTMLInputElement) return null
  event.preventDefault()
  const field = outlineOf(screen).kinds[at] === 'field'
  return { node: field ? at : null, text: field ? (screen.nodes[at]?.value ?? '') + text : text }
}

function Ring({ x, y, width, height }: PixelBounds): ReactNode {
  return <div className="pic-ring" aria-hidden="true" style={{ left: x, top: y, width, height }} />
}

/** The node of the next screen that `node` of the last one is; `null` for none. */
function again(last: Screen, node: number | null, next: Screen): number | null {
  const before = node === null ? undefined : last.nodes[node]
  if (!before) return null
  const at = next.nodes.findIndex((_, index) => isSame(next, index, { ref: before.ref, name: label(before) }))
  return at < 0 ? null : at
}

function nodeAt(target: EventTarget): number | null {
  const found = target instanceof Element ? target.closest<HTMLElement>('[data-node]') : null
  return found ? Number(found.dataset.node) : null
}
