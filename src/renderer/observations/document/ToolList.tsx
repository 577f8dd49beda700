// The world's tools, found by typing and picked by Enter or a click.
import { Eye, Search, TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type Ref, useId, useLayoutEffect, useRef, useState } from 'react'
import { visible } from '../../../core/text/visible.ts'
import type { Tool } from '../../../core/tree/model.ts'
import { count } from '../../words.ts'
import { findTools, promisesOf } from './find.ts'

// Rows drawn below the active one: a list of 2,000 would be drawn again with every key.
const ROWS = 150

export interface ToolListProps {
  tools: readonly Tool[]
  /** Name of the tool whose form is open. */
  chosen: string | null
  search: Ref<HTMLInputElement>
  onChoose(name: string): void
}

export function ToolList({ tools, chosen, search, onChoose }: ToolListProps): ReactNode {
  const [query, setQuery] = useState('')
  const [at, setAt] = useState<string | null>(null)
  const list = useId()
  const box = useRef<HTMLDivElement>(null)
  const found = findTools(tools, query)
  const index = Math.max(
    0,
    found.findIndex((tool) => tool.name === (at ?? chosen))
  )
  const active = found[index]
  const shown = found.slice(0, index + ROWS)

  useLayoutEffect(() => {
    const row = box.current?.querySelector('[data-active="true"]')
    if (row instanceof HTMLElement && box.current) keepInSight(row, box.current)
  })

  const choose = (tool: Tool | undefined) => {
    if (!tool) return
    setAt(null)
    setQuery('')
    onChoose(tool.name)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = moved(event.key, index, found.length)
    if (to !== null) setAt(found[to]?.name ?? null)
    else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) choose(active)
    else if (event.key === 'Escape' && query !== '') setQuery('')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  // A letter typed on the list itself goes to the first tool that begins with what was typed.
  const onLetter = (event: KeyboardEvent) => {
    onKeyDown(event)
    if (
      event.defaultPrevented ||
      event.key.length !== 1 ||
      event.key === '/' ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey
    )
      return
    const after = [...found.slice(index + 1), ...found.slice(0, index + 1)]
    const next = after.find((tool) => tool.name.toLowerCase().startsWith(event.key.toLowerCase()))
    if (next) setAt(next.name)
  }
  return (
    <section aria-label="Tools" className="flex min-h-0 flex-col">
      <div className="relative shrink-0 p-2">
        <Search
          size={14}
          aria-hidden
          className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-4.5 text-muted"
        />
        <input
          ref={search}
          role="combobox"
          aria-label="Find a tool"
          aria-expanded="true"
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={active && `${list}-${index}`}
          placeholder={`Find among ${tools.length} tool${tools.length === 1 ? '' : 's'}`}
          spellCheck={false}
          autoComplete="off"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setAt(null)
          }}
          onKeyDown={onKeyDown}
          className="field pr-8 pl-8"
        />
        <kbd aria-hidden className="kbd -translate-y-1/2 pointer-events-none absolute top-1/2 right-4">
          /
        </kbd>
      </div>
      <div
        ref={box}
        id={list}
        role="listbox"
        aria-label="Tools"
        tabIndex={0}
        aria-activedescendant={active && `${list}-${index}`}
        onKeyDown={onLetter}
        className="relative min-h-0 flex-1 overflow-y-auto px-2 pb-2 focus-visible:-outline-offset-2"
      >
        {shown.map((tool, row) => (
          // The list has the keyboard: rows are only clicked.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          <div
            key={tool.name}
            id={`${list}-${row}`}
            role="option"
            tabIndex={-1}
            aria-selected={tool.name === chosen}
            data-active={row === index}
            title={visible(tool.description ?? '') || undefined}
            onClick={() => choose(tool)}
            className="flex items-center gap-2 rounded-md px-2 py-1 hover:bg-hover aria-selected:bg-selected data-[active=true]:outline-1 data-[active=true]:outline-line"
          >
            <div className="tool-row min-w-0 flex-1">
              <p className="truncate font-mono text-ink text-xs leading-5">{visible(tool.name)}</p>
              {(tool.title ?? tool.description) && (
                <p className="truncate text-muted text-xs">{visible(tool.title ?? tool.description ?? '')}</p>
              )}
            </div>
            {promisesOf(tool)
              .filter(({ short }) => MARKS.has(short))
              .map(({ short, long, tone }) => (
                <span
                  key={short}
                  title={long}
                  className={`shrink-0 ${tone === 'alarm' ? 'text-danger' : 'text-muted'}`}
                >
                  {tone === 'alarm' ? <TriangleAlert size={13} aria-hidden /> : <Eye size={13} aria-hidden />}
                  <span className="sr-only">{short}</span>
                </span>
              ))}
          </div>
        ))}
        {shown.length < found.length && (
          <div role="option" aria-selected="false" aria-disabled="true" tabIndex={-1} className="px-2 py-3 text-muted">
            {count(found.length - shown.length)} more. Type to find one.
          </div>
        )}
        {found.length === 0 && (
          <div role="option" aria-selected="false" aria-disabled="true" tabIndex={-1} className="px-2 py-3 text-muted">
            No tool has “{query}” in its name, title or description.
          </div>
        )}
      </div>
    </section>
  )
}

// The two that decide whether one looks twice; the others stand in the form's head.
const MARKS = new Set(['read-only', 'destructive'])

/** Where a key goes to in a list of `count` rows; `null` for keys that do not move. */
export function moved(key: string, index: number, count: number): number | null {
  if (count === 0) return null
  const to: Record<string, number> = {
    ArrowDown: Math.min(count - 1, index + 1),
    ArrowUp: Math.max(0, index - 1),
    PageDown: Math.min(count - 1, index + 8),
    PageUp: Math.max(0, index - 8)
  }
  return to[key] ?? null
}

/** `scrollIntoView` would move every box around this one too. */
export function keepInSight(row: HTMLElement, box: HTMLElement): void {
  if (row.offsetTop < box.scrollTop) box.scrollTop = row.offsetTop
  const below = row.offsetTop + row.offsetHeight - box.clientHeight
  if (below > box.scrollTop) box.scrollTop = below
}
