// The ways in for agents. A new one is a file in this folder and a line here.

import { agentGymDoor } from './agentgym.ts'
import type { AgentDoor, ModelDoor } from './door.ts'
import { mcpDoor } from './mcp.ts'
import { openaiDoor } from './openai.ts'
import { openEnvDoor } from './openenv.ts'
import { swerexDoor } from './swerex.ts'
import { textDoor } from './text.ts'
import { toolbenchDoor } from './toolbench.ts'
import { webDoor } from './web.ts'

export const agentDoors = (): AgentDoor[] => [
  mcpDoor(),
  swerexDoor(),
  openEnvDoor(),
  agentGymDoor(),
  toolbenchDoor(),
  webDoor(),
  textDoor()
]

/** The ways to the model itself. */
export const modelDoors = (): ModelDoor[] => [openaiDoor()]
