// A conversation, whatever its file is written in, and what Orrery wrote beside it.
import { z } from 'zod'
import { Tool } from '../../../tree/model.ts'
import type { UserUse } from '../../../tree/user.ts'
import { fromUniform } from './uniform.ts'

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant' | 'tool'
  content: string
  calls: { id: string | null; name: string; arguments: unknown }[]
  /** Of a tool's answer: the call it answers. */
  answers: string | null
  /** Of a tool's answer: the tool's name. */
  name?: string
  /** Of a tool's answer: it says that the call failed. */
  failed?: boolean
  /** Of a command's answer. */
  exitCode?: number
}

/** A conversation, whatever its file is written in. */
export interface Chat {
  messages: ChatMessage[]
  tools: Tool[]
  /** What Orrery wrote beside it; `null` for files of others. */
  own: OwnChatRow | null
  /** What is known of whom the agent talks to. */
  user?: Pick<z.input<typeof UserUse>, 'persona' | 'wants' | 'knows'>
  /** The calls are those of a coding agent: commands of a shell, and tools on files. */
  commands?: boolean
  /** What else its row says, such as whose it is and how it was scored: rows that differ in it are of different trials. */
  aside: string
}

export const OwnChatRow = z.preprocess(
  fromUniform,
  z.looseObject({
    program: z.literal('orrery'),
    title: z.string(),
    domain: z.string(),
    view: z.enum(['agent', 'world']),
    simulated: z.array(z.boolean().nullable()),
    session: z.string().optional(),
    branch: z.string().optional(),
    /** So many turns before the first one in the row were left out of the prompt. */
    left_out: z.int().min(1).optional(),
    /** The world's tools, where the system prompt tells them as Markdown. */
    tools: z.array(Tool).optional()
  })
)
export type OwnChatRow = z.infer<typeof OwnChatRow>
