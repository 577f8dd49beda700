// Texts as people type them: chat messages, steps of Gherkin, lists in columns, other languages. Each kind was contradicted by a machine once.

import { expect, it } from 'vitest'
import { commandsIn } from '../../../../src/core/domains/shell/commands.ts'
import { touchedBy } from '../../../../src/core/grounds/effects/claims.ts'
import { clausesIn } from '../../../../src/core/grounds/effects/clauses.ts'
import { denialIn } from '../../../../src/core/grounds/effects/denial.ts'
import { doubted, doubtsIn } from '../../../../src/core/grounds/effects/doubts.ts'
import { readInitial } from '../../../../src/core/grounds/effects/initial.ts'
import { namedFiles } from '../../../../src/core/grounds/effects/named-files.ts'
import { spelled, stepped } from '../../../../src/core/grounds/effects/spelling.ts'
import { unfolded } from '../../../../src/core/grounds/effects/within.ts'

const of = (body: string) => readInitial(body).effects

function asks(body: string, typed: string): string | null {
  const initial = readInitial(body)
  return doubted(commandsIn(typed), doubtsIn(body, initial), initial)?.what ?? null
}

function denied(body: string, typed: string, output: string): string[] {
  const { cwd, home } = readInitial(body)
  const text = { clauses: clausesIn(body, []), effects: [], cwd }
  const found = denialIn({ commands: commandsIn(typed), output, cwd, home }, text, () => [])
  return found?.claims.map(({ path, kind }) => `${kind} ${path}`) ?? []
}

it('words without their apostrophe and short forms are spelled out, but not what is in quotes or a name', () => {
  expect(spelled('im logged in as jo btw, docker isnt instaled & sudo works w/o pw')).toBe(
    "I'm logged in as jo, docker isn't installed & sudo works without password"
  )
  for (const line of ['it says "im here, dont touch"', 'see im.txt and /srv/cant', '$ cat isnt'])
    expect(spelled(line)).toBe(line)
  expect(readInitial('im logged in as jo btw, its fine').user).toBe('jo')
  expect(of('You are root. docker isnt instaled.')).toContainEqual({
    do: 'uninstall',
    manager: 'apt',
    name: 'docker'
  })
})

it('steps of a scenario are entries of a list, and what stands between their marks is a block of code', () => {
  const text = 'Given a server named oak-2\nAnd the file /srv/a.env contains:\n  """\n  A=1\n  """\nWhen ada looks'
  expect(stepped(text.split('\n')).join('\n')).toBe(
    '- a server named oak-2\n- the file /srv/a.env contains:\n```\nA=1\n```\n- ada looks'
  )
  expect(stepped(['And then it broke.'])).toEqual(['And then it broke.'])
  const { user, host, cwd, effects } = readInitial(`${text}\nAnd the user "ada" is logged in and stands in /srv`)
  expect({ user, host, cwd }).toEqual({ user: 'ada', host: 'oak-2', cwd: '/srv' })
  expect(effects).toContainEqual({ do: 'write', path: '/srv/a.env', content: 'A=1\n' })
})

it('files that a folder is said to be with lie in it', () => {
  expect(unfolded('a src directory with a.c, b.h and `c.c`, a tests folder containing t.c, and a Makefile')).toBe(
    'src/a.c, src/b.h and `src/c.c`, tests/t.c, and a Makefile'
  )
  for (const text of [
    'an untracked directory with a.c',
    'the working directory with a.c',
    'a folder called old with a.c'
  ])
    expect(unfolded(text)).toBe(text)
  expect(unfolded('a src directory with a.c, and CMakeLists.txt')).toBe('src/a.c, and CMakeLists.txt')
  const claims = of('The repository is /srv/r and contains a src directory with a.c and b.c, and a Makefile.')
  expect(claims.flatMap((one) => (one.do === 'claim' ? one.path : []))).toEqual([
    '/srv/r/src/a.c',
    '/srv/r/src/b.c',
    '/srv/r/Makefile'
  ])
})

it('a table of Markdown below a file of rows is what is in it', () => {
  const table = '\n\n| id | name |\n| --- | --- |\n| a | Ko, "x" |\n'
  expect(of(`You are ada. \`d/c.csv\`:${table}`)).toContainEqual({
    do: 'write',
    path: '/home/ada/d/c.csv',
    content: 'id,name\na,"Ko, ""x"""\n'
  })
  expect(of(`You are ada. The file d.tsv contains${table}`)).toContainEqual({
    do: 'write',
    path: '/home/ada/d.tsv',
    content: 'id\tname\na\t"Ko, ""x"""\n'
  })
})

it('a list in columns, what a command gives, and how many files there are, tell of files and not of their content', () => {
  const list =
    'Contents of /srv/t:\n- run.sh   executable; exits 1\n- data/    two files: a.csv and b.csv\n- n.txt   a list\n- o.tgz  contains one file, p/q.py\n'
  const paths = of(`You are root. ${list}`).flatMap((one) => (one.do === 'claim' ? one.path : []))
  expect(paths.toSorted()).toEqual([
    '/srv/t/data/a.csv',
    '/srv/t/data/b.csv',
    '/srv/t/n.txt',
    '/srv/t/o.tgz',
    '/srv/t/run.sh'
  ])
  const shown =
    'You are ada and land in /srv/t.\n2. `ls -l logs` gives\n\n```\nlrwxrwxrwx 1 ada ada 5 Feb 20 11:00 now -> a.log\n```\n'
  expect(of(shown)).toContainEqual({ do: 'link', path: '/srv/t/logs/now', to: 'a.log' })
  const yaml = 'login: ada\ngroups: [lab, docker]\nfiles:\n  /srv/out: 118 job files\n  /srv/a.log: 12 lines\n'
  expect(of(yaml)).toEqual(
    expect.arrayContaining([
      { do: 'user', name: 'ada', home: '/home/ada', groups: ['lab', 'docker'] },
      { do: 'claim', path: '/srv/out', kind: 'folder' },
      { do: 'claim', path: '/srv/a.log', kind: 'file' }
    ])
  )
})

it.each([
  ['Der Rechner heißt "eule". Angemeldet ist die Benutzerin ida.', 'ida', 'eule'],
  ['Die Maschine mit dem Namen eule-2 ist hier. Du bist als ole angemeldet.', 'ole', 'eule-2'],
  ["Le serveur s'appelle « merle ». Vous êtes connecté en tant que marie.", 'marie', 'merle'],
  ['El servidor se llama garza. Eres el usuario lucia.', 'lucia', 'garza']
])('%s', (body, user, host) => {
  expect(readInitial(body)).toMatchObject({ user, host })
})

it('rights, jobs, links and empty folders in everyday words', () => {
  const body =
    'You are ada. run.sh in /srv/t is not executable. A cron job of mine runs /srv/b.sh every night at 3:15, but nothing came since Tuesday. /srv/now is a symlink to rel/42. There are no files in /srv/up. Nobody but ben may read /srv/key.pem. /home/eva/.ssh is there. Each group works alone. The account of eva is locked.'
  const effects = of(body)
  expect(effects).toEqual(
    expect.arrayContaining([
      { do: 'claim', path: '/srv/t/run.sh', kind: 'file' },
      { do: 'mode', path: '/srv/t/run.sh', mode: '644' },
      { do: 'write', path: '/var/spool/cron/crontabs/ada', content: '15 3 * * * /srv/b.sh\n' },
      { do: 'link', path: '/srv/now', to: 'rel/42' },
      { do: 'mkdir', path: '/srv/up' },
      { do: 'mode', path: '/srv/key.pem', owner: 'ben', mode: '600' },
      { do: 'claim', path: '/home/eva/.ssh', kind: 'folder' }
    ])
  )
  expect(effects.flatMap((one) => (one.do === 'user' || one.do === 'group' ? one.name : []))).not.toContain('works')
  expect(effects.flatMap((one) => (one.do === 'user' ? one.name : []))).not.toContain('locked')
})

it.each([
  ['You are ada. Her folder diary can be listed but not entered.', 'cd diary', 'What somebody may not do'],
  ['You are ada. A folder called diary that nobody but her may read.', 'ls diary', 'What somebody may not do'],
  ['You are ada. The root file system is mounted read-only.', 'touch x', 'A disk that is only read'],
  ['You are ada. The root file system is mounted read-only.', 'echo 1 > x', 'A disk that is only read'],
  ['You are ada. There is a folder called old with 37 JPEGs.', 'cd old && ls | wc -l', 'How many files there are'],
  [
    'You are ada. There is a folder called old with 37 JPEGs.',
    'python3 -c \'import os; os.listdir("old")\'',
    'How many files there are'
  ],
  ['You are ada. ~/t/h.c has a hard link to it, ~/t/g.c.', 'cd t && ls -l', 'Links'],
  [
    'The repository is /srv/r. A merge of x into main was started.',
    'cat .git/MERGE_HEAD',
    'A merge or rebase that is under way'
  ],
  ['The package is installed in development mode.', 'pip show conf', 'A package that is installed from its source'],
  ['notes:\n  - API_URL is http://x', 'echo $API_URL', 'Variables of the shell']
])('%s %s', (body, typed, what) => {
  expect(asks(body, typed)).toBe(what)
  expect(asks(body, 'echo 1')).toBeNull()
})

it('a listing is not asked for what lies deeper than it shows', () => {
  const body = 'You are ada. /home/ada/a/b.log has 120 lines.'
  expect(asks(body, 'ls -l')).toBeNull()
  expect(asks(body, 'ls -l a')).toBe('How much is in files that are not shown')
  expect(asks(body, 'du')).toBe('How much is in files that are not shown')
})

it('what a text names is there: the folder above a path, a hidden file, a folder of a code base; what is expected is not', () => {
  const gone = (path: string) => `ls: cannot access '${path}': No such file or directory`
  expect(denied('You are ada. The key is ~/.ssh/id_rsa.', 'ls ~/.ssh', gone('/home/ada/.ssh'))).toEqual([
    'folder /home/ada/.ssh'
  ])
  expect(denied('You are ada. /tmp/.x is a lock.', 'ls -a /tmp', '.\n..')).toEqual(['file /tmp/.x'])
  expect(denied('You are ada. /tmp/.x is a lock.', 'ls /tmp', 'a')).toEqual([])
  expect(denied('The repository is /testbed. Tests live in testing/.', 'ls /testbed', 'src')).toEqual([
    'folder /testbed/testing'
  ])
  const body = 'You are root.\n\n/srv/a.log does not mention it.\n\n### Expected\nA new b.log.\n'
  expect(denied(body, 'cat b.log', 'cat: b.log: No such file or directory')).toEqual([])
  expect(denied(body, 'grep it /srv/a.log', 'grep: /srv/a.log: No such file or directory')).toEqual(['file /srv/a.log'])
})

it('a world as data tells of its machine and of files in words', () => {
  const yaml =
    'system:\n  name: relay-9\n  release: Debian 12.5\n  memory_mb: 4096\nsession:\n  user: noc\nfiles:\n  /opt/bin/relayd: binary, root, 0755\n  /opt/state.db: sqlite, 18 MB\n  /opt/a.txt: hello there\n'
  const { user, host, effects } = readInitial(yaml)
  expect({ user, host }).toEqual({ user: 'noc', host: 'relay-9' })
  expect(effects).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ do: 'hardware', memory: { size: 4194304 } }),
      expect.objectContaining({ do: 'system', version: '12.5' }),
      { do: 'claim', path: '/opt/bin/relayd', kind: 'file' },
      { do: 'claim', path: '/opt/state.db', kind: 'file' },
      { do: 'stamp', path: '/opt/state.db', size: 18 * 2 ** 20 },
      { do: 'write', path: '/opt/a.txt', content: 'hello there\n' }
    ])
  )
})

it('a program that is not on the box, who logs in, how many messages, what is huge', () => {
  expect(of('You are root. postgres is NOT on this box.')).toContainEqual({
    do: 'uninstall',
    manager: 'apt',
    name: 'psql'
  })
  expect(readInitial('Access: ssh as `triage`, uid 2040.').user).toBe('triage')
  expect(of('You are root.\n* /srv/in contains 212 messages\n* /srv/a contains 3 lines\n')).toEqual(
    expect.arrayContaining([
      { do: 'claim', path: '/srv/in', kind: 'folder' },
      { do: 'claim', path: '/srv/a', kind: 'file' }
    ])
  )
  expect(asks('You are root. It logs to /srv/a.log which is huge, 3.4G lol.', 'ls -lh /srv/a.log')).toBe(
    'How large files are'
  )
  expect(
    asks('You are in /srv/r, a git repository on main with one commit, "A". I started a bisect and left.', 'git status')
  ).toBe('A merge or rebase that is under way')
})

it('code: where it is, a package with its files, a file of a hidden folder, a dir with pictures', () => {
  const body =
    'finish my game! its in ~/jam (im kit). The package lives in kit/ with __init__.py and a.py. There is an OWNERS file in .github. theres an assets dir with 14 pngs.'
  const initial = readInitial(body, { cwd: '/workspace' })
  expect(initial.cwd).toBe('/home/kit/jam')
  expect(initial.effects).toContainEqual({ do: 'claim', path: '/home/kit/jam/assets', kind: 'folder' })
  expect(namedFiles(body, initial).flatMap((one) => (one.do === 'claim' ? one.path : []))).toEqual(
    expect.arrayContaining(['/home/kit/jam/kit/__init__.py', '/home/kit/jam/kit/a.py'])
  )
  // A file that is shown by its name lies where it was told of.
  expect(
    of('The repository is /srv/r. The package lives in kit/ with a.py and b.py. b.py:\n\n```python\nB = 1\n```\n')
  ).toContainEqual({ do: 'write', path: '/srv/r/kit/b.py', content: 'B = 1\n' })
  // In a terminal it may be anything that is there.
  expect(readInitial('im kit. its in ~/jam.').cwd).toBe('/home/kit')
})

it('what is to be made is no folder: the Makefile is looked at', () => {
  const claims = [{ path: '/r/Makefile', kind: 'file' as const }]
  expect(touchedBy(commandsIn('make test'), claims, { cwd: '/r', home: '/root' })).toEqual(claims)
})
