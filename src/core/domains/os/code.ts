// The code of desktop actions: pyautogui calls, written safely.
import { repr } from '../../text/python.ts'
import type { PythonLiteral } from '../../text/python-values.ts'
import { writeCall } from '../python.ts'
import type { Point } from '../spots.ts'

export type Button = 'left' | 'middle' | 'right'

/** One call of pyautogui. */
export const call = (name: string, positional: PythonLiteral[], keywords: [string, PythonLiteral][] = []) =>
  writeCall(`pyautogui.${name}`, positional, keywords)

/** pyautogui code; each is one or more whole lines. Points are whole pixels of the screen. */
export const write = {
  moveTo: ({ x, y }: Point) => call('moveTo', [x, y]),
  click: ({ x, y }: Point, button: Button = 'left') =>
    call('click', [x, y], button === 'left' ? [] : [['button', button]]),
  doubleClick: ({ x, y }: Point, button: Button = 'left') =>
    call('doubleClick', [x, y], button === 'left' ? [] : [['button', button]]),
  /** pyautogui can only press keys of a keyboard; what has none goes through the clipboard. */
  text: (text: string) =>
    /^[\x20-\x7e\n\t]*$/.test(text)
      ? call('write', [text])
      : `import pyperclip\npyperclip.copy(${repr(text)})\npyautogui.hotkey('ctrl', 'v')`,
  /** Keys in DOM names. */
  keys: (keys: string[]) => {
    const [only = '', ...more] = keys
    // A capital by itself is one; in a chord Shift says so.
    if (!more.length) return call('press', [only.length === 1 ? only.replace(' ', 'space') : keyName(only)])
    return call('hotkey', keys.map(keyName))
  },
  /** Clicks of the wheel: positive `down` shows what is further down. */
  scroll: (right: number, down: number, at: Point | null) => {
    const where: [string, PythonLiteral][] = at
      ? [
          ['x', at.x],
          ['y', at.y]
        ]
      : []
    const lines = [down && call('scroll', [-down], where), right && call('hscroll', [right], where)]
    return lines.filter(Boolean).join('\n')
  },
  drag: (from: Point, to: Point) =>
    // Programs miss a drag that takes no time.
    `${write.moveTo(from)}\n${call(
      'dragTo',
      [to.x, to.y],
      [
        ['duration', 0.5],
        ['button', 'left']
      ]
    )}`
}

/** DOM names of keys that pyautogui calls something else than their lower case. */
const KEYS = new Map([
  ['Escape', 'esc'],
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
  ['Control', 'ctrl'],
  ['Meta', 'win'],
  [' ', 'space'],
  ['Space', 'space'],
  ['ContextMenu', 'apps'],
  ['AltGraph', 'altright']
])

function keyName(key: string): string {
  return KEYS.get(key) ?? key.toLowerCase()
}
