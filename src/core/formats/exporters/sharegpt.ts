// ShareGPT as LLaMA-Factory reads it: questions and answers in strict turns, with columns for the system prompt and the tools.
import type { Exporter } from '../exporting.ts'
import { toolDefinition } from './chat.ts'
import { ANOTHER } from './lost.ts'
import { type RowForm, writeRows } from './rows.ts'
import { type ExportedMessage, ViewOptions, viewLosses } from './view.ts'

export const sharegpt: Exporter<typeof ViewOptions> = {
  name: 'sharegpt',
  title: 'ShareGPT (LLaMA-Factory)',
  description: 'Conversations in strictly alternating turns, for LLaMA-Factory with the formatting "sharegpt".',
  purpose: 'train',
  extension: 'sharegpt.jsonl',
  mediaType: 'application/jsonl',
  lossless: false,
  layout: 'joined',
  options: ViewOptions,
  losses(source, options) {
    const losses = [...viewLosses(source, options), ANOTHER]
    if (options.view === 'agent')
      losses.push('The last observation: LLaMA-Factory drops a conversation that does not end in an answer.')
    losses.push(
      options.rows === 'session'
        ? 'Which turns are trained on: LLaMA-Factory trains on all answers of a row. Rows per turn keep this.'
        : 'That only the last answer is trained on: set mask_history: true.'
    )
    return losses
  },
  async *write(sources, options, writing) {
    for (const source of sources) yield* writeRows(source, options, writing, FORM)
  }
}

const FORM: RowForm = {
  start: '{"conversations":[',
  message: (message) => (message.role === 'system' ? '' : JSON.stringify(turn(message))),
  end({ opening, tools, metadata }) {
    const system = opening.find(({ role }) => role === 'system')?.content ?? ''
    // Text, also where there is none: LLaMA-Factory asks every row for its columns.
    const told = tools.length ? JSON.stringify(tools.map(toolDefinition)) : ''
    return `],"system":${JSON.stringify(system)},"tools":${JSON.stringify(told)},"metadata":${JSON.stringify(metadata)}}\n`
  },
  endsInAnswer: true
}

function turn({ role, content, call, answers }: ExportedMessage): { from: string; value: string } {
  if (call) return { from: 'function_call', value: JSON.stringify({ name: call.name, arguments: call.arguments }) }
  if (answers) return { from: 'observation', value: content }
  return { from: role === 'assistant' ? 'gpt' : 'human', value: content }
}
