// The few pyautogui calls that the recorded sessions use, as the xdotool commands that do the same on a real X screen.

// pyautogui's key names where X has another one.
const KEYS: Record<string, string> = {
  enter: 'Return',
  esc: 'Escape',
  tab: 'Tab',
  backspace: 'BackSpace',
  delete: 'Delete',
  up: 'Up',
  down: 'Down',
  left: 'Left',
  right: 'Right',
  home: 'Home',
  end: 'End',
  space: 'space',
  pageup: 'Prior',
  pagedown: 'Next',
  f2: 'F2',
  f4: 'F4',
  f5: 'F5',
  f10: 'F10'
}
const keysym = (key: string) => KEYS[key] ?? key

// Slow enough that GTK loses no key of a long text.
const TYPE_MS = '12'

/** The commands, in order, that carry out `code`. @throws Error naming the line that is none of the calls known here */
export function commands(code: string): string[][] {
  return code.split('\n').flatMap((line) => {
    if (/^import (pyautogui|time)$/.test(line)) return []
    const [, name = '', inside = ''] = /^(?:pyautogui|time)\.(\w+)\((.*)\)$/.exec(line) ?? []
    const values = readArguments(inside)
    const to = ['xdotool', 'mousemove', '--sync', ...values.slice(0, 2)]
    switch (name) {
      case 'moveTo':
        return [to]
      case 'click':
        return [[...to, 'click', inside.endsWith("button='right'") ? '3' : '1']]
      case 'doubleClick':
        return [[...to, 'click', '--repeat', '2', '--delay', '80', '1']]
      case 'tripleClick':
        return [[...to, 'click', '--repeat', '3', '--delay', '80', '1']]
      case 'write':
        return typing(values[0] ?? '')
      case 'press':
        return [['xdotool', 'key', keysym(values[0] ?? '')]]
      case 'hotkey':
        return [['xdotool', 'key', values.map(keysym).join('+')]]
      case 'scroll': {
        const clicks = Number(values[0])
        return [['xdotool', 'click', '--repeat', String(Math.abs(clicks)), clicks > 0 ? '4' : '5']]
      }
      case 'sleep':
        return [['sleep', values[0] ?? '0']]
      default:
        throw new Error(`The recorder cannot do this line: ${line}`)
    }
  })
}

/** xdotool loses line breaks on screens without a keyboard: they are typed as the key. */
function typing(text: string): string[][] {
  return text
    .split(/(\n)/)
    .filter(Boolean)
    .map((part) => (part === '\n' ? ['xdotool', 'key', 'Return'] : ['xdotool', 'type', '--delay', TYPE_MS, '--', part]))
}

/** Positional numbers and single-quoted strings; a keyword argument ends them. */
function readArguments(inside: string): string[] {
  const found = inside.matchAll(/(?:^|,\s*)(?:'((?:[^'\\]|\\.)*)'|(-?[\d.]+))(?=,|$)/g)
  return [...found].map(([, text, number]) =>
    text === undefined ? (number ?? '') : text.replace(/\\(.)/g, (_, one: string) => (one === 'n' ? '\n' : one))
  )
}
