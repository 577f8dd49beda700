// Records a sample session of a coding agent's tools on a real repository: node test/record/swe.ts NAME > resources/samples/NAME.jsonl
// Every tool does what it says, on real files and in a real shell. Needs Linux, git, python3 and the right to make /srv/calc, which it removes.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { chosen, sampleFile, type Turn } from './sample.ts'

interface Session {
  title: string
  notes: string
  root: string
  /** The shell commands that make the repository. */
  prepare: string
  initialState: string
  calls: [name: string, given: Record<string, never> | Given][]
}
type Given = { [name: string]: string | number | boolean | { content: string; status: string }[] }

const CALC = `def add(a, b):
    return a + b


def divide(a, b):
    return a / b


def mean(numbers):
    return divide(sum(numbers), len(numbers))
`
const TESTS = `import unittest

from calc import add, divide, mean


class TestCalc(unittest.TestCase):
    def test_add(self):
        self.assertEqual(add(2, 3), 5)

    def test_divide(self):
        self.assertEqual(divide(9, 3), 3)

    def test_mean_of_nothing(self):
        self.assertIsNone(mean([]))


if __name__ == "__main__":
    unittest.main()
`
const WORDS = `#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { count } from './count.js'

const [, , path, ...flags] = process.argv
if (!path) {
  console.error('usage: words FILE [--top N]')
  process.exit(2)
}
const at = flags.indexOf('--top')
const top = at < 0 ? 10 : flags[at + 1]
for (const [word, times] of count(readFileSync(path, 'utf8')).slice(0, top)) {
  console.log(\`\${String(times).padStart(5)} \${word}\`)
}
`
const COUNT = `/** Words of a text with how often they occur, the most frequent first. */
export function count(text) {
  const times = new Map()
  for (const word of text.toLowerCase().split(/[^a-z]+/)) {
    times.set(word, (times.get(word) ?? 0) + 1)
  }
  return [...times].sort((a, b) => b[1] - a[1])
}
`
const PLURAL = `export const plural = (count, word) => \`\${count} \${word}\${count === 1 ? '' : 's'}\`
`
const REPORT = `import { plural } from 'plural'

export const report = (boats) => plural(boats, 'boat')

console.log(report(3))
`
const REPORT_TEST = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { report } from '../report.js'

test('one boat has no s', () => {
  assert.equal(report(1), '1 boat')
})
`
const GIT = 'git init -q -b main && git config user.name Ada && git config user.email ada@example.org'

const [name, session] = chosen<Session>({
  'swe-mean': {
    title: 'The mean of nothing',
    notes:
      'Recorded from real file tools and a real shell on a small Python repository: a failing test, a wrong edit, a right one, and a commit.',
    root: '/srv/calc',
    prepare: `cat > calc.py <<'E'\n${CALC}E\ncat > test_calc.py <<'E'\n${TESTS}E\nprintf '__pycache__\\n' > .gitignore\n${GIT}\ngit add . && git commit -q -m 'Calculator'`,
    initialState: `Repository /srv/calc, Python 3.11, only the standard library. Git: clean, branch main, one commit "Calculator" by Ada.\n\ncalc.py\n${CALC}\ntest_calc.py\n${TESTS}`,
    calls: [
      ['list_directory', { path: '.' }],
      ['run_shell_command', { command: 'python3 -m unittest', description: 'Run the tests' }],
      ['read_file', { file_path: 'calc.py' }],
      ['grep_search', { pattern: 'mean', glob: '*.py' }],
      [
        'edit',
        { file_path: 'calc.py', old_string: 'return divide(sum(number), len(number))', new_string: 'return None' }
      ],
      [
        'edit',
        {
          file_path: 'calc.py',
          old_string: '    return divide(sum(numbers), len(numbers))',
          new_string: '    return divide(sum(numbers), len(numbers)) if numbers else None'
        }
      ],
      ['run_shell_command', { command: 'python3 -m unittest 2>&1 | tail -3' }],
      [
        'run_shell_command',
        { command: 'git diff --stat && git commit -qam "The mean of nothing is None" && git log --oneline | wc -l' }
      ],
      ['read_file', { file_path: 'cacl.py' }]
    ]
  },
  'swe-words': {
    title: 'A word counter that counts nothing as a word',
    notes:
      'Recorded from real file tools and a real shell on a small JavaScript repository: looking around, a plan, a new test, a fix, a passing run.',
    root: '/srv/calc',
    prepare: `mkdir src test && cat > src/words.js <<'E'\n${WORDS}E\ncat > src/count.js <<'E'\n${COUNT}E\nprintf '{\\n  "name": "words",\\n  "type": "module",\\n  "scripts": { "test": "node --test" }\\n}\\n' > package.json\nprintf 'the cat and the dog\\nand the bird\\n' > pets.txt\n${GIT}\ngit add . && git commit -q -m 'Count words'`,
    initialState: `Repository /srv/calc, Node 24, no dependencies. Git: clean, branch main.\n\npackage.json\n{\n  "name": "words",\n  "type": "module",\n  "scripts": { "test": "node --test" }\n}\n\nsrc/words.js\n${WORDS}\nsrc/count.js\n${COUNT}\npets.txt\nthe cat and the dog\nand the bird\n`,
    calls: [
      ['glob', { pattern: '**/*.js' }],
      ['read_file', { file_path: 'src/words.js', offset: 5, limit: 8 }],
      ['run_shell_command', { command: 'node src/words.js pets.txt --top 3' }],
      ['read_file', { file_path: 'src/count.js' }],
      [
        'todo_write',
        {
          todos: [
            { content: 'Write a test for blanks at the ends', status: 'in_progress' },
            { content: 'Do not count the empty word', status: 'pending' }
          ]
        }
      ],
      [
        'write_file',
        {
          file_path: 'test/count.test.js',
          content:
            "import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { count } from '../src/count.js'\n\ntest('blanks are no words', () => {\n  assert.deepEqual(count(' a b a\\n'), [['a', 2], ['b', 1]])\n})\n"
        }
      ],
      ['run_shell_command', { command: 'node --test --test-reporter=tap 2>&1 | head -12' }],
      [
        'edit',
        {
          file_path: 'src/count.js',
          old_string: '    times.set(word',
          new_string: '    if (word) times.set(word'
        }
      ],
      ['run_shell_command', { command: 'node --test --test-reporter=tap | grep -E "^(ok|not ok|# (pass|fail))"' }],
      ['run_shell_command', { command: 'node src/words.js' }]
    ]
  },
  'swe-package': {
    title: 'A package from a folder',
    notes:
      'Recorded from real file tools, a real shell and npm on a small JavaScript repository: a package is installed from a folder, used and tested.',
    root: '/srv/calc',
    prepare: `mkdir -p vendor/plural test && printf '{\n  "name": "plural",\n  "version": "2.1.0",\n  "type": "module",\n  "exports": "./index.js"\n}\n' > vendor/plural/package.json && cat > vendor/plural/index.js <<'E'\n${PLURAL}E\ncat > report.js <<'E'
${REPORT}E
cat > test/report.test.js <<'E'
${REPORT_TEST}E
printf '{\n  "name": "report",\n  "private": true,\n  "type": "module",\n  "scripts": { "test": "node --test" }\n}\n' > package.json
printf 'node_modules/\\n.npm/\n' > .gitignore
${GIT}
git add . && git commit -q -m 'Report'`,
    initialState: `Repository /srv/calc, Node 24, npm 11. Git: clean, branch main. Nothing is installed yet.

package.json
{
  "name": "report",
  "private": true,
  "type": "module",
  "scripts": { "test": "node --test" }
}

vendor/plural/ is the package plural 2.1.0.

report.js
${REPORT}
test/report.test.js
${REPORT_TEST}`,
    calls: [
      ['list_directory', { path: '.' }],
      ['run_shell_command', { command: 'node report.js 2>&1 | grep Error' }],
      ['run_shell_command', { command: 'npm install plural@file:vendor/plural --no-audit --no-fund' }],
      ['read_file', { file_path: 'package.json' }],
      ['run_shell_command', { command: 'node report.js' }],
      ['run_shell_command', { command: 'node --test --test-reporter=tap | grep -E "^(ok|not ok|# (pass|fail))"' }],
      ['run_shell_command', { command: 'git status --short' }]
    ]
  }
})

const { root } = session
const LIMIT = 2000

/** What each tool of the swe domain really does; the text is what its description promises. */
const tools: Record<string, (given: Record<string, unknown>) => string> = {
  read_file({ file_path, offset, limit }) {
    const path = inside(file_path)
    if (!existsSync(path)) return `Error: File not found: ${file_path}`
    const first = Number(offset ?? 1)
    const lines = readFileSync(path, 'utf8').replace(/\n$/, '').split('\n')
    const shown = lines.slice(first - 1, first - 1 + Number(limit ?? LIMIT))
    return shown.map((line, index) => `${String(first + index).padStart(6)}\t${line}`).join('\n')
  },
  write_file({ file_path, content }) {
    const path = inside(file_path)
    const known = existsSync(path)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, String(content))
    return `${known ? 'Replaced' : 'Created'} ${file_path} (${String(content).split('\n').length - 1} lines).`
  },
  edit({ file_path, old_string, new_string, replace_all }) {
    const path = inside(file_path)
    const before = readFileSync(path, 'utf8')
    const times = before.split(String(old_string)).length - 1
    if (times === 0) return `Error: old_string not found in ${file_path}`
    if (times > 1 && !replace_all) return `Error: old_string occurs ${times} times in ${file_path}`
    writeFileSync(path, before.split(String(old_string)).join(String(new_string)))
    const diff = spawnSync('diff', ['-u', '--label', `a/${file_path}`, '--label', `b/${file_path}`, '-', path], {
      input: before,
      encoding: 'utf8'
    })
    return diff.stdout.trimEnd()
  },
  list_directory({ path }) {
    const names = readdirSync(inside(path), { withFileTypes: true })
    const folders = names.filter((one) => one.isDirectory()).map((one) => `${one.name}/`)
    return [
      ...folders.sort(),
      ...names
        .filter((one) => !one.isDirectory())
        .map((one) => one.name)
        .sort()
    ].join('\n')
  },
  glob({ pattern, path }) {
    const found = globSync(String(pattern), { cwd: inside(path ?? '.') })
    const age = (file: string) => statSync(join(inside(path ?? '.'), file)).mtimeMs
    return found.sort((a, b) => age(b) - age(a) || a.localeCompare(b)).join('\n') || 'No files found'
  },
  grep_search({ pattern, path, glob }) {
    const args = ['-rnE', '--exclude-dir=.git', ...(glob ? [`--include=${glob}`] : []), String(pattern)]
    const found = spawnSync('grep', [...args, String(path ?? '.')], { cwd: root, encoding: 'utf8' })
    return found.stdout.trimEnd().replace(/^\.\//gm, '') || 'No matches found'
  },
  run_shell_command({ command, directory }) {
    const cwd = inside(directory ?? '.')
    const { stdout, stderr, status } = spawnSync('bash', ['-c', String(command)], { cwd, encoding: 'utf8', env: ENV })
    const told = (text: string) => text.trimEnd() || '(empty)'
    const where = directory ?? '(root)'
    return `Command: ${command}\nDirectory: ${where}\nStdout: ${told(stdout)}\nStderr: ${told(stderr)}\nExit Code: ${status}`
  },
  todo_write({ todos }) {
    const marks: Record<string, string> = { pending: '[ ]', in_progress: '[~]', completed: '[x]' }
    const list = todos as { content: string; status: string }[] // as this file's own calls give it
    return list.map(({ content, status }) => `${marks[status]} ${content}`).join('\n')
  }
}

// A clean environment, so that nothing of this machine shows; dates make git's hashes the same everywhere.
const ENV = {
  PATH: process.env.PATH,
  HOME: root,
  LANG: 'C.UTF-8',
  NO_COLOR: '1',
  PYTHONDONTWRITEBYTECODE: '1',
  GIT_AUTHOR_DATE: '2026-03-02T09:00:00Z',
  GIT_COMMITTER_DATE: '2026-03-02T09:00:00Z'
}
const inside = (path: unknown): string => resolve(root, String(path))

if (existsSync(root)) throw new Error(`${root} is there already; the recorder makes it and removes it.`)
mkdirSync(root, { recursive: true })
try {
  execFileSync('bash', ['-c', session.prepare], { cwd: root, env: ENV })
  const turns: Turn[] = session.calls.map(([tool, given]) => {
    const began = performance.now()
    const observation = tools[tool]?.(given) ?? ''
    return {
      action: { name: tool, arguments: given },
      observation,
      ms: Math.max(120, Math.round(performance.now() - began))
    }
  })
  process.stdout.write(
    await sampleFile({
      ...{ name, title: session.title, notes: session.notes, domain: 'swe', engine: 'recorded' },
      program: 'file tools, GNU grep and bash on Debian 12',
      initialState: session.initialState,
      turns
    })
  )
} finally {
  rmSync(root, { recursive: true, force: true })
}
