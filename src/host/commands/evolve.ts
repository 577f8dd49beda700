// `orrery evolve`: from the runs of an agent, the next harder variant of a scenario that it passes now and then.
import { existsSync, writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { StreamEvent } from '../../core/contract/index.ts'
import type { Harder } from '../../core/control/evolution.ts'
import { OrreryError } from '../../core/errors.ts'
import { noScenario, type ScenarioFile } from '../../core/tree/scenario.ts'
import { explain } from '../data/disk-errors.ts'
import { readScenarioFile } from '../library/scenario-file.ts'
import { type Cli, checkOut, type Door, type EngineChoice, engineOptions } from './door.ts'
import { json, line, note, progress } from './print.ts'
import { whole } from './values.ts'

interface Options extends EngineChoice {
  run: string[]
  seed: number
  all?: boolean
  out?: string
  json?: boolean
}

const HELP = `
FILE is a scenario's file or the name of a scenario; --run names runs of it, as \`orrery run --name\` and \`orrery agent run\` do.
Where the agent passes 20 to 80 % of at least 5 runs, ways of making it harder are tried in an order that the seed draws:
  budget       fewer turns than half of the passing runs took
  distractors  more rows that look like those that matter
  hidden       lists that tell less, so that rows have to be read
  faults       faults that fit the world
  goal         a second task, or more to be read
  help         no examples, and no more turns than needed
The first that \`orrery scenario audit\` admits is printed as a file, with what it changed, where it comes from (\`evolved\`) and on which runs.
No model is asked; with --model or --engine it may reword the task too, and is held to the same audit.

Example:
  orrery agent run --scenario assistant-lunch --agent react --repeat 10
  orrery evolve assistant-lunch --run NAME --out scenarios/lunch-harder.yaml`

export function evolveCommand(program: Command, cli: Cli): void {
  engineOptions(program.command('evolve <file>'))
    .description('make the next harder variant of a scenario from the runs of an agent')
    .requiredOption('--run <name...>', 'runs of this scenario, by their names')
    .option('--seed <n>', 'another seed tries the ways in another order', whole, 0)
    .option('--all', 'try every way, and list what came of each')
    .option('--out <file>', 'write the scenario to this file')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (file: string, options: Options) => {
      checkOut(options.out)
      const door = await cli.open({ ...options, tempo: 0 })
      const scenario = await scenarioIn(door, file)
      const by = options.model !== undefined || options.engine !== undefined ? 'model' : 'rules'
      const outcomes = await door.call('scenarios.outcomes', { scenario: scenario.name, runs: options.run })
      const tried: Harder[] = []
      const bar = progress(cli.io)
      const on = (event: StreamEvent<'scenarios.evolve'>) => {
        if (event.type !== 'tried') return
        const { type: _, done, total, ...one } = event
        tried.push(one)
        bar.show('Trying', done / total, one.way)
      }
      const all = options.all ?? false
      await door.stream(
        'scenarios.evolve',
        { scenario, outcomes, seed: options.seed, by, all },
        { signal: cli.signal, on }
      )
      bar.clear()
      const found = tried.find(({ refused }) => refused === null)
      if (!found) cli.exitCode = 1
      if (found && options.out !== undefined) write(options.out, found.text)
      if (options.json) return json(cli.io, { outcomes, tried, admitted: found?.scenario?.name ?? null })
      note(cli.io, `"${scenario.name}" was passed in ${outcomes.passed} of ${outcomes.judged} runs.`)
      for (const { way, how, refused } of tried)
        note(cli.io, refused === null ? `Admitted ${way}: ${how}.` : `Refused ${way}${how && ` (${how})`}: ${refused}`)
      if (!found) return line(cli.io, 'No way of making it harder was admitted. Try another --seed, or vary it.')
      line(
        cli.io,
        options.out === undefined ? found.text.trimEnd() : `Wrote ${options.out}. Run it: orrery run ${options.out}`
      )
    })
}

/** @throws OrreryError not-found; invalid-input for a file with problems */
export async function scenarioIn(door: Door, name: string): Promise<ScenarioFile> {
  const all = existsSync(name) ? [] : await door.call('scenarios.list', {})
  const path = existsSync(name) ? name : all.find((one) => one.name === name)?.file
  if (path === undefined) throw noScenario(name, all)
  const { scenario, problems } = readScenarioFile(path)
  if (scenario) return scenario
  const [first] = problems
  throw new OrreryError('invalid-input', `${first?.file}:${first?.line}:${first?.column}: ${first?.message}`)
}

/** @throws OrreryError disk-full, forbidden */
function write(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw explain(error, file)
  }
}
