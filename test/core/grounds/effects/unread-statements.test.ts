// Kinds of statements that strangers' texts had, and that a machine contradicted: each is read, or the model is asked for what shows it.

import { expect, it } from 'vitest'
import { commandsIn } from '../../../../src/core/domains/shell/commands.ts'
import { clausesIn } from '../../../../src/core/grounds/effects/clauses.ts'
import { denialIn } from '../../../../src/core/grounds/effects/denial.ts'
import { doubted, doubtsIn } from '../../../../src/core/grounds/effects/doubts.ts'
import { isForeign } from '../../../../src/core/grounds/effects/foreign.ts'
import { readInitial } from '../../../../src/core/grounds/effects/initial.ts'
import { ASKS, WORLDS } from '../../../fixtures/statements.ts'

const GERMAN =
  'Der Rechner heißt eule und ist ein Debian. Du bist der Benutzer mit dem Namen ida.\nDas Verzeichnis ist /home/ida.\n\n/home/ida/plan.txt:\n```\nMorgen\n```\n\nida@eule:~$ '

/** What the model is asked for the command, after the earlier ones. */
function asks(body: string, typed: string, earlier: readonly string[] = []): string | null {
  const initial = readInitial(body)
  const before = () => earlier.flatMap((one) => commandsIn(one))
  return doubted(commandsIn(typed), doubtsIn(body, initial), { ...initial, earlier: before })?.what ?? null
}

function denied(body: string, typed: string, output: string, earlier = ''): string | null {
  const { cwd, home } = readInitial(body)
  // As if no rule had read anything of the text.
  const text = { clauses: clausesIn(body, []), effects: [], cwd }
  const turn = { commands: commandsIn(typed), output, cwd, home }
  return denialIn(turn, text, () => commandsIn(earlier))?.name ?? null
}

it.each([
  ['The box has been up for 112 days.', 'uptime -p', 'How long the machine is up'],
  ['Load average is 38.2, 35.0, 21.7.', 'cat /proc/loadavg', 'The load'],
  ['The board is an armv7l one.', 'uname -m', 'The processor'],
  ['Data lies on a separate ext4 mount.', 'findmnt -no FSTYPE /', 'What is mounted'],
  ['The disk of 250 GB has only 12 GB free.', 'df -h /', 'The disk'],
  ['A cron job runs /opt/c.sh.', 'grep -r c.sh /etc/cron.d', 'Jobs of cron'],
  ['The last line of dmesg says that the link is down.', 'dmesg', 'What the kernel and the journal say'],
  ['HISTFILE has apt update and reboot.', 'history', 'Commands of earlier sessions'],
  ['There is a folder called old with 37 JPEGs.', 'ls old | wc -l', 'How many files there are'],
  ['He keeps eleven text files in a folder called soups.', 'ls soups', 'How many files there are'],
  ['A stale lock /run/a.lock is dated three days ago.', 'stat /run/a.lock', 'How old files are'],
  ['~/keep.txt is immutable.', 'rm keep.txt', 'Files that nobody can change'],
  ['/etc/shadow is, by mistake, world-readable.', 'stat -c %a /etc/shadow', 'Owners and modes of files'],
  ['Pupils cannot read /home/rowe.', 'ls /home/rowe', 'What somebody may not do'],
  ['notes.md is here. All files have mode 0440.', 'stat -c %a notes.md', 'Owners and modes of files'],
  ['The user guest01 logs in. Pupils have guest02 to guest90.', 'getent passwd', 'Users that are counted on'],
  ['The modules gcc/12.3 and openmpi/4.1 are loaded.', 'gcc --version', 'Modules of the environment'],
  ['A git repository on branch main. HEAD is at 3f9c2e1.', 'git log', 'Hashes of commits'],
  ['The repository has a branch fix, and a branch main too.', 'git log --format=%s', 'A repository of git']
])('%s %s', (body, typed, what) => {
  expect(asks(body, typed)).toBe(what)
  expect(asks(body, 'echo 1')).toBeNull()
})

it('rows of tables and lines below a name of YAML are read with what stands above them', () => {
  const table = '| service | port |\n|---|---|\n| sshd | 2222 |\n'
  expect(clausesIn(table, []).map(({ text }) => text)).toContain('| service sshd port 2222')
  const yaml = 'processes:\n  - pid: 12\n    user: rosa\n'
  expect(clausesIn(yaml, []).map(({ text }) => text)).toEqual([
    'processes:',
    '- processes pid: 12',
    '- processes user: rosa'
  ])
})

it('a program that is not there is asked for unless a rule took it away', () => {
  const body = 'nano is installed, vim is not; yarn isn’t. frobnicate is missing.'
  expect(readInitial(body).effects).toContainEqual({ do: 'uninstall', manager: 'apt', name: 'vim' })
  const unread = { ...readInitial(body), effects: [] }
  const doubts = doubtsIn(body, unread)
  expect(doubted(commandsIn('frobnicate -h'), doubts, unread)?.what).toBe('Programs that are not there')
  const earlier = () => commandsIn('apt install frobnicate')
  expect(doubted(commandsIn('frobnicate -h'), doubts, { ...unread, earlier })).toBeNull()
})

it('what the session has changed is as the machine has it', () => {
  const body = '/etc/shadow is world-readable.'
  expect(asks(body, 'stat /etc/shadow')).toBe('Owners and modes of files')
  expect(asks(body, 'stat /etc/shadow', ['chmod 600 /etc/passwd'])).toBe('Owners and modes of files')
  expect(asks(body, 'stat /etc/shadow', ['chmod 600 /etc/shadow'])).toBeNull()
})

it('a text in another language is asked for all that shows how the machine is, but for what the session made', () => {
  const body =
    'Der Rechner heißt amsel. Der Ordner gehört root und darf nicht gelesen werden. Das Paket ist nicht installiert.'
  expect(isForeign(body)).toBe(true)
  expect(isForeign('The folder of ada is on the disk, and the log in it is a file of root.')).toBe(false)
  expect(asks(body, 'which git')).toBe('A text in another language')
  expect(asks(body, 'cat a.txt')).toBe('A text in another language')
  expect(asks(body, 'cat a.txt', ['echo 1 > a.txt'])).toBeNull()
  expect(asks(body, 'expr 3 + 4')).toBeNull()
})

it('a file that the text puts in a folder nobody has read is not shown where the shell stands', () => {
  const body = 'You are ada. There is a directory called soups, in which bread.txt says "Flour".'
  expect(asks(body, 'ls')).toBe('Where files lie')
  expect(asks(body, 'cat bread.txt')).toBe('Where files lie')
})

it('a plain word, a part of a path, a broken archive and a missing repository are denials', () => {
  const gone = (path: string) => `cat: ${path}: No such file or directory`
  const body =
    'You are ada. She never filled the folder music. /srv/app holds conf/a.conf. Postgres runs. dump.tar.gz has three files. It is a git repository.'
  expect(denied(body, 'cat /srv/app/conf/a.conf', gone('/srv/app/conf/a.conf'))).not.toBeNull()
  expect(
    denied(
      'There is also the home of anton.',
      'ls /home/anton',
      "ls: cannot access '/home/anton': No such file or directory"
    )
  ).toBe('/home/anton')
  expect(
    denied('Grafana runs.', 'ls /etc/grafana', "ls: cannot access '/etc/grafana': No such file or directory")
  ).toBe('/etc/grafana')
  expect(denied(body, 'tar tzf dump.tar.gz', 'gzip: stdin: unexpected end of file')).toBe('dump.tar.gz')
  expect(denied(body, 'git log', 'fatal: not a git repository (or any of the parent directories): .git')).toBe(
    'The repository'
  )
  expect(denied('The mail queue is empty.', 'mailq', 'bash: mailq: command not found')).toBe('mailq')
  expect(denied('She likes ncdu and htop.', 'which htop ncdu', '/usr/bin/htop')).toBe('ncdu')
  // Looking for a name takes nothing away.
  expect(denied('There is also the home of anton.', 'ls /home/anton', gone('/home/anton'), 'find / -name "a*"')).toBe(
    '/home/anton'
  )
})

it('who and where: a user in a plain sentence, a machine by its name, lists of YAML', () => {
  expect(readInitial('hi, my user is called mia.').user).toBe('mia')
  expect(readInitial('You are on-call, logged in as root over SSH.').user).toBe('root')
  expect(readInitial('i am user tim, and secret.txt is of dad (user papa).').user).toBe('tim')
  expect(readInitial('User priya works in /data/churn, a git repository.')).toMatchObject({
    user: 'priya',
    cwd: '/data/churn'
  })
  for (const body of [
    'mail-02.example.net is a Debian 12 box.',
    "The machine's name is mail-02.example.net.",
    'The name of the machine is mail-02.example.net.',
    'debian 12. host=mail-02.example.net. root shell.'
  ])
    expect(readInitial(body).host, body).toBe('mail-02.example.net')
  expect(readInitial('A shared server (dev-north) is here.').host).toBe('dev-north')
  expect(readInitial('He uses the staging host stg-07.').host).toBe('stg-07')
  const yaml =
    'current_user: bento\nkernel: 6.1.0-18\nusers:\n  - name: rosa\n    uid: 1100\n    sudo: true\nlistening:\n  - 7000/tcp relayd\npackages:\n  installed: [jq]\n  missing: [git]\nfiles:\n  a.log: empty\n'
  const { user, effects } = readInitial(yaml)
  expect(user).toBe('bento')
  expect(effects).toEqual(
    expect.arrayContaining([
      { do: 'user', name: 'rosa', home: '/home/rosa', uid: 1100, groups: ['sudo'] },
      { do: 'service', name: 'relayd', port: 7000 },
      { do: 'uninstall', manager: 'apt', name: 'git' },
      { do: 'write', path: '/home/bento/a.log', content: '' }
    ])
  )
})

it('rights in brackets, archives, sizes and dangling links are those of what they stand behind', () => {
  const of = (body: string) => readInitial(`You are ada. ${body}`).effects
  expect(of('There is a SUID binary /usr/local/bin/readlog (root, mode 4755).')).toEqual(
    expect.arrayContaining([
      { do: 'claim', path: '/usr/local/bin/readlog', kind: 'file' },
      { do: 'mode', path: '/usr/local/bin/readlog', owner: 'root', group: 'root', mode: '4755' }
    ])
  )
  expect(of('In /home there are also the directories of anton (mode 700).')).not.toContainEqual(
    expect.objectContaining({ path: '/home', mode: '700' })
  )
  expect(
    of('/opt/loot has a zip archive exfil.zip that holds report.docx.').map((one) => 'path' in one && one.path)
  ).not.toContain('/opt/loot/report.docx')
  expect(of('features.parquet is 48 MB.')).toContainEqual({
    do: 'claim',
    path: '/home/ada/features.parquet',
    kind: 'file'
  })
  expect(of('There is a dangling symlink ~/old pointing at /mnt/gone.').slice(-3, -1)).toEqual([
    { do: 'link', path: '/home/ada/old', to: '/mnt/gone' },
    { do: 'remove', path: '/mnt/gone' }
  ])
  const logins = of('Others have the logins pupil01 to pupil03.')
  expect(logins.flatMap((one) => (one.do === 'user' ? one.name : []))).toEqual(['ada', 'pupil01', 'pupil02', 'pupil03'])
})

it.each([
  ['The box has the usual tools, Python 3.11 and sudo. User guest has no rights.', 'id'],
  ['You are guest (user guest). /etc and /opt are not writable for guest.', 'ls /etc'],
  ['User dev, sudo without password.', 'sudo -l'],
  ['You are dev in /home/dev/a, a git repository on branch main.\nHistory, newest first: "Two", "One".', 'history'],
  ['/home/dev holds notes.txt and an empty folder src/. You are dev.', 'cat notes.txt'],
  ['You are tom. ~ has a folder pics with 3 empty files (cat.png, dog.png and fish.png).', 'ls pics'],
  ['You are tom. ~/VERSION says 4.2.1.', 'cat VERSION'],
  ['$ git status\nno changes added to commit (use "git add" and/or "git commit -a")\n$ ', 'git branch'],
  [GERMAN, 'cat plan.txt'],
  [GERMAN, 'whoami'],
  [
    'You are sam in /home/sam/logs. It contains app.log (1,024 bytes, last modified 2026-01-10 08:00 UTC).',
    'stat app.log'
  ],
  ['You are bea.\nbea@oak:~$ ls -l\n-rw-r----- 1 bea staff 6 Mar 1 10:00 a.txt\nbea@oak:~$ ', 'ls -l a.txt']
])('what a rule reads is not asked: %s', (body, typed) => {
  expect(asks(body, typed)).toBeNull()
})

it('the dates of a listing are those of its files', () => {
  const body =
    'bea@oak:~$ ls -l\n-rw-r----- 1 bea staff 6 Mar  1 10:00 a.txt\n-rw-r----- 1 bea staff 7 Jan  5  2024 b.txt\nbea@oak:~$ '
  expect(readInitial(body).effects.filter((one) => one.do === 'stamp')).toEqual([
    { do: 'stamp', path: '/home/bea/a.txt', size: 6, modified: 'Mar 1 10:00' },
    { do: 'stamp', path: '/home/bea/b.txt', size: 7, modified: 'Jan 5 2024' }
  ])
})

it('what a folder contains in quotes is a file where it has the name of one', () => {
  const of = (body: string) => readInitial(`You are ada. ${body}`).effects
  expect(of('`/srv/data` contains `a.csv`, with the header `id,n` and the rows `1,40` and `2,55`.')).toEqual(
    expect.arrayContaining([
      { do: 'mkdir', path: '/srv/data' },
      { do: 'write', path: '/srv/data/a.csv', content: 'id,n\n1,40\n2,55\n' }
    ])
  )
  expect(of('/etc/motd contains `hello`.')).toContainEqual({ do: 'write', path: '/etc/motd', content: 'hello\n' })
})

it.each(Object.entries(WORLDS))('nothing is asked of what is made so: %s', (_name, statements) => {
  const body = `A machine (1).\n${statements.map(([says]) => says).join('\n\n')}`
  const made = statements.filter(([, , shows]) => shows !== ASKS).map(([, command]) => command)
  expect(made.filter((command) => asks(body, command, made.slice(0, made.indexOf(command))))).toEqual([])
})
