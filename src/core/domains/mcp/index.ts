// Tools of an MCP server: a call in, the tool's response out.

import { readValue } from '../../observations/documents/value.ts'
import type { Setup } from '../../tree/model.ts'
import type { Domain } from '../domain.ts'
import { failingTool } from '../failing.ts'
import { orError } from '../or-error.ts'
import type { ToolCall } from '../tool-call.ts'
import { typedPlainly } from '../tool-line.ts'
import { toolWorld } from '../tool-world.ts'
import { toolsBesideUser } from '../tools/say.ts'
import { toolbenchSet } from '../tools/toolbench.ts'
import { checkArguments } from '../tools/tools.ts'
import { small, standard } from './prompts.ts'
import { issueTracker } from './tools.ts'

const toolsOf = (setup: Setup) => toolsBesideUser(setup, setup.tools.length ? setup.tools : issueTracker)

export const mcp: Domain<ToolCall> = {
  ...toolWorld,
  id: 'mcp',
  title: 'MCP tools',
  description: 'A server of tools, yours or any: fill in a call, see what it answers.',
  icon: 'tools',
  templates: [standard, small],
  // A line without a word is what is typed before anything is: what can be called as it is.
  fromText(line, setup) {
    const tools = setup && toolsOf(setup)
    const first = tools?.find((one) => !checkArguments(one, {}).length) ?? tools?.[0] ?? issueTracker[0]
    return typedPlainly(line.trim() || (first?.name ?? ''), tools)
  },
  tools: {
    of: toolsOf,
    sets: [toolbenchSet],
    certain({ name, arguments: given }, setup) {
      const tool = toolsOf(setup).find((one) => one.name === name)
      // Word for word what the official TypeScript SDK's McpServer answers: 1.32, server/mcp.js, tools/call.
      if (!tool) return `MCP error -32602: Tool ${name} not found`
      const issues = checkArguments(tool, given)
      if (!issues.length) return null
      const told = issues.map(({ message, path }) => (path.length ? `${message} at ${dotted(path)}` : message))
      return `MCP error -32602: Input validation error: Invalid arguments for tool ${name}: ${told.join('\n')}`
    },
    schema({ name }, setup) {
      const declared = toolsOf(setup).find((one) => one.name === name)?.outputSchema
      return declared === undefined ? null : orError(declared)
    }
  },
  fiction: { as: 'records' },
  door: 'tools',
  document: { read: (_action, text) => readValue(text) },
  fail: failingTool,
  initial: () => ({ calls: 0, errors: 0, used: {} }),
  fold(state, { action: { name }, observation }) {
    const document = readValue(observation.text)
    const used = new Map(Object.entries(Object(state.used)))
    used.set(name, Number(used.get(name) ?? 0) + 1)
    return {
      calls: Number(state.calls) + 1,
      errors: Number(state.errors) + ('error' in document && document.error ? 1 : 0),
      used: Object.fromEntries([...used].map(([tool, count]) => [tool, Number(count)]))
    }
  },
  initialState: {
    hint: 'The server’s data before the first call: records with ids, users, settings, the time. If empty, the model invents it.',
    placeholder:
      'Such as:\nThe tracker of the project "harbor", 2026-03-02 09:00 UTC. Users: ada, lin, tomas.\n\n#41 open, bug, assigned to ada: "Export drops the last row"\n#42 open, no label, unassigned: "Dark mode"'
  }
}

/** `items[0].name`, as the SDK writes a path. */
function dotted(path: PropertyKey[]): string {
  return path.reduce<string>(
    (told, part) => (typeof part === 'number' ? `${told}[${part}]` : told ? `${told}.${String(part)}` : String(part)),
    ''
  )
}
