// One-step evaluation: every sample of a file is predicted from its own history and measured against what really happened.
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import type { StreamEvent, streams } from '../core/api.ts'
import { findTemplate } from '../core/domains/index.ts'
import { NO_OUTPUT, OrreryError, toWire } from '../core/errors.ts'
import { aggregate, type Outcome } from '../core/evaluate/aggregate.ts'
import { type Measures, measuring } from '../core/evaluate/metrics.ts'
import { makeStep, stepSeed } from '../core/history.ts'
import { createSkips, lines, readLine, resting } from '../core/importers/lines.ts'
import { domainOf, readResponse, readSetup, Sample } from '../core/importers/samples.ts'
import { Sampling, Setup, type Step } from '../core/model.ts'
import { parse } from '../core/parse.ts'
import type { Domain, Template } from '../core/plugins.ts'
import type { Engine, Message, Request } from '../core/ports.ts'
import { readUserTurn, systemParts } from '../core/prompt.ts'
import { askedAsItStands, buildRequest } from '../core/step/request.ts'
import { openPredictions, type Prediction, type Settings } from './predictions.ts'

type Input = z.output<typeof streams.eval.input>

/** What requests are made with: the templates a domain has besides its own, and how the model's tokens are drawn. */
interface Making {
  templates(domain: Domain): Template[]
  sampling: Sampling
}

// A server that is down fails every sample at once; after this many in a row nobody is served by going on.
const GIVE_UP_AFTER = 5

/**
 * Predicts the samples in `input.text` one by one and reports. Each prediction is written to `<home>/evals/<run>.jsonl` before it
 * is announced; a run of the same name goes on where it stopped, and tries again what failed for the engine's sake.
 * @throws OrreryError conflict when the run of that name was made with other settings; cancelled; whatever keeps every sample
 * from being predicted (no-model, model-broken, ...)
 */
export async function* evaluate(
  {
    engine,
    home,
    templates = () => [],
    sampling = Sampling.parse({})
  }: { engine: Engine; home: string } & Partial<Making>,
  input: Input,
  { signal }: { signal: AbortSignal }
): AsyncGenerator<StreamEvent<'eval'>> {
  const samples: Sample[] = []
  const skips = createSkips()
  const rest = resting({ rest: setImmediate })
  for (const line of lines(input.text)) {
    await rest(line.text.length)
    signal.throwIfAborted()
    const read = readLine(line, Sample)
    const reason = 'skipped' in read ? read.skipped.reason : objection(read.value)
    if (reason === null && 'value' in read) samples.push(read.value)
    if (reason !== null && skips.add({ line: line.number, reason })) break
  }
  for (const skipped of skips.report().skipped) yield { type: 'skipped', ...skipped }
  const wanted = samples.slice(0, input.limit)
  const { engine: name, model, template: suited } = engine.info()
  const template = input.template === 'auto' ? suited : input.template
  const settings: Settings = { engine: name, model, template, seed: input.seed, greedy: input.greedy }
  const output = join(home, 'evals', `${input.run}.jsonl`)
  const predictions = await openPredictions(output, settings, {
    worthRetrying: ({ orrery }) => orrery.error !== null && isEngines(orrery.error.code)
  })
  const outcomes: Outcome[] = []
  let failures = 0
  try {
    for (const [index, sample] of wanted.entries()) {
      const known = predictions.find(sample)
      const prediction = known ?? (await predict(engine, sample, settings, { signal, templates, sampling }))
      if (!known) await predictions.add(sample, prediction)
      const { error } = prediction.orrery
      outcomes.push(await outcome(sample, prediction, { signal }))
      const progress = { done: index + 1, total: wanted.length, id: String(sample.id), turn: sample.turn_idx }
      yield { type: 'sample', ...progress, resumed: known !== undefined, failed: error?.message ?? null }
      failures = error && isEngines(error.code) ? failures + 1 : 0
      if (error && failures >= GIVE_UP_AFTER) {
        const message = `Stopped after ${failures} failures in a row, the last: ${error.message} The run goes on from here when started again.`
        throw new OrreryError(error.code, message)
      }
    }
  } finally {
    await predictions.close()
  }
  yield { type: 'report', report: { ...aggregate(outcomes), output } }
}

function objection(sample: Sample): string | null {
  if (domainOf(sample) || sample.system_str) return null
  return `There is no domain for the task "${sample.task}", and the sample brings no system prompt of its own.`
}

const CUT = {
  length: 'The answer was cut off at its limit of tokens.',
  repetition: 'The answer went on repeating itself and was cut off there.',
  counting: 'Only the numbers in the answer kept changing, and it was cut off there.'
}

/** Failures that say nothing of the model. */
function isEngines(code: string): boolean {
  return code === 'engine-crashed' || code === 'engine-failed'
}

async function outcome(
  sample: Sample,
  { gen, orrery }: Prediction,
  { signal }: { signal: AbortSignal }
): Promise<Outcome> {
  const truth = readResponse(sample.response[sample.turn_idx - 1]!)
  const normalise = domainOf(sample)?.normalise ?? ((text: string) => text)
  const scored = orrery.error ? null : await patiently(measuring(gen, truth, { normalise }), { signal })
  return { task: sample.task, kind: sample.kind ?? null, measures: scored }
}

/** Long texts take many turns to measure; in between the host answers others. */
async function patiently(work: ReturnType<typeof measuring>, { signal }: { signal: AbortSignal }): Promise<Measures> {
  for (;;) {
    const turn = work.next()
    if (turn.done) return turn.value
    await setImmediate()
    signal.throwIfAborted()
  }
}

async function predict(
  engine: Engine,
  sample: Sample,
  settings: Settings,
  { signal, ...making }: { signal: AbortSignal } & Making
): Promise<Prediction> {
  const started = performance.now()
  const { request, expectTags } = await ask(sample, settings, engine.info().template, making)
  let raw = ''
  const warnings: string[] = []
  let gen = ''
  let error: Prediction['orrery']['error'] = null
  try {
    for await (const event of engine.generate(request, { signal })) {
      if (event.type === 'text') raw += event.text
      // Without a mark: what is measured is the model's own text.
      if (event.type === 'done' && event.cut) warnings.push(CUT[event.cut])
    }
    const parsed = parse(raw, { expectTags })
    warnings.push(...parsed.warnings)
    gen = parsed.observation
    if (!gen) throw new OrreryError('no-output', NO_OUTPUT)
  } catch (cause) {
    error = toWire(cause)
    const ofThisSample = isEngines(error.code) || ['no-output', 'context-full', 'not-recorded'].includes(error.code)
    if (!ofThisSample) throw cause
  }
  return { gen, orrery: { settings, error, raw, warnings, ms: Math.round(performance.now() - started) } }
}

/** The request for a sample: its own system prompt where it brings one, its history as it stands, then the prompt to answer. */
async function ask(
  sample: Sample,
  { template: name, seed, greedy }: Settings,
  suited: string,
  { templates, sampling }: Making
): Promise<{ request: Request; expectTags: boolean }> {
  const domain = domainOf(sample)
  const template = domain ? findTemplate(domain, name, name, templates(domain)) : null
  const setup = Setup.parse({
    domain: domain?.id ?? sample.task,
    ...(domain && readSetup(domain, sample).setup),
    sampling: greedy ? { ...sampling, temperature: 0 } : sampling
  })
  const turns = sample.prompt.slice(0, sample.turn_idx - 1).flatMap((prompt, index): Message[] => [
    { role: 'user', content: prompt },
    { role: 'assistant', content: sample.response[index]! }
  ])
  const prompt = sample.current_prompt || sample.prompt[sample.turn_idx - 1]!
  const system = sample.system_str || (domain && template ? systemOf(domain, template, setup) : '')
  const messages: Message[] = [{ role: 'system', content: system }, ...turns, { role: 'user', content: prompt }]
  const past = domain && template ? await history(domain, sample) : null
  const chain = past?.chain ?? []
  const parent = chain.at(-1)?.id ?? null
  const asking = { suited, owner: 'eval', seed: await stepSeed(seed, parent) }
  const expectTags = template?.thinking ?? false
  if (!past || !domain || !template) {
    const framing = template ?? { thinking: name === 'standard', stop: [], repeats: 0, prefill: false }
    return { request: askedAsItStands(messages, prompt, { ...asking, setup, parent, template: framing }), expectTags }
  }
  const turn = { domain, template, setup, chain, action: past.action, instruction: '' }
  return { request: { ...buildRequest(turn, asking).request, messages }, expectTags }
}

/** The sample's past as steps and its action; `null` when a prompt holds no action of the domain: it is then asked as it stands. */
async function history(domain: Domain, sample: Sample): Promise<{ chain: Step[]; action: Step['action'] } | null> {
  try {
    const chain: Step[] = []
    for (let index = 0; index < sample.turn_idx - 1; index++) {
      const text = readResponse(sample.response[index]!)
      chain.push(
        await makeStep(chain.at(-1)?.id ?? null, domain.read(readUserTurn(sample.prompt[index]!).action), { text })
      )
    }
    return { chain, action: domain.read(readUserTurn(sample.prompt[sample.turn_idx - 1]!).action) }
  } catch {
    return null
  }
}

function systemOf(domain: Domain, template: Template, setup: Setup): string {
  return systemParts(domain, template, setup)
    .map(({ text }) => text)
    .join('\n\n')
}
