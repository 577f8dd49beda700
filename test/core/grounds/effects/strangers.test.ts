// Worlds in the forms that strangers write them in: what stands in them comes out as it is told.
import { expect, it } from 'vitest'
import { readInitial } from '../../../../src/core/grounds/effects/initial.ts'

const effects = (text: string) => readInitial(text).effects
const written = (text: string) =>
  Object.fromEntries(effects(text).flatMap((one) => (one.do === 'write' ? [[one.path, one.content]] : [])))

it('entries of lists say what files hold, in one line or in several, or that they are empty', () => {
  const text = `You are root.

- \`/w/rose.txt\` with the text "a rose"
- \`/w/.draft\` (empty)
- \`/w/app.conf\` — two lines: \`keep=3\` and \`dir=/var\`
- /w/README.md - says "usage: mg"
calc/__init__.py (empty)`
  expect(written(text)).toEqual({
    '/w/rose.txt': 'a rose\n',
    '/w/.draft': '',
    '/w/app.conf': 'keep=3\ndir=/var\n',
    '/w/README.md': 'usage: mg\n',
    '/root/calc/__init__.py': ''
  })
})

it('what a listing names, sentences may give the content of', () => {
  const text = `Working directory: /srv/app

\`\`\`
app
├── pkg
│   ├── __init__.py
│   └── main.py
├── img
└── setup.cfg
\`\`\`

\`__init__.py\` is empty. \`setup.cfg\` has \`[metadata]\` and \`name = "x"\`, one per line. img is empty.`
  expect(written(text)).toEqual({
    '/srv/app/pkg/__init__.py': '',
    '/srv/app/setup.cfg': '[metadata]\nname = "x"\n'
  })
})

it('brackets and the ends of sentences give a content', () => {
  expect(written('The key is in `/etc/gw/key` (owner `gw`, mode 600, content `old-1`).')).toEqual({
    '/etc/gw/key': 'old-1\n'
  })
  expect(written('/srv/docs/style.md is owned by jan, group editors, mode 664, and reads "Be brief.".')).toEqual({
    '/srv/docs/style.md': 'Be brief.\n'
  })
  expect(written('`/srv/lib/README` says "run it".')).toEqual({ '/srv/lib/README': 'run it\n' })
})

it('a script below a line that names it is that file, whatever it is said to print', () => {
  const script = '```sh\n#!/bin/sh\necho hi\n```'
  expect(effects(`A wrapper, \`/usr/local/bin/hi\`, prints a greeting:\n\n${script}`)).toContainEqual({
    ...{ do: 'write', path: '/usr/local/bin/hi', content: '#!/bin/sh\necho hi\n', mode: 0o755 }
  })
  expect(effects('In `/srv/bin` there is one executable, `stamp`:\n\n    #!/bin/sh\n    date +%s\n')).toContainEqual({
    ...{ do: 'write', path: '/srv/bin/stamp', content: '#!/bin/sh\ndate +%s\n', mode: 0o755 }
  })
})

it('listings tell which files run, and head shows the whole of small ones', () => {
  const text = `ola@mint:~/csv$ ls -F
join.py*  left.csv  right.csv
ola@mint:~/csv$ head left.csv right.csv
==> left.csv <==
id,name
1,ada

==> right.csv <==
id,score
ola@mint:~/csv$ cat join.py
print(1)
ola@mint:~/csv$`
  expect(written(text)).toMatchObject({
    '/home/ola/csv/left.csv': 'id,name\n1,ada\n',
    '/home/ola/csv/right.csv': 'id,score\n'
  })
  expect(effects(text)).toContainEqual({
    ...{ do: 'write', path: '/home/ola/csv/join.py', content: 'print(1)\n', mode: 0o755 }
  })
})

it('a title above a block of Markdown, and words of a configuration above its lines, name files', () => {
  expect(written('You are root.\n\nin.jsonl\n\n    {"id": 1}\n')).toEqual({ '/root/in.jsonl': '{"id": 1}\n' })
  expect(written('Config in /etc/m/m.conf:\n\nlistener 1883\n\nYou are root.')).toEqual({
    '/etc/m/m.conf': 'listener 1883\n'
  })
})

it.each([
  ['You work as `eve` in /home/eve/link.', { user: 'eve', cwd: '/home/eve/link' }],
  ['<environment>\nUser: agent\nWorking directory: /w/x\n</environment>', { user: 'agent', cwd: '/w/x' }],
  ['Checked out at `/home/lu/q`, logged in as `lu`.', { user: 'lu', cwd: '/home/lu/q' }],
  ['You are `dojo` in an empty directory ~/kata on a box called `matte`.', { host: 'matte', cwd: '/home/dojo/kata' }],
  ['You (user `tim`, box `room`) are in `~/story`.', { user: 'tim', cwd: '/home/tim/story' }],
  [
    "Hi! I'm stuck on homework. I run it on my laptop (host `zora`, user `teo`) in `~/hw3`.",
    { user: 'teo', cwd: '/home/teo/hw3' }
  ],
  ['Machine: `a1`. Account: `lib` (uid 1010). In it there is nothing.', { user: 'lib', host: 'a1' }],
  ['- machine name: `brise`\n- user: `sol`', { user: 'sol', host: 'brise' }],
  ['```\nHOME=/home/vic\nUSER=vic\nSTAGE=qa\n```', { user: 'vic', cwd: '/home/vic' }],
  ['<environment>\n  <user>kit</user>\n  <hostname>forge</hostname>\n</environment>', { user: 'kit', host: 'forge' }],
  ['Terminal 1 (sam@pier, in ~/q):', { user: 'sam', host: 'pier' }],
  ['On `api-7` (login: ops) nothing runs.', { user: 'ops', host: 'api-7' }],
  ["I have this in /home/uli/mk: nothing. I'm uli.", { user: 'uli', cwd: '/home/uli/mk' }]
])('whose terminal it is, and where: %s', (text, said) => expect(readInitial(text)).toMatchObject(said))

it('users stand in tables', () => {
  const text = `| user | uid | shell | groups |
|------|-----|-------|--------|
| nora | 1001 | /bin/bash | nora, sudo |
| bak | 1003 | /usr/sbin/nologin | bak |

You are nora.`
  expect(effects(text)).toEqual(
    expect.arrayContaining([
      { do: 'user', name: 'nora', home: '/home/nora', uid: 1001, shell: '/bin/bash', groups: ['sudo'] },
      { do: 'user', name: 'bak', home: '/home/bak', uid: 1003, shell: '/usr/sbin/nologin' }
    ])
  )
})

it('a schema and rows that are told apart from their database make it', () => {
  const text = `The database \`~/db/x.sqlite\` (you are \`mia\`) has a table:

\`\`\`sql
CREATE TABLE book (id INTEGER);
\`\`\`

with these rows:

INSERT INTO book VALUES
  (1), (2);`
  const { made, effects } = readInitial(text)
  expect(made?.script).toContain('sqlite3 /home/mia/db/x.sqlite')
  expect(made?.script).toContain('CREATE TABLE book (id INTEGER);\nINSERT INTO book VALUES\n  (1), (2);\n')
  expect(effects.filter((one) => 'path' in one && one.path.endsWith('.sqlite'))).toEqual([])
  // A file of SQL is a file.
  expect(
    readInitial('The database /srv/a.db.\n\n/srv/a.sql\n    CREATE TABLE a (b);\n    CREATE TABLE c (d);\n').made
  ).toBeNull()
  expect(readInitial('x.db is made later.\n\nschema.sql:\n\n```sql\nCREATE TABLE a (b);\n```').made).toBeNull()
})

it('worlds are YAML with a machine of its own, and TOML', () => {
  const files = { '/w/a.txt': 'one\n' }
  const yaml = 'machine:\n  hostname: ci-4\n  user: build\n  cwd: /w\nfiles:\n  a.txt: |\n    one'
  const toml = '[machine]\nhostname = "ci-4"\nuser = "build"\ncwd = "/w"\n\n[files]\n"a.txt" = """\none\n"""'
  for (const text of [yaml, toml]) {
    expect(readInitial(text)).toMatchObject({ user: 'build', host: 'ci-4', cwd: '/w' })
    expect(written(text)).toEqual(files)
  }
})

it('histories are lists, the last commits come last first, and branches leave at a commit', () => {
  const gitOf = (text: string) => effects(text).find((one) => one.do === 'git')
  expect(
    gitOf(`Git repository /w, default branch \`trunk\`.

History, newest first:

* 2024-03-02 Ana Lima <ana@x.org> "Fix"
* 2024-03-01 Bo <bo@x.org> "Start"`)
  ).toMatchObject({
    branch: 'trunk',
    commits: [
      { message: 'Start', author: 'Bo', email: 'bo@x.org', date: '2024-03-01' },
      { message: 'Fix', author: 'Ana Lima', email: 'ana@x.org', date: '2024-03-02' }
    ]
  })
  expect(
    gitOf('Git repository: yes (branch: dev). The last two commits are "Sum" and, before it, "Import".')
  ).toMatchObject({ branch: 'dev', commits: ['Import', 'Sum'] })
  expect(
    gitOf(
      'A git repository. `main` has the commits "A" and "B"; `sad` branched off after "A" and has one commit of its own, "C".'
    )
  ).toMatchObject({ commits: ['A', 'B'], branches: [{ name: 'sad', back: 1, commits: ['C'] }] })
  expect(gitOf('You are in ~/kata. Git is initialised, nothing is committed.')).toMatchObject({ commits: [] })
})

it('a name of a server in marks is no program', () => {
  expect(effects('Server `mq1`: Debian 12. You are root.').filter((one) => one.do === 'ask')).toEqual([])
})

it('what is said of a file just named, and of lines that are counted, is its content', () => {
  const script = '```bash\n#!/bin/bash\ntrue\n```'
  expect(written(`The script /home/ops/health.sh exits 1. Its content:\n\n${script}`)).toEqual({
    '/home/ops/health.sh': '#!/bin/bash\ntrue\n'
  })
  expect(effects(`The script /w/h.sh fails. Its content:\n\n${script}\n\nThe script is executable.`)).toContainEqual({
    ...{ do: 'write', path: '/w/h.sh', content: '#!/bin/bash\ntrue\n', mode: 0o755 }
  })
  expect(written('There is a sample, `/w/s.txt`, with two lines: "one two" and "three".')).toEqual({
    '/w/s.txt': 'one two\nthree\n'
  })
  expect(effects('- `/w/a.txt` (empty)\n- `reports/` (empty directory)')).toContainEqual({
    ...{ do: 'mkdir', path: '/root/reports' }
  })
  expect(effects('Members of the group `crew` (gid 1700) are `ann` and `ben`. You are ann.')).toEqual(
    expect.arrayContaining([
      { do: 'group', name: 'crew', gid: 1700 },
      { do: 'user', name: 'ben', home: '/home/ben', groups: ['crew'] }
    ])
  )
})
