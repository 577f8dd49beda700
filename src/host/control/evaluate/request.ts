// What a model is asked for one AgentWorldBench sample.

import type { Domain, DomainTemplate } from '../../../core/domains/domain.ts'
import { findTemplate } from '../../../core/domains/index.ts'
import { domainOf, readResponse, readSetup, type Sample } from '../../../core/formats/importers/samples.ts'
import { systemPrompt } from '../../../core/step/prompt.ts'
import { askedAsItStands, buildRequest } from '../../../core/step/request.ts'
import { readUserTurn } from '../../../core/step/turns.ts'
import { present } from '../../../core/text/present.ts'
import { makeStep, stepSeed } from '../../../core/tree/history.ts'
import { type Sampling, Setup, type Step } from '../../../core/tree/model.ts'
import type { Message, Request } from '../../../core/tree/ports.ts'
import type { EvaluationSettings } from './file.ts'

/** What requests are made with: the templates a domain has besides its own, and how the model's tokens are drawn. */
export interface RequestOptions {
  templates(domain: Domain): DomainTemplate[]
  sampling: Sampling
}

/** The request for a sample: its own system prompt where it brings one, its history as it stands, then the prompt to answer. */
export async function requestFor(
  sample: Sample,
  {
    template: name,
    seed,
    greedy,
    thinking,
    maxTokens
  }: Pick<EvaluationSettings, 'template' | 'seed' | 'greedy' | 'thinking' | 'maxTokens'>,
  suited: string,
  { templates, sampling }: RequestOptions
): Promise<{ request: Request; expectTags: boolean; warnings: string[] }> {
  const domain = domainOf(sample)
  const template = domain ? findTemplate(domain, name, name, { more: templates(domain), seed }) : null
  const setup = Setup.parse({
    domain: domain?.id ?? sample.task,
    ...(domain && readSetup(domain, sample).setup),
    sampling: { ...sampling, ...(greedy && { temperature: 0 }), ...(maxTokens !== undefined && { maxTokens }) },
    ...(thinking !== undefined && { thinking })
  })
  const turns = sample.prompt.slice(0, sample.turn_idx - 1).flatMap((prompt, index): Message[] => [
    { role: 'user', content: prompt },
    { role: 'assistant', content: present(sample.response[index]) }
  ])
  // The whole of it, with the block that ends it, as the official script sends it.
  const prompt = present(sample.prompt[sample.turn_idx - 1])
  const system = sample.system_str || (domain && template ? systemPrompt(domain, template, setup) : '')
  const messages: Message[] = [{ role: 'system', content: system }, ...turns, { role: 'user', content: prompt }]
  const past = domain && template ? await history(domain, sample) : null
  const chain = past?.chain ?? []
  const parent = chain.at(-1)?.id ?? null
  const asking = { suited, owner: 'eval', seed: await stepSeed(seed, parent) }
  const expectTags = template?.thinking ?? false
  if (!past || !domain || !template) {
    const framing = template ?? { thinking: name === 'standard', stop: [], repeats: 0, prefill: false }
    const request = askedAsItStands(messages, prompt, {
      ...asking,
      domain: domain ?? null,
      setup,
      parent,
      template: framing
    })
    return { request, expectTags, warnings: domain ? [UNREAD(domain)] : [] }
  }
  const turn = { domain, template, setup, chain, action: past.action, instruction: '' }
  return { request: { ...buildRequest(turn, asking).request, messages }, expectTags, warnings: [] }
}

const UNREAD = ({ id }: Domain) => `An action of this sample is none of the ${id} domain; it was asked as it stands.`

/** The world that a sample was taken from, up to its turn; `null` where its actions are none of its domain. */
export async function worldOf(
  sample: Sample,
  { sampling }: Pick<RequestOptions, 'sampling'>
): Promise<{ domain: Domain; setup: Setup; chain: Step[]; action: Step['action'] } | null> {
  const domain = domainOf(sample)
  const past = domain ? await history(domain, sample) : null
  if (!domain || !past) return null
  return { domain, setup: Setup.parse({ domain: domain.id, ...readSetup(domain, sample).setup, sampling }), ...past }
}

/** The sample's past as steps and its action; `null` when a prompt holds no action of the domain: it is then asked as it stands. */
async function history(domain: Domain, sample: Sample): Promise<{ chain: Step[]; action: Step['action'] } | null> {
  try {
    const chain: Step[] = []
    for (let index = 0; index < sample.turn_idx - 1; index++) {
      const text = readResponse(present(sample.response[index]))
      chain.push(
        await makeStep(chain.at(-1)?.id ?? null, domain.read(readUserTurn(present(sample.prompt[index])).action), {
          text
        })
      )
    }
    return { chain, action: domain.read(readUserTurn(present(sample.prompt[sample.turn_idx - 1])).action) }
  } catch {
    return null
  }
}
