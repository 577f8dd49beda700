// Of which connection a logged message is, and which way it went, by what the log says beside it.
import { isObject } from '../../../text/json.ts'

/** Both are texts that only mean something when they are compared; `''` where the log does not say. */
export interface LogPlace {
  connection: string
  /** All messages of one side of a connection have the same. */
  side: string
}

export const NOWHERE: LogPlace = { connection: '', side: '' }

// Under which names records say whose a message is.
const NAMES = [
  ...['session', 'sessionId', 'session_id', 'mcp-session-id', 'Mcp-Session-Id', 'MCP-Session-Id', 'sid'],
  ...['connection', 'connectionId', 'connection_id', 'conn', 'connId', 'conn_id', 'channel', 'channelId'],
  ...['server', 'serverName', 'server_name', 'serverId', 'server_id', 'mcpServer', 'mcp_server', 'upstream', 'pid']
]
const SIDES = ['direction', 'dir', 'sender', 'side', 'stream', 'flow']
const ENDS = [
  ['from', 'to'],
  ['source', 'target'],
  ['source', 'destination'],
  ['src', 'dst']
] as const

/** What a record says, within what is known of the record around it. */
export function placeIn(record: Record<string, unknown>, around: LogPlace): LogPlace {
  const headers = isObject(record.headers) ? record.headers : {}
  const names = NAMES.flatMap((key) => {
    const given = record[key] ?? headers[key]
    const named = isObject(given) ? (given.name ?? given.id) : given
    return typeof named === 'string' || typeof named === 'number' ? [`${key}=${named}`] : []
  })
  const sides = SIDES.flatMap((key) => (typeof record[key] === 'string' ? [record[key].toLowerCase()] : []))
  for (const [from, to] of ENDS) {
    const [a, b] = [record[from], record[to]]
    if (typeof a !== 'string' || (typeof b !== 'string' && b !== undefined)) continue
    sides.push(`${a}>${b ?? ''}`)
    const ends = [a, b ?? ''].filter((end) => end && !WORDS.has(end.toLowerCase()))
    if (b !== undefined && ends.length) names.push(ends.sort().join(' '))
    break
  }
  const kinds = typeof record.type === 'string' && /client|server|sen[dt]|rece?i?v|^in|^out/i.test(record.type)
  if (!sides.length && kinds) sides.push(String(record.type).toLowerCase())
  return {
    connection: [around.connection, ...names].filter(Boolean).join(' '),
    side: [around.side, ...sides].filter(Boolean).join(' ')
  }
}

// Words before a message that name no connection. Levels of a log say nothing of the way either.
const LEVELS = new Set('trace debug verbose info notice warn warning error err fatal log dbg inf wrn'.split(' '))
const WORDS = new Set(
  [
    'mcp jsonrpc json-rpc rpc json message messages msg notification request response req res reply result payload body data frame',
    'from to of via the a client server host proxy agent stdin stdout stderr stdio http sse transport',
    'send sends sending sent receive received receiving recv rcv got in out incoming outgoing inbound outbound read write tx rx'
  ]
    .join(' ')
    .split(' ')
)
const TIME = /\d{4}-\d\d-\d\d[T ]?|\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?/g
const MOST = 300

/** What stands before a message on its line: `[info] [notes] Message from client:`, `notes | ->`, `session=4 recv`. */
export function placeBefore(prefix: string): LogPlace {
  if (prefix.length > MOST) return NOWHERE
  const names: string[] = []
  const known = new Set(NAMES)
  const words: string[] = []
  for (const word of prefix.replace(TIME, ' ').split(/[\s[\]()|,]+/)) {
    const [key = '', value] = word.split('=', 2)
    // `session=4` names one; any other value says something of the message.
    if (!value || !/^[\w-]+$/.test(key)) words.push(word)
    else if (known.has(key)) names.push(`${key}=${value}`)
  }
  const rest = words.join(' ')
  const side: string[] = []
  for (const [token] of rest.matchAll(/[-=<>→←⇒⇐»«]+|[\p{L}\d_./@-]+/gu)) {
    const word = token.toLowerCase()
    // A number counts something, and a path is a method's.
    if (/^[\d.,-]+(?:ms|s|b|kb)?$/.test(word) || word.includes('/') || LEVELS.has(word)) continue
    if (!WORDS.has(word) && /\p{L}/u.test(word)) names.push(token)
    side.push(word)
  }
  return { connection: [...new Set(names)].sort().join(' '), side: side.join(' ') }
}
