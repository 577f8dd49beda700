// What is recorded from MCP's reference servers (test/record/mcp-servers.ts), and what the ground is held to.
import type { Action, Tool } from '../../../src/core/tree/model.ts'
import type { StepResult } from '../../../src/core/tree/result.ts'

export interface Session {
  /** Of `@modelcontextprotocol/server-...`, or PyPI's `mcp-server-...`. */
  server: string
  /** As the server is started. */
  args: string[]
  initialState: string
  calls: [name: string, given: Record<string, Action>][]
}

/** A session with the server's own tools and answers. */
export interface Recorded extends Omit<Session, 'calls'> {
  program: string
  tools: Tool[]
  calls: { action: { name: string; arguments: Record<string, Action> }; text: string; known: StepResult }[]
}

const HARBOUR = '/srv/orrery-harbour'
const at = (path: string): string => `${HARBOUR}/${path}`

const harbour = `The server gives access to ${HARBOUR} and nothing else. ${HARBOUR} holds an empty folder archive/.

README.md
    # Harbour
    Berths, tides and bookings of a small harbour.

    See bookings/2026.csv for this year.
berths.json
    {
      "north": [
        { "id": 1, "length": 12 },
        { "id": 2, "length": 9 }
      ],
      "south": []
    }
bookings/2025.csv
    boat,berth,from,to
    Terne,1,2025-06-01,2025-06-14
bookings/2026.csv
    boat,berth,from,to
    Terne,1,2026-06-01,2026-06-12
    Måke,2,2026-06-03,2026-06-05
    Lom,2,2026-06-20,2026-07-02
src/tide.py
    def height(hour):
        """Metres above chart datum."""
        if hour < 6:
            return 0.4
        return 1.9

    def is_safe(hour, draught):
        return height(hour) > draught
src/Zebra.txt
    last
src/_private.txt
    (empty)
notes.txt
    one
    two
    three
    four
    five`

const lines = (count: number): string => Array.from({ length: count }, (_, line) => `line ${line + 1}`).join('\n')

const GRAPH = '/srv/orrery-memory'

const thought = (thoughtNumber: number, totalThoughts: number, more: Record<string, Action> = {}) =>
  [
    'sequentialthinking',
    { thought: `Thought ${thoughtNumber}`, nextThoughtNeeded: true, thoughtNumber, totalThoughts, ...more }
  ] satisfies Session['calls'][number]

/** Calls that nobody chose: `count` of them, drawn by `seed`, over few paths, so that they meet what earlier ones did. */
function drawn(seed: number, count: number): Session['calls'] {
  let state = seed
  const draw = (below: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return (state >>> 8) % below
  }
  const one = <Value>(values: readonly Value[]): Value => values[draw(values.length)] as Value
  const names = [
    'notes.txt',
    'src',
    'a',
    'b.md',
    'archive',
    'Ø',
    'bookings/2026.csv',
    'src/tide.py',
    'a/b',
    'b.md/x',
    '.'
  ]
  const path = (): string =>
    draw(8) ? at(one(names)) : one(['notes.txt', '/srv', at('..'), `${at('a')}/`, at('./a//b')])
  const words = ['one', 'three', 'return', 'boat', 'X\n', '', '  if', '\t', 'é', 'a\r\nb', 'two\nthree']
  const kinds: (() => Session['calls'][number])[] = [
    () => ['read_text_file', { path: path() }],
    () => ['read_text_file', { path: path(), [one(['head', 'tail'])]: draw(5) }],
    () => ['read_multiple_files', { paths: [path(), path()] }],
    () => ['write_file', { path: path(), content: [one(words), one(words)].join('\n') }],
    () => ['write_file', { path: path(), content: lines(draw(90)) }],
    () => ['edit_file', { path: path(), dryRun: draw(2) === 0, edits: [{ oldText: one(words), newText: one(words) }] }],
    () => ['create_directory', { path: path() }],
    () => ['create_directory', { path: `${path()}/${one(['a', 'c', 'c/d'])}` }],
    () => ['list_directory', { path: path() }],
    () => ['list_directory_with_sizes', { path: path(), sortBy: one(['name', 'size']) }],
    () => ['directory_tree', { path: path(), excludePatterns: one([[], ['a'], ['**/*.csv']]) }],
    () => ['move_file', { source: path(), destination: path() }],
    () => ['move_file', { source: path(), destination: `${path()}/${one(['a', 'moved'])}` }],
    () => ['search_files', { path: path(), pattern: one(['*', '**', '**/*.{csv,py}', 'a/*', '!(a)', '**/[a-c]*']) }],
    () => ['get_file_info', { path: path() }]
  ]
  return Array.from({ length: count }, () => one(kinds)())
}

const CHARTS = '/srv/orrery-charts'

const charts = `User ines. It is 2026-03-02 08:00 UTC. Git repository: ${CHARTS}, on branch main, history, oldest first: "Survey of the north basin", "Depths of the south basin", "Fix the datum".

README.md
    # Charts
    Depths in metres below chart datum.
north.csv
    x,y,depth
    1,1,4.2
    1,2,3.9
tools/plot.py
    import sys

    def plot(rows):
        for row in rows:
            print(row)

    plot(sys.stdin)

Not committed yet:

north.csv
    x,y,depth
    1,1,4.2
    1,2,4.0
    2,2,5.1
south.csv
    x,y,depth
    7,1,2.2
notes/keeper.txt
    Ask the keeper.
`

const repo = { repo_path: CHARTS }

const FLEET = '/srv/orrery-fleet'

const fleet = `The harbour's bookings, in the database ${FLEET}/fleet.db. Working folder: ${FLEET}.

fleet.sql
    CREATE TABLE boats (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, length REAL);
    CREATE TABLE bookings (boat INTEGER REFERENCES boats(id), berth INTEGER, day TEXT DEFAULT CURRENT_DATE);
    INSERT INTO boats (name, length) VALUES ('Terne', 9.5), ('Måke', 7.2), ('Lom', NULL);
    INSERT INTO bookings VALUES (1, 4, '2026-06-01'), (2, 1, '2026-06-03'), (1, 4, '2026-06-12');
`

const sql = (tool: string, query: Action): Session['calls'][number] => [tool, { query }]

export const sessions: Record<string, Session> = {
  git: {
    server: 'git',
    args: [],
    initialState: charts,
    calls: [
      ['git_status', repo],
      ['git_log', repo],
      ['git_log', { ...repo, max_count: 1 }],
      ['git_log', { ...repo, start_timestamp: '2026-03-02T05:30:00', end_timestamp: '2026-03-02T06:30:00' }],
      ['git_log', { ...repo, start_timestamp: '2 hours ago' }],
      ['git_branch', { ...repo, branch_type: 'local' }],
      ['git_branch', { ...repo, branch_type: 'remote' }],
      ['git_branch', { ...repo, branch_type: 'every' }],
      ['git_diff_unstaged', repo],
      ['git_diff_unstaged', { ...repo, context_lines: 0 }],
      ['git_diff_staged', repo],
      ['git_add', { ...repo, files: ['north.csv', 'south.csv'] }],
      ['git_diff_staged', repo],
      ['git_diff_staged', { ...repo, context_lines: 1 }],
      ['git_status', repo],
      ['git_reset', repo],
      ['git_status', repo],
      ['git_add', { ...repo, files: ['nowhere.csv'] }],
      ['git_add', { ...repo, files: [] }],
      ['git_add', { ...repo, files: ['--all'] }],
      ['git_create_branch', { ...repo, branch_name: 'survey' }],
      ['git_create_branch', { ...repo, branch_name: 'survey' }],
      ['git_create_branch', { ...repo, branch_name: 'older', base_branch: 'HEAD~1' }],
      ['git_create_branch', { ...repo, branch_name: 'never', base_branch: 'nowhere' }],
      ['git_checkout', { ...repo, branch_name: 'survey' }],
      ['git_checkout', { ...repo, branch_name: 'nowhere' }],
      ['git_checkout', { ...repo, branch_name: '-f' }],
      ['git_add', { ...repo, files: ['.'] }],
      ['git_commit', { ...repo, message: 'Survey of March\n\nWith the keeper.' }],
      ['git_commit', { ...repo, message: 'Nothing more' }],
      ['git_log', { ...repo, max_count: 2 }],
      ['git_show', { ...repo, revision: 'HEAD' }],
      ['git_show', { ...repo, revision: 'HEAD:tools/plot.py' }],
      ['git_show', { ...repo, revision: 'HEAD:tools' }],
      ['git_show', { ...repo, revision: 'HEAD~9' }],
      ['git_diff', { ...repo, target: 'main' }],
      ['git_diff', { ...repo, target: 'main..survey', context_lines: 1 }],
      ['git_diff', { ...repo, target: 'nowhere' }],
      ['git_diff', { ...repo, target: '--output=/tmp/x' }],
      ['git_checkout', { ...repo, branch_name: 'main' }],
      ['git_branch', { ...repo, branch_type: 'all', not_contains: 'survey' }],
      ['git_status', { repo_path: '/srv' }],
      ['git_status', { repo_path: '/srv/nowhere' }],
      ['git_status', {}],
      ['git_status', { repo_path: 7 }],
      ['git_push', repo]
    ]
  },
  sqlite: {
    server: 'sqlite',
    args: [],
    initialState: fleet,
    calls: [
      ['list_tables', {}],
      ['describe_table', { table_name: 'boats' }],
      ['describe_table', { table_name: 'nowhere' }],
      ['describe_table', {}],
      sql('read_query', 'SELECT * FROM boats'),
      sql(
        'read_query',
        'SELECT name, count(*) AS bookings FROM boats JOIN bookings ON boat = id GROUP BY name ORDER BY 2 DESC'
      ),
      sql('read_query', "  select avg(length), max(day), 'it''s' from boats, bookings"),
      sql('read_query', "SELECT x'00ff', 1.0, 1e300, NULL, 'Ω'"),
      sql('read_query', 'SELECT * FROM nowhere'),
      sql('read_query', 'SELEC * FROM boats'),
      sql('read_query', 'DELETE FROM boats'),
      sql('read_query', 'SELECT 1; SELECT 2'),
      sql('read_query', ''),
      sql('read_query', 7),
      ['read_query', {}],
      sql('write_query', "INSERT INTO boats (name, length) VALUES ('Skarv', 11), ('Alke', 6.4)"),
      sql('write_query', "INSERT INTO boats (name) VALUES ('Terne')"),
      sql('write_query', 'INSERT INTO boats (name) VALUES (NULL)'),
      sql('write_query', 'UPDATE boats SET length = 8 WHERE length IS NULL'),
      sql('write_query', "DELETE FROM bookings WHERE day < '2026-06-02'"),
      sql('write_query', 'INSERT INTO bookings (boat, berth) VALUES (4, 2)'),
      sql('write_query', 'SELECT 1'),
      sql('write_query', 'PRAGMA user_version = 3'),
      sql('read_query', 'SELECT * FROM bookings'),
      sql('create_table', 'CREATE TABLE tides (hour INTEGER, height REAL CHECK (height > 0))'),
      sql('create_table', 'CREATE TABLE tides (hour INTEGER)'),
      sql('create_table', 'CREATE VIEW long AS SELECT * FROM boats WHERE length > 9'),
      sql('create_table', 'CREATE TABLE broken ('),
      sql('write_query', 'INSERT INTO tides VALUES (1, -1)'),
      sql(
        'write_query',
        'WITH RECURSIVE h(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM h WHERE n < 24) INSERT INTO tides SELECT n, 1.0 + n % 6 FROM h'
      ),
      sql('read_query', 'SELECT count(*), sum(height) FROM tides'),
      sql('write_query', 'INSERT INTO tides VALUES (25, 2.5)'),
      sql('read_query', 'SELECT count(*), sum(height) FROM tides'),
      ['append_insight', { insight: 'Terne is here most.' }],
      ['append_insight', {}],
      ['list_tables', {}],
      sql('write_query', 'DROP TABLE tides'),
      ['list_tables', { schema: 'main' }],
      ['drop_everything', {}],
      ['drop_everything', { now: true }]
    ]
  },
  time: {
    server: 'time',
    args: [],
    initialState: 'It is 2026-03-29 00:59:10 UTC. Local time zone: Europe/Oslo.',
    calls: [
      ['get_current_time', { timezone: 'UTC' }],
      ['get_current_time', { timezone: 'Europe/Oslo' }],
      ['get_current_time', { timezone: 'Asia/Kathmandu' }],
      ['get_current_time', { timezone: 'America/New_York' }],
      ['get_current_time', { timezone: 'Europe/Oslo' }],
      ['get_current_time', { timezone: 'Europe/oslo' }],
      ['get_current_time', { timezone: 'Nowhere/Else' }],
      ['get_current_time', { timezone: '' }],
      ['get_current_time', { timezone: '../etc/passwd' }],
      ['get_current_time', { timezone: 3 }],
      ['get_current_time', {}],
      ['convert_time', { source_timezone: 'Europe/Oslo', time: '16:30', target_timezone: 'Asia/Tokyo' }],
      ['convert_time', { source_timezone: 'Europe/Oslo', time: '02:30', target_timezone: 'UTC' }],
      ['convert_time', { source_timezone: 'America/St_Johns', time: '23:59', target_timezone: 'Pacific/Kiritimati' }],
      ['convert_time', { source_timezone: 'UTC', time: '24:00', target_timezone: 'Asia/Tokyo' }],
      ['convert_time', { source_timezone: 'UTC', time: '9am', target_timezone: 'Asia/Tokyo' }],
      ['convert_time', { source_timezone: 'UTC', time: '9:05', target_timezone: 'Asia/Kolkata' }],
      ['convert_time', { source_timezone: 'Mars/Olympus', time: '10:00', target_timezone: 'UTC' }],
      ['convert_time', { source_timezone: 'UTC', time: '10:00', target_timezone: '' }],
      ['convert_time', { source_timezone: 'UTC', time: '10:00' }],
      ['get_time', {}],
      ['get_current_time', { timezone: 'Antarctica/Troll', extra: true }]
    ]
  },
  'filesystem-drawn': { server: 'filesystem', args: [HARBOUR], initialState: harbour, calls: drawn(23, 160) },
  'filesystem-reading': {
    server: 'filesystem',
    args: [HARBOUR],
    initialState: harbour,
    calls: [
      ['list_allowed_directories', {}],
      ['list_directory', { path: HARBOUR }],
      ['list_directory', { path: at('src') }],
      ['list_directory', { path: at('archive') }],
      ['list_directory', { path: at('notes.txt') }],
      ['list_directory', { path: at('nowhere') }],
      ['list_directory', { path: 'src' }],
      ['list_directory_with_sizes', { path: HARBOUR }],
      ['list_directory_with_sizes', { path: at('bookings'), sortBy: 'size' }],
      ['list_directory_with_sizes', { path: at('src'), sortBy: 'date' }],
      ['directory_tree', { path: HARBOUR }],
      ['directory_tree', { path: HARBOUR, excludePatterns: ['src', '*.md'] }],
      ['directory_tree', { path: at('archive') }],
      ['read_text_file', { path: at('README.md') }],
      ['read_file', { path: at('src/_private.txt') }],
      ['read_text_file', { path: at('notes.txt'), head: 2 }],
      ['read_text_file', { path: at('notes.txt'), tail: 2 }],
      ['read_text_file', { path: at('notes.txt'), head: 99 }],
      ['read_text_file', { path: at('notes.txt'), head: 1, tail: 1 }],
      ['read_text_file', { path: at('src') }],
      ['read_text_file', { path: at('nowhere.txt') }],
      ['read_text_file', { path: at('nowhere/at/all.txt') }],
      ['read_text_file', {}],
      ['read_text_file', { path: 7 }],
      ['read_text_file', { path: '/etc/passwd' }],
      ['read_text_file', { path: `${HARBOUR}/../../etc/passwd` }],
      ['read_text_file', { path: 'notes.txt' }],
      ['read_text_file', { path: '~/notes.txt' }],
      ['read_text_file', { path: 'C:\\notes.txt' }],
      ['read_text_file', { path: '' }],
      ['read_multiple_files', { paths: [at('notes.txt'), at('nowhere.txt'), '/etc/hosts', at('bookings/2025.csv')] }],
      ['read_multiple_files', { paths: [] }],
      ['read_media_file', { path: at('notes.txt') }],
      ['read_media_file', { path: at('nowhere.png') }],
      ['search_files', { path: HARBOUR, pattern: '**/*.csv' }],
      ['search_files', { path: HARBOUR, pattern: '*.csv' }],
      ['search_files', { path: HARBOUR, pattern: '**', excludePatterns: ['src/**', 'bookings'] }],
      ['search_files', { path: at('nowhere'), pattern: '*' }],
      ['search_files', { path: at('src'), pattern: '[' }],
      ['read_everything', {}]
    ]
  },
  'filesystem-writing': {
    server: 'filesystem',
    args: [HARBOUR],
    initialState: harbour,
    calls: [
      ['write_file', { path: at('log.txt'), content: 'first\n' }],
      ['write_file', { path: at('log.txt'), content: 'second, without a line break' }],
      ['read_text_file', { path: at('log.txt') }],
      ['write_file', { path: at('deep/er/log.txt'), content: 'x' }],
      ['write_file', { path: at('src'), content: 'x' }],
      ['write_file', { path: at('notes.txt/x'), content: 'x' }],
      ['write_file', { path: '/srv/outside.txt', content: 'x' }],
      ['write_file', { path: at('log.txt') }],
      ['create_directory', { path: at('a/b/c') }],
      ['create_directory', { path: at('a/b') }],
      ['create_directory', { path: at('notes.txt') }],
      ['create_directory', { path: at('notes.txt/below') }],
      ['list_directory', { path: at('a') }],
      ['write_file', { path: at('a/b/c/long.txt'), content: lines(200) }],
      ['read_text_file', { path: at('a/b/c/long.txt'), tail: 3 }],
      ['read_text_file', { path: at('a/b/c/long.txt'), head: 150 }],
      [
        'edit_file',
        {
          path: at('src/tide.py'),
          edits: [{ oldText: 'return 0.4', newText: 'return 0.6' }],
          dryRun: true
        }
      ],
      ['read_text_file', { path: at('src/tide.py') }],
      [
        'edit_file',
        {
          path: at('src/tide.py'),
          edits: [
            { oldText: 'return 0.4', newText: 'return 0.6' },
            { oldText: 'def is_safe(hour, draught):', newText: 'def is_safe(hour: int, draught: float) -> bool:' }
          ]
        }
      ],
      ['edit_file', { path: at('src/tide.py'), edits: [{ oldText: 'return 9', newText: 'return 8' }] }],
      [
        'edit_file',
        {
          path: at('src/tide.py'),
          edits: [
            {
              oldText: 'if hour < 6:\n  return 0.6',
              newText: 'if hour < 7:\n  return 0.5\n  # spring tide'
            }
          ]
        }
      ],
      ['read_text_file', { path: at('src/tide.py') }],
      ['edit_file', { path: at('README.md'), edits: [{ oldText: 'Harbour', newText: '```\n$& $1\n```' }] }],
      ['edit_file', { path: at('README.md'), edits: [] }],
      ['edit_file', { path: at('nowhere.md'), edits: [{ oldText: 'a', newText: 'b' }] }],
      ['edit_file', { path: at('README.md'), edits: 'none' }],
      ['move_file', { source: at('log.txt'), destination: at('archive/log-1.txt') }],
      ['move_file', { source: at('log.txt'), destination: at('archive/log-2.txt') }],
      ['move_file', { source: at('notes.txt'), destination: at('README.md') }],
      ['move_file', { source: at('bookings'), destination: at('archive/bookings') }],
      ['move_file', { source: at('archive'), destination: at('archive/inside') }],
      ['move_file', { source: at('a'), destination: at('nowhere/a') }],
      ['move_file', { source: at('a'), destination: '/tmp/a' }],
      ['directory_tree', { path: at('archive') }],
      ['search_files', { path: HARBOUR, pattern: '**/*.csv' }],
      ['write_file', { path: at('Måke ☕.txt'), content: 'blåbær\r\nkaffe\r\n' }],
      ['read_text_file', { path: at('Måke ☕.txt') }],
      ['edit_file', { path: at('Måke ☕.txt'), edits: [{ oldText: 'kaffe\n', newText: 'te\n' }] }],
      ['read_text_file', { path: at('Måke ☕.txt'), head: 1 }],
      ['write_file', { path: at('Måke ☕.txt'), content: '' }],
      ['list_directory_with_sizes', { path: HARBOUR, sortBy: 'size' }],
      ['list_directory', { path: HARBOUR }]
    ]
  },
  'filesystem-info': {
    server: 'filesystem',
    args: [at('src'), at('bookings')],
    initialState: harbour.replace(
      `The server gives access to ${HARBOUR} and nothing else`,
      `Working folder: ${HARBOUR}. The server gives access to ${HARBOUR}/src and ${HARBOUR}/bookings`
    ),
    calls: [
      ['list_allowed_directories', {}],
      ['list_directory', { path: HARBOUR }],
      ['list_directory', { path: 'bookings' }],
      ['read_text_file', { path: 'tide.py', head: 1 }],
      ['get_file_info', { path: at('src/tide.py') }],
      ['write_file', { path: at('src/new.txt'), content: 'new' }],
      ['get_file_info', { path: at('src/new.txt') }],
      ['get_file_info', { path: at('src/none.txt') }],
      ['move_file', { source: at('src/new.txt'), destination: at('bookings/new.txt') }],
      ['list_directory', { path: at('bookings') }]
    ]
  },
  memory: {
    server: 'memory',
    args: [],
    initialState: `The graph is kept in ${GRAPH}/memory.jsonl. Working folder: ${GRAPH}.
Environment: MEMORY_FILE_PATH=${GRAPH}/memory.jsonl

memory.jsonl
    {"type":"entity","name":"Skarv","entityType":"lighthouse","observations":["built in 1891","31 m tall"]}
    {"type":"entity","name":"Ines Aalto","entityType":"person","observations":["keeper since 2019"]}
    {"type":"relation","from":"Ines Aalto","to":"Skarv","relationType":"looks after"}
`,
    calls: [
      ['read_graph', {}],
      ['search_nodes', { query: 'KEEPER' }],
      ['search_nodes', { query: 'submarine' }],
      ['search_nodes', {}],
      ['open_nodes', { names: ['Skarv'] }],
      ['open_nodes', { names: ['Nobody'] }],
      [
        'create_entities',
        {
          entities: [
            { name: 'Skarv', entityType: 'rock', observations: [] },
            { name: 'Tärn', entityType: 'lighthouse', observations: ['dark since 1974'] }
          ]
        }
      ],
      ['create_entities', { entities: [{ name: 'Ferry' }] }],
      ['create_entities', { entities: [] }],
      [
        'create_relations',
        {
          relations: [
            { from: 'Ines Aalto', to: 'Skarv', relationType: 'looks after' },
            { from: 'Ines Aalto', to: 'Tärn', relationType: 'remembers' },
            { from: 'Nobody', to: 'Skarv', relationType: 'haunts' }
          ]
        }
      ],
      ['add_observations', { observations: [{ entityName: 'Skarv', contents: ['lamp of 2024', '31 m tall'] }] }],
      ['add_observations', { observations: [{ entityName: 'Lom', contents: ['a bird'] }] }],
      ['delete_observations', { deletions: [{ entityName: 'Skarv', observations: ['built in 1891', 'no such'] }] }],
      ['delete_relations', { relations: [{ from: 'Ines Aalto', to: 'Skarv', relationType: 'looks after' }] }],
      ['read_graph', {}],
      ['delete_entities', { entityNames: ['Tärn', 'Nobody'] }],
      ['search_nodes', { query: 'a' }],
      ['forget_everything', {}],
      ['read_graph', { depth: 1 }]
    ]
  },
  everything: {
    server: 'everything',
    args: [],
    initialState: `A server to try a client with.

Environment: HARBOUR=Skarv, LEVEL=3
`,
    calls: [
      ['echo', { message: 'hello\n  there' }],
      ['echo', {}],
      ['get-sum', { a: 0.1, b: 0.2 }],
      ['get-sum', { a: '1', b: 2 }],
      ['get-structured-content', { location: 'New York' }],
      ['get-structured-content', { location: 'Chicago' }],
      ['get-structured-content', { location: 'Bergen' }],
      ['get-annotated-message', { messageType: 'error' }],
      ['get-annotated-message', { messageType: 'success', includeImage: true }],
      ['get-annotated-message', { messageType: 'whisper' }],
      ['get-env', {}],
      ['get-tiny-image', {}],
      ['get-resource-links', { count: 3 }],
      ['get-resource-links', { count: 99 }],
      ['get-resource-reference', { resourceType: 'Blob', resourceId: 2 }],
      ['get-resource-reference', { resourceType: 'Text', resourceId: -1 }],
      ['gzip-file-as-resource', { name: 'a.gz', data: 'data:text/plain;base64,aGVsbG8=' }],
      ['gzip-file-as-resource', { name: 'b.gz', data: 'data:text/plain,hello%20there', outputType: 'resource' }],
      ['gzip-file-as-resource', { name: 'c.gz', data: 'ftp://example.org/a' }],
      ['gzip-file-as-resource', { name: 'd.gz', data: 'no address' }],
      ['toggle-simulated-logging', {}],
      ['toggle-simulated-logging', {}],
      ['toggle-subscriber-updates', {}],
      ['toggle-subscriber-updates', {}],
      ['trigger-long-running-operation', { duration: 0.5, steps: 3 }],
      ['trigger-sampling-request', { prompt: 'Hello' }],
      ['simulate-research-query', { topic: 'tides' }]
    ]
  },
  thinking: {
    server: 'sequential-thinking',
    args: [],
    initialState: '',
    calls: [
      thought(1, 3),
      thought(2, 3, { isRevision: true, revisesThought: 1 }),
      thought(3, 2, { nextThoughtNeeded: 'false' }),
      thought(2, 3, { branchFromThought: 1, branchId: 'by-sea' }),
      thought(3, 3, { branchFromThought: 1, branchId: 'by-land' }),
      thought(4, 4, { branchFromThought: 1, branchId: 'by-sea', needsMoreThoughts: true }),
      thought(5, 5, { branchFromThought: 2 }),
      thought(0, 5),
      ['sequentialthinking', { thought: 'Nothing else' }],
      ['sequentialthinking', { thought: 7, nextThoughtNeeded: 'perhaps', thoughtNumber: '6', totalThoughts: '6' }],
      ['sequentialthinking', { thought: 'By text', nextThoughtNeeded: true, thoughtNumber: '6', totalThoughts: '6' }],
      thought(7, 7, { nextThoughtNeeded: false })
    ]
  }
}
