// Everything that can be done to one node, for the keyboard and for those who do not know the gesture.
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import type { Gesture } from '../../../core/observations/screens/gestures.ts'
import type { Screen } from '../../../core/observations/screens/screen.ts'
import { label, named } from './kinds.ts'
import { optionsOf, outlineOf } from './outline.ts'
import { choices, spotOf } from './spots.ts'

export interface NodeMenuProps {
  screen: Screen
  node: number
  /** Offers what the drop-down holds, and to click it all the same. */
  choosing: boolean
  /** The node that a drag has begun at. */
  dragging: number | null
  anchor: HTMLElement | null
  /** Pixels that one scroll is. */
  far: number
  onGesture(gesture: Gesture): void
  onType(): void
  onDrag(): void
  onClose(): void
}

export function NodeMenu(props: NodeMenuProps): ReactNode {
  const { screen, node, dragging, far } = props
  const outline = outlineOf(screen)
  const shown = screen.nodes[node]
  if (!shown) return null
  const at = spotOf(screen, node)
  const box = props.anchor?.getBoundingClientRect()
  const options = outline.kinds[node] === 'select' ? optionsOf(outline, node).slice(0, MOST_OPTIONS) : []
  const chosen = props.choosing ? choices(screen, node).slice(0, MOST_OPTIONS) : []
  const item = (title: string, gesture: Gesture) => (
    <DropdownMenu.Item key={title} className="menu-item" onSelect={() => props.onGesture(gesture)}>
      {title}
    </DropdownMenu.Item>
  )
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && props.onClose()}>
      <DropdownMenu.Trigger asChild>
        <span
          aria-hidden="true"
          className="pointer-events-none fixed"
          style={{
            left: box ? box.left + Math.min(24, box.width / 2) : '40%',
            top: box ? Math.min(box.bottom, window.innerHeight - 40) : '40%'
          }}
        />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto"
          aria-label={`${props.choosing ? 'Options of' : 'Actions for'} ${label(shown) || named(shown)}`}
          align="start"
          collisionPadding={8}
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          {props.choosing ? (
            <>
              {chosen.map(({ title, gesture }) => item(title, gesture))}
              <Rule />
              {item('Click only', { type: 'click', at, button: 'left', count: 1 })}
            </>
          ) : (
            <>
              {item('Click', { type: 'click', at, button: 'left', count: 1 })}
              {item('Double click', { type: 'click', at, button: 'left', count: 2 })}
              {item('Right click', { type: 'click', at, button: 'right', count: 1 })}
              {item('Hold', { type: 'hold', at })}
              {item('Hover', { type: 'hover', at })}
              <DropdownMenu.Item className="menu-item" onSelect={props.onType}>
                Type text…
              </DropdownMenu.Item>
              {options.length > 0 && <Rule />}
              {options.map((child) => {
                const option = screen.nodes[child]
                return option && item(`Choose ${label(option)}`, { type: 'select', at, options: [label(option)] })
              })}
              <Rule />
              {dragging === null || dragging === node ? (
                <DropdownMenu.Item className="menu-item" onSelect={props.onDrag}>
                  Drag from here
                </DropdownMenu.Item>
              ) : (
                item('Drop here', { type: 'drag', from: spotOf(screen, dragging), to: at })
              )}
              {item('Scroll down', { type: 'scroll', at, dx: 0, dy: far })}
              {item('Scroll up', { type: 'scroll', at, dx: 0, dy: -far })}
              {item('Scroll right', { type: 'scroll', at, dx: far, dy: 0 })}
              {item('Scroll left', { type: 'scroll', at, dx: -far, dy: 0 })}
            </>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

// A list of countries is longer than any menu: the rest is chosen by typing.
const MOST_OPTIONS = 40

function Rule(): ReactNode {
  return <DropdownMenu.Separator className="my-1 h-px bg-line" />
}
