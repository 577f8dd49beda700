// The ground for search worlds of invented facts: a search engine and its pages, by the rules of web.ts.

import { fold } from '../../domains/fold.ts'
import { findDomain } from '../../domains/index.ts'
import { toolCallOf } from '../../domains/tool-call.ts'
import { labelCall } from '../../domains/tool-line.ts'
import type { FictionRows } from '../../tree/fiction.ts'
import type { Route } from '../../tree/ground.ts'
import type { Setup } from '../../tree/model.ts'
import type { Ground, GroundAsked, Json } from '../../tree/ports.ts'
import { hiddenFacts } from './hidden.ts'
import { answerWeb, type WebAnswer } from './web.ts'

const GROUND = 'fiction'

export function createFictionGround({
  hash,
  facts: factsOf
}: {
  /** SHA-256 of what the rules are. */
  hash: string
  /** @throws OrreryError not-found where the facts of this setup are not here */
  facts(setup: Setup): FictionRows | null
}): Ground {
  const by = { name: GROUND, hash }
  function decide({
    setup,
    chain,
    action,
    instruction
  }: GroundAsked): { facts: FictionRows; told: WebAnswer | null; route: Route } | null {
    const facts = factsOf(setup)
    if (!facts) return null
    const domain = findDomain(setup.domain)
    const model = (rule: string, why: string) => ({ facts, told: null, route: { by: 'model' as const, rule, why } })
    if ([setup.instruction, instruction].some((text) => text.trim()))
      return model('instruction', 'An instruction says how the world is to behave in this turn.')
    const told = answerWeb(facts, fold(domain, setup, [...chain]), action, setup.search)
    if (!told) return model('other-tool', `No rule answers ${toolCallOf(action).name}.`)
    return { facts, told, route: { by: 'ground', rule: told.rule, why: told.why } }
  }

  return {
    id: GROUND,
    title: 'Fictional world',
    usual: () => false,
    serves: ({ fiction, domain }) => fiction !== undefined && findDomain(domain).fiction?.as === 'web',
    async inside({ setup, chain }) {
      const facts = factsOf(setup)
      const stated = facts?.spec.tables.map(({ name }): [string, Json] => [name, facts.rows(name)]) ?? []
      return { stated: Object.fromEntries(stated), state: fold(findDomain(setup.domain), setup, [...chain]) }
    },
    async route(asked) {
      return decide(asked)?.route ?? { by: 'model', rule: 'no-facts', why: 'This world has no facts.' }
    },
    async turn(asked, options) {
      const decided = decide(asked)
      const { rule, why } = decided?.route ?? { rule: 'no-facts', why: 'This world has no facts.' }
      const grounded = { ground: GROUND, hash, rule, why }
      const keep = async () => {}
      if (decided?.told)
        return { text: decided.told.text, by, keep, grounded: { ...grounded, origin: 'executed', dreams: [] } }
      const { action, setup } = asked
      const context = decided ? hiddenFacts(decided.facts, findDomain(setup.domain), setup, action).text : ''
      const text = await options.askModel({ rule, action, context })
      const dreams = [{ of: labelCall(toolCallOf(action)), rule, text, effects: [] }]
      return { text, by, keep, grounded: { ...grounded, origin: 'predicted', dreams } }
    },
    dispose: async () => {}
  }
}
