import { expect, test } from 'vitest'
import { asciicast as exporter } from '../../../../src/core/formats/exporters/asciicast.ts'
import { asciicast } from '../../../../src/core/formats/importers/asciicast.ts'
import type { Finding, SessionTree } from '../../../../src/core/formats/importing.ts'
import { textInput } from '../../../../src/core/formats/importing-text.ts'
import { tree, written } from '../../trees.ts'

async function read(text: string, name = 'demo.cast') {
  const reading = { now: 7, signal: new AbortController().signal, find: () => null }
  const found: Finding[] = []
  for await (const one of asciicast.read(textInput(text, name), reading, {})) found.push(one)
  const trees = found.flatMap((one) => (one.type === 'tree' ? [one.tree] : []))
  return { found: found.filter(({ type }) => type !== 'tree'), tree: trees[0] }
}

const turns = (given: SessionTree | undefined) =>
  given?.steps.map(({ action, observation }) => [action, observation.text])
const cast = (...lines: unknown[]) => lines.map((line) => JSON.stringify(line)).join('\n')
const V2 = { version: 2, width: 80, height: 24, timestamp: 1_700_000_000, title: 'Demo' }

test('with input, a step is what was typed up to Enter, and what was shown until the next key', async () => {
  const text = cast(
    V2,
    [0.1, 'o', '\u001b]0;title\u0007\u001b[32mme@box\u001b[0m:~$ '],
    [1, 'i', 'l'],
    [1, 'o', 'l'],
    [1.2, 'i', 's'],
    [1.2, 'o', 's'],
    [1.5, 'i', '\r'],
    [1.5, 'o', '\r\n'],
    [2, 'o', 'a  b\r\nme@box:~$ '],
    [2, 'm', 'listed'],
    [2.5, 'r', '100x30'],
    [3, 'i', '\u0003'],
    [3.25, 'o', '^C\r\nme@box:~$ ']
  )
  const { tree, found } = await read(text)
  expect(turns(tree)).toEqual([
    [[{ keystrokes: 'ls\n', duration: 0.5 }], 'me@box:~$ ls\na  b\nme@box:~$ '],
    [[{ keystrokes: 'C-c', duration: 0.25 }], 'me@box:~$ ^C\nme@box:~$ ']
  ])
  expect(tree?.session).toMatchObject({ title: 'Demo', domain: 'terminal', createdAt: 1_700_000_000_000 })
  expect(tree?.session.notes).toContain('2.0 s, after 1 commands: listed')
  expect(tree?.branches[0]?.setup.initialState).toBe('The terminal shows:\nme@box:~$ ')
  expect(found).toEqual([
    { type: 'dropped', what: 'terminal resizes' },
    { type: 'understood', what: 'commands', count: 2 },
    { type: 'understood', what: 'markers, kept in the notes', count: 1 },
    { type: 'dropped', what: 'colours', count: 2 }
  ])
})

test('without input, a command is what stands behind the prompt when its line ends', async () => {
  const text = cast(
    { version: 3, term: { cols: 80, rows: 24 } },
    [0.1, 'o', 'Welcome\r\nme@box:~$ '],
    [1, 'o', 'ecc'],
    [0.2, 'o', '\b\u001b[Kho $X >'],
    [0.2, 'o', ' f\r\n'],
    [0.5, 'o', 'me@box:~$ '],
    [1, 'o', 'pwd\r\n/home/me\r\nme@box:~$ '],
    [0.1, 'x', '0']
  )
  const { tree, found } = await read(`${text.replace('\n', '\n# a comment\n')}\n`, 'dir/talk.cast')
  expect(turns(tree)).toEqual([
    [[{ keystrokes: 'echo $X > f\n', duration: 0.5 }], 'me@box:~$ echo $X > f\nme@box:~$ '],
    [[{ keystrokes: 'pwd\n', duration: expect.any(Number) }], 'me@box:~$ pwd\n/home/me\nme@box:~$ ']
  ])
  expect(tree?.session.title).toBe('talk')
  expect(tree?.branches[0]?.setup.initialState).toBe('The terminal shows:\nWelcome\nme@box:~$ ')
  expect(found).toContainEqual({ type: 'dropped', what: 'comments' })
  expect(found).toContainEqual({ type: 'dropped', what: 'the exit status' })
})

test('version 1 counts each time from the one before', async () => {
  const text = JSON.stringify({
    ...{ version: 1, width: 80, height: 24, duration: 3, title: 'Old' },
    stdout: [
      [0.5, 'root@a:/# '],
      [1, 'id\r\n'],
      [0.5, 'uid=0\r\nroot@a:/# ']
    ]
  })
  const { tree } = await read(text)
  expect(turns(tree)).toEqual([[[{ keystrokes: 'id\n', duration: 0.5 }], 'root@a:/# id\nuid=0\nroot@a:/# ']])
})

test('full-screen programs, progress bars and cleared screens', async () => {
  const text = cast(
    V2,
    [0, 'o', '$ '],
    [1, 'i', 'vi\r'],
    [1, 'o', 'vi\r\n\u001b[?1049h~\r\n~\u001b[5;1Hx\u001b[?1049'],
    [2, 'o', 'l$ '],
    [3, 'i', 'get\r'],
    [3, 'o', 'get\r\n10%\r50%\r100%\r\n$ '],
    [4, 'i', 'clear\r'],
    [4, 'o', 'clear\r\n\u001b[H\u001b[2J$ ']
  )
  const { tree, found } = await read(text)
  expect(turns(tree)?.map(([, shown]) => shown)).toEqual(['$ vi\n$ ', '$ get\n100%\n$ ', '$ '])
  expect(found).toContainEqual({ type: 'dropped', what: 'full-screen programs', count: 1 })
})

test('bad lines are named and cost only themselves; a header that cannot be read is refused', async () => {
  const good = cast(V2, [0, 'o', '$ '], [1, 'i', 'a\r'], [2, 'o', 'a\r\n$ '])
  const lines = good.split('\n')
  const { tree, found } = await read([lines[0], '[-1, "o", "x"]', '{', ...lines.slice(1), '[3, "o'].join('\n'))
  expect(turns(tree)).toEqual([[[{ keystrokes: 'a\n', duration: 1 }], '$ a\n$ ']])
  expect(found.filter(({ type }) => type === 'problem')).toMatchObject([
    { line: 2, reason: expect.stringContaining('the time is negative') },
    { line: 3, reason: expect.stringContaining('Not JSON') },
    { line: 7, reason: expect.stringContaining('ends in the middle') }
  ])
  await expect(read(cast({ version: 9, width: 1 }))).rejects.toThrow('only the versions 1, 2 and 3')
  expect((await read(cast(V2, [0, 'o', 'hello']))).found).toMatchObject([{ type: 'problem', line: null }])
})

test('a cast of Orrery comes back with the same commands, and twice as the same session', async () => {
  const original = await tree()
  for (const version of ['2', '3']) {
    const text = await written(exporter, original, { options: { version } })
    const [first, again] = [await read(text), await read(text)]
    const typed = original.steps.slice(0, 6).map(({ action }) => action)
    // Nothing typed leaves no trace, so the step that only waited is part of the one before.
    expect(first.tree?.steps.map(({ action }) => action)).toEqual(
      typed
        .filter((action) => JSON.stringify(action) !== '[{"keystrokes":"","duration":0.5}]')
        .map((action, index) => (index === 2 ? [{ ...(action as { keystrokes: string }[])[0], duration: 1 }] : action))
    )
    expect(first.tree).toEqual(again.tree)
    expect(turns(first.tree)?.[0]).toEqual([typed[0], original.steps[0]?.observation.text])
  }
})

test('recognises each version by its header', () => {
  const of = (head: string, name = 'x') => asciicast.recognise({ head, name })
  expect(of(cast(V2))).toEqual({ format: 'asciicast v2', sure: 'certain' })
  expect(of('{"version": 3, "term": {"cols": 80}}\n')).toEqual({ format: 'asciicast v3', sure: 'certain' })
  expect(of('{"version": 1, "width": 80, "stdout": []}')).toEqual({ format: 'asciicast v1', sure: 'certain' })
  expect(of('{"version":2,"status":"success"}')).toBe(null)
  expect(of('{', 'a.cast')).toEqual({ format: 'asciicast', sure: 'possible' })
})
