// The ground for worlds of invented facts: a search engine and its pages by the rules of web.ts, records by those of records/.

import { fold } from '../../domains/fold.ts'
import { findDomain } from '../../domains/index.ts'
import { callOf } from '../../domains/tool-call.ts'
import { labelCall } from '../../domains/tool-line.ts'
import type { FictionRows } from '../../tree/fiction.ts'
import type { Route } from '../../tree/ground.ts'
import type { Setup } from '../../tree/model.ts'
import type { Ground, GroundAsked } from '../../tree/ports.ts'
import { hiddenFacts } from './hidden.ts'
import { answerWeb, type WebAnswer } from './web.ts'

const GROUND = 'fiction'

/** @param records answers tools that work on records, from the setup it is given */
export function createFictionGround({
  hash,
  facts: factsOf,
  records
}: {
  /** SHA-256 of what the rules are. */
  hash: string
  /** @throws OrreryError not-found where the facts of this setup are not here */
  facts(setup: Setup): FictionRows | null
  records: Ground
}): Ground {
  const by = { name: GROUND, hash }
  const isWeb = ({ domain }: Setup) => findDomain(domain).fiction?.as === 'web'

  /** The tables as an initial state, which is what tools on records are answered from. */
  function withTables(setup: Setup): Setup {
    const facts = factsOf(setup)
    const tables = facts?.spec.tables.map(({ name }) => `${name}: ${JSON.stringify(facts.rows(name))}`) ?? []
    const date = facts ? [`Today is ${facts.spec.date}.`] : []
    return { ...setup, initialState: [setup.initialState, ...date, ...tables].filter(Boolean).join('\n\n') }
  }
  const inRecords = (asked: GroundAsked): GroundAsked => ({ ...asked, setup: withTables(asked.setup) })

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
    const told = answerWeb(facts, fold(domain, setup, [...chain]), action)
    if (!told) return model('other-tool', `No rule answers ${callOf(action).name}.`)
    return { facts, told, route: { by: 'ground', rule: told.rule, why: told.why } }
  }

  return {
    id: GROUND,
    title: 'Fictional world',
    usual: () => false,
    serves(setup) {
      if (!setup.fiction || !findDomain(setup.domain).fiction) return false
      return isWeb(setup) || records.serves(withTables(setup))
    },
    initial: (setup) => (isWeb(setup) ? [] : (records.initial?.(withTables(setup)) ?? [])),
    async route(asked) {
      if (!isWeb(asked.setup)) return records.route(inRecords(asked))
      return decide(asked)?.route ?? { by: 'model', rule: 'no-facts', why: 'This world has no facts.' }
    },
    async turn(asked, options) {
      if (!isWeb(asked.setup)) return records.turn(inRecords(asked), options)
      const decided = decide(asked)
      const { rule, why } = decided?.route ?? { rule: 'no-facts', why: 'This world has no facts.' }
      const grounded = { ground: GROUND, hash, rule, why }
      const keep = async () => {}
      if (decided?.told)
        return { text: decided.told.text, by, keep, grounded: { ...grounded, origin: 'executed', dreams: [] } }
      const { action, setup } = asked
      const context = decided ? hiddenFacts(decided.facts, findDomain(setup.domain), setup, action).text : ''
      const text = await options.askModel({ rule, action, context })
      const dreams = [{ of: labelCall(callOf(action)), rule, text, effects: [] }]
      return { text, by, keep, grounded: { ...grounded, origin: 'predicted', dreams } }
    },
    dispose: async () => {}
  }
}
