// The chat history that Grok's CLI keeps.
import { z } from 'zod'
import { messageReader } from '../chat/blocks.ts'
import { type AgentLog, has, type LogRecord, logChat } from './records.ts'

const Record = z.looseObject({
  type: z.string().optional(),
  tool_calls: z.array(z.looseObject({ name: z.string() })).nullish()
})

const ROLES = new Map<unknown, string>([
  ['system', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['tool_result', 'tool']
])

export const grok: AgentLog = {
  name: 'grok',
  title: 'Grok CLI sessions',
  record: Record,
  is: (records) =>
    records.some(
      (record) =>
        !has(record, 'role') &&
        ((record.type === 'tool_result' && has(record, 'tool_call_id', 'content')) ||
          (record.type === 'user' && (has(record, 'prompt_index') || has(record, 'synthetic_reason'))))
    ),
  chats(records, drop) {
    const read = messageReader(drop)
    const messages = records.flatMap((record) => {
      const role = ROLES.get(record.type)
      // What its program itself tells the model.
      if (role === undefined || has(record, 'synthetic_reason')) return []
      return read(onlySaid(record, role))
    })
    return [logChat(messages, '')]
  }
}

const onlySaid = ({ content, tool_calls: calls, tool_call_id: id }: LogRecord, role: string): LogRecord => ({
  ...{ role, content, tool_calls: calls, tool_call_id: id }
})
