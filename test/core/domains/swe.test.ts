import { describe, expect, it } from 'vitest'
import type { DerivedState } from '../../../src/core/domains/capabilities.ts'
import { swe } from '../../../src/core/domains/swe/index.ts'
import { codingTools } from '../../../src/core/domains/swe/tools.ts'
import type { ToolCall } from '../../../src/core/domains/tool-call.ts'
import { type Action, Setup } from '../../../src/core/tree/model.ts'
import { must } from '../../must.ts'

const world = (tools: Setup['tools'] = []) => Setup.parse({ domain: 'swe', tools })
const call = (name: string, given: Record<string, Action> = {}) => ({ name, arguments: given })
const run = (command: string) => call('run_shell_command', { command })
const shown = (action: ToolCall, text: string) => {
  const { text: whole, ...rest } = must(swe.document).read(action, text)
  expect(whole).toBe(text)
  return rest
}

describe('a coding agent is told in a sentence which parameter is wrong', () => {
  it.each<[ToolCall, string | null]>([
    [call('nope'), `Error: Tool "nope" not found. Available tools: ${codingTools.map(({ name }) => name).join(', ')}.`],
    [call('edit', { old_string: 'a', new_string: 5 }), "Error: params must have required property 'file_path'"],
    [call('read_file', { file_path: 5 }), 'Error: params/file_path must be string'],
    [call('read_file', { file_path: 'a', limit: '5' }), 'Error: params/limit must be number'],
    [call('read_file', { file_path: 'a', limit: 1.5 }), 'Error: params/limit must be integer'],
    [call('read_file', { file_path: 'a', lines: 5 }), 'Error: params must NOT have additional properties: lines'],
    [call('todo_write', { todos: [{ content: 'a' }] }), "Error: params/todos/0 must have required property 'status'"],
    [
      call('todo_write', { todos: [{ content: 'a', status: 'later' }] }),
      'Error: params/todos/0/status must be one of: pending, in_progress, completed'
    ],
    [run(''), 'Error: params/command is not valid: Too small: expected string to have >=1 characters'],
    [call('read_file', { file_path: 'a', limit: 5 }), null],
    [run('ls'), null]
  ])('answers %j', (action, expected) => {
    expect(swe.tools?.certain(action, world())).toBe(expected)
  })

  it('offers a session its own tools', () => {
    const own = [{ name: 'bash', inputSchema: { type: 'object', properties: { cmd: { type: 'string' } } } }]
    expect(swe.tools?.of(world(own))).toEqual(own)
    expect(swe.tools?.certain(call('bash', { cmd: 1 }), world(own))).toBe('Error: params/cmd must be string')
  })
})

describe('what a coding tool returns is shown as a file, a diff or a command', () => {
  it.each<[string, ToolCall, string, unknown]>([
    [
      'cat -n',
      call('read_file', { file_path: 'a.py' }),
      '     9\timport x\n    10\t\n    11\t\tprint()\n',
      { path: 'a.py', first: 9, lines: ['import x', '', '\tprint()'] }
    ],
    ['one line', call('read_file', { file_path: 'a' }), '     1\tonly', { path: 'a', first: 1, lines: ['only'] }],
    [
      'arrows',
      call('Read', { file_path: 'a' }),
      '     1→x\r\n     2→y\r\n',
      { path: 'a', first: 1, lines: ['x', 'y'] }
    ],
    [
      'bars',
      call('view', { path: 'b.ts' }),
      '1| if (a) {\n2|\n3|   b',
      { path: 'b.ts', first: 1, lines: ['if (a) {', '', '  b'] }
    ],
    [
      'an editor that says what it shows',
      call('str_replace_editor', { command: 'view' }),
      "Here's the result of running `cat -n` on /repo/a.py:\n     3\ta\n     4\n     5\tb\n",
      {
        path: '/repo/a.py',
        first: 3,
        lines: ['a', '', 'b'],
        note: "Here's the result of running `cat -n` on /repo/a.py:"
      }
    ],
    [
      'colons with a frame',
      call('open'),
      '[File: src/a.py (90 lines total)]\n(8 more lines above)\n9:a\n10:\n11:  b\n(79 more lines below)',
      {
        path: 'src/a.py',
        first: 9,
        lines: ['a', '', '  b'],
        note: '[File: src/a.py (90 lines total)]\n(8 more lines above)\n(79 more lines below)'
      }
    ]
  ])('reads a file: %s', (_name, action, text, expected) => {
    expect(shown(action, text)).toEqual({ kind: 'file', ...Object(expected) })
  })

  it('takes a file without numbers from a tool that reads one', () => {
    const action = call('read_file', { file_path: 'notes/a.md', offset: 3 })
    expect(shown(action, '# A\n\ntext\n')).toEqual({
      kind: 'file',
      path: 'notes/a.md',
      first: 3,
      lines: ['# A', '', 'text']
    })
    expect(shown(action, 'Error: File not found: notes/a.md')).toEqual({ kind: 'text', error: true })
  })

  it.each([
    ['diff --git a/a b/a\nindex 1..2 100644\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n'],
    ['--- a/app.py\n+++ b/app.py\n@@ -3,4 +3,5 @@ def f():\n a\n-b\n+c\n'],
    ['Edited app.py:\n--- a/app.py\n+++ b/app.py\n@@ -3,4 +3,5 @@\n a\n-b\n+c\n']
  ])('reads a diff: %j', (text) => {
    expect(shown(call('edit', { file_path: 'app.py' }), text)).toEqual({ kind: 'diff' })
  })

  it.each<[string, string, unknown]>([
    [
      'labels',
      'Command: a\nDirectory: (root)\nStdout: one\ntwo\nStderr: (empty)\nExit Code: 0',
      { output: 'one\ntwo', stderr: '', exitCode: 0 }
    ],
    [
      'output that looks like labels',
      'Command: a\nDirectory: (root)\nStdout: Exit Code: 7\nError: not this\nStderr: ReferenceError: x\nError: boom\nExit Code: 1',
      { output: 'Exit Code: 7\nError: not this', stderr: 'ReferenceError: x\nError: boom', exitCode: 1 }
    ],
    [
      'a block that ends in process ids',
      'Command: a\nDirectory: (root)\nOutput: a\nError: in it\nError: (none)\nExit Code: 0\nSignal: (none)\nBackground PIDs: (none)\nProcess Group PGID: 4242',
      { output: 'a\nError: in it', exitCode: 0 }
    ],
    ['headings', 'stdout:\nhi\n\nstderr:\nbad\n\nexit code: 2\n', { output: 'hi', stderr: 'bad', exitCode: 2 }],
    ['tags', '<returncode>1</returncode>\n<output>\nhi\n</output>', { output: 'hi', exitCode: 1 }],
    ['a last line', 'hi\nthere\n[The command completed with exit code 2.]', { output: 'hi\nthere', exitCode: 2 }],
    ['a first line', 'Exit code 1\nTraceback', { output: 'Traceback', exitCode: 1 }],
    ['nothing but output', 'hi\n  there', { output: 'hi\n  there', exitCode: null }],
    [
      'a diff, which is output here',
      'diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y',
      { output: 'diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y', exitCode: null }
    ]
  ])('reads a command: %s', (_name, text, expected) => {
    expect(shown(run('a'), text)).toEqual({ kind: 'shell', ...Object(expected) })
  })

  it.each<[ToolCall, string, unknown]>([
    [call('grep_search', { pattern: 'x' }), 'src/a.py:12:    x = 1\nsrc/b.py:3:x', { kind: 'text', error: false }],
    [call('grep_search', { pattern: 'x' }), '12: x\n40: x\n41: y', { kind: 'text', error: false }],
    [call('list_directory', { path: '.' }), 'src/\nREADME.md', { kind: 'text', error: false }],
    [call('cat_file', {}), 'class ParseError(Exception):\n    pass', { kind: 'text', error: false }],
    [call('cat_file', {}), 'export function onError(e: Event) {}', { kind: 'text', error: false }],
    [call('cat_file', {}), 'Error executing tool cat_file: no such file', { kind: 'text', error: true }],
    [call('edit', { file_path: 'a.py' }), 'Error: old_string was not found in a.py', { kind: 'text', error: true }],
    [call('todo_write', { todos: [] }), '{"todos": []}', { kind: 'json', value: { todos: [] }, error: false }]
  ])('leaves the rest of %j as it is', (action, text, expected) => {
    expect(shown(action, text)).toEqual(expected)
  })
})

describe('a software world folds the files, the to-do list and the last exit code', () => {
  it('goes along with the calls, but not with those that failed', () => {
    const todos = [{ content: 'fix it', status: 'pending' }]
    const steps: [ToolCall, string][] = [
      [call('read_file', { file_path: 'a.py' }), '     1\tx'],
      [call('read_file', { file_path: 'b.py' }), 'Error: File not found: b.py'],
      [call('edit', { file_path: 'a.py' }), '--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-x\n+y'],
      [call('read_file', { file_path: 'a.py' }), '     1\ty'],
      [call('write_file', { file_path: 'constructor', content: '' }), 'Wrote constructor.'],
      [call('todo_write', { todos }), '1. fix it'],
      [run('pytest'), 'Command: pytest\nDirectory: (root)\nStdout: 1 failed\nStderr: (empty)\nExit Code: 1']
    ]
    const state = steps.reduce<DerivedState>(
      (before, [action, text]) => swe.fold(before, { action, observation: { text } }),
      swe.initial(world())
    )
    expect(state).toEqual({ ownTools: true, files: { 'a.py': 'changed', constructor: 'changed' }, exitCode: 1, todos })
  })

  it('begins with what its own tools certainly say, and only that', () => {
    const start = swe.initial(
      Setup.parse({ domain: 'swe', initialState: 'Python 3.12.\n\nsrc/a.py\n    import b.py\nREADME.md' })
    )
    expect(start.files).toEqual({ 'src/a.py': 'there', 'README.md': 'there' })
    expect(swe.prediction.prefill(run('ls'), start)).toBe('Command: ls\nDirectory: (root)\nStdout: ')
    expect(swe.prediction.prefill(call('read_file', { file_path: 'src/a.py' }), start)).toBe('     1\t')
    expect(swe.prediction.prefill(call('read_file', { file_path: 'src/a.py', offset: 12 }), start)).toBe('    12\t')
    expect(swe.prediction.prefill(call('read_file', { file_path: 'toString' }), start)).toBe('')
    expect(
      swe.prediction.prefill(run('ls'), swe.initial(world([{ name: 'run_shell_command', inputSchema: {} }])))
    ).toBe('')
  })

  it('takes a line that begins with $ as a command, and tells one like it', () => {
    expect(swe.fromText('$ pytest -q')).toEqual(run('pytest -q'))
    expect(swe.label(run('pytest -q'))).toBe('$ pytest -q')
    const told = { command: 'ls', description: 'What is there' }
    expect(swe.label(call('run_shell_command', told))).toBe('$ ls')
    expect(swe.label(call('run_shell_command', { ...told, directory: 'src' }))).toContain(
      'run_shell_command command=ls'
    )
    expect(swe.label(call('run_shell_command', { command: 'ls', directory: 'src' }))).toBe(
      'run_shell_command command=ls directory=src'
    )
  })
})
