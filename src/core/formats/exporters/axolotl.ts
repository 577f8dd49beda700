// Chat messages with a flag on each answer, as Axolotl's chat_template datasets take them: `message_field_training: train`.
import type { Exporter } from '../exporting.ts'
import { chatMessage, rowEnd } from './chat.ts'
import { ANOTHER } from './lost.ts'
import { type RowForm, writeRows } from './rows.ts'
import { ViewOptions, viewLosses } from './view.ts'

export const axolotl: Exporter<typeof ViewOptions> = {
  name: 'axolotl',
  title: 'Chat messages with training flags (Axolotl)',
  description: 'Conversations with a training flag on every answer, for Axolotl datasets of type chat_template.',
  purpose: 'train',
  extension: 'axolotl.jsonl',
  mediaType: 'application/jsonl',
  lossless: false,
  layout: 'joined',
  options: ViewOptions,
  losses: (source, options) => [...viewLosses(source, options), ANOTHER],
  async *write(sources, options, writing) {
    for (const source of sources) yield* writeRows(source, options, writing, FORM)
  }
}

const FORM: RowForm = {
  start: '{"messages":[',
  message: (message) =>
    JSON.stringify({ ...chatMessage(message), ...(message.role === 'assistant' && { train: message.learn }) }),
  end: (row) => `],${rowEnd(row)}`
}
