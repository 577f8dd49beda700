import { describe, expect, test } from 'vitest'
import { findDomain } from '../../../../src/core/domains/index.ts'
import { KEY_NAMES, keyNameOf, keystrokesOf } from '../../../../src/core/observations/terminal/keys.ts'

describe('a key’s name that stands alone is the key', () => {
  test.for([
    ['Enter', '\n'],
    ['Escape', '\u001b'],
    ['Tab', '\t'],
    ['BTab', '\u001b[Z'],
    ['Space', ' '],
    ['BSpace', '\u007f'],
    ['Up', '\u001b[A'],
    ['Left', '\u001b[D'],
    ['Home', '\u001b[H'],
    ['PageUp', '\u001b[5~'],
    ['NPage', '\u001b[6~'],
    ['DC', '\u001b[3~'],
    ['F1', '\u001bOP'],
    ['F5', '\u001b[15~'],
    ['F12', '\u001b[24~'],
    ['C-Left', '\u001b[1;5D'],
    ['M-Up', '\u001b[1;3A'],
    ['C-S-Right', '\u001b[1;6C'],
    ['S-F2', '\u001b[1;2Q'],
    ['C-Delete', '\u001b[3;5~'],
    ['M-b', '\u001bb'],
    ['M-.', '\u001b.'],
    ['M-C-x', '\u001b\u0018'],
    ['M-BSpace', '\u001b\u007f'],
    ['C-Space', '\0'],
    // Actions have these by their names.
    ['C-c', 'C-c'],
    ['C-\\', 'C-\\'],
    ['C-_', 'C-_']
  ] as const)('%s', ([name, sequence]) => {
    expect(keystrokesOf(name)).toBe(sequence)
  })

  test.for([
    'enter',
    'ls',
    'Up the hill',
    'Escape\n',
    ' Tab',
    'echo Enter',
    'F',
    'M-',
    'a-b',
    'C',
    '',
    ':wq\n',
    'Home/'
  ])('%j is text', (text) => {
    expect(keystrokesOf(text)).toBe(text)
  })

  test.for([
    'C-Foo',
    'M-Enter-x',
    'S-x',
    'F13',
    'Esc',
    'Return',
    'Backspace',
    'ArrowUp',
    'Ctrl-C',
    'ctrl+c',
    '<C-c>',
    'C-M-Foo'
  ])('%s is refused, with those that there are', (name) => {
    expect(() => keystrokesOf(name)).toThrow(
      `"${name}" is no key of this terminal. The keys are: ${KEY_NAMES}. To type it as text, send it together with other text, or in two parts.`
    )
  })

  test('an action with keys is labelled by their names', () => {
    const label = findDomain('terminal').label([
      { keystrokes: keystrokesOf('Up'), duration: 1 },
      { keystrokes: keystrokesOf('BSpace'), duration: 1 },
      { keystrokes: 'ls\n', duration: 1 }
    ])
    expect(label).toBe('Up ; BSpace ; ls')
    expect(keyNameOf('\u001b[1;5D')).toBe(null)
  })
})
