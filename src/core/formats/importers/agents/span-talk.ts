// What a model was told and answered, as spans of its calls keep it: as lists of messages, or each field under a name with the message's number.
import type { ChatMessage } from '../chat/chat.ts'
import { answered, argumentsOf, called, type LogRecord, listOf, objectOf, said, textOf, wordsOf } from './records.ts'
import type { SpanAttributes } from './spans.ts'

/** The longest conversation among the spans, the last of those; `null` where none has one. */
export function talkOf(spans: SpanAttributes[]): ChatMessage[] | null {
  const talks = spans.map((given) => LISTS.flatMap((names) => messagesIn(given, names)))
  const longest = talks.reduce<ChatMessage[]>((most, one) => (one.length >= most.length ? one : most), [])
  return longest.length ? longest : null
}

/** Where the messages before an answer stand, and where the answer. */
const LISTS = [
  ['gen_ai.input.messages', 'llm.input_messages', 'gen_ai.prompt'],
  ['gen_ai.output.messages', 'llm.output_messages', 'gen_ai.completion']
]

function messagesIn(given: SpanAttributes, names: string[]): ChatMessage[] {
  const whole = given.first(names)
  const listed = typeof whole === 'string' ? argumentsOf(whole) : whole
  const all = Array.isArray(listed) ? listed : names.flatMap((name) => numbered(given.flat, name))
  return all.flatMap((one) => turnsOf(objectOf(objectOf(one).message ?? one)))
}

function turnsOf({ role, content, parts, tool_calls: calls, tool_call_id: answers }: LogRecord): ChatMessage[] {
  const who = ROLES[textOf(role)] ?? 'user'
  if (answers !== undefined || who === 'tool') {
    const inParts = listOf(parts).flatMap((part) => partOf(who, part))
    return inParts.length ? inParts : [answered(answers, wordsOf(content))]
  }
  const words = textOf(content)
  return [
    ...(words ? [said(who, words)] : []),
    ...listOf(parts).flatMap((part) => partOf(who, part)),
    ...listOf(calls).map((one) => {
      const call = objectOf(one.tool_call ?? one)
      const { name, arguments: given } = { ...call, ...objectOf(call.function) } as LogRecord
      return called(call.id, name, argumentsOf(given))
    })
  ]
}

const ROLES: Record<string, ChatMessage['role']> = {
  ...{ system: 'system', developer: 'system', assistant: 'assistant', model: 'assistant', tool: 'tool' }
}

function partOf(who: ChatMessage['role'], part: LogRecord): ChatMessage[] {
  const { type, id, toolCallId, name, content, response, result, output } = part
  if (type === 'text') return content ? [said(who, wordsOf(content))] : []
  if (type === 'tool_call') return [called(id, name, argumentsOf(part.arguments))]
  if (type === 'tool_call_response' || type === 'tool_result')
    return [answered(id ?? toolCallId, wordsOf(response ?? result ?? output ?? content))]
  return []
}

/** The list that attributes such as `NAME.0.message.role` and `NAME.0.message.tool_calls.1.tool_call.id` say field by field. */
function numbered(flat: LogRecord, name: string): LogRecord[] {
  const root: LogRecord = {}
  for (const [key, value] of Object.entries(flat)) {
    if (!key.startsWith(`${name}.`)) continue
    const path = key.slice(name.length + 1).split('.')
    const last = path.pop() ?? ''
    let at = root
    for (const part of path.slice(0, DEEPEST)) {
      const inner = Object.hasOwn(at, part) ? objectOf(at[part]) : {}
      Object.defineProperty(at, part, { value: inner, enumerable: true, configurable: true, writable: true })
      at = inner
    }
    Object.defineProperty(at, last, { value, enumerable: true, configurable: true, writable: true })
  }
  return inOrder(root).map((one) => {
    const message = objectOf(one.message ?? one)
    return { ...message, tool_calls: inOrder(objectOf(message.tool_calls)) }
  })
}

// Deeper lies no field of a message that is read.
const DEEPEST = 8

const inOrder = (byNumber: LogRecord): LogRecord[] =>
  Object.entries(byNumber)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, value]) => objectOf(value))
