// Plays the turns of a session through the widgets, each from the true screens before it.
import { findDomain } from '../../../../src/core/domains/index.ts'
import { makeStep } from '../../../../src/core/tree/history.ts'
import { type Action, Setup, type Step } from '../../../../src/core/tree/model.ts'
import { openWidgets } from '../../../../src/host/grounds/widgets.ts'
import { turnOptions } from '../../turn-options.ts'

export interface PlayedTurn {
  action: Action
  rule: string
  /** What the widgets say; `null` where they ask the model. */
  text: string | null
  /** What the session shows. */
  observation: string
}

export async function play(session: {
  domain: string
  first: string
  turns: readonly { action: Action; observation: string }[]
}): Promise<PlayedTurn[]> {
  const ground = openWidgets()
  const { domain, first, turns } = session
  const setup = Setup.parse({ domain, grounding: 'grounded', initialState: first })
  const chain: Step[] = []
  const played: PlayedTurn[] = []
  for (const { action: written, observation } of turns) {
    const action = findDomain(domain).action.safeParse(written).data
    if (action === undefined) continue
    let asked = false
    const options = turnOptions(() => {
      asked = true
      return observation
    })
    const { text, grounded } = await ground.turn(
      { setup, chain: [...chain], callOf: () => null, action, instruction: '' },
      options
    )
    played.push({ action: written, rule: grounded.rule, text: asked ? null : text, observation })
    chain.push(await makeStep(chain.at(-1)?.id ?? null, action, { text: observation }))
  }
  return played
}
