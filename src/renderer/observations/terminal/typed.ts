// What a person types at a terminal, from key to action: edited, queued while a step runs, and sent line by line when the prompt is back.
import { useEffect, useRef, useState } from 'react'
import type { Action } from '../../../core/tree/model.ts'
import { back, edit, enter, type QueueMoment, take, waiting, without } from '../ahead.ts'
import { useFlow } from '../flow.ts'
import { type Edit, type EditedLine, emptyLine } from '../line.ts'
import type { Refused, Unsent } from '../surface.ts'
import { useSent } from './sent.ts'

export interface TypedInput {
  line: EditedLine
  /** Lines that were entered and wait. */
  queued: number
  /** They wait for a person, not for a step. */
  held: boolean
  change(by: Edit): void
  /** Enter: sends the first line, or queues it while a step runs. `false` when there is nothing to queue. */
  enter(): boolean
  /** Sends the whole text as it is, and a named key behind it. */
  enterAll(key?: string): void
  /** Discards what is typed and queued; `yank` brings it back. */
  discard(): void
}

export function useTyped(
  moment: QueueMoment,
  {
    history,
    unsent,
    refused,
    onSend
  }: {
    history: readonly string[]
    unsent: Unsent | undefined
    /** Each object says once that this action was not begun. */
    refused: Refused | null
    /** Returns the action that it became; `whole`: without an Enter of its own, and with a key behind it. */
    onSend(text: string, whole?: { key: string | undefined }): Action
  }
): TypedInput {
  const [line, setLine] = useState<EditedLine>(() => unsent?.line ?? emptyLine)
  const queued = waiting(line)
  const [sent, remember] = useSent(unsent, moment.landed)
  const all = [...history, ...sent]
  // What was sent last, as it was typed: text before what is typed now.
  const last = useRef<{ text: string; action: Action } | null>(null)
  const sendFirst = (from: EditedLine) => {
    const { text, rest } = take(from)
    setLine(rest)
    remember(text)
    last.current = { text, action: onSend(text) }
  }
  useEffect(() => {
    const was = last.current
    if (!refused || was?.action !== refused.action) return
    setLine((now) => (refused.taken ? without(now, was.text) : back(now, was.text)))
  }, [refused])
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
    enterAll(key) {
      setLine({ ...emptyLine, killed: line.killed })
      last.current = { text: line.text, action: onSend(line.text, { key }) }
    },
    discard() {
      setLine((now) => edit(now, 'clear', all))
      flow.stop()
    }
  }
}
