// JSON-RPC messages in logs of MCP traffic: bare, in batches, inside records of a proxy or of MCP Inspector, or after a prefix on a line.
import { isObject, isShallow, parseJson } from '../../../text/json.ts'
import { type LogPlace, NOWHERE, placeIn } from './place.ts'

export interface McpMessage {
  id?: string | number
  method?: string
  params?: unknown
  result?: unknown
  error?: unknown
}

/** A message and, where the log says it, when it was sent (Unix milliseconds) and where. */
export interface Logged {
  message: McpMessage
  at: number | undefined
  place: LogPlace
}

// Under which names records hold messages. A request comes before its response.
const HOLDERS = ['request', 'message', 'msg', 'payload', 'data', 'body', 'raw', 'frame', 'content', 'entry', 'response']
const LISTS = ['history', 'requestHistory', 'messages', 'entries', 'log', 'logs', 'events']
const TIMES = ['timestamp', 'time', 'ts', '@timestamp', 'date', 'at']

/** The messages in a value, in order. `[]` when it holds none. */
export function messagesIn(value: unknown, place = NOWHERE): Logged[] {
  return isShallow(value) ? search(value, undefined, place) : []
}

function search(value: unknown, at: number | undefined, around: LogPlace): Logged[] {
  if (Array.isArray(value)) return value.flatMap((one) => search(one, at, around))
  if (typeof value === 'string') {
    const inner = value.includes('{') ? jsonIn(value) : undefined
    return inner === undefined || typeof inner === 'string' ? [] : search(inner, at, around)
  }
  if (!isObject(value)) return []
  const time = TIMES.map((key) => when(value[key])).find((one) => one !== undefined) ?? at
  if (value.jsonrpc === '2.0') return [{ message: value, at: time, place: around }]
  const place = placeIn(value, around)
  const pair = historyEntry(value)
  if (pair) return pair.map((message) => ({ message, at: time, place }))
  const list = LISTS.find((key) => Array.isArray(value[key]))
  if (list) return search(value[list], time, place)
  return HOLDERS.flatMap((key) => (value[key] === undefined ? [] : search(value[key], time, place)))
}

/** MCP Inspector's history: requests and results as JSON texts, without ids. */
function historyEntry(entry: Record<string, unknown>): McpMessage[] | null {
  if (typeof entry.request !== 'string') return null
  const request = jsonIn(entry.request)
  if (!isObject(request) || typeof request.method !== 'string' || request.jsonrpc !== undefined) return null
  // A log that has no ids answers each request at once, so one id serves all.
  const id = 'entry'
  const asked = { id, method: request.method, params: request.params }
  const answer = typeof entry.response === 'string' ? jsonIn(entry.response) : undefined
  if (!isObject(answer)) return [asked]
  const failed = isObject(answer.error) || typeof answer.error === 'string'
  return [asked, failed ? { id, error: answer.error } : { id, result: answer }]
}

/** Seconds, milliseconds or ISO 8601 as Unix milliseconds. */
function when(value: unknown): number | undefined {
  // Milliseconds have been above this since 1973; seconds will be in the year 5138.
  if (typeof value === 'number' && value > 0) return Math.round(value < 1e11 ? value * 1000 : value)
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** Where the first JSON object or list in a line begins; -1 when there is none. */
export const jsonAt = (line: string): number => line.search(/[{]|\[\s*\{/)

/** The first JSON object or list in a line, whatever stands around it. `undefined` when there is none. */
export function jsonIn(line: string): unknown {
  const start = jsonAt(line)
  if (start < 0) return undefined
  const text = line.slice(start)
  try {
    return parseJson(text)
  } catch {
    const end = balanced(text)
    if (end === null) return undefined
    try {
      return parseJson(text.slice(0, end))
    } catch {
      return undefined
    }
  }
}

/** Where the bracket that `text` begins with is closed. */
function balanced(text: string): number | null {
  let depth = 0
  for (const { 0: part, index } of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/g)) {
    if (part === '{' || part === '[') depth++
    else if (part === '}' || part === ']') {
      depth--
      if (depth === 0) return index + 1
    }
  }
  return null
}

/** An ISO 8601 time in the beginning of a line. */
export function timeBefore(line: string): number | undefined {
  const text = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?/.exec(line.slice(0, 120))?.[0]
  return text === undefined ? undefined : when(text.replace(',', '.'))
}
