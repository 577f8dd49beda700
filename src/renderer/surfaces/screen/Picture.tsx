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
import { type Meaning, meaning } from './keyboard.ts'
import { label, named } from './kinds.ts'
import { NodeMenu } from './NodeMenu.tsx'
import { outlineOf } from './outline.ts'
import { Placed } from './Placed.tsx'
import { usePointer } from './pointer.ts'
import { focusNode, move, nodeElement, rove } from './roving.ts'
import { fitted, stageSize } from './sizes.ts'
import { spotOf } from './spots.ts'
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
  const [measured, setMeasured] = useState<Screen | null>(null)
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
  const far = Math.round((height || 600) * 0.8)
  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const root = stage.current
    if (!root || event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return
    const meant = meaning(event, { screen, at: nodeAt(event.target), dragging: drag, far })
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
        if (drag === null) return props.onEscape()
        setDrag(null)
        return true
      case 'menu':
        setMenu(meant.node)
        return true
      case 'type':
        edit(meant.node, meant.text)
        return true
      case 'press':
        if (!props.onEnter(meant.node)) gesture(meant.gesture, meant.node)
        return true
      case 'gesture':
        setDrag(null)
        gesture(meant.gesture, meant.node)
        return true
      default:
        return meant satisfies never
    }
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
  const settle = useEffectEvent(() => {
    const root = stage.current
    if (!root) return
    const kept = had.current
    const again = kept && outline.stops.findIndex((stop, index) => stop && same(screen, index, kept))
    const at = again !== null && again >= 0 ? again : outline.stops.indexOf(true)
    rove(root, at)
    const active = document.activeElement
    if (kept?.focused && (active === document.body || root.contains(active))) focusNode(root, at)
  })
  useLayoutEffect(() => {
    const root = stage.current
    if (!root) return
    settle()
    return () => {
      const now = rove(root)
      const node = screen.nodes[now]
      had.current = node ? { ref: node.ref, name: label(node), focused: root.contains(document.activeElement) } : null
    }
  }, [screen, outline])
  // HTML has its boxes only once the browser has laid it out.
  useLayoutEffect(() => {
    if (measured) settle()
  }, [measured])
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
        <HtmlPage
          text={text}
          screen={screen}
          width={width}
          changed={changed}
          most={MOST_HTML}
          onHeight={(height) => {
            setTall(height)
            setMeasured(screen)
          }}
        />
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
          far={far}
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

function nodeAt(target: EventTarget): number | null {
  const found = target instanceof Element ? target.closest<HTMLElement>('[data-node]') : null
  return found ? Number(found.dataset.node) : null
}

function same(screen: Screen, index: number, kept: { ref: string | null; name: string }): boolean {
  const node = screen.nodes[index]
  return node !== undefined && (kept.ref !== null ? node.ref === kept.ref : label(node) === kept.name)
}

function name(screen: Screen, index: number): string {
  const node = screen.nodes[index]
  return node ? label(node) || named(node) : ''
}
