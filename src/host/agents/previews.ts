// Previews of those who come by links: each link has its own, at the step where its agent is.

import type { Observed } from '../../core/contract/agents.ts'
import type { Handlers, StreamEvent } from '../../core/contract/index.ts'
import type { Link } from '../../core/contract/links.ts'
import { MISFIT, PREVIEW, PreviewCall, wordsOf } from '../../core/control/agents/preview.ts'
import { previewsToAsk } from '../../core/control/gate.ts'
import { actOf } from '../../core/domains/agent-tools.ts'
import { findDomain } from '../../core/domains/index.ts'
import { labelOf } from '../../core/domains/label.ts'
import { OrreryError } from '../../core/errors.ts'
import type { Action } from '../../core/tree/model.ts'
import type { Clock, Json } from '../../core/tree/ports.ts'
import type { Store } from '../../core/tree/store.ts'
import { type AgentCallContext, type AgentCalls, byOf, NOTHING } from './acting.ts'
import { createForesight, type Foresight } from './actors/foresight.ts'

export interface Previews {
  /** How many the link's agent has for each step: as the link says, and at least what its world demands. */
  perStep(link: Link): number
  /**
   * What the call of a tool would come to, when it is this link's turn.
   * @throws OrreryError busy when none is left here or a command still runs; as `actOf` and as a step do
   */
  make(acting: Pick<AgentCalls, 'inTurn' | 'isPending'>, asked: AgentCallContext, call: Call): Promise<Told>
  /** Whether a call of this name is for a preview. */
  isAsked(link: Link, tool: string): boolean
  /** The same as `make` for agents to whom it is a tool like any other. @throws OrreryError as `make`; invalid-input for other arguments */
  tell(acting: Pick<AgentCalls, 'inTurn' | 'isPending'>, asked: AgentCallContext, args: unknown): Promise<Observed>
  /** @throws as `Foresight.check` */
  check(asked: AgentCallContext, action: Action): Promise<void>
  forget(link: string): void
}

type Told = Extract<StreamEvent<'agent.preview'>, { type: 'previewed' }>

interface Call {
  tool: string
  args: Record<string, Json>
}

interface Around {
  store: Store
  clock: Clock
  names: { next(): string }
}

/** @param dryRun runs a step that is not kept */
export function createPreviews(around: Around, dryRun: Handlers['streams']['steps.run']): Previews {
  const { store } = around
  const kept = new Map<string, Foresight>()
  const of = ({ id }: Link): Foresight => {
    const found = kept.get(id) ?? createForesight({ ...around, dryRun })
    kept.set(id, found)
    return found
  }
  const perStep = ({ branch, previews }: Link) => Math.max(previews, previewsToAsk(store.branch(branch).setup.gate))
  const previews: Previews = {
    perStep,
    isAsked: (link, tool) => tool === PREVIEW.name && perStep(link) > 0,
    async tell(acting, asked, args) {
      const read = PreviewCall.safeParse(args)
      if (!read.success) throw new OrreryError('invalid-input', MISFIT)
      const call = { tool: read.data.tool, args: read.data.arguments }
      const seen = await previews.make(acting, asked, call)
      return { ...NOTHING, text: `${seen.text}\n\n${wordsOf(seen)}`, origin: seen.origin }
    },
    async make(acting, asked, { tool, args }) {
      const { link, visitor, said } = asked
      const { setup } = store.branch(link.branch)
      const act = actOf(setup, tool, args)
      if (act.do === 'look') throw new OrreryError('invalid-input', `"${tool}" changes nothing. Call it as it is.`)
      const { action } = act
      const label = labelOf(findDomain(setup.domain), action, null)
      return acting.inTurn(asked, `preview: ${label}`, async (signal) => {
        if (acting.isPending(link.id)) {
          throw new OrreryError(
            'busy',
            'The last command has not ended. Wait for it with the tool "wait", then preview.'
          )
        }
        const how = { action, agent: byOf(visitor), perStep: perStep(link), signal, said }
        const seen = await of(link).preview(store.branch(link.branch), how)
        return { value: { type: 'previewed', ...seen }, row: { outcome: 'answered', step: seen.step } }
      })
    },
    check: ({ link, visitor, signal, said }, action) =>
      of(link).check(store.branch(link.branch), action, { agent: byOf(visitor), signal, said }),
    forget: (link) => void kept.delete(link)
  }
  return previews
}
