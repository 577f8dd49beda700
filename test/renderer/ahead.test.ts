import { describe, expect, test } from 'vitest'
import { edit, enter, onward, take, waiting } from '../../src/renderer/observations/ahead.ts'
import { type Edit, type EditedLine, emptyLine } from '../../src/renderer/observations/line.ts'
import { layout } from '../../src/renderer/observations/terminal/layout.ts'

/** `⏎` stands for Enter, `|` for the cursor. */
function at(marked: string): EditedLine {
  const cursor = marked.indexOf('|')
  return { ...emptyLine, text: marked.replace('|', '').replaceAll('⏎', '\r'), cursor }
}

function show({ text, cursor }: EditedLine): string {
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`.replaceAll('\r', '⏎')
}

function after(start: string, edits: Edit[], history: string[] = []): string {
  return show(edits.reduce((line, change) => edit(line, change, history), at(start)))
}

describe('lines typed ahead', () => {
  test('Enter completes a line, and the next begins behind it', () => {
    expect(show(enter(at('ls|')))).toBe('ls⏎|')
    expect(show(enter(at('ls⏎pw|d')))).toBe('ls⏎pwd⏎|')
    expect(show(enter(edit(enter(at('ls|')), { insert: 'pwd' }, [])))).toBe('ls⏎pwd⏎|')
  })

  test('Enter on nothing queues nothing', () => {
    for (const line of [at('|'), at('ls⏎|'), at('ls⏎  |')]) expect(enter(line)).toBe(line)
  })

  test('Enter on a line that was entered goes back to the one being typed', () => {
    expect(show(enter(at('l|s⏎pw')))).toBe('ls⏎pw|')
  })

  test('lines are taken one by one, each as it was typed', () => {
    const first = take(at('ls⏎cat <<E\nhi\nE⏎pw|'))
    expect([first.text, show(first.rest)]).toEqual(['ls', 'cat <<E\nhi\nE⏎pw|'])
    const second = take(first.rest)
    expect([second.text, show(second.rest)]).toEqual(['cat <<E\nhi\nE', 'pw|'])
    expect([take(second.rest).text, show(take(second.rest).rest)]).toEqual(['pw', '|'])
  })

  test('the cursor stays where it is as lines before it are taken', () => {
    expect(show(take(at('ls⏎p|wd⏎')).rest)).toBe('p|wd⏎')
    expect(show(take(at('l|s⏎pwd⏎x')).rest)).toBe('pwd⏎x|')
  })

  test('lines that wait are counted, the one being typed is not', () => {
    expect(['|', 'ls|', 'ls⏎|', 'ls⏎pwd⏎wh|'].map((line) => waiting(at(line)))).toEqual([0, 0, 1, 2])
  })

  test('nothing that is typed or pasted counts as Enter', () => {
    expect(after('ls⏎|', [{ insert: 'a\r\nb\rc' }])).toBe('ls⏎a\nb\nc|')
  })
})

describe('editing what waits', () => {
  test.each([
    ['backspace', 'ls⏎|', 'ls|'],
    ['backspace', 'ls⏎pw|d', 'ls⏎p|d'],
    ['backspace', 'ls⏎|pwd', 'ls|pwd'],
    ['delete', 'ls|⏎pwd', 'ls|pwd'],
    ['left', 'ls⏎|', 'ls|⏎'],
    ['right', 'ls|⏎x', 'ls⏎|x'],
    ['word-left', 'ls⏎|x', 'ls|⏎x'],
    ['word-right', 'ls|⏎x', 'ls⏎|x'],
    ['home', 'ls⏎pw|d', 'ls⏎|pwd'],
    ['end', 'l|s⏎pwd', 'ls|⏎pwd'],
    ['kill-start', 'ls⏎pw|d', 'ls⏎|d'],
    ['kill-start', 'ls⏎|', 'ls⏎|'],
    ['kill-end', 'l|s⏎pwd', 'l|⏎pwd'],
    ['kill-blank-left', 'ls⏎|pwd', 'ls⏎|pwd'],
    ['clear', 'ls⏎pw|d', '|'],
    ['backspace', '|ls⏎', '|ls⏎'],
    ['delete', 'ls⏎|', 'ls⏎|']
  ] as const)('%s in %s', (change, before, result) => {
    expect(after(before, [change])).toBe(result)
  })

  test('an edit that changes nothing gives back the same text', () => {
    const first = at('|ls⏎')
    expect(
      (['left', 'backspace', 'home', 'up', 'kill-start'] as const).filter((by) => edit(first, by, []) !== first)
    ).toEqual([])
    const last = at('ls⏎|')
    expect((['right', 'delete', 'end', 'down', 'yank'] as const).filter((by) => edit(last, by, []) !== last)).toEqual(
      []
    )
  })

  test('history belongs to the line being typed', () => {
    const history = ['one', 'two']
    expect(after('ls⏎x|', ['up', 'up'], history)).toBe('ls⏎one|')
    expect(after('ls⏎x|', ['up', 'up', 'down', 'down'], history)).toBe('ls⏎x|')
    expect(after('l|s⏎pwd⏎x', ['up'], history)).toBe('l|s⏎pwd⏎x')
  })

  test('from an empty line the arrow up goes to the line entered last, and down comes back', () => {
    expect(after('ls⏎pwd⏎|', ['up'], ['one'])).toBe('ls⏎pwd|⏎')
    expect(after('ls⏎pwd⏎|', ['up', 'up'], ['one'])).toBe('ls|⏎pwd⏎')
    expect(after('ls⏎pwd⏎|', ['up', 'up', 'down'], ['one'])).toBe('ls⏎pwd|⏎')
    expect(after('ls⏎pwd⏎|', ['up', 'down'], ['one'])).toBe('ls⏎pwd⏎|')
  })

  test('what was discarded comes back, line by line as it was', () => {
    expect(after('ls⏎pw|d', ['clear', 'yank'])).toBe('ls⏎pwd|')
  })
})

describe('11.13 what becomes of lines that wait', () => {
  const landed = { busy: false, here: 'b', landed: 'b', ready: true }
  test.each([
    ['sent once the step before is here and asks for more', landed, 'send'],
    ['waiting while a step runs', { ...landed, busy: true }, 'wait'],
    ['held when that step failed or was cancelled', { ...landed, here: 'a', landed: null }, 'hold'],
    ['held when the person looks at another step', { ...landed, here: 'a' }, 'hold'],
    ['held when a program would read them', { ...landed, ready: false }, 'hold'],
    ['held before the first step', { ...landed, here: null, landed: null }, 'hold']
  ] as const)('%s', (_, moment, what) => {
    expect(onward(moment)).toBe(what)
  })
})

describe('drawing lines that wait', () => {
  const grid = { column: 2, columns: 10, rows: 24, width: (codePoint: number) => (codePoint > 0x3000 ? 2 : 1) }
  const grey = (text: string) => `\x1b[90m${text}\x1b[39m`

  test('each Enter is marked and ends its row', () => {
    expect(layout('ls\rpw', 5, { ...grid, grey: 0 })).toEqual({
      rows: [grey('ls\x1b[90m⏎'), grey('pw')],
      cursor: { row: 1, column: 2 }
    })
  })

  test('at a prompt the line that Enter sends first is as bright as any', () => {
    expect(layout('ls\rpw', 5, { ...grid, grey: 2 }).rows).toEqual([`ls\x1b[90m⏎\x1b[39m`, grey('pw')])
  })

  test('a row that is full has no room for the mark', () => {
    expect(layout('abcdefgh\rx', 10, { ...grid, grey: 0 })).toEqual({
      rows: [grey('abcdefgh'), grey('x')],
      cursor: { row: 1, column: 1 }
    })
  })

  test('where there is one row, it is the one with the cursor', () => {
    expect(layout('ls\rpw\rx', 4, { ...grid, column: 0, rows: 1, grey: 0 })).toEqual({
      rows: [grey('pw\x1b[90m⏎')],
      cursor: { row: 0, column: 1 }
    })
  })
})
