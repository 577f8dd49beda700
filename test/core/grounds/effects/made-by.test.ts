// Worlds that tell by which commands they were made.
import { expect, test } from 'vitest'
import { readInitial } from '../../../../src/core/grounds/effects/initial.ts'
import { madeBy } from '../../../../src/core/grounds/effects/made-by.ts'

const at = { cwd: '/srv/calc', home: '/home/ada' }

test('the commands that made a folder are no files, and begin where the text says', () => {
  const text = `A Debian 12 machine, hostname debian.
User ada, home /home/ada, shell bash.
The home folder was made by:
mkdir calc && cd calc
cat > a.py <<'EOF'
print('a')

print('b')
EOF

The terminal shows:
ada@debian:~$ `
  const { made, effects, user, prompt } = readInitial(text)
  expect(made).toEqual({
    folder: '/home/ada',
    script: "mkdir calc && cd calc\ncat > a.py <<'EOF'\nprint('a')\n\nprint('b')\nEOF\n"
  })
  expect(effects.filter((one) => one.do === 'write' || one.do === 'claim')).toEqual([])
  expect([user, prompt]).toEqual(['ada', 'ada@debian:~$'])
})

test.each([
  ['/opt/app was created with these commands:\ntouch a', { folder: '/opt/app', script: 'touch a\n' }],
  ['The repository was set up by:\n```sh\ngit init\n```', { folder: '/srv/calc', script: 'git init\n' }],
  ['It was made by:\ntouch a\n\nAll of it is old.', { folder: '/srv/calc', script: 'touch a\n' }],
  ['The folder was made by hand: it is empty.', null],
  ['The home folder was made by:', null]
])('%j', (text, made) => {
  expect(madeBy(text, at).made).toEqual(made)
})
