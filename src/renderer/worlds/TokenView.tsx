// The tokens of an answer, shaded by how probable each was, and what else could have come.
import { Check, CornerDownRight, Table2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import type { TracedToken } from '../../core/tree/model.ts'
import { counted, percent } from '../words.ts'
import { TokenTable } from './TokenTable.tsx'
import { alternatives, tracedParts, tracedWhole, visible } from './tokens.ts'

export function TokenView({ trace }: { trace: TracedToken[] }): ReactNode {
  const [at, setAt] = useState(0)
  const [asTable, setAsTable] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const parts = useMemo(() => tracedParts(trace), [trace])
  const { mean, doubtful } = useMemo(() => tracedWhole(trace), [trace])
  const go = (index: number) => {
    const next = Math.max(0, Math.min(trace.length - 1, index))
    setAt(next)
    box.current?.querySelector(`[data-token="${next}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const to = {
      ArrowLeft: () => at - 1,
      ArrowRight: () => at + 1,
      ArrowUp: () => beside(box.current, at, -1),
      ArrowDown: () => beside(box.current, at, 1),
      Home: () => 0,
      End: () => trace.length - 1
    }[event.key]
    if (!to) return
    // Elsewhere these keys step through the history.
    event.preventDefault()
    event.stopPropagation()
    go(to())
  }
  const token = trace[at]
  if (!token) return null
  return (
    <section aria-label="Tokens" className="flex h-full flex-col px-4 py-3">
      <div className="flex flex-wrap items-center gap-1">
        <h3 className="heading flex-1 whitespace-nowrap">{counted(trace.length, 'token')}</h3>
        <button
          type="button"
          className="button h-7 px-2 text-xs"
          disabled={doubtful.length === 0}
          onClick={() => go(doubtful.find((index) => index > at) ?? doubtful[0] ?? at)}
        >
          <CornerDownRight size={13} aria-hidden /> Next uncertain
        </button>
        <button
          type="button"
          className="button h-7 px-2 text-xs aria-pressed:bg-hover"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          <Table2 size={13} aria-hidden /> As a table
        </button>
      </div>
      <p className="mt-1 mb-2 text-muted text-xs tabular-nums">
        Mean probability {percent(mean)}, {doubtful.length} uncertain (under 50 %). Stronger shading means less
        probable.
      </p>
      {asTable ? (
        <TokenTable trace={trace} />
      ) : (
        <>
          <div
            ref={box}
            role="listbox"
            tabIndex={0}
            aria-label="Tokens shaded by probability. Arrow keys move between them."
            aria-activedescendant={`${id}-${at}`}
            onKeyDown={onKeyDown}
            onPointerOver={(event) => {
              const index = event.target instanceof HTMLElement ? event.target.dataset.token : undefined
              if (index !== undefined) setAt(Number(index))
            }}
            className="min-h-24 flex-1 overflow-y-auto rounded-md border border-line bg-field px-3 py-2 font-mono text-[12.5px] leading-[21px]"
          >
            {parts.map(({ name, from, tokens }) => (
              // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
              <div key={name} role="group" aria-label={name}>
                {parts.length > 1 && (
                  <p aria-hidden className="mt-1 font-sans text-muted text-xs">
                    {name}
                  </p>
                )}
                <div role="presentation" className="whitespace-pre-wrap break-words">
                  {tokens.map((one, index) => (
                    <Token
                      key={index}
                      id={`${id}-${from + index}`}
                      token={one}
                      index={from + index}
                      chosen={from + index === at}
                    />
                  ))}
                </div>
              </div>
            ))}
          </div>
          <Alternatives token={token} index={at} />
        </>
      )}
    </section>
  )
}

function Token(props: { id: string; token: TracedToken; index: number; chosen: boolean }): ReactNode {
  const { id, token, index, chosen } = props
  // Even the least probable token must stay readable on its shade.
  const shade = Math.round((1 - token.probability) * 42)
  const broken = token.text.includes('\n')
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the listbox has the focus, and says which option is meant
    <span
      id={id}
      role="option"
      aria-selected={chosen}
      aria-label={`${spoken(token.text)}, ${percent(token.probability)}`}
      data-token={index}
      className={`rounded-[3px] ${chosen ? 'outline-2 outline-accent' : ''}`}
      style={shade > 1 ? { background: `color-mix(in srgb, var(--accent) ${shade}%, transparent)` } : undefined}
    >
      {broken ? token.text.replaceAll('\n', '⏎\n') : token.text}
    </span>
  )
}

/** What could have come in a token's place, as words and bars. */
function Alternatives({ token, index }: { token: TracedToken; index: number }): ReactNode {
  return (
    <div className="mt-2 max-h-[45%] shrink-0 overflow-y-auto rounded-md border border-line bg-raised px-3 py-2">
      <p className="mb-1.5 text-muted text-xs tabular-nums">
        Token {index + 1}: <code className="font-mono text-ink">{visible(token.text)}</code>, probability{' '}
        {percent(token.probability)}
      </p>
      <ol aria-label="Alternatives" aria-live="polite" className="flex flex-col gap-1">
        {alternatives(token).map(({ text, probability, taken }, place) => (
          // Two tokens may read the same.
          <li key={place} className="grid grid-cols-[1rem_minmax(0,6rem)_1fr_3.25rem] items-center gap-1.5 text-xs">
            {taken ? <Check size={13} aria-label="taken" className="text-accent" /> : <span />}
            <code className={`truncate font-mono ${taken ? 'font-semibold' : ''}`}>{visible(text)}</code>
            <span aria-hidden className="h-2 overflow-hidden rounded-full bg-hover">
              <span
                className={`block h-full rounded-full ${taken ? 'bg-accent' : 'bg-muted'}`}
                style={{ width: `${Math.max(1, 100 * probability)}%` }}
              />
            </span>
            <span className="text-right tabular-nums">{percent(probability)}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** A token as it is read out. */
function spoken(text: string): string {
  if (text.trim() !== '') return text.trim()
  return text.includes('\n') ? 'line break' : 'space'
}

/** The token nearest above or below on the screen. */
function beside(box: HTMLElement | null, at: number, direction: 1 | -1): number {
  const here = box?.querySelector(`[data-token="${at}"]`)?.getClientRects()[0]
  if (!box || !here) return at
  const line = direction > 0 ? here.bottom + here.height / 2 : here.top - here.height / 2
  let best = { index: at, distance: Number.POSITIVE_INFINITY }
  for (const element of box.querySelectorAll<HTMLElement>('[data-token]')) {
    const rect = element.getClientRects()[0]
    if (!rect || line < rect.top - 4 || line > rect.bottom + 4) continue
    const distance = Math.abs(rect.left - here.left)
    if (distance < best.distance) best = { index: Number(element.dataset.token), distance }
  }
  return best.index
}
