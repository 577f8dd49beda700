// Sessions of pi, and of OpenClaw, which runs on it.
import { z } from 'zod'
import { isObject } from '../../../text/json.ts'
import type { ChatMessage } from '../chat/chat.ts'
import {
  type AgentLog,
  answered,
  called,
  has,
  type LogRecord,
  listOf,
  logChat,
  objectOf,
  said,
  textOf,
  wordsOf
} from './records.ts'

const Part = z.looseObject({ type: z.string(), id: z.string().optional(), name: z.string().optional() })
const Record = z.looseObject({
  type: z.string().optional(),
  message: z.looseObject({ role: z.string(), content: z.union([z.string(), z.array(Part)]).optional() }).optional()
})

export const pi: AgentLog = {
  name: 'pi',
  title: 'pi and OpenClaw sessions',
  record: Record,
  is: (records) =>
    records.some((record) => record.type === 'session' && has(record, 'id', 'version', 'cwd')) ||
    records.some(
      ({ type, message }) =>
        type === 'message' && isObject(message) && (message.role === 'toolResult' || calls(message).length > 0)
    ),
  chats(records, drop) {
    const messages = records.flatMap(({ type, message }): ChatMessage[] => {
      if (type !== 'message' || !isObject(message)) return []
      const { role, content, toolCallId: id, toolName, isError } = message
      if (role === 'toolResult')
        return [answered(id, wordsOf(content), { name: textOf(toolName), ...(isError === true && { failed: true }) })]
      const parts = listOf(content)
      drop("the agent's thoughts", parts.filter(({ type: kind }) => kind === 'thinking').length)
      const words = typeof content === 'string' ? content : wordsOf(parts.filter(({ type: kind }) => kind === 'text'))
      return [{ ...said(role === 'user' ? 'user' : 'assistant', words), calls: calls(message) }]
    })
    return [logChat(messages, objectOf(records.find(({ type }) => type === 'session')).id ?? '')]
  }
}

const calls = ({ content }: LogRecord): ChatMessage['calls'] =>
  listOf(content).flatMap(({ type, id, name, arguments: given }) =>
    type === 'toolCall' ? called(id, name, given).calls : []
  )
