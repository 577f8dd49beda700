// Messages and tools as OpenAI's chat API writes them, which is what most trainers read.
import type { Tool } from '../model.ts'
import type { Message } from './view.ts'

/** A message in OpenAI's form. */
export function chatMessage({ role, content, call, answers, learn }: Message, { weight = false } = {}): object {
  const calls = call && [
    { id: call.id, type: 'function', function: { name: call.name, arguments: JSON.stringify(call.arguments) } }
  ]
  return {
    role,
    content,
    ...(calls && { tool_calls: calls }),
    ...(answers && { tool_call_id: answers.id, name: answers.name }),
    ...(weight && role === 'assistant' && { weight: Number(learn) })
  }
}

/** A tool in OpenAI's form. */
export function toolDefinition({ name, description, inputSchema }: Tool): object {
  // LLaMA-Factory reads the properties of every tool.
  const parameters = { type: 'object', properties: {}, ...inputSchema }
  return { type: 'function', function: { name, description: description ?? '', parameters } }
}
