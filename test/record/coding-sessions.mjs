// Calls of coding agents that are recorded from the agents' own programs: six sessions, and five more that were written after those were mended by.
// claude-code.mjs, qwen.mjs and editors.py record them.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are code of what is recorded

const HOUR = 3600
const file = (text, age = 0) => ({ text, age })
const at = (path) => (path ? `{root}/${path}` : '{root}')
const call = (name) => (args) => ({ name, arguments: args })

const QUEUE = `import heapq
import itertools


class Queue:
    """Jobs by priority; of equal ones the first comes first."""

    def __init__(self, limit=None):
        self._heap = []
        self._count = itertools.count()
        self.limit = limit

    def push(self, job, priority=0):
        if self.limit is not None and len(self._heap) > self.limit:
            raise OverflowError("queue is full")
        heapq.heappush(self._heap, (-priority, next(self._count), job))

    def pop(self):
        if not self._heap:
            raise IndexError("queue is empty")
        return heapq.heappop(self._heap)[2]

    def __len__(self):
        return len(self._heap)
`

const WORKER = `from pressroom.queue import Queue

RETRIES = 3


def drain(queue, run, retries=RETRIES):
\tdone = []
\twhile len(queue):
\t\tjob = queue.pop()
\t\tfor attempt in range(retries):
\t\t\ttry:
\t\t\t\tdone.append(run(job))
\t\t\t\tbreak
\t\t\texcept RuntimeError:
\t\t\t\tcontinue
\treturn done
`

const TEST = `import pytest

from pressroom.queue import Queue


def test_order():
    queue = Queue()
    queue.push("low", 1)
    queue.push("high", 5)
    assert [queue.pop(), queue.pop()] == ["high", "low"]


def test_limit():
    queue = Queue(limit=1)
    queue.push("a")
    with pytest.raises(OverflowError):
        queue.push("b")


def test_empty():
    with pytest.raises(IndexError):
        Queue().pop()
`

const pressroom = {
  'README.md': file(
    '# Pressroom\n\nRuns jobs by *priority*.\n\n## Use\n\n```python\nqueue.push("job", 3)\n```\n',
    30 * HOUR
  ),
  'pressroom/__init__.py': file('', 20 * HOUR),
  'pressroom/queue.py': file(QUEUE, 5 * HOUR),
  'pressroom/worker.py': file(WORKER, 4 * HOUR),
  'pressroom/data/names.csv': file('id,name\r\n1,"Aalto, Ida"\r\n2,Bøe\r\n', 9 * HOUR),
  'tests/test_queue.py': file(TEST, 3 * HOUR),
  'docs/Guide [draft].md': file('Draft of the guide.\nTODO: priority\n', 8 * HOUR),
  'docs/long.log': file(
    Array.from({ length: 2100 }, (_, index) => `${index % 50 ? 'ok' : 'WARN job'} ${index + 1}\n`).join(''),
    7 * HOUR
  ),
  'web/app.ts': file(
    "export const title = 'Pressroom'\nexport function run(n: number): string {\n  return `${title} ${n}`\n}\n",
    2 * HOUR
  ),
  'web/app.test.tsx': file(
    "import { run } from './app'\ntest('run', () => expect(run(1)).toBe('Pressroom 1'))\n",
    HOUR
  ),
  'pressroom/cache.tmp': file('priority cached\n', 100),
  '.gitignore': file('*.tmp\nnode_modules/\n', 40 * HOUR),
  '.editorconfig': file('root = true\n[*]\nindent_style = space\n', 41 * HOUR),
  'noend.txt': file('first\nlast without an end', 6 * HOUR),
  'blob.bin': { base64: 'AAH/gA==', age: 50 * HOUR }
}

const small = {
  Makefile: file('all:\n\t@echo building\n\nfail:\n\texit 2\n', 3 * HOUR),
  'src/shape.js': file(
    "'use strict'\n\nclass Shape {\n  constructor(sides) {\n    this.sides = sides\n  }\n\n  get name() {\n    return ['point', 'line'][this.sides] ?? `${this.sides}-gon`\n  }\n}\n\nmodule.exports = { Shape }\n",
    2 * HOUR
  ),
  'src/index.js': file(
    "const { Shape } = require('./shape')\n\nconsole.log(new Shape(5).name)\nconsole.log(new Shape(5).name)\n",
    HOUR
  ),
  'test/shape.test.js': file(
    "const assert = require('assert')\nconst { Shape } = require('../src/shape')\nassert.equal(new Shape(1).name, 'line')\n",
    1800
  ),
  'notes/übersicht.txt': file('Größe: 5\nzweite Zeile\n', 900),
  'empty.txt': file('', 800)
}

const [Bash, Read, Write, Edit, MultiEdit, Glob, Grep, LS, TodoWrite] =
  'Bash Read Write Edit MultiEdit Glob Grep LS TodoWrite'.split(' ').map(call)

const claudeFiles = [
  LS({ path: at('') }),
  Glob({ pattern: '**/*.{ts,tsx}' }),
  Glob({ pattern: '*' }),
  Glob({ pattern: 'docs/*[[]draft]*' }),
  Grep({ pattern: 'priority', '-n': true, output_mode: 'content' }),
  Grep({ pattern: 'def (push|pop)\\(', type: 'py', output_mode: 'content', '-n': true, '-A': 1 }),
  Grep({ pattern: 'WARN', path: at('docs/long.log'), output_mode: 'count' }),
  Grep({ pattern: 'raise \\w+Error(', output_mode: 'content' }),
  Grep({ pattern: 'priority', glob: '!*.py', output_mode: 'files_with_matches' }),
  Grep({ pattern: 'WARN job 1\\d01', path: at('docs'), output_mode: 'content', head_limit: 3 }),
  Read({ file_path: at('pressroom/queue.py') }),
  Edit({
    file_path: at('pressroom/queue.py'),
    old_string: 'len(self._heap) > self.limit',
    new_string: 'len(self._heap) >= self.limit'
  }),
  Edit({ file_path: at('pressroom/worker.py'), old_string: 'RETRIES = 3', new_string: 'RETRIES = 5' }),
  Read({ file_path: at('pressroom/worker.py'), offset: 6, limit: 3 }),
  Edit({ file_path: at('pressroom/worker.py'), old_string: '    done = []', new_string: '    done = list()' }),
  Edit({ file_path: at('pressroom/worker.py'), old_string: '\tdone = []', new_string: '\tdone: list = []' }),
  MultiEdit({
    file_path: at('pressroom/worker.py'),
    edits: [
      { old_string: 'RETRIES = 3', new_string: 'RETRIES = 4' },
      { old_string: 'nothing like it', new_string: '' }
    ]
  }),
  Read({ file_path: at('docs/long.log'), offset: 2099 }),
  Read({ file_path: at('noend.txt') }),
  Edit({ file_path: at('noend.txt'), old_string: 'first\n', new_string: '' }),
  Read({ file_path: at('pressroom/data/names.csv') }),
  Edit({ file_path: at('pressroom/data/names.csv'), old_string: '2,Bøe', new_string: '2,Bøe\n3,Å' }),
  Write({ file_path: at('pressroom/new/thing.py'), content: 'x = 1\n' }),
  Write({ file_path: at('README.md'), content: 'gone' }),
  Read({ file_path: at('pressroom') }),
  Read({ file_path: at('blob.bin') })
]

const claudeShell = [
  Bash({ command: 'python3 - <<"EOF"\nimport sys\nprint("out")\nprint("err", file=sys.stderr)\nsys.exit(3)\nEOF' }),
  Bash({ command: 'git add -A && git status --short | head -4; git diff --cached --stat -- Makefile' }),
  Bash({ command: 'cat nofile; echo "go on"' }),
  Bash({ command: 'cd src && ls -1' }),
  Bash({ command: 'pwd | sed "s#.*/##"; node index.js' }),
  Bash({ command: 'make -C .. fail' }),
  Bash({ command: 'sleep 3; echo late', timeout: 1000 }),
  Bash({ command: 'seq 1 9000' }),
  Bash({ command: 'printf "\\n\\n  two leading\\n\\n"' }),
  Bash({ command: 'grep -c nothing index.js' }),
  Bash({ command: 'diff <(echo a) <(echo b)' }),
  Bash({ command: 'echo "unclosed' }),
  Bash({ command: 'printf "\\033[31mred\\033[0m\\n"; ls --color=always -d .' }),
  Bash({ command: 'cat <<EOF > made.txt\nvalue $((6*7))\nEOF\nwc -c made.txt; cat made.txt' }),
  Bash({ command: 'for i in 1 2 3; do echo $i; done | tac; exit 4' }),
  Bash({ command: 'cd / && ls -d tmp' }),
  Bash({ command: 'true && ! false; echo "${PIPESTATUS[0]} $?" | tee /dev/stderr' }),
  TodoWrite({ todos: [{ id: '1', content: 'Mend', status: 'pending', priority: 'high' }] })
]

const [readFile, writeFile, edit, listDirectory, glob, grepSearch, readMany, shell] =
  'read_file write_file edit list_directory glob grep_search read_many_files run_shell_command'.split(' ').map(call)
const run = (command, more = {}) => shell({ command, is_background: false, ...more })

const qwenFiles = [
  listDirectory({ path: at('') }),
  glob({ pattern: '**/*.{ts,tsx}' }),
  glob({ pattern: 'docs/Guide [draft].md' }),
  glob({ pattern: '**/test_*' }),
  grepSearch({ pattern: 'priority' }),
  grepSearch({ pattern: 'def (push|pop)\\(' }),
  grepSearch({ pattern: 'raise \\w+Error(' }),
  grepSearch({ pattern: 'WARN', path: at('docs/long.log') }),
  grepSearch({ pattern: 'Ø', glob: '*.csv' }),
  readFile({ absolute_path: at('pressroom/worker.py'), offset: 5, limit: 3 }),
  readFile({ absolute_path: at('docs/long.log'), offset: 2090 }),
  readFile({ absolute_path: at('noend.txt') }),
  edit({ file_path: at('pressroom/worker.py'), old_string: '    done = []', new_string: '    done = list()' }),
  edit({ file_path: at('pressroom/worker.py'), old_string: '\tdone = []', new_string: '\tdone: list = []' }),
  edit({ file_path: at('pressroom/queue.py'), old_string: 'self._heap', new_string: 'self.heap' }),
  edit({ file_path: at('pressroom/data/names.csv'), old_string: '2,Bøe', new_string: '2,Bøe\n3,Å' }),
  readMany({ paths: ['pressroom/**/*.py', 'noend.txt'] }),
  writeFile({ file_path: at('pressroom/new/thing.py'), content: 'x = 1\n' }),
  readFile({ absolute_path: at('blob.bin') })
]

const qwenShell = [
  run('python3 - <<"EOF"\nimport sys\nprint("out")\nprint("err", file=sys.stderr)\nsys.exit(3)\nEOF'),
  run('cat nofile; echo "go on"'),
  run('ls -1', { directory: at('src') }),
  run('ls', { directory: at('nowhere') }),
  run('make fail', { description: 'fails' }),
  run('make fail | cat; false'),
  run('seq 1 3; printf "no end"'),
  run('printf "\\n\\n  two leading\\n\\n"'),
  run('echo "unclosed'),
  run('kill -9 $$'),
  run('cd src && node -e "process.stdout.write(String(process.argv.length))"'),
  run('  '),
  run('echo $(echo inside)'),
  run('git status --short; git rev-parse --abbrev-ref HEAD')
]

const str = call('str_replace_editor')
const editor = (command, path, more = {}) => str({ command, path: at(path), ...more })

const editorCalls = [
  editor('view', ''),
  editor('view', 'pressroom/queue.py', { view_range: [5, 12] }),
  editor('view', 'pressroom/worker.py'),
  editor('view', 'pressroom/queue.py', { view_range: [20, 90] }),
  editor('view', 'pressroom/queue.py', { view_range: [12, 5] }),
  editor('view', 'docs/long.log', { view_range: [2099, -1] }),
  editor('view', 'pressroom/none.py'),
  editor('view', 'noend.txt'),
  editor('view', 'pressroom/data/names.csv'),
  editor('str_replace', 'pressroom/queue.py', {
    old_str: 'len(self._heap) > self.limit',
    new_str: 'len(self._heap) >= self.limit'
  }),
  editor('str_replace', 'pressroom/worker.py', { old_str: '\t\t\t\tcontinue\n', new_str: '\t\t\t\tpass\n' }),
  editor('str_replace', 'pressroom/queue.py', { old_str: 'self._heap', new_str: 'self.heap' }),
  editor('str_replace', 'pressroom/queue.py', { old_str: 'not there', new_str: 'x' }),
  editor('str_replace', 'noend.txt', { old_str: 'first\n', new_str: '' }),
  editor('str_replace', 'noend.txt', { old_str: 'last', new_str: 'last' }),
  editor('insert', 'pressroom/queue.py', { insert_line: 2, new_str: 'import sys\nimport os' }),
  editor('insert', 'noend.txt', { insert_line: 1, new_str: 'after' }),
  editor('insert', 'noend.txt', { insert_line: 40, new_str: 'far' }),
  editor('undo_edit', 'noend.txt'),
  editor('undo_edit', 'README.md'),
  editor('create', 'pressroom/made.py', { file_text: 'def f():\n\treturn 1\n' }),
  editor('create', 'README.md', { file_text: 'again' }),
  editor('create', 'deep/er/made.py', { file_text: 'x' }),
  editor('insert', 'pressroom/made.py', { insert_line: 0, new_str: '# made' }),
  editor('view', 'pressroom/made.py'),
  editor('view', 'docs/long.log')
]

const LEDGER = `package ledger

import "fmt"

type Entry struct {
\tDay    string
\tAmount int
}

func Total(all []Entry) (sum int) {
\tfor _, one := range all {
\t\tsum += one.Amount
\t}
\treturn
}

func Show(all []Entry) string {
\treturn fmt.Sprintf("%d entries, %d in all", len(all), Total(all))
}
`

const ledger = {
  'go.mod': file('module example.org/ledger\n\ngo 1.22\n', 9 * HOUR),
  'ledger.go': file(LEDGER, 8 * HOUR),
  'ledger_test.go': file(
    'package ledger\n\nimport "testing"\n\nfunc TestTotal(t *testing.T) {\n\tif Total([]Entry{{"a", 2}, {"b", 3}}) != 5 {\n\t\tt.Fatal("wrong")\n\t}\n}\n',
    7 * HOUR
  ),
  'cmd/ledger/main.go': file('package main\n\nfunc main() {\n\tprintln("ledger")\n}\n', 6 * HOUR),
  'vendor/dep/dep.go': file('package dep\n// Total of nothing\n', 5 * HOUR),
  'config/app.yaml': file('name: ledger\nretries: 3   \nnested:\n  key: "value: x"\n', 4 * HOUR),
  'config/.secret.env': file('TOKEN=abc\n', 3 * HOUR),
  'scripts/run.sh': file('#!/bin/bash\nset -eu\nprintf "%s\\n" "$@"\n', 2 * HOUR),
  CHANGES: file('* one\n* two\n\n\n* three\n', HOUR)
}

const claudeLater = [
  Glob({ pattern: '**/*.go', path: at('cmd') }),
  Glob({ pattern: 'vendor/**/*' }),
  Glob({ pattern: '{go.mod,CHANGES}' }),
  Glob({ pattern: '**/config/*' }),
  Grep({ pattern: 'Total', output_mode: 'files_with_matches', type: 'go' }),
  Grep({ pattern: 'func Total\\(.*\\{', output_mode: 'content', '-n': true }),
  Grep({ pattern: 'func Show(', output_mode: 'content' }),
  Grep({ pattern: 'struct {', output_mode: 'content' }),
  Grep({
    pattern: 'ENTRY',
    '-i': true,
    path: at('ledger.go'),
    output_mode: 'content',
    '-n': true,
    '-B': 1,
    head_limit: 4
  }),
  Grep({ pattern: 'TOKEN' }),
  Grep({ pattern: 'for .*?\\n.*sum', multiline: true, output_mode: 'content', path: at('ledger.go') }),
  Grep({ pattern: 'Entry', output_mode: 'count', path: at('ledger.go') }),
  Grep({ pattern: 'x', glob: '**/*.yaml', output_mode: 'content' }),
  LS({ path: at('cmd') }),
  Read({ file_path: at('config/app.yaml') }),
  Edit({ file_path: at('config/app.yaml'), old_string: 'retries: 3\n', new_string: 'retries: 4\n' }),
  Edit({
    file_path: at('config/app.yaml'),
    old_string: '  key: "value: x"',
    new_string: '  key: "value: y"\n  other: 1'
  }),
  MultiEdit({
    file_path: at('config/app.yaml'),
    edits: [
      { old_string: 'name: ledger', new_string: 'name: books' },
      { old_string: 'books', new_string: 'shelf' }
    ]
  }),
  Edit({ file_path: at('config/app.yaml'), old_string: 'e', new_string: 'E' }),
  Read({ file_path: at('ledger.go'), offset: 15, limit: 100 }),
  Read({ file_path: at('ledger.go'), offset: 400 }),
  Read({ file_path: at('ledger.goo') }),
  Read({ file_path: at('ledger_test.go'), limit: 2 }),
  Write({ file_path: at('CHANGES'), content: '* four\n' }),
  Read({ file_path: at('CHANGES') }),
  Write({ file_path: at('CHANGES'), content: '* four\n' }),
  Edit({ file_path: at('CHANGES'), old_string: '* four\n', new_string: '' })
]

const claudeShellLater = [
  Bash({ command: 'ls && bash scripts/run.sh a "b c"' }),
  Bash({ command: 'bash scripts/run.sh; cat config/none.yaml' }),
  Bash({ command: 'cd cmd && cd nowhere' }),
  Bash({ command: 'basename "$PWD" | tr a-z A-Z | head -c 3; echo' }),
  Bash({ command: 'python3 -c "raise SystemExit(7)"' }),
  Bash({ command: 'python3 -c "print(1/0)"' }),
  Bash({ command: 'git add . && git commit -qm first && git log --format=%s; git checkout nowhere' }),
  Bash({ command: 'git diff --exit-code; sed -i s/one/1/ CHANGES; git diff --stat' }),
  Bash({ command: 'git grep -n Total -- "*.go" | cat' }),
  Bash({ command: 'grep -rn "Total" --include=*.go . | sort | wc -l && grep -q nothing CHANGES' }),
  Bash({ command: 'set -o pipefail; false | true' }),
  Bash({ command: 'while read -r a b; do echo "$b"; done < CHANGES; exit 0' }),
  Bash({ command: 'if [ -f none ]; then echo y; fi; (exit 9)' }),
  Bash({ command: 'fi' }),
  Bash({ command: 'echo "a\nb" >&2' }),
  Bash({ command: 'node -e "console.log([1,2].map(x=>x*2)); process.exit(2)"' })
]

const qwenLater = [
  glob({ pattern: '**/*.go', path: at('cmd') }),
  glob({ pattern: '**/config/*' }),
  grepSearch({ pattern: 'func Total\\(.*\\{' }),
  grepSearch({ pattern: 'struct {' }),
  grepSearch({ pattern: 'total', glob: '*.go', limit: 2 }),
  grepSearch({ pattern: 'TOKEN' }),
  grepSearch({ pattern: '(?<=func )Show' }),
  readFile({ absolute_path: at('ledger.go'), offset: 15, limit: 100 }),
  readFile({ absolute_path: at('ledger.go'), offset: 400, limit: 5 }),
  edit({ file_path: at('config/app.yaml'), old_string: 'retries: 3\n', new_string: 'retries: 4\n' }),
  edit({ file_path: at('config/app.yaml'), old_string: 'value: x', new_string: 'value: y' }),
  edit({ file_path: at('CHANGES'), old_string: '', new_string: 'x' }),
  edit({ file_path: at('CHANGES'), old_string: '*', new_string: '-', replace_all: true }),
  listDirectory({ path: at('config') }),
  readMany({ paths: ['config', '*.mod'] }),
  run('bash scripts/run.sh a "b c"; bash scripts/run.sh'),
  run('exit 256'),
  run('kill -15 $$'),
  run("echo 'literal $(x) and `y`'"),
  run('echo "\\$(not)"; cat <(echo a)'),
  run('git add . && git commit -qm first; git log --format=%s')
]

const editorLater = [
  editor('view', 'cmd'),
  editor('view', 'ledger.go', { view_range: [18, -1] }),
  editor('view', 'ledger.go', { view_range: [0, 3] }),
  editor('view', 'ledger.go', { view_range: [3] }),
  editor('view', 'config', { view_range: [1, 2] }),
  editor('str_replace', 'ledger.go', { old_str: '    sum += one.Amount', new_str: '\t\tsum += 2 * one.Amount' }),
  editor('str_replace', 'ledger.go', {
    old_str: '\t\tsum += one.Amount',
    new_str: '\t\tsum += 2 * one.Amount\n\t\t// twice'
  }),
  editor('str_replace', 'ledger.go', { old_str: 'one', new_str: 'two' }),
  editor('str_replace', 'config/app.yaml', { old_str: 'retries: 3\n', new_str: '' }),
  editor('str_replace', 'config/app.yaml', { old_str: 'name: ledger\n', new_str: 'name: a\nname: b\n' }),
  editor('str_replace', 'cmd', { old_str: 'a', new_str: 'b' }),
  editor('insert', 'CHANGES', { insert_line: 6, new_str: '* four' }),
  editor('insert', 'CHANGES', { insert_line: 0, new_str: '# Changes\n' }),
  editor('insert', 'CHANGES', { insert_line: -1, new_str: 'x' }),
  editor('undo_edit', 'CHANGES'),
  editor('create', 'scripts/new.sh', { file_text: '' }),
  editor('view', 'scripts/new.sh'),
  editor('view', 'scripts/run.sh', { view_range: [2, 2] })
]

const session = (title, files, calls, version) => ({ title, git: true, files, calls, version })

/** By the set of tools that they are recorded from; `version`: of Claude Code, whose shell tells exit codes since 2.0 and whose other tools are those of 1.0. */
export const sessions = {
  'claude-code': [
    session('a queue with a limit', pressroom, claudeFiles, '1.0.88'),
    session('a small build', small, claudeShell, '2.0.76'),
    session('a ledger', ledger, claudeLater, '1.0.88'),
    session('commands in a ledger', ledger, claudeShellLater, '2.0.76')
  ],
  'qwen-cli': [
    session('a queue with a limit', pressroom, qwenFiles),
    session('a small build', small, qwenShell),
    session('a ledger', ledger, qwenLater)
  ],
  openhands: [session('a queue with a limit', pressroom, editorCalls), session('a ledger', ledger, editorLater)],
  'swe-agent': [session('a queue with a limit', pressroom, editorCalls), session('a ledger', ledger, editorLater)]
}
