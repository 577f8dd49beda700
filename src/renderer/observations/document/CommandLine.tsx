// A line for worlds whose action is a sentence: earlier lines by the arrow keys, what can be done by Tab. What is entered while an answer
// comes is queued.
import { CornerDownLeft, X } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { visible } from '../../../core/text/visible.ts'
import type { Action } from '../../../core/tree/model.ts'
import { counted } from '../../words.ts'
import type { QueueMoment } from '../ahead.ts'
import { useFlow } from '../flow.ts'
import type { Refused, Unsent } from '../surface.ts'
import { useSent } from '../terminal/sent.ts'
import { shown } from './calls.ts'

export interface CommandLineProps {
  input: Ref<HTMLInputElement>
  /** Earlier lines, oldest first. */
  history: readonly string[]
  admissible: readonly string[]
  moment: QueueMoment
  unsent: Unsent | undefined
  /** Each object says once that this action was not begun. */
  refused: Refused | null
  /** Each object asks once for its text to be put here, with what is between `<` and `>` selected. */
  begun: { text: string } | null
  read(line: string): Action
  onAct(action: Action): void
}

export function CommandLine(props: CommandLineProps): ReactNode {
  const { admissible, moment, unsent } = props
  const { busy } = moment
  const hint = useId()
  const own = useId()
  const [line, setLine] = useState(unsent?.words?.text ?? '')
  const [queue, setQueue] = useState<readonly string[]>(unsent?.words?.queue ?? [])
  const [sent, remember] = useSent(unsent, moment.landed)
  const history = [...props.history, ...sent]
  // How far back in the history the line is from, and the draft that was left for it.
  const [back, setBack] = useState({ by: 0, draft: '' })
  const completion = line === '' ? null : (complete(line, admissible) ?? null)
  const words = line.trim()
  const walk = (by: number) => {
    const to = Math.min(history.length, Math.max(0, back.by + by))
    if (to === back.by) return
    const draft = back.by === 0 ? line : back.draft
    setBack({ by: to, draft })
    setLine(to === 0 ? draft : (history[history.length - to] ?? ''))
  }
  const write = (text: string) => {
    setLine(text)
    setBack({ by: 0, draft: '' })
  }
  const last = useRef<{ text: string; action: Action } | null>(null)
  const putBack = useEffectEvent(({ action, taken }: Refused) => {
    const was = last.current
    if (was?.action !== action) return
    if (taken) {
      if (line === was.text) write('')
      setQueue(queue[0] === was.text ? queue.slice(1) : queue)
    } else if (line === '' && queue.length === 0) write(was.text)
    else setQueue([was.text, ...queue])
  })
  useEffect(() => {
    if (props.refused) putBack(props.refused)
  }, [props.refused])
  const begin = useEffectEvent((text: string) => {
    write(text)
    const field = document.getElementById(own)
    if (!(field instanceof HTMLInputElement)) return
    field.focus()
    // The text is in the field once React has drawn it.
    requestAnimationFrame(() => field.setSelectionRange(text.indexOf('<'), text.lastIndexOf('>') + 1))
  })
  useEffect(() => {
    if (props.begun) begin(props.begun.text)
  }, [props.begun])
  const sendFirst = ([first, ...rest]: readonly string[]) => {
    setQueue(rest)
    if (first === undefined) return
    remember(first)
    const action = props.read(first)
    last.current = { text: first, action }
    props.onAct(action)
  }
  const flow = useFlow(moment, queue.length, () => sendFirst(queue))
  useEffect(() => {
    if (unsent) unsent.words = { text: line, queue }
  }, [unsent, line, queue])
  const enter = () => {
    if (words === '' && !flow.held) return
    const all = words === '' ? queue : [...queue, words]
    write('')
    flow.start()
    if (busy) setQueue(all)
    else sendFirst(all)
  }
  /** Brings the line that was queued last back, as Backspace does in a text of several lines. */
  const takeBack = () => {
    write(queue.at(-1) ?? '')
    setQueue(queue.slice(0, -1))
  }
  return (
    <form
      aria-label="Act"
      className="flex shrink-0 flex-col gap-1 border-line border-t bg-panel px-4 py-2.5"
      onSubmit={(event) => {
        event.preventDefault()
        enter()
      }}
    >
      {queue.length > 0 && (
        <ol aria-label="Queued lines" className="flex max-h-16 flex-wrap gap-1.5 overflow-y-auto pb-1 pl-5">
          {queue.map((text, index) => (
            // The same line may be queued twice.
            <li
              key={index}
              className="flex min-w-0 max-w-full items-center gap-1 rounded border border-line pl-2 text-muted"
            >
              <span className="truncate font-mono text-xs">{visible(text)}</span>
              <button
                type="button"
                aria-label={`Discard ${visible(text)}`}
                className="icon-button size-5"
                onClick={() => setQueue(queue.filter((_, at) => at !== index))}
              >
                <X size={12} aria-hidden />
              </button>
            </li>
          ))}
        </ol>
      )}
      <div className="flex items-center gap-2">
        <span aria-hidden className="font-mono text-accent">
          &gt;
        </span>
        <input
          ref={props.input}
          id={own}
          aria-label="Command"
          aria-describedby={hint}
          autoComplete="off"
          spellCheck={false}
          placeholder="Command, such as: look"
          value={line}
          onChange={(event) => write(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowUp') walk(1)
            else if (event.key === 'ArrowDown') walk(-1)
            else if (event.key === 'Tab' && !event.shiftKey && completion) write(completion)
            else if (event.key === 'Backspace' && line === '' && queue.length > 0) takeBack()
            else return
            event.preventDefault()
          }}
          className="field min-w-0 flex-1 font-mono"
        />
        <button type="submit" disabled={words === '' && !flow.held} className="button-primary">
          <CornerDownLeft size={14} aria-hidden /> {busy ? 'Queue' : 'Send'}
        </button>
      </div>
      <p id={hint} role="status" className="truncate pl-5 text-muted text-xs">
        {hintOf({ queued: queue.length, held: flow.held, busy, words }) ??
          (completion
            ? `Tab: ${matching(line, admissible).slice(0, 4).join(' · ')}`
            : words
              ? `Will be sent: ${shown(props.read(words))}`
              : 'Enter sends the command. Arrow up recalls earlier ones.')}
      </p>
    </form>
  )
}

/** What becomes of what is entered, where it is not simply sent. */
function hintOf(now: { queued: number; held: boolean; busy: boolean; words: string }): string | null {
  const lines = counted(now.queued, 'line')
  if (now.busy && now.words) return 'A step is running. Enter queues this line.'
  if (now.busy && now.queued > 0) return `${lines} queued. Esc cancels the step and keeps the queue.`
  if (now.busy) return 'A step is running. Lines that you enter now are queued.'
  if (now.held) return `${lines} kept, not sent. Enter sends ${now.queued === 1 ? 'it' : 'them one by one'}.`
  return null
}

const matching = (line: string, admissible: readonly string[]): string[] =>
  admissible.filter((one) => one.toLowerCase().startsWith(line.toLowerCase()))

/** The one action that begins so, or as far as all that do agree; `undefined` where that adds nothing. */
function complete(line: string, admissible: readonly string[]): string | undefined {
  const [first, ...others] = matching(line, admissible)
  if (first === undefined) return undefined
  let length = first.length
  for (const other of others) {
    let at = 0
    while (at < length && first[at]?.toLowerCase() === other[at]?.toLowerCase()) at++
    length = at
  }
  return length > line.length ? first.slice(0, length) : undefined
}
