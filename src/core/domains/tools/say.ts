// The tool by which an agent talks to the user of a world of tools.
import type { Setup, Tool } from '../../tree/model.ts'

export const SAY: Tool = {
  name: 'say',
  title: 'Say',
  description: 'Says something to the user and returns what the user answers.',
  inputSchema: {
    type: 'object',
    properties: { message: { type: 'string', minLength: 1, description: 'What the user is told or asked.' } },
    required: ['message'],
    additionalProperties: false
  }
}

/** The tools of a world as agents have them: without those that are the user's own, and with the one that talks to the user. */
export const toolsBesideUser = ({ user }: Pick<Setup, 'user'>, tools: Tool[]): Tool[] =>
  user ? [...tools.filter(({ name }) => !user.tools.includes(name)), SAY] : tools

/** What a call says to the user; `null` for other calls. */
export const saidBy = ({
  name,
  arguments: given
}: {
  name: string
  arguments: Record<string, unknown>
}): string | null => (name === SAY.name ? String(given.message ?? '') : null)
