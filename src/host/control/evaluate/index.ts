// One-step evaluation: every sample of a file is predicted from its own history and measured against what really happened.
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { FileText } from '../../../core/contract/files.ts'
import { RESULTS, type ReportOf, type RunProblem } from '../../../core/contract/runs.ts'
import { aggregate, type SampleOutcome } from '../../../core/control/evaluate/aggregate.ts'
import { measuring } from '../../../core/control/evaluate/metrics.ts'
import type { SamplePrediction } from '../../../core/control/evaluate/report.ts'
import { type SceneScores, sceneScores } from '../../../core/control/evaluate/scenes.ts'
import type { RuleVerdict } from '../../../core/control/rules/report.ts'
import { toldVerdicts } from '../../../core/control/rules/told.ts'
import { NO_OUTPUT, OrreryError, toWire } from '../../../core/errors.ts'
import { createSkips, lines, readLine, resting } from '../../../core/formats/importers/lines.ts'
import { domainOf, readResponse, readSetup, Sample } from '../../../core/formats/importers/samples.ts'
import { parse } from '../../../core/step/parse.ts'
import { readUserTurn } from '../../../core/step/turns.ts'
import { present } from '../../../core/text/present.ts'
import { Sampling, Setup, Thinking } from '../../../core/tree/model.ts'
import type { Engine } from '../../../core/tree/ports.ts'
import { endsOnlyItsJob } from '../runs/failures.ts'
import type { Job, JobResult, RunContext, RunKindPlugin } from '../runs/kind.ts'
import { type EvaluationSettings, keyOf, linesOf } from './file.ts'
import { answerGrounded } from './grounded.ts'
import { patiently } from './patiently.ts'
import { type RequestOptions, requestFor } from './request.ts'

const Options = z.strictObject({
  /** Lines of AgentWorldBench JSONL. */
  text: FileText,
  template: z.string().default('auto'),
  /** Only the first so many samples. */
  limit: z.int().min(1).optional(),
  seed: z.int().min(0).default(0),
  /** Always the likeliest token, instead of the sampling set or published for the model. */
  greedy: z.boolean().default(false),
  thinking: Thinking.default('full'),
  /** What a ground can compute is computed; the model answers the rest, and origins are reported apart. */
  grounded: z.boolean().default(false),
  /** Tokens an answer may take; default: as set for the model, else what the template allows. */
  maxTokens: Sampling.shape.maxTokens.unwrap().unwrap().exactOptional()
})

export const evaluation: RunKindPlugin<z.infer<typeof Options>, SamplePrediction, ReportOf<'eval'>> = {
  name: 'eval',
  options: Options,
  result: RESULTS.eval.result,
  folder: 'evals',
  async prepare(
    { text, template, limit, seed, greedy, thinking, maxTokens, grounded },
    { engine, sampling, templates, ground },
    { signal }
  ) {
    const { samples, problems } = await readSamples(text, { signal })
    const { engine: name, model, template: suited } = engine.info()
    const settings: EvaluationSettings = {
      ...{ engine: name, model, template: template === 'auto' ? suited : template, seed, greedy },
      ...(thinking !== 'full' && { thinking }),
      ...(maxTokens !== undefined && { maxTokens }),
      ...(grounded && { grounded })
    }
    const wanted = samples.slice(0, limit)
    const byKey = new Map<string, Sample>()
    const jobs: Job<SamplePrediction>[] = []
    for (const sample of wanted) {
      const key = await keyOf(sample)
      byKey.set(key, sample)
      jobs.push({
        key,
        label: `${sample.id} turn ${sample.turn_idx}`,
        do: ({ signal }) => predict(engine, sample, settings, { signal, sampling, templates, ground })
      })
    }
    const outcomes: SampleOutcome[] = []
    return {
      settings,
      problems,
      jobs,
      // A model on this machine is no faster with several, and its answers would depend on what ran beside them.
      atOnce: 1,
      lines: linesOf(byKey, settings),
      async count(index, entry, { signal }) {
        const sample = wanted[index]
        if (sample) outcomes[index] = await outcome(sample, entry, { signal, foreign: foreignTo(wanted, index) })
      },
      report: () => aggregate(outcomes)
    }
  }
}

async function readSamples(
  text: string,
  { signal }: { signal: AbortSignal }
): Promise<{ samples: Sample[]; problems: RunProblem[] }> {
  const samples: Sample[] = []
  const skips = createSkips()
  const rest = resting({ rest: setImmediate })
  for (const line of lines(text)) {
    await rest(line.text.length)
    signal.throwIfAborted()
    const read = readLine(line, Sample)
    const reason = 'skipped' in read ? read.skipped.reason : objection(read.value)
    if (reason === null && 'value' in read) samples.push(read.value)
    if (reason !== null && skips.add({ line: line.number, reason })) break
  }
  return { samples, problems: skips.report().skipped }
}

function objection(sample: Sample): string | null {
  if (domainOf(sample) || sample.system_str) return null
  return `There is no domain for the task "${sample.task}", and the sample has no system prompt.`
}

const CUT = {
  length: 'The answer was cut off at its limit of tokens.',
  repetition: 'The answer went on repeating itself and was cut off there.',
  counting: 'Only the numbers in the answer kept changing, and it was cut off there.',
  rows: 'A list in the answer went on without end and was cut off there.',
  size: 'The answer outgrew what is shown there and was cut off.',
  time: 'The answer took too long and was cut off.'
}

async function predict(
  engine: Engine,
  sample: Sample,
  settings: EvaluationSettings,
  { signal, ground, ...making }: { signal: AbortSignal; ground: RunContext['ground'] } & RequestOptions
): Promise<JobResult<SamplePrediction>> {
  const started = performance.now()
  const ms = () => Math.round(performance.now() - started)
  if (settings.grounded) {
    try {
      const answer = await answerGrounded(sample, { engine, ground, signal, ...making }, settings)
      if (answer) return { result: { ...answer, ms: ms() }, error: null }
    } catch (cause) {
      const error = toWire(cause)
      // Without a model only what needs one fails.
      if (error.code !== 'no-model' && error.code !== engine.absent?.code && !endsOnlyItsJob(error.code)) throw cause
      return { result: { gen: '', raw: '', warnings: [], ms: ms() }, error }
    }
  }
  const { request, expectTags, warnings } = await requestFor(sample, settings, engine.info().template, making)
  let raw = ''
  let gen = ''
  let tokens = 0
  let error: JobResult['error'] = null
  try {
    for await (const event of engine.generate(request, { signal })) {
      if (event.type === 'text') raw += event.text
      // A cut answer gets no mark here as a step's observation does, because the model's own text is measured.
      if (event.type !== 'done') continue
      tokens = event.tokens.generated
      if (event.cut) warnings.push(CUT[event.cut])
      if (event.thoughtEnded) {
        const why = event.thoughtEnded === 'circle' ? 'where it only repeated itself' : 'at its budget'
        warnings.push(`The thought was closed ${why}.`)
      }
    }
    const parsed = parse(raw, { expectTags })
    for (const one of parsed.warnings) warnings.push(one)
    gen = parsed.observation
    if (!gen) throw new OrreryError('no-output', NO_OUTPUT)
  } catch (cause) {
    error = toWire(cause)
    if (!endsOnlyItsJob(error.code)) throw cause
  }
  const result: SamplePrediction = {
    gen,
    raw,
    warnings,
    ms: ms(),
    tokens,
    ...(settings.grounded && { origin: 'predicted' as const })
  }
  return { result, error }
}

async function outcome(
  sample: Sample,
  { result: known, error }: JobResult<SamplePrediction | null>,
  { signal, foreign }: { signal: AbortSignal; foreign: string[] }
): Promise<SampleOutcome> {
  const about = {
    ...{ task: sample.task, kind: sample.kind ?? null, turn: sample.turn_idx },
    ...(known?.origin && { origin: known.origin }),
    ...(known && { ms: known.ms, ...(known.tokens !== undefined && { tokens: known.tokens }) })
  }
  if (error || !known) return { ...about, measures: null }
  const truth = readResponse(sample.response[sample.turn_idx - 1] ?? '')
  const normalise = domainOf(sample)?.normalise ?? ((text: string) => text)
  const measures = await patiently(measuring(known.gen, truth, { normalise }), { signal })
  const scene = scenesOf(sample, { predicted: known.gen, truth })
  const rules = await rulesIn(sample, { prediction: known.gen, foreign })
  return { ...about, measures, ...(scene && { scene }), ...(rules.length && { rules }) }
}

/** Rules that the sample's own history gives, held against the prediction. */
async function rulesIn(
  sample: Sample,
  { prediction, foreign }: { prediction: string; foreign: string[] }
): Promise<RuleVerdict[]> {
  const domain = domainOf(sample)
  if (!domain) return []
  const told = sample.prompt.slice(0, sample.turn_idx).map((prompt, at) => {
    const { action, instruction } = readUserTurn(prompt)
    return { action, instruction, observation: readResponse(sample.response[at] ?? '') }
  })
  const { setup } = readSetup(domain, sample)
  return toldVerdicts({ domain, setup: Setup.parse({ domain: domain.id, ...setup }), turns: told, prediction, foreign })
}

// As many as can be drawn from; they are for rules to be tried on.
const MOST_FOREIGN = 3

/** What samples of the same task, and of other sessions than this one, showed. */
function foreignTo(samples: readonly Sample[], index: number): string[] {
  const own = samples[index]
  const found: string[] = []
  for (let step = 1; step < samples.length && found.length < MOST_FOREIGN; step++) {
    const other = samples[(index + step) % samples.length]
    if (!other || !own || other.id === own.id || other.task !== own.task) continue
    found.push(readResponse(other.response[other.turn_idx - 1] ?? ''))
  }
  return found
}

/** `null` where the domain shows no scenes, and where its action is none of the domain's. */
function scenesOf(sample: Sample, answers: { predicted: string; truth: string }): SceneScores | null {
  const domain = domainOf(sample)
  if (!domain?.document) return null
  try {
    const action = domain.read(readUserTurn(present(sample.prompt[sample.turn_idx - 1])).action)
    return sceneScores(domain, action, answers)
  } catch {
    return null
  }
}
