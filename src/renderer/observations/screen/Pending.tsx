// The action that a gesture came to, before it is sent: what it is, and exactly what the model will read.
import { MoreHorizontal, SendHorizontal, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Domain } from '../../../core/domains/domain.ts'
import type { Screen } from '../../../core/observations/screens/screen.ts'
import type { Action } from '../../../core/tree/model.ts'
import { button as look } from '../ActionBar.tsx'

export interface PendingProps {
  domain: Domain
  action: Action | null
  /** What it is done on. */
  screen: Screen | null
  /** What the surface has to say: that there is no action for a gesture, say. */
  note: string
  busy: boolean
  sendAtOnce: boolean
  onSendAtOnce(on: boolean): void
  onSend(): void
  onDrop(): void
  /** What the selected node is called; `null` when none is. */
  selected: string | null
  /** Opens the menu of what can be done to it. */
  onMore(): void
}

export function Pending(props: PendingProps): ReactNode {
  const { domain, action, screen, note, busy, selected } = props
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // From the picture Enter sends it too. From anywhere else, the frame's buttons say, Enter would only ask for it again.
    if (action !== null && !document.activeElement?.closest('.pic-stage, .pic-editor')) button.current?.focus()
  }, [action])
  return (
    <section aria-label="Next action" className="pic-pending">
      <div className="flex min-w-0 flex-1 items-center gap-3" role="status">
        {action !== null ? (
          <>
            <span className="max-w-1/2 shrink-0 truncate text-ink">{domain.label(action, screen ?? undefined)}</span>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard. */}
            <pre tabIndex={0} className="pic-action" data-fence={domain.fence()} title={domain.format(action)}>
              {domain.format(action)}
            </pre>
          </>
        ) : (
          <span className="min-w-0 truncate text-muted" title={note}>
            {note ||
              'Click, type or drag on the picture, or Shift+right-click for more. Every action is shown here before it is sent.'}
          </span>
        )}
        {action !== null && note && <span className="text-muted">{note}</span>}
      </div>
      {action !== null && (
        <>
          <button ref={button} type="button" className="button-primary h-7" disabled={busy} onClick={props.onSend}>
            <SendHorizontal size={14} aria-hidden="true" /> Send{' '}
            <kbd className="font-mono text-xs opacity-80">Enter</kbd>
          </button>
          <button type="button" className={look} onClick={props.onDrop}>
            <X size={14} aria-hidden="true" /> Discard <kbd className="font-mono text-muted text-xs">Esc</kbd>
          </button>
        </>
      )}
      {selected !== null && (
        <button
          type="button"
          className={look}
          aria-label={`More actions for ${selected}`}
          title="Double click, hold, hover, drag, scroll… (the menu key, or Shift and the right mouse button)"
          onClick={props.onMore}
        >
          <MoreHorizontal size={14} aria-hidden="true" /> More
        </button>
      )}
      <label className="flex shrink-0 items-center gap-1.5 text-muted hover:text-ink">
        <input
          type="checkbox"
          role="switch"
          aria-checked={props.sendAtOnce}
          checked={props.sendAtOnce}
          onChange={(event) => props.onSendAtOnce(event.target.checked)}
          className="accent-[var(--accent)]"
        />
        Send immediately
      </label>
    </section>
  )
}
