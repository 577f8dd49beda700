// Calls as Qwen-AgentWorld was trained on them: with the tools of the two agents it knows, `arguments` is JSON in a string.
import type { Action, Setup } from '../../tree/model.ts'
import { toolCallOf } from '../tool-call.ts'
import { codingSetOf } from './sets.ts'

export function written(action: Action, setup: Setup): string {
  const { name, arguments: given } = toolCallOf(action)
  return JSON.stringify({ name, arguments: codingSetOf(setup) ? JSON.stringify(given) : given }, null, 2)
}
