import { describe, expect, test } from 'vitest'
import { type Key, type KeyMoment, type Press, press } from '../../src/renderer/observations/terminal/keys.ts'

const rest: KeyMoment = { empty: true, busy: false, selected: false, prompt: true }

/** `C-` Ctrl, `A-` Alt, `S-` Shift, `M-` Meta before the key's name. */
function key(name: string): Key {
  const [, modifiers = '', bare = ''] = /^((?:[CASM]-)*)(.+)$/.exec(name) ?? []
  return {
    key: bare,
    ctrlKey: modifiers.includes('C'),
    altKey: modifiers.includes('A'),
    shiftKey: modifiers.includes('S'),
    metaKey: modifiers.includes('M')
  }
}

function means(name: string, moment: Partial<KeyMoment> = {}): Press {
  return press(key(name), { ...rest, ...moment })
}

describe('keys of the terminal', () => {
  test('Ctrl+Enter sends what is typed without Enter, and says so where nothing is', () => {
    expect(means('C-Enter', { empty: false, prompt: false })).toEqual({ do: 'keys' })
    expect(means('C-Enter')).toMatchObject({ do: 'note' })
  })

  test.each(['a', 'é', '中', 'A-x'])('%s is text', (name) => {
    expect(means(name)).toEqual({ do: 'text' })
  })

  test('a key of an input method, or typed with AltGr, is text whatever else it looks like', () => {
    expect(press({ ...key('Enter'), isComposing: true }, rest)).toEqual({ do: 'text' })
    expect(press({ ...key('C-A-q'), getModifierState: (name) => name === 'AltGraph' }, rest)).toEqual({ do: 'text' })
    expect(means('Process')).toEqual({ do: 'text' })
  })

  test.each(['Tab', 'S-Tab', 'C-v', 'C-S-v', 'M-c', 'M-v', 'M-k', 'C-r', 'F5', 'Shift', 'C-Tab'])(
    '%s is left to the browser and the window',
    (name) => {
      expect(means(name, { empty: false, busy: true })).toEqual({ do: 'browser' })
    }
  )

  test.each([
    ['C-c', 'C-c'],
    ['C-d', 'C-d'],
    ['C-z', 'C-z'],
    ['C-l', 'C-l']
  ])('%s on an empty line is sent', (name, keystrokes) => {
    expect(means(name)).toEqual({ do: 'send', keystrokes })
    expect(means(name, { busy: true }).do).toBe(name === 'C-c' ? 'interrupt' : 'note')
  })

  test('Ctrl+C copies a selection before anything else, then discards the line', () => {
    expect(means('C-c', { selected: true, empty: false })).toEqual({ do: 'browser' })
    expect(means('C-c', { empty: false })).toEqual({ do: 'edit', edit: 'clear' })
    expect(means('C-S-C')).toEqual({ do: 'copy' })
  })

  test('11.13 Ctrl+C interrupts what is in flight, whatever is typed, unless text is selected', () => {
    expect([means('C-c', { busy: true }), means('C-c', { busy: true, empty: false })]).toEqual([
      { do: 'interrupt' },
      { do: 'interrupt' }
    ])
    expect(means('C-c', { busy: true, selected: true })).toEqual({ do: 'browser' })
  })

  test('Ctrl+Enter waits for the answer in flight, and says so', () => {
    expect(means('C-Enter', { empty: false, busy: true }).do).toBe('note')
  })

  test('Ctrl+D deletes in a line', () => {
    expect(means('C-d', { empty: false })).toEqual({ do: 'edit', edit: 'delete' })
  })

  test('Esc cancels what is in flight, reaches a running program, and is not wasted at a prompt', () => {
    expect(means('Escape', { busy: true })).toEqual({ do: 'cancel' })
    expect(means('Escape', { prompt: false })).toEqual({ do: 'send', keystrokes: '\u001b' })
    expect(means('Escape').do).toBe('note')
  })

  test('Enter sends, Shift+Enter and Alt+Enter break the line', () => {
    expect([means('Enter'), means('S-Enter'), means('A-Enter')]).toEqual([
      { do: 'enter' },
      { do: 'edit', edit: { insert: '\n' } },
      { do: 'edit', edit: { insert: '\n' } }
    ])
  })

  test('finding and scrolling', () => {
    expect([means('C-f'), means('M-f'), means('PageUp'), means('PageDown')]).toEqual([
      { do: 'find' },
      { do: 'find' },
      { do: 'scroll', pages: -1 },
      { do: 'scroll', pages: 1 }
    ])
  })
})
