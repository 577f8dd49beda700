// Keys by their names, as tmux has them: a name that stands alone is a key, anything else is text.
import { OrreryError } from '../../errors.ts'

/** Keys that move the cursor: alone, and with Shift, Alt and Control as xterm sends them. */
const MOVING = new Map([
  ['Up', 'A'],
  ['Down', 'B'],
  ['Right', 'C'],
  ['Left', 'D'],
  ['Home', 'H'],
  ['End', 'F']
])

/** Keys with a number; tmux has several names for some. */
const NUMBERED = new Map([
  ...['IC', 'Insert'].map((name): [string, number] => [name, 2]),
  ...['DC', 'Delete'].map((name): [string, number] => [name, 3]),
  ...['PageUp', 'PPage', 'PgUp'].map((name): [string, number] => [name, 5]),
  ...['PageDown', 'NPage', 'PgDn'].map((name): [string, number] => [name, 6]),
  ...[15, 17, 18, 19, 20, 21, 23, 24].map((number, at): [string, number] => [`F${at + 5}`, number])
])

const PLAIN = new Map([
  ['Enter', '\n'],
  ['KPEnter', '\n'],
  ['Escape', '\u001b'],
  ['Tab', '\t'],
  ['BTab', '\u001b[Z'],
  ['S-Tab', '\u001b[Z'],
  ['Space', ' '],
  ['BSpace', '\u007f'],
  ['C-Space', '\0'],
  ['C-@', '\0'],
  ['C-BSpace', '\b'],
  ...['P', 'Q', 'R', 'S'].map((letter, at): [string, string] => [`F${at + 1}`, `\u001bO${letter}`])
])

/** The names, for people and models. */
export const KEY_NAMES =
  'Enter, Escape, Tab, BTab, Space, BSpace, Up, Down, Left, Right, Home, End, PageUp, PageDown, Insert, Delete, F1 to F12, and C- (Control), M- (Alt) or S- (Shift) before a key, such as C-c, M-b, C-Left'

const MODIFIERS = { S: 1, M: 2, C: 4 }

/**
 * What `keys` types: the key where it is the name of one, else the text itself. Control keys of letters stay names, as actions have them.
 * @throws OrreryError invalid-input for a name that looks like a key's and is none
 */
export function keystrokesOf(keys: string): string {
  const known = sequenceOf(keys)
  if (known !== null) return known
  if (!LIKE_A_KEY.test(keys)) return keys
  throw new OrreryError(
    'invalid-input',
    `"${keys}" is no key of this terminal. The keys are: ${KEY_NAMES}. To type it as text, send it together with other text, or in two parts.`
  )
}

// Modifiers before something, and what other programs call keys.
const LIKE_A_KEY =
  /^(?:(?:[CMS]-)+\S+|(?:C(?:on)?trl|Control|Alt|Meta|Option|Shift|Cmd|Command|Super|Win)[-+]\S+|<[A-Za-z][\w-]*>|F\d+|Esc|ESC|Return|RETURN|Backspace|BackSpace|BACKSPACE|Del|Ins|Page_?(?:Up|Down|Dn)|Arrow(?:Up|Down|Left|Right)|(?:Up|Down|Left|Right)Arrow|Spacebar)$/i

function sequenceOf(name: string): string | null {
  const plain = PLAIN.get(name)
  if (plain !== undefined) return plain
  if (/^C-[a-z\\\]^_]$/i.test(name)) return name
  const [, modifiers = '', key = ''] = /^((?:[CMS]-)*)(.+)$/s.exec(name) ?? []
  // `as`: the pattern lets no other letter through.
  const bits = new Set(modifiers.split('-').filter(Boolean) as (keyof typeof MODIFIERS)[])
  const number = 1 + [...bits].reduce((sum, letter) => sum + MODIFIERS[letter], 0)
  const moving = MOVING.get(key)
  if (moving) return number > 1 ? `\u001b[1;${number}${moving}` : `\u001b[${moving}`
  const numbered = NUMBERED.get(key)
  if (numbered) return number > 1 ? `\u001b[${numbered};${number}~` : `\u001b[${numbered}~`
  const first = /^F([1-4])$/.exec(key)
  if (first && number > 1) return `\u001b[1;${number}${'PQRS'[Number(first[1]) - 1]}`
  // Alt is Escape before the key.
  if (!bits.has('M') || bits.has('S')) return null
  const rest = bits.has('C') ? `C-${key}` : key
  const control = /^C-([a-z\\\]^_])$/i.exec(rest)?.[1]
  if (control) return `\u001b${String.fromCharCode(control.toUpperCase().charCodeAt(0) & 31)}`
  const inner = PLAIN.get(rest) ?? (!bits.has('C') && [...key].length === 1 ? key : undefined)
  return inner === undefined ? null : `\u001b${inner}`
}

/** The name of a key that is no text; `null` for text. */
export function keyNameOf(keystrokes: string): string | null {
  return NAMES.get(keystrokes) ?? null
}

const NAMES = new Map(
  [...MOVING.keys(), ...NUMBERED.keys(), ...PLAIN.keys()].reverse().flatMap((name): [string, string][] => {
    const sequence = sequenceOf(name) ?? ''
    return sequence === '\u007f' || (sequence.startsWith('\u001b') && sequence.length > 1) ? [[sequence, name]] : []
  })
)
