// `orrery consistency`: whether what an agent does in a model's world would have come to the same in the real one.
import { createHash } from 'node:crypto'
import { type Command, InvalidArgumentError } from 'commander'
import { z } from 'zod'
import { LONGEST_NAME, type RunEvent } from '../../core/contract/runs.ts'
import type { ConsistencyReport } from '../../core/control/consistency/report.ts'
import { OrreryError } from '../../core/errors.ts'
import { canonical } from '../../core/tree/history.ts'
import { consistencyNotes, consistencyTable } from '../control/reports/consistency-text.ts'
import type { AgentChoice } from '../control/runs/scenarios/actors.ts'
import type { Confirm } from '../process/confirm.ts'
import { choiceOf } from './agent.ts'
import { type Cli, type EngineChoice, engineOptions } from './door.ts'
import { json, line, note, progress, table } from './print.ts'
import { readAll } from './run.ts'
import { positive, whole } from './values.ts'

interface Options extends EngineChoice {
  agent: string
  noise: number
  patience: number
  matrix?: boolean
  repeat: number
  seed: number
  failUnder?: number
  run?: string
  json?: boolean
}

const HELP = `
Each task is done three times: by the agent in its executed world (Real), by the agent in the world that the model answers (WM), and what was done
there once more in the executed world (W2R), whether the model called it solved or not. CR is W2R / Real; it may be more than 1.
A task is a scenario whose world is executed: a household, a text environment, a machine, a program. Its checks that are not of a single turn say
whether it succeeded; its faults are left out.
AGENT is walk (the scenario's own actions; with --noise some of them left out, done twice or preceded by another), react, script, a lazy agent,
or a command line, as for \`orrery agent run\`. walk tries once more what is refused.
Intervals hold with 95 % confidence and draw tasks 1,000 times. An interrupted run goes on when the command is repeated. The worlds stay.
Exit codes: 0 done, 100 CR is below --fail-under or no number, 1 error, 2 usage error.`

// Whoever typed the command line has named the program that it starts.
export const NAMED: Confirm = { waiting: null, ask: async () => true }
/** A bar was not reached. */
const FAILED = 100

export function consistencyCommand(program: Command, cli: Cli): void {
  engineOptions(program.command('consistency <scenarios...>'))
    .description("do tasks in a model's world, and what was done there in the real one (Real, WM, W2R, CR)")
    .option('--agent <agent>', 'walk, react, script, a lazy agent, or a command line', 'walk')
    .option('--noise <share>', 'walk: the share of actions with a mistake, 0 to 1', noiseOf, 0)
    .option('--patience <seconds>', 'how long a command may think about one turn', positive, 600)
    .option('--matrix', 'every combination of seeds and parameters that the files list')
    .option('--repeat <k>', 'each task k times, with seeds of their own', positive, 1)
    .option('--seed <n>', 'random seed of the intervals', whole, 0)
    .option('--fail-under <cr>', 'exit 100 where CR is below it', ratio)
    .option('--run <name>', 'name of the run; the same name resumes it (default: made from tasks, agent and settings)')
    .option('--json', 'print the report and every rollout as JSON')
    .addHelpText('after', HELP)
    .action((paths: string[], options: Options) => measured(cli, paths, options))
}

async function measured(cli: Cli, paths: string[], options: Options): Promise<void> {
  const { repeat, seed, failUnder } = options
  const agent: AgentChoice =
    options.agent === 'walk' ? { kind: 'walk', noise: options.noise } : choiceOf(options.agent, options.patience)
  const files = await readAll(cli, paths, options)
  const door = await cli.open({ ...options, tempo: 0 }, agent.kind === 'program' ? { confirm: NAMED } : {})
  const { model } = await door.call('models.status', {})
  const settings = AsJson.parse({ scenarios: files.map(({ scenario }) => scenario), agent, repeat, seed })
  const name = options.run ?? nameOf([settings, model])
  const bar = progress(cli.io)
  let report: ConsistencyReport | null = null
  const on = (event: RunEvent): void => {
    if (event.type === 'started' && event.known)
      note(cli.io, `${event.known} of ${event.total} rollouts are from an earlier run with this name.`)
    if (event.type === 'problem') note(cli.io, event.reason)
    if (event.type === 'job') {
      if (event.error) {
        bar.clear()
        note(cli.io, `${event.label}: ${event.error.message}`)
      }
      bar.show('Rolling out', event.done / event.total, `${event.done} of ${event.total}`)
    }
    if (event.type === 'report' && event.kind === 'consistency') report = event.report
  }
  try {
    await door.stream(
      'runs.start',
      { kind: 'consistency', name: name.slice(0, LONGEST_NAME), options: settings },
      { signal: cli.signal, on }
    )
  } finally {
    bar.clear()
  }
  // Assigned in `on`, which TypeScript does not follow.
  const done = report as ConsistencyReport | null
  if (!done) throw new OrreryError('cancelled', 'The run was stopped.')
  if (options.json) json(cli.io, done)
  else {
    line(cli.io, `${done.agent}, in the world of ${done.model}`)
    table(cli.io, consistencyTable(done))
  }
  for (const text of consistencyNotes(done)) note(cli.io, text)
  const { cr } = done.overall
  if (failUnder === undefined || (cr && cr.mean >= failUnder)) return
  note(cli.io, `Below the bar: CR is ${cr ? cr.mean.toFixed(3) : 'no number'}, and ${failUnder} was asked for.`)
  cli.exitCode = FAILED
}

const AsJson = z.record(z.string(), z.json())

/** The same tasks, agent, settings and model give the same name, so that repeating a command resumes it. */
function nameOf(content: unknown): string {
  const hash = createHash('sha256')
    .update(canonical(z.json().parse(content)))
    .digest('hex')
  return `consistency-${hash.slice(0, 16)}`
}

export function noiseOf(text: string): number {
  const share = text.trim() === '' ? Number.NaN : Number(text)
  if (share >= 0 && share <= 1) return share
  throw new InvalidArgumentError('expected a number from 0 to 1')
}

function ratio(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (Number.isFinite(value) && value >= 0) return value
  throw new InvalidArgumentError('expected a number from 0')
}
