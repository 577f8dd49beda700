// What is said of a model that is not told its turns as its own chat template has them.
import type { ChatUse } from './models.ts'

const WAY_OUT =
  'To set another form, write a template into the file with gguf-new-metadata --chat-template, or run the model with llama-server --chat-template NAME and select that: orrery model use NAME --base-url URL'

/** Why a model's own chat template is not used. */
export const noTemplate = (why: string) => `The model’s own chat template cannot be used: ${why}.`

/** `null` where its own template is used. */
export function chatWarning({ form, problem }: ChatUse): string | null {
  if (problem === null) return null
  return `${problem} Its turns are told in ${form} instead, which it may not know. ${WAY_OUT}`
}
