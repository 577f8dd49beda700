// `orrery eval`: how well a model predicts recorded turns, and how good worlds are that models wrote.
import { basename } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { LONGEST_NAME, type RunProblem } from '../../core/contract/runs.ts'
import type { EvalReport, Scores } from '../../core/control/evaluate/report.ts'
import { SuiteName } from '../../core/control/suites/report.ts'
import { OrreryError } from '../../core/errors.ts'
import { Axis } from '../../core/tree/conditions.ts'
import { Thinking } from '../../core/tree/model.ts'
import { type Cli, type Door, type EngineChoice, engineOptions, readText, usage } from './door.ts'
import { evalSuite, type SuiteChoice } from './eval-suite.ts'
import { type JudgeOptions, judgeOf, judgeOptions } from './judge-options.ts'
import { itemsIn, type JudgedPredictions, judgedPredictions, showJudged } from './judged-items.ts'
import { json, line, note, progress, table } from './print.ts'
import { positive, whole } from './values.ts'

interface Options
  extends EngineChoice,
    JudgeOptions,
    Pick<SuiteChoice, 'suite' | 'episodes' | 'effort' | 'play' | 'markdown'> {
  template: string
  limit?: number
  seed: number
  greedy?: boolean
  maxTokens?: number
  thinking: Thinking[]
  run?: string
  json?: boolean
}

type Report = EvalReport & { thinking: Thinking; output: string; judged?: JudgedPredictions }

// What a ground can compute is computed; the engine that is set otherwise predicts the rest.
const GROUNDED = 'grounded'
const FOR_SAMPLES = new Set(['template', 'thinking'])
const FOR_SUITES = new Set(['episodes', 'effort', 'play', 'markdown'])
const WHY = 'a model is asked as the benchmark asks it, without thinking.'

export function evalCommand(program: Command, cli: Cli): void {
  judgeOptions(engineOptions(program.command('eval <file>'), [GROUNDED]))
    .description(
      'predict the samples of an AgentWorldBench JSONL file and score them; or score a benchmark of written worlds'
    )
    .addOption(
      new Option('--suite <name>', 'the file or folder is a benchmark of worlds that models write').choices(
        SuiteName.options
      )
    )
    .option('--template <name>', 'standard, small or word2world; auto picks one for the model', 'auto')
    .option('--limit <n>', 'predict only the first n samples', positive)
    .option('--seed <n>', 'random seed', whole, 0)
    .option('--greedy', 'always take the most likely token instead of sampling')
    .option('--max-tokens <n>', 'maximum length of an answer, thinking included', positive)
    .option(
      '--thinking <rules>',
      'full, off, or a number of tokens; several with commas are compared: full,1024,off',
      thinkingRules,
      ['full']
    )
    .option('--run <name>', 'name of the run; the same name resumes it (default: made from file, model and settings)')
    .option('--episodes <n>', 'cwmb: episodes of a return (default: 10)', positive)
    .addOption(
      new Option(
        '--effort <how>',
        'cwmb, bytesized32: how much is planned and crawled; as published takes hours (default: small)'
      ).choices(['small', 'published'])
    )
    .option('--play', 'bytesized32: the model in use plays each game')
    .option('--markdown', 'of a suite: print the report as Markdown')
    .option('--json', 'print the report as JSON')
    .action(async (file: string, options: Options, command: Command) => {
      refuseIgnored(command, options)
      if (options.suite) return evalSuite(cli, file, options.suite, options)
      const judge = judgeOf(options)
      const text = await readText(file)
      const door = await cli.open(options)
      const { model } = await door.call('models.status', {})
      const reports: Report[] = []
      let resumed = 0
      const skipped: RunProblem[] = []
      for (const thinking of options.thinking) {
        // One name for all would mix their files.
        const rule = options.thinking.length > 1 || thinking !== 'full' ? `-think_${thinking}` : ''
        const run = options.run ? options.run + rule : nameOf(file, model ?? 'none', options, rule)
        const ran = await evaluate(cli, door, { text, run, thinking, options })
        resumed += ran.resumed
        if (!reports.length) for (const one of ran.skipped) skipped.push(one)
        if (!ran.samples)
          throw new OrreryError('invalid-input', `"${file}" has no usable sample. Expected AgentWorldBench JSONL.`)
        if (!ran.report) continue
        reports.push(ran.report)
        if (!judge) continue
        const items = await itemsIn(cli, ran.report.output)
        ran.report.judged = await judgedPredictions(cli, door, { judge, seed: options.seed, items })
        if (!ran.report.judged.rubric) cli.exitCode = 1
      }
      show(cli, options, { reports, skipped, resumed })
      if (!options.json && judge) for (const { judged } of reports) if (judged) showJudged(cli, judged, judge.model)
    })
}

/** @throws CommanderError for an option that says nothing to what is scored */
function refuseIgnored(command: Command, { suite, engine }: Options): void {
  const given = command.options.filter((one) => command.getOptionValueSource(one.attributeName()) === 'cli')
  const ignored = given.find((one) => (suite ? FOR_SAMPLES : FOR_SUITES).has(one.attributeName()))
  if (ignored && !suite) throw usage(`${ignored.long} is for --suite, and this file is scored without one.`)
  if (ignored) throw usage(`${ignored.long} is for the samples of AgentWorldBench, not for --suite ${suite}: ${WHY}`)
  if (suite && engine === GROUNDED)
    throw usage(`--engine ${GROUNDED} is for the samples of AgentWorldBench, not for --suite ${suite}.`)
}

/** One run, with its progress. */
async function evaluate(
  cli: Cli,
  door: Door,
  { text, run, thinking, options }: { text: string; run: string; thinking: Thinking; options: Options }
) {
  const { template, limit, seed, greedy, maxTokens } = options
  const bar = progress(cli.io)
  const ran = { report: null as Report | null, samples: 0, resumed: 0, skipped: [] as RunProblem[] }
  await door.stream(
    'runs.start',
    {
      kind: 'eval',
      name: run,
      options: {
        ...{ text, template, seed, greedy: greedy ?? false },
        ...(limit && { limit }),
        ...(thinking !== 'full' && { thinking }),
        ...(maxTokens && { maxTokens }),
        ...(options.engine === GROUNDED && { grounded: true })
      }
    },
    {
      signal: cli.signal,
      on(event) {
        switch (event.type) {
          case 'started':
            ran.samples = event.total
            ran.resumed = event.known
            break
          case 'problem':
            ran.skipped.push({ line: event.line, reason: event.reason })
            note(cli.io, `line ${event.line}: ${event.reason}`)
            break
          case 'job':
            if (event.error) {
              bar.clear()
              note(cli.io, `${event.label}: failed: ${event.error.message}`)
            }
            bar.show('Predicting', event.done / event.total, `${event.done} of ${event.total}`)
            break
          case 'report':
            bar.clear()
            if (event.kind === 'eval') ran.report = { ...event.report, thinking, output: event.output }
            break
          default:
            event satisfies never
        }
      }
    }
  )
  return ran
}

/** One report as a table by task and kind; several as a row each. */
function show(
  { io }: Cli,
  options: Options,
  { reports, skipped, resumed }: { reports: Report[]; skipped: RunProblem[]; resumed: number }
): void {
  const [first, second] = reports
  if (!first) return
  if (options.json) {
    json(io, second ? { reports, skipped } : { ...first, skipped })
    return
  }
  const scenes = reports.some(({ overall }) => overall.rewarded !== undefined)
  const axes = Axis.options.filter((axis) => reports.some(({ overall }) => overall.rules?.[axis]))
  const columns = { scenes, axes }
  const names = [
    ...['samples', 'failed', 'exact', 'normalised'],
    ...(scenes ? ['scene', 'with reward'] : []),
    ...['word F1', 'ROUGE-L', 'Levenshtein', ...axes.map((axis) => `rules ${axis}`), 'tokens', 'seconds']
  ]
  const rows = second
    ? reports.map(({ thinking, overall }) => row(`thinking: ${thinking}`, overall, columns))
    : [
        row('all', first.overall, columns),
        ...Object.entries(first.byTask).map(([task, scores]) => row(task, scores, columns)),
        ...Object.entries(first.byKind).map(([kind, scores]) => row(`kind: ${kind}`, scores, columns)),
        ...Object.entries(first.byOrigin ?? {}).map(([origin, scores]) => row(`origin: ${origin}`, scores, columns))
      ]
  table(io, [['', ...names], ...rows])
  for (const report of reports) showCurve(io, report, second !== undefined)
  for (const { output } of reports) line(io, `Predictions: ${output}`)
  if (resumed) note(io, `${resumed} predictions are from an earlier run with this name.`)
}

/** The same file, model and settings give the same name, so that repeating a command resumes it. */
function nameOf(
  file: string,
  model: string,
  { engine, template, seed, greedy, maxTokens }: Options,
  rule: string
): string {
  const settings = [
    engine === GROUNDED ? GROUNDED : '',
    template,
    `seed${seed}`,
    greedy ? 'greedy' : '',
    maxTokens ? `most${maxTokens}` : ''
  ]
  const parts = [basename(file, '.jsonl'), basename(model, '.gguf'), ...settings, rule.slice(1)]
  return parts
    .filter(Boolean)
    .join('-')
    .replace(/[^\w.-]+/g, '_')
    .slice(0, LONGEST_NAME)
}

/** Exactness by the number of the turn. */
function showCurve(io: Cli['io'], { curve = [], thinking }: Report, several: boolean): void {
  const rewards = curve.some(({ rewarded }) => rewarded !== undefined)
  const rows = curve.map(({ turn, turns, exact, rewarded }) => [
    ...[String(turn), String(turns), exact.toFixed(3)],
    ...(rewards ? [rewarded?.toFixed(3) ?? '-'] : [])
  ])
  if (curve.length < 2) return
  line(io, several ? `\nBy turn, thinking: ${thinking}` : '\nBy turn')
  table(io, [['turn', 'samples', 'normalised', ...(rewards ? ['with reward'] : [])], ...rows])
}

/** @param columns whether there are any for what text environments answer, and for which axes of rules */
function row(name: string, scores: Scores, { scenes, axes }: { scenes: boolean; axes: Axis[] }): string[] {
  const { samples, failed, exactRaw, exactNormalised, scene, rewarded, wordF1, rougeL, levenshtein, tokens, ms } =
    scores
  const exact = [exactRaw, exactNormalised, ...(scenes ? [scene, rewarded] : [])]
  const means = [...exact, wordF1, rougeL, levenshtein].map((mean) => mean?.toFixed(3) ?? '-')
  const cost = [tokens?.toFixed(0), ms === undefined ? undefined : (ms / 1000).toFixed(1)].map((one) => one ?? '-')
  const rules = axes.map((axis) => {
    const known = scores.rules?.[axis]
    return known ? `${known.held.toFixed(3)} (${known.samples})` : '-'
  })
  return [name, String(samples), String(failed), ...means, ...rules, ...cost]
}

/** `full`, `off` or a number of tokens. */
export function thinkingRule(text: string): Thinking {
  const read = Thinking.safeParse(/^\d+$/.test(text) ? Number(text) : text)
  if (read.success) return read.data
  throw new InvalidArgumentError('expected full, off, or a number of tokens')
}

function thinkingRules(text: string): Thinking[] {
  return [...new Set(text.split(',').map((rule) => thinkingRule(rule.trim())))]
}
