// Statements of an initial state that no rule has read, and the commands that would show them.

import { expect, it } from 'vitest'
import { commandsIn } from '../../../../src/core/domains/shell/commands.ts'
import { doubted, doubtsIn } from '../../../../src/core/grounds/effects/doubts.ts'
import { type Initial, readInitial } from '../../../../src/core/grounds/effects/initial.ts'

/** As if no rule had read anything of the text. */
const unread = (body: string): Initial => ({
  ...readInitial(''),
  prompt: '',
  host: 'web1',
  cwd: '/srv',
  home: '/root',
  effects: [],
  ...(body && {})
})

const asks = (body: string, typed: string, initial = unread(body)): string | null =>
  doubted(commandsIn(typed), doubtsIn(body, initial), initial)?.what ?? null

it.each([
  ['Three workers of gunicorn are up.', 'pgrep -c gunicorn', 'Programs that run'],
  ['The load average is 4.', 'uptime', 'The load'],
  ['It has 16 GB of RAM.', 'free -m', 'Memory'],
  ['The machine has four cores.', 'nproc', 'Processors'],
  ['The disk is 91% full.', 'df -h', 'The disk'],
  ['The archive is mounted at /mnt/old.', 'findmnt', 'What is mounted'],
  ['The API answers on 127.0.0.1:8443.', 'ss -tln | grep 8443', 'Ports that programs listen on'],
  ['Every five minutes a script mails the queue.', 'crontab -l', 'Jobs of cron'],
  ['Olga is also logged in.', 'who', 'Who else is logged in'],
  ['ufw lets 22 in.', 'ufw status', 'The firewall'],
  ['Somebody left a tmux session behind.', 'tmux ls', 'Sessions of tmux or screen'],
  ['The whole thing is a git repo.', 'git -C /srv log', 'A repository of git'],
  ['I committed "Add beds" last.', 'git log --oneline', 'A repository of git'],
  ['The last state is tagged as handout.', 'git tag', 'Tags of git'],
  ['There is one stash.', 'git stash list', 'Stashes of git'],
  ['One change is not committed.', 'git status', 'What is not committed'],
  ['She shares the group backupers.', 'id -nG', 'Groups of users'],
  ['The user has uid 1300.', 'id', 'Numbers of users'],
  ['/srv/a.env belongs to billing.', 'stat a.env', 'Owners and modes of files'],
  ['/srv/a.env is read-only.', 'cat a.env', 'Who may read and write files'],
  ['A symlink leads to /opt.', 'readlink cur', 'Links'],
  ['The clock reads 14:05.', 'date', 'The date and the time'],
  ['MONTH is set to mar.', 'printenv MONTH', 'Variables of the shell'],
  ['1,532 lines are in /srv/a.log.', 'wc -l /srv/a.log', 'How much is in files that are not shown'],
  ['/srv/old has 14 archives.', 'ls /srv/old | wc -l', 'How many files there are']
])('%s %s', (body, typed, what) => {
  expect(asks(body, typed)).toBe(what)
  // What is about something else is computed.
  expect(asks(body, 'ls /tmp')).toBeNull()
  expect(asks(body, 'pwd')).toBeNull()
})

it.each([
  'You are in a terminal on a fresh Debian 12 box.',
  'The user is a student who wants to learn git and to run a service every day.',
  'Be terse. The mood is calm, and nothing is urgent.',
  'Port 8080 is free, no cron is set up, and nobody else is logged in.',
  'Installed: git, curl and vim.',
  'The task is to create three files, commit them and tag the commit.'
])('%s asks nothing', (body) => {
  expect(doubtsIn(body, unread(body))).toEqual([])
})

it('what was read is not doubted', () => {
  const body =
    'You are ada on web1, in /srv/app, a git repository on branch main. Two commits so far: "Begin" and "Add flag". /srv/app/a.sh has mode 750 and belongs to ada. 2 CPUs, 4 GB RAM. nginx listens on port 80. The time zone is Europe/Berlin. LIMIT=10 is exported. ada is in the group lab.'
  expect(doubtsIn(body, readInitial(body))).toEqual([])
})

it('who is where on which machine is asked where the text seems to tell it and was not understood', () => {
  const body = 'Yusuf logs in to the old server, mole, and lands in /srv/yusuf.'
  const initial = { ...readInitial(''), effects: [] }
  for (const [typed, what] of [
    ['whoami', 'Whose terminal it is'],
    ['hostname', 'The name of the machine'],
    ['ls -l', 'Where the terminal is']
  ] as const)
    expect(asks(body, typed, initial)).toBe(what)
  expect(doubtsIn(body, initial, { terminal: false })).toEqual([])
})

it('a word of a name is no plan', () => {
  const body = 'A virtual environment is in .venv with scikit-learn 1.4.2.'
  expect(asks(body, '.venv/bin/pip list', readInitial(body))).toBe('A virtual environment of Python')
})
