// Reads what StableToolBench and its MirrorAPI write: rows of an API's document and a request, agents' answers, the server's cache, and queries.
//
// Kept: APIs as tools, calls, answers, the query as the task. Not kept: prompts, scores, what an agent thought, and calls that end its search.
import { z } from 'zod'
import { apiTool, toolbenchToolOf, toolbenchTools } from '../../../domains/tools/toolbench.ts'
import { readTools } from '../../../domains/tools/tools.ts'
import { GENERAL } from '../../../domains/usual.ts'
import { isObject, parseJson } from '../../../text/json.ts'
import { readLiteral } from '../../../text/python-values.ts'
import type { Tool } from '../../../tree/model.ts'
import type { Finding, Importer, Input } from '../../importing.ts'
import { linearTree } from '../linear.ts'
import { check } from '../lines.ts'
import { counter } from '../recorded.ts'
import type { Chat, ChatMessage } from './chat.ts'
import { rowsOf } from './rows.ts'
import { pathsIn, runIn, type ToolBenchCall } from './toolbench-runs.ts'
import { Options, worldsOf } from './worlds.ts'

const CACHED = /^\s*\{\s*"\{(?:[^"\\]|\\.)*\}"\s*:\s*\{\s*"(?:error|response)"/

export const toolbench: Importer<typeof Options> = {
  name: 'stabletoolbench',
  title: 'StableToolBench and MirrorAPI',
  options: Options,

  recognise({ head }) {
    const rows = /"(?:instruction|messages|conversations)"\s*:/.test(head) && /"API doc:\\n/.test(head)
    const runs =
      /"available_tools"\s*:/.test(head) || (/"forward_args"|"trys"|"tree"/.test(head) && /"node_type"\s*:/.test(head))
    const queries = /"api_list"\s*:/.test(head) && /"(?:api_name|category_name)"\s*:/.test(head)
    return rows || runs || queries || CACHED.test(head) ? { format: 'StableToolBench', sure: 'certain' } : null
  },

  async *read(file, reading, options) {
    const unasked: { task: string; tools: Tool[]; id: string }[] = []
    yield* worldsOf(chatsIn(file, unasked), { name: 'stabletoolbench', reading, options })
    for (const { task, tools, id } of unasked) {
      const setup = { domain: GENERAL.calls, tools, task }
      const title = reading.title ?? (task.slice(0, 60) || id)
      const tree = await linearTree({
        format: 'stabletoolbench',
        title,
        notes: '',
        setup,
        createdAt: reading.now,
        turns: [],
        identity: id
      })
      yield { type: 'understood', what: 'queries' }
      yield { type: 'tree', tree }
    }
  }
}

/** A row of MirrorAPI's own data. */
const Mirrored = z.looseObject({ instruction: z.string(), output: z.string() })

type Found = Finding | { line: number | null; chat: Chat }

async function* chatsIn(file: Input, unasked: { task: string; tools: Tool[]; id: string }[]): AsyncGenerator<Found> {
  for await (const row of rowsOf(file, z.unknown())) {
    if ('reason' in row) {
      yield { type: 'problem', ...row }
      continue
    }
    const { line, value } = row
    const dropped = counter()
    if (!isObject(value)) {
      yield { type: 'problem', line, reason: 'A row is an object.' }
      continue
    }
    const wrong = 'instruction' in value ? check(value, Mirrored) : null
    if (wrong && 'reason' in wrong) yield { type: 'problem', line, reason: wrong.reason }
    else if (Array.isArray(value.api_list)) {
      const tools = toolbenchTools(value)
      const id = String(value.query_id ?? value.tool_name ?? '')
      if (tools.length) unasked.push({ task: textOf(value.query), tools, id })
      else yield { type: 'problem', line, reason: `Its api_list has no API with a name${id && ` (${id})`}.` }
    } else if (askedIn(value) !== null) {
      const chat = mirrored(value)
      yield typeof chat === 'string' ? { type: 'problem', line, reason: chat } : { line, chat }
    } else if (isObject(value.answer_generation)) {
      for (const calls of pathsIn(value))
        yield { line, chat: chatOf(runIn(value.answer_generation), calls, dropped.add) }
    } else if (Object.values(value).some((one) => isObject(one) && isObject(one.answer))) {
      for (const [id, one] of Object.entries(value)) {
        if (!isObject(one)) continue
        for (const calls of pathsIn(one)) yield { line, chat: chatOf({ ...runIn(one), id }, calls, dropped.add) }
      }
    } else if (Object.values(value).every((one) => isObject(one) && ('response' in one || 'error' in one))) {
      yield { line, chat: cached(file.name, value) }
    } else yield { type: 'problem', line, reason: 'No API, answer or query of StableToolBench stands here.' }
    yield* dropped.findings()
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

interface AskedCall {
  doc: string
  request: string
}

/** `API doc: {…} Request: {…}`, or `Request: data = {…}`. */
function callIn(text: string): AskedCall | null {
  const at = text.indexOf('API doc:')
  const to = text.lastIndexOf('Request:')
  if (at < 0 || to < at) return null
  const doc = text.slice(at + 'API doc:'.length, to).trim()
  const request = text
    .slice(to + 'Request:'.length)
    .trim()
    .replace(/^data\s*=/, '')
    .trim()
  return [doc, request].every((one) => one.startsWith('{') && one.endsWith('}')) ? { doc, request } : null
}

/** What a row of MirrorAPI's data asks, wherever its trainer's form has it; and what was answered. */
function askedIn(row: Record<string, unknown>): { asked: AskedCall; answered: string } | null {
  const messages = [row.messages, row.conversations].find(Array.isArray) ?? []
  const said = messages
    .filter(isObject)
    .map((one) => ({ by: one.role ?? one.from, text: textOf(one.content ?? one.value) }))
  const user = textOf(row.instruction) || (said.find(({ by }) => by === 'user' || by === 'human')?.text ?? '')
  const asked = callIn([user, textOf(row.input)].filter(Boolean).join('\n'))
  const last = said.findLast(({ by }) => by === 'assistant' || by === 'gpt')?.text ?? ''
  return asked ? { asked, answered: textOf(row.output) || last } : null
}

/** Python's words or JSON's. */
function objectOf(text: string): Record<string, unknown> | null {
  for (const read of [parseJson, readLiteral]) {
    try {
      const value: unknown = read(text)
      if (isObject(value)) return value
    } catch {
      // The other one may read it.
    }
  }
  return null
}

function mirrored(row: Record<string, unknown>): Chat | string {
  const { asked, answered } = askedIn(row) ?? {}
  const [doc, request] = [objectOf(asked?.doc ?? ''), objectOf(asked?.request ?? '')]
  if (!doc || !request) return 'Its API doc or its request is neither JSON nor a dictionary of Python.'
  if (!answered) return 'Nothing is answered.'
  const tool = apiTool(doc)
  const given = argumentsOf(request.tool_input ?? request)
  if (!tool) return 'Its API has no name.'
  if (!given) return 'Its tool_input is no object.'
  return chatOf({ id: '', query: '', tools: [tool] }, [{ name: tool.name, arguments: given, response: answered }])
}

function argumentsOf(given: unknown): Record<string, unknown> | null {
  if (typeof given !== 'string') return isObject(given) ? given : null
  return given.trim() ? objectOf(given) : {}
}

/** The server keeps answers by API: a folder each for category and tool, a key for each input. */
function cached(name: string, all: Record<string, unknown>): Chat {
  const [api = 'api', of = '', category] = name
    .replace(/\.json$/, '')
    .split('/')
    .reverse()
  const tool = apiTool({
    api_name: api,
    ...(of && { tool_name: of.split('_for_')[0] ?? of }),
    ...(category && { category_name: category })
  })
  const called = tool?.name ?? 'api'
  const calls = Object.entries(all).map(([input, answer]) => ({
    name: called,
    arguments: argumentsOf(input) ?? { input },
    response: JSON.stringify(answer)
  }))
  // What an API takes stands in none of its answers.
  const tools = tool ? [{ ...tool, inputSchema: { type: 'object' } }] : []
  return chatOf({ id: name, query: '', tools }, calls)
}

const FINISH = 'Finish'

function chatOf(
  run: { id: string; query: string; tools: unknown[] },
  calls: ToolBenchCall[],
  drop: (what: string) => void = () => {}
): Chat {
  const { tools } = run.tools.length ? readTools(run.tools) : { tools: [] }
  const messages: ChatMessage[] = run.query ? [{ role: 'user', content: run.query, calls: [], answers: null }] : []
  for (const [at, { name, arguments: given, response }] of calls.entries()) {
    if (name === FINISH) {
      drop('final answers of agents')
      continue
    }
    const id = String(at)
    const called = toolbenchToolOf(tools, { tool_name: '', api_name: name })?.name ?? name
    messages.push({
      role: 'assistant',
      content: '',
      calls: [{ id, name: called, arguments: argumentsOf(given) ?? {} }],
      answers: null
    })
    messages.push({ role: 'tool', content: response, calls: [], answers: id })
  }
  const offered = tools.filter(({ name }) => name !== FINISH)
  return { messages, tools: offered, own: null, aside: run.id }
}
