// Calls in the worlds of reference servers that ship with Orrery: what succeeds, what fails, and what does not fit its tool.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Session } from './sessions.ts'

const scenarios = join(import.meta.dirname, '..', '..', '..', 'resources', 'scenarios')

/** The rules of a ready world. A program is its text, as in the setup of a world. */
export function shippedSetup(name: string) {
  const { setup } = JSON.parse(readFileSync(join(scenarios, `${name}.json`), 'utf8'))
  if (!setup.program) return setup
  return { ...setup, program: { language: 'data', text: readFileSync(join(scenarios, setup.program), 'utf8') } }
}

const inWorld = (name: string, server: string, args: string[], calls: Session['calls']): Session => ({
  ...{ server, args, initialState: shippedSetup(name).initialState, calls }
})

const LETTERS = '/srv/letters'
const CHARTS = { repo_path: '/srv/charts' }
const thought = { thoughtNumber: 1, totalThoughts: 2 }

/** By the name of the world. */
export const shipped: Record<string, Session> = {
  'mcp-filesystem': inWorld(
    'mcp-filesystem',
    'filesystem',
    [LETTERS],
    [
      ['list_allowed_directories', {}],
      ['write_file', { path: `${LETTERS}/new.txt`, content: 'one\n' }],
      ['read_text_file', { path: `${LETTERS}/new.txt` }],
      ['read_text_file', { path: `${LETTERS}/2026/budget.json` }],
      ['read_text_file', { path: `${LETTERS}/none.txt` }],
      ['read_text_file', { path: '/etc/passwd' }],
      ['write_file', { path: `${LETTERS}/errors.log`, content: 'Error: the lamp is out\n' }],
      ['read_file', { path: `${LETTERS}/errors.log` }],
      ['read_media_file', { path: `${LETTERS}/README.md` }],
      ['read_multiple_files', { paths: [`${LETTERS}/README.md`, `${LETTERS}/none.txt`] }],
      ['edit_file', { path: `${LETTERS}/README.md`, edits: [{ oldText: 'Letters', newText: 'All letters' }] }],
      ['edit_file', { path: `${LETTERS}/README.md`, edits: [{ oldText: 'no such words', newText: 'x' }] }],
      ['list_directory', { path: LETTERS }],
      ['list_directory_with_sizes', { path: `${LETTERS}/2025` }],
      ['directory_tree', { path: LETTERS }],
      ['create_directory', { path: `${LETTERS}/2027` }],
      ['move_file', { source: `${LETTERS}/new.txt`, destination: `${LETTERS}/2027/new.txt` }],
      ['move_file', { source: `${LETTERS}/new.txt`, destination: `${LETTERS}/2027/new.txt` }],
      ['search_files', { path: LETTERS, pattern: '**/*.md' }],
      ['search_files', { path: LETTERS, pattern: '*.rs' }],
      ['get_file_info', { path: `${LETTERS}/2025` }],
      ['read_text_file', {}],
      ['no_such_tool', {}]
    ]
  ),
  'mcp-memory': inWorld(
    'mcp-memory',
    'memory',
    [],
    [
      ['read_graph', {}],
      ['create_entities', { entities: [{ name: 'Zed', entityType: 'person', observations: ['likes tea'] }] }],
      ['create_relations', { relations: [{ from: 'Zed', to: 'Lom', relationType: 'rows' }] }],
      ['add_observations', { observations: [{ entityName: 'Zed', contents: ['Error: none'] }] }],
      ['add_observations', { observations: [{ entityName: 'Nobody', contents: ['x'] }] }],
      ['open_nodes', { names: ['Zed'] }],
      ['search_nodes', { query: 'tea' }],
      ['delete_observations', { deletions: [{ entityName: 'Zed', observations: ['likes tea'] }] }],
      ['delete_relations', { relations: [{ from: 'Zed', to: 'Lom', relationType: 'rows' }] }],
      ['delete_entities', { entityNames: ['Zed'] }],
      ['open_nodes', { names: 'Zed' }]
    ]
  ),
  'mcp-everything': inWorld(
    'mcp-everything',
    'everything',
    [],
    [
      ['echo', { message: 'Error: only an echo' }],
      ['get-annotated-message', { messageType: 'error' }],
      ['get-annotated-message', { messageType: 'debug', includeImage: true }],
      ['get-structured-content', { location: 'Chicago' }],
      ['get-sum', { a: 2, b: 3 }],
      ['get-sum', { a: 'two', b: 3 }],
      ['get-tiny-image', {}],
      ['get-resource-links', { count: 2 }],
      ['get-resource-reference', { resourceType: 'Text', resourceId: 1 }],
      ['get-resource-reference', { resourceType: 'Text', resourceId: -1 }],
      ['gzip-file-as-resource', { name: 'a.gz', data: 'data:text/plain,hello', outputType: 'resource' }],
      ['gzip-file-as-resource', { name: 'c.gz', data: 'data:text/plain,hello' }],
      ['toggle-simulated-logging', {}],
      ['trigger-long-running-operation', { duration: 0.2, steps: 2 }]
    ]
  ),
  'mcp-thinking': inWorld(
    'mcp-thinking',
    'sequential-thinking',
    [],
    [
      ['sequentialthinking', { thought: 'Measure the tower.', nextThoughtNeeded: true, ...thought }],
      [
        'sequentialthinking',
        { thought: 'Error: it is lower.', nextThoughtNeeded: false, ...thought, thoughtNumber: 2 }
      ],
      ['sequentialthinking', { thought: 'Nothing else' }]
    ]
  ),
  'mcp-git': inWorld(
    'mcp-git',
    'git',
    [],
    [
      ['git_status', CHARTS],
      ['git_diff_unstaged', CHARTS],
      ['git_log', { ...CHARTS, max_count: 2 }],
      ['git_add', { ...CHARTS, files: ['north.csv'] }],
      ['git_add', { ...CHARTS, files: ['nowhere.csv'] }],
      ['git_commit', { ...CHARTS, message: 'Error: depths of March' }],
      ['git_commit', { ...CHARTS, message: 'Nothing more' }],
      ['git_checkout', { ...CHARTS, branch_name: 'nowhere' }],
      ['git_show', { ...CHARTS, revision: 'HEAD' }],
      ['git_status', { repo_path: '/srv' }],
      ['git_status', {}],
      ['git_push', CHARTS]
    ]
  ),
  'mcp-sqlite': inWorld(
    'mcp-sqlite',
    'sqlite',
    ['--db-path', '/srv/harbour/harbour.db'],
    [
      ['list_tables', {}],
      ['read_query', { query: 'SELECT * FROM boats' }],
      ['read_query', { query: 'SELECT * FROM nowhere' }],
      ['read_query', { query: 'DELETE FROM boats' }],
      ['read_query', { query: "SELECT 'Error: none' AS said" }],
      ['write_query', { query: 'INSERT INTO berths VALUES (4, 7)' }],
      ['create_table', { query: 'CREATE TABLE fees (boat INTEGER)' }],
      ['describe_table', { table_name: 'fees' }],
      ['append_insight', { insight: 'Terne stays most often.' }],
      ['describe_table', {}],
      ['drop_table', {}]
    ]
  ),
  'mcp-time': inWorld(
    'mcp-time',
    'time',
    ['--local-timezone', 'Europe/Oslo'],
    [
      ['get_current_time', { timezone: 'Europe/Oslo' }],
      ['get_current_time', { timezone: 'Mars/Olympus' }],
      ['convert_time', { source_timezone: 'Europe/Oslo', time: '16:30', target_timezone: 'Asia/Tokyo' }],
      ['convert_time', { source_timezone: 'Europe/Oslo', time: '02:30', target_timezone: 'UTC' }],
      ['convert_time', { source_timezone: 'UTC', time: '24:00', target_timezone: 'UTC' }],
      ['get_current_time', {}],
      ['get_time', {}]
    ]
  )
}
