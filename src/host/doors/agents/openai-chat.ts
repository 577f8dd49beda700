// A chat request as OpenAI's API has it, as what the model is asked; and the model's answer as such a client reads it.
import { randomInt } from 'node:crypto'
import { z } from 'zod'
import type { StreamInput } from '../../../core/contract/index.ts'
import { OrreryError } from '../../../core/errors.ts'
import { isObject, parseJson } from '../../../core/text/json.ts'
import type { Json } from '../../../core/tree/ports.ts'

const Text = z.union([
  z.string(),
  z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).transform((parts) => {
    const other = parts.find(({ type, text }) => type !== 'text' || text === undefined)
    if (other) throw new OrreryError('invalid-input', `This model reads text alone, not "${other.type}".`)
    return parts.map(({ text }) => text).join('\n')
  })
])
const ToolCall = z.looseObject({ id: z.string(), function: z.looseObject({ name: z.string(), arguments: z.string() }) })
const Message = z.discriminatedUnion('role', [
  z.looseObject({ role: z.enum(['system', 'developer', 'user']), content: Text }),
  z.looseObject({
    role: z.literal('assistant'),
    content: Text.nullish(),
    tool_calls: z.array(ToolCall).nullish()
  }),
  z.looseObject({ role: z.literal('tool'), content: Text, tool_call_id: z.string() })
])
const Schema = z.record(z.string(), z.json())
const Func = z.looseObject({
  name: z.string().min(1),
  description: z.string().nullish(),
  parameters: Schema.nullish()
})
type Func = z.infer<typeof Func>

/** What of a chat request is known here; all else that OpenAI has is without effect on a model of this machine. */
export const ChatRequest = z.looseObject({
  model: z.string(),
  messages: z.array(Message).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().gt(0).max(1).nullish(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  seed: z.int().nullish(),
  stop: z.union([z.string(), z.array(z.string())]).nullish(),
  n: z.literal(1, 'one answer at a time: send the request again for another').nullish(),
  presence_penalty: z.literal(0, 'there are no penalties here').nullish(),
  frequency_penalty: z.literal(0, 'there are no penalties here').nullish(),
  logit_bias: z.strictObject({}, 'there is no logit bias here').nullish(),
  logprobs: z.literal(false, 'there are no log probabilities here').nullish(),
  tools: z.array(z.looseObject({ type: z.literal('function'), function: Func })).nullish(),
  tool_choice: z
    .union([
      z.enum(['none', 'auto', 'required']),
      z.looseObject({ type: z.literal('function'), function: z.looseObject({ name: z.string() }) })
    ])
    .nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  response_format: z
    .discriminatedUnion('type', [
      z.looseObject({ type: z.literal('text') }),
      z.looseObject({ type: z.literal('json_object') }),
      z.looseObject({ type: z.literal('json_schema'), json_schema: z.looseObject({ schema: Schema }) })
    ])
    .nullish()
})
export type ChatRequest = z.infer<typeof ChatRequest>

/** What the model is asked, and the names of the tools that it may call: none where the request has none. */
export interface Question {
  ask: Omit<StreamInput<'agent.answer'>, 'key'>
  tools: string[]
}

/** @throws OrreryError invalid-input for a tool that is chosen and not there */
export function questionOf(request: ChatRequest): Question {
  const { tool_choice: choice, response_format: format, stop } = request
  const tools = choice === 'none' ? [] : chosen(request)
  const most = request.max_completion_tokens ?? request.max_tokens
  const free = choice !== 'required' && (typeof choice !== 'object' || choice === null)
  const wanted = formatSchema(format)
  const schema = tools.length
    ? callSchema(tools, {
        content: free ? (wanted ?? { type: 'string' }) : null,
        parallel: request.parallel_tool_calls !== false
      })
    : wanted
  return {
    tools: tools.map(({ name }) => name),
    ask: {
      messages: messagesOf(request, tools, free ? (wanted ? AS_JSON : HOW_TO_SPEAK) : null),
      sampling: {
        ...(request.temperature != null && { temperature: request.temperature }),
        ...(request.top_p != null && { topP: request.top_p }),
        ...(most != null && { maxTokens: most })
      },
      stop: stop == null ? [] : [stop].flat().filter(Boolean),
      seed: request.seed == null ? randomInt(2 ** 31) : Math.abs(request.seed) % 2 ** 31,
      schema
    }
  }
}

function formatSchema(format: ChatRequest['response_format']): Record<string, Json> | null {
  if (format?.type === 'json_schema') return format.json_schema.schema
  return format?.type === 'json_object' ? { type: 'object' } : null
}

function chosen({ tools, tool_choice: choice }: ChatRequest): Func[] {
  const all = (tools ?? []).map((tool) => tool.function)
  if (typeof choice !== 'object' || choice === null) return all
  const found = all.find(({ name }) => name === choice.function.name)
  if (found) return [found]
  throw new OrreryError('invalid-input', `tool_choice names "${choice.function.name}", which is not among the tools.`)
}

/** What the answer is held to where there are tools: calls, or `content` where that may be. */
function callSchema(
  tools: Func[],
  { content, parallel }: { content: Record<string, Json> | null; parallel: boolean }
): Record<string, Json> {
  const object = (properties: Record<string, Json>): Json => ({
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false
  })
  const calls = tools.map(({ name, parameters }) =>
    object({ name: { const: name }, arguments: (parameters ?? { type: 'object' }) as Json })
  )
  const some: Json = { type: 'array', items: { oneOf: calls }, minItems: 1, ...(!parallel && { maxItems: 1 }) }
  return { oneOf: [object({ tool_calls: some }), ...(content ? [object({ content })] : [])] }
}

const HOW_TO_CALL = 'To call functions, answer with nothing but {"tool_calls": [{"name": NAME, "arguments": {...}}]}.'
const HOW_TO_SPEAK = 'To answer without one, write {"content": "your answer"}.'
const AS_JSON =
  'To answer without one, write {"content": YOUR_ANSWER}, where YOUR_ANSWER is JSON of the form that was asked for.'

/** As chat templates take them: one system message at most, first; what tools answered comes from the user. */
function messagesOf({ messages }: ChatRequest, tools: Func[], speak: string | null): Question['ask']['messages'] {
  const names = new Map<string, string>()
  const system: string[] = []
  const turns: Question['ask']['messages'] = []
  const say = (role: 'user' | 'assistant', content: string) => {
    const last = turns.at(-1)
    // Many templates refuse two turns of one side in a row.
    if (last?.role === role) last.content += `\n\n${content}`
    else turns.push({ role, content })
  }
  for (const message of messages) {
    if (message.role === 'assistant') {
      const { content, tool_calls: calls } = message
      for (const call of calls ?? []) names.set(call.id, call.function.name)
      const made = calls?.map((call) => ({ name: call.function.name, arguments: jsonOr(call.function.arguments) }))
      if (made?.length) say('assistant', JSON.stringify({ tool_calls: made }))
      else say('assistant', tools.length ? JSON.stringify({ content: content ?? '' }) : (content ?? ''))
    } else if (message.role === 'tool') {
      say('user', `Result of ${names.get(message.tool_call_id) ?? 'the function'}:\n${message.content}`)
    } else if (message.role === 'user') say('user', message.content)
    else system.push(message.content)
  }
  if (tools.length) {
    const each = tools.map(({ name, description, parameters }) => JSON.stringify({ name, description, parameters }))
    system.push(['You can call these functions:', ...each, HOW_TO_CALL, ...(speak ? [speak] : [])].join('\n'))
  }
  return [...(system.length ? [{ role: 'system' as const, content: system.join('\n\n') }] : []), ...turns]
}

function jsonOr(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

/** The words of an answer that ends before its JSON does. */
function cutContent(text: string): string | null {
  const begun = /^\s*\{\s*"content"\s*:\s*"/.exec(text)
  if (!begun) return null
  const rest = text.slice(begun[0].length)
  for (const one of [rest, rest.replace(/\\(?:u[\da-fA-F]{0,3})?$/, '')]) {
    const quoted = `"${one}"`
    const read = jsonOr(quoted)
    if (typeof read === 'string' && read !== quoted) return read
  }
  return null
}

/** What the model said: words, or calls with arguments as JSON text. */
export interface ChatReply {
  content: string | null
  calls: { name: string; arguments: string }[]
}

/** Reads an answer that was held to `callSchema`. What is of no such form is words. */
export function saidIn(text: string, tools: string[]): ChatReply {
  const value = tools.length ? jsonOr(text.trim()) : null
  if (isObject(value) && value.content !== undefined) {
    const { content } = value
    return { content: typeof content === 'string' ? content : JSON.stringify(content), calls: [] }
  }
  const begun = tools.length ? cutContent(text) : null
  if (begun !== null) return { content: begun, calls: [] }
  const listed = isObject(value) && Array.isArray(value.tool_calls) ? value.tool_calls : []
  const calls = listed.flatMap((call) => {
    if (!isObject(call) || typeof call.name !== 'string' || !tools.includes(call.name)) return []
    return [{ name: call.name, arguments: JSON.stringify(call.arguments ?? {}) }]
  })
  return calls.length && calls.length === listed.length ? { content: null, calls } : { content: text, calls: [] }
}
