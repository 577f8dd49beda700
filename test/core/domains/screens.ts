// A small screen to act on, and texts to type: what the tests of the screen domains share.
import type { Spot } from '../../../src/core/observations/screens/gestures.ts'
import type { Screen, ScreenNode } from '../../../src/core/observations/screens/screen.ts'

/** A screen of nodes that say only what matters. */
export function screenOf(...nodes: Partial<ScreenNode>[]): Screen {
  return {
    format: 'test',
    nodes: nodes.map((node) => ({
      ref: null,
      role: 'generic',
      tag: 'generic',
      name: '',
      text: '',
      value: null,
      states: {},
      bounds: null,
      attributes: [],
      parent: -1,
      start: 0,
      end: 0,
      ...node
    })),
    width: null,
    height: null,
    url: null,
    title: null,
    tabs: [],
    preface: '',
    warnings: []
  }
}

export const on = (node: number): Spot => ({ node, x: null, y: null })
export const at = (x: number, y: number): Spot => ({ node: null, x, y })
export const left = { button: 'left', count: 1 } as const

// What breaks quoting: both quotes, backslashes, line ends, controls, halves of a pair, signs of other scripts, and code.
const PIECES = [
  "'",
  '"',
  '\\',
  '\n',
  '\r',
  '\t',
  '\0',
  '\u001b',
  '\u0085',
  '\u2028',
  '\ud83d',
  '\ude00',
  '😀',
  '👩‍🚀',
  'é',
  'e\u0301',
  'مرحبا',
  '漢字',
  "'''",
  '"""',
  '\\n',
  '\\x41',
  '\\u00e9',
  '\\N{BULLET}',
  '\\',
  '\\\\',
  '`',
  '```',
  '\n```\n',
  '$&',
  '%s',
  "')",
  "'); click('b",
  '#',
  ';',
  ' ',
  'a',
  '7',
  '**Action:**'
]

/** Texts made of what breaks quoting, the same every time. */
export function awkwardTexts(count: number): string[] {
  const draw = generator(7)
  const made = Array.from({ length: count }, () =>
    Array.from({ length: 1 + Math.floor(draw() * 8) }, () => PIECES[Math.floor(draw() * PIECES.length)]).join('')
  )
  return [...PIECES, ...made]
}

/** Numbers in [0, 1), the same every time for a seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
