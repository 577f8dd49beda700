// Reads SWE-agent trajectories (.traj): each command and what it printed becomes a step of a coding world.
import { z } from 'zod'
import { findDomain } from '../domains/index.ts'
import type { Importer } from '../importing.ts'
import { Setup } from '../model.ts'
import { JsonValue } from '../text/json.ts'
import { About, Facts } from './about.ts'
import { type LinearTurn, linearTree, stem } from './linear.ts'
import { readWhole } from './whole.ts'

const Options = z.strictObject({})

const Step = z.looseObject({
  action: z.string({ error: 'its action is no text' }),
  observation: z.string().nullish(),
  thought: z.string().nullish(),
  execution_time: z.number().nullish(),
  extra_info: z
    .looseObject({ orrery: z.looseObject({ action: JsonValue }).and(z.record(z.string(), z.unknown())).optional() })
    .nullish()
})
const Trajectory = z.looseObject({
  environment: z.string().nullish(),
  trajectory: z.array(z.unknown()),
  history: z
    .array(z.looseObject({ role: z.string(), content: z.unknown().optional(), is_demo: z.boolean().nullish() }))
    .nullish(),
  info: z.looseObject({ exit_status: z.string().nullish(), submission: z.unknown().optional() }).nullish(),
  orrery: About.optional()
})

export const traj: Importer<typeof Options> = {
  name: 'traj',
  title: 'SWE-agent trajectory',
  options: Options,

  recognise({ name, head }) {
    const start = head.trimStart()
    const own =
      start.startsWith('{') && /"trajectory":\s*\[/.test(head) && /"(observation|response|thought)":/.test(head)
    if (own) return { format: 'SWE-agent trajectory', sure: /\.traj$/i.test(name) ? 'certain' : 'likely' }
    return /\.traj$/i.test(name) && start.startsWith('{') ? { format: 'SWE-agent trajectory', sure: 'possible' } : null
  },

  async *read(file, { title, now }) {
    const found = await readWhole(file, Trajectory, 'SWE-agent trajectory')
    const about = found.orrery
    const domain = findDomain(about?.domain ?? 'swe')
    const dropped = new Map<string, number>()
    const drop = (what: string) => dropped.set(what, (dropped.get(what) ?? 0) + 1)
    const turns: LinearTurn[] = []
    for (const [index, given] of found.trajectory.entries()) {
      const read = Step.safeParse(given)
      const where = `Step ${index + 1} of the trajectory`
      if (!read.success) {
        yield { type: 'problem', line: null, reason: `${where}: ${z.prettifyError(read.error)}` }
        continue
      }
      const { action, observation, thought, execution_time, extra_info } = read.data
      const kept = about ? extra_info?.orrery : undefined
      if (!kept && !action.trim()) {
        drop('steps without an action')
        continue
      }
      const known = domain.action.safeParse(kept?.action ?? { name: 'bash', arguments: { command: action.trimEnd() } })
      if (!known.success) {
        yield { type: 'problem', line: null, reason: `${where}: ${z.prettifyError(known.error)}` }
        continue
      }
      if (thought?.trim()) drop('thoughts of the agent')
      const ms = Math.round((execution_time ?? 0) * 1000)
      turns.push({ action: known.data, observation: observation ?? '', ms, ...(kept && Facts.parse(kept)) })
    }
    if (found.info?.submission) drop('the submission')
    if (turns.length) yield { type: 'understood', what: 'commands with their output', count: turns.length }
    for (const [what, count] of dropped) yield { type: 'dropped', what, count }
    if (!turns.length) {
      yield { type: 'problem', line: null, reason: 'The trajectory has no step that could be read.' }
      return
    }
    const asked = found.history?.find(({ role, is_demo }) => role === 'user' && !is_demo)?.content
    const status = found.info?.exit_status ? `Exit status: ${found.info.exit_status}` : ''
    const notes = ['Imported from a SWE-agent trajectory.', typeof asked === 'string' ? asked : '', status]
    const tree = await linearTree({
      format: 'traj',
      title: title ?? about?.title ?? stem(file.name),
      notes: about?.notes ?? notes.filter(Boolean).join('\n\n'),
      setup: about?.setup ?? Setup.parse({ domain: domain.id }),
      createdAt: about?.createdAt ?? now,
      turns
    })
    yield { type: 'tree', tree }
  }
}
