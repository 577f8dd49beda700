// What sentences tell of files one after the other: who "it" is, where a name lies, what a file holds, whose it is.
import { expect, it } from 'vitest'
import { readInitial } from '../../../../src/core/grounds/effects/initial.ts'
import type { StateChange } from '../../../../src/core/tree/ground.ts'

const KINDS = /^(?:write|append|mkdir|claim|link|mode|stamp)$/

/** What a text comes to of files, a line each. */
function madeOf(text: string): string[] {
  return readInitial(`You are root in /root.\n\n${text}`).effects.flatMap((one) =>
    KINDS.test(one.do) && 'path' in one && one.path !== '/root' ? [lineOf(one)] : []
  )
}

function lineOf(effect: StateChange): string {
  const { do: kind, ...rest } = effect
  return [kind, ...Object.values(rest).map((one) => JSON.stringify(one))].join(' ')
}

it.each<[text: string, made: string[]]>([
  [
    '/srv/app belongs to deploy. It is mode 750. Inside is a VERSION file that says 4.2.1.',
    ['mkdir "/srv/app"', 'write "/srv/app/VERSION" "4.2.1\\n"', 'mode "/srv/app" "deploy" "750"']
  ],
  [
    'In my home folder there is a folder called hw. It has an input.txt with the numbers 5, 3 and 9 each on its own line, and an empty notes.md.',
    ['write "/root/hw/input.txt" "5\\n3\\n9\\n"', 'write "/root/hw/notes.md" ""', 'mkdir "/root/hw"']
  ],
  [
    '/etc/key is a file. It is owned by app, its group is ops, its mode is 640 and it contains the word "hush".',
    ['write "/etc/key" "hush\\n"', 'mode "/etc/key" "app" "ops" "640"']
  ],
  [
    'The folder /var/x contains a.csv, with the header `id,n` and the rows `1,2` and `3,4`.',
    ['write "/var/x/a.csv" "id,n\\n1,2\\n3,4\\n"', 'mkdir "/var/x"']
  ],
  [
    '/root/log contains app.log (1,024 bytes, last modified 2026-01-10 08:00 UTC).',
    ['claim "/root/log/app.log" "file"', 'mkdir "/root/log"', 'stamp "/root/log/app.log" 1024 "2026-01-10 08:00 UTC"']
  ],
  ['A symlink /root/now leads to /srv/then.', ['link "/root/now" "/srv/then"']]
])('sentences tell of files: %s', (text, made) => {
  expect([...new Set(madeOf(text))].sort()).toEqual([...made].sort())
})

it('a folder whose content is told in words that are not read is asked of the model', () => {
  expect(madeOf('The directory /srv/old holds whatever nobody wanted.')).toContain('claim "/srv/old" "folder"')
})

it('a script that is said to print something prints it', () => {
  const text = '/root/hi.sh is a bash script with mode 644 that echoes `done`.'
  expect(madeOf(text)).toEqual([
    'write "/root/hi.sh" "#!/bin/bash\\necho \'done\'\\n"',
    expect.stringContaining('mode "/root/hi.sh" "644"')
  ])
})

it('what a row of a table says of a file is so', () => {
  const text = [
    '| Path | Type | Owner | Mode | Contents |',
    '|---|---|---|---|---|',
    '| `/opt/a.txt` | file | dev | 0600 | `milk` |',
    '| `/opt/t` | directory | root | 0755 | |',
    '| `/opt/l` | symlink → `/opt/t` | dev | | |'
  ].join('\n')
  const made = madeOf(text)
  expect(made).toContain('write "/opt/a.txt" "milk\\n"')
  expect(made).toContain('mkdir "/opt/t"')
  expect(made).toContain('link "/opt/l" "/opt/t"')
  expect(made.some((one) => /^mode "\/opt\/a.txt" "dev" "0600"$/.test(one))).toBe(true)
})

it('rows of `ls -l` say whose files are and who may use them, and end before what is no row', () => {
  const text = '$ ls -l /srv\ntotal 4\n-rw-r----- 1 bea staff 6 Mar  1 10:00 a.txt\n\n/srv/a.txt says "hello".'
  const made = madeOf(text)
  expect(made).toContain('write "/srv/a.txt" "hello\\n"')
  expect(made).toContain('mode "/srv/a.txt" "bea" "staff" "640"')
})

it('a database is made from the columns and rows that sentences tell', () => {
  const { made } = readInitial(
    'You are root in /root, where shop.db lies. It has one table, items, with the columns id (integer primary key) and name (text). The rows are: 1, pen; 2, book.'
  )
  expect(made?.script).toContain(
    "CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT);\nINSERT INTO items VALUES (1, 'pen');\nINSERT INTO items VALUES (2, 'book');"
  )
})
