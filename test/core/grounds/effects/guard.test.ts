// What a world's text states and nobody has made so is not shown otherwise.

import { expect, it } from 'vitest'
import { commandsIn } from '../../../../src/core/domains/shell/commands.ts'
import { unshownBy } from '../../../../src/core/grounds/effects/guard.ts'
import { restsIn } from '../../../../src/core/grounds/effects/rests.ts'
import { unknownIn } from '../../../../src/core/grounds/effects/unknown.ts'
import type { StateChange } from '../../../../src/core/tree/ground.ts'

const AT = { cwd: '/home/ada/app', home: '/home/ada' }

/** Whether the model answers. @param had what was read of the text */
function asks(
  body: string,
  typed: string,
  output: string,
  { had = [], before = '' }: { had?: StateChange[]; before?: string } = {}
): boolean {
  const unknown = unknownIn(body, { user: 'ada', prompt: '', host: 'box', ...AT }, { terminal: true })
  const text = { ...unknown, rests: restsIn(body, had), made: JSON.stringify(had) }
  const turn = { commands: commandsIn(typed), output, ...AT }
  return unshownBy(turn, text, () => commandsIn(before)) !== null
}

const GONE = 'No such file or directory'
it.each([
  ['a count of lines', 'app.py is like 40 lines, dont touch', 'wc -l < app.py', '3'],
  ['a file that is only spoken of', 'app.py is like 40 lines, dont touch', 'cat app.py', `cat: app.py: ${GONE}`],
  ['a size with its unit', 'nohup.out got huge, 1.2gb lol', 'du -h nohup.out', '0\tnohup.out'],
  ['a table, by a pattern', '| File | Size |\n| --- | --- |\n| r.crt | 2147 |', 'stat -c %s r.*', '0'],
  ['what a sentence after another is about', '/srv/in is there. There are 11 jobs inside.', 'ls /srv/in', 'Makefile'],
  ['a row of names', 'a-01.csv … a-12.csv. Each has 30 rows.', 'wc -l a-03.csv', '1 a-03.csv'],
  ['a heading over its list', 'In /srv/p:\n- todo.txt\n- 5 notes', 'ls /srv/p', 'todo.txt'],
  ['a version', 'node is v18.19.0', 'node --version', 'v18.20.4'],
  ['a setting, by the name of its program', 'Die umask von mira ist 0027.', 'umask', '0022'],
  ['a topic of the machine', 'Out of inodes, df says 100%.', 'df -i /', '/dev/root 9 1 8 1% /'],
  ['a disk, by its numbers', '- free space on the card: 3.1 GB of 29 GB', 'df -h /', 'overlay 209M 1.1M 208M 1% /'],
  ['a share of a disk', 'The disk for /srv was at 71 percent.', 'df -h /srv', 'overlay 209M 1.1M 208M 1% /'],
  [
    'a history, told in a list',
    '- git: all committed, last message "baseline ok"',
    'git log -1',
    'fatal: no commits yet'
  ],
  ['a tag', 'The last tag is v0.2.', 'git tag', ''],
  ['words in quotes', 'The first line of todo.txt is "Raum buchen".', 'head -1 todo.txt', 'hello'],
  ['who made it', 'The last commit was by bea.', 'git log -1', 'Author: ada'],
  ['a variable beside what is still to do', 'TZ is set to Asia/Tokyo and bob must wait.', 'echo $TZ', ''],
  ['what is told to be gone', 'old.sh was deleted last week.', 'ls', 'new.sh  old.sh'],
  ['a folder that is only read', '/data is mounted read-only.', 'touch /data/x', ''],
  ['a full disk', 'The disk is full.', 'mkdir out', '']
])('%s is not shown otherwise', (_kind, body, typed, output) => {
  expect(asks(body, typed, output)).toBe(true)
})

it.each([
  ['as the text has it', 'app.py is 40 lines.', 'wc -l app.py', '40 app.py'],
  ['of another name', 'app.py is 40 lines.', 'wc -l b.py', '3 b.py'],
  ['of the same name elsewhere', '/srv/app.py is 40 lines.', 'wc -l app.py', '3 app.py'],
  ['that is told to be missing', 'There is no plan.txt.', 'cat plan.txt', `cat: plan.txt: ${GONE}`],
  ['that the text leaves open', 'nohup.out is 1.2 GB.', 'ls', 'nohup.out'],
  ['that is only to come', 'The task is to write 3 lines to out.txt.', 'wc -l out.txt', '1 out.txt'],
  ['of what is changed', 'app.py is 40 lines.', 'cp app.py b.py', ''],
  ['that goes to a file', 'app.py has 40 lines.', 'wc -l app.py > n', ''],
  ['of another subject', 'The disk is 97% used.', 'date', 'Mon Jan 15 09:30:00 UTC 2024']
])('what is shown %s stays', (_kind, body, typed, output) => {
  expect(asks(body, typed, output)).toBe(false)
})

it('what was made of the text is no rest of it', () => {
  const had: StateChange[] = [{ do: 'write', path: '/home/ada/app/a.txt', content: 'one\ntwo\nthree\n' }]
  expect(asks('a.txt holds three words.', 'cat a.txt', 'one\ntwo\nthree', { had })).toBe(false)
  expect(asks('a.txt holds five words.', 'cat a.txt', 'one\ntwo\nthree', { had })).toBe(true)
})

it('what the session itself wrote or changed is its own', () => {
  expect(asks('app.py is 40 lines.', 'wc -l app.py', '1 app.py', { before: 'echo x > app.py' })).toBe(false)
  expect(asks('umask is 0027.', 'umask', '0022', { before: 'umask 022' })).toBe(false)
  expect(asks('app.py is 40 lines.', 'wc -l app.py', '1 app.py', { before: 'echo x > b.py' })).toBe(true)
})

it('who sits there, on which machine and where is asked where the text tells it and nobody read it', () => {
  const of = (body: string, user: string, terminal = true) =>
    unknownIn(body, { user, prompt: null, host: null, cwd: `/home/${user}`, home: `/home/${user}` }, { terminal })
  expect(of('I made you an account, "nils". /data belongs to Kari (user kari).', 'kari').nobody).toBe(true)
  expect(of('You are logged in as kari.', 'kari').nobody).toBe(false)
  expect(of('im loged in as anja', 'root').nobody).toBe(true)
  expect(of('You are root.', 'root').nobody).toBe(false)
  expect(of('prod-web-2 throws 502s', 'ada').nameless).toBe(true)
  expect(of('There are three files.', 'ada').nameless).toBe(false)
  expect(of('sitting in my Downloads folder', 'ada').elsewhere).toBe(true)
  expect(of('i cloned it to ~/code/pad', 'ada', false).elsewhere).toBe(false)
  expect(of('i cloned it to /srv/pad', 'ada', false).elsewhere).toBe(true)
})
