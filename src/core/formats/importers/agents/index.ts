// The logs of programs that run agents. A new one is a file in this folder and a name here.
import { claudeCode } from './claude-code.ts'
import { claudeExport } from './claude-export.ts'
import { codex } from './codex.ts'
import { copilot } from './copilot.ts'
import { cursor } from './cursor.ts'
import { droid } from './droid.ts'
import { gemini } from './gemini.ts'
import { goose } from './goose.ts'
import { grok } from './grok.ts'
import { kimi } from './kimi.ts'
import { openTelemetry } from './open-telemetry.ts'
import { opencode } from './opencode.ts'
import { openHands } from './openhands.ts'
import { pi } from './pi.ts'
import type { AgentLog } from './records.ts'
import { tauBench } from './tau-bench.ts'
import { langfuse, langSmith } from './tool-runs.ts'

export const agentLogs: readonly AgentLog[] = [
  ...[claudeCode, claudeExport, codex, copilot, cursor, droid, gemini, goose, grok, kimi, opencode, openHands, pi],
  ...[tauBench, openTelemetry, langSmith, langfuse]
]
