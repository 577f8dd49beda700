import { expect, it } from 'vitest'
import { readInitial } from '../../../../src/core/grounds/effects/initial.ts'

it('reads user, host, folder and prompt off the prompt line', () => {
  expect(readInitial('A server.\n\nThe terminal shows:\ndev@bench:~/calc$ ')).toMatchObject({
    ...{ user: 'dev', home: '/home/dev', host: 'bench', cwd: '/home/dev/calc', prompt: 'dev@bench:~/calc$' }
  })
  expect(readInitial('User guest, home /srv/guest, shell bash.\n[guest@vault ~]$ ')).toMatchObject({
    ...{ user: 'guest', home: '/srv/guest', cwd: '/srv/guest', prompt: '[guest@vault ~]$' }
  })
  expect(readInitial('')).toMatchObject({ user: 'root', home: '/root', host: null, cwd: '/root', prompt: null })
})

it('reads files with their content, and takes those without for claims', () => {
  const text = `Repository /srv/app. Git: branch next, history, newest first: 1a2b3c4 "Second", 9f8e7d6 "First".

src/main.py
    print(1)

    print(2)
empty.txt
    (empty)
long.log
    a line
    ...
README.md
    # App
`
  expect(readInitial(text).effects).toEqual([
    { do: 'mkdir', path: '/srv/app' },
    { do: 'write', path: '/srv/app/src/main.py', content: 'print(1)\n\nprint(2)\n' },
    { do: 'write', path: '/srv/app/empty.txt', content: '' },
    { do: 'claim', path: '/srv/app/long.log', kind: 'file' },
    { do: 'write', path: '/srv/app/README.md', content: '# App\n' },
    {
      ...{
        do: 'git',
        path: '/srv/app',
        branch: 'next',
        commits: [
          { message: 'First', hash: '9f8e7d6' },
          { message: 'Second', hash: '1a2b3c4' }
        ]
      },
      identity: { name: 'root', email: 'root@localhost' }
    },
    { do: 'cwd', path: '/srv/app' }
  ])
})

it('a repository may lie at home', () => {
  const { cwd, effects } = readInitial(
    'A git repository in ~/calc, branch main, clean. You are ann on web01 (Debian 12).'
  )
  expect(cwd).toBe('/home/ann/calc')
  expect(effects).toContainEqual(expect.objectContaining({ do: 'git', path: '/home/ann/calc' }))
  expect(effects).toContainEqual({ do: 'host', name: 'web01' })
})

it('a tool of npm is there with its commands, as people write it', () => {
  const { effects } = readInitial('Node.js v18 is available, TypeScript 5.4 is installed globally.')
  const commands = effects.flatMap((effect) =>
    effect.do === 'install' && effect.name === 'typescript' ? effect.commands : []
  )
  expect(commands).toEqual(['tsc', 'tsserver'])
})

it.each([
  ['Git: clean, branch main.', ['Initial commit']],
  ['Git: branch main, one commit 9be7a10 "Say hello", clean.', [{ message: 'Say hello', hash: '9be7a10' }]],
  ['Git: branch main, not clean.', []],
  ['Git: clean, no commits yet.', []]
])('a clean repository has its files in a commit: %s', (git, commits) => {
  const { effects } = readInitial(`Repository /srv/app. ${git}\n\na.txt\n    one\n`)
  expect(effects.find((effect) => effect.do === 'git')).toMatchObject({ commits })
})

const effectsOf = (text: string) => readInitial(text).effects.filter((effect) => !['mkdir', 'cwd'].includes(effect.do))

it.each([
  ['/root holds .bashrc and .ssh/ and nothing else.', ['file /root/.bashrc', 'folder /root/.ssh']],
  ['The home folder of root contains sales.csv, a table.', ['file /root/sales.csv']],
  [
    'The folder /app holds main.py, tests/test_util.py and Makefile.',
    ['file /app/main.py', 'file /app/tests/test_util.py', 'file /app/Makefile']
  ],
  ['The configuration is /etc/app/app.yml.', ['file /etc/app/app.yml']],
  ['There is no /etc/app/app.yml.', []]
])('takes from %j what is claimed', (text, claims) => {
  expect(effectsOf(text).flatMap((one) => (one.do === 'claim' ? [`${one.kind} ${one.path}`] : []))).toEqual(claims)
})

it('knows programs by what they belong to, and what is not there', () => {
  const text = 'Docker 24 is installed. PostgreSQL 15 runs on localhost. Not installed: git, node.'
  expect(
    effectsOf(text).flatMap((one) => (one.do === 'install' || one.do === 'uninstall' ? [`${one.do} ${one.name}`] : []))
  ).toEqual(['uninstall git', 'uninstall node', 'uninstall nodejs', 'install docker.io', 'install postgresql-client'])
})

it('says that commits have other hashes than the text names, where no more is told of them', () => {
  const text = 'A server.\nGit: branch main, one commit 9be7a10 "Say hello", clean.\n\na.txt\n    one\n'
  expect(readInitial(text).unread).toEqual([])
  expect(readInitial('Git: branch main at commit 9be7a10, clean.').unread).toEqual([
    { line: 1, why: 'Commits have other hashes than these.' }
  ])
  expect(readInitial('Git: branch main, clean.').unread).toEqual([])
})

it('reads variables', () => {
  expect(effectsOf('Environment: API_KEY=abc, MODE="two words"\n')).toEqual([
    { do: 'env', name: 'API_KEY', value: 'abc' },
    { do: 'env', name: 'MODE', value: 'two words' }
  ])
})

it.each([
  ['/home/dev holds report.txt with the line: all well', 'all well\n'],
  ['/home/dev holds report.txt, which says "all is well".', 'all is well\n'],
  ['/home/dev holds notes.md and report.txt containing `x = 1`.', 'x = 1\n']
])('a short file is read in its sentence: %s', (text, content) => {
  expect(effectsOf(`User dev.\n${text}`)).toContainEqual({ do: 'write', path: '/home/dev/report.txt', content })
})

it('packages in node_modules have their versions, and the model answers for their programs', () => {
  const text = 'Repository /srv/app, Node 24.3.0, TypeScript 5.9.2 (installed in node_modules). Git: clean.'
  const effects = effectsOf(text)
  expect(effects).toContainEqual({
    do: 'write',
    path: '/srv/app/node_modules/typescript/package.json',
    content: '{\n  "name": "typescript",\n  "version": "5.9.2"\n}\n'
  })
  expect(effects).toContainEqual({ do: 'claim', path: '/srv/app/node_modules/.bin/tsc', kind: 'program' })
  expect(effects.find((one) => one.do === 'git')).toMatchObject({ ignored: ['node_modules/'] })
  expect(JSON.stringify(effects)).not.toContain('node_modules/node')
  expect(effectsOf('Nothing is in node_modules: eslint 9.1.0 is planned.')).toEqual([])
})

it.each([
  ["root's crontab runs /opt/rotate.sh every Monday at 04:15.", '15 4 * * 1 /opt/rotate.sh\n'],
  ['A cron job runs /opt/poll every 5 minutes.', '*/5 * * * * /opt/poll\n'],
  ['Cron runs ~/backup.sh daily at 3:00.', '0 3 * * * ~/backup.sh\n']
])('a job of cron is read from words: %s', (text, content) => {
  expect(readInitial(text).effects).toContainEqual({ do: 'write', path: '/var/spool/cron/crontabs/root', content })
})

it.each([
  ['~/old is empty. There is a file `a.log`, which is empty.', ['write /home/dev/a.log ""']],
  [
    'Also there: a directory `old/` with `1.csv` and `2.csv` in it, both containing only the line "id,name".',
    ['claim /home/dev/old', 'write /home/dev/old/1.csv "id,name\\n"', 'write /home/dev/old/2.csv "id,name\\n"']
  ],
  [
    'Next to it are one.txt ("one") and two.txt ("two").',
    ['write /home/dev/one.txt "one\\n"', 'write /home/dev/two.txt "two\\n"']
  ],
  ['/srv/plan.txt holds "launch on friday" (mode 640).', ['write /srv/plan.txt "launch on friday\\n"']],
  ['`posts/a.md` contains "# Spring\\n\\nWarm.".', ['write /home/dev/posts/a.md "# Spring\\n\\nWarm.\\n"']],
  [
    'The home folder (/home/dev) has: `w.txt` - one word per line: apple, fig, and date.',
    ['write /home/dev/w.txt "apple\\nfig\\ndate\\n"']
  ]
])('what sentences say is in files: %s', (text, files) => {
  const found = readInitial(`User dev.\n${text}`).effects.flatMap((one) =>
    one.do === 'write'
      ? [`write ${one.path} ${JSON.stringify(one.content)}`]
      : one.do === 'claim'
        ? [`claim ${one.path}`]
        : []
  )
  expect(found).toEqual(expect.arrayContaining(files))
})

it.each([
  [
    'as YAML',
    '```yaml\nhost: build01\nuser: ci\ncwd: /builds/demo\nfiles:\n  /builds/demo/ci.sh: |\n    echo "$TAG"\nenv:\n  TAG: "v1"\n```\n'
  ],
  [
    'as JSON',
    '{"hostname": "build01", "user": "ci", "cwd": "/builds/demo", "env": {"TAG": "v1"}, "files": {"/builds/demo/ci.sh": "echo \\"$TAG\\"\\n"}}\n'
  ]
])('a world as data says whose it is, and where: %s', (_form, text) => {
  const { user, host, cwd, effects } = readInitial(text)
  expect({ user, host, cwd }).toEqual({ user: 'ci', host: 'build01', cwd: '/builds/demo' })
  expect(effects).toContainEqual({ do: 'env', name: 'TAG', value: 'v1' })
  expect(effects).toContainEqual({ do: 'write', path: '/builds/demo/ci.sh', content: 'echo "$TAG"\n' })
})

it('nothing is run of what is no command: a database is made by its own program', () => {
  const { made, user } = readInitial(
    'sqlite3 is there. `/srv/shop.db` was created with:\n\n```sql\nCREATE TABLE a(b);\n```\nUser pat, host till.'
  )
  expect(user).toBe('pat')
  expect(made?.script).toBe(
    'mkdir -p "$(dirname /srv/shop.db)"\nsqlite3 /srv/shop.db <<\'SQL\'\nCREATE TABLE a(b);\nSQL\n'
  )
})

it.each([
  ["There's no git, no curl and no python in it; perl is there.", ['curl', 'git', 'python', 'python3']],
  ['This image has no node and no npm.', ['node', 'npm', 'npx']]
])('several programs are not there: %s', (text, names) => {
  const gone = readInitial(text).effects.flatMap((one) => (one.do === 'uninstall' ? [one.name] : []))
  expect(gone).toEqual(expect.arrayContaining(names))
})

it('a crontab and a town say what they say', () => {
  const { effects } = readInitial(
    "It is 5 November 2024, 21:30 in Berlin. There is a user ana. ana's crontab:\n\n```\n# m h\n0 3 * * 1 /opt/a.sh\n```\n"
  )
  expect(effects).toContainEqual({ do: 'clock', date: '2024-11-05', time: '21:30:00', zone: 'Europe/Berlin' })
  expect(effects).toContainEqual({
    ...{ do: 'write', path: '/var/spool/cron/crontabs/ana' },
    content: expect.stringMatching(/^# DO NOT EDIT[\s\S]*\n# m h\n0 3 \* \* 1 \/opt\/a\.sh\n$/)
  })
  expect(effects).not.toContainEqual(expect.objectContaining({ path: '/var/spool/cron/crontabs/root' }))
})

it.each([
  [
    'Image built from:\n\n```dockerfile\nFROM debian:bookworm\nENV PORT=80\nRUN useradd -m web\nUSER web\nWORKDIR /app\n```\n',
    'web',
    '/app'
  ],
  [
    'Vagrantfile of the box I am in:\n```ruby\nVagrant.configure("2") do |config|\n  config.vm.hostname = "t1"\nend\n```\n',
    'vagrant',
    '/home/vagrant'
  ]
])('what made the machine, as people announce it: %s', (text, user, cwd) => {
  expect(readInitial(text)).toMatchObject({ user, cwd })
})

it('a session shows links, folders with nothing in them, and whose home it is', () => {
  const { user, effects } = readInitial(
    '$ pwd\n/home/tove/pics\n$ ls -l\ntotal 4\n-rw-r--r-- 1 tove tove 4 May  2 09:00 a.txt\nlrwxrwxrwx 1 tove tove 5 May  2 09:01 last -> a.txt\n$ ls raw\n$\n'
  )
  expect(user).toBe('tove')
  expect(effects).toContainEqual({ do: 'link', path: '/home/tove/pics/last', to: 'a.txt' })
  expect(effects).toContainEqual({ do: 'mkdir', path: '/home/tove/pics/raw' })
})

it('aliases are those that the text has', () => {
  expect(readInitial("User kim. `ll` is an alias for `ls -alF`.\n\n$ alias\nalias gs='git status'\n").aliases).toEqual([
    { name: 'll', words: 'ls -alF' },
    { name: 'gs', words: 'git status' }
  ])
})

it('a folder is whose it is said to be, in few words', () => {
  const { effects } = readInitial('/srv/private is root:adm 750. ~/logs has a.log and b.log, both empty.')
  expect(effects).toContainEqual({ do: 'mode', path: '/srv/private', owner: 'root', group: 'adm', mode: '750' })
  expect(effects).toContainEqual({ do: 'write', path: '/root/logs/b.log', content: '' })
})

it.each([
  [
    'In /home/oda/book there are ch1.md ("# One") and a Makefile:\n\n```make\nall:\n```\n',
    '/home/oda/book/Makefile',
    'all:\n'
  ],
  [
    'In /home/oda/book there are ch1.md ("# One") and a Makefile:\n\n```make\nall:\n```\n',
    '/home/oda/book/ch1.md',
    '# One\n'
  ],
  ['package.json has a name, and bin/a.js is\n\n```js\n1\n```\n', '/root/bin/a.js', '1\n'],
  ['(venv) rex@d1:~/api$ cat app.py\nx = 1\n(venv) rex@d1:~/api$ ', '/home/rex/api/app.py', 'x = 1\n']
])('a file among others, at the end of its line, and in a virtual environment: %j', (text, path, content) => {
  expect(readInitial(text).effects).toContainEqual({ do: 'write', path, content })
})

it('a commit says nothing of the machine', () => {
  const { effects } = readInitial(
    'A git repository.\n\n```\nc0ffee1 (HEAD -> main) Drop Python 2\nbeef002 Use Node 12\n```\n'
  )
  expect(effects.filter((one) => one.do === 'version' || one.do === 'install')).toEqual([])
})

it("Debian's package of a module of Python brings the module", () => {
  const { effects } = readInitial('Installed: python3-requests, python3-pip, tmux.')
  expect(effects).toContainEqual({ do: 'install', manager: 'pip', name: 'requests', version: '2.28.1' })
  expect(effects).not.toContainEqual(expect.objectContaining({ manager: 'pip', name: 'pip' }))
})

it("a service's user has its own home and no shell, and the terminal is still root's", () => {
  const { home, cwd, effects } = readInitial(
    'A system user `mosq` (no login shell, home /var/lib/mosq) runs it. You are root.'
  )
  expect({ home, cwd }).toEqual({ home: '/root', cwd: '/root' })
  expect(effects).toContainEqual(
    expect.objectContaining({ name: 'mosq', home: '/var/lib/mosq', shell: '/usr/sbin/nologin' })
  )
})

it('which files are run, which are empty, and that git makes its own folder', () => {
  const { effects } = readInitial(
    'You are in /srv/a. build.sh is executable. `a/__init__.py` and `b/__init__.py` are empty.\n\n### build.sh\n```\n#!/bin/sh\n```\n\n$ ls -A\n.git  build.sh\n'
  )
  const files = effects.flatMap((one) => ('path' in one && one.do !== 'mkdir' && one.do !== 'cwd' ? [one] : []))
  expect(files).toContainEqual({ do: 'write', path: '/srv/a/build.sh', content: '#!/bin/sh\n', mode: 0o755 })
  for (const name of ['a', 'b'])
    expect(files).toContainEqual({ do: 'write', path: `/srv/a/${name}/__init__.py`, content: '' })
  expect(files.map(({ path }) => path)).not.toContain('/srv/a/.git')
})
