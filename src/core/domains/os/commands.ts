// What lines of pyautogui ask of a desktop. Nothing of the code is run.

import type { PythonLiteral } from '../../text/python-values.ts'
import type { DesktopCommand } from '../desktop-commands.ts'
import { type PythonCall, readCall } from '../python.ts'
import type { Point } from '../spots.ts'
import { statementsOf } from './statements.ts'

/** `null` for code that is more than calls of a mouse and a keyboard. */
export function commandsOf(code: string): DesktopCommand[] | null {
  if (code === 'WAIT' || code === 'DONE' || code === 'FAIL') return [{ do: 'wait' }]
  const commands: DesktopCommand[] = []
  const held: string[] = []
  for (const line of statementsOf(code)) {
    const call = callIn(line)
    const asked = call && ofCall(call, held)
    if (!asked) return null
    for (const one of asked) commands.push(one)
  }
  return commands
}

function callIn(line: string): PythonCall | null {
  try {
    return readCall(line)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

const BUTTONS = ['left', 'middle', 'right'] as const
const CLICKS = new Map<string, { count: number; button: (typeof BUTTONS)[number] }>([
  ['click', { count: 1, button: 'left' }],
  ['doubleClick', { count: 2, button: 'left' }],
  ['tripleClick', { count: 3, button: 'left' }],
  ['rightClick', { count: 1, button: 'right' }],
  ['middleClick', { count: 1, button: 'middle' }]
])

/** @param held keys that are held down, which is changed here */
function ofCall({ name, positional, keywords }: PythonCall, held: string[]): DesktopCommand[] | null {
  const [first, second] = positional
  const at = pointOf(first ?? keywords.get('x'), second ?? keywords.get('y'))
  const own = name.replace(/^pyautogui\./, '')
  const click = CLICKS.get(own)
  if (click) {
    const clicks = keywords.get('clicks') ?? positional[2]
    const button = BUTTONS.find((one) => one === keywords.get('button')) ?? click.button
    if (at === undefined) return null
    return [{ do: 'click', at, button, count: typeof clicks === 'number' ? clicks : click.count }]
  }
  switch (own) {
    case 'time.sleep':
    case 'sleep':
      return [{ do: 'wait' }]
    case 'moveTo':
      return at ? [{ do: 'point', to: at }] : null
    case 'dragTo':
      return at ? [{ do: 'drag', to: at }] : null
    case 'scroll':
    case 'vscroll':
      return typeof first === 'number'
        ? [
            {
              do: 'scroll',
              by: -first,
              at: pointOf(keywords.get('x') ?? second, keywords.get('y') ?? positional[2]) ?? null
            }
          ]
        : null
    case 'write':
    case 'typewrite': {
      const text = first ?? keywords.get('message')
      return typeof text === 'string' ? [{ do: 'type', text }] : null
    }
    case 'pyperclip.copy':
      return typeof first === 'string' ? [{ do: 'copy', text: first }] : null
    case 'press': {
      const presses = Number(keywords.get('presses') ?? second ?? 1)
      const keys = Array.isArray(first) ? first : [first]
      if (!keys.every((key): key is string => typeof key === 'string') || !(presses >= 1 && presses <= 100)) return null
      return Array.from({ length: presses }, () => keys.map((key) => pressed([...held, key]))).flat()
    }
    case 'hotkey':
      return positional.every((key): key is string => typeof key === 'string') && positional.length > 0
        ? [pressed(positional)]
        : null
    case 'keyDown':
      if (typeof first !== 'string') return null
      if (keyName(first).length > 1) held.push(first)
      return isModifier(first) ? [] : [pressed(held)]
    case 'keyUp':
      if (typeof first === 'string' && held.includes(first)) held.splice(held.indexOf(first), 1)
      return []
    default:
      return null
  }
}

/** `null` for none, `undefined` for what is no point. */
function pointOf(x: PythonLiteral | undefined, y: PythonLiteral | undefined): Point | null | undefined {
  if (x === undefined && y === undefined) return null
  return typeof x === 'number' && typeof y === 'number' ? { x: Math.round(x), y: Math.round(y) } : undefined
}

const pressed = (keys: readonly string[]): DesktopCommand => ({ do: 'press', keys: keys.map(keyName).join('+') })

// pyautogui's names where browsers have others.
const KEYS = new Map(
  Object.entries({
    ...{
      enter: 'Enter',
      return: 'Enter',
      esc: 'Escape',
      escape: 'Escape',
      tab: 'Tab',
      space: ' ',
      backspace: 'Backspace'
    },
    ...{ delete: 'Delete', del: 'Delete', home: 'Home', end: 'End', pageup: 'PageUp', pagedown: 'PageDown' },
    ...{ left: 'ArrowLeft', right: 'ArrowRight', up: 'ArrowUp', down: 'ArrowDown' },
    ...{ ctrl: 'Control', ctrlleft: 'Control', ctrlright: 'Control', alt: 'Alt', altleft: 'Alt', altright: 'Alt' },
    ...{
      shift: 'Shift',
      shiftleft: 'Shift',
      shiftright: 'Shift',
      win: 'Meta',
      winleft: 'Meta',
      winright: 'Meta',
      command: 'Meta'
    }
  })
)

const keyName = (key: string): string =>
  KEYS.get(key.toLowerCase()) ?? (/^f\d{1,2}$/i.test(key) ? key.toUpperCase() : key)

const isModifier = (key: string): boolean => /^(?:Control|Alt|Shift|Meta)$/.test(keyName(key))
