// The tool sets of Orrery, of Claude Code and of editors that sessions bring, against what their public forms say.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { codingSets } from '../../../../src/core/domains/swe/sets.ts'
import { Setup, type Tool } from '../../../../src/core/tree/model.ts'
import { listFiles } from '../../../../src/host/grounds/disk-tools/disk/files.ts'
import { modelRule, runTool } from '../../../../src/host/grounds/disk-tools/index.ts'
import { folderDisk } from './folder-disk.ts'

const [claudeCodeTools = [], qwenCliTools = []] = codingSets.map(({ tools }) => tools)

const CLOCK =
  'import re\n\n\ndef minutes(text):\n    hours, rest = text.split(":")\n    return int(hours) * 60 + int(rest)\n'

let disk: Awaited<ReturnType<typeof folderDisk>>

beforeEach(async () => {
  disk = await folderDisk(
    {
      'app/clock.py': { text: CLOCK, age: 300 },
      'app/__init__.py': { text: '', age: 200 },
      'tests/test_clock.py': {
        text: 'from app.clock import minutes\n\n\ndef test():\n    assert minutes("1:30") == 90\n',
        age: 100
      },
      'README.md': { text: '# Clock\n', age: 400 },
      '.gitignore': { text: '*.log\n', age: 500 },
      'out.log': { text: 'minutes\n', age: 50 },
      'data.bin': { base64: 'AAEC', age: 600 }
    },
    { git: true }
  )
})
afterEach(() => disk.remove())

/** One call; the folder's name is `/repo` in what goes in and comes out. */
async function does(tools: Tool[], name: string, given: Record<string, unknown>): Promise<string> {
  const here = JSON.parse(JSON.stringify(given).replaceAll('/repo', disk.root))
  const answer = await runTool({ name, arguments: here }, Setup.parse({ domain: 'swe', tools }), disk)
  return ('text' in answer ? answer.text : `model: ${answer.needsModel}`).replaceAll(disk.root, '/repo')
}

/** Which of the calls, one after the other, the agent that the tools are of marks as failed. */
async function failing(tools: Tool[], calls: [name: string, given: Record<string, unknown>][]): Promise<boolean[]> {
  const marks: boolean[] = []
  for (const [name, given] of calls) {
    const here = JSON.parse(JSON.stringify(given).replaceAll('/repo', disk.root))
    const answer = await runTool({ name, arguments: here }, Setup.parse({ domain: 'swe', tools }), disk)
    marks.push('fails' in answer && answer.fails)
  }
  return marks
}

describe('a call has failed where the agent that the tools are of says so', () => {
  const py = '/repo/app/clock.py'

  it('Claude Code: what ends with an error, runs too long, cannot be read or may not be done', async () => {
    expect(
      await failing(claudeCodeTools, [
        ['Bash', { command: 'echo Error: fine' }],
        ['Bash', { command: 'exit 3' }],
        ['Bash', { command: 'grep nothing README.md' }],
        ['Bash', { command: 'sleep 9', timeout: 200 }],
        ['Read', { file_path: '/repo/nope.txt' }],
        ['Read', { file_path: '/repo/app' }],
        ['Edit', { file_path: py, old_string: 'int', new_string: 'str' }],
        ['Read', { file_path: py }],
        ['Edit', { file_path: py, old_string: 'gone', new_string: 'str' }],
        ['Edit', { file_path: py, old_string: 'return', new_string: 'yield' }],
        ['Grep', { pattern: 'x', path: '/repo/none' }],
        ['Grep', { pattern: 'no such words' }],
        ['Glob', { pattern: '*.rs' }],
        ['LS', { path: '/repo/none' }]
      ])
    ).toEqual([
      ...[false, true, false, true, true, true],
      ...[true, false, true, false],
      ...[false, false, false, false]
    ])
  })

  it('Qwen Code: a refused call; a command’s exit code is a result', async () => {
    expect(
      await failing(qwenCliTools, [
        ['run_shell_command', { command: 'exit 3' }],
        ['run_shell_command', { command: 'pwd', directory: '/etc' }],
        ['read_file', { absolute_path: '/repo/nope.txt' }],
        ['read_file', { absolute_path: py }],
        ['list_directory', { path: '/repo/none' }],
        ['glob', { pattern: '*.rs' }],
        ['edit', { file_path: py, old_string: 'gone', new_string: 'str' }]
      ])
    ).toEqual([false, true, true, false, true, false, true])
  })

  it('Orrery’s own, and the editor that Anthropic published', async () => {
    const editor: Tool = {
      name: 'str_replace_editor',
      inputSchema: { type: 'object', properties: { command: {}, path: {}, old_str: {}, new_str: {} } }
    }
    expect(
      await failing(
        [],
        [
          ['read_file', { file_path: 'none.py' }],
          ['run_shell_command', { command: 'exit 3' }],
          ['edit', { file_path: 'app/clock.py', old_string: 'gone', new_string: 'x' }],
          ['glob', { pattern: '*.rs' }]
        ]
      )
    ).toEqual([true, false, true, false])
    expect(
      await failing(
        [editor],
        [
          ['str_replace_editor', { command: 'view', path: '/repo/none' }],
          ['str_replace_editor', { command: 'view', path: '/repo/README.md' }],
          ['str_replace_editor', { command: 'str_replace', path: '/repo/README.md', old_str: 'gone', new_str: 'x' }]
        ]
      )
    ).toEqual([true, false, true])
  })
})

describe("Orrery's tools", () => {
  const orrery = (name: string, given: Record<string, unknown>) => does([], name, given)

  it('read files with numbers', async () => {
    expect(await orrery('read_file', { file_path: 'app/clock.py', offset: 4, limit: 2 })).toBe(
      '     4\tdef minutes(text):\n     5\t    hours, rest = text.split(":")'
    )
    expect(await orrery('read_file', { file_path: 'app/clocks.py' })).toBe('Error: File not found: app/clocks.py')
    expect(await orrery('read_file', { file_path: 'app' })).toBe('Error: File not found: app')
  })

  it('edit with a unified diff, and only what is there once', async () => {
    const file_path = 'app/clock.py'
    expect(await orrery('edit', { file_path, old_string: 'int(rest)', new_string: 'int(rest[:2])' })).toBe(
      '--- a/app/clock.py\n+++ b/app/clock.py\n@@ -3,4 +3,4 @@\n \n def minutes(text):\n     hours, rest = text.split(":")\n-    return int(hours) * 60 + int(rest)\n+    return int(hours) * 60 + int(rest[:2])'
    )
    expect(await orrery('edit', { file_path, old_string: 'gone', new_string: 'x' })).toBe(
      'Error: old_string not found in app/clock.py'
    )
    expect(await orrery('edit', { file_path, old_string: 'hours', new_string: 'h' })).toBe(
      'Error: old_string occurs 2 times in app/clock.py'
    )
    await orrery('edit', { file_path, old_string: 'hours', new_string: '$&', replace_all: true })
    expect(await orrery('read_file', { file_path, offset: 5, limit: 1 })).toBe('     5\t    $&, rest = text.split(":")')
  })

  it('write, list, find and search', async () => {
    expect(await orrery('write_file', { file_path: 'a/b.txt', content: 'one\ntwo\n' })).toBe(
      'Created a/b.txt (2 lines).'
    )
    expect(await orrery('write_file', { file_path: 'a/b.txt', content: 'three' })).toBe('Replaced a/b.txt (1 lines).')
    expect(await orrery('list_directory', { path: '.' })).toBe(
      '.git/\na/\napp/\ntests/\n.gitignore\nREADME.md\ndata.bin\nout.log'
    )
    expect(await orrery('list_directory', { path: 'none' })).toBe('Error: Folder not found: none')
    expect(await orrery('glob', { pattern: '**/*.py' })).toBe('tests/test_clock.py\napp/__init__.py\napp/clock.py')
    expect(await orrery('glob', { pattern: '*.rs' })).toBe('No files found')
    expect(await orrery('grep_search', { pattern: 'minutes\\(', glob: '*.py' })).toBe(
      'app/clock.py:4:def minutes(text):\ntests/test_clock.py:5:    assert minutes("1:30") == 90'
    )
    expect(await orrery('grep_search', { pattern: 'hours', path: 'app/clock.py' })).toBe(
      '5:    hours, rest = text.split(":")\n6:    return int(hours) * 60 + int(rest)'
    )
    expect(await orrery('grep_search', { pattern: 'nothing' })).toBe('No matches found')
  })

  it('read and search what is odd: empty files, lines before the first, braces', async () => {
    expect(await orrery('read_file', { file_path: 'app/__init__.py' })).toBe('')
    const first = '     1\timport re'
    for (const offset of [0, -3]) {
      expect(await orrery('read_file', { file_path: 'app/clock.py', offset, limit: 1 })).toBe(first)
    }
    expect(await orrery('grep_search', { pattern: 'Clock|import re', glob: '*.{md,py}' })).toBe(
      'README.md:1:# Clock\napp/clock.py:1:import re'
    )
    expect(await orrery('grep_search', { pattern: 'minutes\\(', glob: 'app/*.py' })).toBe(
      'app/clock.py:4:def minutes(text):'
    )
  })

  it('run commands, each from the root with variables of its own', async () => {
    expect(await orrery('run_shell_command', { command: 'cd app; export A=1; ls; echo no >&2; exit 4' })).toBe(
      'Command: cd app; export A=1; ls; echo no >&2; exit 4\nDirectory: (root)\nStdout: __init__.py\nclock.py\nStderr: no\nExit Code: 4'
    )
    expect(await orrery('run_shell_command', { command: 'echo "$A"; pwd', directory: 'app' })).toBe(
      'Command: echo "$A"; pwd\nDirectory: app\nStdout: \n/repo/app\nStderr: (empty)\nExit Code: 0'
    )
    expect(await orrery('todo_write', { todos: [{ content: 'Read', status: 'in_progress' }] })).toBe('[~] Read')
  })
})

describe("Claude Code's tools", () => {
  const claude = (name: string, given: Record<string, unknown>) => does(claudeCodeTools, name, given)
  const file_path = '/repo/app/clock.py'
  const invalid = (why: string) => `<tool_use_error>${why}</tool_use_error>`

  it('read with arrows, the empty line after the last one too', async () => {
    expect(await claude('Read', { file_path, offset: 5 })).toBe(
      '     5→    hours, rest = text.split(":")\n     6→    return int(hours) * 60 + int(rest)\n     7→'
    )
    expect(await claude('Read', { file_path: '/repo/app/clock.js' })).toBe(
      invalid('File does not exist. Did you mean clock.py?')
    )
    expect(await claude('Read', { file_path: '/repo/app/clocks.py' })).toBe(invalid('File does not exist.'))
    expect(await claude('Read', { file_path: '/repo/app' })).toBe('EISDIR: illegal operation on a directory, read')
    expect(await claude('Read', { file_path: '/repo/app/__init__.py' })).toBe(
      '<system-reminder>Warning: the file exists but is shorter than the provided offset (1). The file has 1 lines.</system-reminder>'
    )
    expect(await claude('Read', { file_path, offset: 50 })).toBe(
      '<system-reminder>Warning: the file exists but is shorter than the provided offset (50). The file has 7 lines.</system-reminder>'
    )
    expect(await claude('Read', { file_path: '/repo/data.bin' })).toMatch(
      /^<tool_use_error>This tool cannot read binary files/
    )
  })

  it('change only what was read as it stands', async () => {
    const change = { file_path, old_string: 'int(rest)', new_string: 'int(rest[:2])' }
    const refused = invalid('File has not been read yet. Read it first before writing to it.')
    expect(await claude('Edit', change)).toBe(refused)
    expect(await claude('Write', { file_path, content: 'x' })).toBe(refused)
    await claude('Read', { file_path })
    expect(await claude('Edit', change)).toBe(
      'The file /repo/app/clock.py has been updated. Here\'s the result of running `cat -n` on a snippet of the edited file:\n     2→\n     3→\n     4→def minutes(text):\n     5→    hours, rest = text.split(":")\n     6→    return int(hours) * 60 + int(rest[:2])\n     7→'
    )
    await claude('Bash', { command: 'echo "# end" >> app/clock.py' })
    expect(await claude('Edit', { ...change, old_string: 'import re', new_string: '' })).toMatch(
      /^<tool_use_error>File has been modified since read/
    )
  })

  it('say why an edit fails, and make several at once', async () => {
    await claude('Read', { file_path })
    expect(await claude('Edit', { file_path, old_string: 'a', new_string: 'a' })).toBe(
      invalid('No changes to make: old_string and new_string are exactly the same.')
    )
    expect(await claude('Edit', { file_path, old_string: 'gone', new_string: 'x' })).toBe(
      invalid('String to replace not found in file.\nString: gone')
    )
    expect(await claude('Edit', { file_path, old_string: 'hours', new_string: 'h' })).toBe(
      invalid(
        'Found 2 matches of the string to replace, but replace_all is false. To replace all occurrences, set replace_all to true. To replace only one occurrence, please provide more context to uniquely identify the instance.\nString: hours'
      )
    )
    expect(await claude('Edit', { file_path, old_string: 'hours', new_string: 'h', replace_all: true })).toBe(
      "The file /repo/app/clock.py has been updated. All occurrences of 'hours' were successfully replaced with 'h'."
    )
    const edits = [
      { old_string: 'import re\n\n\n', new_string: '' },
      { old_string: 'rest)', new_string: 'rest[:2])' }
    ]
    expect(await claude('MultiEdit', { file_path, edits })).toBe(
      'Applied 2 edits to /repo/app/clock.py:\n1. Replaced "import re\n\n\n" with ""\n2. Replaced "rest)" with "rest[:2])"'
    )
    expect(await claude('Read', { file_path })).toBe(
      '     1→def minutes(text):\n     2→    h, rest = text.split(":")\n     3→    return int(h) * 60 + int(rest[:2])\n     4→'
    )
  })

  it('create files', async () => {
    const made = '/repo/app/new.py'
    const edits = [{ old_string: '', new_string: 'a' }]
    expect(await claude('MultiEdit', { file_path: made, edits })).toBe(invalid('File does not exist.'))
    expect(await claude('Write', { file_path: '/repo/app', content: '' })).toMatch(/File has not been read yet/)
    expect(await claude('Write', { file_path: made, content: 'a = 1\n' })).toBe(
      'File created successfully at: /repo/app/new.py'
    )
    expect(await claude('Write', { file_path: made, content: 'a = 2\n' })).toBe(
      "The file /repo/app/new.py has been updated. Here's the result of running `cat -n` on a snippet of the edited file:\n     1→a = 2\n     2→"
    )
    expect(await claude('Edit', { file_path: made, old_string: '', new_string: 'b' })).toBe(
      invalid('Cannot create new file - file already exists.')
    )
  })

  it('find files, the oldest first', async () => {
    expect(await claude('Glob', { pattern: '**/*.py' })).toBe(
      '/repo/app/clock.py\n/repo/app/__init__.py\n/repo/tests/test_clock.py'
    )
    expect(await claude('Glob', { pattern: '*.rs' })).toBe('No files found')
    expect(await claude('Glob', { pattern: '/repo/APP/c*.py', path: '/repo/tests' })).toBe('/repo/app/clock.py')
    const listed = async (only: string[]) => (await listFiles(disk, disk.root, { only }))?.files.map(({ path }) => path)
    expect(await listed(['Tests'])).toEqual(expect.arrayContaining(['README.md', 'tests/test_clock.py']))
    expect((await listed(['Tests']))?.filter((path) => path.startsWith('app/'))).toEqual([])
    expect(await claude('LS', { path: '/repo' })).toBe(
      '- /repo/\n  - README.md\n  - app/\n    - __init__.py\n    - clock.py\n  - data.bin\n  - out.log\n  - tests/\n    - test_clock.py\n'
    )
  })

  it('list from the root on, what leads to the folder first', async () => {
    expect(await claude('LS', { path: '/repo/app' })).toBe('- /repo/\n  - app/\n    - __init__.py\n    - clock.py\n')
    expect(await claude('LS', { path: '/repo/none' })).toBe('- /repo/\n')
  })

  it('search by mode', async () => {
    expect(await claude('Grep', { pattern: 'minutes' })).toBe(
      'Found 2 files\n/repo/tests/test_clock.py\n/repo/app/clock.py'
    )
    expect(await claude('Grep', { pattern: 'split', output_mode: 'content', '-n': true, '-B': 1 })).toBe(
      '/repo/app/clock.py-4-def minutes(text):\n/repo/app/clock.py:5:    hours, rest = text.split(":")'
    )
    expect(await claude('Grep', { pattern: 'MINUTES', '-i': true, output_mode: 'count', type: 'py' })).toBe(
      '/repo/app/clock.py:1\n/repo/tests/test_clock.py:2\n\nFound 3 total occurrences across 2 files.'
    )
    expect(
      await claude('Grep', { pattern: 'rest', path: '/repo/app/clock.py', output_mode: 'content', head_limit: 1 })
    ).toBe('hours, rest = text.split(":")')
    expect(
      await claude('Grep', {
        pattern: 'def minutes.*return',
        multiline: true,
        output_mode: 'content',
        '-n': true,
        glob: '*.py'
      })
    ).toBe(
      '/repo/app/clock.py:4:def minutes(text):\n/repo/app/clock.py:5:    hours, rest = text.split(":")\n/repo/app/clock.py:6:    return int(hours) * 60 + int(rest)'
    )
    for (const pattern of ['nothing here', '(', '(?<=x)y', 'class {', '*x'])
      expect(await claude('Grep', { pattern })).toBe('No files found')
    expect(await claude('Grep', { pattern: 'x', path: '/repo/none' })).toBe('No files found')
    expect(await claude('Grep', { pattern: '(', output_mode: 'count' })).toBe(
      'No matches found\n\nFound 0 total occurrences across 0 files.'
    )
    expect(await claude('Grep', { pattern: '[{]|\\{|s{1,2}p[^]{]', output_mode: 'count' })).toBe(
      '/repo/app/clock.py:1\n\nFound 1 total occurrence across 1 file.'
    )
    expect(await claude('Grep', { pattern: 'nothing here', output_mode: 'content' })).toBe('No matches found')
  })

  it('run commands in a folder that stays', async () => {
    expect(await claude('Bash', { command: 'cd app && ls; echo oops >&2' })).toBe('__init__.py\nclock.py\noops')
    expect(await claude('Bash', { command: 'pwd; export A=1' })).toBe('/repo/app')
    expect(await claude('Bash', { command: 'echo "$A"; cat none; exit 3' })).toBe(
      'Exit code 3\ncat: none: No such file or directory'
    )
    expect(await claude('Bash', { command: 'cd ..; echo out; echo err >&2; exit 4' })).toBe('Exit code 4\nerr\n\nout')
    // The folder of a command that fails is not kept.
    expect(await claude('Bash', { command: 'pwd' })).toBe('/repo/app')
    expect(await claude('Bash', { command: 'echo )' })).toMatch(
      /^Exit code [12]\n\/bin\/bash: eval: line 1: syntax error/
    )
    expect(await claude('Bash', { command: 'printf "\\033[1mbold"' })).toBe('\u001b[1mbold')
    expect(await claude('Bash', { command: 'true' })).toBe('')
    expect(await claude('Bash', { command: 'nosuch' })).toBe(
      'Exit code 127\n/bin/bash: line 1: nosuch: command not found'
    )
    expect(await claude('Bash', { command: 'cd /; pwd' })).toBe('/\nShell cwd was reset to /repo')
    expect(await claude('Bash', { command: 'pwd' })).toBe('/repo')
    expect(await claude('Bash', { command: 'sleep 5', timeout: 200 })).toBe('Command timed out after 0.2s')
    expect(await claude('TodoWrite', { todos: [] })).toMatch(/^Todos have been modified successfully/)
    expect(await claude('WebFetch', { url: 'https://example.org', prompt: 'x' })).toBe('model: network')
  })
})

describe('an editor and a shell of the session’s own', () => {
  const properties = (names: string): Tool['inputSchema'] => ({
    type: 'object',
    properties: Object.fromEntries(names.split(' ').map((name) => [name, {}]))
  })
  const tools: Tool[] = [
    {
      name: 'str_replace_editor',
      inputSchema: properties('command path file_text view_range old_str new_str insert_line')
    },
    { name: 'bash', inputSchema: properties('command restart') },
    { name: 'note', inputSchema: properties('') }
  ]
  const editor = (command: string, given: Record<string, unknown>) =>
    does(tools, 'str_replace_editor', { command, path: '/repo/app/clock.py', ...given })

  it('counts nothing as Python does, and makes no file where a folder is', async () => {
    const path = '/repo/app/__init__.py'
    expect(await editor('str_replace', { path, old_str: '', new_str: 'x = 1' })).toContain('     1\tx = 1\n')
    expect(await editor('str_replace', { path, old_str: '', new_str: 'y' })).toBe(
      'No replacement was performed. Multiple occurrences of old_str `` in lines [1]. Please ensure it is unique'
    )
    expect(await editor('create', { path: '/repo/app', file_text: '' })).toBe(
      'File already exists at: /repo/app. Cannot overwrite files using command `create`.'
    )
  })

  it('views files and folders', async () => {
    expect(await editor('view', { view_range: [4, 5] })).toBe(
      'Here\'s the result of running `cat -n` on /repo/app/clock.py:\n     4\tdef minutes(text):\n     5\t    hours, rest = text.split(":")\n'
    )
    expect(await editor('view', { path: '/repo' })).toBe(
      "Here's the files and directories up to 2 levels deep in /repo, excluding hidden items:\n/repo\n/repo/README.md\n/repo/app\n/repo/app/__init__.py\n/repo/app/clock.py\n/repo/data.bin\n/repo/out.log\n/repo/tests\n/repo/tests/test_clock.py\n\n"
    )
    expect(await editor('view', { path: '/repo/none' })).toBe(
      'The path /repo/none does not exist. Please provide a valid path.'
    )
    expect(await editor('view', { view_range: [0, 5] })).toBe(
      'Invalid `view_range`: [0, 5]. Its first element `0` should be within the range of lines of the file: [1, 7]'
    )
  })

  it('replaces, inserts and undoes', async () => {
    expect(await editor('str_replace', { old_str: 'import re\n', new_str: 'import sys\n' })).toBe(
      'The file /repo/app/clock.py has been edited. Here\'s the result of running `cat -n` on a snippet of /repo/app/clock.py:\n     1\timport sys\n     2\t\n     3\t\n     4\tdef minutes(text):\n     5\t    hours, rest = text.split(":")\n     6\t    return int(hours) * 60 + int(rest)\nReview the changes and make sure they are as expected. Edit the file again if necessary.'
    )
    expect(await editor('insert', { insert_line: 1, new_str: 'import os' })).toContain('     2\timport os\n')
    expect(await editor('undo_edit', {})).toMatch(/^Last edit to \/repo\/app\/clock.py undone successfully/)
    expect(await editor('view', { view_range: [1, 2] })).toContain('     1\timport sys\n     2\t\n')
    expect(await editor('str_replace', { old_str: 'hours', new_str: 'h' })).toBe(
      'No replacement was performed. Multiple occurrences of old_str `hours` in lines [5, 6]. Please ensure it is unique'
    )
    expect(await editor('str_replace', { old_str: 'gone', new_str: 'h' })).toBe(
      'No replacement was performed, old_str `gone` did not appear verbatim in /repo/app/clock.py.'
    )
    expect(await editor('create', { file_text: 'x' })).toBe(
      'File already exists at: /repo/app/clock.py. Cannot overwrite files using command `create`.'
    )
  })

  it('keeps the folder and the exported variables of a shell', async () => {
    expect(await does(tools, 'bash', { command: 'cd app; export NAME="a b"' })).toBe('')
    expect(await does(tools, 'bash', { command: 'pwd; echo "$NAME"; exit 1' })).toBe('/repo/app\na b')
    expect(await does(tools, 'bash', { command: 'pwd' })).toBe('/repo/app')
  })

  it('asks the model for tools that no one knows', async () => {
    const setup = Setup.parse({ domain: 'swe', tools })
    expect(modelRule({ name: 'note', arguments: {} }, setup)).toBe('tool')
    expect(await does(tools, 'note', {})).toBe('model: tool')
  })
})

// Written by hand from SWE-agent's and `openhands-aci`'s sources, and the same as what they answer when they are run.
describe('the editors of other agents, known by a tool beside them', () => {
  const properties = Object.fromEntries(
    'command path file_text view_range old_str new_str insert_line'.split(' ').map((name) => [name, {}])
  )
  const editorOf = (beside: string) => (command: string, given: Record<string, unknown>) =>
    does(
      [
        { name: 'str_replace_editor', inputSchema: { type: 'object', properties } },
        { name: beside, inputSchema: { type: 'object', properties: { command: {} } } }
      ],
      'str_replace_editor',
      { command, path: '/repo/app/clock.py', ...given }
    )

  it('SWE-agent: a line more before a change, one less behind it, and no folder is made', async () => {
    const editor = editorOf('submit')
    await editor('insert', { insert_line: 0, new_str: '#1\n#2\n#3\n#4' })
    expect(await editor('str_replace', { old_str: 'def minutes', new_str: 'def seconds' })).toBe(
      'The file /repo/app/clock.py has been edited. Here\'s the result of running `cat -n` on a snippet of /repo/app/clock.py:\n     3\t#3\n     4\t#4\n     5\timport re\n     6\t\n     7\t\n     8\tdef seconds(text):\n     9\t    hours, rest = text.split(":")\n    10\t    return int(hours) * 60 + int(rest)\nReview the changes and make sure they are as expected. Edit the file again if necessary.'
    )
    expect(await editor('create', { path: '/repo/new/a.py', file_text: '' })).toBe(
      'The parent directory /repo/new does not exist. Please create it first.'
    )
    expect(await editor('view', { view_range: [1] })).toMatch(/error: argument --view_range: expected 2 arguments$/)
    expect(await editor('insert', { insert_line: 'end', new_str: '' })).toMatch(/invalid int value: 'end'$/)
    expect(await editor('undo_edit', {})).toBe('No edit history found for /repo/app/clock.py.')
    expect(await editor('str_replace', { old_str: '#1', new_str: '#1' })).toBe(
      'No replacement was performed, old_str `#1` is the same as new_str `#1`.'
    )
  })

  it('OpenHands: folders end with a slash, what is beyond the end is left out, and errors say so', async () => {
    const editor = editorOf('execute_bash')
    expect(await editor('view', { path: '/repo' })).toBe(
      "Here's the files and directories up to 2 levels deep in /repo, excluding hidden items:\n/repo/\n/repo/README.md\n/repo/app/\n/repo/app/__init__.py\n/repo/app/clock.py\n/repo/data.bin\n/repo/out.log\n/repo/tests/\n/repo/tests/test_clock.py\n\n2 hidden files/directories in this directory are excluded. You can use 'ls -la /repo' to see them."
    )
    expect(await editor('view', { view_range: [6, 40] })).toBe(
      "NOTE: We only show up to 6 since there're only 6 lines in this file.\nHere's the result of running `cat -n` on /repo/app/clock.py:\n     6\t    return int(hours) * 60 + int(rest)\n"
    )
    expect(await editor('view', { view_range: [9, 10] })).toBe(
      'ERROR:\nInvalid `view_range` parameter: [9, 10]. Its first element `9` should be within the range of lines of the file: [1, 6].'
    )
    expect(await editor('view', { path: '/repo/none' })).toBe(
      'ERROR:\nInvalid `path` parameter: /repo/none. The path /repo/none does not exist. Please provide a valid path.'
    )
    expect(await editor('view', { path: 'app' })).toBe(
      'ERROR:\nInvalid `path` parameter: app. The path should be an absolute path, starting with `/`. Maybe you meant /repo/app?'
    )
    expect(await editor('create', { path: '/repo/new/a.py', file_text: '' })).toBe(
      "ERROR:\nRan into [Errno 2] No such file or directory: '/repo/new/a.py' while trying to write to /repo/new/a.py"
    )
  })

  it('OpenHands: replaces what has other blanks around it, inserts whole lines, and undoes', async () => {
    const editor = editorOf('execute_bash')
    expect(await editor('str_replace', { old_str: '  import re  ', new_str: 'import os' })).toBe(
      'The file /repo/app/clock.py has been edited. Here\'s the result of running `cat -n` on a snippet of /repo/app/clock.py:\n     1\timport os\n     2\t\n     3\t\n     4\tdef minutes(text):\n     5\t    hours, rest = text.split(":")\n     6\t\nReview the changes and make sure they are as expected. Edit the file again if necessary.'
    )
    expect(await editor('str_replace', { old_str: 'int', new_str: 'x' })).toBe(
      'ERROR:\nNo replacement was performed. Multiple occurrences of old_str `int` in lines [6]. Please ensure it is unique.'
    )
    expect(await editor('insert', { insert_line: 6, new_str: '# end' })).toBe(
      'The file /repo/app/clock.py has been edited. Here\'s the result of running `cat -n` on a snippet of the edited file:\n     3\t\n     4\tdef minutes(text):\n     5\t    hours, rest = text.split(":")\n     6\t    return int(hours) * 60 + int(rest)\n     7\t# end\n     8\t\nReview the changes and make sure they are as expected (correct indentation, no duplicate lines, etc). Edit the file again if necessary.'
    )
    expect(await editor('undo_edit', {})).toMatch(
      /^Last edit to .* undone successfully[\s\S]*\n {5}6\t[^\n]*\n {5}7\t\n$/
    )
    expect(await editor('str_replace', { old_str: 'gone', new_str: 'x' })).toBe(
      'ERROR:\nNo replacement was performed, old_str `gone` did not appear verbatim in /repo/app/clock.py.'
    )
    expect(await editor('insert', { insert_line: 1 })).toBe(
      'ERROR:\nParameter `new_str` is required for command: insert.'
    )
  })
})
