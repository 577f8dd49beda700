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
      ...{ do: 'git', path: '/srv/app', branch: 'next', commits: ['First', 'Second'] },
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
  ['Git: branch main, one commit 9be7a10 "Say hello", clean.', ['Say hello']],
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

it('says that commits have other hashes than the text names', () => {
  const text = 'A server.\nGit: branch main, one commit 9be7a10 "Say hello", clean.\n\na.txt\n    one\n'
  expect(readInitial(text).unread).toEqual([{ line: 2, why: 'Commits have other hashes than these.' }])
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
