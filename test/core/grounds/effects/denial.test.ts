// What a machine says is not there, against what its world's text names.

import { expect, it } from 'vitest'
import { commandsIn } from '../../../../src/core/domains/shell/commands.ts'
import { clausesIn } from '../../../../src/core/grounds/effects/clauses.ts'
import { denialIn } from '../../../../src/core/grounds/effects/denial.ts'
import { readInitial } from '../../../../src/core/grounds/effects/initial.ts'
import type { StateChange } from '../../../../src/core/tree/ground.ts'

/** @param had what was read of the text; nothing, so that the machine has nothing of it */
function denied(
  body: string,
  typed: string,
  output: string,
  { had = [], before = '' }: { had?: StateChange[]; before?: string } = {}
) {
  const text = { clauses: clausesIn(body, had), effects: had, cwd: '/home/ada' }
  const turn = { commands: commandsIn(typed), output, cwd: '/home/ada', home: '/home/ada' }
  const found = denialIn(turn, text, () => commandsIn(before))
  return found && [found.name, ...found.claims.map(({ kind, path }) => `${kind} ${path}`)]
}

const GONE = (path: string) => `cat: ${path}: No such file or directory`

it('a file, a folder or what lies in a folder that the text names is to be there', () => {
  const body = 'Below ~/work sits plan.txt. The logs are kept in /srv/logs, day by day.'
  expect(denied(body, 'cat plan.txt', GONE('plan.txt'))).toEqual(['/home/ada/plan.txt', 'file /home/ada/plan.txt'])
  expect(denied(body, 'cd work', 'bash: cd: work: No such file or directory')).toEqual([
    '/home/ada/work',
    'folder /home/ada/work'
  ])
  expect(denied(body, 'cat /srv/logs/mon.log', GONE('/srv/logs/mon.log'))).toEqual(['/srv/logs', 'folder /srv/logs'])
  expect(denied(body, 'cat other.txt', GONE('other.txt'))).toBeNull()
})

it('users, programs, branches, patterns and empty answers are denials, too', () => {
  const body =
    'Irma has an account here. She likes ncdu. The branch draft is old. The log has 3 lines with E42. sshd is on 2222.'
  expect(denied(body, 'id irma', 'id: ‘irma’: no such user')).toEqual(['irma'])
  expect(denied(body, 'getent passwd irma', '')).toEqual(['irma'])
  expect(denied(body, 'ncdu', 'bash: ncdu: command not found')).toEqual(['ncdu'])
  expect(denied(body, 'which ncdu', '')).toEqual(['ncdu'])
  expect(denied(body, 'git checkout draft', "error: pathspec 'draft' did not match any file(s) known to git")).toEqual([
    'draft'
  ])
  expect(denied(body, 'grep -c E42 app.log', '0')).toEqual(['E42'])
  expect(denied(body, 'ss -tln | grep 2222', '')).toEqual(['2222'])
  expect(denied(body, 'id bob', 'id: ‘bob’: no such user')).toBeNull()
  expect(denied(body, 'mkdir draft', '')).toBeNull()
})

it.each([
  ['There is no plan.txt yet.', 'is said to be missing'],
  ['Neither plan.txt nor notes.md is here.', 'is said to be missing in a row'],
  ['The task is to write plan.txt.', 'is still to be made']
])('what %s is not denied: it %s', (body) => {
  expect(denied(body, 'cat plan.txt', GONE('plan.txt'))).toBeNull()
})

it('what the machine had and what the session took away is gone', () => {
  const body = 'In her home lies plan.txt.'
  const had: StateChange[] = [{ do: 'write', path: '/home/ada/plan.txt', content: 'x\n' }]
  expect(denied(body, 'cat plan.txt', GONE('plan.txt'), { had })).toBeNull()
  for (const before of ['rm plan.txt', 'mv ~/plan.txt /tmp', 'rm *'])
    expect(denied(body, 'cat plan.txt', GONE('plan.txt'), { before })).toBeNull()
  expect(denied(body, 'rm plan.txt; cat plan.txt', GONE('plan.txt'))).toBeNull()
  expect(denied(body, 'rm plan.txt', "rm: cannot remove 'plan.txt': No such file or directory")).not.toBeNull()
})

it('names in the text of a file are the file’s', () => {
  const content = 'cat plan.txt'
  const had: StateChange[] = [{ do: 'write', path: '/home/ada/go.sh', content: `${content}\n` }]
  expect(denied(`go.sh:\n    ${content}`, 'cat plan.txt', GONE('plan.txt'), { had })).toBeNull()
})

it('a folder that the text speaks of is not empty unless it says so, and where somebody is only where it tells of files', () => {
  const had: StateChange[] = ['/srv/out', '/home/ada'].map((path) => ({ do: 'mkdir', path }))
  expect(denied('Builds go to /srv/out.', 'ls /srv/out', '', { had })).toEqual(['/srv/out', 'folder /srv/out'])
  expect(denied('/srv/out is empty.', 'ls /srv/out', '', { had })).toBeNull()
  expect(denied('You are in /home/ada, on a fresh Debian.', 'ls', '', { had })).toBeNull()
})

it('a listing of the first folder has the files that the text names and that are nowhere', () => {
  expect(denied('Her notes.md waits.', 'ls', 'bin')).toEqual(['notes.md', 'file /home/ada/notes.md'])
  expect(denied('Her notes.md waits.', 'ls', 'bin  notes.md')).toBeNull()
  expect(denied('Node.js and example.org are fine.', 'ls', 'bin')).toBeNull()
})

it('a script that may be run is run', () => {
  const refused = 'bash: ./go.sh: Permission denied'
  expect(denied('go.sh, which he may execute, says hi.', './go.sh', refused)).toEqual(['./go.sh'])
  expect(denied('go.sh has mode 644.', './go.sh', refused)).toBeNull()
})

it('what was read of a text is had', () => {
  const body = 'You are ada in /home/ada. notes.txt contains "milk".'
  const { effects } = readInitial(body)
  expect(denied(body, 'cat notes.txt', GONE('notes.txt'), { had: effects })).toBeNull()
})
