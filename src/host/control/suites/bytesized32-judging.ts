// What a judge is asked of a text game: whether it has what it was written to have, and whether what it shows makes sense.
import { z } from 'zod'
import { VOTE_FORM } from '../../../core/control/ask-judge.ts'
import type { Message } from '../../../core/tree/ports.ts'

/** Some actions of a game with what each showed; the first one is its beginning. */
export const Playthrough = z.object({ action: z.string(), observation: z.string(), error: z.boolean().exactOptional() })
export type Playthrough = z.infer<typeof Playthrough>[]

export const complianceMessages = (specification: string, game: string, question: string): Message[] => [
  {
    role: 'system',
    content: `You review programs that are simulations in text. You read a specification and a program, and answer one question about the program. ${VOTE_FORM}`
  },
  {
    role: 'user',
    content: `The specification:\n\`\`\`\n${specification}\n\`\`\`\n\nThe program:\n\`\`\`python\n${game}\n\`\`\`\n\nThe question: ${question}`
  }
]

export const alignmentMessages = (task: string, path: Playthrough): Message[] => [
  {
    role: 'system',
    content: `You read a few turns of a text game, and say whether what the game answers could be so in the physical world. To take something out of a closed box is not possible, for example; to use a thing that lies in reach without taking it first is. Judge these turns alone. ${VOTE_FORM}`
  },
  {
    role: 'user',
    content: `The task of the game: ${task}\n\n${path.map(({ action, observation }) => `${action ? `> ${action}\n` : ''}${observation}`).join('\n\n')}\n\nDoes all of it make sense?`
  }
]
