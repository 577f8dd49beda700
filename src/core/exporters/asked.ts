// What the model was asked in a turn, rebuilt from the chain: for formats that hold prompts.
import { findDomain } from '../domains/index.ts'
import type { Turn, Writing } from '../exporting.ts'
import type { Template } from '../plugins.ts'
import { systemParts, userTurn } from '../prompt.ts'

/**
 * The system prompt of each turn, under the rules and the template that held then. Building one takes longer than a turn, so the last is
 * kept: turns of a branch nearly always share it.
 */
export function systemPrompts({ templates }: Pick<Writing, 'templates'>): (turn: Turn) => string {
  let last: { setup: Turn['setup']; name: string; text: string } | null = null
  return ({ setup, call }) => {
    const name = call?.template ?? setup.template
    if (last?.setup === setup && last.name === name) return last.text
    const domain = findDomain(setup.domain)
    const known: Template[] = [...domain.templates, ...templates(domain)]
    const template = known.find((one) => one.name === name) ?? domain.templates[0]!
    const text = systemParts(domain, template, setup)
      .map((part) => part.text)
      .join('\n\n')
    last = { setup, name, text }
    return text
  }
}

/** The user message of a turn. `instruction`: with the one that was given for this turn alone, as when it was asked itself. */
export function askedIn({ number, step, setup, call }: Turn, { instruction = true } = {}): string {
  const domain = findDomain(setup.domain)
  return userTurn(domain, number, step.action, {
    state: domain.stateInFirstTurn ? setup.initialState : '',
    instruction: instruction ? (call?.instruction ?? '') : ''
  })
}
