// Calls as Qwen-AgentWorld was trained on them: with Claude Code's tools, `arguments` is JSON in a string (spec/lwm-protocol, AgentWorldBench
// as it really is).
import type { Action, Setup } from '../../model.ts'
import { callOf } from '../tool-call.ts'

// No other coding agent has tools of these names.
const CLAUDE_CODE = ['Bash', 'Edit', 'Read']

export function written(action: Action, { tools }: Setup): string {
  const names = new Set(tools.map(({ name }) => name))
  const { name, arguments: given } = callOf(action)
  const asString = CLAUDE_CODE.every((one) => names.has(one))
  return JSON.stringify({ name, arguments: asString ? JSON.stringify(given) : given }, null, 2)
}
