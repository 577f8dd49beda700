// The desktop's interface: what lines of pyautogui ask for. Nothing of the code is run.
import type { Screen } from '../../observations/screens/screen.ts'
import type { Intent, Intents } from '../intents.ts'
import { type PythonCall, readCall } from '../python.ts'
import { nodeAt } from '../spots.ts'
import { statementsOf } from './statements.ts'

const LOOK: Intent = { do: 'look' }

// pyautogui's names where the web has others.
const KEYS = new Map([
  ['enter', 'Enter'],
  ['return', 'Enter'],
  ['backspace', 'Backspace'],
  ['delete', 'Delete'],
  ['del', 'Delete'],
  ['home', 'Home'],
  ['end', 'End'],
  ['left', 'ArrowLeft'],
  ['right', 'ArrowRight'],
  ['space', ' '],
  ['esc', 'Escape'],
  ['escape', 'Escape'],
  ['tab', 'Tab'],
  ['up', 'ArrowUp'],
  ['down', 'ArrowDown'],
  ['pageup', 'PageUp'],
  ['pagedown', 'PageDown'],
  ...Array.from({ length: 12 }, (_, at): [string, string] => [`f${at + 1}`, `F${at + 1}`])
])

const CLICKS = new Map<string, 1 | 2 | 3>([
  ['pyautogui.click', 1],
  ['pyautogui.doubleClick', 2],
  ['pyautogui.tripleClick', 3]
])

/** What a call asks for on this screen; `null` where widgets have no part in it. */
function ofCall({ name, positional, keywords }: PythonCall, screen: Screen): Intent[] | null {
  const [first = keywords.get('x'), second = keywords.get('y')] = positional
  switch (name) {
    case 'time.sleep':
    case 'pyautogui.sleep':
    case 'pyautogui.moveTo':
      return [LOOK]
    case 'pyautogui.click':
    case 'pyautogui.doubleClick':
    case 'pyautogui.tripleClick': {
      if (typeof first !== 'number' || typeof second !== 'number' || positional.length > 2) return null
      if ([...keywords.keys()].some((key) => key !== 'x' && key !== 'y')) return null
      const node = nodeAt(screen, first, second)
      return [
        { do: 'click', at: node === null ? { missing: 'beside' } : { node }, count: CLICKS.get(name) ?? 1, x: first }
      ]
    }
    case 'pyautogui.write':
    case 'pyautogui.typewrite': {
      const text = positional[0] ?? keywords.get('message')
      return typeof text === 'string' && /^[\x20-\x7e\n\t]*$/.test(text) ? [{ do: 'type', at: 'focus', text }] : null
    }
    case 'pyautogui.press': {
      const key = typeof first === 'string' ? KEYS.get(first.toLowerCase()) : undefined
      return key === undefined || positional.length > 1 || keywords.size > 0 ? null : [{ do: 'press', key }]
    }
    case 'pyautogui.hotkey':
      return hotkey(positional.join('+').toLowerCase())
    default:
      return null
  }
}

const hotkey = (keys: string): Intent[] | null => {
  const letter = /^ctrl\+([acxv])$/.exec(keys)?.[1]
  if (letter) return [{ do: 'press', key: `Control+${letter}` }]
  const mnemonic = /^alt\+([a-z0-9])$/.exec(keys)?.[1]
  if (mnemonic) return [{ do: 'press', key: `Alt+${mnemonic}` }]
  const moved = KEYS.get(/^shift\+(home|end|left|right|tab)$/.exec(keys)?.[1] ?? '')
  return moved ? [{ do: 'press', key: `Shift+${moved}` }] : null
}

export const intents: Intents<string> = {
  like: 'desktop',
  read(code, screen) {
    if (code === 'WAIT' || code === 'DONE' || code === 'FAIL') return [LOOK]
    const intents: Intent[] = []
    for (const line of statementsOf(code)) {
      const call = callIn(line)
      const asked = call && ofCall(call, screen)
      if (!asked) return null
      for (const one of asked) intents.push(one)
    }
    return intents.length > 0 ? intents : null
  },
  // A mouse and a keyboard are refused nothing.
  refuse: (_code, _refusal, page) => page
}

function callIn(line: string): PythonCall | null {
  try {
    return readCall(line)
  } catch (error) {
    // What is no single call is the model's to read.
    if (error instanceof SyntaxError) return null
    throw error
  }
}
