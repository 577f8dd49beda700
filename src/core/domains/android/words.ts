// What a person types to act on a phone: `tap 3`, `type 3 Milk`, `swipe up`, or the action itself in its agent's form.

import { parseJson } from '../../text/json.ts'
import type { Action } from '../../tree/model.ts'
import { AndroidAction } from './actions.ts'
import { AnyAction } from './any.ts'

/** The action that the words say. What is none is given back as it is, for the action's schema to refuse. */
export function readWords(line: string): Action {
  const words = line.trim()
  if (words.startsWith('{')) {
    try {
      const action: Action = parseJson(words)
      return AnyAction.safeParse(action).data ?? action
    } catch {
      // The schema says what an action is.
      return line
    }
  }
  for (const [pattern, make] of FORMS) {
    const match = pattern.exec(words)
    const action = match && AndroidAction.safeParse(make(match.groups ?? {})).data
    if (action) return action
  }
  return line
}

type Said = Record<string, string | undefined>

/** `index`, or `x` and `y`, as numbers, where they were said. */
function aim({ index, x, y }: Said) {
  return { index: number(index), x: number(x), y: number(y) }
}

function number(digits: string | undefined): number | null {
  return digits === undefined ? null : Number(digits)
}

/** In the order they are tried; a later form takes what an earlier one leaves. */
const FORMS: [RegExp, (said: Said) => object][] = [
  [/^(?:wait)?$/i, () => ({ action_type: 'wait' })],
  [/^back$/i, () => ({ action_type: 'navigate_back' })],
  [/^home$/i, () => ({ action_type: 'navigate_home' })],
  [/^enter$/i, () => ({ action_type: 'keyboard_enter' })],
  [/^(?:done|complete)$/i, () => ({ action_type: 'status', goal_status: 'complete' })],
  [/^infeasible$/i, () => ({ action_type: 'status', goal_status: 'infeasible' })],
  [
    /^(?:(?<tap>tap|click)|(?<double>double[ -]?(?:tap|click))|hold|long[ -]?press) +(?:at +)?(?:(?<x>\d+)(?: *, *| +)(?<y>\d+)|(?<index>\d+))$/i,
    ({ tap, double, ...said }) => ({
      action_type: tap ? 'click' : double ? 'double_tap' : 'long_press',
      ...aim(said)
    })
  ],
  [
    /^type +(?<index>\d+) +(?<text>[^ ].*)/is,
    ({ text, ...said }) => ({ action_type: 'input_text', ...aim(said), text })
  ],
  [/^type +(?<text>[^ ].*)/is, ({ text }) => ({ action_type: 'input_text', text })],
  [
    /^(?<verb>scroll|swipe) +(?<direction>up|down|left|right)(?: +(?:in +)?(?<index>\d+))?$/i,
    ({ verb, direction, ...said }) => ({
      action_type: verb?.toLowerCase(),
      ...aim(said),
      direction: direction?.toLowerCase()
    })
  ],
  [/^open +(?<app>[^ \n\r].*)$/i, ({ app }) => ({ action_type: 'open_app', app_name: app })],
  [/^answer +(?<text>[^ ].*)/is, ({ text }) => ({ action_type: 'answer', text })]
]
