// Desktop code in the few words that a timeline has room for.

import type { Screen } from '../../observations/screens/screen.ts'
import { brief, shortened } from '../brief.ts'
import { readCall } from '../python.ts'
import { thingAt } from '../things.ts'
import { statementsOf } from './statements.ts'

/** The code in a few words, line by line: what it does where it is pyautogui, and to what on the screen, else the line itself. */
export function describe(code: string, screen?: Screen): string {
  const lines = code.split('\n').map((line) => line.trim())
  const telling = statementsOf(code)
    .map((line) => line.trim())
    .filter((line) => !/^(import |from |time\.sleep\()/.test(line))
  // Whatever comes after the first press or key may happen on another screen.
  let seen = screen
  const told = (telling.length ? telling : lines).map((line) => {
    const one = describeLine(line, seen)
    if (!/^pyautogui\.moveTo\(/.test(line)) seen = undefined
    return one
  })
  return told.length > MOST ? [...told.slice(0, MOST), '…'].join(' ; ') : told.join(' ; ')
}

// A label beside a step's number: what a gesture takes is told whole, a program by how it begins.
const MOST = 6
const LONGEST_LINE = 80

function describeLine(given: string, screen?: Screen): string {
  const line = shortened(given, LONGEST_LINE)
  try {
    const { name, positional, keywords } = readCall(given)
    const [x, y] = [positional[0] ?? keywords.get('x'), positional[1] ?? keywords.get('y')]
    const point = typeof x === 'number' && typeof y === 'number' ? { x, y } : null
    const it = point && thingAt(screen, point.x, point.y)
    const at = point ? `${it ? `${it} at ` : ''}${point.x}, ${point.y}` : ''
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
        return at ? `move to ${at}` : line
      case 'dragTo':
        return at ? `drag to ${at}` : line
      case 'write':
      case 'typewrite':
      case 'pyperclip.copy':
        return typeof x === 'string' ? `type ${brief(x)}` : line
      case 'press':
        return `press ${[x].flat().join(', ')}`
      case 'hotkey':
        return positional.flat().join('+')
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
