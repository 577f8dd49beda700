// What a shell command printed, read off the screen of a terminal.
import { describe, expect, test } from 'vitest'
import { findDomain } from '../../../src/core/domains/index.ts'
import { NewSetup, type Setup } from '../../../src/core/tree/model.ts'
import { must } from '../../must.ts'

const terminal = findDomain('terminal')
const shell = must(terminal.shell)
const setup = { ...NewSetup.parse({ domain: 'terminal' }), initialState: 'root@box:~# ' } as Setup
const wrapped = (text: string) => must(text.match(/.{1,160}/g)).join('\n')
const LONG = `echo ${'word '.repeat(80)}end`
const NUMBERS = Array.from({ length: 60 }, (_, index) => String(index + 1))

/** @param screen after the command, as a terminal of 160x40 shows it */
function read(command: string, screen: string, before = 'root@box:~#') {
  return shell.read(shell.action(command, setup), screen, terminal.initial({ ...setup, initialState: before }))
}

describe('what a command printed is told from what was typed and from prompts', () => {
  const cases: [what: string, command: string, screen: string, output: string, before?: string][] = [
    ['a line', 'echo hi', 'root@box:~# echo hi\nhi\nroot@box:~#', 'hi'],
    ['nothing', 'true', 'root@box:~# true\nroot@box:~#', ''],
    ['output without a newline', 'printf hi', 'root@box:~# printf hi\nhiroot@box:~#', 'hi'],
    ['the same, and another folder', 'printf hi; cd /', 'root@box:~# printf hi; cd /\nhiroot@box:/#', 'hi'],
    ['the command after that', 'pwd', 'hiroot@box:/# pwd\n/\nroot@box:/#', '/', 'hiroot@box:/#'],
    ['another folder', 'cd /tmp', 'root@box:~# cd /tmp\nroot@box:/tmp#', ''],
    ['two lines', 'echo a\necho b', 'root@box:~# echo a\na\nroot@box:~# echo b\nb\nroot@box:~#', 'a\nb'],
    [
      'two lines, the first without a newline',
      'printf "1\\n2"\necho 3',
      'root@box:~# printf "1\\n2"\n1\n2root@box:~# echo 3\n3\nroot@box:~#',
      '1\n2\n3'
    ],
    ['a loop', 'for i in 1 2; do\n echo $i\ndone', '$ for i in 1 2; do\n>  echo $i\n> done\n1\n2\n$', '1\n2', '$'],
    ['a here-document', 'cat <<E\none\n\nE', 'root@box:~# cat <<E\n> one\n>\n> E\none\n\nroot@box:~#', 'one\n'],
    ['one that scrolled off', `cat > f <<E\n${NUMBERS.join('\n')}\nE`, `${tail(38)}\n> E\nroot@box:~#`, ''],
    ['a wide line', LONG, `${trimmed(wrapped(`root@box:~# ${LONG}`))}\nout\nroot@box:~#`, 'out'],
    [
      'a wide line that scrolled off',
      LONG,
      `${trimmed(wrapped(`root@box:~# ${LONG}`))
        .split('\n')
        .slice(1)
        .join('\n')}\nout\nroot@box:~#`,
      'out'
    ],
    ['a prompt of its own', 'echo odd', 'me | ~ ~ echo odd\nodd\nme | ~ ~', 'odd'],
    ['a new prompt', "PS1='me | \\w ~ '", "root@box:~# PS1='me | \\w ~ '\nme | ~ ~", ''],
    ['a short prompt, no newline', 'printf hi', '$ printf hi\nhi$', 'hi', '$'],
    ['a shell that ended', 'exit', '$ exit\nroot@box:~#', '', '$'],
    ['a line like the one typed', 'cat f', 'root@box:~# cat f\ncat f\nroot@box:~#', 'cat f'],
    ['no echo, as models write at times', 'echo hi', 'hi\nroot@box:~#', 'hi']
  ]
  test.each(cases)('%s', (_what, command, screen, output, before) => {
    expect(read(command, screen, before)).toEqual({ output, streams: null, exitCode: null, running: false })
  })

  test.each([
    ['sleep 100', 'root@box:~# sleep 100', ''],
    ["echo 'abc", "root@box:~# echo 'abc\n>", '>'],
    ['./load', 'root@box:~# ./load\n50%', '50%'],
    ['cat', 'root@box:~# cat', '']
  ])('%s has not ended', (command, screen, output) => {
    expect(read(command, screen)).toMatchObject({ output, running: true })
  })

  test('a shell that knows no such program says so with 127; in a pipe nobody can tell', () => {
    const screen = (command: string) => `root@box:~# ${command}\nbash: nope: command not found\nroot@box:~#`
    expect(read('nope', screen('nope')).exitCode).toBe(127)
    expect(read('nope | cat', screen('nope | cat')).exitCode).toBe(null)
  })

  test('a prompt behind output that did not end its line is the prompt that was there', () => {
    const before = terminal.initial(setup)
    const step = {
      action: shell.action('printf hi', setup),
      observation: { text: 'root@box:~# printf hi\nhiroot@box:~#' }
    }
    expect(terminal.fold(before, step)).toEqual(before)
  })
})

test('a code world tells the streams apart and keeps what lines begin with', () => {
  const { shell } = findDomain('swe')
  const text = 'Command: x\nDirectory: (root)\nStdout:   a\n  b\nStderr: bad\nExit Code: 3'
  expect(must(shell).read({ name: 'run_shell_command', arguments: { command: 'x' } }, text, {})).toEqual({
    output: '  a\n  b\nbad',
    streams: { stdout: '  a\n  b', stderr: 'bad' },
    exitCode: 3,
    running: false
  })
})

function tail(rows: number): string {
  return NUMBERS.slice(-rows)
    .map((number) => `> ${number}`)
    .join('\n')
}

function trimmed(text: string): string {
  return text
    .split('\n')
    .map((row) => row.trimEnd())
    .join('\n')
}
