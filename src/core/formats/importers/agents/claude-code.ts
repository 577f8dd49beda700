// Sessions of Claude Code, as it keeps them, as it prints them with `--output-format stream-json`, and as its web page exports them
// (`loglines`). Kept: every call that was answered, as the agent saw it. Subagents are conversations of their own.
import { z } from 'zod'
import { isObject } from '../../../text/json.ts'
import { messageReader } from '../chat/blocks.ts'
import { type AgentLog, groupedBy, has, type LogRecord, listOf, logChat, textOf } from './records.ts'

const Message = z.looseObject({
  role: z.string(),
  content: z.union([
    z.string(),
    z.array(z.looseObject({ type: z.string(), id: z.string().optional(), name: z.string().optional() }))
  ])
})
const Entry = z.looseObject({ type: z.string().optional(), message: Message.optional() })
const Record = Entry.extend({ loglines: z.array(Entry).optional() })

export const claudeCode: AgentLog = {
  name: 'claude-code',
  title: 'Claude Code sessions',
  record: Record,
  is: (records) => records.some((record) => isOfSession(record) || listOf(record.loglines).some(speaks)),
  chats(records, drop) {
    const spoken = records.flatMap(unwrapped).filter(({ message, isMeta }) => isObject(message) && isMeta !== true)
    const others = records.flatMap(unwrapped).length - spoken.length
    drop('records without a message', others)
    return groupedBy(onceEach(spoken), conversationOf).map((own) => {
      const read = messageReader(drop)
      const messages = own.flatMap(({ message }) => read(onlySaid(message)))
      return logChat(messages, own[0] && conversationOf(own[0]))
    })
  }
}

const unwrapped = (record: LogRecord): LogRecord[] => (has(record, 'loglines') ? listOf(record.loglines) : [record])

function isOfSession(record: LogRecord): boolean {
  const { type, subtype } = record
  if (has(record, 'sessionId') && (has(record, 'parentUuid') || has(record, 'leafUuid'))) return true
  if (type === 'summary' && has(record, 'leafUuid')) return true
  return (
    (speaks(record) && has(record, 'sessionId')) ||
    (has(record, 'session_id', 'type') && (subtype === 'init' || speaks(record)))
  )
}

const speaks = ({ type, message }: LogRecord): boolean =>
  isObject(message) && has(message, 'role') && /^(?:user|assistant)$/.test(textOf(type))

/** A session that was resumed repeats what it goes on from. */
function onceEach(records: LogRecord[]): LogRecord[] {
  const seen = new Set<string>()
  return records.filter(({ uuid }) => {
    const id = textOf(uuid)
    if (!id) return true
    if (seen.has(id)) return false
    seen.add(id)
    return true
  })
}

function conversationOf({
  sessionId,
  session_id,
  isSidechain,
  agentId,
  parent_tool_use_id: inside
}: LogRecord): string {
  const session = textOf(sessionId) || textOf(session_id)
  return [session, textOf(inside) || (isSidechain === true ? textOf(agentId) || 'subagent' : '')].join(' ')
}

/** A message without what its model and its bill say of it. */
function onlySaid(message: unknown): LogRecord {
  const { role, content } = isObject(message) ? message : {}
  return { role, content }
}
