import { describe, expect, it } from 'vitest'
import { readInitial } from '../../../../src/core/grounds/effects/initial.ts'

/** The facts of a text in short: what is said of users, the clock and so on, in the words of their effects. */
function factsOf(text: string): string[] {
  return readInitial(text).effects.flatMap((effect): string[] => {
    const { do: kind, ...rest } = effect
    if (!/^(?:user|group|clock|locale|env|system|service|version|ask|host)$/.test(kind)) return []
    return [
      `${kind} ${Object.entries(rest)
        .filter(
          ([name, value]) =>
            !/^(?:url|like|codename)$/.test(name) && !(name === 'home' && /^\/home\//.test(String(value)))
        )
        .map(([, value]) => (Array.isArray(value) ? value.join('+') : String(value)))
        .join(' ')}`
    ]
  })
}

const told = (rows: [string, ...string[]][]) =>
  it.each(rows.map(([text, ...facts]) => ({ text, facts })))('$text', ({ text, facts }) => {
    expect(factsOf(text)).toEqual(facts)
  })

describe('the shell', () => {
  told([
    ['Her login shell is zsh.', 'env SHELL /usr/bin/zsh'],
    ['You use fish as your shell.', 'env SHELL /usr/bin/fish'],
    ['They use sh scripts.']
  ])
})

describe('users and groups', () => {
  told([
    ['There is a user bob with uid 1500 and shell /bin/zsh.', 'user bob 1500 /bin/zsh'],
    ['Two more people have accounts: ana and bob.', 'user ana', 'user bob'],
    [
      'Users: ana (uid 1001), bob (uid 1002, shell /bin/sh) and carol.',
      'user ana 1001',
      'user bob 1002 /bin/sh',
      'user carol'
    ],
    ['The user bob belongs to the groups docker and www-data.', 'user bob docker+www-data'],
    ['User bob is a member of the developers group.', 'user bob developers'],
    ['User bob, home /srv/bob.', 'user bob /srv/bob'],
    ['A service account ci exists. Another user, eve, has no sudo.', 'user ci', 'user eve'],
    ['A group devs (gid 2000) with members ana and bob.', 'group devs 2000', 'user ana devs', 'user bob devs'],
    ['You are logged in as deploy, who has passwordless sudo.', 'user deploy free'],
    ['User dev, shell bash, sudo without password.', 'user dev /bin/bash free'],
    ['You are deploy on web-01.', 'user deploy', 'host web-01'],
    ['The current user is ana. The machine is called heron.', 'user ana', 'host heron'],
    ['User guest (uid 1007, group guest only), home /home/guest.', 'user guest 1007 guest'],
    ['No user named bob.'],
    ['There is no user bob and no group devs.'],
    ['The users table has 40 rows. User stories are in docs/. The user experience matters.'],
    ['Users can log in with a token. The user is asked for a name.'],
    ['ana:x:1001:1001:Ana,,,:/home/ana:/bin/bash', 'user ana 1001 /bin/bash Ana,,,']
  ])
})

describe('time, place and variables', () => {
  told([
    ['it is 3 March 2024, 14:05 UTC', 'clock 2024-03-03 14:05:00 Etc/UTC'],
    ['Today is Monday, 4 March 2024.', 'clock 2024-03-04'],
    ['The date is March 3, 2024 and the time is 2:05 pm.', 'clock 2024-03-03 14:05:00'],
    ['The system clock says 2024-03-03 14:05:12, time zone Europe/Berlin.', 'clock 2024-03-03 14:05:12 Europe/Berlin'],
    ['Current time: 2024-03-03T14:05:00+02:00', 'clock 2024-03-03 14:05:00 Etc/GMT-2 +02:00'],
    ["The server's time zone is America/New_York.", 'clock America/New_York'],
    ['Timezone: Asia/Tokyo', 'clock Asia/Tokyo'],
    ['The clock is set to UTC.', 'clock Etc/UTC'],
    ['The certificate expires on 3 March 2024. The release date is 2024-01-01. It is due at 14:05.'],
    ['The locale is de_DE.UTF-8.', 'env LANG de_DE.UTF-8', 'locale de_DE.UTF-8'],
    ['Environment variables:\n- API_KEY=abc123\n- DEBUG=1', 'env API_KEY abc123', 'env DEBUG 1'],
    ['The variable EDITOR is set to vim. NODE_ENV is production.', 'env EDITOR vim', 'env NODE_ENV production'],
    ['With FOO=bar and BAZ=1 in the environment.', 'env FOO bar', 'env BAZ 1'],
    [
      'EDITOR=nano, OPTS=a,b and LANG=en_GB.UTF-8.',
      'env LANG en_GB.UTF-8',
      'locale en_GB.UTF-8',
      'env EDITOR nano',
      'env OPTS a,b'
    ],
    ['Set FOO=bar to enable debugging. DEBUG is not set. If TRACE=1, it logs.'],
    ['No environment variable TOKEN is set.']
  ])
})

describe('services', () => {
  told([
    ['nginx listens on port 80 and 443.', 'service nginx root 80', 'service nginx root 443'],
    ['nginx on 80, PostgreSQL 15 on 5432.', 'service nginx root 80', 'service postgres postgres 5432'],
    ['mysqld listens on 3306, node_exporter on 9100.', 'service mysqld mysql 3306', 'service node_exporter 9100'],
    ['Redis is running on 127.0.0.1:6379.', 'service redis-server redis 6379 127.0.0.1'],
    ['Port 3000 is taken by a node process.', 'service node 3000'],
    ['Services: nginx, cron and ssh.', 'service nginx root 80', 'service cron root', 'service sshd root 22'],
    ['A process `python3 train.py` is running.', 'service python3 python3 train.py'],
    ['nginx is installed but not running. Port 8080 is free. Nothing listens on 5432.'],
    ['The app should listen on port 3000. Configure nginx on port 80.'],
    ['There are 80 tests on 3 branches; see page 443.']
  ])
})

describe('systems and versions', () => {
  told([
    ['An Ubuntu 24.04 LTS server.', 'system ubuntu Ubuntu 24.04 true', 'ask snap', 'ask ufw'],
    ['Debian 11 (bullseye). Python 3.9.2.', 'system debian Debian GNU/Linux 11', 'version python3 3.9.2'],
    ['A Debian 12 machine.'],
    ['A Debian 12 machine with an Ubuntu 22.04 container image.'],
    ['Node v20.11.0 and npm 10.2.4.', 'version node 20.11.0', 'version npm 10.2.4'],
    ['The code requires Python >= 3.10 and supports node 18.'],
    ['On node 925 of the cluster.'],
    ['$ python3 --version\nPython 3.12.1', 'version python3 3.12.1']
  ])
})

const packagesOf = (text: string) =>
  readInitial(text).effects.flatMap((one) =>
    one.do === 'install' || one.do === 'uninstall' ? [`${one.do === 'install' ? '' : 'no '}${one.name}`] : []
  )

it.each([
  ['The crontab of root has one line: 15 2 * * * /usr/bin/b.sh. A=1 is set.', 'root', '15 2 * * * /usr/bin/b.sh'],
  ['kim\'s crontab: "*/10 * * * * /home/kim/sync.sh".', 'kim', '*/10 * * * * /home/kim/sync.sh'],
  ['Crontab of ana:\n0 3 * * 1-5 /opt/a\n@daily /opt/b -v', 'ana', '0 3 * * 1-5 /opt/a\n@daily /opt/b -v'],
  ["A cron job is '0 4 * * SUN ~/c.sh'.", 'root', '0 4 * * SUN ~/c.sh'],
  ['/etc/cron.d/certbot holds "0 */12 * * * root certbot -q renew".', null, '0 */12 * * * root certbot -q renew']
])('the jobs of cron are those of %j', (text, user, content) => {
  const path = user === null ? '/etc/cron.d/certbot' : `/var/spool/cron/crontabs/${user}`
  expect(readInitial(text).effects).toContainEqual({ do: 'write', path, content: `${content}\n` })
})

it.each([
  ['There is no python.', ['python', 'python3']],
  ['There is no python, only python3.', []]
])('what is not there: %j', (text, gone) => {
  expect(readInitial(text).effects.flatMap((one) => (one.do === 'uninstall' ? [one.name] : []))).toEqual(gone)
})

it('what stands in a list beside programs is one', () => {
  const names = (text: string) => readInitial(text).effects.flatMap((one) => (one.do === 'install' ? [one.name] : []))
  expect(names('ripgrep, fd, bat, fzf and docker are available.')).toEqual(
    expect.arrayContaining(['fd-find', 'bat', 'fzf'])
  )
  expect(names('curl, git and the internet are available.')).not.toContain('internet')
})

it.each<[string, string[]]>([
  ['ripgrep, tmux and htop are installed.', ['ripgrep', 'tmux', 'htop']],
  ['It has ripgrep, fzf and bat installed.', ['ripgrep', 'fzf', 'bat']],
  ['The tools rg, fd and kubectl are available.', ['ripgrep', 'fd-find', 'kubectl']],
  ['Installed: htop, jq 1.6. Not installed: tmux.', ['no tmux', 'htop', 'jq']],
  ['htop is installed, but tmux is not there.', ['no tmux', 'htop']],
  ['No docker. There is no tmux here.', ['no docker', 'no dockerd', 'no tmux']],
  ['Python packages: requests 2.31.0, flask.', ['requests', 'flask', 'python']],
  ['bash: jq: command not found is what it says.', []],
  ['$ jq .\nbash: jq: command not found', ['no jq']]
])('a package is there with its commands, or is not: %s', (text, packages) => {
  expect(packagesOf(text)).toEqual(packages)
})

it('a package brings all its commands', () => {
  const effects = readInitial('postgresql-client is installed.').effects.flatMap((one) =>
    one.do === 'install' ? one.commands : []
  )
  expect(effects).toEqual(expect.arrayContaining(['psql', 'pg_dump', 'pg_restore', 'createdb']))
})

it('a language that the machine has in another version is said, and one that it lacks is not', () => {
  const text = 'Python 3.12 and node 20 are there.'
  expect(readInitial(text, { runs: { python3: '3.11' } }).unread).toEqual([
    { line: 1, why: 'python3 says version 3.12, and runs what 3.11 runs.' }
  ])
  expect(readInitial(text, { runs: { python3: '3.12', node: '20' } }).unread).toEqual([])
})

it('what cannot be made so is said, with its line', () => {
  const text = 'A server.\nUbuntu 22.04, locale de_DE.UTF-8.\n\n$ docker ps\nCONTAINER ID\n'
  expect(readInitial(text).unread).toEqual([
    { line: 2, why: expect.stringContaining('C.UTF-8, not of de_DE.UTF-8') },
    { line: 2, why: expect.stringContaining('those of Debian 12, not of Ubuntu 22.04') },
    { line: 4, why: 'What `docker ps` shows; the model answers for it.' }
  ])
})

it.each([
  'Cron is configured elsewhere: `0 3 * * * x` is not in the crontab.',
  'The list points to a page.',
  'The docs say where volumes would be mounted at /data.',
  'Sudo is what only root needs to know of.',
  'Nobody is logged in; no users are logged in.',
  'The branch is two commits ahead of origin/main.',
  'The swap of both lists takes 2 GB of time.',
  'It works without a hypervisor: not KVM.',
  'The code base has no editors and no tests.'
])('what only sounds like a statement makes nothing: %s', (text) => {
  const { effects } = readInitial(text)
  expect(effects.filter(({ do: kind }) => /^(?:ask|link|write|mode|hardware|uninstall|git|env)$/.test(kind))).toEqual(
    []
  )
})

it.each([
  ['notes.md contains:\n```\none\n```', { '/root/notes.md': 'one\n' }],
  ['And here is `run.sh`, which prints its name:\n\n    echo run\n', { '/root/run.sh': 'echo run\n' }],
  ['Running main.py prints:\n```\none\n```', {}],
  ['`cat a.txt` shows one of two things in main.py:\n```\none\n```', {}]
])('a block below a sentence is the file that the sentence gives the content of: %j', (text, files) => {
  const written = readInitial(text).effects.flatMap((one) => (one.do === 'write' ? [[one.path, one.content]] : []))
  expect(Object.fromEntries(written)).toEqual(files)
})

it('commands of earlier sessions are not reproduced, commits are another history', () => {
  const unread = (text: string) => readInitial(text).unread.map(({ line }) => line)
  expect(unread('You are ada.\nThe history has 300 lines.\nThe bash history shows a failed login.')).toEqual([2, 3])
  expect(unread('A repository in /srv/app. The git history has 300 commits.')).toEqual([])
})
