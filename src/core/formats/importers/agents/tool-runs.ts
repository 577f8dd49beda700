// Runs of LangSmith and observations of Langfuse: each call of a tool is a record with what it was given and what it gave. A trace is a conversation.
import { z } from 'zod'
import { isObject } from '../../../text/json.ts'
import { readLiteral } from '../../../text/python-values.ts'
import type { ChatMessage } from '../chat/chat.ts'
import {
  type AgentLog,
  answered,
  argumentsOf,
  called,
  groupedBy,
  type LogRecord,
  listOf,
  logChat,
  objectOf,
  textOf,
  wordsOf
} from './records.ts'

const Record = z.looseObject({ name: z.string().nullish() })

export const langSmith: AgentLog = toolRuns({
  name: 'langsmith',
  title: 'LangSmith runs of tools',
  within: ({ runs, data, child_runs: children }) => [runs, data, children].flatMap(listOf),
  isRun: ({ run_type: type }) => typeof type === 'string',
  isTool: ({ run_type: type }) => type === 'tool',
  traceOf: ({ trace_id: trace, id }) => textOf(trace ?? id),
  startOf: ({ start_time: start }) => start,
  exchange: ({ id, name, inputs, outputs, error }) => {
    const { output, ...more } = objectOf(outputs)
    const shown = output === undefined || Object.keys(more).length ? outputs : output
    return { id, name, given: inputOf(inputs), shown: objectOf(shown).content ?? shown, wrong: textOf(error) }
  }
})

export const langfuse: AgentLog = toolRuns({
  name: 'langfuse',
  title: 'Langfuse observations of tools',
  within: ({ observations, data }) => [observations, data].flatMap(listOf),
  isRun: (record) => typeof traceOf(record) === 'string' && /^[A-Z]+$/.test(textOf(record.type)),
  isTool: ({ type }) => type === 'TOOL',
  traceOf: (record) => textOf(traceOf(record)),
  startOf: ({ startTime, start_time: start }) => startTime ?? start,
  exchange: ({ id, name, input, output, level, statusMessage, status_message: told }) => ({
    ...{ id, name, given: argumentsOf(input), shown: output },
    wrong: level === 'ERROR' ? textOf(statusMessage ?? told) || 'error' : ''
  })
})

const traceOf = ({ traceId, trace_id: other }: LogRecord): unknown => traceId ?? other

interface Exchange {
  id: unknown
  name: unknown
  given: unknown
  shown: unknown
  /** What went wrong, or `''`. */
  wrong: string
}

interface RunLog {
  name: string
  title: string
  /** The records inside of a record. */
  within(record: LogRecord): LogRecord[]
  isRun(record: LogRecord): boolean
  isTool(record: LogRecord): boolean
  traceOf(run: LogRecord): string
  startOf(run: LogRecord): unknown
  exchange(run: LogRecord): Exchange
}

function toolRuns({ name, title, within, isRun, isTool, traceOf, startOf, exchange }: RunLog): AgentLog {
  const runsIn = (records: LogRecord[]): LogRecord[] => {
    const runs: LogRecord[] = []
    for (let level = records; level.length; level = level.flatMap(within))
      for (const one of level) if (isRun(one)) runs.push(one)
    return runs
  }
  return {
    name,
    title,
    record: Record,
    is: (records) => runsIn(records).some(isTool),
    chats(records, drop) {
      const runs = runsIn(records)
      const tools = runs.filter(isTool)
      drop('runs that are no calls of tools', runs.length - tools.length)
      return groupedBy(tools, traceOf).map((own) => {
        const inTime = own
          .map((run, at) => ({ run, at, start: timeOf(startOf(run)) }))
          .sort((a, b) => a.start - b.start || a.at - b.at)
        const messages = inTime.flatMap(({ run }) => messagesOf(exchange(run)))
        return logChat(messages, own[0] && traceOf(own[0]), { commands: false })
      })
    }
  }
}

const timeOf = (start: unknown): number => (typeof start === 'number' ? start : Date.parse(textOf(start)) || 0)

function messagesOf({ id, name, given, shown, wrong }: Exchange): ChatMessage[] {
  const call = called(id, name, isObject(given) || (given ?? null) === null ? (given ?? {}) : { input: given })
  const words = wordsOf(shown) || wrong
  return shown === undefined && !wrong ? [call] : [call, answered(id, words, wrong ? { failed: true } : {})]
}

/** LangChain logs what a tool is given as the text of a dictionary of Python's. */
function inputOf(inputs: unknown): unknown {
  const { input, ...more } = objectOf(inputs)
  if (typeof input !== 'string' || Object.keys(more).length) return inputs
  try {
    const read = readLiteral(input)
    return isObject(read) ? read : inputs
  } catch {
    return inputs
  }
}
