// `orrery compare`: how near models, grounds, programs and baselines come to what was recorded.
import { createHash } from 'node:crypto'
import { basename, resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'
import { LONGEST_NAME, type RunEvent } from '../../core/contract/runs.ts'
import { MeasureName } from '../../core/control/compare/measures.ts'
import { type CompareReport, type Comparison, Pass } from '../../core/control/compare/report.ts'
import { comparisonOf } from '../../core/control/compare/summary.ts'
import { OrreryError, toWire } from '../../core/errors.ts'
import type { Check } from '../../core/tree/conditions.ts'
import { canonical } from '../../core/tree/history.ts'
import type { Thinking } from '../../core/tree/model.ts'
import type { EmbeddingChoice } from '../control/embeddings/index.ts'
import { compareHtml } from '../control/reports/compare-html.ts'
import { type Bar, belowBars, compareJunit } from '../control/reports/compare-junit.ts'
import { compareTables, differenceLines, divergenceRows, ruleLines } from '../control/reports/compare-text.ts'
import { counted } from '../control/reports/words.ts'
import { CONTESTANTS_HELP, contestant, type NamedContestant } from './contestants.ts'
import { type Cli, checkOut, type Door, type EngineChoice, engineOptions, writeOut } from './door.ts'
import { EMBEDDINGS_HELP, embeddingChoice, isWeak, WEAK } from './embedding-option.ts'
import { thinkingRule } from './eval.ts'
import { imported } from './imported.ts'
import { json, line, note, progress, table } from './print.ts'
import { rulesIn } from './rules-option.ts'
import { positive, whole } from './values.ts'

interface Options extends EngineChoice {
  with: NamedContestant[]
  pass: Pass | 'both'
  turns?: number
  template: string
  seed: number
  greedy?: boolean
  thinking?: Thinking
  maxTokens?: number
  embeddings?: EmbeddingChoice
  rules?: string
  run?: string
  html?: string
  junit?: string
  failUnder: Bar[]
  json?: boolean
}

const HELP = `
Who can be compared (--with, as often as you like):
${CONTESTANTS_HELP}

A recording is a file in any format that \`orrery import\` reads; it becomes a world. Its first branch is taken for the truth.
What a contestant shows from the beginning on stays as a branch of that world.
Intervals hold with 95 % confidence and are made by drawing sessions 1,000 times; a difference whose interval holds 0 is called noise.
An interrupted comparison goes on when the command is repeated.
Exit codes: 0 compared, 100 below a bar of --fail-under, 1 error or a contestant was stopped, 2 usage error.`

export function compareCommand(program: Command, cli: Cli): void {
  engineOptions(program.command('compare <recording...>'))
    .description('compare models, grounds and programs with recordings, turn by turn')
    .option(
      '--with <who>',
      'who answers; can be repeated (default: model)',
      (who: string, all: NamedContestant[]) => [...all, contestant(who)],
      []
    )
    .addOption(
      new Option('--pass <past>', 'what turns are asked after: the true turns, its own, or both, one after the other')
        .choices([...Pass.options, 'both'])
        .default('both')
    )
    .option('--turns <n>', 'compare only the first n turns of each recording', positive)
    .option('--template <name>', 'standard, small or word2world; auto picks one for the model', 'auto')
    .option('--seed <n>', 'random seed', whole, 0)
    .option('--greedy', 'always take the most likely token instead of sampling')
    .option('--thinking <rule>', 'full, off, or a number of tokens', thinkingRule)
    .option('--max-tokens <n>', 'maximum length of an answer, thinking included', positive)
    .option('--embeddings <who>', EMBEDDINGS_HELP, embeddingChoice)
    .option(
      '--rules <file>',
      'rules of your own beside those that the recordings give: a list of checks (YAML or JSON)'
    )
    .option(
      '--run <name>',
      'name of the run; the same name resumes it (default: made from recordings, contestant and settings)'
    )
    .option('--html <file>', 'write an HTML page')
    .option('--junit <file>', "write JUnit's XML")
    .option(
      '--fail-under <bar>',
      'exit 100 where a contestant stays below it: 0.9 (exact), or change=0.5; can be repeated',
      barOf,
      []
    )
    .option('--json', 'print the comparison and every turn as JSON')
    .addHelpText('after', HELP)
    .action((paths: string[], options: Options) => compareRecordings(cli, paths, options))
}

async function compareRecordings(cli: Cli, paths: string[], options: Options): Promise<void> {
  checkOut(options.html)
  checkOut(options.junit)
  if (options.embeddings && isWeak(options.embeddings)) note(cli.io, WEAK)
  const contestants = options.with.length ? options.with : [contestant('model')]
  const rules = options.rules === undefined ? undefined : await rulesIn(options.rules)
  const reports: CompareReport[] = []
  let worlds: string[] | null = null
  for (const one of contestants) {
    const door = await cli.open({ ...choiceOf(options), ...one.engine, tempo: 0 })
    try {
      worlds ??= await imported(
        cli,
        door,
        paths.map((path) => resolve(path))
      )
      const report = await compared(cli, door, { contestant: one, worlds, rules, options })
      if (report) reports.push(report)
    } finally {
      await door.handlers.dispose()
    }
  }
  if (!reports.length) return
  const comparison = comparisonOf(reports, { seed: options.seed })
  const below = belowBars(comparison, options.failUnder)
  const about = [
    paths.map((path) => basename(path)).join(', '),
    `seed ${options.seed}, ${counted(worlds?.length ?? 0, 'recording')}`
  ]
  if (options.html !== undefined) writeOut(options.html, compareHtml(comparison, reports, about))
  if (options.junit !== undefined) writeOut(options.junit, compareJunit(comparison, options.failUnder))
  if (options.json) json(cli.io, { ...comparison, below, reports })
  else show(cli, comparison, reports)
  for (const text of below) note(cli.io, `Below the bar: ${text}.`)
  if (below.length && !cli.exitCode) cli.exitCode = FAILED
}

/** A bar was not reached. */
const FAILED = 100

/** `0.9`, of exactness, or `change=0.5`; those named before stay. */
function barOf(text: string, before: Bar[]): Bar[] {
  const [, name = 'exact', number = ''] = /^(?:(\w+)=)?(.+)$/.exec(text) ?? []
  const measure = MeasureName.safeParse(name)
  const least = number.trim() === '' ? Number.NaN : Number(number)
  if (measure.success && least >= 0 && least <= 1) return [...before, { measure: measure.data, least }]
  const known = MeasureName.options.join(', ')
  throw new InvalidArgumentError(`expected a number from 0 to 1, alone or behind one of these and "=": ${known}`)
}

interface Compared {
  contestant: NamedContestant
  worlds: string[]
  rules: Check[] | undefined
  options: Options
}

/** One contestant's run; what it has done where it was stopped, `null` where that is nothing. */
async function compared(
  cli: Cli,
  door: Door,
  { contestant: one, worlds, rules, options }: Compared
): Promise<CompareReport | null> {
  const { pass, turns, template, seed, greedy, thinking, maxTokens } = options
  const { model } = await door.call('models.status', {})
  const name =
    one.name === 'model'
      ? (model ?? 'model')
      : one.examples
        ? `${model ?? 'model'} + ${one.examples} examples`
        : one.name
  const settings = AsJson.parse({
    ...{ worlds: worlds.map((session) => ({ session })), contestant: name, by: one.by, template, seed },
    ...{ passes: pass === 'both' ? Pass.options : [pass], greedy: greedy ?? false },
    ...(one.program && { program: one.program }),
    ...(rules && { rules }),
    ...(turns !== undefined && { turns }),
    ...(one.examples !== undefined && { examples: { count: one.examples, worlds } }),
    ...(thinking !== undefined && { thinking }),
    ...(maxTokens !== undefined && { maxTokens })
  })
  const run = options.run === undefined ? nameOf(name, { settings, model }) : `${options.run}-${slug(name)}`
  const bar = progress(cli.io)
  const told = new Set<string>()
  let report: CompareReport | null = null
  const on = (event: RunEvent) => {
    if (event.type === 'started' && event.known)
      note(cli.io, `${name}: ${event.known} of ${event.total} answers are from an earlier run with this name.`)
    if (event.type === 'problem') note(cli.io, event.reason)
    if (event.type === 'job') {
      // Each reason once: a server that is down has one for every turn.
      if (event.error && !told.has(event.error.message)) {
        told.add(event.error.message)
        bar.clear()
        note(cli.io, `${name}: ${event.label}: ${event.error.message}`)
      }
      bar.show(`Comparing ${name}`, event.done / event.total, `${event.done} of ${event.total}`)
    }
    if (event.type === 'report' && event.kind === 'compare') report = event.report
  }
  try {
    await door.stream(
      'runs.start',
      {
        kind: 'compare',
        name: run.slice(0, LONGEST_NAME),
        // No part of the name: the same answers are measured with vectors and without.
        options: { ...settings, ...(options.embeddings && { embeddings: { ...options.embeddings } }) }
      },
      { signal: cli.signal, on }
    )
  } catch (error) {
    // One that cannot go on must not cost the others what they came to.
    if (cli.signal.aborted || !(error instanceof OrreryError)) throw error
    note(cli.io, `${name}: ${toWire(error).message}`)
    cli.exitCode = 1
  } finally {
    bar.clear()
  }
  return report
}

const AsJson = z.record(z.string(), z.json())

const choiceOf = ({ engine, model, baseUrl, recording }: Options): EngineChoice => ({
  ...(engine !== undefined && { engine }),
  ...(model !== undefined && { model }),
  ...(baseUrl !== undefined && { baseUrl }),
  ...(recording !== undefined && { recording })
})

const slug = (text: string): string => text.replace(/[^\w.-]+/g, '_').slice(0, 80)

/** The same recordings, contestant and settings give the same name, so that repeating a command resumes it. */
function nameOf(name: string, content: unknown): string {
  const hash = createHash('sha256')
    .update(canonical(AsJson.parse(content)))
    .digest('hex')
  return `${slug(name)}-${hash.slice(0, 16)}`
}

function show({ io }: Cli, comparison: Comparison, reports: readonly CompareReport[]): void {
  for (const { title, rows } of compareTables(comparison)) {
    line(io, title)
    table(io, rows)
    line(io, '')
  }
  for (const text of [...differenceLines(comparison), ...divergenceRows(comparison)]) line(io, text)
  const [first] = reports
  if (first?.rules) for (const text of ruleLines(first.rules)) line(io, text)
  for (const { contestant: name, times, embeddings } of reports)
    note(
      io,
      `${name}: ${times.seconds.toFixed(1)} s of answers, ${(times.measuring / 1000).toFixed(2)} s of measuring${times.embedding === undefined ? '' : `, ${(times.embedding / 1000).toFixed(2)} s of embedding by ${embeddings}`}.`
    )
}
