// One message of a log as what was said in it: texts, calls, and answers to calls, in whichever program's parts they stand.
//
// Read: OpenAI's chat messages and the items of its Responses, Anthropic's blocks, Bedrock's, those of the AI SDK, LangChain's and ms-swift's;
// what is wrapped or holds several turns is spread first.
import { isObject, parsePythonJson } from '../../../text/json.ts'
import { isSaid } from '../recorded.ts'
import { calledIn, type WrittenCall } from './called.ts'
import type { ChatMessage } from './chat.ts'
import { isWrapped, LANGCHAIN_TYPES, spread } from './spread.ts'

type Given = Record<string, unknown>
/** Hears of what no world has a place for. */
export type Drop = (what: string, count?: number) => void

/** Reads the messages of one conversation in their order. `drop` hears of what no world has a place for. */
export function messageReader(drop: Drop): (given: Given) => ChatMessage[] {
  // Where a call stands among all calls: answers of one message have no order of their own.
  const order = new Map<string, number>()

  return (given) => spread(given).flatMap(readOne)

  function readOne(given: Given): ChatMessage[] {
    const item = ITEMS[String(given.type)]
    if (item) return noted(item(given, drop))
    const role = roleOf(given)
    for (const key of Object.keys(given))
      if (!KNOWN.has(key) && isSaid(given[key])) drop(`the field "${key}" of messages`)
    for (const key of THOUGHTS) if (isSaid(given[key])) drop("the agent's thoughts")
    const parts = isAnswer(role, given.content) ? said(JSON.stringify(given.content)) : partsOf(given.content, drop)
    const calls = [...parts.calls, ...callsOf(given)]
    const failed =
      given.is_error === true || given.isError === true || given.status === 'error' || given.tool_call_error === true
    const called = role !== 'tool' && CALLING.has(String(given.role)) ? calledIn(parts.text) : null
    if (called?.length) return noted([spoken('assistant', '', called)])
    const own: ChatMessage = {
      ...spoken(role, parts.text, calls),
      answers: textOf(given.tool_call_id) || textOf(given.call_id) || null,
      ...(typeof given.name === 'string' && role === 'tool' && { name: given.name }),
      ...(failed && { failed })
    }
    // An answer that is nothing but parts has no text beside them.
    const whole = !parts.answers.length || parts.text.trim() !== '' || calls.length > 0
    const answers = [...parts.answers].sort((a, b) => placeOf(a) - placeOf(b))
    return noted(role === 'assistant' ? [...(whole ? [own] : []), ...answers] : [...answers, ...(whole ? [own] : [])])
  }
  function placeOf({ answers }: ChatMessage): number {
    return order.get(answers ?? '') ?? Number.MAX_SAFE_INTEGER
  }
  function noted(messages: ChatMessage[]): ChatMessage[] {
    for (const { calls } of messages) for (const { id } of calls) if (id !== null) order.set(id, order.size)
    return messages
  }
}

const KNOWN = new Set([
  ...['role', 'content', 'type', 'id', 'name', 'tool_calls', 'function_call', 'tool_call_id', 'call_id', 'status'],
  // How Agno repeats the call beside its answer.
  ...['tool_name', 'tool_args', 'tool_call_error'],
  ...['is_error', 'isError', 'reasoning_content', 'reasoning', 'thinking', 'thought'],
  // Which answers a trainer learns from is no part of a world.
  ...['loss', 'weight', 'train', 'train_on']
])
const THOUGHTS = ['reasoning_content', 'reasoning', 'thinking', 'thought']
/** Roles whose text is a call. */
const CALLING = new Set(['tool_call', 'function_call'])
const ROLES: Record<string, ChatMessage['role']> = {
  ...{ system: 'system', developer: 'system', user: 'user', human: 'user' },
  ...{ assistant: 'assistant', model: 'assistant', gpt: 'assistant', ai: 'assistant', bot: 'assistant' },
  ...{ tool_call: 'assistant', function_call: 'assistant' },
  ...{ tool: 'tool', function: 'tool', ipython: 'tool', observation: 'tool', environment: 'tool' },
  ...{ tool_response: 'tool', tool_result: 'tool', function_response: 'tool' },
  // How mini-swe-agent ends: with what was submitted, in answer to the last command.
  exit: 'tool'
}

const roleOf = ({ role, type }: Given): ChatMessage['role'] => ROLES[String(role ?? type)] ?? 'user'

// Some number what others name.
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
const spoken = (role: ChatMessage['role'], content: string, calls: WrittenCall[] = []): ChatMessage => ({
  ...{ role, content, answers: null },
  calls: calls.map(({ id, name, arguments: given }) => ({ id: id || null, name, arguments: given }))
})
const answer = (id: unknown, content: string, failed = false): ChatMessage => ({
  ...spoken('tool', content),
  answers: textOf(id) || null,
  ...(failed && { failed })
})

interface Parts {
  text: string
  calls: WrittenCall[]
  answers: ChatMessage[]
}

const said = (text: string): Parts => ({ text, calls: [], answers: [] })

/** Whether a tool's answer is a value that stands there as it is: an object that is no part of a message, a number. */
function isAnswer(role: ChatMessage['role'], content: unknown): boolean {
  if (role !== 'tool') return false
  if (!isObject(content)) return typeof content === 'number' || typeof content === 'boolean'
  return content.type === undefined && !PARTS.some((key) => Object.hasOwn(content, key))
}

const PARTS = ['text', 'image', 'image_url', 'toolUse', 'toolResult']

function partsOf(content: unknown, drop: Drop): Parts {
  if (typeof content === 'string') return said(content)
  if (typeof content === 'number' || typeof content === 'boolean') return said(String(content))
  const texts: string[] = []
  const found: Parts = { text: '', calls: [], answers: [] }
  for (const part of Array.isArray(content) ? content : isSaid(content) ? [content] : []) {
    if (typeof part === 'string') texts.push(part)
    else if (isObject(part)) {
      const { type, id, name, toolUse, toolResult } = part
      const kind = String(type ?? '')
      if (isObject(toolUse)) found.calls.push(call(toolUse.toolUseId, toolUse.name, toolUse.input))
      else if (isObject(toolResult)) {
        const { toolUseId, content: shown, status } = toolResult
        found.answers.push(answer(toolUseId, resultText(shown, drop), status === 'error'))
      } else if (/(?:^|_)tool_use$/.test(kind)) found.calls.push(call(id, name, part.input))
      else if (kind === 'tool-call') found.calls.push(call(part.toolCallId, part.toolName, part.input ?? part.args))
      else if (/(?:^|_)tool_result$/.test(kind))
        found.answers.push(answer(part.tool_use_id, resultText(part.content, drop), part.is_error === true))
      else if (kind === 'tool-result') found.answers.push(sdkAnswer(part, drop))
      else if (/thinking|reasoning/.test(kind)) drop("the agent's thoughts")
      else if (typeof part.text === 'string') texts.push(part.text)
      else drop('pictures and other parts that are not text')
    }
  }
  return { ...found, text: texts.join('\n') }
}

const call = (id: unknown, name: unknown, given: unknown): WrittenCall => ({
  ...{ id: textOf(id), name: textOf(name), arguments: given }
})

function sdkAnswer({ toolCallId, result, output, isError }: Given, drop: Drop): ChatMessage {
  const { type, value } = isObject(output) ? output : {}
  return answer(
    toolCallId,
    resultText(value ?? output ?? result, drop),
    isError === true || /^error/.test(String(type))
  )
}

/** What a tool answered, as text: its texts, else its JSON. */
function resultText(content: unknown, drop: Drop): string {
  if (typeof content === 'string') return content
  if (isObject(content) && /text$/.test(String(content.type)) && typeof content.text === 'string') return content.text
  if (!Array.isArray(content)) return content === undefined || content === null ? '' : JSON.stringify(content)
  const texts = content.flatMap((part) => {
    if (typeof part === 'string') return [part]
    if (!isObject(part)) return [JSON.stringify(part)]
    if (typeof part.text === 'string') return [part.text]
    if (part.json !== undefined) return [JSON.stringify(part.json)]
    // A list of values is the answer itself, and so are the hits of a search.
    const shown = part.type === undefined ? part.image === undefined : /result$/.test(String(part.type))
    if (shown) return [JSON.stringify(part)]
    drop('pictures and other parts that are not text')
    return []
  })
  return texts.join('\n')
}

/** Calls beside the content. */
function callsOf({ tool_calls, function_call }: Given): WrittenCall[] {
  const all = [...listed(tool_calls), ...(isObject(function_call) ? [function_call] : [])]
  return all.flatMap((given) => {
    if (!isObject(given)) return []
    const of = isObject(given.function) ? given.function : isObject(given.custom) ? given.custom : given
    return [
      call(given.id, of.name, of.arguments ?? of.args ?? (of.input === undefined ? undefined : { input: of.input }))
    ]
  })
}

/** A list, also one that stands there as JSON text. */
function listed(given: unknown): unknown[] {
  if (typeof given !== 'string') return Array.isArray(given) ? given : []
  try {
    const list = parsePythonJson(given)
    return Array.isArray(list) ? list : isObject(list) ? [list] : []
  } catch {
    return []
  }
}

/** Items of OpenAI's Responses that are no messages. */
const ITEMS: Record<string, (given: Given, drop: Drop) => ChatMessage[]> = {
  function_call: ({ call_id, id, name, arguments: given }) => [
    spoken('assistant', '', [call(call_id ?? id, name, given)])
  ],
  custom_tool_call: ({ call_id, id, name, input }) => [spoken('assistant', '', [call(call_id ?? id, name, { input })])],
  local_shell_call: ({ call_id, id, action }) => [
    spoken('assistant', '', [call(call_id ?? id, 'local_shell', isObject(action) ? { command: action.command } : {})])
  ],
  function_call_output: outputItem,
  custom_tool_call_output: outputItem,
  local_shell_call_output: outputItem,
  mcp_call: ({ id, name, arguments: given, output, error }, drop) => [
    spoken('assistant', '', [call(id, name, given)]),
    answer(id, resultText(isSaid(error) ? error : output, drop), isSaid(error))
  ],
  reasoning: (_given, drop) => {
    drop("the agent's thoughts")
    return []
  }
}

function outputItem({ call_id, id, output, status }: Given, drop: Drop): ChatMessage[] {
  return [answer(call_id ?? id, resultText(output, drop), status === 'incomplete')]
}

/** Whether a value is a message or an item that is read here. */
export function isMessage(value: unknown): value is Given {
  if (!isObject(value)) return false
  const { role, type, content } = value
  return (
    typeof role === 'string' ||
    Object.hasOwn(ITEMS, String(type)) ||
    (LANGCHAIN_TYPES.has(String(type)) && content !== undefined) ||
    isWrapped(value)
  )
}
