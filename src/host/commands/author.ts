// `orrery author`: writes a world from recordings, a description or tools, and says how it did on turns that were held back.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'
import { LONGEST_NAME, type RunEvent } from '../../core/contract/runs.ts'
import {
  type AskedTurn,
  AuthorMode,
  AuthorOptions,
  type AuthorReport,
  LeftOutRole
} from '../../core/control/authoring/report.ts'
import { turnTold } from '../../core/control/authoring/score.ts'
import { OrreryError } from '../../core/errors.ts'
import { canonical } from '../../core/tree/history.ts'
import type { ScenarioFile } from '../../core/tree/scenario.ts'
import {
  againstTold,
  attemptRows,
  heldRows,
  roundRows,
  spentRows,
  turnsTold
} from '../control/reports/authoring-text.ts'
import { worldFiles } from '../control/runs/authoring/world.ts'
import { explain } from '../data/disk-errors.ts'
import { patchCommand } from './author-patch.ts'
import { type Cli, checkOut, type Door, type EngineChoice, engineOptions, readText, usage, writeOut } from './door.ts'
import { scenarioIn } from './evolve.ts'
import { imported } from './imported.ts'
import { json, line, note, progress, table } from './print.ts'
import { findSession } from './sessions.ts'
import { toolsOf } from './tools.ts'
import { numberIn, whole } from './values.ts'

interface Options extends EngineChoice {
  from: string[]
  scenario?: string
  tools?: string
  only?: string
  domain?: string
  name?: string
  out?: string
  hold: number
  modelScore?: boolean
  by: 'rules' | 'model'
  mode: { mode: AuthorMode; best: number }
  without: string[]
  steps: number
  refinements?: number
  maxTokens: number
  rows?: string
  pairs?: string
  seed: number
  run?: string
  json?: boolean
}

const HELP = `
--from names a world by its id, or a recording in any format that \`orrery import\` reads; it can be repeated.
DESCRIPTION is a file, or the text itself. --tools takes an OpenAPI document or tool definitions.

With --by model the model in use goes on from the rules, in the roles of Agent2World: a researcher notes what is known and what is not, a
developer writes and tries the program, a unit tester writes tests, a play tester plays. It ends when both testers pass, or after the
refinements; a program that fails is labelled with what it passes. Every turn is kept, so an interrupted run goes on.
--mode direct asks once, single has one agent for all of it, best-of=N writes N programs apart and keeps the best.

The last turns of each recording (--hold) are held back before anything is written, and decide how good the program is: they stand
beside a look-up of calls that were made before and, with --model-score, the model's own answers to the same turns.
Rules are induced without a model: tables and verbs from tools, households and shops from their sentences, rules with a before and an
after from other text. What a recording keeps out of the agent's sight (its rules, its state) is not looked at.

--out writes NAME.yaml, programs/NAME.*, report.json and report.md; two runs with the same answers write the same program.
An interrupted run goes on when the command is repeated. Exit codes: 0 a program was written, 1 none or an error, 2 usage error.

Examples:
  orrery author --from recording.jsonl --out worlds/desk
  orrery author --from SESSION --by model --model qwen2.5-coder-1.5b --refinements 1
  orrery author "A shop sells mugs." --by model --name mugs --out worlds/mugs`

export function authorCommand(program: Command, cli: Cli): void {
  const command = engineOptions(program.command('author [description]'))
    .description('write a world as a program, from recordings, a description or tools')
    .option(
      '--from <what>',
      'a world or a recording; can be repeated',
      (one: string, all: string[]) => [...all, one],
      []
    )
    .option('--scenario <file>', 'a scenario: what it says of its world, its tools and its task')
    .option('--tools <file>', 'an OpenAPI document or tool definitions')
    .option('--only <names>', 'of --tools only those with these names; * stands for any characters')
    .option('--domain <name>', 'the kind of world, where no recording says it')
    .option('--name <name>', 'what the world is called (default: after what it is written from)')
    .option('--out <folder>', 'write the world and its report into this folder')
    .option(
      '--hold <share>',
      "share of each recording's turns that is held back",
      numberIn(AuthorOptions.shape.hold.unwrap()),
      0.3
    )
    .addOption(
      new Option('--by <who>', 'rules alone, or the model in use after them')
        .choices(['rules', 'model'])
        .default('rules')
    )
    .option('--mode <how>', 'full, direct, single or best-of=N', modeOf, { mode: 'full', best: 1 })
    .addOption(new Option('--without <roles...>', 'leave roles out').choices(LeftOutRole.options).default([]))
    .option('--steps <n>', 'the most turns of a role in a row', numberIn(AuthorOptions.shape.steps.unwrap()), 10)
    .option(
      '--refinements <n>',
      'how often the program is written again (default: 2, and 3 of code)',
      numberIn(AuthorOptions.shape.refinements.unwrap())
    )
    .option('--max-tokens <n>', 'the most tokens of one answer', numberIn(AuthorOptions.shape.maxTokens.unwrap()), 4096)
    .option('--rows <file>', 'write conversations that led somewhere as rows for fine-tuning, JSON lines')
    .option('--pairs <file>', 'write pairs of refinements, the better one first, as JSON lines')
    .option('--model-score', 'the model in use answers the held-back turns too')
    .option('--seed <n>', 'random seed', whole, 0)
    .option('--run <name>', 'name of the run; the same name resumes it (default: made from what is given)')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', HELP)
    .action((description: string | undefined, options: Options) => author(cli, description, options))
  patchCommand(command, cli)
}

async function author(cli: Cli, described: string | undefined, options: Options): Promise<void> {
  const { from, tools: file } = options
  if (described === undefined && !from.length && file === undefined && options.scenario === undefined)
    throw usage('Say what the world is written from: a description, --from with a recording, --scenario or --tools.')
  for (const path of [options.rows, options.pairs]) checkOut(path)
  const door = await cli.open({ ...choiceOf(options), tempo: 0 })
  const said = described === undefined ? '' : existsSync(described) ? await readText(described) : described
  const scenario = options.scenario === undefined ? null : await scenarioIn(door, options.scenario)
  const description = [said, scenario && toldBy(scenario)].filter(Boolean).join('\n\n')
  const domain = options.domain ?? scenario?.setup.domain
  const worlds = await worldsOf(cli, door, from)
  const tools = file === undefined ? (scenario?.setup.tools ?? []) : await toolsOf(cli, door, file, options.only)
  const name = options.name ?? nameOf(from[0] ?? file ?? options.scenario ?? 'world')
  const settings = AsJson.parse(
    JSON.parse(
      JSON.stringify({
        ...{ name, description, tools, hold: options.hold, seed: options.seed },
        worlds: worlds.map((session) => ({ session })),
        ...(domain !== undefined && { domain }),
        modelScore: options.modelScore ?? false,
        ...{ by: options.by, ...options.mode, without: options.without, steps: options.steps },
        maxTokens: options.maxTokens,
        ...(options.refinements !== undefined && { refinements: options.refinements })
      })
    )
  )
  const { model } = await door.call('models.status', {})
  const hash = createHash('sha256')
    .update(canonical(AsJson.parse({ settings, model: options.modelScore || options.by === 'model' ? model : null })))
    .digest('hex')
  const run = options.run ?? `${name}-${hash.slice(0, 16)}`
  const report = await done(cli, door, run.slice(0, LONGEST_NAME), settings)
  if (!report) return
  if (!report.program) cli.exitCode = 1
  if (options.out !== undefined) write(options.out, report)
  for (const [path, rows] of [
    [options.rows, report.training.rows],
    [options.pairs, report.training.pairs]
  ] as const)
    if (path !== undefined) writeOut(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  if (options.json) return json(cli.io, report)
  show(cli, report)
  if (options.out !== undefined && report.program)
    line(cli.io, `Wrote ${join(options.out, `${name}.yaml`)}. Run it: orrery run ${join(options.out, `${name}.yaml`)}`)
}

/** What a scenario says of its world to whoever reads it; its program is no part of that. */
const toldBy = ({ title, description, setup }: ScenarioFile): string =>
  [title, description, setup.task && `Task: ${setup.task}`, setup.initialState].filter(Boolean).join('\n')

/** The worlds that are named, and those of recordings, which become worlds. */
async function worldsOf(cli: Cli, door: Door, from: readonly string[]): Promise<string[]> {
  const worlds: string[] = []
  for (const one of from) {
    const found = existsSync(one) ? await imported(cli, door, [resolve(one)]) : [await findSession(door, one)]
    for (const world of found) if (!worlds.includes(world)) worlds.push(world)
  }
  return worlds
}

async function done(cli: Cli, door: Door, name: string, options: z.infer<typeof AsJson>): Promise<AuthorReport | null> {
  const bar = progress(cli.io)
  let report: AuthorReport | null = null
  const on = (event: RunEvent) => {
    if (event.type === 'started' && event.known)
      note(cli.io, `${event.known} of ${event.total} parts are from an earlier run with this name.`)
    if (event.type === 'problem') note(cli.io, event.reason)
    if (event.type === 'job') {
      if (event.error) throw new OrreryError(event.error.code, event.error.message)
      const turn = event.kind === 'authoring' && event.result?.did === 'asked' ? event.result : null
      if (turn) {
        bar.clear()
        note(cli.io, turnLine(turn))
      }
      bar.show('Writing', event.done / event.total, event.label)
    }
    if (event.type === 'report' && event.kind === 'authoring') report = event.report
  }
  try {
    await door.stream('runs.start', { kind: 'authoring', name, options }, { signal: cli.signal, on })
  } finally {
    bar.clear()
  }
  return report
}

/** A turn while the work goes on. */
function turnLine(turn: AskedTurn): string {
  const { role, round, step, tokens, ms } = turn
  const cost = `${tokens.generated} tokens, ${(ms / 1000).toFixed(1)} s`
  return `${role}, round ${round + 1}, turn ${step}: ${turnTold(turn)} (${cost})`
}

/** `best-of=4`, or a mode by its name. */
function modeOf(text: string): Options['mode'] {
  const [, best] = /^best-of=(\d{1,2})$/.exec(text) ?? []
  if (best !== undefined && Number(best) > 0 && Number(best) <= 32) return { mode: 'best-of', best: Number(best) }
  const mode = AuthorMode.exclude(['best-of']).safeParse(text)
  if (mode.success) return { mode: mode.data, best: 1 }
  throw new InvalidArgumentError('expected full, direct, single or best-of=N, of which N is 1 to 32')
}

const AsJson = z.record(z.string(), z.json())

const choiceOf = ({ engine, model, baseUrl, recording }: Options): EngineChoice => ({
  ...(engine !== undefined && { engine }),
  ...(model !== undefined && { model }),
  ...(baseUrl !== undefined && { baseUrl }),
  ...(recording !== undefined && { recording })
})

function nameOf(from: string): string {
  const [stem = ''] = basename(from).split('.')
  const plain = stem
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .slice(0, 60)
  const bare = plain.replace(/^[^a-z]+/, '').replace(/-$/, '')
  return bare || 'world'
}

/** @throws OrreryError disk-full, forbidden */
function write(folder: string, report: AuthorReport): void {
  try {
    for (const [path, text] of Object.entries(worldFiles(report))) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
  } catch (error) {
    throw explain(error, folder)
  }
}

function show({ io }: Cli, report: AuthorReport): void {
  line(io, `${report.name}: ${report.label}.`)
  line(io, turnsTold(report))
  if (report.turns.held) {
    line(io, '')
    line(io, 'Held-back turns')
    table(io, heldRows(report))
  }
  if (report.attempts.length) {
    line(io, '')
    line(io, 'Programs that were tried, on shown turns')
    table(io, attemptRows(report))
  }
  if (report.rounds.length) {
    line(io, '')
    line(io, 'The loop')
    table(io, roundRows(report))
    if (report.held.against) line(io, againstTold(report))
  }
  if (report.spent.length) {
    line(io, '')
    table(io, spentRows(report))
  }
}
