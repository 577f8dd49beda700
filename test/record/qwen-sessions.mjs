// The calls that are recorded: small repositories of our own and what a coding agent asks of them.

const DAY = 24 * 60 * 60
const file = (text, age = 0) => ({ text, age })
const bytes = (base64, age = 0) => ({ base64, age })
const call = (name) => (args) => ({ name, arguments: args })
const [read, write, edit, ls, glob, grep, many, run, todo] =
  'read_file write_file edit list_directory glob grep_search read_many_files run_shell_command todo_write'
    .split(' ')
    .map(call)
const shell = (args) => run({ is_background: false, ...args })
const at = (path) => (path ? `{root}/${path}` : '{root}')

const PRICES = `"""Prices and how they add up."""

TAX = 1.2


def net(prices):
    return sum(prices)


def gross(prices):
    return net(prices) * TAX


def cheapest(prices):
    if not prices:
        return None
    return min(prices)
`

const python = {
  'README.md': file('# Prices\n\nAdds up prices.  \nWith tax: `gross`.\n', 3 * DAY),
  'pyproject.toml': file('[project]\nname = "prices"\nversion = "0.3.1"\n', 3 * DAY),
  'prices/__init__.py': file('from prices.total import gross, net\n', 2 * DAY),
  'prices/total.py': file(PRICES, 3600),
  'prices/empty.py': file('', 1800),
  'tests/test_total.py': file(
    'from prices.total import gross, net\n\n\ndef test_net():\n    assert net([1, 2]) == 3\n\n\ndef test_gross():\n    assert gross([10]) == 12\n',
    1200
  ),
  'docs/notes.txt': file('one\r\ntwo\r\nthree\r\n', 5 * DAY),
  'docs/long.txt': file(Array.from({ length: 1300 }, (_, index) => `line ${index + 1}\n`).join(''), 4 * DAY),
  'docs/wide.txt': file(`${'a'.repeat(30_000)}\nb\n`, 4 * DAY),
  'data/blob.bin': bytes('AAECAwQFBgc=', 4 * DAY),
  'data/odd.dat2': bytes('YWJjAGRlZg==', 4 * DAY),
  'data/dot.png': bytes('iVBORw0KGgo=', 4 * DAY),
  'data/bom.txt': bytes('77u/Zmlyc3QKc2Vjb25kCg==', 4 * DAY),
  '.gitignore': file('*.log\nbuild/\n', 6 * DAY),
  'debug.log': file('TAX is 1.2\n', 600),
  'build/out.txt': file('TAX\n', 600),
  '.hidden/conf.ini': file('[a]\ntax=1\n', 2 * DAY)
}

const reading = [
  read({ absolute_path: at('prices/total.py') }),
  read({ absolute_path: at('README.md') }),
  read({ absolute_path: at('prices/empty.py') }),
  read({ absolute_path: at('prices/total.py'), offset: 5, limit: 4 }),
  read({ absolute_path: at('prices/total.py'), offset: 0, limit: 3 }),
  read({ absolute_path: at('prices/total.py'), limit: 100 }),
  read({ absolute_path: at('prices/total.py'), offset: 15, limit: 20 }),
  read({ absolute_path: at('prices/total.py'), offset: 100, limit: 5 }),
  read({ absolute_path: at('prices/totals.py') }),
  read({ absolute_path: at('prices') }),
  read({ absolute_path: 'prices/total.py' }),
  read({ absolute_path: at('docs/notes.txt') }),
  read({ absolute_path: at('docs/long.txt') }),
  read({ absolute_path: at('docs/long.txt'), offset: 1290, limit: 50 }),
  read({ absolute_path: at('docs/long.txt'), offset: 998, limit: 2 }),
  read({ absolute_path: at('docs/wide.txt') }),
  read({ absolute_path: at('data/blob.bin') }),
  read({ absolute_path: at('data/odd.dat2') }),
  read({ absolute_path: at('data/dot.png') }),
  read({ absolute_path: at('data/bom.txt') }),
  read({ absolute_path: at('prices/total.py'), offset: -1, limit: 2 }),
  read({ absolute_path: at('prices/total.py'), limit: 0 }),
  ls({ path: at('') }),
  ls({ path: at('prices') }),
  ls({ path: at('docs'), ignore: ['*.txt'] }),
  ls({ path: at(''), ignore: ['d*', '*.md'] }),
  ls({ path: at('nowhere') }),
  ls({ path: at('README.md') }),
  ls({ path: 'prices' }),
  ls({ path: at(''), file_filtering_options: { respect_git_ignore: false } }),
  todo({
    todos: [
      { id: '1', content: 'Read the tests', status: 'completed' },
      { id: '2', content: 'Mend "gross"', status: 'in_progress' }
    ]
  }),
  todo({ todos: [] }),
  todo({
    todos: [
      { id: '1', content: 'a', status: 'pending' },
      { id: '1', content: 'b', status: 'pending' }
    ]
  })
]

const finding = [
  glob({ pattern: '**/*.py' }),
  glob({ pattern: '*.py' }),
  glob({ pattern: '*.md' }),
  glob({ pattern: 'prices/*.py' }),
  glob({ pattern: '**/*.{toml,md}' }),
  glob({ pattern: '**/test_*.py', path: at('tests') }),
  glob({ pattern: '*.py', path: 'prices' }),
  glob({ pattern: '**/*.LOG' }),
  glob({ pattern: '**/*.rs' }),
  glob({ pattern: 'prices/total.py' }),
  glob({ pattern: '**/*.ini' }),
  glob({ pattern: '**/[pt]*.py' }),
  glob({ pattern: '*.py', path: at('nowhere') }),
  glob({ pattern: '*.py', path: at('README.md') }),
  glob({ pattern: ' ' }),
  glob({ pattern: '**/*.txt', path: '/' }),
  grep({ pattern: 'gross' }),
  grep({ pattern: 'def \\w+\\(' }),
  grep({ pattern: 'GROSS', glob: '*.py' }),
  grep({ pattern: 'tax' }),
  grep({ pattern: '^from .* import', path: at('tests') }),
  grep({ pattern: 'net', path: at('prices/total.py') }),
  grep({ pattern: 'nothing_like_this' }),
  grep({ pattern: 'nothing_like_this', glob: '*.py', path: at('tests') }),
  grep({ pattern: 'line 1', path: at('docs/long.txt'), limit: 3 }),
  grep({ pattern: 'line', path: at('docs/long.txt') }),
  grep({ pattern: 'gross|cheapest', glob: 'prices/**' }),
  grep({ pattern: 'gross', glob: '!tests/**' }),
  grep({ pattern: 'return', glob: '*.{py,md}' }),
  grep({ pattern: 'sum(', path: at('prices') }),
  grep({ pattern: 'sum\\(', path: 'prices' }),
  grep({ pattern: 'gross', path: at('nowhere') }),
  grep({ pattern: '\\bnet\\b' }),
  grep({ pattern: '\\d+\\.\\d+' }),
  grep({ pattern: 'two' }),
  many({ paths: ['prices/*.py'] }),
  many({ paths: ['README.md', 'pyproject.toml'] }),
  many({ paths: ['**/*.rs'] }),
  many({ paths: ['**/*.txt'], exclude: ['docs/wide.txt'] })
]

const NEAR = 'Prices \u201Cnet\u201D \u2014 and gross\nsecond   \nthird\n'

const writing = (form) => [
  write({ file_path: at('prices/discount.py'), content: 'def discount(price):\n    return price * 0.9\n' }),
  write({ file_path: at('prices/deep/er/new.txt'), content: 'new' }),
  write({ file_path: at('README.md'), content: '# Prices\n' }),
  write({ file_path: at('prices'), content: 'x' }),
  write({ file_path: 'relative.txt', content: 'x' }),
  write({ file_path: '/elsewhere/x.txt', content: 'x' }),
  read({ absolute_path: at('README.md') }),
  edit({ file_path: at('prices/total.py'), old_string: 'TAX = 1.2', new_string: 'TAX = 1.25' }),
  edit({ file_path: at('prices/total.py'), old_string: 'prices', new_string: 'amounts' }),
  edit({ file_path: at('prices/total.py'), old_string: 'price list', new_string: 'list' }),
  edit({ file_path: at('prices/total.py'), old_string: 'min(prices)', new_string: 'min(prices)' }),
  edit({ file_path: at('prices/none.py'), old_string: 'a', new_string: 'b' }),
  edit({ file_path: at('prices/created.py'), old_string: '', new_string: 'A = 1\nB = 2\n' }),
  edit({ file_path: at('prices/created.py'), old_string: '', new_string: 'C = 3\n' }),
  edit({ file_path: at('prices/created.py'), old_string: 'A = 1\n', new_string: '' }),
  edit({ file_path: at('prices/created.py'), old_string: 'B = 2', new_string: 'B = "$&"' }),
  read({ absolute_path: at('prices/created.py') }),
  edit({ file_path: at('docs/notes.txt'), old_string: 'two', new_string: 'zwei' }),
  read({ absolute_path: at('docs/notes.txt') }),
  edit({ file_path: at('prices/total.py'), old_string: '    return None', new_string: '    return 0\n    # none' }),
  edit({ file_path: at('prices'), old_string: 'a', new_string: 'b' }),
  edit({ file_path: 'prices/total.py', old_string: 'a', new_string: 'b' }),
  edit({ file_path: '/elsewhere/x.py', old_string: 'a', new_string: 'b' }),
  write({ file_path: at('near.txt'), content: NEAR }),
  edit({ file_path: at('near.txt'), old_string: 'Prices "net" - and', new_string: 'Net and' }),
  edit({ file_path: at('near.txt'), old_string: 'second\nthird', new_string: 'zwei  \ndrei' }),
  read({ absolute_path: at('near.txt') }),
  ...(form === 'expected'
    ? [
        edit({
          file_path: at('tests/test_total.py'),
          old_string: 'gross',
          new_string: 'total',
          expected_replacements: 2
        }),
        edit({
          file_path: at('tests/test_total.py'),
          old_string: 'gross',
          new_string: 'total',
          expected_replacements: 3
        }),
        edit({
          file_path: at('tests/test_total.py'),
          old_string: 'assert',
          new_string: 'check',
          expected_replacements: 2
        })
      ]
    : [
        edit({ file_path: at('tests/test_total.py'), old_string: 'gross', new_string: 'total', replace_all: true }),
        edit({ file_path: at('tests/test_total.py'), old_string: 'assert ', new_string: '', replace_all: true }),
        edit({ file_path: at('tests/test_total.py'), old_string: '    net([1, 2]) == 3', new_string: '' })
      ]),
  read({ absolute_path: at('tests/test_total.py') }),
  glob({ pattern: '**/*.py' }),
  ls({ path: at('prices') })
]

const running = [
  shell({ command: 'echo hello' }),
  shell({ command: 'ls prices', description: 'List the package' }),
  shell({ command: 'cat nowhere.txt' }),
  shell({ command: 'echo out; echo err >&2; exit 3' }),
  shell({ command: 'true' }),
  shell({ command: 'cd prices && ls' }),
  shell({ command: 'ls *.md' }),
  shell({ command: 'grep -rn TAX prices | head -2' }),
  shell({ command: 'export A=1' }),
  shell({ command: 'echo "a=$A"' }),
  shell({ command: "printf 'no newline'; echo err >&2" }),
  shell({ command: 'nosuchprogram --x' }),
  shell({ command: 'for i in 1 2 3; do echo "$i"; done' }),
  shell({ command: "cat <<'END' > made.txt\na\nb\nEND\nwc -l made.txt" }),
  shell({ command: "sed -i 's/a/A/' made.txt && cat made.txt" }),
  shell({ command: 'echo "unclosed' }),
  shell({ command: "bash -c 'echo inner'" }),
  shell({ command: 'git status --short | head -5' }),
  shell({ command: 'python3 -c "print(6*7)"' }),
  shell({ command: 'seq 1 3000', description: 'Many lines' }),
  shell({ command: "printf '\\033[31mred\\033[0m\\n'" }),
  shell({ command: '(exit 7)' }),
  shell({ command: 'sleep 5 >/dev/null 2>&1 &' }),
  shell({ command: 'sleep 5 >/dev/null 2>&1', is_background: true }),
  shell({ command: 'if true' }),
  shell({ command: 'ls prices; echo --; ls docs' }),
  shell({ command: 'mkdir -p a/b && touch a/b/c && find a | sort' }),
  shell({ command: 'rm -r a && ls a' }),
  shell({ command: "awk 'NR>1' README.md" }),
  shell({ command: 'git add -A && git commit -qm "First" && git log --format=%s' }),
  shell({ command: 'echo one >> docs/notes.txt && git diff --stat' }),
  shell({ command: 'printf "a\\tb\\n\\n\\n"' }),
  shell({ command: ' ' })
]

// Recorded when the tools were written, and not looked at before they answered these.
const script = {
  'package.json': file(
    '{\n  "name": "wordy",\n  "type": "module",\n  "scripts": { "build": "tsc", "test": "node --test" }\n}\n',
    10 * DAY
  ),
  'tsconfig.json': file('{ "compilerOptions": { "strict": true } }\n', 10 * DAY),
  'src/cli.ts': file(
    "import { count } from './commands/count.js'\n\nconst [, , command, path] = process.argv\n\nif (command === 'count' && path !== undefined) {\n  console.log(count(path))\n} else {\n  console.error('usage: wordy count FILE')\n  process.exit(2)\n}\n",
    9 * DAY
  ),
  'src/commands/count.ts': file(
    "import { readFileSync } from 'node:fs'\n\n/** Words in a file: runs without white space. */\nexport function count(path: string): number {\n  return readFileSync(path, 'utf8').split(/\\s+/).filter(Boolean).length\n}\n",
    7200
  ),
  'src/commands/lines.ts': file('export const lines = (text: string): number => text.split("\\n").length\n', 60),
  'src/Index.ts': file("export * from './commands/count.js'\nexport * from './commands/lines.js'\n", 8 * DAY),
  'src/übung.ts': file('export const gruß = "Grüße"\n', 7 * DAY),
  'src/with space/a b.ts': file('export const x = 1\n', 120),
  'src/[id]/page.ts': file('export const page = 1\n', 240),
  'node_modules/dep/index.js': file('module.exports = 1 // count\n', 20 * DAY),
  'dist/cli.js': file('console.log("count")\n', 30),
  'assets/logo.svg': file('<svg xmlns="http://www.w3.org/2000/svg"/>\n', DAY / 2),
  'assets/font.woff2': bytes('d09GMgABAAAAAA==', DAY / 3),
  '.gitignore': file('node_modules\ndist/\n!dist/keep.txt\n*.tmp\n', 10 * DAY),
  'src/.gitignore': file('generated.ts\n', 10 * DAY),
  'src/generated.ts': file('export const count = 0\n', 300),
  'a.tmp': file('count\n', 5),
  'tabs.txt': file('\tone\n\t\ttwo \n\n\n', 3 * DAY),
  'none.txt': file('no newline at the end', 3 * DAY),
  'blank.txt': file('\n', 3 * DAY)
}

const kept = [
  ls({ path: at('') }),
  ls({ path: at('src') }),
  ls({ path: at('node_modules') }),
  ls({ path: at('dist') }),
  ls({ path: at('src/with space') }),
  ls({ path: at('assets'), ignore: ['*.svg', 'fo?t*'] }),
  ls({ path: '/' }),
  read({ absolute_path: at('package.json') }),
  read({ absolute_path: at('tabs.txt') }),
  read({ absolute_path: at('none.txt') }),
  read({ absolute_path: at('blank.txt') }),
  read({ absolute_path: at('src/übung.ts') }),
  read({ absolute_path: at('assets/logo.svg') }),
  read({ absolute_path: at('assets/font.woff2') }),
  read({ absolute_path: at('src/with space/a b.ts') }),
  read({ absolute_path: at('src/cli.ts'), offset: 3 }),
  read({ absolute_path: at('src/cli.ts'), offset: 11, limit: 1 }),
  read({ absolute_path: at('none.txt'), offset: 1, limit: 1 }),
  read({ absolute_path: at('none.txt/deeper') }),
  read({ absolute_path: '' }),
  glob({ pattern: 'src/**/*.ts' }),
  glob({ pattern: '**/*.ts' }),
  glob({ pattern: '**' }),
  glob({ pattern: '*' }),
  glob({ pattern: '**/*' }),
  glob({ pattern: 'src/*' }),
  glob({ pattern: '**/index.*' }),
  glob({ pattern: 'src/[id]/page.ts' }),
  glob({ pattern: '**/a b.ts' }),
  glob({ pattern: 'src/commands/{count,lines}.ts' }),
  glob({ pattern: '**/c?unt.ts' }),
  glob({ pattern: '**/*.js' }),
  glob({ pattern: './src/*.ts' }),
  glob({ pattern: at('src/*.ts') }),
  glob({ pattern: '**/!(count).ts', path: at('src/commands') }),
  grep({ pattern: 'count' }),
  grep({ pattern: 'count', glob: '*.ts' }),
  grep({ pattern: 'COUNT|LINES', glob: 'src/commands/*.ts' }),
  grep({ pattern: 'export (const|function) \\w+' }),
  grep({ pattern: "from '\\./" }),
  grep({ pattern: 'grüße' }),
  grep({ pattern: '^\\s+two\\s*$' }),
  grep({ pattern: '^$', glob: 'tabs.txt' }),
  grep({ pattern: 'x = 1', path: at('src/with space') }),
  grep({ pattern: '(?i)WORDY' }),
  grep({ pattern: 'a.c', path: at('src/cli.ts') }),
  grep({ pattern: 'filter\\(Boolean\\)\\.length$' }),
  grep({ pattern: 'count', path: at('node_modules') }),
  grep({ pattern: 'count', path: at('a.tmp') }),
  grep({ pattern: '-n' }),
  grep({ pattern: '[[:upper:]]{2}' }),
  grep({ pattern: 'process\\.(?:argv|exit)' }),
  grep({ pattern: 'import', glob: '**/*.ts', limit: 1 }),
  grep({ pattern: 'export', glob: 'src/' }),
  many({ paths: ['src/commands/'] }),
  many({ paths: ['src/commands/**'] }),
  many({ paths: ['*.json'], include: ['none.txt'] }),
  many({ paths: ['assets/*'] }),
  edit({
    file_path: at('src/cli.ts'),
    old_string: '  process.exit(2)\n}\n',
    new_string: '  process.exitCode = 2\n}\n'
  }),
  edit({
    file_path: at('src/cli.ts'),
    old_string: 'const [, , command, path]',
    new_string: 'const [,, command, path]'
  }),
  edit({ file_path: at('none.txt'), old_string: 'no newline at the end', new_string: 'one\ntwo   \nthree' }),
  edit({ file_path: at('blank.txt'), old_string: '\n', new_string: 'x\n' }),
  edit({ file_path: at('tabs.txt'), old_string: '\tone\n\t\ttwo\n', new_string: '\teins\n' }),
  edit({ file_path: at('tabs.txt'), old_string: 'eins', new_string: '' }),
  edit({ file_path: at('src/übung.ts'), old_string: 'Grüße', new_string: 'Gruß' }),
  edit({ file_path: at('new/deep/file.ts'), old_string: '', new_string: 'export {}' }),
  edit({ file_path: at('src/Index.ts'), old_string: 'export', new_string: 'import', replace_all: true }),
  edit({ file_path: at('src/Index.ts'), old_string: "import * from './commands/count.js'\n", new_string: '' }),
  write({ file_path: at('src/with space/a b.ts'), content: '' }),
  read({ absolute_path: at('src/with space/a b.ts') }),
  read({ absolute_path: at('tabs.txt') }),
  write({ file_path: at('none.txt/deeper'), content: 'x' }),
  todo({ todos: [{ id: 'a', content: 'Grüße "x"\nsecond', status: 'pending' }] })
]

// Recorded after the tools had been mended by the calls above, and answered for the first time then.
const fresh = [
  ls({ path: at('src/commands') }),
  ls({ path: at('assets') }),
  ls({ path: at('node_modules/dep') }),
  ls({ path: at('src/commands'), ignore: ['lines'] }),
  read({ absolute_path: at('tsconfig.json') }),
  read({ absolute_path: at('src/commands/count.ts'), offset: 2, limit: 3 }),
  read({ absolute_path: at('src/commands/count.ts'), limit: 2 }),
  read({ absolute_path: at('src/generated.ts') }),
  read({ absolute_path: at('src') }),
  read({ absolute_path: at('src/missing/deep.ts') }),
  read({ absolute_path: at('../other.txt') }),
  glob({ pattern: '**/*.json' }),
  glob({ pattern: '**/*.{ts,js}' }),
  glob({ pattern: 'src/commands' }),
  glob({ pattern: 'src/commands/*' }),
  glob({ pattern: '**/*.svg', path: at('assets') }),
  glob({ pattern: '**/dep/**' }),
  glob({ pattern: '.*' }),
  glob({ pattern: '**/[A-Z]*.ts' }),
  glob({ pattern: '**/@(count|lines).ts' }),
  glob({ pattern: '*/*.ts' }),
  glob({ pattern: '**/*.tmp' }),
  grep({ pattern: 'readFileSync' }),
  grep({ pattern: 'lines', path: at('src/commands') }),
  grep({ pattern: 'command', path: 'src/cli.ts' }),
  grep({ pattern: '"(build|test)"', glob: '*.json' }),
  grep({ pattern: 'export', glob: '!src/commands' }),
  grep({ pattern: 'count', glob: '*.js' }),
  grep({ pattern: 'count', glob: '*.tmp' }),
  grep({ pattern: 'ignore|node_modules' }),
  grep({ pattern: 'node_modules', glob: '.gitignore' }),
  grep({ pattern: 'export.*=', path: at('src'), glob: '*/page.ts' }),
  grep({ pattern: "\\.js'$", glob: 'src/*.ts' }),
  grep({ pattern: 'console\\.(log|error)\\(' }),
  grep({ pattern: '{', path: at('src/cli.ts') }),
  grep({ pattern: 'usage: .*FILE', path: at('src') }),
  grep({ pattern: 'svg' }),
  many({ paths: ['src/cli.ts', 'package.json'] }),
  many({ paths: ['src/**/*.ts'], exclude: ['**/count.ts'] }),
  many({ paths: ['nothing/**'] }),
  edit({ file_path: at('package.json'), old_string: '"test": "node --test"', new_string: '"test": "vitest run"' }),
  edit({ file_path: at('package.json'), old_string: '"tsc"', new_string: '"tsc -b"', replace_all: true }),
  edit({ file_path: at('src/commands/count.ts'), old_string: '  return', new_string: '  // words\n  return' }),
  edit({
    file_path: at('src/commands/count.ts'),
    old_string: "import { readFileSync } from 'node:fs'\n\n",
    new_string: ''
  }),
  edit({ file_path: at('src/cli.ts'), old_string: '\n\n', new_string: '\n' }),
  edit({ file_path: at('src/cli.ts'), old_string: 'console.log(counts(path))', new_string: 'x' }),
  edit({ file_path: at('src/cli.ts'), old_string: 'command', new_string: 'command' }),
  edit({ file_path: at('src/generated.ts'), old_string: '= 0', new_string: '= 1' }),
  read({ absolute_path: at('src/commands/count.ts') }),
  write({ file_path: at('src/commands/chars.ts'), content: 'export const chars = (text: string) => text.length\n' }),
  write({ file_path: at('src/cli.ts'), content: 'console.log(1)\n' }),
  glob({ pattern: 'src/**/*.ts' }),
  grep({ pattern: 'chars' }),
  read({ absolute_path: at('src/cli.ts') })
]

export function sessions(version) {
  if (version.startsWith('0.1.')) {
    return [
      {
        title: 'edits that say how often',
        git: true,
        files: python,
        calls: writing('expected').filter(({ name }) => /^(?:edit|write_file|list_directory)$/.test(name))
      }
    ]
  }
  if (version.startsWith('0.0.')) return [{ title: 'running', git: true, files: python, calls: running }]
  return [
    { title: 'reading', git: true, files: python, calls: reading },
    { title: 'fresh', git: true, files: script, calls: fresh },
    { title: 'kept aside', git: true, files: script, calls: kept },
    { title: 'finding', git: true, files: python, calls: finding },
    { title: 'finding without git', git: false, files: python, calls: finding.filter((_, index) => index % 3 === 0) },
    { title: 'writing', git: true, files: python, calls: writing('all') },
    {
      title: 'refused commands',
      git: true,
      files: python,
      calls: [shell({ command: 'ls', directory: '/' }), shell({ command: ' ' })]
    }
  ]
}
