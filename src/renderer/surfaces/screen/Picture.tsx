// The picture of a screen in its frame: where pointer and keyboard become gestures.
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState
} from 'react'
import type { Gesture } from '../../../core/gestures.ts'
import type { Screen } from '../../../core/screen.ts'
import { type Editing, Editor } from './Editor.tsx'
import { HtmlPage } from './HtmlPage.tsx'
import { label, named } from './kinds.ts'
import { NodeMenu } from './NodeMenu.tsx'
import { outlineOf } from './outline.ts'
import { Placed } from './Placed.tsx'
import { usePointer } from './pointer.ts'
import { focusNode, move, nodeElement, rove, type Way } from './roving.ts'
import { pressed, spotOf } from './spots.ts'
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
  frame: 'browser' | 'phone' | 'desktop'
  /** Size of the room that the picture is fitted into, in CSS pixels. */
  room: { width: number; height: number }
  /** Larger than fitted. */
  zoom: number
  selected: number | null
  onSelect(node: number | null): void
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
/** An HTML page of this many elements is drawn; a longer one as an outline. */
const MOST_HTML = 4000

export function Picture(props: PictureProps): ReactNode {
  const { screen, text, changed, frame, room, zoom, selected } = props
  const outline = outlineOf(screen)
  const stage = useRef<HTMLDivElement>(null)
  const [editing, setEditing] = useState<Editing | null>(null)
  const [menu, setMenu] = useState<number | null>(null)
  const [drag, setDrag] = useState<number | null>(null)
  const [tall, setTall] = useState(600)
  const html = screen.format === 'html' && screen.nodes.length <= MOST_HTML
  const placed = outline.placed && !html
  const size = stageSize(screen, frame)
  const width = placed ? size.width : html ? (screen.width ?? (frame === 'phone' ? 412 : 1024)) : 0
  const height = placed ? size.height : html ? tall : 0
  const scale = width > 0 ? fitted({ width, height }, frame, room, html) * zoom : zoom

  const gesture = (made: Gesture, node: number | null) => props.onGesture(made, node)
  const pixels = placed ? { width, height } : null
  usePointer(stage, {
    screen,
    pixels,
    onGesture(made, node) {
      setMenu(null)
      if (node !== null) {
        props.onSelect(node)
        if (outline.stops[node] && stage.current) focusNode(stage.current, node)
      }
      gesture(made, node)
    }
  })

  const edit = (node: number | null, text: string) => setEditing({ node, text, serial: Date.now() })
  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const root = stage.current
    if (!root || event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return
    const at = nodeAt(event.target)
    const handled = act(event, at, root)
    if (handled) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  const act = (event: KeyboardEvent, at: number | null, root: HTMLElement): boolean => {
    if (event.key === 'Escape') {
      if (drag !== null) {
        setDrag(null)
        return true
      }
      return props.onEscape()
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return false
    const way = WAYS[event.key]
    if (way) {
      const next = move(root, at, way)
      if (next !== null) props.onSelect(next)
      return true
    }
    if (event.key === 'PageDown' || event.key === 'PageUp') {
      const far = Math.round((height || 600) * 0.8)
      gesture(
        {
          type: 'scroll',
          at: at === null ? null : spotOf(screen, scroller(screen, at)),
          dx: 0,
          dy: event.key === 'PageDown' ? far : -far
        },
        at
      )
      return true
    }
    if (at === null) return false
    const node = screen.nodes[at]
    const kind = outline.kinds[at]
    if (event.key === 'ContextMenu' || event.key === 'F10') {
      setMenu(at)
      return true
    }
    if (event.key === 'Enter' || (event.key === ' ' && kind !== 'field')) {
      if (drag !== null) {
        setDrag(null)
        gesture({ type: 'drag', from: spotOf(screen, drag), to: spotOf(screen, at) }, at)
      } else if (!props.onEnter(at)) gesture(pressed(screen, at, spotOf(screen, at)), at)
      return true
    }
    if (event.key === 'F2') {
      edit(at, node?.value ?? '')
      return true
    }
    if (event.key.length === 1 && kind === 'field') {
      edit(at, (node?.value ?? '') + event.key)
      return true
    }
    if (event.key.length === 1) {
      edit(null, event.key)
      return true
    }
    if ((event.key === 'Backspace' || event.key === 'Delete') && kind === 'field') {
      edit(at, event.key === 'Delete' ? '' : (node?.value ?? '').slice(0, -1))
      return true
    }
    return false
  }

  useImperativeHandle(props.handle, () => ({
    focus(node) {
      const root = stage.current
      if (root) focusNode(root, node ?? rove(root))
    },
    menu: setMenu,
    press(key) {
      const focused = screen.nodes.findIndex(
        (node, index) => node.states.focused === true && outline.kinds[index] === 'field'
      )
      const at = focused < 0 ? null : focused
      setEditing((now) => {
        const from = now?.text ?? (at === null ? '' : (screen.nodes[at]?.value ?? ''))
        return {
          node: now ? now.node : at,
          text: key === 'Backspace' ? from.slice(0, -1) : from + key,
          serial: Date.now()
        }
      })
    }
  }))

  // A new screen: the keyboard stays on what it was on, by what actions call it.
  const had = useRef<{ ref: string | null; name: string; focused: boolean } | null>(null)
  useLayoutEffect(() => {
    const root = stage.current
    if (!root) return
    const kept = had.current
    const again = kept && outline.stops.findIndex((stop, index) => stop && same(screen, index, kept))
    const first = outline.stops.indexOf(true)
    const at = again !== null && again >= 0 ? again : first
    rove(root, at)
    if (kept?.focused && !root.contains(document.activeElement)) focusNode(root, at)
    return () => {
      const now = rove(root)
      const node = screen.nodes[now]
      had.current = node ? { ref: node.ref, name: label(node), focused: root.contains(document.activeElement) } : null
    }
  }, [screen, outline])
  // An editor or a menu belongs to the screen it was opened on.
  const [of, setOf] = useState(screen)
  if (of !== screen) {
    setOf(screen)
    setEditing(null)
    setMenu(null)
    setDrag(null)
  }
  const reveal = useEffectEvent(() => {
    const root = stage.current
    if (root && selected !== null && !root.contains(document.activeElement)) {
      nodeElement(root, selected)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }
  })
  useEffect(() => {
    const root = stage.current
    if (!root) return
    for (const element of root.querySelectorAll('[data-selected]')) element.removeAttribute('data-selected')
    if (selected === null) return
    nodeElement(root, selected)?.setAttribute('data-selected', '')
    reveal()
    // A node that is drawn as nothing is shown by where it is.
  }, [selected, screen, scale])

  const drawn = useMemo(
    () =>
      html ? (
        <HtmlPage text={text} screen={screen} width={width} changed={changed} most={MOST_HTML} onHeight={setTall} />
      ) : placed ? (
        <Placed screen={screen} changed={changed} most={MOST} />
      ) : (
        <Wireframe screen={screen} changed={changed} most={MOST} />
      ),
    [html, placed, text, screen, width, changed]
  )
  const outlineBox = placed && selected !== null ? screen.nodes[selected]?.bounds : null
  const style: CSSProperties & { '--scale': number } =
    width > 0 ? { width, height, '--scale': scale, transform: `scale(${scale})` } : { '--scale': 1, zoom }
  return (
    <div className="pic-fit" style={width > 0 ? { width: width * scale, height: height * scale } : { width: '100%' }}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: events of the nodes inside are gathered here */}
      <div
        ref={stage}
        className={`pic-stage pic-${frame} ${width > 0 ? 'pic-absolute' : 'pic-flow'} ${html ? 'pic-html' : ''}`}
        style={style}
        onKeyDown={onKey}
        onPaste={(event) => {
          const at = nodeAt(event.target)
          const pasted = event.clipboardData.getData('text/plain')
          if (at === null || pasted === '' || event.target instanceof HTMLInputElement) return
          event.preventDefault()
          const field = outline.kinds[at] === 'field'
          edit(field ? at : null, field ? (screen.nodes[at]?.value ?? '') + pasted : pasted)
        }}
        onFocus={(event) => {
          const at = nodeAt(event.target)
          if (at !== null && stage.current) {
            rove(stage.current, at)
            props.onSelect(at)
            props.onMove()
          }
        }}
      >
        {drawn}
        {outlineBox && (
          <div
            className="pic-ring"
            aria-hidden="true"
            style={{ left: outlineBox.x, top: outlineBox.y, width: outlineBox.width, height: outlineBox.height }}
          />
        )}
      </div>
      {drag !== null && (
        <p role="status" className="pic-dragging">
          Dragging {name(screen, drag)}: choose where to drop it and press Enter. Esc cancels.
        </p>
      )}
      {editing && (
        <Editor
          key={editing.node}
          editing={editing}
          title={editing.node === null ? 'Text to type where the focus is' : `Text for ${name(screen, editing.node)}`}
          anchor={editing.node === null ? null : stage.current && nodeElement(stage.current, editing.node)}
          onText={(value) => setEditing({ ...editing, text: value })}
          onDone={(enter) => {
            setEditing(null)
            // First the focus, then the gesture: a move of the focus would make what waits a thing of the past.
            if (stage.current) focusNode(stage.current, editing.node ?? rove(stage.current))
            const at = editing.node === null ? null : spotOf(screen, editing.node)
            gesture({ type: 'type', at, text: editing.text, enter }, editing.node)
          }}
          onDrop={() => {
            setEditing(null)
            if (stage.current) focusNode(stage.current, editing.node ?? rove(stage.current))
          }}
        />
      )}
      {menu !== null && (
        <NodeMenu
          screen={screen}
          node={menu}
          dragging={drag}
          anchor={stage.current && nodeElement(stage.current, menu)}
          far={Math.round((height || 600) * 0.8)}
          onGesture={(made) => {
            setDrag(null)
            gesture(made, menu)
          }}
          onType={() => edit(menu, screen.nodes[menu]?.value ?? '')}
          onDrag={() => setDrag(menu)}
          onClose={() => {
            setMenu(null)
            if (stage.current) focusNode(stage.current, menu)
          }}
        />
      )}
    </div>
  )
}

const WAYS: Record<string, Way> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last'
}

/** The screen's size: what the format says, else what its nodes take, but no less than such a machine has. */
function stageSize(screen: Screen, frame: PictureProps['frame']): { width: number; height: number } {
  const { extent } = outlineOf(screen)
  const [width, height] = [Math.ceil(extent.width), Math.ceil(extent.height)]
  if (frame === 'desktop') {
    return width <= USUAL.width && height <= USUAL.height ? USUAL : { width, height }
  }
  return frame === 'phone' ? { width, height: Math.max(height, Math.round(width * 1.9)) } : { width, height }
}

// The screen of OSWorld's machines.
const USUAL = { width: 1920, height: 1080 }

// A phone narrower than this cannot be read; it is scrolled instead. A desktop is fitted whole, a page to its width.
const PHONE_WIDTH = 300

function fitted(
  size: { width: number; height: number },
  frame: PictureProps['frame'],
  room: PictureProps['room'],
  html: boolean
): number {
  const [wide, high] = [room.width / size.width, room.height / size.height]
  if (frame === 'phone') return Math.min(wide, Math.max(Math.min(high, 1), PHONE_WIDTH / size.width))
  if (frame === 'browser' || html) return Math.min(1, wide)
  return Math.min(1.25, wide, high)
}

function nodeAt(target: EventTarget): number | null {
  const found = target instanceof Element ? target.closest<HTMLElement>('[data-node]') : null
  return found ? Number(found.dataset.node) : null
}

/** The nearest thing around a node that scrolls, else the node itself. */
function scroller(screen: Screen, index: number): number {
  for (let at = index; at >= 0; at = screen.nodes[at]?.parent ?? -1) {
    if (screen.nodes[at]?.states.scrollable === true) return at
  }
  return index
}

function same(screen: Screen, index: number, kept: { ref: string | null; name: string }): boolean {
  const node = screen.nodes[index]
  return node !== undefined && (kept.ref !== null ? node.ref === kept.ref : label(node) === kept.name)
}

function name(screen: Screen, index: number): string {
  const node = screen.nodes[index]
  return node ? label(node) || named(node) : ''
}
