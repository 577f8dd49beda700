// Conversations of Claude, as its account exports them (`conversations.json`): the calls of its tools and of connected servers, with the answers.
import { z } from 'zod'
import { messageReader } from '../chat/blocks.ts'
import { type AgentLog, has, type LogRecord, listOf, logChat, textOf } from './records.ts'

const Block = z.looseObject({ type: z.string(), name: z.string().nullish() })
const Message = z.looseObject({ sender: z.string(), content: z.array(Block).nullish(), text: z.string().nullish() })
const Record = z.looseObject({ chat_messages: z.array(Message) })

export const claudeExport: AgentLog = {
  name: 'claude-export',
  title: 'Claude exports',
  record: Record,
  is: (records) => records.some((record) => has(record, 'chat_messages')),
  cut: [/"chat_messages"\s*:\s*\[/, /"sender"\s*:\s*"(?:human|assistant)"/],
  chats(records, drop) {
    return records.map(({ uuid, name, chat_messages: messages }) => {
      const read = messageReader(drop)
      const all = listOf(messages).map(({ sender, content, text }) => ({
        role: sender === 'human' ? 'user' : 'assistant',
        content: listOf(content).length ? inOrder(listOf(content)) : textOf(text)
      }))
      return logChat(all.flatMap(read), [uuid, name], { commands: false })
    })
  }
}

/** Many blocks have no ids: each answer is that of the call before it. */
function inOrder(blocks: LogRecord[]): LogRecord[] {
  let last = ''
  return blocks.map((block, at) => {
    if (block.type === 'tool_use') last = textOf(block.id) || `${at}`
    if (block.type === 'tool_use') return { ...block, id: last }
    return block.type === 'tool_result' && !textOf(block.tool_use_id) ? { ...block, tool_use_id: last } : block
  })
}
