// What a person types at a terminal, from key to action: edited, queued while a step runs, and sent line by line when the prompt is back.
import { useEffect, useState } from 'react'
import { edit, enter, type Moment, take, waiting } from './ahead.ts'
import { useFlow } from './flow.ts'
import { type Edit, emptyLine, type Line } from './line.ts'
import { useSent } from './sent.ts'
import type { Unsent } from './surface.ts'

export interface Typed {
  line: Line
  /** Lines that were entered and wait. */
  queued: number
  /** They wait for a person, not for a step. */
  held: boolean
  change(by: Edit): void
  /** Enter: sends the first line, or queues it while a step runs. `false` when there is nothing to queue. */
  enter(): boolean
  /** Takes the whole text away, to be sent as it is. */
  takeAll(): string
  /** Discards what is typed and queued; `yank` brings it back. */
  discard(): void
}

export function useTyped(
  moment: Moment,
  { history, unsent, onSend }: { history: readonly string[]; unsent: Unsent | undefined; onSend(text: string): void }
): Typed {
  const [line, setLine] = useState<Line>(() => unsent?.line ?? emptyLine)
  const queued = waiting(line)
  const [sent, remember] = useSent(unsent, moment.landed)
  const all = [...history, ...sent]
  const sendFirst = (from: Line) => {
    const { text, rest } = take(from)
    setLine(rest)
    remember(text)
    onSend(text)
  }
  const flow = useFlow(moment, queued, () => sendFirst(line))
  useEffect(() => {
    if (unsent) unsent.line = line
  }, [unsent, line])

  return {
    line,
    queued,
    held: flow.held,
    change: (by) => setLine((now) => edit(now, by, all)),
    enter() {
      const entered = enter(line)
      flow.start()
      if (moment.busy) setLine(entered)
      else sendFirst(entered)
      return entered !== line
    },
    takeAll() {
      setLine({ ...emptyLine, killed: line.killed })
      return line.text
    },
    discard() {
      setLine((now) => edit(now, 'clear', all))
      flow.stop()
    }
  }
}
