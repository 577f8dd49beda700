// An Inspect log (schema 2, JSON): sessions as samples, actions as tool calls, observations as what the tools returned.
//
// The agent's messages come first in such a log; the world is the tool. Inspect's `none/none` says that no model of its own was asked.

import { z } from 'zod'
import { ACT } from '../../domains/tools/tools.ts'
import { largest, smallest } from '../../text/extremes.ts'
import { present } from '../../text/present.ts'
import type { RowReference } from '../../tree/fiction.ts'
import type { Action } from '../../tree/model.ts'
import { referenceOf } from '../../tree/search.ts'
import type { Exporter, ExportSource } from '../exporting.ts'
import { aboutOf, FACTS, factsOf } from './facts.ts'
import { ANOTHER, lost } from './lost.ts'
import { withoutReference } from './reference.ts'
import { shownOf } from './shown.ts'

const Options = z.strictObject({})

export const inspect: Exporter<typeof Options> = {
  name: 'inspect',
  title: 'Inspect log',
  description: 'One branch of each session as a sample, for Inspect and its log viewer.',
  purpose: 'evaluate',
  extension: 'inspect.json',
  dated: true,
  mediaType: 'application/json',
  lossless: false,
  layout: 'joined',
  reference: 'kept',
  options: Options,
  losses: (source) => [...lost(source, FACTS), ANOTHER],
  async *write(sources, _options, { version }) {
    const all = [...sources]
    yield header(all, version)
    for (const [index, source] of all.entries()) {
      if (index) yield ',\n'
      // A sample's target is for the scorer; the rest of the log is the agent's.
      yield* sample(withoutReference(source), referenceOf(source.branch.setup))
    }
    yield '\n]}\n'
  }
}

function header(sources: ExportSource[], version: string): string {
  const { session } = present(sources[0])
  const spec = {
    eval_id: session.id,
    run_id: session.id,
    created: new Date(session.createdAt).toISOString(),
    task: 'orrery',
    task_id: session.id,
    task_version: 0,
    dataset: { name: 'orrery' },
    model: 'none/none',
    config: {},
    packages: { orrery: version },
    metadata: { orrery: version }
  }
  const times = sources.flatMap((one) => [one.session.createdAt, one.session.updatedAt])
  const stats = {
    started_at: new Date(smallest(times)).toISOString(),
    completed_at: new Date(largest(times)).toISOString(),
    // Of the models that were evaluated, and none was: what a world's model took stands with each answer.
    model_usage: {}
  }
  const plan = { name: 'plan', steps: [], config: {} }
  // What is read without the samples has to stand before them.
  const log = { version: 2, status: 'success', eval: spec, plan, stats }
  return `${JSON.stringify(log).slice(0, -1)},"samples":[\n`
}

async function* sample(source: ExportSource, reference: RowReference | undefined): AsyncGenerator<string> {
  const { session, branch } = source
  const input = reference?.question || branch.setup.task || shownOf(branch.setup) || session.title
  const target = reference ? [reference.answer, ...(reference.aliases ?? [])] : ''
  const head = { id: session.id, epoch: 1, input, target, metadata: { orrery: aboutOf(source) } }
  yield `${JSON.stringify(head).slice(0, -1)},"messages":[${JSON.stringify({ id: 'input', role: 'user', source: 'input', content: input })}`
  let before = branch.setup
  for await (const turn of source.chain()) {
    const id = `call-${turn.number}`
    const called = functionCallOf(turn.step.action)
    const asked = {
      id: `action-${turn.number}`,
      role: 'assistant',
      content: '',
      tool_calls: [{ id, ...called, type: 'function' }]
    }
    const answered = {
      id: `observation-${turn.number}`,
      role: 'tool',
      content: turn.step.observation.text,
      tool_call_id: id,
      function: called.function,
      metadata: { orrery: factsOf(turn, before) }
    }
    before = turn.setup
    yield `,\n${JSON.stringify(asked)},\n${JSON.stringify(answered)}`
  }
  yield ']}'
}

const Call = z.strictObject({ name: z.string().min(1), arguments: z.record(z.string(), z.json()) })

/** The action as a call: its own, where it is one. */
function functionCallOf(action: Action): { function: string; arguments: Record<string, Action> } {
  const { data } = Call.safeParse(action)
  return data ? { function: data.name, arguments: data.arguments } : { function: ACT, arguments: { action } }
}
