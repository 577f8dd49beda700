// What opens over the picture: the line for text, the menu of a node, the note that something is being dragged.
import type { ReactNode } from 'react'
import type { Gesture } from '../../../core/observations/screens/gestures.ts'
import type { Screen } from '../../../core/observations/screens/screen.ts'
import { type Editing, Editor } from './Editor.tsx'
import { titleOf } from './kinds.ts'
import { NodeMenu } from './NodeMenu.tsx'

/** What is open, at most one of each. */
export interface Open {
  editing: Editing | null
  /** The node whose menu is open. */
  menu: number | null
  /** It offers what a drop-down holds, and little else. */
  choosing: boolean
  /** The node that a drag has begun at. */
  drag: number | null
}

export const CLOSED: Open = { editing: null, menu: null, choosing: false, drag: null }

export interface OverlaysProps {
  screen: Screen
  open: Open
  onOpen(change: Partial<Open>): void
  /** Pixels that one scroll is. */
  far: number
  elementOf(node: number): HTMLElement | null
  /** The keyboard goes back to a node; `null`: to the one that had it. */
  onFocus(node: number | null): void
  onEdit(node: number): void
  /** Whether nothing can be done yet, which is then said. */
  waits(): boolean
  onText(text: string, node: number | null, enter: boolean): void
  onGesture(gesture: Gesture, node: number): void
}

export function Overlays(props: OverlaysProps): ReactNode {
  const { screen, open, onOpen, far, elementOf, onFocus } = props
  const { editing, menu, drag } = open
  return (
    <>
      {drag !== null && (
        <p role="status" className="pic-dragging">
          Dragging {titleOf(screen, drag)}: choose where to drop it and press Enter. Esc cancels.
        </p>
      )}
      {editing && (
        <Editor
          editing={editing}
          title={
            editing.node === null ? 'Text to type where the focus is' : `Text for ${titleOf(screen, editing.node)}`
          }
          anchor={editing.node === null ? null : elementOf(editing.node)}
          onText={(text) => onOpen({ editing: { ...editing, text } })}
          onDone={(enter) => {
            if (props.waits()) return
            onOpen({ editing: null })
            // First the focus, then the gesture: a move of the focus would make what waits a thing of the past.
            onFocus(editing.node)
            props.onText(editing.text, editing.node, enter)
          }}
          onDrop={() => {
            onOpen({ editing: null })
            onFocus(editing.node)
          }}
        />
      )}
      {menu !== null && (
        <NodeMenu
          screen={screen}
          node={menu}
          choosing={open.choosing}
          dragging={drag}
          anchor={elementOf(menu)}
          far={far}
          onGesture={(made) => {
            onOpen({ drag: null })
            props.onGesture(made, menu)
          }}
          onType={() => props.onEdit(menu)}
          onDrag={() => onOpen({ drag: menu })}
          onClose={() => {
            onOpen({ menu: null })
            onFocus(menu)
          }}
        />
      )}
    </>
  )
}
