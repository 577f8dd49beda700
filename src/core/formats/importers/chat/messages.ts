// Reads chat messages as OpenAI writes them and TRL, Axolotl and others read them: logs of agents with tool calls, training rows.
//
// Kept: every action that something followed, character for character; the tools; what was asked, in the notes. Not in the format, so
// not kept: branches, seeds. Thoughts and words beside calls are no part of a world; they are counted as dropped.
import { z } from 'zod'
import { isObject } from '../../../text/json.ts'
import type { Finding, Importer } from '../../importing.ts'
import { layoutOf } from '../first-row.ts'
import { counter, isSaid } from '../recorded.ts'
import { isMessage, messageReader } from './blocks.ts'
import { type Chat, type ChatMessage, OwnChatRow } from './chat.ts'
import { declaredIn } from './declared.ts'
import { unpadded } from './padding.ts'
import { holdsMessages, rowsOf, unfolded } from './rows.ts'
import { isWrapped } from './spread.ts'
import { Options, worldsOf } from './worlds.ts'

const Content = z
  .union([z.string(), z.number(), z.boolean(), z.array(z.unknown()), z.record(z.string(), z.unknown())])
  .nullish()
const Message = z
  .looseObject({
    content: Content,
    tool_calls: z.union([z.array(z.unknown()), z.string()]).nullish(),
    tool_call_id: z.union([z.string(), z.number()]).nullish()
  })
  .refine(isMessage, { error: 'a message has a role and content' })
const Messages = z.array(Message)
type Messages = z.infer<typeof Messages>

interface Row {
  said: Messages
  row: Record<string, unknown>
}
/** What it says, and the row it stands in. */
const Line = z.union(
  [
    Messages.transform((said): Row => ({ said, row: {} })),
    z.looseObject({ messages: Messages }).transform((row): Row => ({ said: row.messages, row })),
    z
      .looseObject({ prompt: Messages, completion: Messages })
      .transform((row): Row => ({ said: [...row.prompt, ...row.completion], row })),
    z
      .looseObject({ input: Messages, output: Messages.nullish() })
      .transform((row): Row => ({ said: [...row.input, ...(row.output ?? [])], row })),
    z.looseObject({ conversations: Messages }).transform((row): Row => ({ said: row.conversations, row })),
    z.looseObject({ conversation: Messages }).transform((row): Row => ({ said: row.conversation, row }))
  ],
  { error: 'no conversation: a row has messages, or a prompt and a completion, each with role and content' }
)

export const messages: Importer<typeof Options> = {
  name: 'messages',
  title: 'Chat messages (OpenAI, Anthropic, TRL)',
  options: Options,

  recognise({ head }) {
    const rows = layoutOf(head)?.rows ?? []
    const known = (holdsMessages(head) || rows.some(isHolder)) && !rows.some(isForeign)
    return known ? { format: 'Chat messages', sure: 'likely' } : null
  },

  async *read(file, reading, options) {
    yield* worldsOf(chatsIn(file), { name: 'messages', reading, options })
  }
}

const isHolder = (row: Record<string, unknown>): boolean =>
  isWrapped(row) || [row, ...(Array.isArray(row.rows) ? row.rows.slice(0, 1) : [])].some((one) => unfolded(one) !== one)

/** Whether it is a message of a program with a way of its own: Gemini's parts by what they hold, Goose's requests, Cursor's message in a message. */
function isForeign({ parts, content, message }: Record<string, unknown>): boolean {
  const [all, said] = [parts, content].map((list) => (Array.isArray(list) ? list.filter(isObject) : []))
  const untyped = all?.length && all.every(({ type, part_kind: kind }) => (type ?? kind) === undefined)
  if (isObject(message) && content === undefined) return true
  return Boolean(untyped) || (said?.some(({ type }) => type === 'toolRequest' || type === 'toolResponse') ?? false)
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
    const dropped = counter()
    const aside = Object.entries(given).filter(([key]) => !KNOWN.has(key))
    for (const [key, value] of aside) if (isSaid(value)) dropped.add(`the field "${key}"`)
    const { tools, problems } = declaredIn(given.tools ?? given.functions)
    for (const reason of problems) yield { type: 'problem', line, reason: `tools: ${reason}` }
    const read = messageReader(dropped.add)
    const commands = isSweAgent(given)
    const own = OwnChatRow.safeParse(given.metadata).data ?? null
    const spoken = said.flatMap(read).map((one) => (commands ? withExit(one) : one))
    const all = own ? spoken : unpadded(spoken, tools)
    const system = read({ role: 'system', content: given.system ?? given.instructions ?? '' })
    const told = all.some(({ role }) => role === 'system') ? [] : system.filter(({ content }) => content.trim())
    yield* dropped.findings()
    yield { line, chat: { messages: [...told, ...all], tools, own, commands, aside: JSON.stringify(aside) } }
  }
}

const KNOWN = new Set([
  ...['messages', 'prompt', 'completion', 'input', 'output', 'conversations', 'conversation', 'system', 'instructions'],
  ...['tools', 'functions', 'metadata', 'parallel_tool_calls']
])

/** Whether it is a trajectory of mini-swe-agent, whose every action is a command of a shell. */
function isSweAgent({ trajectory_format, info }: Record<string, unknown>): boolean {
  return String(trajectory_format).startsWith('mini-swe-agent') || (isObject(info) && info.mini_version !== undefined)
}

/** Its answers say first how the command ended. */
function withExit(message: ChatMessage): ChatMessage {
  const code = /^<returncode>(-?\d{1,10})<\/returncode>/.exec(message.content)?.[1]
  return code === undefined || message.role === 'assistant' ? message : { ...message, exitCode: Number(code) }
}
