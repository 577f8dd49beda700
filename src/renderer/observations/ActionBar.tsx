// The bar below every surface: its own actions, an instruction for one answer, the raw action, cancel and regenerate.
import { Braces, RefreshCw, Route, Square } from 'lucide-react'
import { Tooltip } from 'radix-ui'
import { type ReactNode, useId, useState } from 'react'
import type { Action } from '../../core/tree/model.ts'
import { RouteHint } from './RouteHint.tsx'
import type { RouteOf } from './surface.ts'

/** The result of reading a raw action: the action, or why it is not one. */
export type ParsedAction = { ok: true; action: Action } | { ok: false; message: string }

export interface ActionBarProps {
  busy: boolean
  /** The next action as text, which the raw editor starts from: JSON, or the domain's own form. */
  raw(): string
  /** What an action of this domain is, in a sentence. */
  rawHint: string
  instruction: string
  onInstruction(text: string): void
  tracing: boolean
  onTracing: ((tracing: boolean) => void) | undefined
  parse(text: string): ParsedAction
  /** Who would answer; without it nothing but the model can. */
  routeOf?: RouteOf | undefined
  onAct(action: Action): void
  onCancel(): void
  onRegenerate: (() => void) | null
  /** Buttons of the surface's own. */
  children?: ReactNode
}

export function ActionBar(props: ActionBarProps): ReactNode {
  const { busy } = props
  const [raw, setRaw] = useState<string | null>(null)
  const [hinting, setHinting] = useState(false)
  const editor = useId()
  return (
    <Tooltip.Provider delayDuration={400}>
      <div
        data-part="action"
        className="relative shrink-0 border-[var(--border)] border-t bg-[var(--panel)] px-3 py-2 text-[var(--ink)] text-sm"
      >
        {(hinting || raw !== null) && (
          // Beside the world, whose own controls stay in reach, and never most of the height.
          <div className="mb-2 flex max-h-[30vh] flex-col gap-2 overflow-y-auto">
            {hinting && props.routeOf && (
              <RouteHint text={raw ?? props.raw()} busy={busy} parse={props.parse} routeOf={props.routeOf} />
            )}
            {raw !== null && <RawEditor {...props} id={editor} text={raw} onText={setRaw} />}
          </div>
        )}
        <fieldset aria-label="Actions" className="flex flex-wrap items-center gap-2">
          {props.children}
          {/* All of it is on one line, beside the world's own controls or below them. */}
          <div className="flex min-w-[min(26rem,100%)] flex-1 flex-wrap items-center gap-2">
            <input
              aria-label="Instruction for the next step"
              value={props.instruction}
              onChange={(event) => props.onInstruction(event.target.value)}
              title="Instruction for the next step. It applies once."
              placeholder="Instruction, once: this fails, and the cause is hard to find"
              className={`${field} min-w-40 flex-1 text-ellipsis py-1`}
            />
            {props.onTracing && (
              <Tip tip="Each step keeps the probability and the alternatives of every token. Slightly slower. See the Tokens panel.">
                <label className="flex shrink-0 items-center gap-1.5 text-[var(--muted)] hover:text-[var(--ink)]">
                  <input
                    type="checkbox"
                    role="switch"
                    aria-label="Record token probabilities"
                    aria-checked={props.tracing}
                    checked={props.tracing}
                    onChange={(event) => props.onTracing?.(event.target.checked)}
                    className="accent-[var(--accent)]"
                  />
                  <span aria-hidden>Probabilities</span>
                </label>
              </Tip>
            )}
            <div className="ml-auto flex items-center gap-2">
              {props.routeOf && (
                <Tip tip="Show whether the next action is executed or answered by the model, and by which rule">
                  <button
                    type="button"
                    aria-label="Who answers"
                    aria-pressed={hinting}
                    onClick={() => setHinting(!hinting)}
                    className={`${button} aria-pressed:bg-[var(--hover)]`}
                  >
                    <Route size={16} aria-hidden className="my-0.5" />
                  </button>
                </Tip>
              )}
              <Tip tip="View and edit the next action as it is sent to the model">
                <button
                  type="button"
                  aria-expanded={raw !== null}
                  aria-controls={editor}
                  onClick={() => setRaw(raw === null ? props.raw() : null)}
                  className={`${button} aria-expanded:bg-[var(--hover)]`}
                >
                  <Braces size={14} aria-hidden /> Raw
                </button>
              </Tip>
              {busy ? (
                <Tip tip="Cancel this step and keep the partial answer as a draft (Esc)">
                  <button type="button" onClick={props.onCancel} className={`${button} text-[var(--danger)]`}>
                    <Square size={14} aria-hidden /> Cancel
                  </button>
                </Tip>
              ) : (
                <Tip tip="Predict the last step again, on a new branch">
                  <button
                    type="button"
                    disabled={props.onRegenerate === null}
                    onClick={() => props.onRegenerate?.()}
                    className={button}
                  >
                    <RefreshCw size={14} aria-hidden /> Regenerate
                  </button>
                </Tip>
              )}
            </div>
          </div>
        </fieldset>
      </div>
    </Tooltip.Provider>
  )
}

const focus = 'focus-visible:outline-2 focus-visible:outline-[var(--accent)]'
const enabled = 'enabled:hover:bg-[var(--hover)] disabled:cursor-default disabled:text-[var(--faint)]'
export const button = `flex items-center gap-1.5 rounded-md border border-[var(--border)] px-2 py-1 ${enabled} ${focus}`
export const segment = `border-[var(--border)] border-r px-2 py-1 last:border-r-0 ${enabled} ${focus} focus-visible:-outline-offset-2`
export const field = `rounded-md border border-[var(--border)] bg-[var(--field)] px-2.5 placeholder:text-[var(--muted)] ${focus}`

interface RawEditorProps extends ActionBarProps {
  id: string
  text: string
  onText(text: string): void
}

/** The action as the model is given it. It is read at each change, so that what is wrong is said before it is sent. */
function RawEditor({ id, text, onText, parse, onAct, busy, rawHint }: RawEditorProps): ReactNode {
  const parsed = parse(text)
  const message = useId()
  const send = () => {
    if (parsed.ok && !busy) onAct(parsed.action)
  }
  return (
    <div id={id} className="flex flex-col gap-1">
      <textarea
        aria-label="Raw action"
        aria-invalid={!parsed.ok}
        aria-describedby={message}
        spellCheck={false}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          send()
        }}
        className={`${field} field-sizing-content max-h-60 min-h-16 resize-y py-1.5 font-mono text-[13px] leading-5 aria-invalid:border-[var(--danger)]`}
      />
      <div className="flex items-start gap-3">
        <p
          id={message}
          role="status"
          className={`min-w-0 flex-1 whitespace-pre-line ${parsed.ok ? 'text-[var(--muted)]' : 'text-[var(--danger)]'}`}
        >
          {parsed.ok ? rawHint : parsed.message}
        </p>
        <button type="button" disabled={!parsed.ok || busy} onClick={send} className={button}>
          Send <kbd className="font-mono text-[var(--muted)] text-xs">Ctrl+Enter</kbd>
        </button>
      </div>
    </div>
  )
}

/** Says what a button does, after a moment's hover or on focus. */
export function Tip({ tip, children }: { tip: string; children: ReactNode }): ReactNode {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          side="top"
          sideOffset={6}
          className="z-50 max-w-72 rounded-md bg-[var(--ink)] px-2.5 py-1.5 text-[var(--panel)] text-xs shadow-md"
        >
          {tip}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
