import { expect, it } from 'vitest'
import { readInitial } from '../../../src/core/effects/initial.ts'

it('27.7 reads user, host, folder and prompt off the prompt line', () => {
  expect(readInitial('A server.\n\nThe terminal shows:\ndev@bench:~/calc$ ')).toMatchObject({
    ...{ user: 'dev', home: '/home/dev', host: 'bench', cwd: '/home/dev/calc', prompt: 'dev@bench:~/calc$' }
  })
  expect(readInitial('User guest, home /srv/guest, shell bash.\n[guest@vault ~]$ ')).toMatchObject({
    ...{ user: 'guest', home: '/srv/guest', cwd: '/srv/guest', prompt: '[guest@vault ~]$' }
  })
  expect(readInitial('')).toMatchObject({ user: 'root', home: '/root', host: null, cwd: '/root', prompt: null })
})

it('27.7 reads files with their content, and takes those without for claims', () => {
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
    { do: 'git', path: '/srv/app', branch: 'next', commits: ['First', 'Second'] },
    { do: 'cwd', path: '/srv/app' }
  ])
})

it.each([
  ['Git: clean, branch main.', ['Initial commit']],
  ['Git: branch main, one commit 9be7a10 "Say hello", clean.', ['Say hello']],
  ['Git: branch main, not clean.', []],
  ['Git: clean, no commits yet.', []]
])('27.7 a clean repository has its files in a commit: %s', (git, commits) => {
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
  ['There is no /etc/app/app.yml.', []],
  ['It has 2 CPU cores and 4 GB RAM.', ['program /usr/bin/nproc', 'program /usr/bin/lscpu', 'program /usr/bin/free']]
])('27.7 takes from %j what is claimed', (text, claims) => {
  expect(effectsOf(text).flatMap((one) => (one.do === 'claim' ? [`${one.kind} ${one.path}`] : []))).toEqual(claims)
})

it('27.7 knows programs by what they belong to, and what is not there', () => {
  const text = 'Docker 24 is installed. PostgreSQL 15 runs on localhost. Not installed: git, node.'
  expect(
    effectsOf(text).flatMap((one) => (one.do === 'install' || one.do === 'uninstall' ? [`${one.do} ${one.name}`] : []))
  ).toEqual([
    'uninstall git',
    'uninstall node',
    'install docker',
    'install psql',
    'install pg_dump',
    'install createdb'
  ])
})

it('27.7 reads variables', () => {
  expect(effectsOf('Environment: API_KEY=abc, MODE="two words"\n')).toEqual([
    { do: 'env', name: 'API_KEY', value: 'abc' },
    { do: 'env', name: 'MODE', value: 'two words' }
  ])
})
