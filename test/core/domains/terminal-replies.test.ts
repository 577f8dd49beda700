import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { swe } from '../../../src/core/domains/swe/index.ts'
import { terminal } from '../../../src/core/domains/terminal/index.ts'
import { readText } from '../../../src/core/formats/importing-text.ts'
import { must } from '../../must.ts'

const ls = [{ keystrokes: 'ls -la\n', duration: 0.1 }]
const typed = (keystrokes: string) => [{ keystrokes, duration: 1 }]
const reply = { analysis: 'Nothing is known.', plan: 'Look around.', commands: ls, task_complete: false }

describe("a terminal agent's whole reply is the commands in it", () => {
  it.each<[string, unknown, unknown]>([
    ['Terminus-2', reply, ls],
    ['without a duration', { ...reply, commands: [{ keystrokes: 'ls\n' }] }, typed('ls\n')],
    ['that is done', { ...reply, commands: [], task_complete: true }, []],
    ['that is done, without commands', { analysis: '', plan: '', task_complete: true }, []],
    ['that only waits', { ...reply, commands: [] }, typed('')],
    ['one command', { command: 'pwd' }, typed('pwd\n')],
    ['one line of keys', { keystrokes: 'C-c', duration: 0.5 }, [{ keystrokes: 'C-c', duration: 0.5 }]],
    ['its commands alone', ls, ls]
  ])('%s', (_, given, commands) => {
    expect(terminal.action.parse(given)).toEqual(commands)
    expect(terminal.read(JSON.stringify(given, null, 2))).toEqual(commands)
    expect(terminal.read(`\`\`\`json\n${JSON.stringify(given)}\n\`\`\``)).toEqual(commands)
  })

  it.each<[string, unknown]>([
    [`Let me see {what} is here.`, null],
    [`${JSON.stringify(reply)}\n\nI wait for {the} listing.`, ls],
    [`I look first.\n\n${JSON.stringify(reply, null, 2)}\n\nThat is all.`, ls],
    [
      '<response>\n<analysis>a && b</analysis>\n<plan>p</plan>\n<commands>\n<keystrokes duration="0.1">ls -la\n</keystrokes>\n<keystrokes>a &lt; "b" > c\n</keystrokes>\n</commands>\n</response>',
      [...ls, { keystrokes: 'a &lt; "b" > c\n', duration: 1 }]
    ],
    ['<response><commands></commands><task_complete>true</task_complete></response>', []],
    ['<response><task_complete>true</task_complete></response>', []],
    ['<response><commands/></response>', typed('')],
    ['<response><commands><keystrokes>ls</commands></response>', null],
    ['THOUGHT: I look.\n\n```bash\nls -la\n```', typed('ls -la\n')],
    [
      '```mswea_bash_command\ncat <<EOF > a\n{"command": "x"}\nEOF\n```\n',
      typed('cat <<EOF > a\n{"command": "x"}\nEOF\n')
    ],
    ['```bash\nls\n```\nthen\n```bash\npwd\n```', null],
    ['```bash\nls', null],
    ['ls -la', null],
    [JSON.stringify({ ...reply, commands: 'ls' }), null],
    [JSON.stringify({ analysis: 'a', plan: 'b' }), null]
  ])('read from %j', (text, commands) => {
    if (commands === null) expect(() => terminal.read(text)).toThrow(/JSON|terminal action|closing tag/)
    else expect(terminal.read(text)).toEqual(commands)
  })

  it('is read in time linear in the text', () => {
    for (const text of ['<keystrokes'.repeat(200_000), '```bash\n'.repeat(200_000), '{"a'.repeat(200_000)]) {
      expect(() => terminal.read(`<commands>${text}`)).toThrow()
    }
  })

  it('what a person types is typed, and a fenced command is run', () => {
    expect(terminal.fromText('{"command": "x"}')).toEqual(typed('{"command": "x"}\n'))
    expect(terminal.fromText('THOUGHT: so\n```bash\nls\n```')).toEqual(typed('ls\n'))
  })
})

describe("mini-swe-agent's and SWE-agent's shell commands are read, in a terminal and in a code world", () => {
  const url = new URL('../../fixtures/agents/shell-replies.jsonl', import.meta.url)
  const real = readFileSync(url, 'utf8')
    .trim()
    .split('\n')
    .map((line) => z.string().parse(JSON.parse(line)))

  it('takes every reply', () => {
    const taken = real.filter((text) => terminal.read(text) && swe.read(text))
    expect([real.length, taken.length]).toEqual([21, 21])
    expect(swe.read(must(real[0]))).toEqual({ name: 'run_shell_command', arguments: { command: 'ls -la src' } })
    expect(swe.fromText(must(real[0]))).toEqual(swe.read(must(real[0])))
  })

  const chat = (...said: string[]) =>
    readText(
      JSON.stringify({
        messages: [
          { role: 'user', content: 'Fix it.' },
          ...said.flatMap((content) => [
            { role: 'assistant', content },
            { role: 'user', content: 'done' }
          ])
        ]
      }),
      { format: 'messages', now: 5 }
    )

  it.each([
    ['swe', ['So.\n```bash\nls\n```', '```mswea_bash_command\npwd\n```']],
    ['terminal', [JSON.stringify(reply), JSON.stringify({ ...reply, commands: [], task_complete: true })]]
  ])('a conversation of such replies is a world of the kind %s', async (domain, said) => {
    const { trees, skipped } = await chat(...said)
    expect([trees.map(({ session, steps }) => [session.domain, steps.length]), skipped]).toEqual([[[domain, 2]], []])
  })
})
