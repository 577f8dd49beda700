// ATIF files of other programs: the agent's tool calls become actions, and their results observations.

import { z } from 'zod'
import type { Domain } from '../../../domains/domain.ts'
import { findDomain } from '../../../domains/index.ts'
import { SAY } from '../../../domains/tools/say.ts'
import { GENERAL } from '../../../domains/usual.ts'
import { type Action, Tool } from '../../../tree/model.ts'
import { KEYS } from '../../atif/calls.ts'
import type { Finding, ImportOptions } from '../../importing.ts'
import { check } from '../lines.ts'
import { baseName, counter, type RecordedExchange, recordedTree, strangers, timeOf, toolsOf } from '../recorded.ts'
import { itemLines } from '../whole.ts'
import { AtifStep, Root, textOf } from './schema.ts'

interface Options {
  reading: ImportOptions
  wanted: string
  name: string
}

const OF_FILE = new Set([
  ...['schema_version', 'session_id', 'trajectory_id', 'agent', 'steps', 'notes', 'subagent_trajectories']
])
const OF_AGENT = new Set(['name', 'version', 'model_name', 'tool_definitions'])
const OF_STEP = new Set([
  ...[
    'step_id',
    'timestamp',
    'source',
    'model_name',
    'message',
    'reasoning_content',
    'tool_calls',
    'observation',
    'metrics'
  ]
])
const OF_CALL = new Set(['tool_call_id', 'function_name', 'arguments'])
const OF_RESULT = new Set(['source_call_id', 'content'])

type Calls = NonNullable<AtifStep['tool_calls']>
// How Terminus-2 says that it is done.
const COMPLETE = 'mark_task_complete'

/** @throws OrreryError not-found for an unknown domain */
export async function* readForeign(
  root: Root,
  text: string,
  { reading, wanted, name }: Options
): AsyncGenerator<Finding> {
  const steps: { index: number; step: AtifStep }[] = []
  let lines: number[] | null = null
  const object = (index: number, reason: string): Finding => {
    lines ??= itemLines(text, 'steps')
    return { type: 'problem', line: lines[index] ?? null, reason: `steps[${index}]: ${reason}` }
  }
  for (const [index, given] of root.steps.entries()) {
    const read = check(given, AtifStep)
    if ('checked' in read) steps.push({ index, step: read.checked })
    else yield object(index, read.reason)
  }
  const called = steps.flatMap(({ step }) => (step.tool_calls ?? []).map((call) => call.function_name))
  const domain = wanted ? findDomain(wanted) : guess(called)
  const dropped = counter()
  const exchanges: RecordedExchange[] = []
  let [initialState, task] = ['', '']
  const dialogue: string[] = []
  let words = ''
  for (const what of strangers(root, OF_FILE)) dropped.add(what)
  for (const what of strangers(root.agent, OF_AGENT, 'the agent')) dropped.add(what)
  for (const [at, { index, step }] of steps.entries()) {
    for (const what of strangers(step, OF_STEP, 'steps')) dropped.add(what)
    for (const call of step.tool_calls ?? []) for (const what of strangers(call, OF_CALL, 'calls')) dropped.add(what)
    for (const result of step.observation?.results ?? [])
      for (const what of strangers(result, OF_RESULT, 'results')) dropped.add(what)
    const message = textOf(step.message).text
    const shown = (step.observation?.results ?? []).map(({ content }) => textOf(content))
    dropped.add('images and audio', textOf(step.message).media + shown.reduce((sum, { media }) => sum + media, 0))
    if (step.source !== 'agent') {
      const first = !exchanges.length
      if (step.source === 'user' && words && message && domain.says) {
        exchanges.push({
          action: { name: SAY.name, arguments: { message: words } },
          observation: message,
          at: timeOf(step.timestamp)
        })
        dialogue.push(message)
        words = ''
      } else if (step.source === 'user' && first && !task) task = message
      else if (message) dropped.add(`${step.source} messages`)
      if (shown.length && first)
        initialState = [initialState, ...shown.map((one) => one.text)].filter(Boolean).join('\n')
      else dropped.add('observations without an action', shown.length)
      continue
    }
    if (step.reasoning_content) dropped.add("the agent's reasoning")
    if (step.metrics) dropped.add("the agent's metrics")
    const calls = step.tool_calls ?? []
    // What the user answers is a turn; other words are none.
    const talks = !calls.length && domain.tools !== undefined && steps[at + 1]?.step.source === 'user'
    words = talks ? message : ''
    if (message && !talks) dropped.add("the agent's messages")
    if (!calls.length) {
      dropped.add('observations without an action', shown.length)
      continue
    }
    for (const { action, observation } of exchangesOf(domain, calls, step)) {
      const valid = check(action, domain.action)
      if ('checked' in valid) exchanges.push({ action: valid.checked, observation, at: timeOf(step.timestamp) })
      else yield object(index, `no ${domain.id} action: ${valid.reason}`)
    }
  }
  if (exchanges.length) {
    yield { type: 'understood', what: `actions of ${root.agent.name}`, count: exchanges.length }
    const tools = domain.tools ? toolsOf(definitions(root.agent.tool_definitions ?? [], dropped), called) : []
    const notes = [task && `Task:\n\n${task}`, root.notes].filter(Boolean).join('\n\n')
    const title = root.session_id ?? baseName(name)
    const identity = [root.session_id ?? '', root.trajectory_id ?? ''].join(' ')
    const recording = {
      format: 'atif',
      domain: domain.id,
      title,
      notes,
      task,
      initialState,
      tools,
      ...(dialogue.length && { user: { answers: 'recorded' as const, dialogue } }),
      identity,
      exchanges
    }
    yield { type: 'tree', tree: await recordedTree(recording, reading) }
  } else
    yield {
      type: 'problem',
      line: null,
      reason: 'No step of an agent calls a tool, so there is nothing to step through.'
    }
  yield* dropped.findings()
  for (const [index, given] of (root.subagent_trajectories ?? []).entries()) {
    const inner = Root.safeParse(given)
    const reason = `subagent_trajectories[${index}] is not a trajectory.`
    if (!inner.success) yield { type: 'problem', line: null, reason }
    // Its own subagents are read as well; no trajectory is deeper than JSON can be parsed.
    else yield* readForeign(inner.data, '', { reading: { ...reading, title: undefined }, wanted, name })
  }
}

/** Keystrokes are a terminal's; any other call is that of a tool. */
function guess(called: string[]): Domain {
  const keys = called.length > 0 && called.includes(KEYS) && called.every((name) => name === KEYS || name === COMPLETE)
  return findDomain(keys ? GENERAL.keys : GENERAL.calls)
}

function exchangesOf(
  domain: Domain,
  calls: Calls,
  { observation }: AtifStep
): { action: unknown; observation: string }[] {
  const results = observation?.results ?? []
  const texts = (ids: (string | null)[]) =>
    results
      .filter(({ source_call_id }) => ids.includes(source_call_id ?? null))
      .map(({ content }) => textOf(content).text)
      .join('\n')
  if (domain.action.safeParse([]).success) {
    // Commands of one step share a screen.
    const commands = calls.filter(({ function_name }) => function_name !== COMPLETE)
    const all = [...calls.map(({ tool_call_id }) => tool_call_id), null]
    return [{ action: commands.map((call) => call.arguments), observation: texts(all) }]
  }
  return calls.map((call, index) => {
    const isLast = index === calls.length - 1
    const own = isLast ? [call.tool_call_id, null] : [call.tool_call_id]
    return { action: asAction(domain, call), observation: texts(own) }
  })
}

/** A call as the domain writes actions: itself, its arguments, or the only one of them. */
function asAction(domain: Domain, { function_name, arguments: given }: Calls[number]): unknown {
  const tool = { name: function_name, arguments: given }
  const values: Action[] = Object.values(given)
  const all: unknown[] = [tool, given, ...(values.length === 1 ? values : [])]
  return all.find((one) => domain.action.safeParse(one).success) ?? tool
}

const Definition = z.object({
  function: z.object({
    name: z.string(),
    description: z.string().nullish(),
    parameters: z.record(z.string(), z.unknown()).nullish()
  })
})

function definitions(given: unknown[], dropped: ReturnType<typeof counter>): Tool[] {
  return given.flatMap((one) => {
    const read = Definition.safeParse(one).data?.function
    const { name, description, parameters } = read ?? {}
    const tool = Tool.safeParse({
      name,
      ...(typeof description === 'string' && { description }),
      inputSchema: parameters ?? { type: 'object' }
    })
    if (!tool.success) dropped.add('tool definitions')
    return tool.success ? [tool.data] : []
  })
}
