import { expect, it } from 'vitest'
import { addressOf, listed, output, readTold } from '../../../../src/core/grounds/effects/told.ts'

const at = { cwd: '/root', home: '/root' }
const told = (line: string, text: string) => {
  const [name = '', ...args] = line.split(' ')
  return readTold({ name, args, ...at }, text)
}

it('takes off the echoed line and the prompt', () => {
  expect(output('root@box:~# curl -s x\n{"a": 1}\nroot@box:~# ')).toEqual({ text: '{"a": 1}', prompt: 'root@box:~#' })
  expect(output('{"a": 1}')).toEqual({ text: '{"a": 1}', prompt: null })
  expect(output('Welcome\nmysql> ')).toEqual({ text: 'Welcome', prompt: 'mysql>' })
})

it.each([
  ['# Notes\nOne.', '# Notes\nOne.'],
  ['> It is said.\nOne.', '> It is said.\nOne.'],
  ['50% off\nTwo', '50% off\nTwo'],
  ['<p> text', '<p> text'],
  ['$ price of it\n4', '$ price of it\n4'],
  ['#!/bin/sh\nls', '#!/bin/sh\nls'],
  ['# cat is a pet', '# cat is a pet'],
  ['$ cat notes.md\n# Notes', '# Notes'],
  ['$ cat ./notes.md\n# Notes', '# Notes'],
  ['# cat notes.md\n# Notes', '# Notes'],
  ['cat notes.md\n# Notes', '# Notes'],
  ['~/app $ cat notes.md\n# Notes', '# Notes'],
  ['(venv) ana@host:~/app$ cat notes.md\n# Notes', '# Notes'],
  ['[ana@host app]$ cat notes.md\n# Notes', '# Notes']
])("keeps the first line of a file's content: %j", (screen, text) => {
  expect(output(screen, 'cat notes.md').text).toBe(text)
  expect(told('cat notes.md', screen).out).toBe(`${text}\n`)
})

it.each([
  ['curl -o a.json https://x/y.json', '100 512', ['claim /root/a.json https://x/y.json']],
  ['curl -sLO https://x/dir/y.tgz', '', ['claim /root/y.tgz https://x/dir/y.tgz']],
  ['curl -s https://x/', 'hello', []],
  ['curl -s -o /dev/null https://x/', '', []],
  ['wget https://x/y.txt', 'Saving to: ‘y.txt’\n', ['claim /root/y.txt https://x/y.txt']],
  ['wget -qO- https://x/y.txt', 'hello', []],
  ['git clone https://x/a/repo.git', "Cloning into 'repo'...", ['git /root/repo', 'claim /root/repo']],
  ['git clone -b dev git@x:a/repo.git other', '', ['git /root/other', 'claim /root/other']],
  ['git clone https://x/none.git', "fatal: repository 'https://x/none.git/' not found", []],
  [
    'pip install a-b c',
    'Collecting a-b\nSuccessfully installed a-b-1.2 c-0.1.0',
    ['install a-b 1.2', 'install c 0.1.0']
  ],
  ['pip install x', 'ERROR: No matching distribution found for x', []],
  ['apt-get install -y cowsay', 'Setting up cowsay (3.03+dfsg2-8) ...', ['install cowsay 3.03+dfsg2-8']],
  ['apt-get install -y a b=2', 'Reading package lists... Done', ['install a 1.0-1', 'install b 2']],
  ['apt-get install -y -s a', 'Reading package lists... Done', []],
  ['apt-get install a', 'Do you want to continue? [Y/n] Abort.', []],
  ['apt-get install -y a', 'E: Unable to locate package a', []],
  ['pip install -q a[x]==1.5 ./b -r c.txt', '', ['install a 1.5']],
  ['pip install a', 'Collecting a\n  Downloading a-2.1.0-py3-none-any.whl (62 kB)', ['install a 2.1.0']],
  [
    'pip install a libgtk-3 c==1.0',
    'Downloading https://x/a-2.1.0-py3-none-any.whl\n  libgtk-3-0.4.2.tar.gz\n c-3.0 a-9.9 xa-7.7',
    ['install a 2.1.0', 'install libgtk-3 0.4.2', 'install c 1.0']
  ],
  [
    'apt-get install -y a',
    'The following NEW packages will be installed:\n  a libc6:i386 g++\nGet:1 http://x bookworm/main amd64 a amd64 2.4-1 [9 kB]\nGet:2 http://x bookworm/main i386 libc6 i386 2.36 [1 kB]\nGet:3 http://x g++ amd64 4:12.2',
    ['install a 2.4-1', 'install libc6 2.36', 'install g++ 4:12.2']
  ],
  [
    'apt-get install -y a',
    'The following NEW packages will be installed:\n  (\\w*)*! (foo [z-a] b\nGet:1 x b amd64 1.2',
    ['install b 1.2']
  ],
  ['pip install (foo', 'Downloading (foo-2.1', []],
  ['npm install left-pad@1.3.0', 'added 1 package in 1s', ['install left-pad 1.3.0 dependencies ^1.3.0']],
  [
    'npm i -D a@^2.0.0 @b/c',
    'added 2 packages',
    ['install a 2.0.0 devDependencies ^2.0.0', 'install @b/c 1.0.0 devDependencies ^1.0.0']
  ],
  ['npm i -E express', '+ express@4.18.2\nadded 57 packages in 2s', ['install express 4.18.2 dependencies 4.18.2']],
  ['npm i --no-save a', 'added 1 package', ['install a 1.0.0']],
  ['npm i -g a', 'added 1 package', ['install a 1.0.0']],
  ['npm ci', 'added 57 packages in 2s', ['install']],
  ['npm rm a', 'removed 1 package', ['uninstall a']],
  ['npm i a', 'npm ERR! code E404', []],
  ['scp me@h:/var/log/a.log .', 'a.log 100%', ['claim /root/a.log']],
  ['scp a.log me@h:/tmp', 'a.log 100%', []]
])('reads what %j did', (line, text, effects) => {
  const found = told(line, text).effects.map((one) =>
    one.do === 'claim'
      ? [one.do, one.path, one.from].filter(Boolean).join(' ')
      : one.do === 'install'
        ? [one.do, one.name, one.version, one.saved?.as, one.saved?.range].filter(Boolean).join(' ')
        : `${one.do} ${'path' in one ? one.path : 'name' in one ? one.name : ''}`
  )
  expect(found).toEqual(effects)
})

it.each([
  ['curl x', 'curl: (6) Could not resolve host: x', 6],
  ['git fetch', 'fatal: unable to access', 128],
  ['ping -c 1 x', '1 packets transmitted, 0 received, 100% packet loss', 1],
  ['ssh x', 'ssh: connect to host x port 22: Connection refused', 255],
  ['docker ps', 'Cannot connect? no', 0]
])('knows how %j exits', (line, text, status) => {
  const { out, err, ...rest } = told(line, text)
  expect(rest.status).toBe(status)
  expect(status ? err : out).toBe(`${text}\n`)
})

it('prints what curl -w asks for', () => {
  expect(told('curl -s -o /dev/null -w %{http_code} https://x/', 'HTTP/2 404').out).toBe('404')
  expect(told('curl -s -o /dev/null -w %{http_code} https://x/', '').out).toBe('200')
})

it('knows a session by its prompt', () => {
  expect(told('ssh me@h', 'Welcome\nme@h:~$ ')).toMatchObject({ session: true })
  expect(told('ssh me@h uptime', 'up 3 days\nroot@box:~# ')).toMatchObject({ session: false, out: 'up 3 days\n' })
  expect(told('mysql -u root', 'Welcome\nmysql> ')).toMatchObject({ session: true, out: 'Welcome\nmysql> ' })
})

it('reads listings, long and short', () => {
  const long =
    'total 8\ndrwxr-xr-x 2 root root 4096 Jan 1 10:00 .\ndrwxr-xr-x 2 root root 4096 Jan 1 10:00 src\n-rw-r--r-- 1 root root 12 Jan 1 10:00 a b.txt'
  expect(listed(long)).toEqual([
    { name: 'src', folder: true, size: 4096 },
    { name: 'a b.txt', folder: false, size: 12 }
  ])
  expect(
    listed('root@box:~# ls x\nLICENSE  README.md  src\nroot@box:~#').map(({ name, folder }) => [name, folder])
  ).toEqual([
    ['LICENSE', false],
    ['README.md', false],
    ['src', true]
  ])
  expect(listed("ls: cannot access 'x': No such file or directory")).toEqual([])
})

it('27.10 knows the address whose content a command shows', () => {
  const of = (line: string) => addressOf({ name: line.split(' ')[0] ?? '', args: line.split(' ').slice(1) })
  expect(
    ['curl -s https://x/', 'wget -qO- https://x/', 'curl -X POST https://x/', 'curl -I https://x/', 'ls'].map(of)
  ).toEqual(['https://x/', 'https://x/', null, null, null])
})
