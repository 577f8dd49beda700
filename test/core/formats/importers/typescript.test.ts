// What script(1) wrote of a real shell, and what it does not write as expected.
import { expect, test } from 'vitest'
import { read, readFixture } from './reading.ts'

test('each command that was typed is a step, with what it showed; the first and last lines are none', async () => {
  const { importer, worlds, problems, trees } = await readFixture('elsewhere/typescript')
  expect([importer, problems]).toEqual(['typescript', []])
  const at = 'bash-5.2# '
  expect(worlds[0]?.steps.map(([, shown]) => shown)).toEqual([
    `${at}ls\na.txt\n${at}`,
    `${at}cat a.txt\nalpha\nbeta\n${at}`,
    `${at}echo "x y" | wc -w\n2\n${at}`,
    `${at}false; echo $?\n1\n${at}`,
    `${at}exit\nexit`
  ])
  expect(trees[0]?.session.createdAt).toBe(Date.parse('2026-11-28T16:12:39Z'))
})

test('an older one without its last line, and one in which nothing was typed', async () => {
  const older = 'Script started on Mon 05 Jan 2026 10:00:00 AM UTC\nuser@host:~$ ls\r\na.txt\r\nuser@host:~$ '
  expect((await read(older)).worlds[0]?.steps).toEqual([
    [[{ keystrokes: 'ls\n', duration: 0 }], 'user@host:~$ ls\na.txt\nuser@host:~$ ']
  ])
  const empty = await read('Script started on 2026-01-05 10:00:00+00:00\n\nScript done on 2026-01-05 10:00:01+00:00\n')
  expect([empty.worlds, empty.problems]).toEqual([
    [],
    [[null, 'No command was found: there is no line that looks like a prompt.']]
  ])
})
