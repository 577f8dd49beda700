// A line for worlds whose action is a sentence: earlier lines by the arrow keys, what can be done by Tab.
import { CornerDownLeft } from 'lucide-react'
import { type ReactNode, type Ref, useId, useState } from 'react'
import type { Action } from '../../../core/model.ts'
import { shown } from './calls.ts'

export interface CommandLineProps {
  input: Ref<HTMLInputElement>
  /** Earlier lines, oldest first. */
  history: readonly string[]
  admissible: readonly string[]
  busy: boolean
  read(line: string): Action
  onAct(action: Action): void
}

export function CommandLine(props: CommandLineProps): ReactNode {
  const { history, admissible, busy } = props
  const hint = useId()
  const [line, setLine] = useState('')
  // How far back in the history the line is from, and the draft that was left for it.
  const [back, setBack] = useState({ by: 0, draft: '' })
  const completion = line === '' ? null : (complete(line, admissible) ?? null)
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
  return (
    <form
      aria-label="Act"
      className="flex shrink-0 flex-col gap-1 border-line border-t bg-panel px-4 py-2.5"
      onSubmit={(event) => {
        event.preventDefault()
        if (busy || line.trim() === '') return
        props.onAct(props.read(line.trim()))
        write('')
      }}
    >
      <div className="flex items-center gap-2">
        <span aria-hidden className="font-mono text-accent">
          &gt;
        </span>
        <input
          ref={props.input}
          aria-label="What to do"
          aria-describedby={hint}
          autoComplete="off"
          spellCheck={false}
          placeholder="What to do, such as: look"
          value={line}
          onChange={(event) => write(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowUp') walk(1)
            else if (event.key === 'ArrowDown') walk(-1)
            else if (event.key === 'Tab' && !event.shiftKey && completion) write(completion)
            else return
            event.preventDefault()
          }}
          className="field min-w-0 flex-1 font-mono"
        />
        <button type="submit" disabled={busy || line.trim() === ''} className="button-primary">
          <CornerDownLeft size={14} aria-hidden /> Act
        </button>
      </div>
      <p id={hint} role="status" className="truncate pl-5 text-muted text-xs">
        {busy
          ? 'An answer is coming. Your line is kept.'
          : completion
            ? `Tab: ${matching(line, admissible).slice(0, 4).join(' · ')}`
            : line.trim()
              ? `Will be sent: ${shown(props.read(line.trim()))}`
              : 'Enter acts. Arrow up brings earlier lines back.'}
      </p>
    </form>
  )
}

const matching = (line: string, admissible: readonly string[]): string[] =>
  admissible.filter((one) => one.toLowerCase().startsWith(line.toLowerCase()))

/** The one action that begins so, or as far as all that do agree; `undefined` where that adds nothing. */
export function complete(line: string, admissible: readonly string[]): string | undefined {
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
