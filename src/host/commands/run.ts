// `orrery run`: scenarios, run and judged.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Command } from 'commander'
import { z } from 'zod'
import type { RunEvent } from '../../core/contract/runs.ts'
import type { RunJudge } from '../../core/control/ask-judge.ts'
import type { DivergenceTree } from '../../core/control/divergence-tree.ts'
import type { ScenarioResult } from '../../core/control/result.ts'
import { adversarial, adversarialReport } from '../../core/control/risks.ts'
import { joined, type ScenarioGroup, type ScenarioReport } from '../../core/control/summary.ts'
import { OrreryError } from '../../core/errors.ts'
import { canonical } from '../../core/tree/history.ts'
import type { ScenarioFile } from '../../core/tree/scenario.ts'
import type { AgentChoice } from '../control/runs/scenarios/actors.ts'
import { dataHome } from '../data/home.ts'
import { checkFile, createKnown, type KnownNames } from '../library/known.ts'
import { createScenarios, isScenarioName } from '../library/scenarios.ts'
import type { Confirm } from '../process/confirm.ts'
import { type Cli, type Door, type EngineChoice, engineOptions, machinesOption, ROOT, usage } from './door.ts'
import { judged } from './judge.ts'
import { type JudgeOptions, judgeOf, judgeOptions } from './judge-options.ts'
import { note, problemLine, progress } from './print.ts'
import { checkReport, isGood, type ReportOptions, reportOptions, showReport } from './report.ts'
import { runName } from './run-name.ts'
import { positive } from './values.ts'

export interface RunCommandOptions extends EngineChoice, ReportOptions, JudgeOptions {
  matrix?: boolean
  jobs?: number
  repeat: number
  shard?: { index: number; of: number }
  only?: string
  run?: string
  /** Who acts; the scenario's own actions where it is absent. */
  agent?: AgentChoice
  /** The worlds tempt the agent to do harm. */
  adversarial?: boolean
  /** The model gives a second opinion on each run. */
  judge?: boolean
  /** Tell where repeats parted. */
  parted?: boolean
}

// Whoever typed the command line has named the program that it starts.
const NAMED: Confirm = { waiting: null, ask: async () => true }

/** A check failed, or nothing was shown. */
const FAILED = 100

const HELP = `
A scenario is a YAML or JSON file, or the name of one that \`orrery scenario list\` shows; a folder stands for all scenarios in it. Each one with perturbations is also run without them.
Exit codes: 0 passed, 100 a check failed or no run was conclusive, 1 error, 2 usage error.

--matrix runs every combination of seeds, models, parameters and perturbations that a file lists.
--repeat runs each variant several times with seeds of its own, and reports the rate with its 95 % interval.
--parted tells where the repeats of each variant parted, as a tree: which turns they share, and whether an action or an answer differed.
--shard runs one part; \`orrery merge\` joins the data folders of all parts.
An interrupted run resumes when the command is repeated. Results are ordinary worlds.`

export function runCommand(program: Command, cli: Cli): void {
  runOptions(program.command('run <files...>'))
    .description('run scenarios and report what held')
    .addHelpText('after', HELP)
    .action((paths: string[], options: RunCommandOptions) => runScenarios(cli, paths, options))
}

/** The options that runs of scenarios have, whoever acts in them. */
export function runOptions(command: Command): Command {
  return judgeOptions(reportOptions(machinesOption(engineOptions(command))))
    .option('--matrix', 'run every combination that the files list')
    .option('--jobs <n>', 'runs at the same time', positive)
    .option('--repeat <k>', 'run each variant k times', positive, 1)
    .option('--parted', 'tell where the repeats of each variant parted')
    .option('--shard <i/n>', 'run only part i of n', shardOf)
    .option('--only <text>', 'run only variants with this text in their name, and their runs without faults')
    .option('--run <name>', 'name of the run, to resume it or to tell it from others')
}

/** Runs the scenarios of these files and reports them; the exit code says whether all passed. */
export async function runScenarios(cli: Cli, paths: string[], options: RunCommandOptions): Promise<void> {
  checkReport(options)
  const judge = judgeOf(options)
  if (options.parted && options.repeat < 2) throw usage('--parted compares repeats. Add --repeat with 2 or more.')
  const files = await readAll(cli, paths, options)
  const engines = enginesOf(files, options)
  const parts: ScenarioReport[] = []
  const results: ScenarioResult[] = []
  const opinions: string[] = []
  const trees = new Map<ScenarioGroup, DivergenceTree>()
  for (const choice of engines) {
    // Nobody watches: recorded answers come at once.
    const door = await cli.open({ ...options, ...choice.open, tempo: 0 }, options.agent && { confirm: NAMED })
    const before = results.length
    const { report, name } = await runOn(cli, door, files, {
      ...options,
      ...choice.filter,
      ...(judge && { runJudge: judge }),
      results
    })
    parts.push(report)
    if (options.judge) for (const one of await judged(cli, door, results.slice(before))) opinions.push(one)
    if (options.parted)
      for (const group of report.groups.filter(isRepeated)) {
        const { scenario, variant } = group
        trees.set(group, await door.call('scenarios.partings', { run: name, scenario, variant }))
      }
    if (engines.length > 1) await door.handlers.dispose()
  }
  const report = joined(parts)
  const where = new Map(files.map(({ scenario, path }) => [scenario.name, relative(process.cwd(), path)]))
  const command = ({ scenario, variant }: { scenario: string; variant: string }) =>
    [
      options.agent ? 'orrery agent run --scenario' : 'orrery run',
      where.get(scenario),
      options.matrix && '--matrix',
      options.adversarial && '--adversarial',
      variant && `--only "${variant}"`
    ]
      .filter(Boolean)
      .join(' ')
  showReport(cli, report, { ...options, files: where, about: paths, command, parted: trees })
  if (options.adversarial && !options.json)
    for (const text of [...adversarialReport(results), ...opinions]) note(cli.io, text)
  if (!isGood(report, options)) cli.exitCode = FAILED
}

function isRepeated({ counts: { pass, fail, inconclusive } }: ScenarioGroup): boolean {
  return pass + fail + inconclusive > 1
}

interface Read {
  path: string
  scenario: ScenarioFile
}

/**
 * The scenarios of files, names and folders, those of folders without checks left out.
 * @throws OrreryError invalid-input when a file is no scenario, after every problem was told
 */
export async function readAll(
  cli: Cli,
  paths: string[],
  { matrix, adversarial: tempting, ...options }: Pick<RunCommandOptions, 'matrix' | 'adversarial' | 'engine' | 'model'>
): Promise<Read[]> {
  const found = paths.flatMap((path) => filesIn(fileOf(path)))
  const known = withoutModels(createKnown({ home: dataHome(), resources: join(ROOT, 'resources') }), options)
  let wrong = 0
  const read: Read[] = []
  for (const path of found) {
    const { scenario, problems } = await checkFile(path, known)
    for (const problem of problems) note(cli.io, problemLine(problem))
    wrong += problems.filter(({ warning }) => !warning).length
    if (!scenario) continue
    const { matrix: _, ...rest } = scenario
    const chosen = matrix ? scenario : rest
    read.push({ path, scenario: tempting ? adversarial(chosen) : chosen })
  }
  if (wrong) {
    const problems = wrong === 1 ? 'One problem' : `${wrong} problems`
    throw new OrreryError('invalid-input', `${problems} in ${paths.join(', ')}. Nothing was run.`)
  }
  if (!read.length) throw usage(`There is no scenario in ${paths.join(', ')}.`)
  // Ready worlds without checks are for people to start from.
  const folder = paths.some((path) => isFolder(path))
  const [checked, bare] = splitBy(read, ({ scenario }) => !folder || scenario.checks.length > 0)
  if (bare.length && checked.length) {
    const names = bare.map(({ scenario }) => scenario.name).join(', ')
    note(cli.io, `Not run, because they have no checks (${bare.length}): ${names}.`)
  }
  const twice = checked.find(
    (one, index) => checked.findIndex(({ scenario }) => scenario.name === one.scenario.name) < index
  )
  if (twice) throw usage(`Two scenarios are named "${twice.scenario.name}". Rename the one in ${twice.path}.`)
  if (!checked.length) throw usage(`No scenario in ${paths.join(', ')} has checks.`)
  return checked
}

/** Where the command line names who answers, the models that files ask for do not count. */
function withoutModels(known: KnownNames, { engine, model }: EngineChoice): KnownNames {
  if (engine === undefined && model === undefined) return known
  return { problemOf: async (of) => (of.to === 'model' ? null : known.problemOf(of)) }
}

function splitBy<Item>(items: Item[], is: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(is), items.filter((item) => !is(item))]
}

/** A path as it is, and the file of a scenario by its name where no path is meant. */
export function fileOf(path: string): string {
  if (existsSync(path) || !/^[\w-][\w.-]*$/.test(path) || isScenarioName(path)) return path
  return createScenarios({ home: dataHome(), resources: join(ROOT, 'resources') }).find(path).file
}

function filesIn(path: string): string[] {
  if (!isFolder(path)) return [path]
  return readdirSync(path)
    .filter(isScenarioName)
    .sort()
    .map((name) => join(path, name))
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** Each engine and model that the files ask for, after what the command line says itself. */
function enginesOf(files: Read[], options: RunCommandOptions) {
  if (options.engine !== undefined || options.model !== undefined) return [{ open: {}, filter: {} }]
  const models = files.flatMap(({ scenario }) => scenario.matrix?.models ?? [scenario.model ?? null])
  return [...new Set(models)].map((model) => ({ open: model === null ? {} : { model }, filter: { ofModel: model } }))
}

async function runOn(
  cli: Cli,
  door: Door,
  files: Read[],
  {
    repeat,
    shard,
    only,
    run,
    jobs,
    ofModel,
    agent,
    runJudge,
    results
  }: RunCommandOptions & { ofModel?: string | null; runJudge?: RunJudge; results: ScenarioResult[] }
): Promise<{ report: ScenarioReport; name: string }> {
  const options = AsJson.parse({
    scenarios: files.map(({ scenario }) => scenario),
    repeat,
    ...(agent && { agent: { ...agent } }),
    ...(runJudge && { judge: { ...runJudge } }),
    ...(only !== undefined && { only }),
    ...(shard && { shard: { ...shard } }),
    ...(ofModel !== undefined && { model: ofModel })
  })
  const hash = createHash('sha256').update(canonical(options)).digest('hex').slice(0, 16)
  const name = run ?? (await runName(door, 'scenarios', `run-${hash}`))
  const bar = progress(cli.io)
  let report: ScenarioReport | null = null
  const on = (event: RunEvent) => {
    if (event.type === 'started' && event.known) note(cli.io, `${event.known} of ${event.total} runs are from before.`)
    if (event.type === 'job')
      bar.show('Running', event.done / event.total, `${event.done} of ${event.total}  ${event.label}`)
    if (event.type === 'job' && event.kind === 'scenarios' && event.result) results.push(event.result)
    if (event.type === 'job' && event.error) {
      bar.clear()
      note(cli.io, `${event.label}: ${event.error.message}`)
    }
    if (event.type === 'report' && event.kind === 'scenarios') report = event.report
  }
  const input = { kind: 'scenarios', name, options, ...(jobs !== undefined && { atOnce: jobs }) }
  await door.stream('runs.start', input, { signal: cli.signal, on })
  bar.clear()
  if (!report) throw new OrreryError('internal', 'The run ended without a report.')
  return { report, name }
}

// Checked to be JSON, and unchanged: the name of the run is made from its text.
const AsJson = z.record(z.string(), z.json())

function shardOf(text: string): { index: number; of: number } {
  const [, index, of] = /^(\d{1,5})\/(\d{1,5})$/.exec(text) ?? []
  const shard = { index: Number(index), of: Number(of) }
  if (index !== undefined && shard.index >= 1 && shard.index <= shard.of) return shard
  throw usage('--shard is the number of the part and of all parts, such as 1/4.')
}
