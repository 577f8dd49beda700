// `orrery gate`: what it is worth to ask a world model before an action is done, by the number of checks that an episode has.
import { createHash } from 'node:crypto'
import { type Command, InvalidArgumentError } from 'commander'
import { z } from 'zod'
import { LONGEST_NAME, type RunEvent } from '../../core/contract/runs.ts'
import { tasksOf } from '../../core/control/consistency/tasks.ts'
import { type BudgetReport, type BudgetRollout, budgetRows } from '../../core/control/gate-budgets.ts'
import { findDomain } from '../../core/domains/index.ts'
import { OrreryError } from '../../core/errors.ts'
import { sentenceOf } from '../../core/text/issues.ts'
import { Condition, type Gate } from '../../core/tree/conditions.ts'
import { canonical } from '../../core/tree/history.ts'
import type { ScenarioFile } from '../../core/tree/scenario.ts'
import { budgetTable } from '../control/reports/budget-text.ts'
import type { AgentChoice } from '../control/runs/scenarios/actors.ts'
import { readYaml } from '../domains/tools/yaml.ts'
import { choiceOf } from './agent.ts'
import { NAMED, noiseOf } from './consistency.ts'
import { type Cli, type Door, type EngineChoice, engineOptions, usage } from './door.ts'
import { json, line, note, progress, table } from './print.ts'
import { readAll } from './run.ts'
import { positive, whole } from './values.ts'

interface Options extends EngineChoice {
  agent: string
  noise: number
  patience: number
  budgets: number[]
  before?: Condition
  success?: Condition
  spent?: NonNullable<Gate['spent']>
  matrix?: boolean
  repeat: number
  seed: number
  run?: string
  json?: boolean
}

const HELP = `
An agent acts in the executed world of each scenario. Before an action is done the model predicts what it comes to; what is not predicted to
succeed is not done, and the agent goes on. An episode has so many checks; when they are used up actions are done without.
--before says which actions are checked (default: those of the scenario's own gate, else all), --success what a prediction has to show
(default: the scenario's own, else: something that is not shown already, no error, and no end for nothing). Both are conditions as scenarios
have them, in YAML: --before '{action: buy now}' --success '{observation: "Reward: 1"}'.
AGENT is walk (the scenario's own actions, with --noise some of them left out, done twice or preceded by another one), react, a lazy agent, or
a command line. Its checks that are not of a single turn say whether it succeeded; its faults are left out.
Intervals hold with 95 % confidence and draw tasks 1,000 times. An interrupted run goes on when the command is repeated. The worlds stay.
Exit codes: 0 done, 1 error, 2 usage error.`

// Word2World, section 4.
const BUDGETS = [0, 2, 4, 10, 50]

export function gateCommand(program: Command, cli: Cli): void {
  engineOptions(program.command('gate <scenarios...>'))
    .description(
      'success with and without a check by the model before each action, by the number of checks an episode has'
    )
    .option('--agent <agent>', 'walk, react, a lazy agent, or a command line', 'walk')
    .option('--noise <share>', 'walk: the share of actions with a mistake, 0 to 1', noiseOf, 0)
    .option('--patience <seconds>', 'how long a command may think about one turn', positive, 600)
    .option('--budgets <list>', 'checks of an episode, with commas between', budgetsOf, BUDGETS)
    .option('--before <condition>', 'which actions are checked', conditionOf)
    .option('--success <condition>', 'what a prediction has to show', conditionOf)
    .option('--spent <what>', 'when the checks are used up: act, or refuse', spentOf)
    .option('--matrix', 'every combination of seeds and parameters that the files list')
    .option('--repeat <k>', 'each task k times, with seeds of their own', positive, 1)
    .option('--seed <n>', 'random seed of the intervals', whole, 0)
    .option('--run <name>', 'name of the run; the same name resumes it (default: made from tasks, agent and settings)')
    .option('--json', 'print the report and every rollout as JSON')
    .addHelpText('after', HELP)
    .action((paths: string[], options: Options) => measured(cli, paths, options))
}

async function measured(cli: Cli, paths: string[], options: Options): Promise<void> {
  const { budgets, repeat, seed } = options
  if (options.agent === 'script') throw usage('A script is not held to a gate. Use --agent walk, which does the same.')
  const agent: AgentChoice =
    options.agent === 'walk' ? { kind: 'walk', noise: options.noise } : choiceOf(options.agent, options.patience)
  const files = await readAll(cli, paths, options)
  const tasks = files.flatMap(({ scenario }) => gated(cli, scenario, options))
  const door = await cli.open({ ...options, tempo: 0 }, agent.kind === 'program' ? { confirm: NAMED } : {})
  const { model } = await door.call('models.status', {})
  const name = (options.run ?? `gate-${hashOf([tasks, agent, repeat, model])}`).slice(0, LONGEST_NAME - 4)
  const rollouts: BudgetRollout[] = []
  for (const [nth, budget] of budgets.entries()) {
    const scenarios = tasks.map((task) => withBudget(task, budget))
    const asked = { scenarios, agent, repeat }
    const place = { name: `${name}-${budget}`, done: nth, of: budgets.length, budget }
    for (const one of await rolledOut(cli, door, asked, place)) rollouts.push(one)
  }
  // One that is loaded when it is first asked has its name only now.
  const { model: asked } = await door.call('models.status', {})
  const report: BudgetReport = {
    ...{ model: asked ?? 'no model', agent: agent.kind === 'walk' ? `walk with noise ${agent.noise}` : options.agent },
    rows: budgetRows(rollouts, { budgets, seed })
  }
  if (options.json) return json(cli.io, { ...report, rollouts })
  line(cli.io, `${report.agent}, checked by ${report.model}`)
  table(cli.io, budgetTable(report))
}

/** Its tasks with a gate that only predicted success opens. */
function gated(cli: Cli, file: ScenarioFile, { before, success, spent }: Options): ScenarioFile[] {
  const own = file.setup.gate
  const tasks = tasksOf(file)
  return tasks.map(({ scenario, problem }, at) => {
    if (problem !== null) note(cli.io, problem)
    const wanted = success ?? own?.success ?? usualSuccess(scenario.setup.domain)
    const gate: Gate = {
      ...{ before: before ?? own?.before ?? ALL, previews: 0, needs: 'success', by: 'model' },
      ...(wanted && { success: wanted }),
      ...((spent ?? own?.spent) && { spent: spent ?? own?.spent ?? 'act' })
    }
    // A model predicts only where not everything has to be executed; the program answers all the same.
    // Under other seeds and parameters it is another task, and named so.
    const name = tasks.length > 1 ? `${scenario.name}-${at + 1}` : scenario.name
    return { ...scenario, name, setup: { ...scenario.setup, grounding: 'grounded', recording: null, gate } }
  })
}

const ALL: Condition = { all: [] }

/** Where the world's own verdict is "unclear" for every action on the way: whatever changes something and does not end for nothing. */
function usualSuccess(domain: string): Condition | undefined {
  if (findDomain(domain).door !== 'text') return undefined
  const lost: Condition = { all: [{ state: '$.done', is: true }, { not: { state: '$.score', least: 0.001 } }] }
  return { all: [{ not: { same: 'observation', as: -1 } }, { not: lost }] }
}

const withBudget = ({ setup, ...task }: ScenarioFile, previews: number): ScenarioFile => ({
  ...task,
  setup: { ...setup, ...(setup.gate && { gate: { ...setup.gate, previews } }) }
})

async function rolledOut(
  cli: Cli,
  door: Door,
  asked: { scenarios: ScenarioFile[]; agent: AgentChoice; repeat: number },
  { name, done, of, budget }: { name: string; done: number; of: number; budget: number }
): Promise<BudgetRollout[]> {
  const bar = progress(cli.io)
  const found: BudgetRollout[] = []
  const on = (event: RunEvent): void => {
    if (event.type !== 'job' || event.kind !== 'scenarios') return
    bar.show('Rolling out', (done + event.done / event.total) / of, `${budget} checks: ${event.done} of ${event.total}`)
    const { result, error } = event
    if (error) {
      bar.clear()
      note(cli.io, `${event.label}, ${budget} checks: ${error.message}`)
    }
    if (!result) return
    const { scenario, repeat, verdict, gate } = result
    const success = error || verdict === 'inconclusive' ? null : verdict === 'pass'
    found.push({ scenario, repeat, budget, success, ...(gate && { gate }) })
  }
  try {
    const input = { kind: 'scenarios' as const, name, options: AsJson.parse(asked) }
    await door.stream('runs.start', input, { signal: cli.signal, on })
  } finally {
    bar.clear()
  }
  return found
}

const AsJson = z.record(z.string(), z.json())

const hashOf = (content: unknown): string =>
  createHash('sha256')
    .update(canonical(z.json().parse(content)))
    .digest('hex')
    .slice(0, 16)

function budgetsOf(text: string): number[] {
  const budgets = text.split(',').map((one) => (one.trim() === '' ? Number.NaN : Number(one)))
  if (budgets.every((one) => Number.isInteger(one) && one >= 0 && one <= 100)) return [...new Set(budgets)]
  throw new InvalidArgumentError('expected whole numbers from 0 to 100 with commas between, such as 0,2,4,10,50')
}

function spentOf(text: string): NonNullable<Gate['spent']> {
  if (text === 'act' || text === 'refuse') return text
  throw new InvalidArgumentError('expected act or refuse')
}

function conditionOf(text: string): Condition {
  let read: ReturnType<typeof readYaml>
  try {
    read = readYaml(text)
  } catch (error) {
    throw new InvalidArgumentError(error instanceof OrreryError ? error.message : 'it is no YAML')
  }
  if ('problem' in read) throw new InvalidArgumentError(`it is no YAML: ${read.problem}`)
  const condition = Condition.safeParse(read.value)
  if (condition.success) return condition.data
  throw new InvalidArgumentError(
    `it is no condition: ${sentenceOf(condition.error, { value: read.value, schema: Condition })}`
  )
}
