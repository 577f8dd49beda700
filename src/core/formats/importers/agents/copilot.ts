// Sessions of GitHub Copilot's CLI: its events. Those of subagents stand among the others and name no conversation of their own.
import { z } from 'zod'
import { isObject } from '../../../text/json.ts'
import type { ChatMessage } from '../chat/chat.ts'
import { type AgentLog, answered, argumentsOf, called, listOf, logChat, objectOf, said, textOf } from './records.ts'

const Requests = z.array(z.looseObject({ toolCallId: z.string(), name: z.string() }))
const Record = z.looseObject({
  type: z.string().optional(),
  data: z.looseObject({ toolRequests: Requests.nullish(), toolCallId: z.string().nullish() }).optional()
})

const SAID = /^(?:user|assistant)\.message$/

export const copilot: AgentLog = {
  name: 'copilot-cli',
  title: 'GitHub Copilot CLI sessions',
  record: Record,
  is: (records) =>
    records.some(({ type, data }) => isObject(data) && (SAID.test(textOf(type)) || data.producer === 'copilot-agent')),
  chats(records, drop) {
    const messages = records.flatMap(({ type, data }): ChatMessage[] => {
      const { content, toolRequests, toolCallId, success, result, error } = objectOf(data)
      if (type === 'user.message') return [said('user', textOf(content))]
      if (type === 'assistant.message') {
        const calls = listOf(toolRequests).flatMap(
          (one) => called(one.toolCallId, one.name, argumentsOf(one.arguments)).calls
        )
        return [{ ...said('assistant', textOf(content)), calls }]
      }
      if (type === 'tool.execution_complete') {
        const text = textOf(objectOf(result).content) || textOf(objectOf(error).message)
        return [answered(toolCallId, text, success === false ? { failed: true } : {})]
      }
      drop('events that are no message and no answer')
      return []
    })
    return [logChat(messages, objectOf(records.find(({ type }) => type === 'session.start')?.data).sessionId ?? '')]
  }
}
