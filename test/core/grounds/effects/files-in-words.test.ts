// Files that texts tell of in few words: rows below a sentence, names that are numbered on, contents behind a label, and what is only measured.

import { describe, expect, test } from 'vitest'
import { commandsIn } from '../../../../src/core/domains/shell/commands.ts'
import { isBinary, sealedIn } from '../../../../src/core/grounds/effects/binary.ts'
import { touchedBy } from '../../../../src/core/grounds/effects/claims.ts'
import { doubted, doubtsIn } from '../../../../src/core/grounds/effects/doubts.ts'
import { readInitial } from '../../../../src/core/grounds/effects/initial.ts'
import type { StateChange } from '../../../../src/core/tree/ground.ts'

const at = { cwd: '/root', home: '/root' }
const effectsOf = (text: string): StateChange[] => readInitial(text).effects
const written = (text: string): Record<string, string> =>
  Object.fromEntries(effectsOf(text).flatMap((one) => (one.do === 'write' ? [[one.path, one.content]] : [])))
const claimed = (text: string): string[] => effectsOf(text).flatMap((one) => (one.do === 'claim' ? [one.path] : []))
const asked = (text: string, line: string): string | undefined => {
  const initial = readInitial(text)
  return doubted(commandsIn(line), doubtsIn(text, initial), initial)?.what
}

describe('rows below the sentence that announces them', () => {
  test('end where a line has another shape, and lie where the name was told', () => {
    const text =
      '/srv/app has x.log and x.log.1. x.log has the following lines:\n2025-01-02 10:00 a\n2025-01-02 10:05 b\nx.log.1 is from yesterday.'
    expect(written(text)).toEqual({ '/srv/app/x.log': '2025-01-02 10:00 a\n2025-01-02 10:05 b\n' })
    expect(claimed(text)).toContain('/srv/app/x.log.1')
  })
  test('of a table have as many cells', () => {
    expect(written('/srv/f contains a.csv. a.csv:\nm,n\n1,2\nThe rest, as said, is elsewhere.')).toEqual({
      '/srv/f/a.csv': 'm,n\n1,2\n'
    })
  })
})

test('a name that is one of a tree is that file', () => {
  const text = '```\napi/\n├── run.py\n└── lib/\n    └── x.py\n```\n\nrun.py:\n```python\nprint(1)\n```'
  expect(written(text)).toEqual({ '/root/api/run.py': 'print(1)\n' })
  expect(written(`${text}\n\n./run.py is another one.`)).toEqual({ '/root/run.py': 'print(1)\n' })
})

describe('names that are numbered on', () => {
  test.each(['r_08.csv … r_11.csv', 'r_08.csv to r_11.csv', '`r_08.csv` through `r_11.csv`', 'r_08.csv – r_11.csv'])(
    '%s',
    (range) =>
      expect(claimed(`- data/: 4 files named ${range}, each with 10 rows`)).toEqual(
        expect.arrayContaining(['08', '09', '10', '11'].map((one) => `/root/data/r_${one}.csv`))
      )
  )
  test('how many rows each has is asked', () =>
    expect(asked('- data/: 4 files named r_1.csv … r_4.csv, each with 10 rows', 'wc -l data/r_2.csv')).toBe(
      'How much is in files that are not shown'
    ))
})

describe('contents behind a label', () => {
  const text = 'Working directory: /opt/g\nCONTENTS: run (executable, 2M), maps/ (a.json, b.json), old/ (empty), g.ini'
  test('lie in their folders', () =>
    expect(claimed(text)).toEqual(['/opt/g/run', '/opt/g/maps/a.json', '/opt/g/maps/b.json', '/opt/g/g.ini']))
  test('have the sizes that are told', () =>
    expect(effectsOf(text)).toContainEqual({ do: 'stamp', path: '/opt/g/run', size: 2 * 2 ** 20 }))
  test('words are no names', () => expect(claimed('Contents: what is here (and there), and more')).toEqual([]))
})

test('a setuid program and a file that all may read have these modes', () => {
  const made = effectsOf('/usr/local/bin/sv is a setuid root binary. /etc/shadow is world-readable by mistake.')
  expect(made).toContainEqual({ do: 'mode', path: '/usr/local/bin/sv', owner: 'root', group: 'root', mode: '4755' })
  expect(made).toContainEqual({ do: 'mode', path: '/etc/shadow', mode: '644' })
})

test('a script is where the text is about, and a told size is that of its file', () => {
  const text = 'In ~/shop there is a file a.bin (84 KB). A script r.sh prints the names. It has grown to 2 MB.'
  expect(claimed(text)).toContain('/root/shop/r.sh')
  expect(claimed('In ~/lib you find a file a.txt. There is also a script b.sh. c.pdf lies beside them.')).toEqual(
    expect.arrayContaining(['/root/lib/a.txt', '/root/lib/b.sh', '/root/lib/c.pdf'])
  )
  expect(effectsOf(text)).toContainEqual({ do: 'stamp', path: '/root/shop/a.bin', size: 84 * 1024 })
})

test('a table with its columns in brackets is a real one, where its rows are told', () => {
  const said = 'In ~/shop is a SQLite database s.db with one table it(id INTEGER, n VARCHAR(9)).'
  expect(readInitial(`${said} Rows: (1, 'a'), (2, 'b').`).made?.script).toBe(
    `mkdir -p "$(dirname /root/shop/s.db)"\nsqlite3 /root/shop/s.db <<'SQL'\nCREATE TABLE it (id INTEGER, n VARCHAR(9));\nINSERT INTO it VALUES (1, 'a');\nINSERT INTO it VALUES (2, 'b');\nSQL\n`
  )
  expect(readInitial(said).made).toBeNull()
})

test.each([
  ['m/ holds a.pkl and b.pkl (b is newer)', 'ls -t m'],
  ['/var/log/mail.log has grown to 6 GB.', 'du -h /var/log/mail.log'],
  ['A virtual environment is in .venv.', '.venv/bin/pip list']
])('%s: %s is asked', (text, line) => expect(asked(text, line)).toBeDefined())

describe('bytes that nobody has told', () => {
  const claims = ['/root/s.db', '/root/a.txt', '/root/o.csv.gz'].map((path) => ({ path, kind: 'file' as const }))
  test.each([
    ['sqlite3 s.db .tables', '/root/s.db'],
    ['zcat o.csv.gz', '/root/o.csv.gz'],
    ['cat a.txt', undefined],
    ['cp s.db t.db', undefined],
    ['cd /; file root/s.db', '/root/s.db']
  ])('%s', (line, path) => {
    const commands = commandsIn(line)
    expect(sealedIn(commands, claims, at)?.path).toBe(path)
  })
  test('are those of some endings', () =>
    expect(claims.filter(isBinary).map(({ path }) => path)).toEqual(['/root/s.db', '/root/o.csv.gz']))
})

test('a runner of tests that is started as a module looks at what lies below', () => {
  const claims = [{ path: '/root/app/tests/test_a.py', kind: 'file' as const }]
  expect(touchedBy(commandsIn('cd app && python3 -m pytest -q'), claims, at)).toEqual(claims)
})
