// Results of tau-bench: of each task and trial the messages of agent, user and tools, and what they were worth.
import { z } from 'zod'
import { messageReader } from '../chat/blocks.ts'
import { type AgentLog, has, type LogRecord, listOf, logChat, objectOf, textOf } from './records.ts'

const Said = z.array(z.looseObject({ role: z.string() }))
const Record = z.looseObject({ traj: Said.optional(), messages: Said.optional() })

const saidIn = ({ traj, messages }: LogRecord): LogRecord[] => listOf(traj ?? messages)

export const tauBench: AgentLog = {
  name: 'tau-bench',
  title: 'tau-bench results',
  record: Record,
  is: (records) =>
    records.some((record) => Array.isArray(record.traj) && (has(record, 'task_id') || has(record, 'reward'))) ||
    records.some((record) => has(record, 'task_id', 'trial', 'messages', 'reward_info')),
  cut: [/"traj"\s*:\s*\[\s*\{/],
  chats: (records, drop) =>
    records
      .filter((record) => saidIn(record).length > 0)
      .map((record) => {
        const { task_id: task, trial, info } = record
        const wants = textOf(objectOf(objectOf(info).task).instruction)
        drop('what the runs were worth', has(record, 'reward') ? 1 : 0)
        const messages = saidIn(record).flatMap(messageReader(drop))
        return {
          ...logChat(messages, [task, trial], { commands: false }),
          ...(wants && { user: { wants: wants.slice(0, MOST) } })
        }
      })
}

// Characters of what a user wants.
const MOST = 4000
