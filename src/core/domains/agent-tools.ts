// How an agent acts in a world: every kind of world as a list of tools, whatever its actions are.

import { OrreryError } from '../errors.ts'
import { readJson } from '../observations/documents/value.ts'
import { isObject } from '../text/json.ts'
import { nearest } from '../text/nearest.ts'
import type { Action, Call, Setup, Tool } from '../tree/model.ts'
import type { Json } from '../tree/ports.ts'
import type { AgentTool } from './capabilities.ts'
import type { Domain } from './domain.ts'
import { checkAction, findDomain } from './index.ts'
import type { ShownScreen } from './shown.ts'
import type { ToolCall } from './tool-call.ts'
import { checkArguments, withoutNulls } from './tools/tools.ts'

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
  if (!domain.agents) return domain.tools?.of(setup) ?? []
  const tools = domain.agents.tools.map(({ tool, besideUser: description }) =>
    setup.user && description !== undefined ? { ...tool, description } : tool
  )
  return [...tools, LOOK]
}

/** The tool that takes a line of text as a person would type it, and its argument; `null` where there is none. */
export function lineOf({ domain }: Setup): { tool: string; argument: string } | null {
  const found = findDomain(domain).agents?.tools.find(({ line }) => line !== undefined)
  return found?.line === undefined ? null : { tool: found.tool.name, argument: found.line }
}

/** Whether the world has an HTTP API and a text door beside its tools. They do not know which tools are a user's own. */
export const hasBodies = ({ domain, program, user }: Setup): boolean =>
  findDomain(domain).door === 'tools' && program !== undefined && !user?.tools.length

/** What an agent's call does in the world. */
export type AgentAct = { do: 'look' } | { do: 'act'; action: Action; waits: boolean }

/**
 * What the call of a tool is in this world. In worlds of tools every call is an action: what does not fit is answered by the world.
 * @throws OrreryError not-found for a tool that there is not, with the nearest one; invalid-input for arguments that do not fit
 */
export function actOf(
  setup: Setup,
  name: string,
  args: Record<string, Json>,
  { door }: { door?: ToolCall['door'] } = {}
): AgentAct {
  const domain = findDomain(setup.domain)
  if (door) {
    if (hasBodies(setup)) return { do: 'act', action: { name, arguments: args, door }, waits: false }
    throw new OrreryError(
      'not-found',
      'This world has one door. Only worlds of MCP tools with a program have an HTTP API and a text door beside their tools, and only where no tool is a user’s own.'
    )
  }
  if (!domain.agents) return { do: 'act', action: { name, arguments: args }, waits: false }
  if (name === LOOK.name) return { do: 'look' }
  const found = domain.agents.tools.find(({ tool }) => tool.name === name)
  if (!found) throw unknownTool(name, domain.agents.tools)
  const given = withoutNulls(found.tool, args)
  const [issue] = checkArguments(found.tool, given)
  if (issue) {
    const where = issue.path.length ? `${issue.path.map(String).join('.')}: ` : ''
    throw new OrreryError('invalid-input', `The arguments of "${name}" do not fit: ${where}${issue.message}.`)
  }
  return { do: 'act', action: checked(domain, found, given), waits: found.waits === true }
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

/** How the step came about, as far as that says more than its text; `null` where nobody knows. */
export type StepOrigin = Pick<Call, 'result' | 'firings'> | null

/** @param text the observation of the action */
export function shownOf(setup: Setup, action: Action, { text, call }: { text: string; call: StepOrigin }): ShownScreen {
  const domain = findDomain(setup.domain)
  const tool = domain.tools?.of(setup).find(({ name }) => name === domain.toolOf(action))
  const { isError, content = null, structuredContent, rpcError } = call?.result ?? {}
  const error = isError ?? failsBy(domain, action, { text, setup })
  const altered = call?.firings.some(({ effect }) => effect === 'alter') ?? false
  const known = structuredContent && !(altered && misfits(tool, structuredContent)) ? structuredContent : null
  if (known || error || tool?.outputSchema === undefined)
    return {
      ...{ error, structured: known, content, guessed: isError === undefined && domain.tools !== undefined },
      ...(rpcError && { rpcError })
    }
  const structured = structuredIn(tool, text)
  // Clients take an answer without the structure that was promised for broken, unless it is an error.
  return { error: structured === null, structured, content, guessed: true }
}

/** Whether the text tells that the call failed. */
function failsBy(domain: Domain, action: Action, { text, setup }: { text: string; setup: Setup }): boolean {
  if (domain.tools?.fails) return domain.tools.fails(action, text, setup)
  const document = domain.document?.read(action, text)
  return document !== undefined && 'error' in document && document.error
}

const misfits = (tool: Tool | undefined, value: Json): boolean =>
  tool?.outputSchema !== undefined && checkArguments({ name: '', inputSchema: tool.outputSchema }, value).length > 0

/** The text as the structure that the tool promises: JSON of it; or the one part that a structure must have, as SDKs wrap a plain value. */
function structuredIn(tool: Tool, text: string): Record<string, Json> | null {
  // JSON that was read is JSON.
  const value = readJson(text)?.value as Json | undefined
  const whole = isObject(value) && !misfits(tool, value) ? value : null
  const required = tool.outputSchema?.required
  const [only, ...more] = Array.isArray(required) ? required : []
  if (whole || typeof only !== 'string' || more.length) return whole
  return (
    [value, text].flatMap((one) => (one === undefined ? [] : [{ [only]: one }])).find((one) => !misfits(tool, one)) ??
    null
  )
}
