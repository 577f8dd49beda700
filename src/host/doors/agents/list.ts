// The ways in for agents. A new one is a file in this folder and a line here.
import type { AgentDoor, ModelDoor } from './door.ts'
import { mcpDoor } from './mcp.ts'
import { openaiDoor } from './openai.ts'

export const agentDoors = (): AgentDoor[] => [mcpDoor()]

/** The ways to the model itself. */
export const modelDoors = (): ModelDoor[] => [openaiDoor()]
