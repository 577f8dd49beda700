// The screen as a tree beside its picture: every node, what is known of it, and the lines it was read from.
import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronDown, ChevronRight, Search, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Screen, ScreenNode } from '../../../core/observations/screens/screen.ts'
import { visible as plain } from '../../../core/text/visible.ts'
import { count, counted } from '../../words.ts'
import { face, kindOf, label } from './kinds.ts'
import { above, outlineOf } from './outline.ts'

export interface InspectorProps {
  screen: Screen
  text: string
  changed: ReadonlySet<number>
  selected: number | null
  onSelect(node: number): void
  /** Enter on a node. */
  onPress(node: number): void
  onMenu(node: number): void
  /** It covers the picture: it takes the focus, and returns it when it is closed. `null` beside the picture. */
  onClose: (() => void) | null
}

const ROW = 24
const INDENT = 12
// Deeper rows stand below one another: their names would be pushed out of view.
const DEEPEST = 14

export function Inspector(props: InspectorProps): ReactNode {
  const { screen, text, changed, selected, onSelect, onPress, onMenu, onClose } = props
  const outline = outlineOf(screen)
  const [filter, setFilter] = useState('')
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set())
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const rows = useMemo(() => visible(screen, filter, closed), [screen, filter, closed])
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8
  })
  const at = selected === null ? -1 : rows.indexOf(selected)
  // A node that was selected in the picture may lie in a closed part of the tree.
  const [opened, setOpened] = useState<number | null>(null)
  if (selected !== opened) {
    setOpened(selected)
    if (selected !== null && at < 0 && filter === '') {
      const shut = above(screen, selected).filter((index) => closed.has(index))
      if (shut.length > 0) setClosed(new Set([...closed].filter((index) => !shut.includes(index))))
    }
  }
  // A row that is clicked is in view already, and must not move under the second click of two.
  const clicked = useRef<number | null>(null)
  useEffect(() => {
    if (at >= 0 && clicked.current !== at) list.scrollToIndex(at, { align: 'auto' })
    clicked.current = null
  }, [at, list])

  const over = onClose !== null
  const panel = useRef<HTMLElement>(null)
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (!over) return
    const from = document.activeElement
    const inside = panel.current
    input.current?.focus({ preventScroll: true })
    return () => {
      // Whoever closes it by acting on a node has put the keyboard on that node already.
      if (from instanceof HTMLElement && inside?.contains(document.activeElement)) from.focus({ preventScroll: true })
    }
  }, [over])

  const toggle = (index: number, open: boolean) => {
    const next = new Set(closed)
    if (open) next.delete(index)
    else next.add(index)
    setClosed(next)
  }
  const go = (to: number) => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, to))]
    if (next !== undefined) onSelect(next)
  }
  const onKey = (event: KeyboardEvent) => {
    if (!follow(event, { screen, rows, at, closed, toggle, go, onSelect, onPress, onMenu })) return
    event.preventDefault()
    event.stopPropagation()
  }
  const node = selected === null ? undefined : screen.nodes[selected]
  return (
    <aside
      ref={panel}
      aria-label="Inspector"
      className={over ? 'pic-inspector pic-over' : 'pic-inspector'}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !onClose) return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      <div className="pic-filter">
        <Search size={13} aria-hidden="true" />
        <input
          ref={input}
          aria-label="Filter nodes"
          placeholder={`Filter ${counted(screen.nodes.length, 'node')}`}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        {onClose && (
          <button type="button" aria-label="Close the inspector" className="icon-button" onClick={onClose}>
            <X size={14} aria-hidden="true" />
          </button>
        )}
      </div>
      <div
        ref={scroller}
        role="tree"
        aria-label="Nodes of the screen"
        tabIndex={0}
        aria-activedescendant={at >= 0 ? `${id}-${selected}` : undefined}
        onKeyDown={onKey}
        onFocus={(event) => at < 0 && event.currentTarget.matches(':focus-visible') && go(0)}
        className="pic-tree"
      >
        <div role="none" style={{ height: list.getTotalSize(), position: 'relative' }}>
          {list.getVirtualItems().map(({ index: row, start }) => {
            const index = rows[row]
            const shown = index === undefined ? undefined : screen.nodes[index]
            if (index === undefined || !shown) return null
            const inner = (outline.children[index]?.length ?? 0) > 0
            const siblings = outline.children[shown.parent] ?? outline.tops
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys
              // biome-ignore lint/a11y/useFocusableInteractive: the tree names the active row
              <div
                key={index}
                id={`${id}-${index}`}
                role="treeitem"
                aria-level={(outline.depths[index] ?? 0) + 1}
                aria-setsize={siblings.length}
                aria-posinset={siblings.length < 2000 ? siblings.indexOf(index) + 1 : undefined}
                aria-selected={index === selected}
                aria-expanded={inner ? !closed.has(index) : undefined}
                className="pic-row-of-tree"
                style={{
                  top: start,
                  height: ROW,
                  paddingLeft: 6 + INDENT * Math.min(DEEPEST, outline.depths[index] ?? 0)
                }}
                onClick={() => {
                  clicked.current = row
                  onSelect(index)
                }}
                onDoubleClick={() => onPress(index)}
                onContextMenu={(event) => {
                  event.preventDefault()
                  onSelect(index)
                  onMenu(index)
                }}
              >
                {inner ? (
                  <span
                    className="pic-twist"
                    aria-hidden="true"
                    onClick={(event) => {
                      event.stopPropagation()
                      toggle(index, closed.has(index))
                    }}
                  >
                    {closed.has(index) ? <ChevronRight size={12} /> : <ChevronDown size={12} />}
                  </span>
                ) : (
                  <span className="pic-twist" />
                )}
                <span className="text-muted">{shown.role}</span>
                <span className="min-w-0 truncate">{face(shown, kindOf(shown))}</span>
                {shown.ref !== null && <code>{shown.ref}</code>}
                {changed.has(index) && <b className="pic-flag">changed</b>}
              </div>
            )
          })}
        </div>
      </div>
      {rows.length === 0 && <p className="px-3 py-2 text-muted">No matching nodes.</p>}
      {node ? (
        <Details node={node} text={text} />
      ) : (
        <p className="pic-details text-muted">Details of the selected node appear here.</p>
      )}
    </aside>
  )
}

interface Keyed extends Pick<InspectorProps, 'screen' | 'onSelect' | 'onPress' | 'onMenu'> {
  rows: number[]
  /** The selected row, -1 for none. */
  at: number
  closed: ReadonlySet<number>
  toggle(index: number, open: boolean): void
  go(to: number): void
}

/** Does what the key means in the tree; whether it means anything. */
function follow(
  event: KeyboardEvent,
  { screen, rows, at, closed, toggle, go, onSelect, onPress, onMenu }: Keyed
): boolean {
  const index = rows[at]
  const parent = index === undefined ? undefined : screen.nodes[index]?.parent
  const inner = index === undefined ? 0 : (outlineOf(screen).children[index]?.length ?? 0)
  const open = index !== undefined && inner > 0 && !closed.has(index)
  if (event.altKey || event.ctrlKey || event.metaKey) return false
  if (event.key === 'ArrowDown') go(at + 1)
  else if (event.key === 'ArrowUp') go(at < 0 ? 0 : at - 1)
  else if (event.key === 'Home') go(0)
  else if (event.key === 'End') go(rows.length - 1)
  else if (event.key === 'PageDown') go(at + 12)
  else if (event.key === 'PageUp') go(at - 12)
  else if (event.key === 'ArrowRight' && index !== undefined) {
    if (inner > 0 && !open) toggle(index, true)
    else if (inner > 0) go(at + 1)
  } else if (event.key === 'ArrowLeft' && index !== undefined) {
    if (open) toggle(index, false)
    else if (parent !== undefined && parent >= 0) onSelect(parent)
  } else if (event.key === 'Enter' && index !== undefined) onPress(index)
  else if ((event.key === 'ContextMenu' || event.key === 'F10') && index !== undefined) onMenu(index)
  else return false
  return true
}

/** The rows of the tree: without a filter all that is not in a closed part, with one what fits it and what stands above that. */
function visible({ nodes }: Screen, filter: string, closed: ReadonlySet<number>): number[] {
  const wanted = filter.trim().toLowerCase()
  const shown = new Uint8Array(nodes.length)
  if (wanted !== '') {
    nodes.forEach((node, index) => {
      const words = `${node.role} ${node.name} ${node.text} ${node.value ?? ''} ${node.ref ?? ''}`.toLowerCase()
      if (!words.includes(wanted)) return
      for (let at = index; at >= 0 && !shown[at]; at = nodes[at]?.parent ?? -1) shown[at] = 1
    })
  } else {
    nodes.forEach(({ parent }, index) => {
      if (parent < 0 || (shown[parent] === 1 && !closed.has(parent))) shown[index] = 1
    })
  }
  return nodes.flatMap((_, index) => (shown[index] ? [index] : []))
}

// Enough to see what it was; the whole text is one press away.
const SOURCE = 1200
const MOST_ATTRIBUTES = 30

function Details({ node, text }: { node: ScreenNode; text: string }): ReactNode {
  const { bounds } = node
  const states = Object.entries(node.states).filter(([, on]) => on !== false)
  const source = text.slice(node.start, Math.min(node.end, node.start + SOURCE))
  const line = useMemo(() => text.slice(0, node.start).split('\n').length, [text, node])
  const rows: [string, string][] = [
    ['Role', node.role === node.tag.toLowerCase() ? node.role : `${node.role} (${node.tag})`],
    ['Name', label(node)],
    ['Text', node.text === label(node) ? '' : node.text],
    ['Value', node.value ?? ''],
    ['States', states.map(([name, on]) => (on === true ? name : `${name}: ${on}`)).join(', ')],
    ['Bounds', bounds ? `${bounds.x}, ${bounds.y}, ${bounds.width} × ${bounds.height}` : ''],
    ['Ref', node.ref ?? '']
  ]
  return (
    <section aria-label="Selected node" className="pic-details">
      <dl>
        {rows
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value.slice(0, SOURCE)}</dd>
            </div>
          ))}
        {node.attributes
          .filter(([, value]) => value !== '')
          .slice(0, MOST_ATTRIBUTES)
          .map(([name, value], index) => (
            <div key={`${name} ${index}`}>
              <dt>{name}</dt>
              <dd>{value.slice(0, SOURCE)}</dd>
            </div>
          ))}
      </dl>
      <p className="text-muted text-xs">Read from line {count(line)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label="Source of the selected node">
        <pre>{plain(source)}</pre>
      </section>
    </section>
  )
}
