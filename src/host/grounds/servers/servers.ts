// The servers whose own code runs here, and how a world tells that it is one of theirs: by its tools.
import { findDomain } from '../../../core/domains/index.ts'
import type { Setup, Tool } from '../../../core/tree/model.ts'

export interface ReferenceServer {
  id: string
  /** The npm package, or PyPI's. */
  package: string
  /** Its package to import: it is a Python program, which runs in the machine. */
  python?: string
  /** Where its state is: in its files alone, or in its memory too, which only repeating its calls brings back. */
  keeps: 'files' | 'calls'
  /** Parameters of its tools. */
  tools: Record<string, string[]>
  /** Tools it has only for clients that can be asked in turn (sampling, elicitation, roots): what the client would answer is not known here. */
  asks?: Record<string, string[]>
  /** Tools that fetch what their parameter names. */
  fetches?: Record<string, string>
  /** It is started with the folders that it gives access to. */
  startsIn?: true
  /** The option that names the repository or the database that it works on. */
  option?: '--repository' | '--db-path' | '--local-timezone'
  /** The variable that names its file, and what the file is called. */
  file?: { variable: string; name: RegExp }
}

const python = (id: string) => ({
  id,
  package: `mcp-server-${id}`,
  python: `mcp_server_${id}`,
  keeps: 'files' as const
})

const named = (id: string) => ({ id, package: `@modelcontextprotocol/server-${id}` })

export const servers: readonly ReferenceServer[] = [
  {
    ...named('filesystem'),
    keeps: 'files',
    startsIn: true,
    tools: {
      read_file: ['path', 'tail', 'head'],
      read_text_file: ['path', 'tail', 'head'],
      read_media_file: ['path'],
      read_multiple_files: ['paths'],
      write_file: ['path', 'content'],
      edit_file: ['path', 'edits', 'dryRun'],
      create_directory: ['path'],
      list_directory: ['path'],
      list_directory_with_sizes: ['path', 'sortBy'],
      directory_tree: ['path', 'excludePatterns'],
      move_file: ['source', 'destination'],
      search_files: ['path', 'pattern', 'excludePatterns'],
      get_file_info: ['path'],
      list_allowed_directories: []
    }
  },
  {
    ...named('memory'),
    keeps: 'files',
    file: { variable: 'MEMORY_FILE_PATH', name: /\.jsonl?$/ },
    tools: {
      create_entities: ['entities'],
      create_relations: ['relations'],
      add_observations: ['observations'],
      delete_entities: ['entityNames'],
      delete_observations: ['deletions'],
      delete_relations: ['relations'],
      read_graph: [],
      search_nodes: ['query'],
      open_nodes: ['names']
    }
  },
  {
    ...named('everything'),
    keeps: 'calls',
    tools: {
      echo: ['message'],
      'get-annotated-message': ['messageType', 'includeImage'],
      'get-env': [],
      'get-resource-links': ['count'],
      'get-resource-reference': ['resourceType', 'resourceId'],
      'get-structured-content': ['location'],
      'get-sum': ['a', 'b'],
      'get-tiny-image': [],
      'gzip-file-as-resource': ['name', 'data', 'outputType'],
      'toggle-simulated-logging': [],
      'toggle-subscriber-updates': [],
      'trigger-long-running-operation': ['duration', 'steps'],
      'simulate-research-query': ['topic', 'ambiguous']
    },
    asks: {
      'get-roots-list': [],
      'trigger-sampling-request': ['prompt', 'maxTokens'],
      'trigger-sampling-request-async': ['prompt', 'maxTokens'],
      'trigger-elicitation-request': [],
      'trigger-elicitation-request-async': [],
      'trigger-url-elicitation': ['url', 'message', 'elicitationId', 'errorPath']
    },
    fetches: { 'gzip-file-as-resource': 'data' }
  },
  {
    ...named('sequential-thinking'),
    keeps: 'calls',
    tools: {
      sequentialthinking: [
        'thought',
        'nextThoughtNeeded',
        'thoughtNumber',
        'totalThoughts',
        'isRevision',
        'revisesThought',
        'branchFromThought',
        'branchId',
        'needsMoreThoughts'
      ]
    }
  },
  {
    ...python('git'),
    option: '--repository',
    tools: {
      git_status: ['repo_path'],
      git_diff_unstaged: ['repo_path', 'context_lines'],
      git_diff_staged: ['repo_path', 'context_lines'],
      git_diff: ['repo_path', 'target', 'context_lines'],
      git_commit: ['repo_path', 'message'],
      git_add: ['repo_path', 'files'],
      git_reset: ['repo_path'],
      git_log: ['repo_path', 'max_count', 'start_timestamp', 'end_timestamp'],
      git_create_branch: ['repo_path', 'branch_name', 'base_branch'],
      git_checkout: ['repo_path', 'branch_name'],
      git_show: ['repo_path', 'revision'],
      git_branch: ['repo_path', 'branch_type', 'contains', 'not_contains']
    }
  },
  {
    ...python('sqlite'),
    option: '--db-path',
    tools: {
      read_query: ['query'],
      write_query: ['query'],
      create_table: ['query'],
      list_tables: [],
      describe_table: ['table_name'],
      append_insight: ['insight']
    }
  },
  {
    ...python('time'),
    option: '--local-timezone',
    tools: {
      get_current_time: ['timezone'],
      convert_time: ['source_timezone', 'time', 'target_timezone']
    }
  }
]

/** The server that all tools of this world are of; names alone are not enough, since other tool sets have a `read_file` too. */
export function serverOf({ domain, tools }: Setup): ReferenceServer | null {
  // A tool set of an agent's own is told in forms of its own.
  if (findDomain(domain).tools?.fails) return null
  return (tools.length && servers.find((server) => tools.every((tool) => isOf(server, tool)))) || null
}

function isOf({ tools, asks = {} }: ReferenceServer, { name, inputSchema }: Tool): boolean {
  const known = new Map([...Object.entries(tools), ...Object.entries(asks)]).get(name)
  const given = Object.keys(Object(inputSchema.properties))
  return known !== undefined && known.length === given.length && known.every((one) => given.includes(one))
}
