// What the model was asked in a turn, from the chain and the call, by the builder that steps are asked with: for formats that hold prompts.

import type { Domain, DomainTemplate } from '../../domains/domain.ts'
import { findDomain, findTemplate } from '../../domains/index.ts'
import { OrreryError } from '../../errors.ts'
import { hiddenAgain } from '../../grounds/fiction/hidden.ts'
import { askedTurn, assistantTurn, bareTurn, systemPrompt } from '../../step/prompt.ts'
import { withoutClosing } from '../../text/closings.ts'
import type { FictionCopy } from '../../tree/fiction.ts'
import type { Tool } from '../../tree/model.ts'
import type { ExportedTurn, ExportSource, Writing } from '../exporting.ts'

/** What the model was asked in each turn. */
export interface Prompts {
  /** The system prompt. */
  system(turn: ExportedTurn): string
  /** The user message as it was asked: with the instruction and the facts for this turn alone and the template's closing block. */
  asked(turn: ExportedTurn): string
  /** The user message without the closing block. `instruction` false: as it stands in later turns' history. */
  bare(turn: ExportedTurn, options?: { instruction?: boolean }): string
  /** An observation as the model says it, without thinking. */
  answer(turn: ExportedTurn, observation: string): string
  /** The world's own tools where the system prompt tells them as Markdown, which does not hold a whole schema, or without output schemas. */
  tools(turn: ExportedTurn): Tool[]
}

/**
 * The prompts of a session's turns, under the rules and the template that held then. Building a system prompt takes longer than a turn, so
 * the last is kept: turns of a branch nearly always share it.
 * @param wanted a template in the place of those that turns were asked with; see `ViewOptions`
 * @throws OrreryError not-found when a turn was asked with a prompt pack that is gone or has changed, or there is no template of that name
 */
export function promptsOf(
  source: Pick<ExportSource, 'session' | 'branch' | 'fictions'>,
  { templates }: Pick<Writing, 'templates'>,
  wanted: { template: string; seed: number } = { template: '', seed: 0 }
): Prompts {
  const { session } = source
  let copies: Map<string, FictionCopy> | null = null
  /** What the model was told of the facts; nothing where they are not here. */
  const factsIn = ({ setup, call }: ExportedTurn, domain: Domain): string => {
    if (!setup.fiction || !call) return ''
    copies ??= new Map([...(source.fictions?.() ?? [])].map((copy) => [copy.hash, copy]))
    const copy = copies.get(setup.fiction.hash)
    return copy ? hiddenAgain(copy, domain, setup, call.facts ?? []) : ''
  }
  let last: {
    setup: ExportedTurn['setup']
    key: string
    domain: Domain
    template: DomainTemplate
    system: string | null
  } | null = null
  const framed = (turn: ExportedTurn) => {
    const { setup, call } = turn
    const key = `${call?.template} ${call?.pack?.hash}`
    if (last?.setup === setup && last.key === key) return last
    const domain = findDomain(setup.domain)
    const packs = templates(domain)
    const template =
      otherTemplate(wanted, domain, packs, source.branch.id) ?? templateOf(turn, domain, packs, session.title)
    last = { setup, key, domain, template, system: null }
    return last
  }
  return {
    system(turn) {
      // A record without a system prompt stays one.
      if (turn.call?.record && turn.setup.system !== undefined) return turn.setup.system
      const frame = framed(turn)
      frame.system ??= systemPrompt(frame.domain, frame.template, turn.setup)
      return frame.system
    },
    asked(turn) {
      if (turn.call?.record) return turn.call.record.prompt
      const { domain, template } = framed(turn)
      const { number, step, setup, call } = turn
      const { seed = 0 } = call ?? {}
      const instruction = [call?.instruction, factsIn(turn, domain)].filter(Boolean).join('\n')
      return askedTurn(domain, template, setup, number, step.action, { instruction, seed })
    },
    bare(turn, { instruction = true } = {}) {
      if (turn.call?.record) return withoutClosing(turn.call.record.prompt).text
      const { domain, template } = framed(turn)
      const { number, step, setup, call } = turn
      return bareTurn(domain, template, setup, number, step.action, instruction ? call?.instruction : '')
    },
    answer: (turn, observation) =>
      !turn.call?.record && framed(turn).template.bare ? observation : assistantTurn(observation),
    tools: (turn) =>
      !turn.call?.record && (framed(turn).template.toolForm === 'markdown' || turn.setup.hideOutputSchemas)
        ? turn.setup.tools
        : []
  }
}

/** Another template than a turn was asked with; `null` where none is wanted. */
function otherTemplate(
  { template: name, seed }: { template: string; seed: number },
  domain: Domain,
  packs: DomainTemplate[],
  branch: string
): DomainTemplate | null {
  if (name === '') return null
  if (name !== 'drawn') return findTemplate(domain, name, name, { more: packs, seed })
  // One for models of another contract is no variant.
  const all = [...domain.templates, ...packs].filter(({ bare }) => !bare)
  const number = Number.parseInt(branch.replace(/[^0-9a-f]/gi, '').slice(-8), 16) || 0
  return all[(number + seed) % all.length] ?? null
}

function templateOf(
  { number, setup, call }: ExportedTurn,
  domain: Domain,
  packs: DomainTemplate[],
  title: string
): DomainTemplate {
  const name = call?.template ?? setup.template
  // Imports name a pack with variants as a whole; calls name the variant.
  const variants = packs.filter((one) => one.pack?.name === name)
  const template =
    [...domain.templates, ...packs].find((one) => one.name === name) ?? variants[setup.seed % variants.length]
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

/** How many of the oldest turns the prompt of a turn went without. */
export function leftOutIn({ number, call }: ExportedTurn): number {
  return Math.min(call?.leftOut ?? 0, number - 1)
}
