// Sessions of Factory's Droid: as it keeps them, and as `droid exec` prints them with `-o stream-json`.
import { z } from 'zod'
import { isObject } from '../../../text/json.ts'
import { messageReader } from '../chat/blocks.ts'
import { type AgentLog, answered, called, logChat, objectOf, said, textOf, wordsOf } from './records.ts'

const Record = z.looseObject({
  type: z.string().optional(),
  toolName: z.string().optional(),
  message: z.looseObject({ role: z.string() }).optional()
})

export const droid: AgentLog = {
  name: 'droid',
  title: 'Droid sessions',
  record: Record,
  is: (records) =>
    records.some(({ type }) => type === 'session_start') ||
    records.some(
      ({ type, toolCallId, session_id: session }) =>
        /^tool_(?:call|result)$/.test(textOf(type)) && Boolean(toolCallId && session)
    ),
  chats(records, drop) {
    const read = messageReader(drop)
    const messages = records.flatMap((record) => {
      const { type, message, role, text, toolCallId: id, value } = record
      if (type === 'message' && isObject(message)) return read({ role: message.role, content: message.content })
      if (type === 'message') return [said(role === 'user' ? 'user' : 'assistant', textOf(text))]
      if (type === 'tool_call') return [called(id, record.toolName, record.parameters)]
      if (type === 'tool_result') return [resultOf(id, value, record.isError === true)]
      return []
    })
    const start = records.find(({ type }) => type === 'session_start' || type === 'system')
    return [logChat(messages, start?.id ?? start?.session_id ?? '')]
  }
}

function resultOf(id: unknown, value: unknown, failed: boolean) {
  const { stdout, exitCode } = objectOf(value)
  const ended = typeof exitCode === 'number' && Number.isInteger(exitCode) ? { exitCode } : {}
  return answered(id, typeof stdout === 'string' ? stdout : wordsOf(value), { ...ended, ...(failed && { failed }) })
}
