// What tools cost of every prompt, one by one, and the refusal for length that names them.

import type { Domain, DomainTemplate } from '../domains/domain.ts'
import { OrreryError } from '../errors.ts'
import type { Setup, Tool } from '../tree/model.ts'
import type { Engine } from '../tree/ports.ts'
import { definitionsOf, toldTools } from './prompt.ts'

export interface ToolCosts {
  /** In the tools' order. */
  characters: number[]
  /** `null` where no engine can count. */
  tokens: number[] | null
}

/** What each of the world's tools takes in the template's form. `engine` is `null` where counting would load a model. */
export async function toolCosts(
  domain: Domain,
  template: DomainTemplate,
  setup: Setup,
  engine: Engine | null,
  { signal }: { signal?: AbortSignal } = {}
): Promise<ToolCosts & { tools: Tool[] }> {
  const tools = toldTools(domain, setup)
  const texts = tools.map((tool) => definitionsOf(template, [tool]))
  const tokens = (await engine?.countTokens(texts, { signal })) ?? null
  return { tools, characters: texts.map(({ length }) => length), tokens }
}

// The largest ones that are named: fewer say too little of where the length comes from, more are not read.
const NAMED = 5
// Below this share of the context tools are not what fills it.
const SHARE = 1 / 4
// For engines that cannot count: a usual rule of thumb. It only decides whether the tools are named.
const CHARACTERS_PER_TOKEN = 4

/** A full context's error that also names the tools, where they take much of it. Any other error is given back. */
export async function withToolCosts(
  error: unknown,
  { domain, template, setup, engine }: { domain: Domain; template(): DomainTemplate; setup: Setup; engine: Engine }
): Promise<unknown> {
  if (!(error instanceof OrreryError) || error.code !== 'context-full' || !domain.tools) return error
  // That an engine cannot count now must not hide why it refused.
  const costs = await toolCosts(domain, template(), setup, engine).catch(() => null)
  if (!costs?.tools.length) return error
  const counts = costs.tokens ?? costs.characters
  const total = counts.reduce((sum, count) => sum + count, 0)
  const { contextSize } = engine.info()
  const tokens = costs.tokens ? total : total / CHARACTERS_PER_TOKEN
  if (contextSize !== null && tokens < contextSize * SHARE) return error
  const unit = costs.tokens ? 'tokens' : 'characters'
  const largest = costs.tools
    .map(({ name }, at) => ({ name, count: counts[at] ?? 0 }))
    .sort((a, b) => b.count - a.count)
    .slice(0, NAMED)
    .map(({ name, count }) => `${name} ${count.toLocaleString('en-US')}`)
  const rest = costs.tools.length - largest.length
  const more = rest > 0 ? `, and ${rest.toLocaleString('en-US')} more` : ''
  const outputs = costs.tools.some(({ outputSchema }) => outputSchema) ? ' or leave out output schemas' : ''
  const what =
    costs.tools.length === 1 ? 'The tool takes' : `The ${costs.tools.length.toLocaleString('en-US')} tools take`
  return new OrreryError(
    'context-full',
    `${error.message} ${what} ${total.toLocaleString('en-US')} ${unit}: ${largest.join(', ')}${more}. Choose fewer tools${outputs}.`,
    { cause: error }
  )
}
