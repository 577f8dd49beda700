// A SWE-agent trajectory (.traj): the actions of one branch as the commands of an agent, with what each printed.
//
// The keys are those that SWE-agent 1.1 writes. What it has no place for stands under `orrery`.
import { z } from 'zod'
import { findDomain } from '../../domains/index.ts'
import { entries } from '../../observations/terminal/keystrokes.ts'
import type { ExportedTurn, Exporter, ExportSource } from '../exporting.ts'
import { aboutOf, FACTS, factsOf } from './facts.ts'
import { ANOTHER, lost } from './lost.ts'
import { shownOf } from './shown.ts'

const Options = z.strictObject({})

export const traj: Exporter<typeof Options> = {
  name: 'traj',
  title: 'SWE-agent trajectory',
  description: 'One branch for SWE-agent’s inspectors: commands, observations and history.',
  purpose: 'watch',
  extension: 'traj',
  mediaType: 'application/json',
  lossless: false,
  layout: 'apart',
  options: Options,
  losses: (source) => [...lost(source, FACTS), ANOTHER],
  async *write(sources, _options, { version }) {
    for (const source of sources) yield* trajectory(source, version)
  }
}

async function* trajectory(source: ExportSource, version: string): AsyncGenerator<string> {
  const { session, branch } = source
  yield `{"environment":${JSON.stringify(`orrery/${session.domain}`)},"trajectory":[`
  let before = branch.setup
  for await (const turn of source.chain()) {
    const action = commandOf(turn)
    const seconds = entries(turn.step.action).reduce((sum, { duration }) => sum + duration, 0)
    yield `${turn.number > 1 ? ',' : ''}\n${JSON.stringify({
      action,
      observation: turn.step.observation.text,
      response: action,
      thought: '',
      state: {},
      execution_time: seconds,
      query: [],
      extra_info: { orrery: { action: turn.step.action, ...factsOf(turn, before) } }
    })}`
    before = turn.setup
  }
  const task = branch.setup.task || shownOf(branch.setup) || session.title
  yield `\n],"history":[\n${message('system', 'system_prompt', SIMULATED)},\n${message('user', 'observation', task)}`
  for await (const turn of source.chain()) {
    const action = commandOf(turn)
    yield `,\n${message('assistant', 'action', action, { thought: '', action })}`
    yield `,\n${message('user', 'observation', turn.step.observation.text)}`
  }
  // Nothing was submitted: a status that begins with "submitted" would ask for a patch.
  const info = { model_stats: {}, exit_status: null, submission: null }
  yield `\n],"info":${JSON.stringify(info)},"replay_config":null,"orrery":${JSON.stringify({ version, ...aboutOf(source) })}}\n`
}

const SIMULATED = 'The environment of this trajectory was simulated.'

function message(role: string, type: string, content: string, more: object = {}): string {
  return JSON.stringify({ role, content, agent: 'main', message_type: type, ...more })
}

const Command = z.looseObject({ arguments: z.looseObject({ command: z.string() }) })

/** The action as the text of a command: what was typed, a shell's command, else the action as a model reads it. */
function commandOf({ step, setup }: ExportedTurn): string {
  const typed = entries(step.action)
  if (typed.length)
    return typed
      .map(({ keystrokes }) => keystrokes)
      .join('')
      .replace(/\n$/, '')
  return Command.safeParse(step.action).data?.arguments.command ?? findDomain(setup.domain).format(step.action)
}
