import { describe, expect, test } from 'vitest'
import { findDomain } from '../../../src/core/domains/index.ts'
import { mayCount } from '../../../src/core/observations/terminal/counts.ts'
import { createCounting } from '../../../src/core/step/counting.ts'
import { Setup } from '../../../src/core/tree/model.ts'
import { must } from '../../must.ts'
import { act, committed, scripted, start } from '../acting.ts'

/** How many lines of `text` had come, a character at a time, when it was found to count on; `null` for never. */
function noticed(text: string): number | null {
  const counting = createCounting()
  for (let at = 0; at < text.length; at++)
    if (counting.push(must(text[at]))) return text.slice(0, at + 1).split('\n').length - 1
  return null
}
const lines = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => `${line(n)}\n`).join('')
const result = (n: number) =>
  `[${n}] https://rye.example/bread\nTitle: What is rye?\nSnippet: 1. Rye 2. Bread\nDate: Mar 4, 2025\n`

describe('an answer is found to count on', () => {
  test.each([
    ['a word with a number', lines(400, (n) => `plum ${n + 9}`), 25],
    ['an aligned column', lines(400, (n) => `${String(n + 90).padStart(7)}  cherry`), 25],
    ['a countdown by threes', lines(400, (n) => `T minus ${3000 - 3 * n} s`), 25],
    ['search results, after nine of them', lines(30, result), 44],
    ['several numbers that all go on', lines(100, (n) => `${n}: ${10 * n} of 7`), 25],
    ['numbers in one line', Array.from({ length: 500 }, (_, n) => `${n}, `).join(''), 0],
    ['after a beginning of its own', `a 7\nb 9\nc 1\n${lines(100, (n) => `d ${n}`)}`, 28]
  ])('in %s', (_, text, after) => {
    expect(noticed(text)).toBe(after)
  })

  test.each([
    ['23 lines', lines(23, (n) => `plum ${n}`)],
    ['eight search results', lines(8, result)],
    ['63 numbers in a line', Array.from({ length: 63 }, (_, n) => `${n} `).join('')],
    ['numbers that follow no rule', lines(400, (n) => `plum ${(n * 7919) % 1009}`)],
    ['one number that follows none beside one that does', lines(400, (n) => `seq=${n} time=0.${(n * 7919) % 1009} ms`)],
    ['words that change with the numbers', lines(400, (n) => `${n} ${(n * 7919).toString(36).replace(/\d/g, 'x')}`)],
    ['no number that changes', lines(400, () => 'plum 7')],
    ['no numbers', lines(400, () => 'plum')],
    ['squares', lines(400, (n) => `${n * n}`)],
    ['numbers longer than any counter', lines(40, (n) => '9'.repeat(400 + n))]
  ])('but not in %s', (_, text) => {
    expect(noticed(text)).toBeNull()
  })

  test('wherever its pieces end', () => {
    const text = lines(60, (n) => `plum ${n * 5}`)
    for (const size of [2, 3, 7, 50]) {
      const counting = createCounting()
      const pieces = must(text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')))
      const at = pieces.findIndex((piece) => counting.push(piece))
      expect(pieces.slice(0, at + 1).join('').length, `${size}`).toBeGreaterThanOrEqual(text.indexOf('plum 120'))
      expect(pieces.slice(0, at).join('').length, `${size}`).toBeLessThan(text.indexOf('plum 130'))
    }
  })
})

const bare = { past: [], initialState: 'A Debian server.\n\nThe terminal shows:\nroot@debian:~# ' }

describe('a command may count', () => {
  test.each([
    ...['seq 1 500', 'for i in 1 2 3; do echo $i; done', 'while true; do date; done', 'printf "%s\\n" {1..90}'],
    ...['echo $((1+1))', 'ping host', 'cal 2026', 'nl f.txt', 'cat -n f.txt', 'cat -An f.txt', 'grep -n a f.txt'],
    ...[
      'uniq -c f.txt',
      'head -n 100 f.txt',
      'head -100 f.txt',
      'tail -f f.txt',
      'less -N f.txt',
      'ls',
      'ls -la',
      'find .'
    ],
    ...[
      'du -a',
      'tree',
      'ps aux',
      'cat /proc/cpuinfo',
      'cat /var/log/syslog',
      'tail app.log',
      'cat *.txt',
      'wc -l photos/*'
    ],
    ...['python3 count.py', './run', 'cat f.txt | awk "{print NR}"', 'seq 5 | cat', 'cat f.txt; ls', 'sudo ./x', 'ps'],
    ...['apt list', 'git log', 'history', 'C-c', '', ' ', 'q', 'grep "a|b" f.txt', 'echo `seq 9`', 'cat f.txt && make']
  ])('%s', (command) => {
    expect(mayCount(`${command}\n`, bare)).toBe(true)
  })

  test.each([
    ...[
      'cat fruits.txt',
      'sort fruits.txt',
      'uniq fruits.txt',
      'cat a.csv | sort -u',
      'head fruits.txt',
      'tac b',
      'grep a f.txt'
    ],
    ...[
      'cut -d, -f1 data.csv',
      'echo hello',
      'whoami',
      'sudo cat f.txt',
      'LANG=C sort f.txt',
      'cd /tmp && cat f.txt',
      'env'
    ],
    ...['/bin/cat f.txt', 'cat < f.txt', 'cat f.txt 2>/dev/null | sort', 'less README.md', 'date; uptime']
  ])('but not %s', (command) => {
    expect(mayCount(`${command}\n`, bare)).toBe(false)
  })

  test('where it shows a file that something else made', () => {
    const after = (...past: string[]) => mayCount('cat out/n.txt\n', { ...bare, past })
    expect(after('seq 1 500 > out/n.txt\n')).toBe(true)
    expect(after('python3 make.py n.txt\n', 'ls\n')).toBe(true)
    expect(after('vi n.txt\n', 'i1\n2\n3\n')).toBe(true)
    expect(after('echo a | tee n.txt\n')).toBe(true)
    expect(after('cat n.txt\n', 'head n.txt\n', 'seq 1 500 > other.txt\n', 'ls an.txt\n')).toBe(false)
  })

  test('where the world says what its numbers are', () => {
    const of = (initialState: string) => mayCount('cat n.txt\n', { past: [], initialState })
    expect(of('n.txt holds the numbers from 1 to 500, one a line.')).toBe(true)
    expect(of('There is n.txt, a list of fruit.\nThere are 3 users.')).toBe(false)
  })

  test('in time that grows with the texts, whatever they are', () => {
    const past = Array.from({ length: 500 }, () => 'x'.repeat(2000))
    for (const command of [
      '{'.repeat(1e5),
      `{${'.'.repeat(1e5)}`,
      `cat ${'a'.repeat(1e5)}`,
      `cat ${'a '.repeat(1e5)}`,
      '-'.repeat(1e5)
    ])
      expect(typeof mayCount(command, { past, initialState: 'a\n'.repeat(1e5) })).toBe('boolean')
  }, 60_000)
})

describe('an engine is told whether the action may count', () => {
  const setup = (domain: string) => Setup.parse({ domain })
  const asks = (
    domain: string,
    action: Parameters<ReturnType<typeof findDomain>['format']>[0],
    past = [action].slice(1)
  ) => findDomain(domain).prediction.counts?.(action, setup(domain), past)

  test('by its domain, where that knows', () => {
    const shell = (command: string) => ({ name: 'run_shell_command', arguments: { command } })
    expect(asks('search', { name: 'web_search', arguments: { queries: ['rye'] } })).toBe(false)
    expect(asks('search', { name: 'web_extractor', arguments: { url: 'https://rye.example' } })).toBe(true)
    expect(asks('swe', shell('cat fruits.txt'))).toBe(false)
    expect(asks('swe', shell('seq 9'))).toBe(true)
    expect(asks('swe', { name: 'read_file', arguments: { file_path: 'fruits.txt' } })).toBe(true)
    const wrote = { name: 'write_file', arguments: { file_path: 'src/fruits.txt', content: '1\n2\n3\n' } }
    const read = { name: 'read_file', arguments: { file_path: 'src/fruits.txt' } }
    expect(asks('swe', shell('cat src/fruits.txt'), [wrote, read])).toBe(true)
    expect(asks('swe', shell('cat src/fruits.txt'), [read])).toBe(false)
    for (const id of ['mcp', 'web', 'android', 'os', 'textenv']) {
      expect(findDomain(id).prediction.counts).toBeUndefined()
    }
  })

  test('and only of models that cannot be trusted to count on purpose', async () => {
    const cat = [{ keystrokes: 'cat fruits.txt\n', duration: 1 }]
    for (const [template, counts] of [
      ['small', false],
      ['standard', true]
    ] as const) {
      const { engine, requests } = scripted(() => ['<predicted_observation>ok</predicted_observation>'], {
        info: { template }
      })
      start(engine)
      committed(await act({ action: cat }))
      expect(requests[0]?.counts).toBe(counts)
    }
  })
})
