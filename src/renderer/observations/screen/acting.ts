// From a gesture to an action that is sent: what waits for a yes, and what is said where there is no action.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Gesture, ScreenCommand, Touch } from '../../../core/observations/screens/gestures.ts'
import type { Screen } from '../../../core/observations/screens/screen.ts'
import type { Action } from '../../../core/tree/model.ts'
import type { Refused } from '../surface.ts'

export interface PendingAction {
  action: Action
  /** The node it was made on. */
  node: number | null
  /** The keyboard has not moved since. */
  fresh: boolean
}

export interface ScreenActions {
  pending: PendingAction | null
  /** That there is no action for a gesture, say. */
  note: string
  /** `node`: where it was made. */
  act(gesture: Gesture, node: number | null): void
  command(command: ScreenCommand, argument: string): void
  /** Whether an answer is still coming, which is then said: what was typed stays where it is. */
  waits(): boolean
  send(action: Action): void
  drop(): void
  /** The keyboard moved on. */
  moved(): void
}

export interface ActingProps {
  touch: Touch | undefined
  screen: Screen | null
  busy: boolean
  sendAtOnce: boolean
  /** Each object says once that this action was not begun. */
  refused: Refused | null
  onAct(action: Action): void
  /** The keyboard goes back to the picture. */
  onFocus(): void
}

const NO_ACTION = 'This world has no action for that.'
const BUSY = 'A step is still running. Wait for it, or press Esc to cancel it.'
// A second click within this makes a double click of two.
const DOUBLE_MS = 260

/** `on` is what is shown: what was prepared for one screen means nothing on the next. */
export function useActing(
  on: unknown,
  { touch, screen, busy, sendAtOnce, refused, onAct, onFocus }: ActingProps
): ScreenActions {
  const [pending, setPending] = useState<PendingAction | null>(null)
  const [note, setNote] = useState('')
  const late = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(late.current), [])
  const [of, setOf] = useState(on)
  if (of !== on) {
    setOf(on)
    setPending(null)
    setNote('')
  }
  const sent = useRef<PendingAction | null>(null)
  const putBack = useEffectEvent(({ action, taken }: Refused) => {
    if (taken) {
      if (pending?.action === action) setPending(null)
      return
    }
    const was = sent.current
    sent.current = null
    if (was?.action === action) setPending(was)
  })
  useEffect(() => {
    if (refused) putBack(refused)
  }, [refused])

  const send = (action: Action) => {
    // If a button of the bar with the waiting action has the focus, the bar disappears now, so the focus moves to the picture first.
    if (document.activeElement?.closest('.pic-pending')) onFocus()
    sent.current = pending?.action === action ? pending : { action, node: null, fresh: false }
    setPending(null)
    setNote('')
    onAct(action)
  }
  const propose = (action: Action, node: number | null, wait = false) => {
    clearTimeout(late.current)
    setNote('')
    if (!sendAtOnce) return setPending({ action, node, fresh: true })
    if (wait) late.current = setTimeout(() => send(action), DOUBLE_MS)
    else send(action)
  }
  const waits = () => {
    if (busy) setNote(BUSY)
    return busy
  }
  return {
    pending,
    note,
    waits,
    send,
    act(gesture, node) {
      if (waits()) return
      const action = screen && touch ? touch.gesture(gesture, screen) : null
      if (action === null) {
        setPending(null)
        return setNote(NO_ACTION)
      }
      // Only where two clicks are something else than one does the first wait for the second.
      const single = gesture.type === 'click' && gesture.count === 1 && gesture.button === 'left' ? gesture : null
      const double = single && screen && touch ? touch.gesture({ ...single, count: 2 }, screen) : null
      propose(action, node, double !== null)
    },
    command(one, argument) {
      if (waits()) return
      try {
        propose(one.action(argument, screen ?? undefined), null)
      } catch (error) {
        // A domain refuses an argument that makes no action, in words.
        setNote(error instanceof Error ? error.message : String(error))
      }
    },
    drop() {
      setPending(null)
      setNote('')
      onFocus()
    },
    moved: () => setPending((was) => was && { ...was, fresh: false })
  }
}
