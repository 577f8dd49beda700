// The small parts that every panel is made of.
import { TriangleAlert, X } from 'lucide-react'
import { Dialog as Radix, Tabs, Tooltip } from 'radix-ui'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import { visible } from '../core/text/visible.ts'
import { useFocusReturn } from './focus.ts'
import { keysOf, type ShortcutId } from './shortcuts.ts'
import type { ErrorPlace, ShownError } from './store/data.ts'
import { useActions, useOrrery } from './store/index.ts'
import { keyName } from './words.ts'

/** A round thing to press, named for those who cannot see it and on hover for those who can. */
export function IconButton({
  label,
  keys,
  shortcut,
  children,
  ...rest
}: Omit<Hinted, 'children'> & ComponentProps<'button'>): ReactNode {
  return (
    <Hint {...{ label, keys, shortcut }}>
      <button type="button" aria-label={label} className="icon-button" {...rest}>
        {children}
      </button>
    </Hint>
  )
}

interface Hinted {
  label: string
  /** The command that does the same by keys. */
  shortcut?: ShortcutId | undefined
  /** Keys that work only here. */
  keys?: string | undefined
  children: ReactNode
}

/** Says more about what it wraps, after a moment's hover or on focus. */
export function Hint({ label, shortcut, keys = shortcut && keysOf(shortcut), children }: Hinted): ReactNode {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-60 flex max-w-80 items-center gap-2 rounded-md bg-ink px-2.5 py-1.5 text-panel text-xs shadow-lift"
        >
          {label}
          {keys && <kbd className="font-mono opacity-70">{keyName(keys)}</kbd>}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}

/** A dialog with its title, and what it is for in one sentence. */
export function Modal(props: {
  title: string
  description: ReactNode
  width?: string
  /** Whether Escape is meant for what is inside. */
  keepsEscape?(): boolean
  onClose(): void
  children: ReactNode
  footer?: ReactNode
}): ReactNode {
  const content = useRef<HTMLDivElement>(null)
  const goBack = useFocusReturn()
  return (
    <Radix.Root open onOpenChange={(open) => !open && props.onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-shade" />
        <Radix.Content
          ref={content}
          onEscapeKeyDown={(event) => props.keepsEscape?.() && event.preventDefault()}
          onCloseAutoFocus={goBack}
          onOpenAutoFocus={(event) => {
            // The dialog itself, so that it is read from its title; Tab moves to its first control.
            event.preventDefault()
            content.current?.focus()
          }}
          className="-translate-x-1/2 outline-none fixed top-[8vh] left-1/2 z-50 flex max-h-[84vh] w-[92vw] flex-col rounded-xl border border-line bg-panel shadow-lift low:top-[1vh] low:max-h-[98vh] low:overflow-y-auto"
          style={{ maxWidth: props.width ?? '34rem' }}
        >
          <header className="flex items-start gap-4 border-line border-b px-6 py-4 low:px-4 low:py-2">
            <div className="min-w-0 flex-1">
              <Radix.Title className="line-clamp-3 font-semibold text-lg [overflow-wrap:anywhere]">
                {visible(props.title)}
              </Radix.Title>
              <Radix.Description className="text-muted [overflow-wrap:anywhere]">{props.description}</Radix.Description>
            </div>
            <Radix.Close aria-label="Close" className="icon-button">
              <X size={16} aria-hidden />
            </Radix.Close>
          </header>
          <section
            aria-label={props.title}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
            tabIndex={0}
            className="min-h-0 flex-1 overflow-y-auto px-6 py-5 low:flex-none low:overflow-visible low:px-4 low:py-3"
          >
            {props.children}
          </section>
          {props.footer && (
            <footer className="flex items-center justify-end gap-2 border-line border-t px-6 py-3 low:sticky low:bottom-0 low:z-10 low:bg-panel low:px-4 low:py-1.5">
              {props.footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The error at `place`, if there is one. */
export function Trouble({ place, children }: { place: ErrorPlace; children?: ReactNode }): ReactNode {
  const problem = useOrrery((state) => state.problems[place])
  const { dismiss } = useActions()
  return (
    problem && (
      <ProblemNote problem={problem} onDismiss={() => dismiss(place)}>
        {children}
      </ProblemNote>
    )
  )
}

/** An error beside what caused it: a mark, the words, the ways out, and a way to put it away. */
export function ProblemNote(props: { problem: ShownError; onDismiss?: () => void; children?: ReactNode }): ReactNode {
  return (
    <div
      role="alert"
      className="flex items-start gap-2.5 rounded-md border border-danger/50 bg-danger/8 px-3 py-2 text-ink text-sm"
    >
      <TriangleAlert size={15} className="mt-0.5 shrink-0 text-danger" aria-hidden />
      <div className="min-w-0 flex-1 whitespace-pre-line break-words">
        <span className="sr-only">Error: </span>
        {props.problem.message}
        <div className="mt-2 flex flex-wrap gap-2 empty:hidden">{props.children}</div>
      </div>
      {props.onDismiss && (
        <button type="button" aria-label="Dismiss this error" className="icon-button -my-0.5" onClick={props.onDismiss}>
          <X size={14} aria-hidden />
        </button>
      )}
    </div>
  )
}

/** What went wrong, as it is said. */
export function Refusal({ text }: { text: string | null }): ReactNode {
  return (
    text !== null && (
      <p role="alert" className="whitespace-pre-line text-danger">
        {text}
      </p>
    )
  )
}

/** What stands where nothing is yet: what would be here, and how to get it. */
export function Empty({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <div className="flex flex-col items-start gap-1 px-4 py-5">
      <p className="font-medium text-ink">{title}</p>
      <div className="max-w-prose text-muted">{children}</div>
    </div>
  )
}

/** Marks what a person made among what comes with Orrery. */
export function Yours(): ReactNode {
  return <span className="rounded border border-accent/60 px-1.5 font-normal text-ink text-xs">yours</span>
}

/** A labelled form field. `hint` says what belongs in it. */
export function Field(props: { label: string; hint?: ReactNode; id: string; children: ReactNode }): ReactNode {
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={props.id} className="font-medium">
        {props.label}
      </label>
      {props.children}
      {props.hint && <p className="text-muted text-xs">{props.hint}</p>}
    </div>
  )
}

/** Tabs that look like one switch; the panels are Radix's own. */
export function TabBar({
  label,
  tabs
}: {
  label: string
  tabs: readonly (readonly [value: string, text: string])[]
}): ReactNode {
  return (
    <Tabs.List
      aria-label={label}
      className="inline-flex max-w-full flex-wrap rounded-lg border border-line bg-field p-0.5"
    >
      {tabs.map(([value, text]) => (
        <Tabs.Trigger
          key={value}
          value={value}
          className="rounded-md px-2.5 py-1 text-muted hover:text-ink data-[state=active]:bg-selected data-[state=active]:font-medium data-[state=active]:text-ink"
        >
          {text}
        </Tabs.Trigger>
      ))}
    </Tabs.List>
  )
}

/** How far along something is; `null` for an unknown length. */
export function Progress({ label, value }: { label: string; value: number | null }): ReactNode {
  const percent = value === null ? null : Math.round(Math.min(1, Math.max(0, value)) * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      className="h-1.5 w-full overflow-hidden rounded-full bg-hover"
    >
      <div
        className={`h-full rounded-full bg-accent transition-[width] ${percent === null ? 'w-1/3 animate-pulse' : ''}`}
        style={percent === null ? undefined : { width: `${percent}%` }}
      />
    </div>
  )
}

/** Orrery's mark: a sun, two orbits, two worlds on their arms. `turning` sets them going. */
export function Mark({ size, turning = false }: { size: number; turning?: boolean }): ReactNode {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true" className="shrink-0">
      <circle cx="16" cy="16" r="13" stroke="currentColor" strokeOpacity="0.3" />
      <circle cx="16" cy="16" r="8" stroke="currentColor" strokeOpacity="0.45" />
      <g className={turning ? 'orbit' : undefined}>
        <path d="M16 16 26.5 8.3" stroke="var(--accent)" strokeWidth="1.1" />
        <circle cx="26.5" cy="8.3" r="2.4" fill="currentColor" />
      </g>
      <g className={turning ? 'orbit orbit-inner' : undefined}>
        <path d="M16 16 10.1 21.4" stroke="var(--accent)" strokeWidth="1.1" />
        <circle cx="10.1" cy="21.4" r="1.8" fill="currentColor" />
      </g>
      <circle cx="16" cy="16" r="3.6" fill="var(--accent)" />
    </svg>
  )
}
