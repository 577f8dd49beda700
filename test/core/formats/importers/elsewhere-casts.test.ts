// Casts without input, recorded from real shells: bash 5.2, zsh 5.9, fish 3.6 and Python 3, with usual and with odd prompts.
import { describe, expect, test } from 'vitest'
import type { Action } from '../../../../src/core/tree/model.ts'
import { read, readFixture } from './reading.ts'

const keysOf = (action: Action): string =>
  Array.isArray(action) ? action.map((one) => Object(one).keystrokes).join('|') : ''
const keys = async (path: string) =>
  (await readFixture(`casts/${path}`)).worlds.flatMap(({ steps }) => steps.map(([action]) => keysOf(action)))

const LONG = 'echo "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb cccccccccccccccccccccc dddd"\n'
const LOOP = 'for i in 1 2; do\necho $i\ndone\n'
const HERE = 'cat <<X\n$ fake\nX\n'
const BASH = ['echo one\n', LOOP, 'true\n', 'sleep 5\n', 'abc|C-c', 'clear\n', LONG, HERE, 'echo yy\n']
const ZSH = [
  ...['echo one\n', LOOP, 'true\n', 'sleep 5\n', 'clear\n', LONG, HERE, 'echo yy\n', 'printf noend\n'],
  ...['ls /etc/hostname\n', 'C-d']
]

describe('what was typed at a prompt is found', () => {
  test.each([
    ['a prompt of a user, a host and a folder, without bracketed paste', 'bash-nopaste.cast', [...BASH, 'exit\n']],
    ['a prompt of two lines, as starship has it', 'bash-starship.cast', [...BASH, 'C-d']],
    ['a prompt that only the marks of shell integration tell', 'bash-osc.cast', [...BASH, 'C-d']],
    ['zsh with the theme of oh-my-zsh', 'zsh-robby.cast', ZSH],
    ['zsh with a prompt of two lines', 'zsh-two.cast', ZSH],
    ['zsh with a prompt at the right edge', 'zsh-rprompt.cast', ZSH],
    [
      'fish',
      'fish.cast',
      [
        ...['echo one\n', 'for i in 1 2\necho $i\nend\n', 'true\n', 'sleep 5\n', 'clear\n', LONG, 'echo yy\n'],
        ...['printf noend\n', 'C-d']
      ]
    ],
    [
      'Python, named in the header',
      'python.cast',
      ['python3 -q\n', '1+1\n', 'def f():\n  return 3\n\n', 'f()\n', 'C-d']
    ]
  ])('%s', async (_name, path, expected) => {
    expect(await keys(path)).toEqual(expected)
  })
})

test('a step shows what stood until the next prompt: of a cleared screen the prompt, of output without an end its mark', async () => {
  const { worlds } = await readFixture('casts/zsh-two.cast')
  const shown = worlds.flatMap(({ steps }) => steps.map(([action, text]) => [keysOf(action), text]))
  expect(shown).toContainEqual(['clear\n', '\n~/shop main\n❯ '])
  expect(shown).toContainEqual(['printf noend\n', '❯ printf noend\nnoend#\n\n~/shop main\n❯ '])
  expect(shown).toContainEqual([LOOP, '❯ for i in 1 2; do\nfor> echo $i\nfor> done\n1\n2\n\n~/shop main\n❯ '])
})

const cast = (header: object, ...events: unknown[]) =>
  [{ version: 2, width: 80, height: 24, ...header }, ...events].map((line) => JSON.stringify(line)).join('\n')
const typed = async (text: string) => {
  const { worlds } = await read(text, { name: 'x.cast' })
  return worlds.flatMap(({ steps }) => steps.map(([action]) => keysOf(action)))
}

describe('scripted recordings', () => {
  test.each([
    '% ',
    '❯ ',
    'λ ',
    '~/shop ❯ ',
    '~/shop main $ ',
    '(venv) ann@box:~/work$ ',
    '[ann@box work]$ ',
    'root@a1b2:/# ',
    'bash-5.2$ ',
    '➜  shop git:(main) ✗ ',
    'PS C:\\Users\\ann> '
  ])('lines that came whole behind "%s"', async (prompt) => {
    const text = cast(
      {},
      [0.1, 'o', `${prompt}npm test\r\n12 passed\r\n${prompt}npm run lint\r\n`],
      [1, 'o', `0 problems\r\n${prompt}`]
    )
    expect(await typed(text)).toEqual(['npm test\n', 'npm run lint\n'])
  })

  test('typed key by key behind a prompt of any of these; what a program writes is no command', async () => {
    for (const prompt of ['$ ', '% ', '~/shop ❯ ', 'ann@box:~$ ', '➜  shop ']) {
      const text = cast(
        {},
        [0.1, 'o', prompt],
        ...['c', 'a', 't', ' ', 'R'].map((key, index) => [1 + index / 10, 'o', key]),
        [2, 'o', '\r\n'],
        [2.1, 'o', `Install:\r\n$ npm install\r\n% true\r\n${prompt}`],
        [3, 'o', 'ls\r\n'],
        [3.1, 'o', `R\r\n${prompt}`]
      )
      expect([prompt, await typed(text)]).toEqual([prompt, ['cat R\n', 'ls\n']])
    }
  })
})

describe('the command of the header', () => {
  test('what it writes is not searched for prompts', async () => {
    expect(await typed(cast({ command: 'yarn test' }, [0.1, 'o', '$ vitest run\r\n'], [1, 'o', 'ok\r\n']))).toEqual([
      'yarn test\n'
    ])
    const first = { version: 1, width: 80, height: 24, command: 'make', stdout: [[0.1, 'cc\r\n']] }
    expect(await typed(JSON.stringify(first))).toEqual(['make\n'])
    expect(await typed(cast({ version: 3, term: { cols: 80 }, command: 'make' }, [0.1, 'o', 'cc\r\n']))).toEqual([
      'make\n'
    ])
  })

  test('a shell is what a recording is of anyway', async () => {
    for (const command of ['/bin/bash', 'zsh -l', 'fish']) {
      const text = cast({ command }, [0.1, 'o', '$ '], [1, 'o', 'ls\r\n'], [1.1, 'o', 'a\r\n$ '])
      expect([command, await typed(text)]).toEqual([command, ['ls\n']])
    }
  })
})

test('recorded input is what was typed; what the terminal answers by itself is none, and marks of a paste are no text', async () => {
  const text = cast(
    {},
    [0.1, 'o', '$ '],
    [0.2, 'i', '\u001b[?1;2c'],
    [0.3, 'i', '\u001b[12;3R'],
    [0.4, 'i', '\u001b]11;rgb:0000/0000/0000\u001b\\'],
    [1, 'i', '\u001b[200~ls\u001b[201~'],
    [1.1, 'o', 'ls'],
    [1.2, 'i', '\r'],
    [1.3, 'o', '\r\na\r\n$ '],
    [2, 'i', '\u0004'],
    [2.1, 'o', 'exit\r\n']
  )
  expect(await typed(text)).toEqual(['ls\n', 'C-d'])
})
