// Finding a tool by words of its name, title and description, and what its annotations promise.
import type { Tool } from '../../../core/tree/model.ts'

/** The tools that have every word of `query`, those that have it in their name first; the order is otherwise kept. */
export function findTools(tools: readonly Tool[], query: string): Tool[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (!words.length) return [...tools]
  const ranked = tools.flatMap((tool) => {
    const name = tool.name.toLowerCase()
    const rest = `${tool.title ?? ''}\n${tool.description ?? ''}`.toLowerCase()
    if (!words.every((word) => name.includes(word) || rest.includes(word))) return []
    const rank = name.startsWith(words.join('_')) ? 0 : words.every((word) => name.includes(word)) ? 1 : 2
    return [{ tool, rank }]
  })
  return ranked.sort((one, other) => one.rank - other.rank).map(({ tool }) => tool)
}

/** What a tool says of itself, as MCP's annotations name it. */
export interface Promise {
  short: string
  long: string
  tone: 'calm' | 'alarm'
}

export function promisesOf({ annotations }: Tool): Promise[] {
  const has = (name: string) => annotations?.[name] === true
  const found: (Promise | false)[] = [
    has('readOnlyHint') && { short: 'read-only', long: 'Declared read-only by the server.', tone: 'calm' },
    has('destructiveHint') &&
      !has('readOnlyHint') && { short: 'destructive', long: 'Declared destructive by the server.', tone: 'alarm' },
    has('idempotentHint') && {
      short: 'idempotent',
      long: 'Declared idempotent by the server: repeating a call has no further effect.',
      tone: 'calm'
    },
    has('openWorldHint') && {
      short: 'open world',
      long: 'Declared by the server to interact with external systems.',
      tone: 'calm'
    }
  ]
  return found.filter((one) => one !== false)
}

/** The tool that searches a web, where there is one, and the argument that takes the words. */
export function searchTool(tools: readonly Tool[]): { tool: Tool; argument: string; list: boolean } | null {
  for (const tool of tools) {
    const { properties } = tool.inputSchema
    if (!/search/i.test(tool.name) || typeof properties !== 'object' || properties === null) continue
    if ('query' in properties) return { tool, argument: 'query', list: false }
    if ('queries' in properties) return { tool, argument: 'queries', list: true }
  }
  return null
}
