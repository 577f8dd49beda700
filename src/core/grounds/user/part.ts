// The part of the user as a model is told it, with what was said so far.
import type { UserUse } from '../../tree/user.ts'
import type { UserExchange } from './talk.ts'

export function partFor({ persona, knows, wants, opens, stop }: UserUse, talk: readonly UserExchange[]): string {
  const facts = Object.entries(knows).map(([name, value]) => `- ${name}: ${value}`)
  const said = talk.flatMap(({ message, answer }) => [`Agent: ${message}`, `User: ${answer}`])
  const parts = [
    'The answer to this call is what the user of this world says next. You play the user. Write only the words that the user says: no JSON, no quotes, no name before them.',
    persona && `The user: ${persona}`,
    wants && `What the user wants, without knowing how it is done: ${wants}`,
    facts.length > 0 &&
      `What the user knows, and tells only where the agent asks for it. The user makes up nothing else:\n${facts.join('\n')}`,
    `Once the user has what they want, or gives up, their last words end with ${stop}`,
    `So far:\n${[...(opens === undefined ? [] : [`User: ${opens}`]), ...said].join('\n') || '(nothing was said)'}`
  ]
  return parts.filter(Boolean).join('\n\n')
}
