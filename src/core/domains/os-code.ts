// The code of desktop actions: pyautogui calls written safely, `computer_13` objects as such code, and code in words (spec/formats 4.3).
import { z } from 'zod'
import { repr } from '../python.ts'
import { brief, shortened } from './brief.ts'
import { type Literal, readCall, writeCall } from './python.ts'
import type { Point } from './spots.ts'

export type Button = 'left' | 'middle' | 'right'

const call = (name: string, positional: Literal[], keywords: [string, Literal][] = []) =>
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
    const where: [string, Literal][] = at
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

const Parameters = z.object({
  x: z.number().optional(),
  y: z.number().optional(),
  button: z.enum(['left', 'middle', 'right']).optional(),
  num_clicks: z.int().optional(),
  dx: z.number().optional(),
  dy: z.number().optional(),
  text: z.string().optional(),
  key: z.string().optional(),
  keys: z.array(z.string()).optional()
})

/** OSWorld's other action space: `{action_type, x, y, ...}`, the parameters beside the type or in `parameters`. */
export const Computer13 = z
  .looseObject({ action_type: z.string() })
  .transform(({ action_type, parameters, ...rest }, context): string => {
    const given = Parameters.safeParse(parameters ?? rest)
    const code = given.success ? translate(action_type, given.data) : null
    if (code !== null) return code
    context.addIssue({
      code: 'custom',
      message: `${action_type} is not a whole action of computer_13. They are like {"action_type":"CLICK","x":300,"y":200}, {"action_type":"TYPING","text":"hello"} or {"action_type":"HOTKEY","keys":["ctrl","s"]}.`
    })
    return z.NEVER
  })

/** The code for a `computer_13` action, or `null` when it is none or lacks what it takes. */
function translate(type: string, { x, y, button, num_clicks, dx, dy, text, key, keys }: z.infer<typeof Parameters>) {
  // Half a point would be a click wherever the mouse happens to be.
  if ((x === undefined) !== (y === undefined)) return null
  const at: Literal[] = x === undefined || y === undefined ? [] : [x, y]
  const mouse: [string, Literal][] = button && button !== 'left' ? [['button', button]] : []
  switch (type) {
    case 'MOVE_TO':
      return at.length ? call('moveTo', at) : null
    case 'CLICK':
      return call('click', at, [
        ...mouse,
        ...(num_clicks && num_clicks > 1 ? [['clicks', num_clicks] as [string, Literal]] : [])
      ])
    case 'MOUSE_DOWN':
      return call('mouseDown', [], mouse)
    case 'MOUSE_UP':
      return call('mouseUp', [], mouse)
    case 'RIGHT_CLICK':
      return call('rightClick', at)
    case 'DOUBLE_CLICK':
      return call('doubleClick', at)
    case 'DRAG_TO':
      return at.length ? call('dragTo', at, [['button', 'left']]) : null
    case 'SCROLL': {
      const lines = [dy && call('scroll', [dy]), dx && call('hscroll', [dx])].filter(Boolean)
      return lines.length ? lines.join('\n') : null
    }
    case 'TYPING':
      return text === undefined ? null : write.text(text)
    case 'PRESS':
      return key === undefined ? null : call('press', [key])
    case 'KEY_DOWN':
      return key === undefined ? null : call('keyDown', [key])
    case 'KEY_UP':
      return key === undefined ? null : call('keyUp', [key])
    case 'HOTKEY':
      return keys?.length ? call('hotkey', keys) : null
    case 'WAIT':
    case 'FAIL':
    case 'DONE':
      return type
    default:
      return null
  }
}

/** The code in a few words, line by line: what it does where it is pyautogui, else the line itself. */
export function describe(code: string): string {
  const lines = code.split('\n').map((line) => line.trim())
  const telling = lines.filter((line) => line && !/^(#|import |from |time\.sleep\()/.test(line))
  const told = (telling.length ? telling : lines).map(describeLine)
  return told.length > MOST ? [...told.slice(0, MOST), '…'].join(' ; ') : told.join(' ; ')
}

// A label beside a step's number: what a gesture takes is told whole, a program by how it begins.
const MOST = 6
const LONGEST_LINE = 80

function describeLine(given: string): string {
  const line = shortened(given, LONGEST_LINE)
  try {
    const { name, positional, keywords } = readCall(given)
    const [x, y] = [positional[0] ?? keywords.get('x'), positional[1] ?? keywords.get('y')]
    const at = typeof x === 'number' ? `${x}, ${y}` : ''
    const button = keywords.get('button')
    const other = typeof button === 'string' && button !== 'left' ? `${button} ` : ''
    switch (name.replace(/^pyautogui\./, '')) {
      case 'click':
        return `${other}click ${at}`.trim()
      case 'doubleClick':
        return `${other}double-click ${at}`.trim()
      case 'rightClick':
        return `right click ${at}`.trim()
      case 'moveTo':
        return `move to ${at}`
      case 'dragTo':
        return `drag to ${at}`
      case 'write':
      case 'typewrite':
      case 'pyperclip.copy':
        return typeof x === 'string' ? `type ${brief(x)}` : line
      case 'press':
        return `press ${String(x)}`
      case 'hotkey':
        return positional.join('+')
      case 'scroll':
        return typeof x === 'number' ? `scroll ${x < 0 ? 'down' : 'up'} ${Math.abs(x)}` : line
      default:
        return line
    }
  } catch (error) {
    // Whatever is no single call is shown as it is written.
    if (error instanceof SyntaxError) return line
    throw error
  }
}
