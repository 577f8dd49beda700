// Parquet as verl reads it: prompts with their true answer for reinforcement learning, or whole conversations for fine-tuning.
import { z } from 'zod'
import type { Exporter, ExportSource, Writing } from '../exporting.ts'
import { chatMessage, toolDefinition } from './chat.ts'
import { isFit } from './fit.ts'
import { type Columns, parquet } from './parquet.ts'
import { drawn, type Metadata, runs } from './rows.ts'
import { type ExportedMessage, isSimulated, ViewOptions, viewLosses } from './view.ts'

const Options = ViewOptions.extend({
  rows: z
    .enum(['turn', 'session'])
    .default('turn')
    .describe(
      'Reinforcement learning: one row per turn, with its prompt and the true answer. Fine-tuning: one row per branch.'
    )
})
type Options = z.output<typeof Options>

export const verl: Exporter<typeof Options> = {
  name: 'verl',
  title: 'Parquet for verl',
  description: 'Prompts with their true answers for RLHFDataset, or conversations for MultiTurnSFTDataset.',
  purpose: 'train',
  extension: 'verl.parquet',
  mediaType: 'application/vnd.apache.parquet',
  lossless: false,
  layout: 'joined',
  options: Options,
  losses(source, options) {
    // All of a conversation is trained on, so nothing is drawn there.
    const losses = viewLosses(source, options.rows === 'turn' ? options : { ...options, draw: 'all' })
    if (options.view === 'agent') {
      losses.push(
        'Tool definitions where verl looks for them: it reads them from its own settings. They are in extra_info, as JSON.'
      )
      if (options.rows === 'turn') losses.push('The last observation: no action follows it.')
    }
    if (options.rows === 'session')
      losses.push('Which turns are trained on: verl trains on all answers of a conversation. Rows per turn keep this.')
    return losses
  },
  async record(source, options, writing) {
    for await (const { row } of rowsOf([source], options, writing)) return JSON.stringify(row, null, 2)
    return ''
  },
  write: (sources, options, writing) =>
    parquet(columnsOf(options), rowsOf(sources, options, writing), { version: writing.version })
}

const MESSAGE = {
  role: 'text',
  content: 'text',
  tool_calls: [{ id: 'text', type: 'text', function: { name: 'text', arguments: 'text' } }],
  tool_call_id: 'text?',
  name: 'text?'
} satisfies Columns

const EXTRA = {
  ...{ split: 'text', index: 'number', session: 'text', title: 'text', branch: 'text', domain: 'text', view: 'text' },
  ...{ turn: 'number', simulated: ['flag?'], models: ['text'], tools: 'text' }
} satisfies Columns

const columnsOf = ({ rows }: Options): Columns =>
  rows === 'turn'
    ? {
        ...{ data_source: 'text', prompt: [MESSAGE], ability: 'text' },
        ...{ reward_model: { style: 'text', ground_truth: 'text' }, extra_info: EXTRA }
      }
    : { data_source: 'text', messages: [MESSAGE], extra_info: EXTRA }

interface Row {
  row: Record<string, unknown>
  size: number
}

async function* rowsOf(sources: Iterable<ExportSource>, options: Options, writing: Writing): AsyncGenerator<Row> {
  let index = 0
  for (const source of sources) {
    if (!(await isFit(source, options))) continue
    const only = options.rows === 'turn' ? await drawn(source, options, writing) : null
    for await (const run of runs(source, options, writing)) {
      const metadata = run.metadata()
      const tools = run.frame.tools.length ? JSON.stringify(run.frame.tools.map(toolDefinition)) : ''
      const opening = run.frame.opening.map(messageOf)
      const past: ReturnType<typeof messageOf>[] = []
      // Where each turn begins in the past.
      const starts: number[] = []
      let size = sizeOf(run.frame.opening)
      let last = 0
      for await (const turn of run.turns) {
        const { asked, remembered, leftOut, answer, after } = run.exchange(turn)
        metadata.simulated.push(isSimulated(turn))
        const name = turn.call?.model.name
        if (name && !metadata.models.includes(name)) metadata.models.push(name)
        last = turn.number
        const target = only === null || only === turn.number ? await run.target(turn) : null
        if (options.rows === 'turn' && target !== null) {
          const extra_info = extra(metadata, turn.number, index++, tools, leftOut)
          if (target.simulated) extra_info.simulated[extra_info.simulated.length - 1] = true
          const about = { data_source: `orrery/${metadata.domain}`, extra_info }
          const prompt = [...opening, ...past.slice(starts[leftOut] ?? past.length), ...asked.map(messageOf)]
          const reward_model = { style: 'rule', ground_truth: target.content ?? answerText(answer) }
          yield {
            row: { ...about, prompt, ability: ABILITY[options.view], reward_model },
            size: size + sizeOf([...asked, answer])
          }
        }
        // In a conversation a turn stands as it was asked; in the history of later prompts without its own instruction.
        const kept = [...(options.rows === 'turn' ? remembered : asked), answer, ...after]
        starts.push(past.length)
        for (const message of kept) past.push(messageOf(message))
        size += sizeOf(kept)
      }
      if (options.rows === 'session' && last) {
        const about = { data_source: `orrery/${metadata.domain}`, extra_info: extra(metadata, last, index++, tools) }
        yield { row: { ...about, messages: [...opening, ...past] }, size }
      }
    }
  }
}

const ABILITY = { agent: 'agent', world: 'world_model' }

function extra(metadata: Metadata, turn: number, index: number, tools: string, leftOut = 0) {
  const { session, title, branch, domain, view, simulated, models } = metadata
  return {
    split: 'train',
    index,
    session,
    title,
    branch,
    domain,
    view,
    turn,
    simulated: simulated.slice(leftOut),
    models: [...models],
    tools
  }
}

const messageOf = (message: ExportedMessage) => ({
  tool_calls: [],
  tool_call_id: null,
  name: null,
  ...chatMessage(message)
})

const answerText = ({ content, call }: ExportedMessage): string =>
  call ? JSON.stringify({ name: call.name, arguments: call.arguments }) : content

const sizeOf = (messages: ExportedMessage[]): number => messages.reduce((sum, one) => sum + one.content.length + 100, 0)
