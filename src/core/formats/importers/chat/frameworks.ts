// Messages of agent frameworks that name what others call a role: Pydantic AI's requests and responses, AutoGen's events, as the plain ones.
import { isObject } from '../../../text/json.ts'

type Given = Record<string, unknown>

/** The plain messages that one of a framework says, in their order; `null` where it is none of these frameworks'. */
export function frameworkTurns(given: Given): Given[] | null {
  const { kind, parts, type, content, source } = given
  const said = objects(parts)
  if ((kind === 'request' || kind === 'response') && said.length && said.every((part) => part.part_kind !== undefined))
    return kind === 'request' ? said.flatMap(requested) : [{ role: 'assistant', content: said.map(responded) }]
  if (source === undefined) return null
  const name = String(type)
  if (name === 'ToolCallRequestEvent') return [{ role: 'assistant', tool_calls: content }]
  if (name === 'ToolCallExecutionEvent') return objects(content).map((one) => ({ ...one, role: 'tool' }))
  if (name === 'ThoughtEvent') return [{ role: 'assistant', thought: content }]
  if (/^(?:Text|MultiModal|Stop|Handoff)Message$/.test(name))
    return [{ role: source === 'user' ? 'user' : 'assistant', content }]
  // It repeats what the tools answered.
  return name === 'ToolCallSummaryMessage' ? [] : null
}

const objects = (list: unknown): Given[] => (Array.isArray(list) ? list.filter(isObject) : [])

function requested({ part_kind: kind, content, tool_name: name, tool_call_id: id }: Given): Given[] {
  const shown = typeof content === 'string' ? content : JSON.stringify(content ?? '')
  if (kind === 'system-prompt') return [{ role: 'system', content }]
  if (kind === 'tool-return') return [{ role: 'tool', tool_call_id: id, name, content: shown }]
  if (kind === 'retry-prompt' && name) return [{ role: 'tool', tool_call_id: id, name, content: shown, is_error: true }]
  return [{ role: 'user', content: kind === 'retry-prompt' ? shown : content }]
}

/** A part of a response as one of the AI SDK's. */
function responded({ part_kind: kind, content, tool_name: toolName, tool_call_id: toolCallId, args }: Given): Given {
  if (/tool-call$/.test(String(kind))) return { type: 'tool-call', toolCallId, toolName, input: args }
  if (/tool-return$/.test(String(kind))) return { type: 'tool-result', toolCallId, result: content }
  return kind === 'text' ? { type: 'text', text: content } : { type: kind }
}
