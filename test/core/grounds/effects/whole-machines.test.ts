// Whose machine it is, when, and what its repositories hold, in wordings that were met in texts of other people.

import { expect, it } from 'vitest'
import { commandsIn } from '../../../../src/core/domains/shell/commands.ts'
import { clausesIn } from '../../../../src/core/grounds/effects/clauses.ts'
import { denialIn } from '../../../../src/core/grounds/effects/denial.ts'
import { doubted, doubtsIn } from '../../../../src/core/grounds/effects/doubts.ts'
import { readInitial } from '../../../../src/core/grounds/effects/initial.ts'
import type { StateChange } from '../../../../src/core/tree/ground.ts'

const effect = <Kind extends StateChange['do']>(text: string, kind: Kind) =>
  readInitial(text).effects.filter((one): one is Extract<StateChange, { do: Kind }> => one.do === kind)

const asked = (text: string, typed: string) => {
  const initial = readInitial(text)
  return doubted(commandsIn(typed), doubtsIn(text, initial), initial)?.what ?? null
}

it.each([
  ['It is 3 a.m. on 14 March 2024. You are root.', '2024-03-14', '03:00:00'],
  ['It is 3 p.m. Monday 4 March 2024.', '2024-03-04', '15:00:00'],
  ['On 2 May 2024, at 11:30 p.m., you log in to db1.', '2024-05-02', '23:30:00'],
  ["It is 4 o'clock in the afternoon of 5 June 2024.", '2024-06-05', '16:00:00'],
  ['It is noon on 6 July 2024.', '2024-07-06', '12:00:00'],
  ['It is 3 a.m. You are root.', undefined, '03:00:00']
])('a date and a time that stand together are both read: %s', (text, date, time) => {
  expect(effect(text, 'clock')).toEqual([{ do: 'clock', ...(date && { date }), time }])
})

it('a day on which something was done is not today', () => {
  expect(effect('On 14 March 2024 the disk was replaced.', 'clock')).toEqual([])
})

it.each([
  ["You are SSH'd into crow.internal as ops.", 'ops', 'crow.internal'],
  ["You're ssh'd to alder as tove.", 'tove', 'alder'],
  ['Mira has just logged into the old Raspberry Pi in the shed.', 'mira', null]
])('who is at the terminal, and of which machine: %s', (text, user, host) => {
  expect(readInitial(text)).toMatchObject({ user, host })
})

it('a repository is made where the text says it is, with the commits that it is told of', () => {
  expect(effect('The shop lives in /srv/shop and is a git checkout on branch rel/2. You are ana.', 'git')).toEqual([
    { do: 'git', path: '/srv/shop', branch: 'rel/2', commits: [] }
  ])
  const counted = 'The shop lives in /srv/shop and is a git checkout on branch rel/2, two commits ahead of origin.'
  expect(effect(counted, 'git')[0]?.branches).toBeUndefined()
  expect(asked(counted, 'git -C /srv/shop branch')).toBe('A repository of git')
  const last =
    "git: on branch topic, last commit 'a1b2c3d Add user model' by Bo Li <bo@example.org>, .env is untracked."
  expect(effect(`Layout:\n\n\`\`\`\napp/\n├── main.py\n└── .env\n\`\`\`\n${last}`, 'git')).toMatchObject([
    {
      commits: [{ message: 'Add user model', author: 'Bo Li', email: 'bo@example.org' }],
      pending: [{ path: 'app/.env', is: 'untracked' }]
    }
  ])
  expect(effect('- the repository was initialised today, nothing is committed yet', 'git')).toMatchObject([
    { commits: [] }
  ])
})

it('commits have the dates that people say, and a user the address beside the name', () => {
  const [git] = effect(
    'Repository ~/notes (user ana, ana@posteo.net). Branches: main, dev. Currently on dev. History of dev, newest first:\n' +
      '- 9f3c2d1 Fix it (Ana, yesterday)\n- 77aa01b Add search (Li Wei, two weeks ago)\n- 12bc9e0 Start (Ana, last month)\n',
    'git'
  )
  expect(git).toMatchObject({
    ...{ path: '/home/ana/notes', branch: 'dev', branches: ['main'] },
    identity: { name: 'Ana', email: 'ana@posteo.net' },
    commits: [{ date: 'last month' }, { author: 'Li Wei', date: '2 weeks ago' }, { date: 'yesterday' }]
  })
})

it('a machine in one line is read part by part', () => {
  const text = 'Alpine container, /app has index.js, node 20, user node, NODE_ENV=production, no git, no bash.'
  expect(effect(text, 'system')).toMatchObject([{ id: 'alpine' }])
  expect(effect(text, 'env')).toEqual([{ do: 'env', name: 'NODE_ENV', value: 'production' }])
  expect(effect(text, 'uninstall').map(({ name }) => name)).toEqual(['git'])
  expect(asked(text, 'which bash')).toBe('A shell that is not there')
  expect(effect('I have apples, pears, plums, and git.', 'install')).toEqual([])
})

it('a world in YAML says what is installed, in a row or a list', () => {
  for (const list of ['[git 2.43, docker]', '\n  - git 2.43\n  - docker'])
    expect(
      effect(`host: ci\nuser: ci\ntools: ${list}\nfiles:\n  a.txt: |\n    one\n`, 'install').map(({ name }) => name)
    ).toEqual(['git', 'docker.io'])
})

it('groups have the members in brackets, crontabs their users, and /etc/hosts what is mapped', () => {
  const users = effect('Groups: press (olga, tim), legal (rita). You are tim.', 'user')
  expect(users.map(({ name, groups }) => `${name} ${groups?.join()}`)).toEqual([
    'tim press',
    'olga press',
    'rita legal'
  ])
  expect(effect('A cron job of the user backup runs /opt/n.sh at 02:30 each night.', 'write')).toEqual([
    { do: 'write', path: '/var/spool/cron/crontabs/backup', content: '30 2 * * * /opt/n.sh\n' }
  ])
  const maps = '`/etc/hosts` maps 10.0.0.5 to db.internal and 10.0.0.6 to cache.internal.'
  expect(effect(maps, 'append')[0]?.content).toBe('10.0.0.5\tdb.internal\n10.0.0.6\tcache.internal\n')
})

it('what has entries is a file', () => {
  expect(effect('~/.ssh/config has two entries, a and b.', 'claim')).toEqual([
    { do: 'claim', path: '/root/.ssh/config', kind: 'file' }
  ])
})

it('what is told of sudo, tests, greetings and processors is asked for', () => {
  expect(effect('- User: ana (no sudo)', 'ask')).toEqual([{ do: 'ask', program: 'sudo' }])
  expect(effect('You are root on a Raspberry Pi.', 'ask')).toContainEqual({ do: 'ask', program: 'uname', words: '-m' })
  expect(asked('The MOTD warns of works on Sunday.', 'cat /etc/motd')).toBe('The message of the day')
  expect(asked('In tests/ are 3 tests, one fails.', 'python3 -m pytest -q')).toBe('Tests, and how they end')
})

it.each([
  ['An Ubuntu 22.04 server.', 'timedatectl', true],
  ['An Ubuntu 22.04 server.', 'apk', false],
  ['An Alpine container.', 'apk', true],
  ['An Alpine container.', 'timedatectl', false],
  ['A Debian container.', 'systemctl', false],
  ['A machine.', 'timedatectl', false]
])('%s has %s: %s', (text, program, there) => {
  const turn = { commands: commandsIn(program), output: `bash: ${program}: command not found`, cwd: '/', home: '/root' }
  expect(denialIn(turn, { clauses: clausesIn(text, []), effects: [], cwd: '/' }, () => []) !== null).toBe(there)
})
