// A text environment as agents use it: one tool that takes a command.
import { z } from 'zod'
import { agentTool } from '../agent-tool.ts'
import type { AgentTool } from '../capabilities.ts'

const TALKS =
  'Does one thing in the world, such as "take lamp 1 from desk 2", or says something to the user: "say Where is the lamp?".'

const act = agentTool(
  {
    name: 'act',
    title: 'Act',
    description: 'Does one thing in the world, such as "take lamp 1 from desk 2".',
    line: 'command'
  },
  { command: z.string().min(1) },
  ({ command }) => command
)

export const textTools: readonly AgentTool[] = [{ ...act, besideUser: TALKS }]
