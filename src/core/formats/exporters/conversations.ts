// Conversations as rows of JSON Lines for trainers: one row of a table for each form.
import { z } from 'zod'
import type { Exporter } from '../exporting.ts'
import { chatMessage, rowEnd, toolDefinition } from './chat.ts'
import { ANOTHER } from './lost.ts'
import { type RowForm, writeRows } from './rows.ts'
import { type ExportedMessage, ViewOptions, viewLosses } from './view.ts'

/** @param losses what the form loses beside what the view does. @param form how a row is written under these options */
function conversations<Options extends typeof ViewOptions>(
  about: Pick<Exporter, 'name' | 'title' | 'description'> & { options: Options },
  losses: (options: z.output<Options>) => string[],
  form: (options: z.output<Options>) => RowForm
): Exporter<Options> {
  return {
    ...about,
    purpose: 'train',
    extension: `${about.name}.jsonl`,
    mediaType: 'application/jsonl',
    lossless: false,
    layout: 'joined',
    losses: (source, options) => [...viewLosses(source, options), ANOTHER, ...losses(options)],
    async *write(sources, options, writing) {
      for (const source of sources) yield* writeRows(source, options, writing, form(options))
    }
  }
}

const MessagesOptions = ViewOptions.extend({
  reader: z
    .enum(['trl', 'openai'])
    .default('trl')
    .describe(
      'TRL: tools as JSON text (one type per column), rows per turn as prompt and completion. OpenAI: tools as a list, an answer last.'
    )
})

/** What OpenAI's fine-tuning and TRL take, and most other trainers too. */
export const messages = conversations(
  {
    name: 'messages',
    title: 'Chat messages with tools (TRL, OpenAI)',
    description: 'Conversations with tool calls, for TRL, OpenAI fine-tuning and trainers that read the same rows.',
    options: MessagesOptions
  },
  ({ reader, view, rows }) => [
    ...(reader === 'openai' && view === 'agent' ? ['The last observation: OpenAI requires an answer last.'] : []),
    ...(reader === 'trl' && rows === 'session' ? [allTrained('TRL')] : [])
  ],
  ({ reader, rows }) => {
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
)

/** Questions and answers in strict turns, with columns for the system prompt and the tools, as LLaMA-Factory reads them. */
export const sharegpt = conversations(
  {
    name: 'sharegpt',
    title: 'ShareGPT (LLaMA-Factory)',
    description: 'Conversations in strictly alternating turns, for LLaMA-Factory with the formatting "sharegpt".',
    options: ViewOptions
  },
  ({ view, rows }) => [
    ...(view === 'agent'
      ? ['The last observation: LLaMA-Factory drops a conversation that does not end in an answer.']
      : []),
    rows === 'session'
      ? allTrained('LLaMA-Factory')
      : 'That only the last answer is trained on: set mask_history: true.'
  ],
  () => ({
    start: '{"conversations":[',
    message: (message) => (message.role === 'system' ? '' : JSON.stringify(shareTurn(message))),
    end({ opening, tools, metadata }) {
      const system = opening.find(({ role }) => role === 'system')?.content ?? ''
      // Text, also where there is none: LLaMA-Factory asks every row for its columns.
      const told = tools.length ? JSON.stringify(tools.map(toolDefinition)) : ''
      return `],"system":${JSON.stringify(system)},"tools":${JSON.stringify(told)},"metadata":${JSON.stringify(metadata)}}\n`
    },
    endsInAnswer: true
  })
)

/** A flag on each answer, as Axolotl's chat_template datasets take it: `message_field_training: train`. */
export const axolotl = conversations(
  {
    name: 'axolotl',
    title: 'Chat messages with training flags (Axolotl)',
    description: 'Conversations with a training flag on every answer, for Axolotl datasets of type chat_template.',
    options: ViewOptions
  },
  () => [],
  () => ({
    start: '{"messages":[',
    message: (message) =>
      JSON.stringify({ ...chatMessage(message), ...(message.role === 'assistant' && { train: message.learn }) }),
    end: (row) => `],${rowEnd(row)}`
  })
)

const allTrained = (trainer: string): string =>
  `Which turns are trained on: ${trainer} trains on all answers of a row. Rows per turn keep this.`

function shareTurn({ role, content, call, answers }: ExportedMessage): { from: string; value: string } {
  if (call) return { from: 'function_call', value: JSON.stringify({ name: call.name, arguments: call.arguments }) }
  if (answers) return { from: 'observation', value: content }
  return { from: role === 'assistant' ? 'gpt' : 'human', value: content }
}
