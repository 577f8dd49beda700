// Spans of OpenTelemetry whose attributes hold calls of tools, as its conventions for generative AI name them. A trace is a conversation.
import { z } from 'zod'
import {
  type AgentLog,
  answered,
  argumentsOf,
  called,
  groupedBy,
  has,
  type LogRecord,
  listOf,
  logChat,
  objectOf,
  textOf,
  wordsOf
} from './records.ts'

const Attributes = z.union(
  [z.array(z.looseObject({ key: z.string() })), z.looseObject({ 'gen_ai.tool.name': z.string().optional() })],
  {
    error: 'Expected attributes by name, or a list of keys and values; gen_ai.tool.name is a text'
  }
)
const Record = z.looseObject({ attributes: Attributes.nullish(), resourceSpans: z.array(z.looseObject({})).optional() })

export const openTelemetry: AgentLog = {
  name: 'otel',
  title: 'OpenTelemetry spans of tool calls',
  record: Record,
  is: (records) => records.some((record) => has(record, 'resourceSpans') || isSpan(record)),
  cut: [/"resourceSpans"\s*:\s*\[|"spanId"\s*:/],
  chats(records, drop) {
    const spans = records.flatMap(spansIn)
    const calls = spans.filter((span) => textOf(attributesOf(span)['gen_ai.tool.name']))
    drop('spans that are no calls of tools', spans.length - calls.length)
    return groupedBy(calls, traceOf).map((own) => {
      const inTime = own
        .map((span, at) => ({ span, at }))
        .sort((a, b) => startOf(a.span) - startOf(b.span) || a.at - b.at)
      const messages = inTime.flatMap(({ span }) => {
        const given = attributesOf(span)
        const id =
          textOf(given['gen_ai.tool.call.id']) ||
          textOf(span.spanId ?? span.span_id) ||
          textOf(objectOf(span.context).span_id)
        const result = given['gen_ai.tool.call.result']
        const wrong = given['error.type'] !== undefined || /error/i.test(String(objectOf(span.status).code ?? ''))
        const call = called(id, given['gen_ai.tool.name'], argumentsOf(given['gen_ai.tool.call.arguments']))
        return result === undefined ? [call] : [call, answered(id, wordsOf(result), wrong ? { failed: true } : {})]
      })
      return logChat(messages, own[0] && traceOf(own[0]), { commands: false })
    })
  }
}

const isSpan = (record: LogRecord): boolean =>
  has(record, 'traceId', 'spanId') ||
  has(record, 'trace_id', 'span_id') ||
  has(objectOf(record.context), 'trace_id', 'span_id')

function spansIn(record: LogRecord): LogRecord[] {
  if (isSpan(record)) return [record]
  return listOf(record.resourceSpans).flatMap(({ scopeSpans, instrumentationLibrarySpans: older }) =>
    listOf(scopeSpans ?? older).flatMap(({ spans }) => listOf(spans))
  )
}

const traceOf = ({ traceId, trace_id: other, context }: LogRecord): string =>
  textOf(traceId ?? other ?? objectOf(context).trace_id)

const startOf = ({ startTimeUnixNano, start_time: start }: LogRecord): number =>
  Number(startTimeUnixNano ?? Date.parse(textOf(start))) || 0

/** Attributes as an object, and as the list of keys and values that its protocol has. */
function attributesOf({ attributes }: LogRecord): LogRecord {
  if (!Array.isArray(attributes)) return objectOf(attributes)
  return Object.fromEntries(
    listOf(attributes).map(({ key, value }) => [textOf(key), Object.values(objectOf(value))[0]])
  )
}
