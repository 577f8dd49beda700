// `orrery eval`: how well a model predicts recorded turns.
import { basename } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { EvalReport, LONGEST_NAME, type RunProblem, type Scores } from '../../core/api.ts'
import { OrreryError } from '../../core/errors.ts'
import { type Cli, type EngineChoice, engineOptions, readText } from './door.ts'
import { json, line, note, progress, table } from './print.ts'

interface Options extends EngineChoice {
  template: string
  limit?: number
  seed: number
  greedy?: boolean
  run?: string
  json?: boolean
}

type Report = EvalReport & { output: string }

export function evalCommand(program: Command, cli: Cli): void {
  engineOptions(program.command('eval <file>'))
    .description('predict the samples of an AgentWorldBench JSONL file and score them')
    .option('--template <name>', 'standard or small; auto picks one for the model', 'auto')
    .option('--limit <n>', 'predict only the first n samples', positive)
    .option('--seed <n>', 'random seed', whole, 0)
    .option('--greedy', 'always take the most likely token instead of sampling')
    .option('--run <name>', 'name of the run; the same name resumes it (default: made from file, model and settings)')
    .option('--json', 'print the report as JSON')
    .action(async (file: string, options: Options) => {
      const text = await readText(file)
      const door = await cli.open(options)
      const { template, limit, seed, greedy } = options
      const run = options.run ?? nameOf(file, (await door.call('engine.status', {})).model ?? 'none', options)
      const bar = progress(cli.io)
      let report: Report | null = null
      let [samples, resumed] = [0, 0]
      const skipped: RunProblem[] = []
      await door.stream(
        'runs.start',
        {
          kind: 'eval',
          name: run,
          options: { text, template, seed, greedy: greedy ?? false, ...(limit && { limit }) }
        },
        {
          signal: cli.signal,
          on(event) {
            switch (event.type) {
              case 'started':
                samples = event.total
                resumed = event.known
                break
              case 'problem':
                skipped.push({ line: event.line, reason: event.reason })
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
                report = { ...EvalReport.parse(event.report), output: event.output }
                break
              default:
                event satisfies never
            }
          }
        }
      )
      if (!samples)
        throw new OrreryError('invalid-input', `"${file}" has no usable sample. Expected AgentWorldBench JSONL.`)
      if (report) show(report)

      function show(found: Report): void {
        if (options.json) {
          json(cli.io, { ...found, skipped })
          return
        }
        const rows = [
          ['', 'samples', 'failed', 'exact', 'normalised', 'word F1', 'ROUGE-L', 'Levenshtein'],
          row('all', found.overall),
          ...Object.entries(found.byTask).map(([task, scores]) => row(task, scores)),
          ...Object.entries(found.byKind).map(([kind, scores]) => row(`kind: ${kind}`, scores))
        ]
        table(cli.io, rows)
        line(cli.io, `Predictions: ${found.output}`)
        if (resumed) note(cli.io, `${resumed} of ${samples} were predicted by an earlier run with this name.`)
      }
    })
}

/** The same file, model and settings give the same name, so that repeating a command resumes it. */
function nameOf(file: string, model: string, { template, seed, greedy }: Options): string {
  const parts = [basename(file, '.jsonl'), basename(model, '.gguf'), template, `seed${seed}`, greedy ? 'greedy' : '']
  return parts
    .filter(Boolean)
    .join('-')
    .replace(/[^\w.-]+/g, '_')
    .slice(0, LONGEST_NAME)
}

function row(name: string, scores: Scores): string[] {
  const { samples, failed, exactRaw, exactNormalised, wordF1, rougeL, levenshtein } = scores
  const means = [exactRaw, exactNormalised, wordF1, rougeL, levenshtein].map((mean) => mean.toFixed(3))
  return [name, String(samples), String(failed), ...means]
}

export function whole(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 0)
    throw new InvalidArgumentError('expected a whole number, 0 or greater')
  return number
}

export function positive(text: string): number {
  const number = whole(text)
  if (number === 0) throw new InvalidArgumentError('expected a whole number, 1 or greater')
  return number
}
