// ATIF-v1.8, Harbor's trajectory format: one branch as one JSON document. Fields are those of Harbor 0.25.0's models, which refuse any
// other; what is Orrery's own stands under `extra.orrery`.
//
// ATIF tells of an agent. In the agent's view that is whoever acted, and the model that played the world is only in `extra`. In the world
// model's view the world model is the agent: its thinking and tokens are ATIF's own.
import { z } from 'zod'
import { findDomain } from '../../domains/index.ts'
import type { Call, Setup } from '../../tree/model.ts'
import { originOf } from '../../tree/origin.ts'
import { toolCalls } from '../atif/calls.ts'
import type { ExportedTurn, Exporter, ExportSource, Writing } from '../exporting.ts'
import { promptsOf } from './asked.ts'
import { lost } from './lost.ts'
import { shownOf } from './shown.ts'
import { callIn, spokenIn } from './view.ts'

const Options = z.strictObject({
  view: z
    .enum(['agent', 'world'])
    .default('agent')
    .describe('Whose trajectory: agent (the actor), or world (the model that predicted the observations).')
})
type Options = z.output<typeof Options>

export const atif: Exporter<typeof Options> = {
  name: 'atif',
  title: 'ATIF-v1.8 (one branch)',
  description:
    'One trajectory as Harbor and its viewer read it: tool calls and observations. Imports back with the same step ids.',
  purpose: 'keep',
  extension: 'atif.json',
  mediaType: 'application/json',
  lossless: false,
  layout: 'apart',
  options: Options,
  losses(source) {
    const { calls } = source.holds()
    const kept = lost(source, ['notes', 'setup', 'settings', 'instructions', 'origin', 'thinking', 'raw', 'firings'])
    return calls > source.size ? [...kept, 'Predictions that were replaced by a later one of the same step.'] : kept
  },
  async *write(sources, { view }, writing) {
    for (const source of sources) yield* document(source, view, writing)
  }
}

/** The rules at the end, with the tools that were made as they were called. */
async function lastSetup({ branch, chain }: ExportSource): Promise<Setup> {
  let { setup } = branch
  if (setup.makesTools) for await (const turn of chain()) setup = turn.setup
  return setup
}

async function* document(source: ExportSource, view: Options['view'], writing: Writing): AsyncGenerator<string> {
  const { session, branch } = source
  const { tip: _tip, fork: _fork, session: _session, ...kept } = branch
  const tools = findDomain(branch.setup.domain).tools?.of(await lastSetup(source))
  const definitions = tools?.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, ...(description !== undefined && { description }), parameters: inputSchema }
  }))
  const agent = { name: 'orrery', version: writing.version, ...(definitions && { tool_definitions: definitions }) }
  const root = { schema_version: 'ATIF-v1.8', session_id: session.id, trajectory_id: branch.id, agent }
  yield `${JSON.stringify(root).slice(0, -1)},\n"steps":[\n`
  const rules = JSON.stringify(branch.setup)
  const { task } = branch.setup
  const began = view === 'agent' ? shownOf(branch.setup) : branch.setup.initialState
  const { system, asked } = promptsOf(source, writing)
  const totals = { prompt: 0, cached: 0, generated: 0 }
  let [number, first, simulated] = [1, '', false]
  for await (const turn of source.chain()) {
    if (number === 1 && view === 'world') first = system(turn)
    if (number === 1) yield JSON.stringify(opening(began, first))
    if (number === 1 && view === 'agent' && task)
      yield `,\n${JSON.stringify({ step_id: ++number, source: 'user', message: task })}`
    for (const step of view === 'agent' ? acted(turn) : predicted(turn)) {
      yield `,\n${JSON.stringify({ step_id: ++number, ...step })}`
    }
    simulated ||= isSimulated(turn.call)
    totals.prompt += turn.call?.tokens.prompt ?? 0
    totals.cached += turn.call?.tokens.cached ?? 0
    totals.generated += turn.call?.tokens.generated ?? 0
  }
  if (number === 1) yield JSON.stringify(opening(began, first))
  const final = {
    ...(view === 'world' && {
      total_prompt_tokens: totals.prompt,
      total_completion_tokens: totals.generated,
      total_cached_tokens: totals.cached
    }),
    total_steps: number
  }
  const rest = {
    ...(session.notes && { notes: session.notes }),
    final_metrics: final,
    extra: { orrery: { simulated, view, session, branch: kept } }
  }
  yield `\n],\n${JSON.stringify(rest).slice(1)}\n`

  function acted(turn: ExportedTurn): object[] {
    const { number: position, step, call, setup } = turn
    const { shape, calls } = toolCalls(step.action, position)
    const spoken = setup.user && callIn(findDomain(setup.domain), turn)
    const message = spoken ? spokenIn(spoken) : null
    if (message !== null) {
      // What is said to a user is a message, and what they answer another.
      const extra = { orrery: { simulated: isSimulated(call), shape, calls, call: extraOf(call, setup) } }
      return [
        { ...timed(call), source: 'agent', message, extra },
        { ...timed(call), source: 'user', message: step.observation.text }
      ]
    }
    const [only] = calls
    // Several commands share one screen: its text belongs to none of them alone.
    const result = { ...(calls.length === 1 && { source_call_id: only?.tool_call_id }), content: step.observation.text }
    return [
      {
        ...timed(call),
        source: 'agent',
        message: '',
        ...(calls.length && { tool_calls: calls }),
        observation: { results: [result] },
        extra: { orrery: { simulated: isSimulated(call), shape, call: extraOf(call, setup) } }
      }
    ]
  }
  function predicted(turn: ExportedTurn): object[] {
    const { step, call, setup } = turn
    const { shape, calls } = toolCalls(step.action, turn.number)
    const { prompt, cached, generated } = call?.tokens ?? { prompt: 0, cached: 0, generated: 0 }
    return [
      { ...timed(call), source: 'user', message: asked(turn), extra: { orrery: { calls } } },
      {
        ...timed(call),
        source: 'agent',
        ...(call && { model_name: call.model.name }),
        message: step.observation.text,
        ...(call?.thinking && { reasoning_content: call.thinking }),
        ...(call && { metrics: { prompt_tokens: prompt, completion_tokens: generated, cached_tokens: cached } }),
        extra: { orrery: { simulated: isSimulated(call), shape, call: extraOf(call, setup) } }
      }
    ]
  }
  function extraOf(call: Call | null, setup: Call['setup']): object | null {
    if (!call) return null
    const { step: _step, session: _of, branch: _on, trace: _trace, setup: _own, ...rest } = call
    const same = setup === branch.setup || JSON.stringify(setup) === rules
    return same ? rest : { ...rest, setup }
  }
}

/** Step 1. What the world looked like before anybody acted is what a system step observed; a trajectory needs at least one step. */
function opening(initialState: string, message: string): object {
  const observation = initialState && { observation: { results: [{ content: initialState }] } }
  return { step_id: 1, source: 'system', message, ...(observation || {}) }
}

const timed = (call: Call | null) => (call ? { timestamp: new Date(call.createdAt).toISOString() } : {})

/** What came in from outside was not simulated here, as far as anybody knows. */
const isSimulated = (call: Call | null): boolean =>
  call !== null && !['import', 'recorded', 'authored'].includes(call.engine) && originOf(call) !== 'executed'
