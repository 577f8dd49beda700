import { expect, it } from 'vitest'
import { commandsIn } from '../../../../src/core/domains/shell/commands.ts'
import { type Claim, touchedBy } from '../../../../src/core/grounds/effects/claims.ts'

const claims: Claim[] = [
  { path: '/srv/repo', kind: 'folder' },
  { path: '/srv/data.csv', kind: 'file' },
  { path: '/srv/notes.txt', kind: 'file' },
  { path: '/srv/.env', kind: 'file' },
  { path: '/usr/bin/docker', kind: 'program' }
]

it.each([
  ['cat data.csv', ['/srv/data.csv']],
  ['wc -l < data.csv | tee out', ['/srv/data.csv']],
  ['cat *.csv', ['/srv/data.csv']],
  ['grep -rn x .', ['/srv/repo', '/srv/data.csv', '/srv/notes.txt', '/srv/.env']],
  ['cd repo && cat a.txt', ['/srv/repo']],
  ['ls repo', ['/srv/repo']],
  ['cat repo/README.md', ['/srv/repo']],
  ['python3 -c "print(1)"', []],
  ['python3 tool.py --in=data.csv', ['/srv/data.csv']],
  ['ls -la', []],
  ['rm data.csv', []],
  ['touch notes.txt; echo data.csv', []],
  ['./notes.txt', ['/srv/notes.txt']],
  ['curl -d @data.csv x', ['/srv/data.csv']],
  ['git -C repo status', ['/srv/repo']],
  ['cat *', ['/srv/repo', '/srv/data.csv', '/srv/notes.txt']],
  ['cat .*', ['/srv/.env']],
  ["cat '*.csv'; expr 6 \\* 7; grep -c '.*' other", []],
  ['echo $((6 * 7)); x=$(( 2 * x )); ((x *= 2))', []],
  ['for f in *.csv; do wc -l "$f"; done', ['/srv/data.csv']],
  ['for f in *.csv; do echo $f; done', []],
  ['d=/srv; F=$d/data.csv; head -1 "$F"', ['/srv/data.csv']],
  ['export F=notes.txt && x=$(cat $F)', ['/srv/notes.txt']],
  ['date', []]
])('knows what %j is about to read', (line, paths) => {
  expect(touchedBy(commandsIn(line), claims, { cwd: '/srv', home: '/root' }).map(({ path }) => path)).toEqual(paths)
})

it.each([
  ['git status -s', []],
  ['git log --oneline', []],
  ['git log -p', ['/srv/app.py']],
  ['git diff', ['/srv/app.py']],
  ['git -C /srv add -A && git commit -m x', ['/srv/app.py']],
  ['git stash', ['/srv/app.py']]
])('what is not committed is seen where git shows more of it than its name: %j', (line, paths) => {
  const pending: Claim[] = [
    { path: '/srv/app.py', kind: 'file', pending: true },
    { path: '/srv/util.py', kind: 'file' }
  ]
  expect(touchedBy(commandsIn(line), pending, { cwd: '/srv', home: '/root' }).map(({ path }) => path)).toEqual(paths)
})

it.each([
  ['pytest -q', ['/srv/app.py']],
  ['python3 -m pytest', ['/srv/app.py']],
  ['pytest --version', []],
  ['npm -v', []],
  ['make', ['/srv/pyproject.toml', '/srv/app.py']],
  ['pytest pyproject.toml README.md', ['/srv/pyproject.toml', '/srv/README.md']]
])('what runs a project does not read what is written about it: %s', (line, paths) => {
  const named = ['README.md', 'pyproject.toml', 'app.py', '.github/ci.yml'].map(
    (name): Claim => ({ path: `/srv/${name}`, kind: 'file' })
  )
  expect(touchedBy(commandsIn(line), named, { cwd: '/srv', home: '/root' }).map(({ path }) => path)).toEqual(paths)
})
