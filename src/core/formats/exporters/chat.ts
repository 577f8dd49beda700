// Messages and tools as OpenAI's chat API writes them, which is what most trainers read.
import type { Tool } from '../../tree/model.ts'
import type { ExportedRow, Metadata } from './rows.ts'
import type { ExportedMessage } from './view.ts'

/** A message in OpenAI's form. */
export function chatMessage({ role, content, call, answers, learn }: ExportedMessage, { weight = false } = {}): object {
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

/**
 * What follows the messages of a row, with the same keys and types in every row and whatever its world: `datasets` settles on those of
 * the first file that it loads, a list that is empty or holds only `null` has no type there, and a list of objects of several kinds has
 * any. The last is so for messages, because an answer has a key that a question has not.
 */
export function rowEnd({ tools, metadata }: ExportedRow): string {
  const told = JSON.stringify(tools.map(toolDefinition))
  return `"tools":${JSON.stringify(told)},"metadata":${JSON.stringify(uniform(metadata))}}\n`
}

function uniform({ simulated, models, tools = [], ...rest }: Metadata): object {
  return {
    ...rest,
    ...(rest.turn !== null && { left_out: rest.left_out ?? 0 }),
    // What nobody knows to be real counts as simulated.
    simulated: simulated.map((one) => one !== false),
    known: simulated.map((one) => one !== null),
    models: models.length ? models : ['unknown'],
    tools: JSON.stringify(tools)
  }
}
