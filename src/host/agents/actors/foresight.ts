// What one agent has previewed where it stands, and what it must not do there without: previews are branches of their own, for people to see.

import type { Handlers } from '../../../core/contract/index.ts'
import { judge, PREVIEW } from '../../../core/control/agents/preview.ts'
import type { Previewed } from '../../../core/control/agents/previewed.ts'
import { demandsPreview } from '../../../core/control/gate.ts'
import type { Domain } from '../../../core/domains/domain.ts'
import { findDomain } from '../../../core/domains/index.ts'
import { labelOf } from '../../../core/domains/label.ts'
import { OrreryError } from '../../../core/errors.ts'
import { callOn } from '../../../core/tree/calls.ts'
import { canonical } from '../../../core/tree/history.ts'
import type { Action, Branch, ByAgent, Call, Step } from '../../../core/tree/model.ts'
import { originOf } from '../../../core/tree/origin.ts'
import type { Clock, Store } from '../../../core/tree/ports.ts'

export interface Foresight {
  /**
   * What `action` would come to at the branch's tip. The branch does not move, and what is not answered counts for nothing.
   * @throws OrreryError busy when no preview is left there; as a step does
   */
  preview(branch: Branch, asked: Asked): Promise<Previewed>
  /** @throws OrreryError forbidden for an action that the world wants previewed and that was not, at the branch's tip */
  check(branch: Branch, action: Action): Promise<void>
}

interface Asked {
  action: Action
  agent: ByAgent
  /** Previews for each step. */
  perStep: number
  signal: AbortSignal
  said(characters: number): void
}

interface Around {
  store: Store
  clock: Pick<Clock, 'now'>
  names: { next(): string }
  /** A step that is not kept. */
  dryRun: Handlers['streams']['steps.run']
}

export function createForesight({ store, clock, names, dryRun }: Around): Foresight {
  let place = ''
  let used = 0
  const seen = new Set<string>()

  /** At another step there is another budget, and what was previewed before says nothing. */
  function arrive({ id, tip }: Branch): void {
    if (place === `${id} ${tip}`) return
    place = `${id} ${tip}`
    used = 0
    seen.clear()
  }

  return {
    async preview(branch, { action, agent, perStep, signal, said }) {
      arrive(branch)
      if (used >= perStep) {
        const what = perStep === 1 ? 'The one preview of this step is' : `All ${perStep} previews of this step are`
        throw new OrreryError('busy', `${what} used up. Do something first: the next step has previews of its own.`)
      }
      const { session, setup, tip } = branch
      const domain = findDomain(setup.domain)
      const before = tip === null ? setup.initialState : store.step(tip).observation.text
      const asked = { session, branch: branch.id, from: tip, action, instruction: '', trace: false, agent }
      const { step, call } = await answered(dryRun(asked, { signal }), said)
      const title = `preview: ${labelOf(domain, action, before)}`
      const made = { id: names.next(), session, title, tip: step.id, fork: tip, setup, createdAt: clock.now() }
      const kept = { step, call: { ...call, branch: made.id }, branch: branch.id, fork: made, draft: null }
      await store.commit({ ...kept, expected: tip }, { signal })
      used++
      seen.add(essenceOf(domain, action))
      const { text } = step.observation
      return {
        text,
        ...judge(setup, action, { text, before: beginningOf(domain, branch, before), call }),
        ...{ left: perStep - used, step: step.id, origin: originOf(call) }
      }
    },
    async check(branch, action) {
      const { gate } = branch.setup
      if (!gate) return
      arrive(branch)
      const domain = findDomain(branch.setup.domain)
      if (seen.has(essenceOf(domain, action)) || !(await demandsPreview(gate, coming(store, branch, action)))) return
      throw new OrreryError(
        'forbidden',
        `Nothing was done: this has to be previewed first. Call "${PREVIEW.name}" with the same tool and arguments, read what it shows, and call the tool again if you still want to.`
      )
    }
  }
}

const essenceOf = (domain: Domain, action: Action): string => canonical(domain.agents?.essence?.(action) ?? action)

/** What an agent sees at first, which may be less than the initial state. */
const beginningOf = ({ initialState }: Domain, { tip }: Branch, before: string): string =>
  tip === null ? (initialState.shown?.(before) ?? before) : before

async function answered(
  events: ReturnType<Around['dryRun']>,
  said: (characters: number) => void
): Promise<{ step: Step; call: Call }> {
  let characters = 0
  for await (const event of events) {
    if (event.type === 'observation') characters += event.text.length
    if (event.type === 'observation' || event.type === 'progress' || event.type === 'queued') said(characters)
    else if (event.type === 'committed') return event
    else if (event.type === 'failed') throw new OrreryError(event.error.code, event.error.message)
  }
  throw new OrreryError('cancelled', 'The preview was stopped.')
}

function coming(store: Store, branch: Branch, action: Action) {
  const { setup, tip } = branch
  const callOf = callOn(store, branch)
  const domain = findDomain(setup.domain)
  const chain = store.chain(tip)
  const before = (index: number) => chain[index - 1]?.observation.text ?? setup.initialState
  const past = () =>
    chain.map((step, index) => {
      const call = callOf(step.id)
      const label = labelOf(domain, step.action, before(index))
      return { step, label, firings: call?.firings ?? [], result: call?.result }
    })
  return { domain, setup, chain, past, action, label: labelOf(domain, action, before(chain.length)) }
}
