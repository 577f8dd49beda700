// Actions as ATIF's tool calls, and back. Every action of every domain has one of three shapes, so no domain is asked for its name.
import { z } from 'zod'
import { JsonValue } from '../../text/json.ts'
import type { Action } from '../../tree/model.ts'

/** `list`: a call for each item, as Terminus-2 writes keystrokes. `tool`: the call of a tool. `value`: anything else. */
export const ActionShape = z.enum(['list', 'tool', 'value'])
export type ActionShape = z.infer<typeof ActionShape>

export const KEYS = 'bash_command'
const ACT = 'act'

const Arguments = z.record(z.string(), JsonValue)
const ToolAction = z.strictObject({ name: z.string(), arguments: Arguments })
const ListAction = z.array(Arguments)

export interface AtifToolCall {
  tool_call_id: string
  function_name: string
  arguments: Record<string, Action>
}

export function toolCalls(action: Action, step: number): { shape: ActionShape; calls: AtifToolCall[] } {
  const id = (index: number) => `call_${step}_${index}`
  const list = ListAction.safeParse(action)
  if (list.success) {
    const calls = list.data.map((given, index) => ({
      tool_call_id: id(index + 1),
      function_name: KEYS,
      arguments: given
    }))
    return { shape: 'list', calls }
  }
  const tool = ToolAction.safeParse(action)
  if (tool.success) {
    const { name, arguments: given } = tool.data
    return { shape: 'tool', calls: [{ tool_call_id: id(1), function_name: name, arguments: given }] }
  }
  return { shape: 'value', calls: [{ tool_call_id: id(1), function_name: ACT, arguments: { action } }] }
}

/** The action that was written as these calls. */
export function actionOf(shape: ActionShape, calls: Omit<AtifToolCall, 'tool_call_id'>[]): Action {
  const [first] = calls
  if (shape === 'list') return calls.map((call) => call.arguments)
  if (shape === 'tool') return { name: first?.function_name ?? '', arguments: first?.arguments ?? {} }
  return first?.arguments.action ?? null
}
