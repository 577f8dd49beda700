import { expect, it } from 'vitest'
import { readInitial } from '../../../../src/core/grounds/effects/initial.ts'
import { namedFiles } from '../../../../src/core/grounds/effects/named-files.ts'

const named = (text: string) =>
  namedFiles(text, readInitial(text, { cwd: '/w' })).map((one) => ('path' in one ? one.path.slice(3) : ''))

it.each([
  ['rotate.sh removes old logs. lib/common.sh is sourced by both.', ['rotate.sh', 'lib/common.sh']],
  ['Tests live in tests/test_core.py; the version in setup.cfg is 0.4.1.', ['tests/test_core.py', 'setup.cfg']],
  ['README.md has a link to b.md, which does not exist.', []],
  ['Button.tsx and index.ts under src/ are components.', ['src/Button.tsx', 'src/index.ts']],
  // What comes of a program, is to come or was there is not there.
  ['It writes its report to out.csv and there is no setup.py. You should create x.py.', []],
  ['The last commit is "Rename old.py".', []]
])('names in sentences are files of the repository: %s', (text, paths) => {
  expect(named(text)).toEqual(paths)
})

it('what a file of patterns is said to hold is its content', () => {
  const text = 'A project in /w. .gitignore contains .venv/, *.db and build/.'
  expect(namedFiles(text, readInitial(text, { cwd: '/w' }))).toEqual([
    { do: 'write', path: '/w/.gitignore', content: '.venv/\n*.db\nbuild/\n' }
  ])
})
