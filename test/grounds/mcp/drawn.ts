// Calls that nobody chose, drawn by a seed: usual ones over few names, so that they meet what earlier calls did, and odd arguments among them.
import type { Action } from '../../../src/core/tree/model.ts'
import type { Session } from './sessions.ts'

type Given = Record<string, Action>
type Draw = Chance & { path(): string }

interface Chance {
  below(count: number): number
  one<Value>(values: readonly Value[]): Value
}

// What clients send by mistake: other types, nothing, too much, text that is not plain, names that objects and shells know.
const ODD: readonly Action[] = [
  ...[
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e21,
    '',
    ' ',
    '日本語',
    '🎉',
    'e\u0301',
    '\u0000',
    'a\nb',
    '\t',
    '\r\n',
    '\ufeffx'
  ],
  ...[
    [],
    {},
    [null],
    ['', 3],
    { a: 1 },
    [[]],
    '..',
    '.',
    '../../etc/passwd',
    './x//y/',
    '~',
    '~/x',
    '%2e%2e/x',
    'C:\\x'
  ],
  ...['\\', '-rf', '--help', '*', '?', '[', '{a,b}', 'constructor', '__proto__', 'toString', 'null', '0', 'NaN', '1e3'],
  ...[
    'x'.repeat(300),
    'long '.repeat(2000),
    '/',
    '//',
    '/dev/null',
    'file:///etc/hosts',
    "'; DROP TABLE boats; --",
    '"',
    '$HOME',
    '$(id)'
  ]
]

function chance(seed: number): Chance {
  let state = seed
  const below = (count: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return (state >>> 8) % count
  }
  return { below, one: <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value }
}

/** A session of `count` calls of a server; `root` is the folder that its files are in. */
export function drawnSession(server: string, seed: number, count: number, root: string): Session {
  const { below, one } = chance(seed)
  const path = (): string =>
    below(9) ? `${root}/${one(PATHS)}` : one(['notes.txt', '/srv', root, `${root}/..`, `${root}/a/`])
  const { tools, state } = KINDS[server] as Kind
  const draw: Draw = { below, one, path }
  const calls = Array.from({ length: count }, () => {
    const [name, usual] = one(tools)
    const given: Given = usual(draw, root)
    const names = Object.keys(given)
    const which = below(12)
    if (which < 3 && names.length) given[one(names)] = below(4) ? one(ODD) : within(given[one(names)] ?? null, draw)
    if (which === 3 && names.length) delete given[one(names)]
    if (which === 4) given[one(['extra', 'limit', '__proto_', 'path2', 'toString'])] = one(ODD)
    // Without one it fetches an address of its own choice.
    if (name === 'gzip-file-as-resource') given.data ??= ''
    const tool = below(60) ? name : one(['nothing', '', name.toUpperCase(), 'constructor', `${name} `])
    return [tool, given] satisfies Session['calls'][number]
  })
  return { server, args: server === 'filesystem' ? [root] : [], initialState: state(root), calls }
}

/** One value deep inside of another is odd. */
function within(value: Action, { below, one }: Chance): Action {
  if (Array.isArray(value) && value.length) {
    const at = below(value.length)
    return value.map((item, index) => (index === at ? (below(2) ? one(ODD) : within(item, { below, one })) : item))
  }
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    const names = Object.keys(value)
    if (!names.length) return one(ODD)
    const name = one(names)
    if (below(3) === 0) return Object.fromEntries(Object.entries(value).filter(([other]) => other !== name))
    return { ...value, [name]: one(ODD) }
  }
  return one(ODD)
}

interface Kind {
  tools: readonly (readonly [string, (draw: Draw, root: string) => Given])[]
  state(root: string): string
}

const PATHS = [
  'notes.txt',
  'src',
  'a',
  'b.md',
  'empty',
  'Ø ☕',
  'src/deep/x.py',
  'a/b',
  'b.md/x',
  '.',
  'a/../b.md',
  '.hidden',
  'src/deep'
]
const TEXTS = [
  'one',
  'three',
  'return',
  'X\n',
  '',
  '  if',
  '\t',
  'é',
  'a\r\nb',
  'two\nthree',
  '$& $1',
  '```',
  '\ufeff',
  'one\n\n\nfour',
  'no end'
]
const GLOBS = [
  '*',
  '**',
  '**/*.{md,py}',
  'a/*',
  '!(a)',
  '**/[a-c]*',
  '**/*.py',
  '?',
  '.*',
  '**/.*',
  'src/**',
  '*.{',
  '[',
  ''
]

const lines = (count: number): string => Array.from({ length: count }, (_, line) => `line ${line + 1}`).join('\n')

const NAMES = ['Skarv', 'Tärn', 'Ines Aalto', 'lom', '', '日本', 'constructor', '__proto__', 'a "b"', 'x\ny']
const several = <Value>({ below }: Chance, make: () => Value): Value[] => Array.from({ length: below(4) }, make)

const FLAG = [true, false]

const KINDS: Record<string, Kind> = {
  filesystem: {
    state: (root) => `The server gives access to ${root} and nothing else. ${root} holds an empty folder empty/.

notes.txt
    one
    two
    three
    four
src/deep/x.py
    def f(hour):
        if hour < 6:
            return 0.4
        return 1.9
src/Zebra.txt
    last
.hidden
    (empty)`,
    tools: [
      ['read_text_file', ({ path }) => ({ path: path() })],
      ['read_text_file', ({ path, below, one }) => ({ path: path(), [one(['head', 'tail'])]: below(6) - 1 })],
      ['read_text_file', ({ path }) => ({ path: path(), head: 1, tail: 1 })],
      ['read_file', ({ path }) => ({ path: path() })],
      ['read_media_file', ({ path }) => ({ path: path() })],
      ['read_multiple_files', ({ path, below }) => ({ paths: Array.from({ length: below(4) }, path) })],
      ['write_file', ({ path, one }) => ({ path: path(), content: [one(TEXTS), one(TEXTS)].join('\n') })],
      ['write_file', ({ path, below }) => ({ path: path(), content: lines(below(90)) })],
      [
        'edit_file',
        (draw) => ({
          path: draw.path(),
          dryRun: draw.one(FLAG),
          edits: several(draw, () => ({ oldText: draw.one(TEXTS), newText: draw.one(TEXTS) }))
        })
      ],
      ['edit_file', ({ path, one }) => ({ path: path(), edits: [{ oldText: one(TEXTS), newText: one(TEXTS) }] })],
      ['create_directory', ({ path, one }) => ({ path: one([path(), `${path()}/c/d`]) })],
      ['list_directory', ({ path }) => ({ path: path() })],
      ['list_directory_with_sizes', ({ path, one }) => ({ path: path(), sortBy: one(['name', 'size']) })],
      [
        'directory_tree',
        ({ path, one }) => ({ path: path(), excludePatterns: one([[], ['a'], ['**/*.py'], ['deep']]) })
      ],
      ['move_file', ({ path, one }) => ({ source: path(), destination: one([path(), `${path()}/moved`]) })],
      [
        'search_files',
        ({ path, one }) => ({ path: path(), pattern: one(GLOBS), excludePatterns: one([[], [one(GLOBS)]]) })
      ],
      ['get_file_info', ({ path }) => ({ path: path() })],
      ['list_allowed_directories', () => ({})]
    ]
  },
  memory: {
    state: (root) => `The graph is kept in ${root}/memory.jsonl. Working folder: ${root}.
Environment: MEMORY_FILE_PATH=${root}/memory.jsonl

memory.jsonl
    {"type":"entity","name":"Skarv","entityType":"lighthouse","observations":["built in 1891","31 m tall"]}
    {"type":"relation","from":"Ines Aalto","to":"Skarv","relationType":"looks after"}
`,
    tools: [
      ['read_graph', () => ({})],
      ['search_nodes', ({ one }) => ({ query: one(['a', 'LIGHT', '', '日', ...TEXTS]) })],
      ['open_nodes', (draw) => ({ names: several(draw, () => draw.one(NAMES)) })],
      [
        'create_entities',
        (draw) => ({
          entities: several(draw, () => ({
            name: draw.one(NAMES),
            entityType: draw.one(['rock', 'lighthouse', '']),
            observations: several(draw, () => draw.one(TEXTS))
          }))
        })
      ],
      ['create_relations', (draw) => ({ relations: several(draw, () => relation(draw)) })],
      ['delete_relations', (draw) => ({ relations: several(draw, () => relation(draw)) })],
      [
        'add_observations',
        (draw) => ({
          observations: several(draw, () => ({
            entityName: draw.one(NAMES),
            contents: several(draw, () => draw.one(TEXTS))
          }))
        })
      ],
      ['delete_entities', (draw) => ({ entityNames: several(draw, () => draw.one(NAMES)) })],
      [
        'delete_observations',
        (draw) => ({
          deletions: several(draw, () => ({
            entityName: draw.one(NAMES),
            observations: several(draw, () => draw.one(TEXTS))
          }))
        })
      ]
    ]
  },
  everything: {
    state: () => 'A server to try a client with.\n\nEnvironment: HARBOUR=Skarv, LEVEL=3\n',
    tools: [
      ['echo', ({ one }) => ({ message: one(TEXTS) })],
      ['get-sum', ({ one }) => ({ a: one([0.1, 1e308, -0, 9007199254740991]), b: one([0.2, 1e308, 3, -1e-7]) })],
      ['get-structured-content', ({ one }) => ({ location: one(['New York', 'Chicago', 'Los Angeles', 'Bergen']) })],
      [
        'get-annotated-message',
        ({ one }) => ({ messageType: one(['error', 'success', 'debug', 'whisper']), includeImage: one(FLAG) })
      ],
      ['get-env', () => ({})],
      ['get-tiny-image', () => ({})],
      ['get-resource-links', ({ below }) => ({ count: below(13) })],
      [
        'get-resource-reference',
        ({ one, below }) => ({ resourceType: one(['Text', 'Blob', 'text']), resourceId: below(5) - 1 })
      ],
      [
        'gzip-file-as-resource',
        ({ one }) => ({
          name: one(['a.gz', '', 'ü.gz', '../x']),
          data: one([
            'data:text/plain;base64,aGVsbG8=',
            'data:,',
            'data:text/plain,hello%20there',
            'nothing',
            'file:///x'
          ]),
          outputType: one(['resource', 'resourceLink', 'other'])
        })
      ],
      ['toggle-simulated-logging', () => ({})],
      ['toggle-subscriber-updates', () => ({})],
      ['trigger-long-running-operation', ({ one }) => ({ duration: one([0, 0.01, 0.02]), steps: one([1, 2, 3]) })]
    ]
  },
  'sequential-thinking': {
    state: () => '',
    tools: [
      [
        'sequentialthinking',
        ({ one, below }) => ({
          thought: one(TEXTS),
          nextThoughtNeeded: one<Action>([true, false, 'true', 'FALSE', 'no']),
          thoughtNumber: one<Action>([below(6), String(below(6))]),
          totalThoughts: one<Action>([below(6), 'many'])
        })
      ],
      [
        'sequentialthinking',
        ({ one, below }) => ({
          ...{ thought: one(TEXTS), nextThoughtNeeded: true, thoughtNumber: 1 + below(6), totalThoughts: 1 + below(6) },
          ...one([
            { isRevision: one(FLAG), revisesThought: below(4) },
            { branchFromThought: below(4), branchId: one(NAMES) },
            {}
          ])
        })
      ]
    ]
  },
  git: {
    state: (
      root
    ) => `User ines. It is 2026-03-02 08:00 UTC. Git repository: ${root}, on branch main, history, oldest first: "First", "Second: ü", "Third".

README.md
    # Charts
    Depths in metres.
a/b.txt
    one
    two

Not committed yet:

README.md
    # Charts
    Depths in feet.
new file.txt
    fresh
`,
    tools: (
      [
        ['git_status', () => ({})],
        [
          'git_log',
          ({ one }) =>
            one<Given>([
              {},
              { max_count: 1 },
              { start_timestamp: one(TIMES) },
              { end_timestamp: one(TIMES), max_count: 2 }
            ])
        ],
        [
          'git_branch',
          ({ one }) => ({
            branch_type: one(['local', 'remote', 'all', 'x']),
            ...one([{}, { contains: one(REVISIONS) }])
          })
        ],
        ['git_diff_unstaged', ({ one }) => one<Given>([{}, { context_lines: one([0, 1, 99]) }])],
        ['git_diff_staged', () => ({})],
        ['git_diff', ({ one }) => ({ target: one(REVISIONS) })],
        ['git_show', ({ one }) => ({ revision: one(REVISIONS) })],
        [
          'git_add',
          ({ one }) => ({ files: one<Action>([['.'], ['new file.txt'], ['README.md', 'a'], ['nope'], [], ['-A']]) })
        ],
        ['git_reset', () => ({})],
        ['git_commit', ({ one }) => ({ message: one(TEXTS) })],
        [
          'git_create_branch',
          ({ one }) => ({
            branch_name: one(['side', 'main', 'a b', 'x/y', '-d', '']),
            ...one([{}, { base_branch: one(REVISIONS) }])
          })
        ],
        ['git_checkout', ({ one }) => ({ branch_name: one(['side', 'main', 'x/y', 'nope', 'HEAD~1']) })]
      ] satisfies Kind['tools']
    ).map(([name, usual]) => [
      name,
      (draw, root) => ({ repo_path: draw.below(12) ? root : draw.path(), ...usual(draw) })
    ])
  },
  sqlite: {
    state: (root) => `Bookings, in the database ${root}/fleet.db. Working folder: ${root}.

fleet.sql
    CREATE TABLE boats (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, length REAL);
    INSERT INTO boats (name, length) VALUES ('Terne', 9.5), ('Måke', 7.2), ('Lom', NULL);
`,
    tools: [
      ['list_tables', () => ({})],
      [
        'describe_table',
        ({ one }) => ({ table_name: one(['boats', 'tides', "b'x", '', 'sqlite_master', 'boats); --']) })
      ],
      ['append_insight', ({ one }) => ({ insight: one(TEXTS) })],
      ['create_table', ({ one }) => ({ query: one(CREATES) })],
      ['read_query', ({ one }) => ({ query: one([...READS, ...WRITES]) })],
      ['read_query', ({ one }) => ({ query: one(READS) })],
      ['write_query', ({ one }) => ({ query: one([...WRITES, ...READS]) })],
      ['write_query', ({ one }) => ({ query: one(WRITES) })]
    ]
  },
  time: {
    state: () => 'It is 2026-03-29 00:59:10 UTC. Local time zone: Europe/Oslo.',
    tools: [
      ['get_current_time', ({ one }) => ({ timezone: one(ZONES) })],
      ['convert_time', ({ one }) => ({ source_timezone: one(ZONES), time: one(CLOCKS), target_timezone: one(ZONES) })]
    ]
  }
}

const relation = ({ one }: Chance): Given => ({
  from: one(NAMES),
  to: one(NAMES),
  relationType: one(['knows', '', 'looks after'])
})

const REVISIONS = [
  'HEAD',
  'HEAD~1',
  'main',
  'side',
  'HEAD~9',
  'HEAD:README.md',
  'HEAD:a',
  'main..side',
  '--stat',
  '',
  'x/y',
  '@{0}',
  ':/Second',
  'HEAD^{tree}'
]
const TIMES = ['2026-03-02', 'yesterday', '2026-03-02T07:30:00', 'nonsense', '1 hour ago', '--all']
const CREATES = [
  'CREATE TABLE tides (hour INTEGER, height REAL CHECK (height > 0))',
  'create table if not exists tides (x)',
  'CREATE TABLE "odd name" (a, b DEFAULT \'x\', PRIMARY KEY (a, b)) WITHOUT ROWID',
  'CREATE INDEX i ON boats (length)',
  ' CREATE TABLE',
  'CREATE TEMP TABLE t AS SELECT 1 AS one'
]
const READS = [
  'SELECT * FROM boats',
  'select count(*), sum(length), avg(length) from boats',
  "SELECT x'00ff', 1.0, 1e300, -0.0, NULL, 'Ω\n', 9223372036854775807",
  'SELECT name, length FROM boats ORDER BY length DESC LIMIT 1 OFFSET 1;',
  '  SELECT 1 AS a, 2 AS a',
  'SELECT * FROM tides',
  'WITH c(x) AS (VALUES (1), (2)) SELECT * FROM c',
  'SELECT 1; SELECT 2',
  'EXPLAIN SELECT 1',
  "SELECT json_object('a', 1), printf('%.3f', 2.0 / 3), upper('é'), length('日本'), typeof(1)",
  '-- nothing',
  "SELECT * FROM pragma_table_info('boats')",
  'SELECT max(name) FROM boats GROUP BY length > 8',
  'PRAGMA table_info(boats)'
]
const WRITES = [
  "INSERT INTO boats (name, length) VALUES ('Skarv', 11), ('Alke', '6.4')",
  "INSERT OR REPLACE INTO boats (id, name) VALUES (2, 'O''Hara')",
  'UPDATE boats SET length = length * 2 WHERE id % 2',
  'DELETE FROM boats WHERE id > 3',
  'INSERT INTO tides (hour, height) VALUES (1, -1)',
  'INSERT INTO tides VALUES (1, 2.5)',
  'INSERT INTO boats DEFAULT VALUES',
  'DROP TABLE tides',
  'ALTER TABLE boats ADD COLUMN flag INTEGER DEFAULT 0',
  'VACUUM',
  'BEGIN',
  'REPLACE INTO boats (id, name) VALUES (9, NULL)',
  "INSERT INTO boats (name) VALUES ('r') RETURNING id"
]
const ZONES = [
  'UTC',
  'Europe/Oslo',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Nowhere/Else',
  'europe/oslo',
  '',
  'EST',
  'Etc/GMT+12',
  '../etc/passwd'
]
const CLOCKS = [
  '00:00',
  '23:59',
  '02:30',
  '24:00',
  '9:05',
  '9am',
  '',
  '12:30:15',
  ' 12:30',
  '１２:30',
  '-1:00',
  '12:60'
]
