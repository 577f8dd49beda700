// Reads Inspect logs: .json whole, .eval by the files in it. Each sample becomes a session, each answered tool call a step.

import { z } from 'zod'
import { findDomain } from '../../domains/index.ts'
import { ACT, readTools } from '../../domains/tools/tools.ts'
import { GENERAL } from '../../domains/usual.ts'
import { JsonValue } from '../../text/json.ts'
import { type Action, Setup, type Tool } from '../../tree/model.ts'
import type { Finding, Importer, ImportOptions } from '../importing.ts'
import { About, Facts } from './about.ts'
import { type LinearTurn, linearTree } from './linear.ts'
import { check } from './lines.ts'
import { strangers, toolsOf } from './recorded.ts'
import { readWhole } from './whole.ts'

const Options = z.strictObject({})

const Content = z.union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))])
const Message = z.looseObject({
  role: z.string(),
  content: Content.default(''),
  tool_calls: z
    .array(z.looseObject({ id: z.string(), function: z.string(), arguments: z.record(z.string(), JsonValue) }))
    .nullish(),
  tool_call_id: z.string().nullish(),
  error: z.looseObject({ message: z.string() }).nullish(),
  metadata: z.looseObject({ orrery: Facts.optional() }).nullish()
})
const Sample = z.looseObject({
  id: z.union([z.string(), z.number()]),
  epoch: z.number().default(1),
  input: z.union([z.string(), z.array(Message)]).default(''),
  messages: z.array(Message).default([]),
  metadata: z.looseObject({ orrery: About.optional() }).nullish(),
  attachments: z.record(z.string(), z.string()).default({}),
  events: z.array(z.unknown()).default([]),
  scores: z.record(z.string(), z.unknown()).nullish(),
  uuid: z.string().nullish()
})
type Sample = z.infer<typeof Sample>
const Log = z.looseObject({
  version: z
    .number()
    .max(2, 'only the versions 1 and 2 of the log can be read; write it with an Inspect that has one of them'),
  stats: z.looseObject({ completed_at: z.string().nullish() }).nullish(),
  eval: z.looseObject({
    task: z.string(),
    created: z.string().optional(),
    model: z.string().optional(),
    eval_id: z.string().optional(),
    run_id: z.string().optional()
  }),
  samples: z.array(z.unknown()).nullish()
})

// Files of an .eval log.
const ONE = /(?:^|\/)samples\/[^/]*_epoch_\d+\.json$/
const ASIDE = /\.eval\/(?:header|summaries|reductions|_journal\/(?:summaries\/)?[^/]*)\.json$/

export const inspect: Importer<typeof Options> = {
  name: 'inspect',
  title: 'Inspect log',
  options: Options,

  recognise({ name, head }) {
    if (ASIDE.test(name)) return { format: 'Inspect log (.eval), beside its samples', sure: 'certain' }
    if (ONE.test(name) && /"epoch":/.test(head)) return { format: 'Inspect sample (.eval)', sure: 'certain' }
    const [, version] = /^\s*\{\s*"version":\s*(\d+)/.exec(head) ?? []
    return version && /"eval":\s*\{/.test(head) ? { format: `Inspect log, version ${version}`, sure: 'certain' } : null
  },

  async *read(file, reading) {
    if (ASIDE.test(file.name)) yield { type: 'understood', what: 'the log’s header, journal and summaries' }
    else if (ONE.test(file.name)) {
      const header = reading.find(file.name.replace(/samples\/[^/]*$/, 'header.json'))
      const log = header ? await readWhole(header, Log, 'Inspect header') : null
      yield* session(await readWhole(file, Sample, 'Inspect sample'), log, reading)
    } else {
      const log = await readWhole(file, Log, 'Inspect log')
      if (!log.samples?.length) yield { type: 'problem', line: null, reason: 'The log has no samples.' }
      for (const [index, given] of (log.samples ?? []).entries()) {
        const read = check(given, Sample)
        if ('checked' in read) yield* session(read.checked, log, reading)
        else yield { type: 'problem', line: null, reason: `Sample ${index + 1} was left out: ${read.reason}` }
      }
    }
  }
}

async function* session(
  sample: Sample,
  log: z.infer<typeof Log> | null,
  reading: ImportOptions
): AsyncGenerator<Finding> {
  const about = sample.metadata?.orrery
  // Calls of any tools are a tool console's actions.
  const domain = findDomain(about?.domain ?? GENERAL.calls)
  const dropped = new Map<string, number>()
  const drop = (what: string, count = 1) => count && dropped.set(what, (dropped.get(what) ?? 0) + count)
  const text = textOf(sample, drop)
  const open = new Map<string, { name: string; arguments: Record<string, Action> }>()
  const turns: LinearTurn[] = []
  if (!about) for (const what of strangers(sample, OF_SAMPLE, 'samples')) drop(what)
  for (const [index, message] of sample.messages.entries()) {
    if (!about) for (const what of strangers(message, OF_MESSAGE, 'messages')) drop(what)
    const { role, content, tool_call_id, error } = message
    for (const call of message.tool_calls ?? []) open.set(call.id, { name: call.function, arguments: call.arguments })
    if (role === 'assistant' && text(content).trim()) drop('what the agent said beside its calls')
    if (role === 'system') drop('system messages')
    if (role === 'user' && index > 0) drop('messages of the user after the first')
    if (role !== 'tool') continue
    const call = open.get(tool_call_id ?? '')
    open.delete(tool_call_id ?? '')
    if (!call) {
      drop('answers to no call')
      continue
    }
    const action = check(about && call.name === ACT ? call.arguments.action : call, domain.action)
    if ('reason' in action) {
      const reason = `Sample ${sample.id} is read up to message ${index + 1}, whose call is no ${domain.id} action: ${action.reason}`
      yield { type: 'problem', line: null, reason }
      // What follows has another past.
      break
    }
    const facts = message.metadata?.orrery
    const failed = !about && error ? { result: { isError: true } } : {}
    turns.push({ action: action.checked, observation: text(content) || (error?.message ?? ''), ...failed, ...facts })
  }
  drop('calls without an answer', open.size)
  drop('events', sample.events.length)
  drop('scores', Object.keys(sample.scores ?? {}).length)
  if (turns.length) yield { type: 'understood', what: 'tool calls with their answers', count: turns.length }
  for (const [what, count] of dropped) yield { type: 'dropped', what, count }
  if (!turns.length) {
    yield { type: 'problem', line: null, reason: `Sample ${sample.id} has no tool call with an answer.` }
    return
  }
  const task =
    typeof sample.input === 'string' ? sample.input : sample.input.map(({ content }) => text(content)).join('\n\n')
  const own = [log?.eval.task, sample.id, sample.epoch > 1 ? `epoch ${sample.epoch}` : ''].filter(Boolean).join(' · ')
  const created = Date.parse(log?.eval.created ?? '')
  const completed = Date.parse(log?.stats?.completed_at ?? '')
  const tree = await linearTree({
    format: 'inspect',
    title: reading.title ?? about?.title ?? own,
    notes: about?.notes ?? `Imported from an Inspect log.\n\n${task}`.trim(),
    setup: about?.setup ?? Setup.parse({ domain: domain.id, tools: toolsIn(sample, turns), ...(task && { task }) }),
    createdAt: about?.createdAt ?? (Number.isFinite(created) ? created : reading.now),
    turns,
    // Runs of one sample may do the same and score otherwise.
    identity: about
      ? ''
      : [log?.eval.eval_id, log?.eval.run_id, sample.uuid, JSON.stringify(sample.scores ?? {})].join(' ')
  })
  const updatedAt = Math.max(tree.session.createdAt, Number.isFinite(completed) ? completed : 0)
  yield { type: 'tree', tree: { ...tree, session: { ...tree.session, updatedAt } } }
}

// What is in the world, or listed by a name of its own.
const OF_SAMPLE = new Set(['id', 'epoch', 'input', 'messages', 'attachments', 'events', 'scores', 'uuid'])
const OF_MESSAGE = new Set([
  ...['id', 'role', 'content', 'source', 'model', 'tool_calls', 'tool_call_id', 'function', 'error']
])

const Asked = z.looseObject({ event: z.literal('model'), tools: z.array(z.unknown()) })

/** The tools that the model was given, as the log's events have them, and those that were called. */
function toolsIn({ events }: Sample, turns: LinearTurn[]): Tool[] {
  const given = events.flatMap((event) => Asked.safeParse(event).data?.tools ?? [])
  const declared = given.length ? readTools(given).tools : []
  return toolsOf(
    declared,
    turns.flatMap(({ action }) => Called.safeParse(action).data?.name ?? [])
  )
}

const Called = z.looseObject({ name: z.string() })

/** Reads contents, with the attachments that long ones were moved to. */
function textOf({ attachments }: Sample, drop: (what: string) => void): (content: z.infer<typeof Content>) => string {
  const whole = (text: string) =>
    text.replace(/attachment:\/\/([0-9a-f]{32})/g, (found, id: string) => attachments[id] ?? found)
  return (content) => {
    if (typeof content === 'string') return whole(content)
    const texts = content.flatMap(({ type, text }) => {
      if (type === 'text') return [whole(text ?? '')]
      drop(`contents of the type "${type.slice(0, 20)}"`)
      return []
    })
    return texts.join('\n')
  }
}
