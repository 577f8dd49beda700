// Rollouts that Codex keeps of its sessions, older ones too, and what `codex exec --json` prints.
import { z } from 'zod'
import { isObject, parseJson } from '../../../text/json.ts'
import { type Drop, isMessage, messageReader } from '../chat/blocks.ts'
import type { ChatMessage } from '../chat/chat.ts'
import {
  type AgentLog,
  answered,
  called,
  has,
  type LogRecord,
  logChat,
  objectOf,
  said,
  textOf,
  wordsOf
} from './records.ts'

const Item = z.looseObject({ type: z.string().optional(), name: z.string().optional(), call_id: z.string().optional() })
const Record = Item.extend({
  payload: Item.optional(),
  item: z.looseObject({ type: z.string().optional() }).optional()
})

const ROLLOUT = /^(?:session_meta|response_item|event_msg|turn_context|compacted)$/
const PRINTED = /^(?:thread\.started|turn\.(?:started|completed|failed)|item\.(?:started|updated|completed))$/
const isOld = (record: LogRecord): boolean => has(record, 'instructions', 'timestamp', 'id') && has(record, 'git')

export const codex: AgentLog = {
  name: 'codex',
  title: 'Codex rollouts',
  record: Record,
  is: (records) =>
    records.some(
      (record) =>
        (isObject(record.payload) && ROLLOUT.test(textOf(record.type))) ||
        PRINTED.test(textOf(record.type)) ||
        isOld(record)
    ),
  chats(records, drop) {
    const read = messageReader(drop)
    const messages = records.flatMap((record) => {
      const item = record.type === 'response_item' ? objectOf(record.payload) : record
      if (record.type === 'item.completed') return printed(objectOf(record.item), drop)
      return isMessage(item) && !isPreamble(item) ? read(item).map(withCode) : []
    })
    const meta = records.find(({ type }) => type === 'session_meta' || type === 'thread.started') ?? records.find(isOld)
    return [logChat(messages, objectOf(meta?.payload).id ?? meta?.thread_id ?? meta?.id)]
  }
}

/** What the program itself tells the model at the beginning of each session. */
const isPreamble = ({ role, content }: LogRecord): boolean =>
  role === 'user' &&
  /^\s*(?:<(?:environment_context|user_instructions|permissions)\b|# AGENTS\.md instructions)/.test(wordsOf(content))

/** Older versions answered with JSON that tells the exit code beside what was printed. */
function withCode(message: ChatMessage): ChatMessage {
  if (message.role !== 'tool' || !message.content.startsWith('{"output"')) return message
  try {
    const { output, metadata } = objectOf(parseJson(message.content))
    const code = objectOf(metadata).exit_code
    if (typeof output !== 'string' || !Number.isInteger(code)) return message
    return { ...message, content: output, exitCode: Number(code) }
  } catch {
    return message
  }
}

/** An item of what is printed: one call with its answer. */
function printed(item: LogRecord, drop: Drop): ChatMessage[] {
  const { id, type = item.item_type, status } = item
  const failed = status === 'failed' ? { failed: true } : {}
  switch (type) {
    case 'command_execution': {
      const code = item.exit_code
      const ended = typeof code === 'number' && Number.isInteger(code) ? { exitCode: code } : failed
      return [called(id, 'shell', { command: item.command }), answered(id, textOf(item.aggregated_output), ended)]
    }
    case 'mcp_tool_call': {
      const { content, structured_content: structure } = objectOf(item.result)
      const wrong = textOf(objectOf(item.error).message)
      return [
        called(id, item.tool, item.arguments),
        answered(id, wrong || wordsOf(content ?? structure), wrong ? { failed: true } : failed)
      ]
    }
    case 'file_change':
      return [called(id, 'apply_patch', { changes: item.changes }), answered(id, textOf(status), failed)]
    case 'agent_message':
    case 'assistant_message':
      return [said('assistant', textOf(item.text))]
    default:
      drop(type === 'reasoning' ? "the agent's thoughts" : `items of the kind "${textOf(type).slice(0, 40)}"`)
      return []
  }
}
