import serialize from '@xterm/addon-serialize'
import headless from '@xterm/headless'
import { describe, expect, test } from 'vitest'
import { clean } from '../../../../src/core/observations/terminal/clean.ts'
import { echo, entered, typing } from '../../../../src/core/observations/terminal/keystrokes.ts'
import { isPicture } from '../../../../src/core/observations/terminal/picture.ts'
import { asks } from '../../../../src/core/observations/terminal/prompts.ts'
import {
  difference,
  type Live,
  lead,
  type TerminalPiece,
  transcript
} from '../../../../src/core/observations/terminal/transcript.ts'
import { makeStep } from '../../../../src/core/tree/history.ts'
import type { Action, Step } from '../../../../src/core/tree/model.ts'
import { unicode11 } from '../../../../src/renderer/observations/terminal/widths.ts'
import { createWriter, type DrawnLine } from '../../../../src/renderer/observations/terminal/writer.ts'
import { must } from '../../../must.ts'

const PROMPT = 'root@box:~# '

async function chain(...turns: [action: Action, text: string][]): Promise<Step[]> {
  const steps: Step[] = []
  for (const [action, text] of turns) steps.push(await makeStep(steps.at(-1)?.id ?? null, action, { text }))
  return steps
}

/** The session as text, colours and all, without the resets between pieces. */
function text(steps: Step[], live: Live | null = null): string {
  return transcript(steps, live, PROMPT)
    .map((piece) => piece.text.slice('\x1b[0m'.length))
    .join('')
}

describe('a session reads as one terminal', () => {
  test('before the first step there is the prompt', () => {
    expect(text([])).toBe('root@box:~# ')
  })

  test('the prompt line that ends one observation and starts the next is written once', async () => {
    const steps = await chain(
      [typing('ls\n'), 'root@box:~# ls\na  b\nroot@box:~# '],
      [typing('pwd\n'), 'root@box:~# pwd\n/root\nroot@box:~# ']
    )
    expect(text(steps)).toBe('root@box:~# ls\r\na  b\r\nroot@box:~# pwd\r\n/root\r\nroot@box:~# ')
  })

  test('a prompt whose last space was lost still joins', async () => {
    const steps = await chain(
      [typing('ls\n'), 'root@box:~# ls\nroot@box:~#'],
      [typing('pwd\n'), 'root@box:~# pwd\n/root\nroot@box:~#']
    )
    expect(text(steps)).toBe('root@box:~# ls\r\nroot@box:~# pwd\r\n/root\r\nroot@box:~#')
  })

  test.each([
    [
      'an answer to a question follows it',
      'Continue? [Y/n] ',
      typing('y\n'),
      'y\nDone.\n$ ',
      'Continue? [Y/n] y\r\nDone.\r\n$ '
    ],
    ['output without a prompt line starts on a new line', '$ ', typing('ls\n'), 'a b\n$ ', '$ \r\na b\r\n$ '],
    [
      'what a running program prints next starts on a new line',
      '$ sleep 9',
      typing('C-c'),
      '^C\n$ ',
      '$ sleep 9\r\n^C\r\n$ '
    ],
    ['text that ended in a line break just goes on', 'one\n', typing(''), 'two\n', 'one\r\ntwo\r\n'],
    [
      'a hidden answer leaves the question as it is',
      'Password: ',
      typing('x\n'),
      '\nHello\n$ ',
      'Password: \r\nHello\r\n$ '
    ],
    ['an interrupt is echoed behind the prompt', '$ ', typing('C-c'), '^C\n$ ', '$ ^C\r\n$ '],
    ['a word that happens to start like the next is no prompt', 'app', typing(''), 'apple', 'app\r\napple'],
    ['clearing empties the screen', '$ ', typing('C-l'), '$ ', '$ \x1b[H\x1b[2J$ '],
    ['so does the command', '$ ', typing('clear\n'), '$ ', '$ \x1b[H\x1b[2J$ ']
  ])('%s', async (_name, first, action, second, joined) => {
    expect(text(await chain([typing(''), first], [action, second]))).toBe(joined)
  })
})

describe('a full-screen program', () => {
  const VI = `${'~\n'.repeat(38)}"notes.txt" [New]                 0,0-1         All`
  const pictures: [string, boolean][] = [
    [VI, true],
    ['\x1b[?1049h\x1b[Hhello', true],
    ['\x1b[H\x1b[2Jtop', true],
    ['LS(1)\n\nNAME\n Manual page ls(1) line 1 (press h for help or q to quit)', true],
    ['one\ntwo\n(END)', true],
    ['one\n:', true],
    ['  GNU nano 7.2      notes.txt\n\n^G Help   ^O Write Out\n^X Exit    ^R Read File', true],
    ['top - 10:00:00 up 1 day\nTasks: 1', true],
    ['a\n\n-- INSERT --                 1,2  All', true],
    [`${'x\n'.repeat(39)}"n.txt" 200 lines, 692 bytes`, true],
    [`${'x\n'.repeat(39)}x                              40,1  50%`, true],
    [`${'x\n'.repeat(39)}root@box:~# `, false],
    [`${'x\n'.repeat(38)}still working`, false],
    ['root@box:~# echo "~"\n~\nroot@box:~# ', false],
    ['root@box:~# cat f\n~\n~\nroot@box:~# ', false],
    ['root@box:~# ls\nnotes.txt\nroot@box:~# ', false]
  ]

  test.each(pictures)('is told from text that scrolls: %j', (shown, picture) => {
    expect(isPicture(shown)).toBe(picture)
  })

  test('what stood before it is not shown twice when it is told of again', async () => {
    const steps = await chain(
      [typing('vi a\n'), VI],
      [typing(':q\n'), '$ vi a\n$'],
      [typing('vi b\n'), VI],
      [typing(':q\n'), '$ vi a\n$ vi b\n$'],
      [typing('vi a\n'), VI],
      [typing(':q\n'), '$ vi a\n$']
    )
    const lines = transcript(steps, null, '$ ').map((piece) => piece.text.split('\x1b[?1049l')[1])
    expect(lines.filter((line) => line !== undefined)).toEqual(['$ vi a\r\n$', ' vi b\r\n$', ' vi a\r\n$'])
  })

  test.each(['less f\n', 'vi a\n', 'nano -I b\n'])(
    'where %j ends in the whole screen that was there, it is drawn from the line that started it',
    async (started) => {
      const line = started.trimEnd()
      const before = 'root@box:~# ls\na  b\nroot@box:~# less f | cat\nx\n'
      const steps = await chain(
        [typing('ls\n'), 'root@box:~# ls\na  b\nroot@box:~# '],
        [typing('less f | cat\n'), 'root@box:~# less f | cat\nx\nroot@box:~# '],
        [typing(started), VI],
        [typing(' '), VI],
        [typing('q'), `${before}root@box:~# ${line}\nsaved\nroot@box:~#`]
      )
      const term = await firstRows(text(steps), 8)
      expect(term.filter((row) => row !== '')).toEqual(`${before}root@box:~# ${line}\nsaved\nroot@box:~#`.split('\n'))
    }
  )

  test('it has a screen of its own, and what scrolled by before is there again when it ends', async () => {
    const steps = await chain(
      [typing('ls\n'), 'root@box:~# ls\na  b\nroot@box:~# '],
      [typing('vi notes.txt\n'), VI],
      [typing('i'), `hi\n${'~\n'.repeat(37)}-- INSERT --`],
      [typing(':q!\n'), 'root@box:~# ']
    )
    const states = [1, 2, 3, 4].map((end) => text(steps.slice(0, end)))
    expect(await Promise.all(states.map((state) => firstRows(state)))).toEqual([
      ['root@box:~# ls', 'a  b', 'root@box:~#'],
      ['~', '~', '~'],
      ['hi', '~', '~'],
      ['root@box:~# ls', 'a  b', 'root@box:~#']
    ])
  })

  test('streams as a picture once it is seen to be one', async () => {
    const steps = await chain([typing('ls\n'), 'root@box:~# ls\na  b\nroot@box:~# '])
    const live = (observation: string): Live => ({ action: typing('vi x\n'), observation })
    const [typed, drawn] = [text(steps, live('')), text(steps, live('~\n~\n~\n~'))]
    expect([typed.endsWith('root@box:~# vi x'), drawn.endsWith('\x1b[?1049h\x1b[H\x1b[2J~\r\n~\r\n~\r\n~')]).toEqual([
      true,
      true
    ])
  })
})

describe('a step in flight', () => {
  const live = (observation: string): Live => ({ action: typing('ls -l\n'), observation })

  test('what was typed stands behind the prompt from the first moment', () => {
    expect(['', 'root', 'root@box:~# ', 'root@box:~# ls'].map((observation) => text([], live(observation)))).toEqual([
      'root@box:~# ls -l',
      'root@box:~# ls -l',
      'root@box:~# ls -l',
      'root@box:~# ls -l'
    ])
  })

  test('a prompt that lost its last space gets it back in front of what was typed', async () => {
    const steps = await chain([typing('cd\n'), '$ cd\n$'])
    const asked = { action: typing('ls\n'), observation: '' }
    expect([text(steps, asked), text(steps, { ...asked, observation: '$ ls' })]).toEqual([
      '$ cd\r\n$ ls',
      '$ cd\r\n$ ls'
    ])
    expect(['$ ', '$', '$ \n', 'Password:', '', 'out\n', 'out'].map(lead)).toEqual(['', ' ', '', ' ', '', '', '\n'])
  })

  test('streaming only adds, and so does the commit', async () => {
    const whole = 'root@box:~# ls -l\ntotal 0\n\x1b[32mx\x1b[0m\nroot@box:~# '
    const first = await chain([typing('cd\n'), 'root@box:~# cd\nroot@box:~# '])
    for (const before of [[], first]) {
      let written: TerminalPiece[] = transcript(before, null, PROMPT)
      const writes: boolean[] = []
      for (let length = 0; length <= whole.length; length++) {
        const next = transcript(before, live(whole.slice(0, length)), PROMPT)
        writes.push(difference(written, next).reset)
        written = next
      }
      const last = await makeStep(before.at(-1)?.id ?? null, typing('ls -l\n'), { text: whole })
      writes.push(difference(written, transcript([...before, last], null, PROMPT)).reset)
      expect(writes.filter((reset) => reset)).toEqual([])
    }
  })

  test('an answer that takes another course replaces what was shown', () => {
    const written = transcript([], live('root@box:~# '), PROMPT)
    expect(difference(written, transcript([], live('bash: fork failed'), PROMPT))).toEqual({
      reset: true,
      text: '\x1b[0mbash: fork failed'
    })
  })

  test('the first step joins the prompt that was there before it', async () => {
    const [first] = await chain([typing('ls\n'), 'root@box:~# ls\nx\nroot@box:~# '])
    expect(difference(transcript([], null, PROMPT), transcript([must(first)], null, PROMPT))).toEqual({
      reset: false,
      text: 'ls\r\nx\r\nroot@box:~# '
    })
  })
})

describe('differences', () => {
  test('stepping back starts over; a window that slides does not', async () => {
    const steps = await chain([typing('a\n'), '$ a\n$ '], [typing('b\n'), '$ b\n$ '], [typing('c\n'), '$ c\n$ '])
    const all = transcript(steps, null, '$ ')
    expect(difference(all, transcript(steps.slice(0, 2), null, '$ ')).reset).toBe(true)
    expect(difference(transcript(steps.slice(0, 2), null, '$ '), transcript(steps.slice(1), null, '$ '))).toEqual({
      reset: false,
      text: '\x1b[0mc\r\n$ '
    })
    expect(difference(all, all)).toEqual({ reset: false, text: '' })
  })

  test('another branch from the same step starts over', async () => {
    const [first] = await chain([typing('a\n'), '$ a\n$ '])
    const left = await makeStep(must(first).id, typing('b\n'), { text: '$ b\n$ ' })
    const right = await makeStep(must(first).id, typing('c\n'), { text: '$ c\n$ ' })
    expect(
      difference(transcript([must(first), left], null, '$ '), transcript([must(first), right], null, '$ ')).reset
    ).toBe(true)
  })
})

describe('untrusted text', () => {
  test.each([
    ['a title', '\x1b]0;gotcha\x07'],
    ['a link', '\x1b]8;;https://example.com\x1b\\'],
    ['the clipboard', '\x1b]52;c;cm0gLXJmIC8=\x07'],
    ['an OSC that never ends', '\x1b]0;gotcha'],
    ['an OSC in C1 form', '\x9d0;gotcha\x9c'],
    ['a device control string', '\x1bP$qm\x1b\\'],
    ['APC, PM and SOS', '\x1b_a\x1b\\\x1b^b\x1b\\\x1bXc\x1b\\'],
    ['device attributes', '\x1b[c\x1b[>c\x1b[=c\x1b[0c\x9bc'],
    ['status and cursor reports', '\x1b[5n\x1b[6n\x1b[?6n'],
    ['window operations', '\x1b[14t\x1b[21t'],
    ['private modes', '\x1b[?1049h\x1b[?1000h\x1b[?2004h\x1b[?25l'],
    ['mode requests', '\x1b[?2026$p'],
    ['resets', '\x1bc\x1b[!p'],
    ['character sets', '\x1b(0\x0e\x0f'],
    ['saved cursors', '\x1b7\x1b8\x1b[s\x1b[u'],
    ['erasing the scrollback', '\x1b[3J'],
    ['endless repeats', '\x1b[2147483647b\x1b[2147483647S\x1b[2147483647L'],
    ['absurd counts', '\x1b[2147483647B'],
    ['bells and enquiries', '\x07\x05\x00\x7f'],
    ['a cut-off sequence', '\x1b[38;5;']
  ])('%s is dropped', (_name, hostile) => {
    expect(clean(`a${hostile}\nb`)).toBe('a\r\nb')
  })

  test('colours, plain cursor moves, tabs and line breaks stay', () => {
    const kept = '\x1b[1;38;2;1;2;3mx\x1b[m\x1b[K\x1b[2A\x1b[10G\x1b[2J\x1b[H\t\b\r'
    expect(clean(kept)).toBe(kept)
    expect(clean('\x9b31mx')).toBe('\x1b[31mx')
    expect(clean('a\nb\r\nc\rd')).toBe('a\r\nb\r\nc\rd')
  })

  test('cleaning a longer text only adds to the result', () => {
    const random = lehmer(7)
    const parts = [
      '\x1b',
      '[',
      ']',
      '0',
      ';',
      '3',
      '1',
      'm',
      '\x07',
      '\\',
      'P',
      '\n',
      '\r',
      'x',
      '\x9b',
      '\x9c',
      '(',
      '?',
      'h'
    ]
    for (let round = 0; round < 600; round++) {
      const whole = Array.from({ length: 12 }, () => pick(parts, random)).join('')
      let before = ''
      for (let length = 1; length <= whole.length; length++) {
        const now = clean(whole.slice(0, length))
        expect(now.startsWith(before), JSON.stringify(whole.slice(0, length))).toBe(true)
        before = now
      }
    }
  })
})

describe('keystrokes', () => {
  test('a tty echoes the first line and names the control keys', () => {
    expect([typing('ls\n'), typing('C-c'), typing('C-d'), typing('a\nb\n'), [], 'x'].map(echo)).toEqual([
      'ls',
      '^C',
      '',
      'a',
      '',
      ''
    ])
  })

  test('history holds the lines that were entered', () => {
    const actions = [typing('ls\n'), typing('C-c'), typing('ls\n'), typing('\n'), [], typing('a\nb\n')]
    expect(entered(actions)).toEqual(['ls', 'a\nb'])
  })

  test('prompts and questions ask for input; output does not', () => {
    const asking = ['$ ', 'root@box:~# ', '>>> ', '>>> if x:\n... ', 'mysql> ', 'Password:', 'ok? [Y/n] ', 'x\n❯ ']
    const silent = ['', 'hello', '$ sleep 9', '$ ls\n', 'done.', 'Waiting...']
    expect([asking.filter((end) => !asks(end)), silent.filter(asks)]).toEqual([[], []])
  })
})

describe('writing the difference gives the same terminal as writing it all', () => {
  test('over random sessions with streaming, stepping back and typing', async () => {
    const random = lehmer(42)
    for (let round = 0; round < 12; round++) {
      const { term, writer } = terminal(10 + Math.floor(random() * 40), 4 + Math.floor(random() * 12))
      let steps: Step[] = []
      let shown: TerminalPiece[] = transcript(steps, null, PROMPT)
      /** As the window draws a line: on one row below a picture, for which it makes its letters small enough. This terminal cannot. */
      const drawn = (text: string, lead: DrawnLine['lead'], behind = ''): DrawnLine | null => {
        const cursor = Math.floor(random() * (text.length + 1))
        const picture = isPicture(behind)
        const rows = behind.split('\n').reduce((sum, row) => sum + 1 + Math.floor(row.length / term.cols), 0)
        if (text === '' || (picture && rows >= term.rows)) return null
        return {
          text,
          cursor,
          lead: picture ? '\n' : lead,
          grey: Math.floor(random() * 9),
          rows: picture ? 1 : undefined
        }
      }
      writer.show(shown, null)
      for (let turn = 0; turn < 30; turn++) {
        const choice = random()
        if (choice < 0.4) {
          const action = typing(pick(['ls\n', 'C-c', 'C-l', '', 'cat 中文.txt\n', 'clear\n'], random))
          const text = observation(random)
          for (let length = 0; length < text.length; length += 1 + Math.floor(random() * 9)) {
            const observation = text.slice(0, length)
            const pieces = transcript(steps, { action, observation }, PROMPT)
            // What is typed ahead stands below what has come.
            const ahead = pick(['', 'ls', 'ls\r', `pwd\r${'x'.repeat(70)}\recho 中文`, 'a\rb\rc\r'.repeat(9)], random)
            writer.show(pieces, drawn(ahead, '\n', observation))
            if (random() < 0.1) writer.show(pieces, drawn(`${ahead}x`, '\n', observation))
            if (random() < 0.1) await settled(term)
          }
          steps = [...steps, await makeStep(steps.at(-1)?.id ?? null, action, { text })]
          shown = transcript(steps, null, PROMPT)
          writer.show(shown, null)
        } else if (choice < 0.5) {
          steps = steps.slice(0, Math.floor(random() * (steps.length + 1)))
          shown = transcript(steps, null, PROMPT)
          writer.show(shown, null)
        } else {
          await settled(term)
          const text = pick(['', 'ls', 'echo 中文 👩‍🚀 e\u0301', 'x'.repeat(90), 'a\nb\n\tc', 'y\n'.repeat(30)], random)
          writer.show(
            shown,
            random() < 0.2 ? null : drawn(text, pick(['', ' ', '\n'] as const, random), steps.at(-1)?.observation.text)
          )
        }
      }
      writer.show(shown, null)
      // The pen's colour is not part of the picture: whatever is written next sets its own.
      term.write('\x1b[0m')
      await settled(term)
      const fresh = terminal(term.cols, term.rows)
      fresh.writer.show(shown, null)
      fresh.term.write('\x1b[0m')
      await settled(fresh.term)
      expect(picture(term), `round ${round}`).toEqual(picture(fresh.term))
    }
  })

  test('the cursor of the edited line stands where the terminal would put it', async () => {
    const random = lehmer(3)
    const parts = ['a', 'b ', '中', '👩', 'e\u0301', '한', '~', '\t']
    for (let round = 0; round < 80; round++) {
      const columns = 6 + Math.floor(random() * 20)
      const { term, writer } = terminal(columns, 20)
      const pieces = [{ id: 'p', text: '$ ' }]
      writer.show(pieces, null)
      await settled(term)
      const text = Array.from({ length: Math.floor(random() * 30) }, () => pick(parts, random))
        .join('')
        .replaceAll('\t', '')
      writer.show(pieces, { text, cursor: text.length, lead: '' })
      await settled(term)
      const plain = terminal(columns, 20)
      // One more character shows where the next would go.
      plain.term.write(`$ ${text}`)
      await settled(plain.term)
      const next = plain.term.buffer.active
      const full = next.cursorX === columns
      expect([term.buffer.active.cursorX, term.buffer.active.cursorY], JSON.stringify(text)).toEqual(
        full ? [0, next.cursorY + 1] : [next.cursorX, next.cursorY]
      )
    }
  })
})

/** The first three rows of a terminal of 80x40 that was written `text`. */
async function firstRows(text: string, count = 3): Promise<string[]> {
  const term = new headless.Terminal({ cols: 80, rows: 40, allowProposedApi: true })
  await new Promise<void>((resolve) => term.write(text, resolve))
  const { active } = term.buffer
  return Array.from(
    { length: count },
    (_, row) =>
      active
        .getLine(active.baseY + row)
        ?.translateToString(true)
        .trimEnd() ?? ''
  )
}

function terminal(cols: number, rows: number) {
  const term = new headless.Terminal({
    cols,
    rows,
    allowProposedApi: true,
    scrollback: 5000,
    scrollOnEraseInDisplay: true
  })
  const { provider, width } = unicode11()
  term.unicode.register(provider)
  term.unicode.activeVersion = provider.version
  return { term, writer: createWriter(term, width) }
}

/** Resolves once the terminal has read everything written, what was written in answer to that included. */
async function settled(term: { write(text: string, done: () => void): void }): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise<void>((resolve) => term.write('', resolve))
}

/** Every cell with its colours, and the column and row, from the first of the scrollback, of the cursor. */
function picture(term: InstanceType<typeof headless.Terminal>) {
  const addon = new serialize.SerializeAddon()
  // The addon's types name the browser's terminal; it reads only the buffer, which both have.
  addon.activate(term as unknown as Parameters<typeof addon.activate>[0])
  const { cursorX, cursorY, baseY } = term.buffer.active
  // A tall line scrolls the screen and leaves empty rows below when it goes: they and the way back up do not count.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the way back up is an escape sequence
  return { text: addon.serialize().replace(/(\s|\x1b\[[\d;]*[A-Dm])*$/, ''), cursorX, row: baseY + cursorY }
}

/** Lehmer's generator: the same numbers in [0, 1) every run. */
function lehmer(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
}

function pick<T>(from: readonly T[], random: () => number): T {
  return must(from[Math.floor(random() * from.length)])
}

function observation(random: () => number): string {
  const parts = [
    PROMPT,
    `${PROMPT}ls\n`,
    'file  中文  e\u0301\n',
    '\x1b[31mred',
    '\x1b[0m\n',
    'x'.repeat(60),
    '\n',
    '\t',
    '50%\r100%\n',
    '\x1b]0;title\x07',
    '\x1b[6n',
    '\x1b[2K',
    'Continue? [Y/n] '
  ]
  if (random() < 0.1) return `line\n~\n~\n~\n${pick(parts, random)}`
  const middle = Array.from({ length: Math.floor(random() * 8) }, () => pick(parts, random)).join('')
  return `${random() < 0.7 ? `${PROMPT}ls\n` : ''}${middle}${random() < 0.7 ? PROMPT : ''}`
}
