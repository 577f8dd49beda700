// What can be done besides typing: named keys, waiting, finishing, an instruction for one answer, the raw action.
import { Braces, CircleCheck, Hourglass, RefreshCw, Square } from 'lucide-react'
import { Tooltip } from 'radix-ui'
import { type ReactNode, useId, useState } from 'react'
import type { Action } from '../../core/model.ts'
import { typing } from './keystrokes.ts'

/** What reading a raw action gives: the action, or why it is none, in words. */
export type Parsed = { ok: true; action: Action } | { ok: false; message: string }

export interface ActionBarProps {
  busy: boolean
  /** The line being typed, which the raw editor starts from. */
  pending: string
  instruction: string
  onInstruction(text: string): void
  tracing: boolean
  onTracing: ((tracing: boolean) => void) | undefined
  parse(text: string): Parsed
  onAct(action: Action): void
  onCancel(): void
  onRegenerate: (() => void) | null
}

export function ActionBar(props: ActionBarProps): ReactNode {
  const { busy, onAct } = props
  const [seconds, setSeconds] = useState(5)
  const [raw, setRaw] = useState<string | null>(null)
  const instruction = useId()
  const seconds_ = useId()
  const editor = useId()
  return (
    <Tooltip.Provider delayDuration={400}>
      <div className="flex shrink-0 flex-col gap-2 border-[var(--border)] border-t bg-[var(--panel)] px-3 py-2 text-[var(--ink)] text-sm">
        <fieldset aria-label="Actions" className="flex flex-wrap items-center gap-2">
          <div className="flex overflow-hidden rounded-md border border-[var(--border)]">
            {KEYS.map(({ name, keystrokes, tip }) => (
              <Tip key={name} tip={tip}>
                <button
                  type="button"
                  disabled={busy}
                  onClick={() => onAct(typing(keystrokes))}
                  className={`${segment} font-mono`}
                >
                  {name}
                </button>
              </Tip>
            ))}
          </div>
          <div className="flex items-center overflow-hidden rounded-md border border-[var(--border)]">
            <Tip tip="Press nothing and see what the terminal shows after a while">
              <button
                type="button"
                disabled={busy}
                onClick={() => onAct([{ keystrokes: '', duration: seconds }])}
                className={`${segment} flex items-center gap-1.5`}
              >
                <Hourglass size={14} aria-hidden /> Wait
              </button>
            </Tip>
            <label htmlFor={seconds_} className="sr-only">
              Seconds to wait
            </label>
            <input
              id={seconds_}
              type="number"
              min={1}
              max={3600}
              value={seconds}
              onChange={(event) => setSeconds(Math.min(3600, Math.max(1, Math.round(Number(event.target.value) || 1))))}
              className="w-14 bg-transparent py-1 pl-2 text-right tabular-nums focus-visible:outline-2 focus-visible:outline-[var(--accent)] focus-visible:-outline-offset-2"
            />
            <span className="pr-2.5 pl-1 text-[var(--muted)]">s</span>
          </div>
          <Tip tip="The empty action: the world asks whether the task is really complete">
            <button type="button" disabled={busy} onClick={() => onAct([])} className={button}>
              <CircleCheck size={14} aria-hidden /> Mark task complete
            </button>
          </Tip>
          <span className="flex-1" />
          <Tip tip="See and edit the next action as the model is given it">
            <button
              type="button"
              aria-expanded={raw !== null}
              aria-controls={editor}
              onClick={() => setRaw(raw === null ? write(props.pending) : null)}
              className={`${button} aria-expanded:bg-[var(--hover)]`}
            >
              <Braces size={14} aria-hidden /> Raw
            </button>
          </Tip>
          {busy ? (
            <Tip tip="Stop this answer; what has come so far is kept aside (Esc)">
              <button type="button" onClick={props.onCancel} className={`${button} text-[var(--danger)]`}>
                <Square size={14} aria-hidden /> Cancel
              </button>
            </Tip>
          ) : (
            <Tip tip="Ask for another answer to the last action; this one stays on its branch">
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
        </fieldset>
        {raw !== null && <RawEditor {...props} id={editor} text={raw} onText={setRaw} />}
        <div className="flex items-center gap-2">
          <label htmlFor={instruction} className="shrink-0 text-[var(--muted)]">
            For the next answer
          </label>
          <input
            id={instruction}
            value={props.instruction}
            onChange={(event) => props.onInstruction(event.target.value)}
            placeholder="An instruction that holds once, such as: the disk has just filled up"
            className={`${field} min-w-0 flex-1 py-1`}
          />
          {props.onTracing && (
            <Tip tip="Each step keeps how probable every token was and what else could have come. It costs a little speed. See them in the Step panel.">
              <label className="flex shrink-0 items-center gap-1.5 text-[var(--muted)] hover:text-[var(--ink)]">
                <input
                  type="checkbox"
                  role="switch"
                  aria-checked={props.tracing}
                  checked={props.tracing}
                  onChange={(event) => props.onTracing?.(event.target.checked)}
                  className="accent-[var(--accent)]"
                />
                Record token probabilities
              </label>
            </Tip>
          )}
        </div>
      </div>
    </Tooltip.Provider>
  )
}

const KEYS = [
  { name: 'C-c', keystrokes: 'C-c', tip: 'Interrupt (Ctrl+C)' },
  { name: 'C-d', keystrokes: 'C-d', tip: 'End of input (Ctrl+D)' },
  { name: 'C-z', keystrokes: 'C-z', tip: 'Suspend (Ctrl+Z)' },
  { name: 'C-l', keystrokes: 'C-l', tip: 'Clear the screen (Ctrl+L)' },
  { name: 'Esc', keystrokes: '\u001b', tip: 'The Escape key, for editors and menus' }
]

const focus = 'focus-visible:outline-2 focus-visible:outline-[var(--accent)]'
const enabled = 'enabled:hover:bg-[var(--hover)] disabled:cursor-default disabled:text-[var(--faint)]'
const button = `flex items-center gap-1.5 rounded-md border border-[var(--border)] px-2 py-1 ${enabled} ${focus}`
const segment = `border-[var(--border)] border-r px-2 py-1 last:border-r-0 ${enabled} ${focus} focus-visible:-outline-offset-2`
const field = `rounded-md border border-[var(--border)] bg-[var(--field)] px-2.5 placeholder:text-[var(--muted)] ${focus}`

interface RawEditorProps extends ActionBarProps {
  id: string
  text: string
  onText(text: string): void
}

/** The action as JSON. It is read at each change, so that what is wrong is said before it is sent. */
function RawEditor({ id, text, onText, parse, onAct, busy }: RawEditorProps): ReactNode {
  const parsed = parse(text)
  const message = useId()
  const send = () => {
    if (parsed.ok && !busy) onAct(parsed.action)
  }
  return (
    <div id={id} className="flex flex-col gap-1">
      <textarea
        aria-label="Action as JSON"
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
          {parsed.ok ? 'A list of keystrokes and the seconds to look after each.' : parsed.message}
        </p>
        <button type="button" disabled={!parsed.ok || busy} onClick={send} className={button}>
          Send <kbd className="font-mono text-[var(--muted)] text-xs">Ctrl+Enter</kbd>
        </button>
      </div>
    </div>
  )
}

/** The line as an action, one key stroke entry a row. */
function write(line: string): string {
  return JSON.stringify(typing(`${line}\n`), null, 1).replace(/\n\s+(?=["}])|\n(?=})/g, ' ')
}

function Tip({ tip, children }: { tip: string; children: ReactNode }): ReactNode {
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
