// Initial states as different people write them: a handover, bullets, a story, a table of rights, facts with dots, rows of "key=value".
import { expect, test } from 'vitest'
import { readInitial } from '../../../../src/core/grounds/effects/initial.ts'
import type { StateChange } from '../../../../src/core/tree/ground.ts'

/** Files by their paths with what they hold; `null` for folders, `->` for links. */
function filesOf(text: string): Record<string, string | null> {
  const { effects } = readInitial(text)
  return Object.fromEntries(
    effects.flatMap((one): [string, string | null][] =>
      one.do === 'write'
        ? [[one.path, one.content]]
        : one.do === 'mkdir'
          ? [[one.path, null]]
          : one.do === 'link'
            ? [[one.path, `-> ${one.to}`]]
            : one.do === 'claim'
              ? [[one.path, '?']]
              : []
    )
  )
}
const of = <Do extends StateChange['do']>(text: string, what: Do) =>
  readInitial(text).effects.filter((one): one is Extract<StateChange, { do: Do }> => one.do === what)
const rights = (text: string) =>
  Object.fromEntries(
    of(text, 'mode').map(({ path, owner = '', group = '', mode = '' }) => [path, [owner, group, mode].join(' ')])
  )

test('the home directory is somebody’s own, and what it holds lies there', () => {
  const text =
    'The account is `stu` (home /home/stu). The home directory contains the directories `docs` and `src`. `docs` has one file, `todo.txt`, which contains two lines: `read` and `rest`. A symbolic link `latest` in the home directory points to `docs/todo.txt`.'
  expect(filesOf(text)).toEqual({
    '/home/stu': null,
    '/home/stu/docs': null,
    '/home/stu/src': null,
    '/home/stu/docs/todo.txt': 'read\nrest\n',
    '/home/stu/latest': '-> docs/todo.txt'
  })
})

test('a folder holds as many files as it is said to, and what is told behind them lies beside it', () => {
  const text =
    'You work as `ops`. Everything lives below /srv/feed: there\'s a folder inbox which is empty, a folder done with one file, report.csv, that has two lines, "id" and "1", and a script run.sh (mode 750) that echoes "ready". You start there.'
  expect(filesOf(text)).toMatchObject({
    '/srv/feed/done/report.csv': 'id\n1\n',
    '/srv/feed/run.sh': "#!/bin/bash\necho 'ready'\n"
  })
  expect(rights(text)).toEqual({ '/srv/feed/run.sh': '  750' })
})

test('rows of a path with its rights and what it holds, in brackets or behind dashes', () => {
  const rows = `/srv/team - owner ann, group team, mode 2775
/srv/team/notes.md - owner ann, group team, mode 664, content "draft"
/srv/team/conf.ini (640, ben:team): "[a]\\nx=1"
/srv/team/tmp/ empty, 1777`
  expect(filesOf(rows)).toMatchObject({
    '/srv/team/notes.md': 'draft\n',
    '/srv/team/conf.ini': '[a]\nx=1\n',
    '/srv/team/tmp': null
  })
  expect(rights(rows)).toEqual({
    '/srv/team': 'ann team 2775',
    '/srv/team/notes.md': 'ann team 664',
    '/srv/team/conf.ini': 'ben team 640',
    '/srv/team/tmp': '  1777'
  })
})

test('who alone may read a file has it, and a folder of two names is theirs', () => {
  const text =
    'There are two people on this box (name: adder): lee and max. lee\'s home holds todo.md with the text "call max"; max\'s home holds secret.txt with "hush", which only max may read. Both belong to the group crew. /srv/lab is a directory of root:crew with mode 2770. The shell belongs to lee.'
  expect(readInitial(text)).toMatchObject({ user: 'lee', host: 'adder' })
  expect(filesOf(text)).toMatchObject({ '/home/lee/todo.md': 'call max\n', '/home/max/secret.txt': 'hush\n' })
  expect(rights(text)).toEqual({ '/home/max/secret.txt': 'max  600', '/srv/lab': 'root crew 2770' })
  expect(of(text, 'user').map(({ name, groups }) => [name, groups])).toEqual([
    ['lee', ['crew']],
    ['max', ['crew']]
  ])
})

test('only members may read a file: nobody is called so', () => {
  expect(rights('/srv/a.txt contains "x", and only members can read it.')).toEqual({})
})

test('the first and the second, the one and the other: each of those that were told before', () => {
  const queue =
    'I\'m root, sitting in /var/spool/out. There are two files here, q1.eml and q2.eml; the first holds the line "a", the second one "b".'
  expect(filesOf(queue)).toMatchObject({ '/var/spool/out/q1.eml': 'a\n', '/var/spool/out/q2.eml': 'b\n' })
  const logs = '/var/data contains 2024.log and 2025.log; 2024.log has the single line "old", the other is empty.'
  expect(filesOf(logs)).toMatchObject({ '/var/data/2024.log': 'old\n', '/var/data/2025.log': '', '/var/data': null })
})

test('entries below "files:" are files, and what somebody stands in is never one', () => {
  const bullets = `* user: tom (uid 1500)
* cwd: /data/set
* files:
  * a.json — \`{"n": 1}\`
  * b.txt — empty
  * old/ — directory, holds c.txt ("seen")`
  expect(filesOf(bullets)).toMatchObject({
    '/data/set/a.json': '{"n": 1}\n',
    '/data/set/b.txt': '',
    '/data/set/old/c.txt': 'seen\n'
  })
  expect(filesOf(bullets)['/data/set/files']).toBe(undefined)
  const dotted = `name ........ stork
account ..... deploy (uid 1100), home /srv/deploy
start dir ... /srv/deploy/app

/srv/deploy/app:
  VERSION     3.1.4
  conf/       dir`
  expect(readInitial(dotted)).toMatchObject({ user: 'deploy', host: 'stork', cwd: '/srv/deploy/app' })
  expect(filesOf(dotted)['/srv/deploy/app']).not.toContain('VERSION')
})

test('a line of pairs says whose machine it is, where and when', () => {
  const line = 'host=fir user=jo pwd=/opt/jo tz=America/Sao_Paulo date=2026-06-01 12:00'
  expect(readInitial(line)).toMatchObject({ user: 'jo', host: 'fir', cwd: '/opt/jo' })
  expect(of(line, 'clock')).toEqual([{ do: 'clock', date: '2026-06-01', time: '12:00:00', zone: 'America/Sao_Paulo' }])
})

test('histories from first to last, branches made from a commit, tags of any name, and what git does not know', () => {
  const text =
    'In /home/mo/calc there is a git repository. Its history on main, from first to last: "Create", "Add sum", "Add mean". A branch exp was made from "Add sum"; its only own commit is "Try median". The tag start marks "Create". cake.txt (content: "x") is there, which git does not know yet. HEAD is on main.'
  expect(of(text, 'git')).toMatchObject([
    {
      ...{ branch: 'main', commits: ['Create', 'Add sum', 'Add mean'] },
      branches: [{ name: 'exp', back: 1, commits: ['Try median'] }],
      tags: [{ name: 'start', back: 2 }],
      pending: [{ path: 'cake.txt', is: 'untracked' }]
    }
  ])
  const next =
    'main has two commits: "Start", "Add b". The branch next starts at "Start" and adds one commit, "Try c". It is a git repository. HEAD is on main.'
  expect(of(next, 'git')).toMatchObject([{ branch: 'main', branches: [{ name: 'next', back: 1, commits: ['Try c'] }] }])
})

test('a story: whose laptop, where he is, what is in a folder and what runs', () => {
  const story =
    'Otto opens the terminal on his laptop (it\'s called finch). His home folder has a directory named recipes, and in it there are soup.txt, where he noted "carrots", and bread.txt, where he noted "flour". He is in ~/recipes. A node process, started with `node /srv/web/server.js`, listens on port 3000. DEBUG is 1.'
  expect(readInitial(story)).toMatchObject({ user: 'otto', host: 'finch', cwd: '/home/otto/recipes' })
  expect(filesOf(story)).toMatchObject({
    '/home/otto/recipes/soup.txt': 'carrots\n',
    '/home/otto/recipes/bread.txt': 'flour\n'
  })
  expect(filesOf(story)['/home/otto/soup.txt']).toBe(undefined)
  expect(of(story, 'service')).toMatchObject([{ title: 'node /srv/web/server.js', port: 3000 }])
  expect(of(story, 'env')).toEqual([{ do: 'env', name: 'DEBUG', value: '1' }])
})

test('an entry below a folder’s entry lies in it, and says in brackets what it holds and whose it is', () => {
  const text =
    'You are logged in as ops.\n\n## Files\n- `/var/log/feed/` – directory with two files:\n  - `in.log` (2 lines: `up`, `down`)\n  - `key.log` (owned by root, mode 600)\n- `/home/ops/todo.txt` – empty\n'
  expect(filesOf(text)).toEqual({
    '/home/ops': null,
    '/var/log/feed': null,
    '/var/log/feed/in.log': 'up\ndown\n',
    '/var/log/feed/key.log': '?',
    '/home/ops/todo.txt': ''
  })
  expect(rights(text)).toEqual({ '/var/log/feed/key.log': 'root  600' })
})

test('rows in columns are files with their rights, and a block of code keeps its lines', () => {
  const text =
    'FILES\n=====\n/srv/w/a.php    640 root:web   "<?php f(); ?>"\n/srv/w/b.sh     755 root       "#!/bin/sh\\necho b"\n/srv/w/key      600 web        (unreadable)\n\n/srv/w/notes.md:\n```\n- `x/` directory\n  - y.txt\n```\n'
  expect(filesOf(text)).toMatchObject({
    '/srv/w/a.php': '<?php f(); ?>\n',
    '/srv/w/b.sh': '#!/bin/sh\necho b\n',
    '/srv/w/key': '?',
    '/srv/w/notes.md': '- `x/` directory\n  - y.txt\n'
  })
  expect(rights(text)).toEqual({
    '/srv/w/a.php': 'root web 640',
    '/srv/w/b.sh': 'root  755',
    '/srv/w/key': 'web  600'
  })
})

test('lists below "Users" and "Services" are of users and services', () => {
  const text =
    'USERS\n=====\n- root (uid 0)\n- vera (uid 1001), home /srv/vera, shell /bin/sh\n- `omar` is in `omar` and `dev`\n\n### Running services\n- Port 9000: feedd\n- mysqld on 127.0.0.1:3306\n- nginx (stopped), port 80\n\n## Rules\n- kim, be kind\n'
  expect(of(text, 'user')).toEqual([
    { do: 'user', name: 'vera', home: '/srv/vera', uid: 1001, shell: '/bin/sh' },
    { do: 'user', name: 'omar', home: '/home/omar', groups: ['dev'] }
  ])
  expect(of(text, 'service').map(({ name, port, address = '*' }) => [name, port, address])).toEqual([
    ['feedd', 9000, '*'],
    ['mysqld', 3306, '127.0.0.1']
  ])
})

test('a tree shows all of a folder but where dots stand, and a name without a slash among such with one is a file', () => {
  const text = '/srv/t\n├── bin/\n│   └── run      # starts it\n├── lib/\n│   ├── a.py\n│   └── ...\n└── new/\n'
  expect(filesOf(`The working directory is /srv/t.\n\n${text}`)).toEqual({
    '/srv/t': null,
    '/srv/t/bin': null,
    '/srv/t/bin/run': '?',
    '/srv/t/lib': '?',
    '/srv/t/lib/a.py': '?',
    '/srv/t/new': '?'
  })
})

test('an object of files has folders by their slash', () => {
  const text = '{"user": "kim", "cwd": "/w", "files": {"/w/a.txt": "1\\n", "/w/out/": null}}'
  expect(filesOf(text)).toMatchObject({ '/w/a.txt': '1\n', '/w/out': null })
  const nested =
    '{"machine": {"hostname": "otter"}, "session": {"user": "ines", "cwd": "/w"}, "filesystem": {"/w/a.txt": {"content": "1"}, "/w/pics": {"type": "directory"}}}'
  expect(filesOf(nested)).toEqual({ '/w': null, '/w/a.txt': '1\n', '/w/pics': null })
  expect(of(nested, 'host')).toEqual([{ do: 'host', name: 'otter' }])
})
