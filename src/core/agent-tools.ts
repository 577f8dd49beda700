// How an agent acts in a world: every kind of world as a list of tools, whatever its actions are.

import { readJson } from './documents/value.ts'
import { checkAction, findDomain } from './domains/index.ts'
import { OrreryError } from './errors.ts'
import type { Action, Setup, Tool } from './model.ts'
import type { AgentTool, Domain } from './plugins.ts'
import type { Json } from './ports.ts'
import { nearest } from './text/nearest.ts'
import { checkArguments } from './tools/tools.ts'

/** Shows the world as it stands; no step. It is in every world whose tools are not its own. */
const LOOK: Tool = {
  name: 'look',
  title: 'Look',
  description: 'Shows what is there now, without doing anything.',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  annotations: { readOnlyHint: true }
}

/** The tools of a world of this setup, as agents are told of them. */
export function toolsForAgents(setup: Setup): Tool[] {
  const domain = findDomain(setup.domain)
  return domain.agentTools ? [...domain.agentTools.map(({ tool }) => tool), LOOK] : (domain.tools?.(setup) ?? [])
}

/** What an agent's call does in the world. */
export type AgentAct = { do: 'look' } | { do: 'act'; action: Action; waits: boolean }

/**
 * What the call of a tool is in this world. In worlds of tools every call is an action: what does not fit is answered by the world.
 * @throws OrreryError not-found for a tool that there is not, with the nearest one; invalid-input for arguments that do not fit
 */
export function actOf(setup: Setup, name: string, args: Record<string, Json>): AgentAct {
  const domain = findDomain(setup.domain)
  if (!domain.agentTools) return { do: 'act', action: { name, arguments: args }, waits: false }
  if (name === LOOK.name) return { do: 'look' }
  const found = domain.agentTools.find(({ tool }) => tool.name === name)
  if (!found) throw unknownTool(name, domain.agentTools)
  const [issue] = checkArguments(found.tool, args)
  if (issue) {
    const where = issue.path.length ? `${issue.path.map(String).join('.')}: ` : ''
    throw new OrreryError('invalid-input', `The arguments of "${name}" do not fit: ${where}${issue.message}.`)
  }
  return { do: 'act', action: checked(domain, found, args), waits: found.waits === true }
}

function checked(domain: Domain, found: AgentTool, args: Record<string, Json>): Action {
  try {
    return checkAction(domain, found.action(args))
  } catch (cause) {
    if (cause instanceof OrreryError) throw cause
    throw new OrreryError('invalid-input', cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

function unknownTool(name: string, tools: readonly AgentTool[]): OrreryError {
  const names = [...tools.map(({ tool }) => tool.name), LOOK.name]
  const near = nearest(name, names)
  const hint = near ? ` Did you mean "${near}"?` : ''
  return new OrreryError('not-found', `There is no tool "${name}".${hint} The tools are: ${names.join(', ')}.`)
}

/** What an agent is shown of an observation, beside its text. */
export interface Shown {
  /** The world says that the call failed. */
  error: boolean
  /** The result as JSON, for tools that declare an output schema which it fits. */
  structured: Record<string, Json> | null
}

/** @param text the observation of the action */
export function shownOf(setup: Setup, action: Action, text: string): Shown {
  const domain = findDomain(setup.domain)
  const document = domain.document?.(action, text)
  const error = document !== undefined && 'error' in document && document.error === true
  const tool = domain.tools?.(setup).find(({ name }) => name === domain.toolOf?.(action))
  const structured = tool && !error ? structuredIn(tool, text) : null
  // Clients take an answer without the structure that was promised for broken, unless it is an error.
  return { error: error || (tool?.outputSchema !== undefined && !structured), structured }
}

function structuredIn({ outputSchema }: Tool, text: string): Record<string, Json> | null {
  if (!outputSchema) return null
  const value = readJson(text)?.value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  // JSON that was read is JSON.
  const object = value as Record<string, Json>
  return checkArguments({ name: '', inputSchema: outputSchema }, object).length ? null : object
}
