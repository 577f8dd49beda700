// The row under the terminal: notes, and the terminal's own tools.
import { Accessibility, Copy, Keyboard, Search } from 'lucide-react'
import { Popover } from 'radix-ui'
import type { ReactNode } from 'react'
import { keyHelp } from './keys.ts'
import { type TerminalViewName, VIEWS } from './Views.tsx'

export interface StatusBarProps {
  id: string
  note: string
  /** What stands here when there is nothing to note. */
  resting: string
  screenReader: boolean
  onScreenReader(on: boolean): void
  /** How the terminal is looked at: as a session to type into, or as agents read it. */
  view: TerminalViewName | null
  onView(view: TerminalViewName | null): void
  onFind(): void
  onCopy(): void
}

export function StatusBar(props: StatusBarProps): ReactNode {
  const { note } = props
  return (
    <div className="flex min-h-7 shrink-0 flex-wrap items-center gap-x-2 border-[var(--border)] border-t bg-[var(--terminal)] pr-2 pl-3 text-[var(--muted)] text-xs">
      <Looks view={props.view} onView={props.onView} />
      <p
        id={props.id}
        role="status"
        className="@max-[40rem]:order-last min-w-0 flex-1 truncate @max-[40rem]:flex-none @max-[40rem]:basis-full @max-[40rem]:not-empty:pb-1.5"
        title={note || props.resting}
      >
        {note || props.resting}
      </p>
      <span className="hidden flex-1 @max-[40rem]:block" />
      <Tool label="Find in the terminal (Ctrl+F)" onClick={props.onFind}>
        <Search size={14} />
      </Tool>
      <Tool label="Copy the selection, or the whole session" onClick={props.onCopy}>
        <Copy size={14} />
      </Tool>
      <Tool
        label="Plain text for screen readers"
        pressed={props.screenReader}
        onClick={() => props.onScreenReader(!props.screenReader)}
      >
        <Accessibility size={14} />
      </Tool>
      <Popover.Root>
        <Popover.Trigger aria-label="Terminal shortcuts" title="Terminal shortcuts" className={tool}>
          <Keyboard size={14} />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            side="top"
            align="end"
            sideOffset={6}
            aria-label="Terminal shortcuts"
            className="z-50 max-h-[70vh] w-[30rem] max-w-[90vw] overflow-y-auto rounded-lg border border-[var(--border)] bg-[var(--panel)] p-4 text-[var(--ink)] text-sm shadow-lg"
          >
            <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
              {keyHelp.map(([keys, meaning]) => (
                <div key={keys} className="contents">
                  <dt className="max-w-36 font-mono text-xs leading-5">{keys}</dt>
                  <dd className="text-[var(--muted)] leading-5">{meaning}</dd>
                </div>
              ))}
            </dl>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </div>
  )
}

function Looks({ view, onView }: Pick<StatusBarProps, 'view' | 'onView'>): ReactNode {
  const looks = [[null, 'Session', 'The whole session, with input'], ...VIEWS] as const
  return (
    <div role="radiogroup" aria-label="View" className="-ml-1 flex shrink-0">
      {looks.map(([look, name, hint]) => (
        <label
          key={name}
          title={hint}
          className="rounded px-1.5 py-0.5 hover:text-[var(--ink)] has-checked:bg-[var(--hover)] has-checked:text-[var(--ink)] has-focus-visible:outline-2 has-focus-visible:outline-[var(--accent)]"
        >
          <input
            type="radio"
            name="terminal-look"
            className="sr-only"
            checked={view === look}
            onChange={() => onView(look)}
          />
          {name}
        </label>
      ))}
    </div>
  )
}

const tool =
  'rounded p-1 hover:bg-[var(--hover)] hover:text-[var(--ink)] focus-visible:outline-2 focus-visible:outline-[var(--accent)] aria-pressed:bg-[var(--hover)] aria-pressed:text-[var(--accent)]'

function Tool(props: { label: string; pressed?: boolean; onClick(): void; children: ReactNode }): ReactNode {
  return (
    <button
      type="button"
      aria-label={props.label}
      title={props.label}
      aria-pressed={props.pressed}
      onClick={props.onClick}
      className={tool}
    >
      {props.children}
    </button>
  )
}
