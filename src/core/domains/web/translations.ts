// What browser agents say in other dialects, in the web domain's 21 calls: the rest of BrowserGym, and WebArena.
import { type PythonCall, writeCall } from '../python.ts'

/**
 * One of the 21 calls for a BrowserGym call that is none of them; `null` for what is no call of BrowserGym.
 * @throws SyntaxError naming the calls to use where one action cannot do the same
 */
export function translate({ name, positional, keywords }: PythonCall): string | null {
  const parameters = FOREIGN.get(name)
  if (!parameters) {
    const other = INSTEAD.get(name)
    if (!other) return null
    throw new SyntaxError(`${name} is not an action of the web domain: ${other}.`)
  }
  const [first] = parameters.map((one, index) => positional[index] ?? keywords.get(one))
  if (typeof first !== 'string') throw new SyntaxError(`${name} takes a ${parameters[0]}, a text in quotes.`)
  return writeCall('keyboard_type', [first])
}

/** BrowserGym calls that one of the 21 does as well, and their parameters. */
const FOREIGN = new Map([['keyboard_insert_text', ['text']]])

/** Those that none does. */
const INSTEAD = new Map([
  ['type', "fill('a7', 'text') fills a field, keyboard_type('text') types where the focus is"],
  ['keyboard_down', "press keys together with keyboard_press('Shift+ArrowDown')"],
  ['keyboard_up', "press keys together with keyboard_press('Shift+ArrowDown')"],
  ['upload_file', 'files cannot be uploaded here; report_infeasible(reason) says so'],
  ['mouse_upload_file', 'files cannot be uploaded here; report_infeasible(reason) says so']
])

// WebArena scrolls by a window's height, and BrowserGym's window has this one in pixels.
const WINDOW = 720

/** A WebArena action (`click [31]`) as one of the 21 calls; `null` for what is none. @throws SyntaxError where it takes two */
export function translateWords(words: string): string | null {
  const [, verb = '', rest = ''] = /^([a-z_]+)(?:\s+(\[[\s\S]*\]))?$/.exec(words) ?? []
  const only = /^\[([\s\S]*)\]$/.exec(rest)?.[1]
  switch (verb) {
    case 'click':
    case 'hover':
      return only === undefined ? null : writeCall(verb, [only])
    case 'type':
      return only === undefined ? null : typed(only)
    case 'press':
      return only === undefined ? null : writeCall('keyboard_press', [only.replace(/\bctrl\b/i, 'Control')])
    case 'scroll': {
      const direction = /^(?:direction=)?(up|down)$/.exec(only ?? '')?.[1]
      return direction ? writeCall('scroll', [0, direction === 'up' ? -WINDOW : WINDOW]) : null
    }
    case 'goto':
      return only === undefined ? null : writeCall('goto', [only])
    case 'tab_focus':
      return /^\d+$/.test(only ?? '') ? writeCall('tab_focus', [Number(only)]) : null
    case 'close_tab':
      return rest ? null : 'tab_close()'
    case 'new_tab':
    case 'go_back':
    case 'go_forward':
      return rest ? null : `${verb}()`
    case 'stop':
      return writeCall('send_msg_to_user', [only ?? ''])
    default:
      return null
  }
}

/** `31] [text] [0`: with 1, or without it, WebArena presses Enter too, which is a second action here. */
function typed(inside: string): string {
  const [, id = '', text = '', enter = '1'] =
    /^(\w+)\]\s*\[([\s\S]*?)(?:\]\s*\[(?:press_enter_after=)?([01]))?$/.exec(inside) ?? []
  if (!id) throw new SyntaxError("type takes an id and a text: fill('31', 'text')")
  const fill = writeCall('fill', [id, text])
  if (enter === '0') return fill
  throw new SyntaxError(
    `type [${id}] with Enter is two actions here: ${fill}, then ${writeCall('keyboard_press', ['Enter'])}. Without Enter it ends in [0].`
  )
}
