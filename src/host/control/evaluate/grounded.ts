// A sample answered by a ground, with the model for what it cannot know: its origin goes with it, so that nobody takes one for the other.
import type { SamplePrediction } from '../../../core/control/evaluate/report.ts'
import { findTemplate } from '../../../core/domains/index.ts'
import { OrreryError } from '../../../core/errors.ts'
import type { Sample } from '../../../core/formats/importers/samples.ts'
import { parse } from '../../../core/step/parse.ts'
import { wanting } from '../../../core/step/prepare.ts'
import { buildRequest } from '../../../core/step/request.ts'
import { stepSeed } from '../../../core/tree/history.ts'
import type { Setup } from '../../../core/tree/model.ts'
import type { Engine, Ground, ModelQuestion } from '../../../core/tree/ports.ts'
import type { EvaluationSettings } from './file.ts'
import { type RequestOptions, worldOf } from './request.ts'

/**
 * The ground's answer to a sample, from the state that the recorded actions lead to; `null` where no ground serves it.
 * @throws OrreryError as `Ground.turn` and `Engine.generate`
 */
export async function answerGrounded(
  sample: Sample,
  {
    engine,
    ground: groundOf,
    signal,
    ...making
  }: { engine: Engine; ground: (setup: Setup) => Ground | null; signal: AbortSignal } & RequestOptions,
  { template: name, seed }: Pick<EvaluationSettings, 'template' | 'seed'>
): Promise<Omit<SamplePrediction, 'ms'> | null> {
  const world = await worldOf(sample, making)
  const ground = world && groundOf(world.setup)
  if (!world || !ground) return null
  const { domain, setup, chain, action } = world
  const template = findTemplate(domain, name, engine.info().template, { more: making.templates(domain), seed })
  const asking = { suited: engine.info().template, owner: 'eval', seed: await stepSeed(seed, chain.at(-1)?.id ?? null) }
  const raws: string[] = []
  let tokens = 0
  async function askModel(question: ModelQuestion): Promise<string> {
    const asked = { domain, template, setup, chain, action: question.action, instruction: question.context }
    const request = wanting(buildRequest(asked, asking).request, template, question)
    let raw = ''
    for await (const said of engine.generate(request, { signal })) {
      if (said.type === 'text') raw += said.text
      if (said.type === 'done') tokens += said.tokens.generated
    }
    raws.push(raw)
    const text = parse(raw, { expectTags: template.thinking }).observation
    if (!text) throw new OrreryError('no-output', 'The model gave no observation.')
    return text
  }
  const { text, grounded } = await ground.turn(
    { setup, chain, callOf: () => null, action, instruction: '' },
    { signal, askModel, askList: async () => null, progress: () => {} }
  )
  return { gen: text, raw: raws.join('\n'), warnings: [], tokens, origin: grounded.origin, rule: grounded.rule }
}
