// Sessions of Kimi's CLI: what it adds to the context, event by event.
import { z } from 'zod'
import type { ChatMessage } from '../chat/chat.ts'
import { type AgentLog, answered, called, has, logChat, objectOf, said, textOf, wordsOf } from './records.ts'

const Record = z.looseObject({
  type: z.string().optional(),
  event: z.looseObject({ type: z.string(), name: z.string().optional(), toolCallId: z.string().optional() }).optional()
})

const ADDED = /^context\.append_(?:message|loop_event)$/

export const kimi: AgentLog = {
  name: 'kimi',
  title: 'Kimi CLI sessions',
  record: Record,
  is: (records) =>
    records.some(
      (record) => ADDED.test(textOf(record.type)) || (record.type === 'metadata' && has(record, 'protocol_version'))
    ),
  chats(records, drop) {
    const messages = records.flatMap(({ type, message, event }): ChatMessage[] => {
      if (type === 'context.append_message') {
        const { role, content, origin } = objectOf(message)
        // What its program itself tells the model.
        if (objectOf(origin).kind === 'injection') return []
        return [said(role === 'user' ? 'user' : 'assistant', wordsOf(content))]
      }
      if (type !== 'context.append_loop_event') return []
      const { type: kind, name, args, toolCallId: id, result, part } = objectOf(event)
      if (kind === 'tool.call') return [called(id, name, args)]
      if (kind === 'tool.result') {
        const { output, isError } = objectOf(result)
        return [answered(id, wordsOf(output), isError === true ? { failed: true } : {})]
      }
      if (kind !== 'content.part') return []
      if (objectOf(part).type === 'text') return [said('assistant', textOf(objectOf(part).text))]
      drop("the agent's thoughts")
      return []
    })
    return [logChat(messages, '')]
  }
}
