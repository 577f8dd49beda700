import { expect, it } from 'vitest'
import { readListings } from '../../../../src/core/grounds/effects/listings.ts'

const at = { cwd: '/srv/app', home: '/home/dev' }
const read = (text: string) => readListings(text, at)
const file = (path: string, content: string | null) => ({ path, content, kind: 'file' as const })
const folder = (path: string) => ({ path, content: null, kind: 'folder' as const })

const MAIN = file('/srv/app/src/main.py', 'print(1)\n\nprint(2)\n')

it.each([
  ['indented below a path', 'src/main.py\n    print(1)\n\n    print(2)\n'],
  ['in a block of code below a path', 'src/main.py\n```python\nprint(1)\n\nprint(2)\n```\n'],
  ['with a blank line between', 'src/main.py:\n\n```python\nprint(1)\n\nprint(2)\n```\n'],
  ['below a heading', '### `src/main.py`\n```\nprint(1)\n\nprint(2)\n```\n'],
  ['below a bold path', '**src/main.py**\n~~~\nprint(1)\n\nprint(2)\n~~~\n'],
  ['below a bold path with a colon', '**src/main.py:**\n```\nprint(1)\n\nprint(2)\n```\n'],
  ['below a label', 'File: src/main.py\n```\nprint(1)\n\nprint(2)\n```\n'],
  ['with the path behind the language', '```python src/main.py\nprint(1)\n\nprint(2)\n```\n'],
  ['with the path joined to the language', '```python:src/main.py\nprint(1)\n\nprint(2)\n```\n'],
  ['with the path alone', '```src/main.py\nprint(1)\n\nprint(2)\n```\n'],
  ['with the path as a title', '```python title="src/main.py"\nprint(1)\n\nprint(2)\n```\n'],
  ['below a sentence that names it last', 'Its one module is src/main.py:\n\n```python\nprint(1)\n\nprint(2)\n```\n'],
  ['below a sentence that goes on', '`src/main.py` on this branch:\n```\nprint(1)\n\nprint(2)\n```\n'],
  ['below a folder and its file', 'In /srv/app, src/main.py, verbatim:\n\n    print(1)\n\n    print(2)\n'],
  ['in a block of code of an entry', '- `src/main.py`:\n  ```python\n  print(1)\n\n  print(2)\n  ```\n'],
  [
    'in a block of code of an entry within an entry',
    '  1. `src/main.py`\n     ```python\n     print(1)\n\n     print(2)\n     ```\n'
  ],
  ['with marks before it alone', '--- src/main.py\nprint(1)\n\nprint(2)\n--- END\n'],
  ['where it is what fails', 'It fails. The script that fails is src/main.py:\n\n```\nprint(1)\n\nprint(2)\n```\n'],
  ['below its path at the end of a line', 'It is this. /srv/app/src/main.py:\n\n    print(1)\n\n    print(2)\n'],
  [
    'below a sentence among others',
    'A box.\nThere is a file /srv/app/src/main.py with these lines:\n\nprint(1)\n\nprint(2)\n'
  ],
  ['below words without a colon', 'src/main.py contains\nprint(1)\n\nprint(2)\n'],
  ['between banners', '=== src/main.py ===\nprint(1)\n\nprint(2)\n'],
  ['between banners of dashes', '--- src/main.py ---\nprint(1)\n\nprint(2)\n-----\n'],
  ['as head and tail show it', '==> src/main.py <==\nprint(1)\n\nprint(2)\n'],
  ['between banners with an end', '### src/main.py ###\nprint(1)\n\nprint(2)\n### END ###\n'],
  ['in a tag', '<file path="src/main.py">\nprint(1)\n\nprint(2)\n</file>\n'],
  ['in a tag by another name', '<document name=\'src/main.py\' language="py">\nprint(1)\n\nprint(2)\n</document>\n'],
  ['in a tag as CDATA', '<file path="src/main.py"><![CDATA[\nprint(1)\n\nprint(2)\n]]></file>\n'],
  ['as cat shows it', 'dev@box:/srv/app$ cat src/main.py\nprint(1)\n\nprint(2)\ndev@box:/srv/app$ '],
  ['as cat shows it behind a mark', '$ cat src/main.py\nprint(1)\n\nprint(2)\n$ pwd\n/srv/app\n'],
  ['as cat shows it to root', '# cat src/main.py\nprint(1)\n\nprint(2)\n'],
  ['as cat shows it in a block of code', '```console\n$ cat src/main.py\nprint(1)\n\nprint(2)\n```\n'],
  ['as a here-document', "$ cat > src/main.py <<'EOF'\n> print(1)\n> \n> print(2)\n> EOF\n"],
  ['between words', 'FILE: src/main.py\nprint(1)\n\nprint(2)\nEND FILE\n'],
  ['between other words', 'BEGIN FILE src/main.py (12 bytes)\nprint(1)\n\nprint(2)\nEND OF FILE\n'],
  ['below an underlined path', 'src/main.py\n-----------\nprint(1)\n\nprint(2)\n'],
  ['in a block below an underlined path', 'src/main.py\n===========\n\n```\nprint(1)\n\nprint(2)\n```\n'],
  [
    'folded away',
    '<details><summary><code>src/main.py</code></summary>\n\n```py\nprint(1)\n\nprint(2)\n```\n</details>\n'
  ],
  ['indented below a path with a colon and a blank line', 'src/main.py:\n\n    print(1)\n\n    print(2)\n'],
  ['quoted below a path', '`src/main.py`\n> print(1)\n>\n> print(2)\n'],
  ['below a path', 'src/main.py:\nprint(1)\n\nprint(2)\n'],
  ['below a path without a colon', '/srv/app/src/main.py\nprint(1)\n\nprint(2)\n\nThe tests have not been run.']
])('a file is read %s', (_, text) => {
  const { shown, unread } = read(`The app is there.\n\n${text}`)
  expect({ shown, unread }).toEqual({ shown: [MAIN], unread: [] })
})

it.each([
  ['$ echo hello > a.txt\n', 'hello\n'],
  [`$ echo "two words" > a.txt\n`, 'two words\n'],
  [`$ printf '%s\\n' one 'two words' > a.txt\n`, 'one\ntwo words\n'],
  [`$ printf '100%%\\n' > a.txt\n`, '100%\n'],
  [`$ printf 'a,b\\n1,2\\n' > a.txt\n$ ls\na.txt\n`, 'a,b\n1,2\n']
])('a file is what was printed into it: %s', (text, content) => {
  expect(read(text).shown.find(({ kind }) => kind === 'file')).toEqual(file('/srv/app/a.txt', content))
})

it('what a shell would put in first is not taken as it stands', () => {
  for (const line of ['$ echo $HOME > a.txt\n', '$ echo "$(date)" > a.txt\n'])
    expect(read(line).shown.filter(({ content }) => content !== null)).toEqual([])
})

it('files between words and below underlined paths follow each other; what is said to run does', () => {
  const words = 'FILE: a.sh (mode 755)\necho a\nEND FILE\n\nFILE: b.txt\ntwo\nEOF\n'
  expect(read(words).shown).toEqual([
    { ...file('/srv/app/a.sh', 'echo a\n'), runs: true },
    file('/srv/app/b.txt', 'two\n')
  ])
  const lines = 'a.txt\n-----\none\n\nb.md\n====\n# Two\n'
  expect(read(lines).shown).toEqual([file('/srv/app/a.txt', 'one\n'), file('/srv/app/b.md', '# Two\n')])
})

it('one file ends where the next begins, whatever their forms', () => {
  const text = `=== a.txt ===
one
=== b/c.md ===
# Two

text
=== end ===
Then more.

\`\`\`sh run.sh
echo 3
\`\`\`

/etc/hosts:
127.0.0.1 localhost

notes.txt:
four
`
  expect(read(text)).toEqual({
    shown: [
      file('/srv/app/a.txt', 'one\n'),
      file('/srv/app/b/c.md', '# Two\n\ntext\n'),
      file('/srv/app/run.sh', 'echo 3\n'),
      file('/etc/hosts', '127.0.0.1 localhost\n'),
      file('/srv/app/notes.txt', 'four\n')
    ],
    prose: ['Then more.', '', '', '', ''],
    unread: []
  })
})

it.each([
  [
    'a.json\n{\n  "a": 1\n}\n\nvendor/a/ is the package a 2.1.0.',
    '{\n  "a": 1\n}\n',
    'vendor/a/ is the package a 2.1.0.'
  ],
  ['a.json\n{\n\n  "a": 1\n}\n\nanything', '{\n\n  "a": 1\n}\n', 'anything'],
  ['a.js\nrun(1)\n\nrun(2)\n\nthe server is not running yet.', 'run(1)\n\nrun(2)\n', 'the server is not running yet.'],
  [
    'a.py\n"""Does it.\n\nIt does it twice.\n"""\n\nrun()\n\nThe tests pass now.',
    '"""Does it.\n\nIt does it twice.\n"""\n\nrun()\n',
    'The tests pass now.'
  ],
  [
    'a.txt\nWelcome to it. Nobody is here.\nAsk ops.\n\nThe tests pass now.',
    'Welcome to it. Nobody is here.\nAsk ops.\n',
    'The tests pass now.'
  ]
])('a file below its path ends where its kind says that it does: %j', (text, content, prose) => {
  const { shown, prose: rest } = read(text)
  expect([shown[0]?.content, rest.join('\n').trim()]).toEqual([content, prose])
})

it('a file that is said to be empty is empty, and one of which a part is left out is only there', () => {
  expect(
    read('a.txt:\n(empty)\n\nb.txt\n```\none\n...\n```\n<file path="c.txt"></file>\n<file path="d.txt"/>').shown
  ).toEqual([
    file('/srv/app/a.txt', ''),
    file('/srv/app/b.txt', null),
    file('/srv/app/c.txt', ''),
    file('/srv/app/d.txt', null)
  ])
})

it.each([
  [
    'tree prints',
    '/srv/app\n├── src\n│   ├── main.py\n│   └── util/\n├── Makefile\n└── empty.d/\n',
    [
      folder('/srv/app/src'),
      file('/srv/app/src/main.py', null),
      folder('/srv/app/src/util'),
      file('/srv/app/Makefile', null),
      folder('/srv/app/empty.d')
    ]
  ],
  [
    'people draw',
    'app/\n|-- a.py   # the entry\n`-- b.py (unused)\n',
    [file('/srv/app/a.py', null), file('/srv/app/b.py', null)]
  ],
  [
    'ls -l prints',
    '$ ls -l /etc/app\ntotal 8\ndrwxr-xr-x 2 root root 4096 Jan  1 12:00 conf.d\n-rw-r--r-- 1 root root  120 Jan  1  2026 app.yml\nlrwxrwxrwx 1 root root    7 Jan  1 12:00 live -> app.yml\n',
    [folder('/etc/app/conf.d'), file('/etc/app/app.yml', null), file('/etc/app/live', null)]
  ],
  [
    'ls prints',
    'dev@box:~$ ls /var/www\nREADME  index.html  static/\n',
    [file('/var/www/README', null), file('/var/www/index.html', null), folder('/var/www/static')]
  ]
])('names are read from what %s', (_, text, shown) => {
  expect(read(text)).toMatchObject({ shown, unread: [] })
})

it('47.3 what looks like a file and cannot be read is said, with its line', () => {
  expect(read('It prints:\n\n```\n42\n```\n').unread).toEqual([
    { line: 3, why: 'A block of code has no path above it.' }
  ])
  expect(read('<file path="a.txt">\none\n').unread).toEqual([{ line: 1, why: '<file path="a.txt"> is not closed.' }])
})

it('sentences, lists of names and prompts are no files', () => {
  for (const text of [
    'A server. It holds main.py and README.md.\nNothing else.',
    'The terminal shows:\ndev@box:~/app$ ',
    'Python 3.11.2\nNode v18.19.0\n',
    'a.txt\nb.txt\nc.txt\n',
    '--- a/main.py\n+++ b/main.py\n',
    'Note: the folder /srv/app.\nIt is large.'
  ])
    expect(read(text)).toEqual({ shown: [], prose: text.split('\n'), unread: [] })
})

const TWO = [file('/srv/app/main.py', 'print(1)\n'), file('/srv/app/b.txt', 'two\n')]
it.each([
  ['an object of JSON', '{"main.py": "print(1)\\n", "b.txt": "two\\n"}'],
  ['an object below a sentence', 'These files are there:\n\n{\n  "main.py": "print(1)\\n",\n  "b.txt": "two"\n}\n'],
  ['an object behind a label', 'Files: {"main.py": "print(1)\\n", "b.txt": "two\\n"}\n'],
  ['an object behind sentences', 'It is 40% full. Files: {"main.py": "print(1)\\n", "b.txt": "two\\n"}\n'],
  ['an object within an object', '{"cwd": "/srv", "files": {"main.py": "print(1)", "b.txt": ["two"]}}'],
  ['an object in a block of code', 'Files:\n```json\n{"main.py": "print(1)\\n", "b.txt": "two\\n"}\n```\n'],
  ['a list of JSON', '[{"path": "main.py", "content": "print(1)"}, {"path": "b.txt", "content": "two"}]'],
  ['an object of JavaScript', "const files = {\n  'main.py': `print(1)\n`,\n  'b.txt': 'two', // the second\n}\n"],
  ['a dictionary of Python', 'files = {\n    "main.py": """print(1)\n""",\n    "b.txt": \'two\',\n}\n'],
  [
    'the files of a web container',
    '{"main.py": {"file": {"contents": "print(1)"}}, "b.txt": {"file": {"contents": "two"}}}'
  ],
  ['blocks of YAML', 'main.py: |\n  print(1)\nb.txt: |\n  two\n'],
  ['a map of YAML', 'files:\n  main.py: |\n    print(1)\n\n  b.txt: "two"\n'],
  ['a list of YAML', 'files:\n- path: main.py\n  content: |\n    print(1)\n- path: b.txt\n  content: two\n'],
  [
    'elements',
    '<file><path>main.py</path><content>\nprint(1)\n</content></file>\n<file>\n<name>b.txt</name>\n<content>two</content>\n</file>'
  ],
  [
    'elements of documents',
    '<document index="1">\n<source>main.py</source>\n<document_content>\nprint(1)\n</document_content>\n</document>\n<b.txt>\ntwo\n</b.txt>\n'
  ],
  ['a table', '| File | Content |\n| --- | --- |\n| main.py | `print(1)` |\n| b.txt | two |\n'],
  [
    'differences',
    'diff --git a/main.py b/main.py\nnew file mode 100644\n--- /dev/null\n+++ b/main.py\n@@ -0,0 +1 @@\n+print(1)\n--- /dev/null\n+++ b/b.txt\n@@ -0,0 +1 @@\n+two\n'
  ],
  ['entries of a list', '- main.py: `print(1)`\n- b.txt: "two"\n'],
  ['here-documents of a script', "cat > main.py <<'EOF'\nprint(1)\nEOF\nsudo tee b.txt <<EOF\ntwo\nEOF\n"],
  ['numbered headings', '1. main.py\n```\nprint(1)\n```\n2. **b.txt** (a note)\n```\ntwo\n```\n'],
  ['numbered labels', 'File 1: main.py\n```\nprint(1)\n```\nFile 2: b.txt\n```\ntwo\n```\n'],
  ['headings with a blank line', '## main.py (1 line)\n\nprint(1)\n\n## b.txt\n\ntwo\n'],
  ['their words', 'BEGIN main.py\nprint(1)\nEND main.py\n\n-----BEGIN FILE b.txt-----\ntwo\n-----END FILE b.txt-----\n']
])('47.3 files are read from %s', (_, text) => {
  expect(read(text)).toMatchObject({ shown: TWO, unread: [] })
})

it.each([
  ['a table', '| File | Size |\n|---|---|\n| main.py | 12 |\n| lib/ | 4096 |\n'],
  ['indented names', 'app/\n  main.py\n  lib/\n'],
  ['a list', 'Files:\n- main.py: the entry point\n- lib/\n'],
  [
    'a long listing below a sentence',
    '/srv/app contains:\ntotal 4\n-rw-r--r-- 1 a a 12 Jan  1 10:00 main.py\ndrwxr-xr-x 2 a a 4096 Jan  1 10:00 lib\n'
  ],
  ['an object with sizes', '{"main.py": 120, "lib/": {}}']
])('47.3 names of files are read from %s', (_, text) => {
  expect(read(text)).toMatchObject({ shown: [file('/srv/app/main.py', null), folder('/srv/app/lib')], unread: [] })
})

it('47.3 an object of files that is no JSON is said, and other objects are no files', () => {
  expect(read('Files:\n{\n  "main.py": "print(1)\n').unread).toEqual([
    { line: 1, why: 'An object of files could not be read: a bracket or a quotation mark is missing.' }
  ])
  for (const text of [
    'It answers {"ok": true, "file": "a.txt"}.',
    '{"name": "app", "version": "1.0.0"}',
    '$ curl localhost/tree\n{"files": {"a.txt": "one"}}\n',
    'Runs on Node.js: 18.2 and example.org: yes\n'
  ])
    expect(read(text)).toEqual({ shown: [], prose: text.split('\n'), unread: [] })
})

it.each(['Makefile', 'Vagrantfile', 'Dockerfile'])(
  '47.3 a file whose name ends in "file" has a block below a blank line: %s',
  (name) => {
    const { shown } = readListings(`${name}:\n\n\`\`\`\nall:\n\ttrue\n\`\`\`\n`, { cwd: '/', home: '/' })
    expect(shown).toEqual([{ path: `/${name}`, content: 'all:\n\ttrue\n', kind: 'file' }])
  }
)

it.each([
  ['Running src/main.py prints:\n```\n1\n```\n'],
  ['The error of src/main.py:\n```\nTraceback\n```\n'],
  ['--- a/src/main.py\n+++ b/src/main.py\n@@ -1 +1 @@\n-a\n+b\n'],
  ['Environment\n  Directory: /srv/app\n  Branch: main\n']
])('what stands below words about something else is no file: %j', (text) => {
  expect(read(text).shown.filter(({ content }) => content !== null)).toEqual([])
})

it('a title above a tree is no file', () => {
  expect(read('## Layout\n```\napp/\n├── a.py\n└── lib/\n    └── b.py\n```\n').shown).toEqual([
    file('/srv/app/a.py', null),
    { ...folder('/srv/app/lib'), listed: true },
    file('/srv/app/lib/b.py', null)
  ])
})

it.each([
  ['a sentence', '--- src/main.py ---\nprint(1)\n\nprint(2)\n\nlib/__init__.py is empty. Python 3.11.2.'],
  ['a prompt', '==> src/main.py <==\nprint(1)\n\nprint(2)\n$ ']
])('%s behind the last file is none of its lines', (_what, text) => {
  expect(read(text).shown).toEqual([MAIN])
})

it('a name says nothing of what stands below it', () => {
  const text = 'An untracked file fix.patch lies there:\n```diff\n--- a/x\n+++ b/x\n```\n'
  expect(read(text).shown).toEqual([file('/srv/app/fix.patch', '--- a/x\n+++ b/x\n')])
})
