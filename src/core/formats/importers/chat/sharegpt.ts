// Reads ShareGPT conversations, as LLaMA-Factory and AgentGym write them.

import { z } from 'zod'
import { isObject } from '../../../text/json.ts'
import type { Finding, Importer } from '../../importing.ts'
import { counter, isSaid } from '../recorded.ts'
import { calledIn } from './called.ts'
import { type Chat, type ChatMessage, OwnChatRow } from './chat.ts'
import { declaredIn } from './declared.ts'
import { rowsOf } from './rows.ts'
import { Options, worldsOf } from './worlds.ts'

// Some write what a tool answered as the object that it is, and a message without words as null.
const Value = z
  .unknown()
  .transform((value) => (typeof value === 'string' ? value : isSaid(value) ? JSON.stringify(value) : ''))
const Plain = z.looseObject({ from: z.string(), value: Value })
// Some mix its names with those of chat messages.
const Said = z.preprocess((given) => {
  if (!isObject(given) || (given.from !== undefined && given.value !== undefined)) return given
  const { role, content, ...said } = given
  return { ...said, from: said.from ?? role, value: said.value ?? content }
}, Plain)
const Line = z.looseObject(
  {
    conversations: z.array(Said),
    system: z.string().nullish(),
    tools: z.unknown().optional(),
    metadata: z.unknown().optional()
  },
  { error: 'no conversation: a row has conversations, each with from and value' }
)

export const sharegpt: Importer<typeof Options> = {
  name: 'sharegpt',
  title: 'ShareGPT',
  options: Options,

  recognise({ head }) {
    const found = /"conversations"\s*:\s*\[\s*\{[^{}[\]]*"(?:from|value)"\s*:/.test(head)
    return found ? { format: 'ShareGPT', sure: 'certain' } : null
  },

  async *read(file, reading, options) {
    yield* worldsOf(chatsIn(file), { name: 'sharegpt', reading, options })
  }
}

async function* chatsIn(
  file: Parameters<typeof rowsOf>[0]
): AsyncGenerator<Finding | { line: number | null; chat: Chat }> {
  for await (const row of rowsOf(file, Line)) {
    if ('reason' in row) {
      yield { type: 'problem', ...row }
      continue
    }
    const { line, value } = row
    const dropped = counter()
    const aside = Object.entries(value).filter(([key]) => !KNOWN.has(key))
    for (const [key, field] of aside) if (isSaid(field)) dropped.add(`the field "${key}"`)
    for (const said of value.conversations)
      for (const [key, field] of Object.entries(said))
        if (!SAID.has(key) && isSaid(field)) dropped.add(`the field "${key}" of messages`)
    yield* dropped.findings()
    const { tools, problems } = declaredIn(value.tools)
    for (const reason of problems) yield { type: 'problem', line, reason: `tools: ${reason}` }
    const messages = value.conversations.map(messageOf)
    const broken = messages.find((one) => typeof one === 'string')
    if (typeof broken === 'string') {
      yield { type: 'problem', line, reason: broken }
      continue
    }
    const said = messages.filter((one) => typeof one !== 'string')
    if (value.system) said.unshift({ role: 'system', content: value.system, calls: [], answers: null })
    const own = OwnChatRow.safeParse(value.metadata).data ?? null
    yield { line, chat: { messages: said, tools, own, aside: JSON.stringify([...aside, ['id', value.id]]) } }
  }
}

const KNOWN = new Set(['conversations', 'system', 'tools', 'metadata', 'id'])
// Which answers a trainer learns from is no part of a world.
const SAID = new Set(['from', 'value', 'loss', 'weight', 'train'])

/** The message, or why it is none. */
function messageOf({ from, value }: z.infer<typeof Plain>): ChatMessage | string {
  if (!CALLING.has(from)) return { role: ROLES[from] ?? 'user', content: value, calls: [], answers: null }
  const calls = calledIn(value)
  if (!calls) return `A function_call is JSON with name and arguments; this one is "${value.slice(0, 60)}".`
  const all = calls.map((call) => ({ id: null, name: call.name, arguments: call.arguments }))
  return { role: 'assistant', content: '', calls: all, answers: null }
}

const CALLING = new Set(['function_call', 'tool_call', 'function-call', 'tool-call'])
const ROLES: Record<string, ChatMessage['role']> = {
  ...{
    human: 'user',
    user: 'user',
    gpt: 'assistant',
    assistant: 'assistant',
    model: 'assistant',
    chatgpt: 'assistant'
  },
  ...{ bard: 'assistant', bing: 'assistant', system: 'system' },
  ...{
    observation: 'tool',
    tool: 'tool',
    tool_response: 'tool',
    function_response: 'tool',
    'function-response': 'tool'
  },
  ...{ 'tool-response': 'tool', tool_result: 'tool', environment: 'tool' }
}
