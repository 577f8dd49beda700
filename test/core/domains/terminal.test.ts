import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { DerivedState } from '../../../src/core/domains/capabilities.ts'
import { terminal } from '../../../src/core/domains/terminal/index.ts'
import { Setup } from '../../../src/core/tree/model.ts'
import { must } from '../../must.ts'

const type = (keystrokes: string, duration = 1) => [{ keystrokes, duration }]
const start = (initialState = '') => terminal.initial(Setup.parse({ domain: 'terminal', initialState }))

describe('a terminal action is an array of keystrokes and durations', () => {
  it('takes the duration as one second when it is left out', () => {
    expect(terminal.action.parse([{ keystrokes: 'ls\n' }])).toEqual(type('ls\n'))
  })

  it.each([
    ['ls', 'a terminal action is a JSON array of commands'],
    [[{ keys: 'ls' }], 'keystrokes is a string'],
    [[{ keystrokes: 'ls', duration: 'long' }], 'duration is a number of seconds'],
    [[{ keystrokes: 'ls', duration: -1 }], 'duration cannot be negative'],
    [['ls'], 'each command is {"keystrokes": "...", "duration": seconds}']
  ])('teaches the format when given %j', (action, lesson) => {
    const result = terminal.action.safeParse(action)
    expect(result.success).toBe(false)
    expect(z.prettifyError(must(result.error))).toContain(lesson)
  })

  it('is made from what a person types', () => {
    expect(['ls -la', 'ls\n', 'C-c', '', '\u001b'].map((line) => terminal.fromText(line))).toEqual([
      type('ls -la\n'),
      type('ls\n'),
      type('C-c'),
      type(''),
      type('\u001b')
    ])
  })

  it('takes words that every JavaScript object knows for what they are', () => {
    expect(terminal.fromText('constructor')).toEqual(type('constructor\n'))
    expect(terminal.label(type('toString'))).toBe('toString')
  })

  it('is labelled in one line', () => {
    const labels = [[], type('ls\n'), type('C-c'), type('', 5), type('a\nb\n'), [...type('vi f\n'), ...type('\u001b')]]
    expect(labels.map((action) => terminal.label(action))).toEqual([
      'task complete?',
      'ls',
      '^C',
      'wait 5 s',
      'a⏎b',
      'vi f ; Esc'
    ])
  })
})

describe('4.2 folding gives the prompt and the working directory', () => {
  it.each<[string, Partial<DerivedState>]>([
    ['root@box:/workspace#', { prompt: 'root@box:/workspace# ', cwd: '/workspace', user: 'root', host: 'box' }],
    ['(venv) ada@forge:~/src$ ', { prompt: '(venv) ada@forge:~/src$ ', cwd: '~/src', user: 'ada', host: 'forge' }],
    ['[guest@vault ~]$ ', { prompt: '[guest@vault ~]$ ', cwd: '~', user: 'guest', host: 'vault' }],
    ['root@6b254155-5503-4b86: /workspace#', { cwd: '/workspace', host: '6b254155-5503-4b86' }],
    ['bash-5.2# ', { prompt: 'bash-5.2# ', cwd: null, running: false }],
    ['$ ', { prompt: '$ ', running: false }],
    ['>>> ', { prompt: '>>> ', running: false }],
    ['mysql> ', { prompt: 'mysql> ', running: false }],
    ['postgres=# ', { prompt: 'postgres=# ', running: false }],
    ['(gdb) ', { prompt: '(gdb) ', running: false }]
  ])('reads %j', (line, expected) => {
    expect(start(`Some machine.\n\n${line}`)).toMatchObject(expected)
  })

  it.each(['Collecting torch', '  42% [====>   ]', 'password for ada:', '100 items', '100%', 'a > b'])(
    'takes %j as output of a command that still runs',
    (line) => {
      expect(start(line)).toMatchObject({ prompt: '', running: true })
    }
  )

  it('keeps the directory while a command runs and finds it again in the next prompt', () => {
    let state = start('u@h:/a$ ')
    state = terminal.fold(state, { action: type('sleep 9\n'), observation: { text: 'u@h:/a$ sleep 9' } })
    expect(state).toEqual({ prompt: '', cwd: '/a', user: 'u', host: 'h', running: true })
    state = terminal.fold(state, { action: type('C-c'), observation: { text: '^C\nu@h:/a$ ' } })
    expect(state).toEqual({ prompt: 'u@h:/a$ ', cwd: '/a', user: 'u', host: 'h', running: false })
  })

  it('follows cd where the prompt does not show the directory', () => {
    const paths = ['cd /srv/app\n', 'cd ..\n', 'cd x/./y\n', 'cd\n', 'ls\n']
    let state = start('$ ')
    const seen = paths.map((keystrokes) => {
      state = terminal.fold(state, { action: type(keystrokes), observation: { text: `$ ${keystrokes}$ ` } })
      return state.cwd
    })
    expect(seen).toEqual(['/srv/app', '/srv', '/srv/x/y', '~', '~'])
  })
})

describe('the small template starts the answer with the echo', () => {
  it('repeats prompt and line when one line is typed at a known prompt', () => {
    const state = start('u@h:~$ ')
    expect(terminal.prediction.prefill(type('ls -la\n'), state)).toBe('u@h:~$ ls -la\n')
    expect(terminal.prediction.prefill(type('C-c'), state)).toBe('')
    expect(terminal.prediction.prefill(type('a\nb\n'), state)).toBe('')
    expect(terminal.prediction.prefill(type('ls /et\t\n'), state)).toBe('')
    for (const full of [
      'vim a.txt\n',
      'seq 99 | less\n',
      'sudo nano /etc/hosts\n',
      'man ls\n',
      'cd /etc && top\n',
      'clear\n'
    ])
      expect(terminal.prediction.prefill(type(full), state)).toBe('')
    expect(terminal.prediction.prefill(type('echo less is more\n'), state)).toBe('u@h:~$ echo less is more\n')
    expect(terminal.prediction.prefill(type('ls\n'), start('no prompt here at all'))).toBe('')
  })
})

describe('normalising removes what a capture adds', () => {
  it('drops trailing blanks and outer blank lines, nothing else', () => {
    expect(terminal.normalise('\n$ ls  \r\n  a\tb\t\n\n$ ')).toBe('$ ls\n  a\tb\n\n$')
  })
})
