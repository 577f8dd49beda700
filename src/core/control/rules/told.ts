// Rules of a turn that is told as texts, as lines of AgentWorldBench and rows of trainers tell it.
import type { Domain } from '../../domains/domain.ts'
import type { Setup, Step } from '../../tree/model.ts'
import { verdictsOf } from './held.ts'
import { rulesOf } from './index.ts'
import type { RuleVerdict } from './report.ts'
import { answered, type RuledTurn } from './turn.ts'

export interface ToldTurns {
  domain: Domain
  setup: Setup
  /** In the domain's own form (`Domain.read`), the last one being that which was predicted, with its true observation. */
  turns: readonly { action: string; observation: string; instruction?: string }[]
  prediction: string
  /** What other turns showed, if any is known. */
  foreign: readonly string[]
}

/** How the rules of the last turn are decided by its prediction; none where an action is not of this domain. */
export async function toldVerdicts({
  domain,
  setup,
  turns: told,
  prediction,
  foreign
}: ToldTurns): Promise<RuleVerdict[]> {
  let state = domain.initial(setup)
  let before = domain.initialState.shown?.(setup.initialState) ?? setup.initialState
  const turns: RuledTurn[] = []
  for (const { action: text, observation, instruction = '' } of told) {
    const action = readAction(domain, text)
    if (action === null) return []
    const step: Step = { id: '', parent: null, action, observation: { text: observation } }
    turns.push({ step, call: { instruction, firings: [] }, state, before })
    state = domain.fold(state, step)
    before = observation
  }
  const last = turns.at(-1)
  if (!last) return []
  const { checks } = await rulesOf({ domain, setup }, turns, { foreign, seed: 0, from: turns.length })
  const past = turns.slice(0, -1).map(({ step }) => step)
  const asked = { past, action: last.step.action, state: last.state }
  return verdictsOf(checks.at(-1) ?? [], answered({ domain, setup }, asked, { text: prediction }))
}

function readAction(domain: Domain, text: string): Step['action'] | null {
  try {
    return domain.read(text)
  } catch {
    return null
  }
}
