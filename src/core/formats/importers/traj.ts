// Reads SWE-agent trajectories and demonstrations (.traj): each command and what it printed becomes a step of a coding world.

import { z } from 'zod'
import { findDomain } from '../../domains/index.ts'
import { GENERAL } from '../../domains/usual.ts'
import { JsonValue } from '../../text/json.ts'
import { Setup } from '../../tree/model.ts'
import type { Importer } from '../importing.ts'
import { About, Facts } from './about.ts'
import { type LinearTurn, linearTree, stem } from './linear.ts'
import { check } from './lines.ts'
import { counter, strangers, toolsOf } from './recorded.ts'
import { readWhole } from './whole.ts'

const Options = z.strictObject({})

const Step = z.looseObject({
  action: z.string({ error: 'the command has to be a text' }),
  observation: z.string().nullish(),
  thought: z.string().nullish(),
  execution_time: z.number().nullish(),
  extra_info: z
    .looseObject({ orrery: z.looseObject({ action: JsonValue }).and(z.record(z.string(), z.unknown())).optional() })
    .nullish()
})
const Said = z.looseObject({
  role: z.string(),
  content: z.unknown().optional(),
  is_demo: z.boolean().nullish(),
  action: z.string().nullish(),
  thought: z.string().nullish()
})
const Trajectory = z
  .looseObject({
    environment: z.string().nullish(),
    trajectory: z.array(z.unknown()).nullish(),
    history: z.array(Said).nullish(),
    info: z.looseObject({ exit_status: z.string().nullish(), submission: z.unknown().optional() }).nullish(),
    orrery: About.optional()
  })
  .refine(({ trajectory, history }) => trajectory || history, {
    error: 'it has neither a "trajectory" nor a "history", of which a SWE-agent file has one'
  })

// Replies are thoughts and commands, which are read each for itself.
const OF_STEP = new Set(['action', 'observation', 'response', 'thought', 'execution_time'])
const OF_INFO = new Set(['exit_status', 'submission'])
const OF_FILE = new Set(['environment', 'trajectory', 'history', 'info', 'orrery'])

export const traj: Importer<typeof Options> = {
  name: 'traj',
  title: 'SWE-agent trajectory',
  options: Options,

  recognise({ name, head }) {
    const start = head.trimStart()
    const own =
      start.startsWith('{') && /"trajectory":\s*\[/.test(head) && /"(observation|response|thought)":/.test(head)
    if (own) return { format: 'SWE-agent trajectory', sure: /\.traj$/i.test(name) ? 'certain' : 'likely' }
    if (start.startsWith('{') && /"history":\s*\[/.test(head) && /"message_type":/.test(head))
      return { format: 'SWE-agent demonstration', sure: 'likely' }
    return /\.traj$/i.test(name) && start.startsWith('{') ? { format: 'SWE-agent trajectory', sure: 'possible' } : null
  },

  async *read(file, { title, now }) {
    const found = await readWhole(file, Trajectory, 'SWE-agent trajectory')
    const about = found.orrery
    const domain = findDomain(about?.domain ?? GENERAL.commands)
    const dropped = counter()
    const drop = (what: string) => dropped.add(what)
    const turns: LinearTurn[] = []
    for (const [index, given] of (found.trajectory ?? demonstrated(found.history ?? [])).entries()) {
      const read = check(given, Step)
      const leftOut = `Step ${index + 1} of the trajectory was left out`
      if ('reason' in read) {
        yield { type: 'problem', line: null, reason: `${leftOut}: ${read.reason}` }
        continue
      }
      const { action, observation, thought, execution_time, extra_info } = read.checked
      const kept = about ? extra_info?.orrery : undefined
      if (!about) for (const what of strangers(read.checked, OF_STEP, 'steps')) drop(what)
      if (!about && thought?.trim()) drop('thoughts of the agent')
      if (!kept && !action.trim()) {
        drop('steps without an action')
        continue
      }
      const known = check(kept?.action ?? { name: BASH, arguments: { command: action.trimEnd() } }, domain.action)
      if ('reason' in known) {
        yield { type: 'problem', line: null, reason: `${leftOut}: it is no ${domain.id} action: ${known.reason}` }
        continue
      }
      const ms = Math.round((execution_time ?? 0) * 1000)
      turns.push({ action: known.checked, observation: observation ?? '', ms, ...(kept && Facts.parse(kept)) })
    }
    if (found.info?.submission) drop('the submission')
    if (!about)
      for (const what of [...strangers(found, OF_FILE), ...strangers(found.info ?? {}, OF_INFO, 'info')]) drop(what)
    if (turns.length) yield { type: 'understood', what: 'commands with their output', count: turns.length }
    yield* dropped.findings()
    if (!turns.length) {
      yield { type: 'problem', line: null, reason: 'The trajectory has no step that could be read.' }
      return
    }
    // The history of a trajectory may begin with demonstrations (`is_demo`). A file without a trajectory is one demonstration.
    const asks = found.history?.filter(({ role }) => role === 'user') ?? []
    const task = textIn((found.trajectory ? asks.find(({ is_demo }) => !is_demo) : asks[0])?.content)
    const status = found.info?.exit_status ? `Exit status: ${found.info.exit_status}` : ''
    const notes = ['Imported from a SWE-agent trajectory.', task, status]
    const tools = toolsOf([], [BASH])
    const tree = await linearTree({
      format: 'traj',
      title: title ?? about?.title ?? stem(file.name),
      notes: about?.notes ?? notes.filter(Boolean).join('\n\n'),
      setup: about?.setup ?? Setup.parse({ domain: domain.id, tools, ...(task && { task }) }),
      createdAt: about?.createdAt ?? now,
      turns
    })
    yield { type: 'tree', tree }
  }
}

// What a command of SWE-agent's is a call of.
const BASH = 'bash'

/** The steps of a demonstration: what an agent did, and what was told next. */
function demonstrated(history: z.infer<typeof Said>[]): unknown[] {
  return history.flatMap(({ role, action, thought }, index) => {
    if (role !== 'assistant' || typeof action !== 'string') return []
    const next = history[index + 1]
    const answered = next !== undefined && next.role !== 'assistant'
    return answered ? [{ action, thought, observation: textIn(next.content) }] : []
  })
}

/** The text of a message, which may be a list of parts. */
function textIn(content: unknown): string {
  if (typeof content === 'string') return content
  const texts = z.array(z.looseObject({ text: z.string() })).safeParse(content).data ?? []
  return texts.map(({ text }) => text).join('\n')
}
