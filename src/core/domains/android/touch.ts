// How a phone is acted on: gestures and the phone's own keys as actions of the agent that the screen's format belongs to.

import type { Gesture, Spot, Touch } from '../../observations/screens/gestures.ts'
import type { Screen, ScreenNode } from '../../observations/screens/screen.ts'
import type { Action } from '../../tree/model.ts'
import { directionOf, pixelOf, pointOf, upward } from '../spots.ts'
import type { AndroidAction } from './actions.ts'
import { writePhone } from './phone.ts'
import { droidbotFor } from './touch-droidbot.ts'
import { phoneFor } from './touch-phone.ts'

export const touch: Touch = {
  frame: 'phone',
  formats: ['android-elements', 'android-dataclass', 'android-list', 'droidrun', 'droidbot', 'uiautomator'],
  gesture(gesture, screen) {
    if (screen.format === 'droidrun') return phoneFor(gesture, screen)
    if (screen.format === 'droidbot') return droidbotFor(gesture, screen) ?? keyFor(gesture)
    return actionFor(gesture, screen)
  },
  commands: [
    {
      name: 'back',
      title: 'Back',
      argument: null,
      action: either({ action_type: 'navigate_back' }, { action: 'system_button', button: 'back' })
    },
    {
      name: 'home',
      title: 'Home',
      argument: null,
      action: either({ action_type: 'navigate_home' }, { action: 'system_button', button: 'home' })
    },
    {
      name: 'open-app',
      title: 'Open an app',
      argument: { label: 'Name of the app', placeholder: 'Clock' },
      action(argument, screen) {
        if (screen?.format === 'droidbot') return `intent am start ${argument}`
        return either({ action_type: 'open_app', app_name: argument }, { action: 'open_app', text: argument })(
          '',
          screen
        )
      }
    },
    { name: 'wait', title: 'Wait', argument: null, action: either({ action_type: 'wait' }, { action: 'wait' }) },
    {
      name: 'answer',
      title: 'Answer the user',
      argument: { label: 'Answer', placeholder: 'What was found or done' },
      action: (argument, screen) =>
        either({ action_type: 'answer', text: argument }, { action: 'answer', text: argument })('', screen)
    },
    {
      name: 'complete',
      title: 'Finished',
      argument: null,
      action: either({ action_type: 'status', goal_status: 'complete' }, { action: 'terminate', status: 'success' })
    },
    {
      name: 'infeasible',
      title: 'Report infeasible',
      argument: null,
      action: either({ action_type: 'status', goal_status: 'infeasible' }, { action: 'terminate', status: 'failure' })
    }
  ]
}

/** DroidRun's own call on its screens. DroidBot has no such command: there the action is AndroidWorld's. */
function either(own: AndroidAction, phone: Record<string, string>): Touch['commands'][number]['action'] {
  return (_argument, screen): Action => (screen?.format === 'droidrun' ? writePhone(phone) : own)
}

/** A key is pressed wherever the focus is. */
function keyFor(gesture: Gesture): AndroidAction | null {
  if (gesture.type !== 'key') return null
  if (gesture.key === 'Enter') return { action_type: 'keyboard_enter' }
  // Escape is what keyboards of phones have for back.
  return gesture.key === 'Escape' ? { action_type: 'navigate_back' } : null
}

/** The action for a gesture, or `null`: a finger has no second button, does not hover, and chooses by tapping. */
function actionFor(gesture: Gesture, screen: Screen): AndroidAction | null {
  switch (gesture.type) {
    case 'click': {
      const target = targetOf(gesture.at, screen)
      if (!target || gesture.button !== 'left') return null
      return { action_type: gesture.count === 2 ? 'double_tap' : 'click', ...target }
    }
    case 'hold': {
      const target = targetOf(gesture.at, screen)
      return target && { action_type: 'long_press', ...target }
    }
    case 'type':
      return type(gesture, screen)
    case 'key':
      return keyFor(gesture)
    case 'scroll': {
      const direction = directionOf(gesture.dx, gesture.dy)
      if (!direction) return null
      const pane = gesture.at && upward(gesture.at, screen).find(({ states }) => states.scrollable === true)
      const index = pane ? indexOf(pane) : null
      return { action_type: 'scroll', ...(index !== null && { index }), direction }
    }
    case 'drag': {
      const [from, to] = [pixelOf(gesture.from, screen), pixelOf(gesture.to, screen)]
      const direction = from && to && directionOf(to.x - from.x, to.y - from.y)
      return direction ? { action_type: 'swipe', direction } : null
    }
    case 'hover':
    case 'select':
      return null
    default:
      return gesture satisfies never
  }
}

/** AndroidWorld's typing presses Enter by itself, so that `enter` makes no difference where there is text. */
function type({ at, text, enter }: Extract<Gesture, { type: 'type' }>, screen: Screen): AndroidAction | null {
  const focused = screen.nodes.findIndex(({ states }) => states.focused === true && states.editable === true)
  const spot = at ?? (focused < 0 ? null : { node: focused, x: null, y: null })
  const target = spot ? targetOf(spot, screen) : {}
  if (!target) return null
  const held = spot && upward(spot, screen)[0]?.value
  if (text === '' && !held) return enter ? { action_type: 'keyboard_enter' } : null
  // What is typed where the focus is goes on from what stands there.
  return { action_type: 'input_text', ...target, text, ...(at && held && { clear_text: true }) }
}

/** What an action is aimed at: the index of the thing, or of the nearest one that it lies in; else the point. */
function targetOf(at: Spot, screen: Screen): { index: number } | { x: number; y: number } | null {
  const index = upward(at, screen)
    .map(indexOf)
    .find((one) => one !== null)
  return index === undefined ? pointOf(at, screen) : { index }
}

function indexOf({ ref }: ScreenNode): number | null {
  return ref !== null && /^\d+$/.test(ref) ? Number(ref) : null
}
