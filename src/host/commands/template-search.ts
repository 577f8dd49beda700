// `orrery templates search`: variants of a template tried on recordings, and the best of them held to recordings that it was not chosen by.
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { MeasureName } from '../../core/control/compare/measures.ts'
import type { CompareReport, Figure, ScoreDifference } from '../../core/control/compare/report.ts'
import { comparisonOf } from '../../core/control/compare/summary.ts'
import { successiveHalving } from '../../core/control/tuning/halving.ts'
import { splitFor } from '../../core/control/tuning/prompts.ts'
import type { TuningReport } from '../../core/control/tuning/report.ts'
import { findDomain } from '../../core/domains/index.ts'
import { OrreryError } from '../../core/errors.ts'
import { mulberry32 } from '../../core/text/chance.ts'
import type { Thinking } from '../../core/tree/model.ts'
import { aboutPack, tuningLines } from '../control/reports/tuning-text.ts'
import { type Cli, type Door, type EngineChoice, engineOptions, usage } from './door.ts'
import { thinkingRule } from './eval.ts'
import { imported } from './imported.ts'
import { json, line, note } from './print.ts'
import { createTrials, scoreIn, type TemplateVariant } from './template-trials.ts'
import { variantsFor } from './template-variants.ts'
import { positive, whole } from './values.ts'

export interface SearchOptions extends EngineChoice {
  domain?: string
  variants?: string
  write: number
  writer?: string
  examples: number
  measure: MeasureName
  heldOut: number
  first: number
  turns: number
  name?: string
  seed: number
  sample?: boolean
  thinking?: Thinking
  maxTokens?: number
  json?: boolean
}

const HELP = `
Tried are the templates that come with Orrery, the prompts of --variants (<domain>/system_prompt.VARIANT.txt, as for a pack), those that a model
writes (--write) from the turns that went worst, and the usual template with the most similar past steps told as examples (--examples).
Successive halving: all are tried on the first few turns of each recording, the better half on twice as many, until one is left. It and the usual
template then answer the recordings that were held out, and the difference is told with its interval over recordings.
A winner that is a prompt is saved as a prompt pack, with its figures and its cost in ABOUT.md. What was answered is kept: the same command goes on.

Example:
  orrery templates search logs/*.cast --domain terminal --variants ./prompts --write 4 --name mine`

export function templateSearch(templates: Command, cli: Cli): void {
  engineOptions(templates.command('search <recordings...>'))
    .description('try variants of a template on recordings, and save the best as a prompt pack')
    .option('--domain <name>', 'the kind of world (default: that of the recordings, where they have one)')
    .option('--variants <folder>', 'prompts to try, laid out as a pack')
    .option('--write <n>', 'have a model write so many variants', whole, 0)
    .option(
      '--writer <who>',
      'the model that writes them: a catalogue id, a .gguf file or URL#MODEL (default: the same)'
    )
    .option('--examples <n>', 'try the n most similar past steps as examples too; 0 does not', whole, 3)
    .option('--measure <name>', 'what decides', oneMeasure, 'wordF1' as const)
    .option('--held-out <share>', 'the share of recordings held out, 0 to 1', shareOf, 0.3)
    .option('--first <n>', 'turns of each recording at first', positive, 2)
    .option('--turns <n>', 'turns of each recording at most', positive, 16)
    .option('--name <name>', 'name of the prompt pack (default: tuned-DOMAIN)')
    .option('--seed <n>', 'random seed', whole, 0)
    .option('--sample', 'draw tokens as set for the model instead of taking the most likely')
    .option('--thinking <rule>', 'full, off, or a number of tokens', thinkingRule)
    .option('--max-tokens <n>', 'maximum length of an answer, thinking included', positive)
    .option('--json', 'print the report as JSON')
    .addHelpText('after', HELP)
    .action((paths: string[], options: SearchOptions) => search(cli, paths, options))
}

async function search(cli: Cli, paths: string[], options: SearchOptions): Promise<void> {
  const door = await cli.open({ ...options, tempo: 0 })
  const { model } = await door.call('models.status', {})
  if (model === null)
    throw new OrreryError('no-model', 'A search needs a model to try templates with. Choose one: orrery model list')
  const { domain, worlds } = await worldsOf(cli, door, paths, options)
  const { seed, measure } = options
  const { chosenBy, heldOut } = splitFor(worlds, { share: options.heldOut, draw: (at) => mulberry32(seed, at) })
  const how = { seed, greedy: !options.sample, thinking: options.thinking, maxTokens: options.maxTokens }
  const trials = createTrials(cli, door, { ...how, pool: chosenBy, model })
  const baseline: TemplateVariant = { name: 'auto', template: 'auto', prompt: null, examples: 0 }
  const found = await variantsFor(cli, door, { domain, options, baseline, trials, chosenBy, model })
  note(cli.io, `${found.variants.length} variants on ${chosenBy.length} recordings, ${heldOut.length} held out.`)
  const rungs = await successiveHalving(found.variants, {
    ...{ first: options.first, most: options.turns },
    score: async (variant, turns) => scoreIn(await trials.run(variant, chosenBy, turns), measure)
  })
  const [best] = rungs.at(-1)?.scores ?? []
  const winner = best?.candidate ?? baseline
  const reports = [await trials.run(winner, heldOut, options.turns)]
  if (winner.name !== baseline.name) reports.push(await trials.run(baseline, heldOut, options.turns))
  const held = comparisonOf(reports, { seed })
  const figure = (name: string): Figure | null =>
    held.contestants.find((one) => one.name === name)?.passes.true?.overall.figures[measure] ?? null
  const report: TuningReport = {
    ...{ domain, measure, model, chosenBy, heldOut },
    rungs: rungs.map(({ budget, scores }) => ({
      turns: budget,
      scores: scores.map(({ candidate, score }) => ({ variant: candidate.name, score }))
    })),
    ...{ winner: winner.name, baseline: baseline.name },
    held: { winner: figure(winner.name), baseline: figure(baseline.name) },
    difference: differenceOf(reports, measure, seed),
    cost: { ...trials.cost(), words: found.words },
    saved: null
  }
  if (winner.prompt !== null) report.saved = await saved(door, winner.prompt, report, options.name)
  await found.clear()
  if (options.json) return json(cli.io, report)
  for (const text of tuningLines(report, winner)) line(cli.io, text)
}

/** Winner minus baseline over the turns of the recordings held out; a turn without an answer counts 0, as it did while they were chosen. */
function differenceOf([first, second]: CompareReport[], measure: MeasureName, seed: number): ScoreDifference | null {
  if (!first || !second) return null
  const filled = (report: CompareReport): CompareReport => ({
    ...report,
    turns: report.turns.map((turn) => ({ ...turn, scores: turn.scores ?? { [measure]: 0 } }))
  })
  const { differences } = comparisonOf([filled(first), filled(second)], { seed })
  return differences.find((one) => one.measure === measure) ?? null
}

/** The worlds of one kind. @throws OrreryError invalid-input for too few of them; CommanderError where there are several kinds */
async function worldsOf(
  cli: Cli,
  door: Door,
  paths: string[],
  { domain: wanted }: SearchOptions
): Promise<{ domain: string; worlds: string[] }> {
  const all = await imported(
    cli,
    door,
    paths.map((path) => resolve(path))
  )
  const known = await Promise.all(
    all.map(async (session) => {
      const { branches } = await door.call('worlds.open', { session })
      return { session, domain: branches[0]?.setup.domain ?? '' }
    })
  )
  const domains = [...new Set(known.map(({ domain }) => domain))].sort()
  if (wanted === undefined && domains.length > 1)
    throw usage(`A template is of one kind of world, and these are of ${domains.join(', ')}. Choose with --domain.`)
  const domain = findDomain(wanted ?? domains[0] ?? '').id
  const worlds = known.filter((one) => one.domain === domain).map(({ session }) => session)
  if (worlds.length >= 2) return { domain, worlds }
  throw new OrreryError(
    'invalid-input',
    `A search needs two recordings of the domain ${domain} or more: one to choose by and one held out. There ${worlds.length ? 'is one' : 'is none'}.`
  )
}

async function saved(
  door: Door,
  prompt: string,
  report: TuningReport,
  name = `tuned-${report.domain}`
): Promise<string> {
  const files = [{ path: `${report.domain}/system_prompt.txt`, text: prompt }]
  await door.call('prompts.import', { name, files, about: aboutPack(report) })
  return name
}

function oneMeasure(text: string): MeasureName {
  const read = MeasureName.safeParse(text)
  if (read.success) return read.data
  throw usage(`--measure ${text}: use ${MeasureName.options.join(', ')}.`)
}

function shareOf(text: string): number {
  const share = text.trim() === '' ? Number.NaN : Number(text)
  if (share > 0 && share < 1) return share
  throw usage('--held-out is a number between 0 and 1, such as 0.3.')
}
