// The ways in for agents. A new one is a file in this folder and a line here.
import type { AgentDoor } from './door.ts'
import { mcpDoor } from './mcp.ts'
import { swerexDoor } from './swerex.ts'

export const agentDoors = (): AgentDoor[] => [mcpDoor(), swerexDoor()]
