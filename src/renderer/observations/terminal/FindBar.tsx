// The small bar that finds text in the terminal.
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'

export interface FindBarProps {
  /** Index of the match shown, -1 when unknown, and how many there are. */
  found: { index: number; count: number }
  /** `stay`: the text is still being typed, so the match under the eye is kept when it still fits. */
  onFind(text: string, options: { back: boolean; stay: boolean }): void
  onClose(): void
}

export function FindBar({ found, onFind, onClose }: FindBarProps): ReactNode {
  const [text, setText] = useState('')
  const button = 'rounded p-1 hover:bg-[var(--hover)] focus-visible:outline-2 focus-visible:outline-[var(--accent)]'
  return (
    <search
      aria-label="Find in the terminal"
      className="absolute top-2 right-4 z-10 flex items-center gap-1 rounded-md border border-[var(--border)] bg-[var(--panel)] p-1 text-[var(--ink)] text-sm shadow-md"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' && event.key !== 'Enter') return
        event.preventDefault()
        event.stopPropagation()
        if (event.key === 'Escape') onClose()
        else onFind(text, { back: event.shiftKey, stay: false })
      }}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: the bar opens because a person asked to type here
        autoFocus
        aria-label="Find"
        placeholder="Find"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          onFind(event.target.value, { back: false, stay: true })
        }}
        className="w-44 bg-transparent px-2 py-0.5 outline-none placeholder:text-[var(--muted)]"
      />
      <span aria-live="polite" className="min-w-14 text-right text-[var(--muted)] text-xs tabular-nums">
        {text === ''
          ? ''
          : found.count === 0
            ? 'none'
            : found.index < 0
              ? `${found.count}+`
              : `${found.index + 1} of ${found.count}`}
      </span>
      <button
        type="button"
        aria-label="Previous match"
        className={button}
        onClick={() => onFind(text, { back: true, stay: false })}
      >
        <ChevronUp size={16} />
      </button>
      <button
        type="button"
        aria-label="Next match"
        className={button}
        onClick={() => onFind(text, { back: false, stay: false })}
      >
        <ChevronDown size={16} />
      </button>
      <button type="button" aria-label="Close find" className={button} onClick={onClose}>
        <X size={16} />
      </button>
    </search>
  )
}
