// Reads logs of MCP traffic: what a proxy printed of both directions, a client's log, or what MCP Inspector exports. A connection is a world,
// a tool call a step. What differs from run to run (ids, progress tokens, trace contexts, who the client is) is in no step.

import { z } from 'zod'
import { GENERAL } from '../../../domains/usual.ts'
import type { Finding, Importer, Input } from '../../importing.ts'
import type { FileLine } from '../lines.ts'
import { lines, linesOf } from '../lines.ts'
import { baseName, counter, recordedTree, toolsOf } from '../recorded.ts'
import { readDocument, wholeText } from '../whole.ts'
import { jsonAt, jsonIn, messagesIn, timeBefore } from './messages.ts'
import { NOWHERE, placeBefore } from './place.ts'
import { createTraffic } from './traffic.ts'

const Options = z.strictObject({})

export const mcp: Importer<typeof Options> = {
  name: 'mcp',
  title: 'MCP traffic log',
  options: Options,

  recognise({ head }) {
    const found = { format: isDocument(head) ? 'MCP Inspector history' : 'MCP traffic log' }
    const isMessage = /\\?"jsonrpc\\?"\s*:\s*\\?"2\.0\\?"/.test(head)
    const method = /\\?"method\\?"\s*:\s*\\?"(?:tools\/(?:list|call)|initialize|notifications\/[a-z_/]+)\\?"/.test(head)
    if (isMessage && method) return { ...found, sure: 'certain' }
    if (method && isDocument(head) && /"request"\s*:/.test(head)) return { ...found, sure: 'likely' }
    const [first] = lines(head)
    if (isMessage && first && messagesIn(jsonIn(first.text)).length) return { ...found, sure: 'likely' }
    return null
  },

  async *read(file, reading): AsyncGenerator<Finding> {
    const dropped = counter()
    const traffic = createTraffic(dropped)
    let messages = 0
    for await (const line of recordsOf(file)) {
      if ('reason' in line) {
        yield { type: 'problem', ...line }
        continue
      }
      const { text, number } = line
      const json = 'value' in line ? line.value : jsonIn(text)
      const place = 'value' in line ? NOWHERE : placeBefore(text.slice(0, Math.max(0, jsonAt(text))))
      const found = json === undefined ? [] : messagesIn(json, place)
      const at = timeBefore(text)
      messages += found.length
      for (const one of found) traffic.take({ ...one, at: one.at ?? at }, number)
      if (found.length) continue
      // Words of a server or a proxy stand between the messages; what begins as JSON and is none was damaged.
      if (text.includes('"jsonrpc"') || (json === undefined && /^\s*[[{]\s*"/.test(text))) {
        const cut = line.cut ? 'The file ends in the middle of this message.' : 'Not a JSON-RPC message.'
        yield { type: 'problem', line: number, reason: cut }
      } else dropped.add('lines that are no messages')
    }
    if (!messages) yield { type: 'problem', line: null, reason: 'There is no MCP message in the file.' }
    const { connections, problems } = traffic.end()
    for (const { line, reason } of problems) yield { type: 'problem', line, reason }
    const made = new Set<string>()
    for (const { exchanges, server, instructions, tools } of connections) {
      for (const { line, name, answered, shared } of exchanges) {
        if (!answered)
          yield { type: 'problem', line, reason: shared ? SHARED(name) : `This call of ${name} got no answer.` }
      }
      const answered = exchanges.filter((one) => one.answered)
      if (!answered.length && !tools.size) continue
      const tree = await recordedTree(
        {
          ...{ format: 'mcp', domain: GENERAL.calls, title: server ?? baseName(file.name) },
          notes: instructions && `The server's instructions:\n\n${instructions}`,
          tools: toolsOf(
            [...tools.values()],
            answered.map(({ name }) => name)
          ),
          // Servers may answer the same to the same calls, or to none.
          identity: JSON.stringify([server, ...tools.keys()]),
          exchanges: answered
        },
        reading
      )
      if (made.has(tree.session.id)) {
        yield { type: 'understood', what: 'connections that say the same as another' }
        continue
      }
      made.add(tree.session.id)
      yield { type: 'understood', what: 'tool calls', count: answered.length }
      if (tools.size) yield { type: 'understood', what: 'tools', count: tools.size }
      yield { type: 'tree', tree }
    }
    yield* dropped.findings()
  }
}

const SHARED = (name: string): string =>
  `This call of ${name} was open at the same time as another one with its id, so the log does not say which answer is whose. Log each server apart, or with its name on every line.`

type Record = (FileLine & { value?: unknown }) | { line: number | null; reason: string }

/** The lines of a log; of a document laid out over several lines, its one value. */
async function* recordsOf(file: Input): AsyncGenerator<Record> {
  if (!isDocument(file.head)) {
    for await (const line of linesOf(file.text()))
      yield line.long ? { line: line.number, reason: 'The line is too long.' } : line
    return
  }
  const read = readDocument(await wholeText(file))
  if ('reason' in read) yield read
  else yield { number: 1, text: '', cut: false, value: read.value }
}

/** Whether the file is one JSON value over several lines. */
function isDocument(head: string): boolean {
  const [first, second] = lines(head)
  if (!first || !/^\s*[[{]/.test(first.text)) return false
  return second !== undefined && jsonIn(first.text) === undefined && !first.text.includes('"jsonrpc"')
}
