import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import {
  type Confirm,
  confirming,
  describe as described,
  type StartedProgram,
  terminalConfirm
} from '../../src/host/process/confirm.ts'
import { createTerminal } from '../fixtures/terminal.ts'

const program: StartedProgram = { command: 'npx', args: ['-y', 'some server'], env: {}, cwd: '/srv' }
const never = new AbortController().signal

async function outcome(confirm: Confirm | undefined, { asked = program, signal = never } = {}) {
  const events: unknown[] = []
  try {
    for await (const event of confirming(confirm)(asked, { signal })) events.push(event)
    return { events, error: null }
  } catch (error) {
    return { events, error }
  }
}

describe('21.6 a program is started on the word of the person at the machine', () => {
  test('which is given in the terminal, where it is shown exactly as it will be started', async () => {
    const terminal = createTerminal()
    const asking = outcome(terminalConfirm({ ...terminal, foreground: () => true }))
    const question = await terminal.answer(/\[y\/N\] $/, 'y')
    expect(question).toBe(
      '\nAn Orrery window asks to start this program on this machine, with your permissions:\n' +
        'Program:   npx -y "some server"\nFolder:    /srv\nStart it? [y/N] '
    )
    expect(await asking).toEqual({
      events: [{ type: 'confirm', text: 'Answer in the terminal that Orrery runs in.' }],
      error: null
    })
    expect(terminal.input.isPaused()).toBe(true)
  })

  test.each(['', 'n', 'no', 'yy', 'ya', 'start it'])('and "%s" is no yes', async (line) => {
    const terminal = createTerminal()
    const asking = outcome(terminalConfirm({ ...terminal, foreground: () => true }))
    await terminal.answer(/\[y\/N\] $/, line)
    expect((await asking).error).toMatchObject({
      code: 'forbidden',
      message: '"npx" was not started: it was not confirmed.'
    })
  })

  test('and neither is what was typed before the question, nor the end of the input', async () => {
    const terminal = createTerminal()
    terminal.type('y')
    const asking = outcome(terminalConfirm({ ...terminal, foreground: () => true }))
    await terminal.answer(/\[y\/N\] $/, 'n')
    expect((await asking).error).toMatchObject({ code: 'forbidden' })

    const again = outcome(terminalConfirm({ ...terminal, foreground: () => true }))
    await expect.poll(terminal.text).toMatch(/\[y\/N\] .*\[y\/N\] $/s)
    terminal.input.end()
    expect((await again).error).toMatchObject({ code: 'forbidden' })
    const closed = outcome(terminalConfirm({ ...terminal, foreground: () => true }))
    expect((await closed).error).toMatchObject({ message: expect.stringMatching(/^Orrery runs without a terminal/) })
  })

  test('and a question that is no longer asked is withdrawn', async () => {
    const terminal = createTerminal()
    const abort = new AbortController()
    const asking = outcome(terminalConfirm({ ...terminal, foreground: () => true }), { signal: abort.signal })
    await expect.poll(terminal.text).toMatch(/\[y\/N\] $/)
    abort.abort()
    expect((await asking).error).toMatchObject({ code: 'cancelled' })
    expect(terminal.text()).toMatch(/\nThe question was withdrawn\.\n$/)
  })

  test('and where nobody can be asked none is started, with another way', async () => {
    const { input, output } = createTerminal()
    const way =
      "so it is not started. In a terminal on this machine run: orrery tools --ask 'COMMAND' > tools.json, then open that file here."
    const ways: [Confirm | undefined, string][] = [
      [undefined, `There is no window or terminal to confirm a program in, ${way}`],
      [terminalConfirm({ input: [], output }), `Orrery runs without a terminal to confirm a program in, ${way}`],
      [
        terminalConfirm({ input, output: { write: () => {} } }),
        `Orrery runs without a terminal to confirm a program in, ${way}`
      ],
      [
        terminalConfirm({ input, output, foreground: () => false }),
        `Orrery is running in the background of its terminal, ${way}`
      ]
    ]
    for (const [confirm, message] of ways) {
      expect((await outcome(confirm)).error).toMatchObject({ code: 'forbidden', message })
    }
    const long = { ...program, args: ['x'.repeat(3000)] }
    expect(
      (await outcome(terminalConfirm({ input, output, foreground: () => true }), { asked: long })).error
    ).toMatchObject({
      code: 'forbidden',
      message: `A command longer than 2000 characters is too long to confirm, ${way}`
    })
  })

  test('and one question stands at a time', async () => {
    const answers: ((yes: boolean) => void)[] = []
    const confirmed = confirming({ waiting: 'Here.', ask: () => new Promise((resolve) => answers.push(resolve)) })
    const run = async () => {
      for await (const _ of confirmed(program, { signal: never }));
    }
    const first = run()
    await sleep(0)
    await expect(run()).rejects.toMatchObject({ code: 'busy' })
    answers[0]?.(true)
    await first
    const third = run()
    await sleep(0)
    answers[1]?.(false)
    await expect(third).rejects.toMatchObject({ code: 'forbidden' })
  })
})

test('21.6 what is asked hides nothing but secrets, and nothing in it moves, names or colours the terminal', () => {
  const odd: StartedProgram = {
    command: '/bin/sh',
    args: ['', '-c', 'rm -rf "$HOME"', '\u001b[2J\rls', 'a\u202ecod.exe', 'a\u00a0b\u2028c\u200b', '\ud800', 'naïve'],
    env: { NODE_OPTIONS: '--require ./evil.js', GITHUB_TOKEN: 'abc', PATH: '/tmp/x:/bin', EMPTY: '' },
    cwd: '/a b'
  }
  expect(described(odd)).toBe(
    [
      String.raw`Program:   /bin/sh "" -c "rm -rf \"$HOME\"" "\u001b[2J\rls" "a\u{202e}cod.exe" "a\u{a0}b\u{2028}c\u{200b}" "\ud800" "naïve"`,
      'Folder:    "/a b"',
      'Variables: NODE_OPTIONS="--require ./evil.js" GITHUB_TOKEN=(hidden) PATH=/tmp/x:/bin EMPTY=""'
    ].join('\n')
  )
  expect(described({ command: 'x', args: [], env: {} })).toBe(`Program:   x\nFolder:    ${process.cwd()}`)
})
