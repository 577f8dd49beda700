// Conversations in the form of Gemini's API (`contents` with parts), the events of ADK's sessions, and the sessions that Gemini CLI keeps.
import { z } from 'zod'
import { isObject } from '../../../text/json.ts'
import type { Drop } from '../chat/blocks.ts'
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

const Named = z.looseObject({ name: z.string() })
const Parts = z.array(
  z.looseObject({ text: z.string().optional(), functionCall: Named.optional(), functionResponse: Named.optional() })
)
const Record = z.looseObject({ role: z.string().optional(), parts: Parts.optional() })

// What Gemini CLI itself tells the model at the beginning of a session.
const PREAMBLE = /^\s*(?:<(?:session_context|state_snapshot)>|This is the Gemini CLI\. We are setting up the context)/

export const gemini: AgentLog = {
  name: 'gemini',
  title: 'Gemini conversations',
  record: Record,
  is: (records) =>
    records.some(isOfCli) ||
    records.flatMap((record) => [record, ...heldIn(record)]).some((one) => isContent(one) || one.type === 'gemini'),
  cut: [/"parts"\s*:\s*\[\s*\{\s*"(?:text|functionCall|functionResponse|inlineData)"/],
  chats(records, drop) {
    const read = (all: LogRecord[], from: LogRecord) => {
      const messages = all
        .flatMap((one) => (isContent(one) ? contentOf(one, drop) : keptOf(one, drop)))
        .filter(({ role, content }) => role !== 'user' || !PREAMBLE.test(content))
      return logChat(messages, from.sessionId ?? '', { commands: all.some(({ type }) => type === 'gemini') })
    }
    const whole = records.filter((record) => heldIn(record).length > 0)
    if (whole.length) return whole.map((record) => read([...told(record), ...heldIn(record)], record))
    return records.length ? [read(records, records.find(isOfCli) ?? {})] : []
  }
}

const isOfCli = (record: LogRecord): boolean => has(record, 'sessionId', 'projectHash')

/** Parts that are named by what they hold; other programs' parts have a type. */
function isContent({ role, parts }: LogRecord): boolean {
  const all = listOf(parts)
  return (
    all.length > 0 && all.every((part) => !has(part, 'type')) && /^(?:user|model|function|system)$/.test(textOf(role))
  )
}

/** The messages of a conversation that is one object: a request with its answers, a session, a history. */
function heldIn({ contents, history, messages, events, candidates }: LogRecord): LogRecord[] {
  const lists = [contents, history, messages, listOf(events).map(({ content }) => content)]
    .map(listOf)
    .filter((all) => all.some((one) => isContent(one) || one.type === 'gemini'))
  const first = listOf(candidates).map(({ content }) => objectOf(content))[0]
  return [...(lists[0] ?? []), ...(first && isContent(first) ? [first] : [])]
}

const told = ({ systemInstruction, system_instruction: other }: LogRecord): LogRecord[] => {
  const parts = objectOf(systemInstruction ?? other).parts
  return listOf(parts).length ? [{ role: 'system', parts }] : []
}

function contentOf({ role, parts }: LogRecord, drop: Drop): ChatMessage[] {
  const words: string[] = []
  const calls: ChatMessage[] = []
  const answers: ChatMessage[] = []
  for (const part of listOf(parts)) {
    const { text, thought } = part
    // Python's SDK writes both with underscores.
    const functionCall = part.functionCall ?? part.function_call
    const functionResponse = part.functionResponse ?? part.function_response
    if (isObject(functionCall)) calls.push(called(functionCall.id, functionCall.name, functionCall.args))
    else if (isObject(functionResponse)) answers.push(answerOf(functionResponse))
    else if (thought === true) drop("the agent's thoughts")
    else if (typeof text === 'string') words.push(text)
    else drop('pictures and other parts that are not text')
  }
  const speaker = role === 'model' ? 'assistant' : role === 'system' ? 'system' : 'user'
  const content = words.join('\n')
  const all = calls.flatMap((one) => one.calls)
  const own = content || all.length ? [{ ...said(speaker, content), calls: all }] : []
  return [...answers, ...own]
}

/** What a function answered: the text where that is all it has, else its JSON. */
function answerOf({ id, name, response }: LogRecord): ChatMessage {
  const answer = objectOf(response)
  const [[key, value] = [], ...more] = Object.entries(answer)
  const alone = !more.length && key !== undefined && /^(?:output|result|content|error)$/.test(key)
  const text = alone ? wordsOf(value) : wordsOf(response)
  return answered(id, text, { name: textOf(name), ...(alone && key === 'error' && { failed: true }) })
}

/** A message of a session of Gemini CLI: words, and calls with their results. */
function keptOf({ type, content, toolCalls, thoughts }: LogRecord, drop: Drop): ChatMessage[] {
  drop("the agent's thoughts", listOf(thoughts).length)
  if (type !== 'gemini' && type !== 'user') return []
  const words = said(type === 'user' ? 'user' : 'assistant', wordsOf(content))
  const calls = listOf(toolCalls).flatMap(({ id, name, args, result, status, resultDisplay }) => {
    const answers = listOf(result).flatMap(({ functionResponse }) =>
      isObject(functionResponse) ? [answerOf(functionResponse)] : []
    )
    const text = answers.map((one) => one.content).join('\n') || wordsOf(resultDisplay)
    const failed = status === 'error' || answers.some((one) => one.failed)
    return [called(id, name, args), ...(text || status ? [answered(id, text, failed ? { failed } : {})] : [])]
  })
  return words.content.trim() ? [words, ...calls] : calls
}
