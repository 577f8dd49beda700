// What the model was asked in a turn, from the chain and the call, by the builder that steps are asked with: for formats that hold prompts.
import { findDomain } from '../domains/index.ts'
import { OrreryError } from '../errors.ts'
import type { Source, Turn, Writing } from '../exporting.ts'
import type { Domain, Template } from '../plugins.ts'
import { askedTurn, systemPrompt } from '../step/prompt.ts'

/**
 * The system prompt of each turn, under the rules and the template that held then. Building one takes longer than a turn, so the last is
 * kept: turns of a branch nearly always share it.
 * @throws OrreryError not-found when the turn was asked with a prompt pack that is gone or has changed
 */
export function systemPrompts(
  { session }: Pick<Source, 'session'>,
  { templates }: Pick<Writing, 'templates'>
): (turn: Turn) => string {
  let last: { setup: Turn['setup']; key: string; text: string } | null = null
  return (turn) => {
    const { setup, call } = turn
    const key = `${call?.template} ${call?.pack?.hash}`
    if (last?.setup === setup && last.key === key) return last.text
    const domain = findDomain(setup.domain)
    const text = systemPrompt(domain, templateOf(turn, domain, templates(domain), session.title), setup)
    last = { setup, key, text }
    return text
  }
}

function templateOf({ number, setup, call }: Turn, domain: Domain, packs: Template[], title: string): Template {
  const name = call?.template ?? setup.template
  const template = [...domain.templates, ...packs].find((one) => one.name === name)
  const changed = template && call?.pack && template.pack?.hash !== call.pack.hash
  if (template && !changed) return template
  // Imports do not say what they were asked with.
  if (name === 'auto' && domain.templates[0]) return domain.templates[0]
  const [state, way] = changed
    ? ['has changed since', 'Import the earlier version']
    : ['is not installed', 'Import it again']
  throw new OrreryError(
    'not-found',
    `Turn ${number} of "${title}" used the prompt pack "${name}", which ${state}. ${way}, or choose a format without prompts, such as orrery.`
  )
}

/** The user message of a turn. `instruction`: with the one that was given for this turn alone, as when it was asked itself. */
export function askedIn({ number, step, setup, call }: Turn, { instruction = true } = {}): string {
  return askedTurn(findDomain(setup.domain), setup, number, step.action, instruction ? call?.instruction : '')
}

/** How many of the oldest turns the prompt of a turn went without. */
export function leftOutIn({ number, call }: Turn): number {
  return Math.min(call?.leftOut ?? 0, number - 1)
}
