// Sessions of Goose: messages whose parts are requests of tools and their responses.
import { z } from 'zod'
import type { ChatMessage } from '../chat/chat.ts'
import {
  type AgentLog,
  answered,
  called,
  type LogRecord,
  listOf,
  logChat,
  objectOf,
  said,
  textOf,
  wordsOf
} from './records.ts'

const Called = z.looseObject({ value: z.looseObject({ name: z.string().optional() }).optional() })
const Part = z.looseObject({ type: z.string(), id: z.string().optional(), toolCall: Called.optional() })
const Record = z.looseObject({ role: z.string().optional(), content: z.array(Part).optional() })

const partsIn = ({ content }: LogRecord): LogRecord[] => listOf(content)
const heldIn = (record: LogRecord): LogRecord[] => [record, ...listOf(record.conversation), ...listOf(record.messages)]

export const goose: AgentLog = {
  name: 'goose',
  title: 'Goose sessions',
  record: Record,
  is: (records) =>
    records
      .flatMap(heldIn)
      .some((one) => partsIn(one).some(({ type }) => type === 'toolRequest' || type === 'toolResponse')),
  chats(records, drop) {
    const messages = records.flatMap(heldIn).flatMap((record) => {
      const found: ChatMessage[] = []
      for (const { type, id, text, toolCall, toolResult } of partsIn(record)) {
        const { value, error } = objectOf(toolCall ?? toolResult)
        if (type === 'toolRequest') found.push(called(id, objectOf(value).name, objectOf(value).arguments))
        else if (type === 'toolResponse') {
          const content = objectOf(value).content ?? value
          const failed = error !== undefined || objectOf(value).isError === true
          found.push(answered(id, error === undefined ? wordsOf(content) : textOf(error), failed ? { failed } : {}))
        } else if (type === 'text') found.push(said(record.role === 'user' ? 'user' : 'assistant', textOf(text)))
        else
          drop(
            /thinking|reasoning/i.test(textOf(type))
              ? "the agent's thoughts"
              : 'pictures and other parts that are not text'
          )
      }
      return joined(found)
    })
    return [logChat(messages, '')]
  }
}

/** Words and calls of one message are one message: words by themselves would be said to the user. */
function joined(found: ChatMessage[]): ChatMessage[] {
  const calls = found.flatMap((one) => one.calls)
  const words = found.filter(({ role, calls: none }) => role !== 'tool' && !none.length)
  const own =
    words.length && calls.length
      ? [{ ...said('assistant', words.map(({ content }) => content).join('\n')), calls }]
      : null
  return own ? [...own, ...found.filter(({ role }) => role === 'tool')] : found
}
