// How many tokens an answer may take, and how many of them may be thinking.

import type { Domain, DomainTemplate } from '../domains/domain.ts'
import type { Setup } from '../tree/model.ts'

/**
 * For templates that ask for thinking. The official evaluation of Qwen-AgentWorld allows as many; the 35B takes 4,348 at the median and 11,320 at
 * most on easy terminal turns.
 */
export const MOST_WITH_THINKING = 32_768
/** For templates that do not: a terminal's screen twice over. */
const MOST_WITHOUT = 2048

/** Tokens one answer may take, thinking included: what the rules say, else what the template and the domain need. */
export function answerLimit(
  domain: Pick<Domain, 'prediction'> | null,
  template: Pick<DomainTemplate, 'thinking' | 'maxTokens'>,
  { sampling }: Pick<Setup, 'sampling'>
): number {
  const usual = template.thinking ? MOST_WITH_THINKING : (domain?.prediction.maxTokens ?? MOST_WITHOUT)
  return sampling.maxTokens ?? template.maxTokens ?? usual
}

/** Whether the model may think before its answer, and for how many tokens; `null` for no limit of its own. */
export function thinkingOf(
  template: Pick<DomainTemplate, 'thinking'>,
  { thinking = 'full' }: Pick<Setup, 'thinking'>
): { thinking: boolean; budget: number | null } {
  return {
    thinking: template.thinking && thinking !== 'off',
    budget: typeof thinking === 'number' ? thinking : null
  }
}
