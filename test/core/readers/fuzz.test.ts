import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readers, readScreen } from '../../../src/core/readers/index.ts'
import { changes, pageOf, type Screen } from '../../../src/core/screen.ts'

const folder = join(import.meta.dirname, '../../fixtures/screens')
const samples = readdirSync(folder)
  .sort()
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

const SEED = 20_261_121
const MUTATIONS = 10_000
// A page of ordinary size; what a mutation repeats is kept near it, so that thousands fit into seconds.
const ORDINARY = 12_000

/** The same numbers for the same seed, in [0, 1). */
function dice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const PIECES = [
  ...[
    '\0',
    '\u0007',
    '\u001b[31m',
    '\r',
    '\r\n',
    '\n\n',
    '\t',
    '\t\t\t\t',
    '    ',
    '\u2028',
    '\u0085',
    '\ufeff',
    '\ufffd'
  ],
  ...['\ud83d', '\ude42', '\u200f', '\u202e', '\u2066', 'שלום', 'مرحبا', '🙂', '👩‍👧', '\u0301\u0301\u0301', '\u00a0'],
  ...[
    '9'.repeat(400),
    '-1',
    '1e999',
    'NaN',
    'Infinity',
    '99999999999999999999',
    '0x10',
    '-0',
    '(1, 2)',
    '(9e9,9e9,-9e9,1)'
  ],
  ...[
    "'",
    '"',
    '`',
    '\\',
    "\\'",
    '\\x',
    '\\u12',
    '\\U0011ffff',
    '""',
    "''",
    '[',
    ']',
    '(',
    ')',
    '{',
    '}',
    '<',
    '>',
    '</',
    '/>',
    '<!--',
    ']]>',
    '&',
    '&#0;',
    '&#x110000;',
    '&amp;'
  ],
  ...[
    ': ',
    ', ',
    '=',
    '- ',
    '- text: ',
    ' value=',
    'box="(1,2,3,4)"',
    '[12] ',
    "[a] x ''",
    "RootWebArea 'x'",
    'UI element 1: ',
    'UIElement(',
    '{"index": 1, "text": "'
  ],
  ...[
    'tag\tname\ttext',
    '__proto__',
    'constructor',
    'toString',
    '[ref=e1]',
    "'a': b",
    '|',
    '>-',
    '```',
    'URL: x',
    'Tab 0 (current): a | Tab 1: b',
    '<node bounds="[0,0][1,1]"',
    '<div>',
    '</div></div>',
    '<svg><script>',
    '<textarea>'
  ]
]

/** A sample screen with some things wrong with it. */
function mutation(seed: number): string {
  const random = dice(seed)
  const below = (count: number) => Math.floor(random() * count)
  const any = <T>(list: T[]): T => list[below(list.length)]!
  let text = any(samples).text
  const range = (): [number, number] => {
    const start = below(text.length + 1)
    // Mostly a few characters, sometimes much.
    const end = Math.min(text.length, start + below(random() < 0.7 ? 12 : random() < 0.7 ? 200 : text.length + 1))
    return [start, end]
  }
  const line = (): [number, number] => {
    const start = text.lastIndexOf('\n', below(text.length + 1)) + 1
    const end = text.indexOf('\n', start)
    return [start, end < 0 ? text.length : end + 1]
  }
  const put = (start: number, end: number, piece: string) => {
    text = text.slice(0, start) + piece + text.slice(end)
  }
  const kinds: (() => void)[] = [
    () => put(below(text.length + 1), text.length, ''),
    () => put(0, below(text.length + 1), ''),
    () => put(...range(), ''),
    () => put(...line(), ''),
    () => {
      const at = below(text.length + 1)
      put(at, at, any(PIECES))
    },
    () => put(...range(), any(PIECES)),
    () => put(...range(), any(PIECES).repeat(1 + below(40))),
    () => {
      const [start, end] = random() < 0.5 ? range() : line()
      const times = Math.max(1, Math.min(1 + below(6), Math.floor(ORDINARY / (end - start + 1))))
      put(start, end, text.slice(start, end).repeat(1 + times))
    },
    () => {
      const [start, end] = random() < 0.5 ? range() : line()
      const piece = text.slice(start, end)
      put(start, end, '')
      const at = below(text.length + 1)
      put(at, at, piece)
    },
    () => {
      // Wrong nesting: a line further in or out than it was, or a tag closed where it stood.
      const [start] = line()
      put(start, start, any(['\t', '\t\t\t\t\t', '  ', '      ', '</node>', '</div>', '<b>', '<i><p>']))
    },
    () => {
      const other = any(samples).text
      const start = below(other.length + 1)
      const at = below(text.length + 1)
      put(at, at, other.slice(start, start + below(400)))
    },
    () => {
      const at = below(text.length + 1)
      put(at, Math.min(text.length, at + 1), String.fromCharCode(below(0x10000)))
    },
    () => {
      text = text.replaceAll(
        any([' ', '\n', '\t', "'", '"', '1', ':', ',']),
        any(PIECES.filter((piece) => piece.length < 12))
      )
    }
  ]
  for (let left = 1 + below(4); left > 0; left--) any(kinds)()
  return text
}

/** What is wrong with what was made of the text; `''` when nothing is. */
function wrongWith(text: string, before: Screen | null, nth: number): { wrong: string; screen: Screen | null } {
  const read = readScreen(text)
  if ('problem' in read) {
    const { problem } = read
    // A sentence, not a stack and not an engine's own words.
    const sentence =
      /^[A-Z].*[.'…\]]$/s.test(problem) && !/undefined|is not a function|Cannot read|Maximum call|Invalid/.test(problem)
    return { wrong: sentence ? '' : `the problem is no sentence: ${problem}`, screen: null }
  }
  const { screen } = read
  const wrong: string[] = []
  screen.nodes.forEach(({ parent, start, end, bounds, states, role, tag, name, value }, index) => {
    const within = Number.isInteger(start) && start >= 0 && start <= end && end <= text.length
    if (!within) wrong.push(`node ${index} has the span ${start} to ${end}`)
    if (!(Number.isInteger(parent) && parent >= -1 && parent < index)) wrong.push(`node ${index} lies in ${parent}`)
    const sides = bounds ? [bounds.x, bounds.y, bounds.width, bounds.height] : []
    if (!sides.every(Number.isFinite)) wrong.push(`node ${index} is at ${sides}`)
    if (![role, tag, name, value ?? ''].every((one) => typeof one === 'string'))
      wrong.push(`node ${index} has no words`)
    if (Object.getPrototypeOf(states) !== Object.prototype) wrong.push(`node ${index} has strange states`)
  })
  const size = [screen.width ?? 0, screen.height ?? 0]
  if (!size.every(Number.isFinite)) wrong.push(`the screen is ${size} large`)
  const writer = readers.find(({ name }) => name === screen.format)
  if (writer?.write(screen) !== text) wrong.push(`${screen.format} does not write what it read`)
  const { layout: _, ...anew } = screen
  // Each writer gets its share of what every format gave.
  const other = readers[nth % readers.length]
  if (typeof other?.write(anew) !== 'string') wrong.push('a writer writes nothing')
  for (const index of changes(before, screen))
    if (!screen.nodes[index]) wrong.push(`node ${index} changed and is not there`)
  if (changes(screen, screen).size) wrong.push('it differs from itself')
  pageOf(screen)
  return { wrong: wrong.slice(0, 3).join('; '), screen }
}

it(`13.19 reads, writes and compares ${MUTATIONS} broken screens without breaking`, { timeout: 60_000 }, () => {
  let before: Screen | null = null
  let drawn = 0
  for (let nth = 0; nth < MUTATIONS; nth++) {
    const seed = SEED + nth
    const text = mutation(seed)
    try {
      const { wrong, screen } = wrongWith(text, before, nth)
      expect(wrong, `seed ${seed}`).toBe('')
      if (!screen) continue
      before = screen
      drawn++
    } catch (error) {
      throw new Error(
        `seed ${seed}: ${error instanceof Error ? error.message : error}\n${JSON.stringify(text.slice(0, 600))}`
      )
    }
  }
  // Mutations that no reader took for a screen would prove nothing.
  expect(drawn).toBeGreaterThan(MUTATIONS / 2)
})

/** The smallest sample of each format that has anything in it. */
const smallest = readers.flatMap(({ name }) => {
  const own = samples.filter(({ text }) => {
    const read = readScreen(text)
    return 'screen' in read && read.screen.format === name && read.screen.nodes.length > 0
  })
  return own.sort((one, other) => one.text.length - other.text.length).slice(0, 1)
})

it('13.19 says of 5 MB that it is too long to draw', () => {
  for (const { name, text } of smallest) {
    const read = readScreen(text.repeat(Math.ceil(5_000_000 / text.length)))
    expect(read, name).toEqual({
      problem: expect.stringMatching(/^This observation is too long to draw: \d+ characters/)
    })
  }
})

// Each made some parser somewhere read what is left anew for every character of it.
const MANY = [
  ...[
    '\t',
    ' ',
    '\n',
    '\n ',
    '\r',
    "'",
    '"',
    '\\',
    '[',
    '(',
    '{',
    '<',
    '<a ',
    '<div>',
    '</div>',
    '<!--',
    '&',
    '- ',
    ': ',
    ', a',
    ' [a',
    ' ('
  ],
  ...[
    "\n[1] a 'b'",
    '\nUI element 1: {',
    ', "a": ',
    '\n- a:',
    '\na\tb\t(1, 2)',
    ' | Tab 1: ',
    '\n<node bounds="[0,0][1,1]"/>'
  ]
]
// Reading that takes the square of this many steps does not end in time.
const LONG = 200_000

it.each(smallest)(
  '13.19 takes time in proportion for $name, whatever is repeated in it',
  { timeout: 60_000 },
  ({ text }) => {
    for (const piece of MANY) {
      const middle = text.lastIndexOf('\n', text.length >> 1) + 3
      const long = text.slice(0, middle) + piece.repeat(LONG / piece.length) + text.slice(middle)
      const read = readScreen(long)
      if ('problem' in read) continue
      const writer = readers.find(({ name }) => name === read.screen.format)
      expect(writer?.write(read.screen) === long, `with ${JSON.stringify(piece)}`).toBe(true)
      expect(changes(read.screen, read.screen).size).toBe(0)
    }
  }
)
