// Spans as programs export them: OTLP's JSON, one span an object or a row of a table, with its attributes flat, listed or nested.
import { has, type LogRecord, listOf, objectOf, textOf } from './records.ts'

export interface SpanAttributes {
  /** The value under the first of these names that has one, `undefined` where none has. */
  first(names: string[]): unknown
  /** The attributes by their whole names, as far as they are flat. */
  flat: LogRecord
}

export const isSpan = (record: LogRecord): boolean =>
  has(record, 'traceId', 'spanId') ||
  has(record, 'trace_id', 'span_id') ||
  has(record, 'context.trace_id', 'context.span_id') ||
  has(objectOf(record.context), 'trace_id', 'span_id')

export function spansIn(record: LogRecord): LogRecord[] {
  if (isSpan(record)) return [record]
  return listOf(record.resourceSpans).flatMap(({ scopeSpans, instrumentationLibrarySpans: older }) =>
    listOf(scopeSpans ?? older).flatMap(({ spans }) => listOf(spans))
  )
}

export const traceOf = (span: LogRecord): string =>
  textOf(span.traceId ?? span.trace_id ?? span['context.trace_id'] ?? objectOf(span.context).trace_id)

export const startOf = ({ startTimeUnixNano, start_time_unix_nano: nano, start_time: start }: LogRecord): number =>
  Number(startTimeUnixNano ?? nano ?? (typeof start === 'number' ? start : Date.parse(textOf(start)))) || 0

export function attributesOf(span: LogRecord): SpanAttributes {
  const flat = flatOf(span)
  return {
    flat,
    first: (names) => names.map((name) => flat[name] ?? nested(flat, name)).find((one) => (one ?? null) !== null)
  }
}

const nested = (given: LogRecord, name: string): unknown =>
  name.split('.').reduce<unknown>((at, part) => objectOf(at)[part], given)

function flatOf(span: LogRecord): LogRecord {
  const { attributes } = span
  if (Array.isArray(attributes))
    return Object.fromEntries(listOf(attributes).map(({ key, value }) => [textOf(key), anyValue(value)]))
  if (attributes) return objectOf(attributes)
  const columns = Object.entries(span).filter(([key]) => key.startsWith(COLUMN))
  return Object.fromEntries(columns.map(([key, value]) => [key.slice(COLUMN.length), value]))
}

// How tables of spans name their columns.
const COLUMN = 'attributes.'

/** A value of OTLP's JSON, which names its type. */
function anyValue(given: unknown): unknown {
  const [[type, value] = []] = Object.entries(objectOf(given))
  if (type === 'arrayValue') return listOf(objectOf(value).values).map(anyValue)
  if (type === 'kvlistValue')
    return Object.fromEntries(listOf(objectOf(value).values).map((one) => [textOf(one.key), anyValue(one.value)]))
  // 64 bits are written as text.
  if (type === 'intValue' && Number.isSafeInteger(Number(value))) return Number(value)
  return value
}
