// Columns of tables have one type: where calls stand in one, each has the arguments of every tool, and those that are not its own are null.
import { isObject } from '../../../text/json.ts'
import type { Tool } from '../../../tree/model.ts'
import type { ChatMessage } from './chat.ts'

/** The messages, with calls of declared tools without the nulls that their schemas have no place for. */
export function unpadded(messages: ChatMessage[], tools: Tool[]): ChatMessage[] {
  const schemas = new Map(tools.map(({ name, inputSchema }) => [name, inputSchema]))
  if (!schemas.size) return messages
  return messages.map((message) => ({
    ...message,
    calls: message.calls.map((call) => ({ ...call, arguments: fitting(call.arguments, schemas.get(call.name)) }))
  }))
}

function fitting(value: unknown, schema: unknown): unknown {
  if (!isObject(schema)) return value
  if (Array.isArray(value)) return value.map((item) => fitting(item, schema.items))
  const { properties } = schema
  if (!isObject(value) || !isObject(properties)) return value
  const own = Object.entries(value).filter(([key, inner]) => inner !== null || Object.hasOwn(properties, key))
  return Object.fromEntries(own.map(([key, inner]) => [key, fitting(inner, properties[key])]))
}
