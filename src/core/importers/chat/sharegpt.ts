// Reads ShareGPT conversations, as LLaMA-Factory and AgentGym write them.
import { z } from 'zod'
import type { Finding, Importer } from '../../importing.ts'
import { readTools } from '../../tools/tools.ts'
import { type Chat, type ChatMessage, Own } from './index.ts'
import { rowsOf } from './rows.ts'
import { Options, worldsOf } from './worlds.ts'

const Said = z.looseObject({ from: z.string(), value: z.string() })
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
    const found = /"conversations"\s*:\s*\[\s*\{[^{}[\]]*"from"\s*:/.test(head)
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
    for (const key of Object.keys(value)) if (!KNOWN.has(key)) yield { type: 'dropped', what: `the field "${key}"` }
    const { tools, problems } = value.tools ? readTools(value.tools) : { tools: [], problems: [] }
    for (const reason of problems) yield { type: 'problem', line, reason: `tools: ${reason}` }
    const messages = value.conversations.map(messageOf)
    const broken = messages.find((one) => typeof one === 'string')
    if (typeof broken === 'string') {
      yield { type: 'problem', line, reason: broken }
      continue
    }
    const said = messages.filter((one) => typeof one !== 'string')
    if (value.system) said.unshift({ role: 'system', content: value.system, calls: [], answers: null })
    yield { line, chat: { messages: said, tools, own: Own.safeParse(value.metadata).data ?? null } }
  }
}

const KNOWN = new Set(['conversations', 'system', 'tools', 'metadata', 'id'])

const Calls = z.union([z.array(z.looseObject({ name: z.string() })), z.looseObject({ name: z.string() })])

/** The message, or why it is none. */
function messageOf({ from, value }: z.infer<typeof Said>): ChatMessage | string {
  if (from !== 'function_call') return { role: ROLES[from] ?? 'user', content: value, calls: [], answers: null }
  try {
    const calls = [Calls.parse(JSON.parse(value))].flat()
    const all = calls.map((call) => ({ id: null, name: call.name, arguments: call.arguments }))
    return { role: 'assistant', content: '', calls: all, answers: null }
  } catch {
    return `A function_call is JSON with name and arguments; this one is "${value.slice(0, 60)}".`
  }
}

const ROLES: Record<string, ChatMessage['role']> = {
  ...{ human: 'user', user: 'user', gpt: 'assistant', assistant: 'assistant' },
  ...{ system: 'system', observation: 'tool', tool: 'tool' }
}
