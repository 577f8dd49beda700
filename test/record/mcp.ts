// Records a sample session from a real MCP server: node test/record/mcp.ts NAME > resources/samples/NAME.jsonl
// The servers are the reference ones, started through npx. Needs Linux and the right to make /srv/garden, which it removes again.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { type Action, Tool } from '../../src/core/tree/model.ts'
import { chosen, sampleFile, type Turn } from './sample.ts'

interface Session {
  title: string
  notes: string
  initialState: string
  /** Makes what the server works on; returns how it is started and what is to be cleaned up. */
  prepare(): { args: string[]; env?: Record<string, string>; made: string }
  calls: [name: string, given: Record<string, Action>][]
}

const GARDEN = '/srv/garden'
const BEDS = `# Beds

1. Herbs: thyme, sage
2. Roots: carrots, beets
3. Empty since May
`
const SOWING = `crop,bed,sown,harvest
carrots,2,2026-03-28,2026-07-10
beets,2,2026-04-11,2026-07-20
thyme,1,2026-04-18,
`

const [name, session] = chosen<Session>({
  'mcp-files': {
    title: 'Garden notes over MCP',
    notes:
      'Recorded from the real reference file server of the Model Context Protocol: listing, searching, a call without its argument, an edit with its diff, and a path it does not allow.',
    initialState: `The server gives access to ${GARDEN} and nothing else. It holds beds.md, and data with sowing.csv and frost.json.\n\nbeds.md:\n${BEDS}\ndata/sowing.csv:\n${SOWING}\ndata/frost.json:\n{"last": "2026-04-24", "first": null}`,
    prepare() {
      mkdirSync(`${GARDEN}/data`, { recursive: true })
      writeFileSync(`${GARDEN}/beds.md`, BEDS)
      writeFileSync(`${GARDEN}/data/sowing.csv`, SOWING)
      writeFileSync(`${GARDEN}/data/frost.json`, '{"last": "2026-04-24", "first": null}\n')
      return { args: ['@modelcontextprotocol/server-filesystem', GARDEN], made: GARDEN }
    },
    calls: [
      ['list_allowed_directories', {}],
      ['list_directory', { path: GARDEN }],
      ['read_text_file', { path: `${GARDEN}/beds.md` }],
      ['read_text_file', {}],
      ['search_files', { path: GARDEN, pattern: '**/*.csv' }],
      ['read_text_file', { path: `${GARDEN}/data/sowing.csv` }],
      [
        'edit_file',
        { path: `${GARDEN}/beds.md`, edits: [{ oldText: '3. Empty since May', newText: '3. Leeks, sown 2026-06-02' }] }
      ],
      ['read_text_file', { path: '/etc/hostname' }],
      ['write_file', { path: `${GARDEN}/data/harvest.md`, content: '- carrots: 4.2 kg\n- beets: 3.1 kg\n' }],
      ['directory_tree', { path: GARDEN }],
      ['read_text_file', { path: `${GARDEN}/beds.md`, head: 5 }]
    ]
  },
  'mcp-memory': {
    title: 'A knowledge graph over MCP',
    notes:
      'Recorded from the real reference memory server of the Model Context Protocol: entities, relations and observations are stored, found, and one is taken back.',
    initialState: 'The knowledge graph is empty.',
    prepare() {
      const folder = mkdtempSync(join(tmpdir(), 'orrery-memory-'))
      const env = { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') }
      return { args: ['@modelcontextprotocol/server-memory'], env, made: folder }
    },
    calls: [
      ['read_graph', {}],
      [
        'create_entities',
        {
          entities: [
            { name: 'Lighthouse Skarv', entityType: 'building', observations: ['built in 1891', '31 m tall'] },
            { name: 'Ines Aalto', entityType: 'person', observations: ['keeper since 2019'] }
          ]
        }
      ],
      [
        'create_relations',
        { relations: [{ from: 'Ines Aalto', to: 'Lighthouse Skarv', relationType: 'looks after' }] }
      ],
      ['search_nodes', { query: 'keeper' }],
      [
        'add_observations',
        { observations: [{ entityName: 'Lighthouse Skarv', contents: ['lamp replaced in 2024', '31 m tall'] }] }
      ],
      ['add_observations', { observations: [{ entityName: 'Lighthouse Tärn', contents: ['dark since 1974'] }] }],
      ['delete_observations', { deletions: [{ entityName: 'Lighthouse Skarv', observations: ['built in 1891'] }] }],
      ['open_nodes', { names: ['Lighthouse Skarv'] }],
      ['create_entities', { entities: [{ name: 'Ferry' }] }],
      ['read_graph', {}]
    ]
  }
})

const { args, env, made } = session.prepare()
// npx may need to be told where packages come from.
const inherited = Object.fromEntries(
  Object.entries(process.env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))
)
const client = new Client({ name: 'orrery-recorder', version: '1.0.0' })
try {
  const transport = new StdioClientTransport({
    command: 'npx',
    args: ['-y', ...args],
    env: { ...inherited, ...env },
    stderr: 'ignore'
  })
  await client.connect(transport)
  const { tools } = await client.listTools()
  const turns: Turn[] = []
  for (const [tool, given] of session.calls) {
    const began = performance.now()
    const { content } = await client.request(
      { method: 'tools/call', params: { name: tool, arguments: given } },
      CallToolResultSchema
    )
    const observation = content.map((block) => (block.type === 'text' ? block.text : JSON.stringify(block))).join('\n')
    const ms = Math.max(100, Math.round(performance.now() - began))
    turns.push({ action: { name: tool, arguments: given }, observation, ms })
  }
  const server = client.getServerVersion()
  process.stdout.write(
    await sampleFile({
      ...{ name, title: session.title, notes: session.notes, domain: 'mcp', engine: 'recorded' },
      program: `${args[0]} ${server?.version ?? ''}`.trim(),
      initialState: session.initialState,
      tools: tools.map((tool) => Tool.parse(tool)),
      turns
    })
  )
} finally {
  await client.close()
  rmSync(made, { recursive: true, force: true })
}
