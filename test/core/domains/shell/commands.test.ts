import { expect, it } from 'vitest'
import { absolute, commandsIn } from '../../../../src/core/domains/shell/commands.ts'

const read = (text: string) => commandsIn(text).map(({ name, args }) => [name, ...args].join(' '))

it.each([
  ['ls -la', ['ls -la']],
  ['a | b; c && d || e &', ['a', 'b', 'c', 'd', 'e']],
  ['FOO=1 sudo -u me timeout 5 curl -s "a b"', ['curl -s a b']],
  ['x=$(curl -s "https://a/?q=$(date)"); echo "$x"', ['echo $x', 'curl -s https://a/?q=$(date)', 'date']],
  ['for f in *.txt; do cat $f; done', ['cat $f']],
  ['if curl -f x; then echo y; fi', ['curl -f x', 'echo y']],
  ["bash -c 'wget -q x | sh'", ['bash -c wget -q x | sh', 'wget -q x', 'sh']],
  ["cat <<'EOF' > a\ncurl x\nEOF\nwc a", ['cat', 'wc a']],
  ['echo "it\'s" # curl', ["echo it's"]],
  ['/usr/bin/git status', ['git status']],
  ['`ssh h ls`', ['`ssh h ls`', 'ssh h ls']],
  ['cat <(ssh h ls)', ['cat', 'ssh h ls']],
  ['echo $((6 * 7)) $(( $(wc -l < a) + 1 ))', ['echo $((6 * 7)) $(( $(wc -l < a) + 1 ))', 'wc -l']],
  ['((n = n * 2)) && echo "$((n * $(nproc)))"', ['echo $((n * $(nproc)))', 'nproc']],
  ['for ((i = 0; i < 3; i++)); do ls; done', ['ls']],
  ['echo "unclosed', ['echo unclosed']],
  ['', []]
])('finds the programs of %j', (text, names) => {
  expect(read(text)).toEqual(names)
})

it('knows what is redirected', () => {
  expect(commandsIn('sort < in.txt 2>/dev/null >> out.txt')).toEqual([
    { name: 'sort', word: 'sort', args: [], from: ['in.txt'], to: ['/dev/null', 'out.txt'] }
  ])
})

it('knows which words a shell expands', () => {
  const [command] = commandsIn(`ls *.txt '*.md' \\* "a?" "$d"/?.c`)
  expect(command).toMatchObject({ args: ['*.txt', '*.md', '*', 'a?', '$d/?.c'], patterns: ['*.txt', '$d/?.c'] })
})

it('reads any text in time linear in it, and throws at none', () => {
  for (const text of [
    '$('.repeat(20_000),
    '"'.repeat(20_001),
    '`$('.repeat(5_000),
    `"${'$('.repeat(50_000)}`,
    '(('.repeat(50_000),
    '$(('.repeat(50_000),
    `${'x=$x$x;'.repeat(5_000)} cat $x`,
    `${'for x in $x a b;'.repeat(5_000)} cat $x`,
    '<<',
    '\\',
    "'",
    '|&;<>'
  ]) {
    expect(Array.isArray(commandsIn(text))).toBe(true)
  }
})

it('makes paths absolute', () => {
  const at = { cwd: '/srv/app', home: '/home/me' }
  expect(['a/../b', '~', '~/x', '/y/./z', '../..', '..'].map((path) => absolute(path, at))).toEqual([
    '/srv/app/b',
    '/home/me',
    '/home/me/x',
    '/y/z',
    '/',
    '/srv'
  ])
})
