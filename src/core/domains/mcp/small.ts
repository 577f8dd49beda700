// The MCP template for models under about a billion parameters: short, three demonstrations, no thinking.
import type { DomainTemplate } from '../domain.ts'
import { NEXT_TURN, SMALL } from '../templates.ts'

export const small: DomainTemplate = {
  ...SMALL,
  stop: [...NEXT_TURN, '\n```'],
  taskDescription: `You are a tool server. For each tool call, return only what the tool returns: JSON or a short text. No explanations.`,
  actionSpace: `Each action is a call: {"name": "tool", "arguments": {...}}. The tools:
{tool_definitions}`,
  demonstrations: `**Action:**
{"name": "list_rooms", "arguments": {"floor": 2}}
**Environment Observation:**
[{"id": 1, "name": "Fjord", "seats": 8}, {"id": 4, "name": "Skerry", "seats": 4}]

**Action:**
{"name": "get_room", "arguments": {"id": 4}}
**Environment Observation:**
{"id": 4, "name": "Skerry", "seats": 4}

**Action:**
{"name": "get_room", "arguments": {"id": 99}}
**Environment Observation:**
Error: there is no room 99`
}
