// Logs of programs that run agents: an action and what followed stand in records of their own. Each log says how its records are known, and
// how they become conversations; from there on they are read as chats are.
import type { z } from 'zod'

import { isObject, parsePythonJson } from '../../../text/json.ts'
import type { Finding, Importer, Input } from '../../importing.ts'
import type { Drop } from '../chat/blocks.ts'
import type { Chat, ChatMessage } from '../chat/chat.ts'
import { isLines } from '../chat/rows.ts'
import { Options, worldsOf } from '../chat/worlds.ts'
import { layoutOf } from '../first-row.ts'
import { check, linesOf, readLine } from '../lines.ts'
import { counter } from '../recorded.ts'
import { readDocument, wholeText } from '../whole.ts'

/** An object of the file. Whatever a program does not write is absent. */
export type LogRecord = Record<string, unknown>

export interface AgentLog {
  /** The importer's name, `claude-code`. */
  name: string
  /** The program and what it writes: `Claude Code sessions`. */
  title: string
  /** Whether these first records of a file are the program's. */
  is(records: LogRecord[]): boolean
  /** A record, as far as it is read. */
  record: z.ZodType<LogRecord>
  /** What tells a file that is one long document, whose beginning is no whole JSON: all of them are in it. */
  cut?: RegExp[]
  /** The conversations of the whole file. */
  chats(records: LogRecord[], drop: Drop): Chat[]
}

/** The importer of a program's log. */
export function logImporter(log: AgentLog): Importer<typeof Options> {
  const { name, title, record, chats } = log
  return {
    name,
    title,
    options: Options,
    recognise: ({ head }) => (isOf(log, head) ? { format: title, sure: 'certain' } : null),
    async *read(file, reading, options) {
      yield* worldsOf(conversations(file), { name, reading, options })
    }
  }

  async function* conversations(file: Input): AsyncGenerator<Finding | { line: number | null; chat: Chat }> {
    const records: LogRecord[] = []
    let broken = false
    for await (const one of recordsOf(file, record)) {
      broken ||= 'type' in one
      if ('type' in one) yield one
      else records.push(one.record)
    }
    const dropped = counter()
    const found = records.length ? chats(records, dropped.add) : []
    yield* dropped.findings()
    if (!found.length && !broken)
      yield { type: 'problem', line: null, reason: `There is no conversation in these ${title}.` }
    for (const chat of found) yield { line: null, chat }
  }
}

/** Whether the beginning of a file is the log's. */
function isOf({ is, cut }: Pick<AgentLog, 'is' | 'cut'>, head: string): boolean {
  const records = layoutOf(head)?.rows ?? []
  return is(records) || (!records.length && /^\s*[[{]/.test(head) && cut?.every((sign) => sign.test(head)) === true)
}

/** Every object of a file of JSON lines, of a list, or the one that the file is. */
async function* recordsOf(
  file: Input,
  schema: AgentLog['record']
): AsyncGenerator<Extract<Finding, { type: 'problem' }> | { record: LogRecord }> {
  if (isLines(file.head)) {
    for await (const line of linesOf(file.text())) {
      const read = readLine(line, schema)
      if ('value' in read) yield { record: read.value }
      else yield { type: 'problem', ...read.skipped }
    }
    return
  }
  const document = readDocument(await wholeText(file))
  if ('reason' in document) {
    yield { type: 'problem', ...document }
    return
  }
  for (const [at, item] of [document.value].flat().entries()) {
    const read = check(item, schema)
    if ('checked' in read) yield { record: read.checked }
    else yield { type: 'problem', line: null, reason: `Record ${at + 1}: ${read.reason}` }
  }
}

export const has = (record: LogRecord, ...keys: string[]): boolean => keys.every((key) => Object.hasOwn(record, key))
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const objectOf = (value: unknown): LogRecord => (isObject(value) ? value : {})
export const listOf = (value: unknown): LogRecord[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** A text as it is, the texts of a list of parts, and of anything else its JSON. */
export function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  const parts = Array.isArray(value) && value.every((part) => isObject(part) && typeof part.text === 'string')
  return parts
    ? listOf(value)
        .map(({ text }) => textOf(text))
        .join('\n')
    : JSON.stringify(value)
}

/** Arguments as they were, or the object that their text is; a text that is none is the one that they have. */
export function argumentsOf(given: unknown): unknown {
  if (typeof given !== 'string') return given
  try {
    return parsePythonJson(given || '{}')
  } catch {
    return { input: given }
  }
}

export const said = (role: ChatMessage['role'], content: string): ChatMessage => ({
  role,
  content,
  calls: [],
  answers: null
})

export function called(id: unknown, name: unknown, given: unknown): ChatMessage {
  return { ...said('assistant', ''), calls: [{ id: textOf(id) || null, name: textOf(name), arguments: given ?? {} }] }
}

export function answered(
  id: unknown,
  content: string,
  more: Pick<ChatMessage, 'name' | 'failed' | 'exitCode'> = {}
): ChatMessage {
  return { ...said('tool', content), answers: textOf(id) || null, ...more }
}

/** A conversation of an agent whose calls are those of a code world, unless `commands` is false. */
export function logChat(
  messages: ChatMessage[],
  aside: unknown,
  { commands = true }: { commands?: boolean } = {}
): Chat {
  return { messages, tools: [], own: null, commands, aside: JSON.stringify(aside) }
}

/** The records by what they belong to, in the order in which each is seen first. */
export function groupedBy<T>(records: T[], of: (record: T) => string): T[][] {
  const groups = new Map<string, T[]>()
  for (const record of records) {
    const group = groups.get(of(record)) ?? []
    group.push(record)
    groups.set(of(record), group)
  }
  return [...groups.values()]
}
