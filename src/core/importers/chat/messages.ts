// Reads chat messages as OpenAI writes them and TRL, Axolotl and others read them: logs of agents with tool calls, training rows.
//
// Kept: every action that something followed, character for character; the tools; what was asked, in the notes. Not in the format, so
// not kept: branches, seeds. Thoughts and words beside calls are no part of a world; they are counted as dropped.
import { z } from 'zod'
import type { Finding, Importer } from '../../importing.ts'
import { readTools } from '../../tools/tools.ts'
import { type Chat, type ChatMessage, Own } from './index.ts'
import { holdsMessages, rowsOf } from './rows.ts'
import { Options, worldsOf } from './worlds.ts'

const Part = z.looseObject({ type: z.string().optional(), text: z.string().optional() })
const Content = z.union([z.string(), z.array(Part)]).nullish()
const Called = z.looseObject({ name: z.string(), arguments: z.unknown().optional() })
const Message = z.looseObject({
  role: z.string(),
  content: Content,
  tool_calls: z.array(z.looseObject({ id: z.string().nullish(), function: Called })).nullish(),
  function_call: Called.nullish(),
  tool_call_id: z.string().nullish(),
  name: z.string().nullish()
})
type Message = z.infer<typeof Message>

const Messages = z.array(Message)
/** What it says, and the row it stands in. */
const Line = z.union(
  [
    Messages.transform((said): Row => ({ said, row: {} })),
    z.looseObject({ messages: Messages }).transform((row): Row => ({ said: row.messages, row })),
    z
      .looseObject({ prompt: Messages, completion: Messages })
      .transform((row): Row => ({ said: [...row.prompt, ...row.completion], row }))
  ],
  { error: 'no conversation: a row has messages, or a prompt and a completion, each with role and content' }
)
interface Row {
  said: Message[]
  row: Record<string, unknown>
}

export const messages: Importer<typeof Options> = {
  name: 'messages',
  title: 'Chat messages (OpenAI, TRL)',
  options: Options,

  recognise({ head }) {
    return holdsMessages(head) ? { format: 'Chat messages', sure: 'likely' } : null
  },

  async *read(file, reading, options) {
    yield* worldsOf(chatsIn(file), { name: 'messages', reading, options })
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
    const { line } = row
    const { said, row: given } = row.value
    for (const key of Object.keys(given)) if (!KNOWN.has(key)) yield { type: 'dropped', what: `the field "${key}"` }
    const { tools, problems } = given.tools || given.functions ? readTools(given.tools ?? given.functions) : NONE
    for (const reason of problems) yield { type: 'problem', line, reason: `tools: ${reason}` }
    const read = said.map(messageOf)
    const pictures = said.filter(
      ({ content }) => Array.isArray(content) && content.some(({ text }) => text === undefined)
    )
    if (pictures.length)
      yield { type: 'dropped', what: 'pictures and other parts that are not text', count: pictures.length }
    yield { line, chat: { messages: read, tools, own: Own.safeParse(given.metadata).data ?? null } }
  }
}

const KNOWN = new Set(['messages', 'prompt', 'completion', 'tools', 'functions', 'metadata', 'parallel_tool_calls'])
const NONE = { tools: [], problems: [] }

function messageOf({ role, content, tool_calls, function_call, tool_call_id }: Message): ChatMessage {
  const calls = (tool_calls ?? []).map((call) => ({ id: call.id ?? null, ...call.function }))
  const all = function_call ? [...calls, { id: null, ...function_call }] : calls
  return {
    role: ROLES[role] ?? 'user',
    content: typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join(''),
    calls: all.map((call) => ({ id: call.id, name: call.name, arguments: call.arguments })),
    answers: tool_call_id ?? null
  }
}

const ROLES: Record<string, ChatMessage['role']> = {
  ...{ system: 'system', developer: 'system', user: 'user', assistant: 'assistant', model: 'assistant' },
  ...{ tool: 'tool', function: 'tool', ipython: 'tool' }
}
