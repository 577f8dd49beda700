// Chat messages with tools, one JSON object a line: what OpenAI's fine-tuning and TRL take, and most other trainers too.
import { z } from 'zod'
import type { Exporter } from '../exporting.ts'
import { chatMessage, rowEnd, toolDefinition } from './chat.ts'
import { ANOTHER } from './lost.ts'
import { type RowForm, writeRows } from './rows.ts'
import { ViewOptions, viewLosses } from './view.ts'

const Options = ViewOptions.extend({
  reader: z
    .enum(['trl', 'openai'])
    .default('trl')
    .describe(
      'TRL: tools as JSON text (one type per column), rows per turn as prompt and completion. OpenAI: tools as a list, an answer last.'
    )
})

export const messages: Exporter<typeof Options> = {
  name: 'messages',
  title: 'Chat messages with tools (TRL, OpenAI)',
  description: 'Conversations with tool calls, for TRL, OpenAI fine-tuning and trainers that read the same rows.',
  purpose: 'train',
  extension: 'messages.jsonl',
  mediaType: 'application/jsonl',
  lossless: false,
  layout: 'joined',
  options: Options,
  losses(source, options) {
    const losses = [...viewLosses(source, options), ANOTHER]
    if (options.reader === 'openai' && options.view === 'agent')
      losses.push('The last observation: OpenAI requires an answer last.')
    if (options.reader === 'trl' && options.rows === 'session')
      losses.push('Which turns are trained on: TRL trains on all answers of a row. Rows per turn keep this.')
    return losses
  },
  async *write(sources, options, writing) {
    for (const source of sources) yield* writeRows(source, options, writing, formOf(options))
  }
}

function formOf({ reader, rows }: z.output<typeof Options>): RowForm {
  const paired = reader === 'trl' && rows === 'turn'
  const open = reader === 'openai'
  return {
    start: paired ? '{"prompt":[' : '{"messages":[',
    ...(paired && { between: '],"completion":[' }),
    // A completion is what is learned, and a prompt is as it was asked.
    message: (message) => JSON.stringify(chatMessage(message, { weight: !paired })),
    end(row) {
      if (!open) return `],${rowEnd(row)}`
      const list = row.tools.map(toolDefinition)
      const told = list.length ? `,"tools":${JSON.stringify(list)}` : ''
      return `]${told},"metadata":${JSON.stringify(row.metadata)}}\n`
    },
    endsInAnswer: open
  }
}
