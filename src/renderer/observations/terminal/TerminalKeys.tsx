// What can be done at a terminal besides typing: named keys, waiting, finishing.
import { CircleCheck, Hourglass } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Action } from '../../../core/tree/model.ts'
import { button, segment, Tip } from '../ActionBar.tsx'

interface TerminalKeysProps {
  busy: boolean
  onAct(action: Action): void
  onKey(keystrokes: string): void
}

export function TerminalKeys({ busy, onAct, onKey }: TerminalKeysProps): ReactNode {
  const [seconds, setSeconds] = useState(5)
  return (
    <>
      <div className="flex overflow-hidden rounded-md border border-[var(--border)]">
        {KEYS.map(({ name, keystrokes, tip }) => (
          <Tip key={name} tip={tip}>
            <button type="button" disabled={busy} onClick={() => onKey(keystrokes)} className={`${segment} font-mono`}>
              {name}
            </button>
          </Tip>
        ))}
      </div>
      <div className="flex items-center overflow-hidden rounded-md border border-[var(--border)]">
        <Tip tip="Send no keys and show the terminal after a delay">
          <button
            type="button"
            disabled={busy}
            onClick={() => onAct([{ keystrokes: '', duration: seconds }])}
            className={`${segment} flex items-center gap-1.5`}
          >
            <Hourglass size={14} aria-hidden /> Wait
          </button>
        </Tip>
        <input
          aria-label="Seconds to wait"
          type="number"
          min={1}
          max={3600}
          value={seconds}
          onChange={(event) => setSeconds(Math.min(3600, Math.max(1, Math.round(Number(event.target.value) || 1))))}
          className="w-14 bg-transparent py-1 pl-2 text-right tabular-nums focus-visible:outline-2 focus-visible:outline-[var(--accent)] focus-visible:-outline-offset-2"
        />
        <span className="pr-2.5 pl-1 text-[var(--muted)]">s</span>
      </div>
      <Tip tip="Sends the empty action: the world asks to confirm that the task is complete">
        <button type="button" disabled={busy} onClick={() => onAct([])} className={button}>
          <CircleCheck size={14} aria-hidden /> Mark task complete
        </button>
      </Tip>
    </>
  )
}

const KEYS = [
  { name: 'C-c', keystrokes: 'C-c', tip: 'Interrupt (Ctrl+C)' },
  { name: 'C-d', keystrokes: 'C-d', tip: 'End of input (Ctrl+D)' },
  { name: 'C-z', keystrokes: 'C-z', tip: 'Suspend (Ctrl+Z)' },
  { name: 'C-l', keystrokes: 'C-l', tip: 'Clear the screen (Ctrl+L)' },
  { name: 'Esc', keystrokes: '\u001b', tip: 'The Escape key, for editors and menus' }
]
