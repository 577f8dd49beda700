// What a step shows, read once: steps never change, so neither does their screen.

import { screenIn } from '../../../core/domains/label.ts'
import type { Screen } from '../../../core/observations/screens/screen.ts'
import type { Step } from '../../../core/tree/model.ts'

export interface ScreenReading {
  text: string
  /** `null` when the text is no screen; `problem` says why. */
  screen: Screen | null
  problem: string
}

/** What the chain shows at its end, what it showed one step earlier, and the last of its screens that can be drawn. */
export interface ShownReadings {
  now: ScreenReading
  before: ScreenReading | null
  /** The newest readable screen, and the number of its step (0: the initial state); `null` when nothing was readable. */
  readable: { reading: ScreenReading; step: number } | null
}

// A world that writes nothing but unreadable text must not make each look at it read the whole chain.
const LOOK_BACK = 50

/** `first` is the number of the step before `steps[0]`: a window over a long chain starts later. */
export function shown(steps: readonly Step[], initialState: string, first = 0): ShownReadings {
  const at = (index: number): ScreenReading | null => {
    const step = steps[index]
    if (step) return ofStep(step)
    return index === -1 ? ofText(initialState) : null
  }
  const last = steps.length - 1
  let readable: ShownReadings['readable'] = null
  for (let index = last; index >= -1 && index > last - LOOK_BACK && !readable; index--) {
    const reading = at(index)
    if (reading?.screen) readable = { reading, step: first + index + 1 }
  }
  return { now: at(last) ?? ofText(initialState), before: last >= 0 ? at(last - 1) : null, readable }
}

const steps = new WeakMap<Step, ScreenReading>()

function ofStep(step: Step): ScreenReading {
  const known = steps.get(step)
  if (known) return known
  const reading = read(step.observation.text)
  steps.set(step, reading)
  return reading
}

let initial: ScreenReading | null = null

/** An initial state is one text for as long as a world is open. */
function ofText(text: string): ScreenReading {
  if (initial?.text !== text) initial = read(text)
  return initial
}

function read(text: string): ScreenReading {
  if (text.trim() === '') return { text, screen: null, problem: 'There is no screen yet.' }
  const result = screenIn(text)
  return 'screen' in result
    ? { text, screen: result.screen, problem: '' }
    : { text, screen: null, problem: result.problem }
}
