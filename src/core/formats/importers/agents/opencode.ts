// Sessions of opencode, as `opencode export` writes them, as its server lists their messages, and as `opencode run --format json` prints them.
import { z } from 'zod'
import type { Drop } from '../chat/blocks.ts'
import type { ChatMessage } from '../chat/chat.ts'
import {
  type AgentLog,
  answered,
  called,
  groupedBy,
  has,
  type LogRecord,
  listOf,
  logChat,
  objectOf,
  said,
  textOf,
  wordsOf
} from './records.ts'

const State = z.looseObject({ status: z.string().optional(), input: z.unknown().optional() })
const Part = z.looseObject({ type: z.string(), tool: z.string().optional(), state: State.optional() })
const Message = z.looseObject({ info: z.looseObject({ role: z.string() }), parts: z.array(Part) })
const Record = z.looseObject({
  info: z.looseObject({}).optional(),
  messages: z.array(Message).optional(),
  parts: z.array(Part).optional(),
  part: Part.optional()
})

export const opencode: AgentLog = {
  name: 'opencode',
  title: 'opencode sessions',
  record: Record,
  is: (records) => records.some((record) => isSession(record) || isMessage(record) || isPrinted(record)),
  cut: [/"info"\s*:\s*\{/, /"parts"\s*:\s*\[/, /"(?:sessionID|messageID)"\s*:/],
  chats(records, drop) {
    const whole = records.filter(isSession).map((record) => ({ own: listOf(record.messages), of: record.info }))
    const listed = groupedBy(records.filter(isMessage), ({ info }) => textOf(objectOf(info).sessionID))
    const printed = groupedBy(records.filter(isPrinted), ({ sessionID }) => textOf(sessionID))
    return [
      ...whole.map(({ own, of }) => logChat(spoken(own, drop), textOf(objectOf(of).id))),
      ...listed.map((own) => logChat(spoken(own, drop), textOf(objectOf(own[0]?.info).sessionID))),
      ...printed.map((own) =>
        logChat(
          own.flatMap(({ part }) => partOf('assistant', objectOf(part), drop)),
          textOf(own[0]?.sessionID)
        )
      )
    ]
  }
}

const isMessage = (record: LogRecord): boolean => has(record, 'info', 'parts') && has(objectOf(record.info), 'role')
const isSession = ({ info, messages }: LogRecord): boolean =>
  listOf(messages).some(isMessage) && has(objectOf(info), 'id')
const isPrinted = (record: LogRecord): boolean =>
  has(record, 'sessionID', 'part') && has(objectOf(record.part), 'messageID')

const spoken = (messages: LogRecord[], drop: Drop): ChatMessage[] =>
  messages.flatMap(({ info, parts }) => {
    const role = objectOf(info).role === 'user' ? 'user' : 'assistant'
    return listOf(parts).flatMap((part) => partOf(role, part, drop))
  })

function partOf(role: 'user' | 'assistant', part: LogRecord, drop: Drop): ChatMessage[] {
  const { type, text, callID, tool, state, synthetic } = part
  // What the program itself adds to what a user said, such as the text of a file.
  if (type === 'text') return synthetic === true || textOf(text).trim() === '' ? [] : [said(role, textOf(text))]
  if (type === 'reasoning') drop("the agent's thoughts")
  if (type === 'file') drop('pictures and other parts that are not text')
  if (type !== 'tool') return []
  const { status, input, output, error } = objectOf(state)
  const call = called(callID, tool, input)
  if (status === 'error') return [call, answered(callID, wordsOf(error), { failed: true })]
  if (status !== undefined && status !== 'completed') return [call]
  const code = objectOf(objectOf(state).metadata).exit
  return [call, answered(callID, wordsOf(output), typeof code === 'number' ? { exitCode: code } : {})]
}
