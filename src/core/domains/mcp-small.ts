// The MCP template for models under about a billion parameters: short, two demonstrations, no thinking.
import type { Template } from '../plugins.ts'

export const small: Template = {
  name: 'small',
  thinking: false,
  prefill: true,
  // A small model that runs on past its turn writes the next one.
  stop: ['### Turn', '**Action:**', '**Environment Observation:**', 'Action:'],
  repeats: 6,
  taskDescription: `You are a tool server. For each tool call, return only what the tool returns: JSON or a short text. No explanations.`,
  actionSpace: `Each action is a call: {"name": "tool", "arguments": {...}}. The tools:
{tool_definitions}`,
  demonstrations: `Action: {"name": "get_user", "arguments": {"id": 7}}
{"id": 7, "login": "ada", "email": "ada@example.org"}

Action: {"name": "get_user", "arguments": {"id": 99}}
Error: there is no user 99`
}
