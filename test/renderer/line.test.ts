import { describe, expect, test } from 'vitest'
import { type Edit, type EditedLine, edit, emptyLine, LONGEST, plain } from '../../src/renderer/observations/line.ts'
import { layout, paint } from '../../src/renderer/observations/terminal/layout.ts'

/** The line after these edits, `|` marking the cursor. */
function after(edits: Edit[], history: string[] = [], start: EditedLine = emptyLine): string {
  return show(edits.reduce((line, change) => edit(line, change, history), start))
}

function show({ text, cursor }: EditedLine): string {
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`
}

function at(marked: string): EditedLine {
  const cursor = marked.indexOf('|')
  return { ...emptyLine, text: marked.replace('|', ''), cursor }
}

describe('typing', () => {
  test('text goes in at the cursor', () => {
    expect(after([{ insert: 'ls' }, 'left', { insert: '-' }])).toBe('l-|s')
  })

  test('the cursor moves by what a person sees as one character', () => {
    const family = '👨‍👩‍👧'
    const accent = 'e\u0301'
    const flag = '🇳🇱'
    const text = `a${family}${accent}${flag}中`
    const stops: string[] = []
    let line: EditedLine = { ...emptyLine, text, cursor: text.length }
    for (let turn = 0; turn < 5; turn++) {
      line = edit(line, 'left', [])
      stops.push(show(line))
    }
    expect(stops).toEqual([
      `a${family}${accent}${flag}|中`,
      `a${family}${accent}|${flag}中`,
      `a${family}|${accent}${flag}中`,
      `a|${family}${accent}${flag}中`,
      `|a${family}${accent}${flag}中`
    ])
    expect(show(edit(line, 'left', []))).toBe(`|${text}`)
    expect(after(['right', 'right'], [], line)).toBe(`a${family}|${accent}${flag}中`)
  })

  test('backspace and delete take a whole character', () => {
    expect(after(['backspace'], [], at('a👩‍🚀|b'))).toBe('a|b')
    expect(after(['delete'], [], at('a|👩‍🚀b'))).toBe('a|b')
    expect(after(['backspace'], [], at('|ab'))).toBe('|ab')
    expect(after(['delete'], [], at('ab|'))).toBe('ab|')
  })

  test('a combining mark joins the letter before the cursor', () => {
    expect(after([{ insert: 'e' }, { insert: '\u0301' }, 'backspace'])).toBe('|')
  })

  test('an edit that changes nothing gives back the same line', () => {
    const line = at('|')
    const edits: Edit[] = [
      'left',
      'right',
      'home',
      'end',
      'up',
      'down',
      'backspace',
      'delete',
      'kill-end',
      'yank',
      'clear'
    ]
    expect(edits.filter((change) => edit(line, change, []) !== line)).toEqual([])
  })
})

describe('moving', () => {
  test('home and end go to the ends of the line of several', () => {
    expect(after(['home'], [], at('one\ntw|o\nthree'))).toBe('one\n|two\nthree')
    expect(after(['end'], [], at('one\nt|wo\nthree'))).toBe('one\ntwo|\nthree')
    expect(after(['home'], [], at('|one'))).toBe('|one')
    expect(after(['home'], [], at('\n|'))).toBe('\n|')
  })

  test('words end at anything that is not a letter or digit', () => {
    expect(after(['word-left'], [], at('cat /etc/os-release|'))).toBe('cat /etc/os-|release')
    expect(after(['word-left', 'word-left'], [], at('cat /etc/os-release|'))).toBe('cat /etc/|os-release')
    expect(after(['word-right'], [], at('|cat /etc'))).toBe('cat| /etc')
    expect(after(['word-right', 'word-right'], [], at('|cat /etc'))).toBe('cat /etc|')
    expect(after(['word-left'], [], at('größe 中文|'))).toBe('größe |中文')
  })
})

describe('killing', () => {
  test.each([
    ['kill-start', 'echo |two', '|two'],
    ['kill-end', 'echo |two', 'echo |'],
    ['kill-blank-left', 'cat /etc/passwd|', 'cat |'],
    ['kill-blank-left', 'cat a   |', 'cat |'],
    ['kill-word-left', 'cat /etc/passwd|', 'cat /etc/|'],
    ['kill-word-right', '|cat /etc', '| /etc']
  ] as const)('%s', (change, before, result) => {
    expect(after([change], [], at(before))).toBe(result)
  })

  test('what was killed comes back', () => {
    expect(after(['kill-start', 'end', { insert: ' ' }, 'yank'], [], at('one |two'))).toBe('two one |')
  })
})

describe('history', () => {
  const history = ['ls', 'pwd', 'cat x']

  test('up walks to older lines and stops at the oldest', () => {
    expect(after(['up'], history)).toBe('cat x|')
    expect(after(['up', 'up', 'up', 'up', 'up'], history)).toBe('ls|')
  })

  test('the draft waits behind the newest line', () => {
    expect(after([{ insert: 'dra' }, 'up', 'up', 'down', 'down'], history)).toBe('dra|')
    expect(after([{ insert: 'dra' }, 'down'], history)).toBe('dra|')
  })

  test('in a text of several lines the cursor moves between them first', () => {
    expect(after(['up'], history, at('one\ntwo|'))).toBe('one|\ntwo')
    expect(after(['up', 'up'], history, at('one\ntwo|'))).toBe('cat x|')
    expect(after(['up', 'up', 'down'], history, at('one\ntwo|'))).toBe('one\ntwo|')
    expect(after(['down'], history, at('lo|ng\nx'))).toBe('long\nx|')
    expect(after(['up'], history, at('\na|'))).toBe('|\na')
  })

  test('an empty history leaves the line alone', () => {
    expect(after([{ insert: 'x' }, 'up', 'down'])).toBe('x|')
  })
})

describe('pasting', () => {
  test('every kind of line break becomes one, and control characters are dropped', () => {
    expect(plain('a\r\nb\rc\n\td\u001b[31me\u0007\u009b\u007f')).toBe('a\nb\nc\n\td[31me')
  })

  test('a line has a longest length', () => {
    const line = edit(emptyLine, { insert: 'x'.repeat(LONGEST + 5) }, [])
    expect([line.text.length, line.cursor]).toEqual([LONGEST, LONGEST])
    expect(edit(line, { insert: 'y' }, [])).toBe(line)
  })

  test('killing in a very long line takes no time to speak of', () => {
    const line = edit(emptyLine, { insert: `${'a'.repeat(50_000)}${' '.repeat(40_000)}` }, [])
    expect(show(edit(line, 'kill-blank-left', []))).toBe('|')
  })
})

describe('layout', () => {
  const width = (codePoint: number) => (codePoint === 0x301 ? 0 : codePoint > 0x2000 ? 2 : 1)
  const grid = { column: 2, columns: 10, rows: 24, width }

  test('a line wraps at the right edge', () => {
    expect(layout('abcdefghij', 10, grid)).toEqual({ rows: ['abcdefgh', 'ij'], cursor: { row: 1, column: 2 } })
  })

  test('behind a full row the cursor waits on the next', () => {
    expect(layout('abcdefgh', 8, grid)).toEqual({ rows: ['abcdefgh', ''], cursor: { row: 1, column: 0 } })
    expect(layout('abcdefgh', 7, grid)).toEqual({ rows: ['abcdefgh'], cursor: { row: 0, column: 9 } })
  })

  test('a wide character that does not fit goes to the next row', () => {
    expect(layout('abcdefg中', 7, grid)).toEqual({ rows: ['abcdefg', '中'], cursor: { row: 1, column: 0 } })
  })

  test('a combining mark stays on the full row', () => {
    expect(layout('abcdefge\u0301', 9, grid).rows).toEqual(['abcdefge\u0301', ''])
  })

  test('line breaks and tabs', () => {
    expect(layout('a\n\tb', 4, grid)).toEqual({ rows: ['a', '        b'], cursor: { row: 1, column: 9 } })
    expect(layout('abcdefgh\nx', 8, grid)).toEqual({ rows: ['abcdefgh', 'x'], cursor: { row: 0, column: 9 } })
  })

  test('a text taller than the screen shows the part around the cursor', () => {
    const text = Array.from({ length: 20 }, (_, index) => `${index}`).join('\n')
    const dim = (note: string) => `\x1b[2m${note}\x1b[0m`
    expect(layout(text, text.length, { ...grid, rows: 5 })).toEqual({
      rows: [dim('… 17 mor'), '17', '18', '19', ''],
      cursor: { row: 3, column: 2 }
    })
    expect(layout(text, 0, { ...grid, rows: 5 })).toEqual({
      rows: ['', '0', '1', '2', dim('… 17 more ')],
      cursor: { row: 1, column: 0 }
    })
  })

  test('painting ends with the cursor in its place', () => {
    expect(paint({ rows: ['ab', 'cd', ''], cursor: { row: 0, column: 3 } })).toEqual({
      text: '\x1b[0m\x1b[Jab\r\ncd\r\n\x1b[2A\r\x1b[3C',
      down: 0
    })
  })
})
