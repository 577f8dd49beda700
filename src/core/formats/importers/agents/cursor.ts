// Transcripts that Cursor keeps of its agents: Anthropic's blocks in records that name the role beside the message.
import { z } from 'zod'
import { isObject } from '../../../text/json.ts'
import { messageReader } from '../chat/blocks.ts'
import { type AgentLog, logChat, objectOf, textOf } from './records.ts'

const Record = z.looseObject({
  role: z.string().optional(),
  message: z.looseObject({ content: z.unknown() }).optional()
})

export const cursor: AgentLog = {
  name: 'cursor',
  title: 'Cursor transcripts',
  record: Record,
  is: (records) =>
    records.some(
      ({ role, message }) =>
        /^(?:user|assistant)$/.test(textOf(role)) && isObject(message) && message.role === undefined
    ),
  chats: (records, drop) => {
    const read = messageReader(drop)
    return [
      logChat(
        records.flatMap(({ role, message }) => read({ role, content: objectOf(message).content })),
        ''
      )
    ]
  }
}
