// Spans of OpenTelemetry that hold calls of tools, or the conversation of a model that called them. A trace is a conversation.
//
// Names of attributes: OpenTelemetry's conventions for generative AI, OpenInference (Phoenix), OpenLLMetry (Traceloop), the AI SDK, Pydantic AI, MLflow.
import { z } from 'zod'
import type { ChatMessage } from '../chat/chat.ts'
import {
  type AgentLog,
  answered,
  argumentsOf,
  called,
  groupedBy,
  has,
  type LogRecord,
  logChat,
  objectOf,
  textOf,
  wordsOf
} from './records.ts'
import { talkOf } from './span-talk.ts'
import { attributesOf, isSpan, type SpanAttributes, spansIn, startOf, traceOf } from './spans.ts'

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
    const spans = records.flatMap(spansIn).map((span) => ({ span, given: attributesOf(span) }))
    const traces = groupedBy(spans, ({ span }) => traceOf(span))
    return traces.flatMap((all) => {
      const calls = all.filter(isCall)
      const inTime = calls
        .map((one, at) => ({ ...one, at }))
        .sort((a, b) => startOf(a.span) - startOf(b.span) || a.at - b.at)
      // Where no tool has a span of its own, what the model was told has the calls with their answers.
      const told = calls.length ? null : talkOf(all.map(({ given }) => given))
      drop('spans that are no calls of tools', all.length - (calls.length || (told ? 1 : 0)))
      const messages = told ?? inTime.flatMap(exchangeOf)
      return messages.length ? [logChat(messages, all[0] && traceOf(all[0].span), { commands: false })] : []
    })
  }
}

interface Span {
  span: LogRecord
  given: SpanAttributes
}

const NAME = ['gen_ai.tool.name', 'ai.toolCall.name', 'tool.name']
/** Attributes that say that the span is the call of a tool; its name is then at least the span's. */
const KIND = ['openinference.span.kind', 'traceloop.span.kind', 'mlflow.spanType']
const ID = ['gen_ai.tool.call.id', 'ai.toolCall.id', 'tool_call.id']
const GIVEN = [
  ...['gen_ai.tool.call.arguments', 'ai.toolCall.args', 'ai.toolCall.input', 'tool_arguments', 'input.value'],
  ...['traceloop.entity.input', 'mlflow.spanInputs']
]
const RESULT = ['gen_ai.tool.call.result', 'tool_response', 'output.value']
/** Results that are always JSON, a text too. */
const JSON_RESULT = ['ai.toolCall.result', 'ai.toolCall.output', 'traceloop.entity.output', 'mlflow.spanOutputs']

function isCall({ given }: Span): boolean {
  return Boolean(textOf(given.first(NAME))) || KIND.some((key) => /^"?tool"?$/i.test(textOf(given.first([key]))))
}

function exchangeOf({ span, given }: Span): ChatMessage[] {
  const id = textOf(given.first(ID) ?? span.spanId ?? span.span_id ?? objectOf(span.context).span_id)
  const name = given.first([...NAME, 'traceloop.entity.name']) ?? span.name
  const call = called(id, name, withoutPython(argumentsOf(given.first(GIVEN))))
  const { code, status_code: other, message, description } = objectOf(span.status)
  // OTLP numbers the codes; 2 is an error.
  const wrong = given.first(['error.type']) !== undefined || isError(code ?? other ?? span.status_code)
  const plain = given.first(RESULT)
  const result = plain ?? unquoted(given.first(JSON_RESULT))
  const shown = result ?? (wrong ? textOf(message ?? description ?? span.status_message) || undefined : undefined)
  return shown === undefined ? [call] : [call, answered(id, wordsOf(shown), wrong ? { failed: true } : {})]
}

const isError = (code: unknown): boolean => code === 2 || /error/i.test(textOf(code))

/** The named arguments, where a program logs how Python called the tool. */
function withoutPython(given: unknown): unknown {
  const { args, kwargs } = objectOf(given)
  return Array.isArray(args) && !args.length && kwargs !== undefined ? objectOf(kwargs) : given
}

/** The text that JSON says, or the JSON as it is. */
function unquoted(given: unknown): unknown {
  const read = typeof given === 'string' && given.startsWith('"') ? argumentsOf(given) : given
  return typeof read === 'string' ? read : given
}
