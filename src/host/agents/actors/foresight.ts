// What one agent has previewed where it stands, and what it must not do there without; where its world needs a predicted success, the
// previews that the world makes of what it is about to do. Previews are branches of their own, for people to see.

import type { Handlers } from '../../../core/contract/index.ts'
import { HeldBack } from '../../../core/control/agents/held-back.ts'
import { judge, PREVIEW } from '../../../core/control/agents/preview.ts'
import type { Previewed } from '../../../core/control/agents/previewed.ts'
import {
  demandsPreview,
  type GatedTurn,
  type GateUse,
  previewsToAsk,
  succeeds,
  unusedGate
} from '../../../core/control/gate.ts'
import type { Domain } from '../../../core/domains/domain.ts'
import { findDomain } from '../../../core/domains/index.ts'
import { labelOf } from '../../../core/domains/label.ts'
import { OrreryError } from '../../../core/errors.ts'
import { callOn } from '../../../core/tree/calls.ts'
import type { Gate } from '../../../core/tree/conditions.ts'
import { canonical } from '../../../core/tree/history.ts'
import type { Action, Branch, ByAgent, Call, Step } from '../../../core/tree/model.ts'
import { answeredBy, originOf } from '../../../core/tree/origin.ts'
import type { Clock } from '../../../core/tree/ports.ts'
import type { Store } from '../../../core/tree/store.ts'

export interface Foresight {
  /**
   * What `action` would come to at the branch's tip. The branch does not move, and what is not answered counts for nothing.
   * @throws OrreryError busy when no preview is left there; as a step does
   */
  preview(branch: Branch, asked: Asked): Promise<Previewed>
  /**
   * Lets the action pass at the branch's tip, or throws. Where the gate needs success, this makes the preview.
   * @throws OrreryError forbidden for an action that the world wants previewed and that was not; HeldBack for one whose success is not
   * predicted; as a step does where its preview has no answer
   */
  check(branch: Branch, action: Action, acting: Acting): Promise<void>
  /** What the gate did on this branch so far. */
  gateUse(branch: Pick<Branch, 'id'>): GateUse
}

interface Acting {
  agent: ByAgent
  signal: AbortSignal
  said(characters: number): void
}

interface Asked extends Acting {
  action: Action
  /** Previews for each step. */
  perStep: number
}

/** A preview that is kept as a branch. */
interface Shown {
  step: Step
  call: Call
  /** What was shown until then. */
  before: string
}

type Predicted = Shown & Awaited<ReturnType<typeof succeeds>>

interface Around {
  store: Store
  clock: Pick<Clock, 'now'>
  names: { next(): string }
  /** A step that is not kept. */
  dryRun: Handlers['streams']['steps.run']
}

/** @param compares asks the world itself what would have become of what a model's preview held back */
export function createForesight({ store, clock, names, dryRun }: Around, { compares = false } = {}): Foresight {
  let place = ''
  let used = 0
  const seen = new Set<string>()
  /** By what was about to be done here: one place answers the same action in one way. */
  const predicted = new Map<string, Predicted>()
  let episode = { branch: '', use: unusedGate() }

  /** At another step there is another budget, and what was previewed before says nothing. */
  function arrive({ id, tip }: Branch): void {
    if (place === `${id} ${tip}`) return
    place = `${id} ${tip}`
    used = 0
    seen.clear()
    predicted.clear()
  }

  function useOf(branch: string): GateUse {
    if (episode.branch !== branch) episode = { branch, use: unusedGate() }
    return episode.use
  }

  /** What the action would come to; nothing is kept. */
  function tried(branch: Branch, action: Action, { agent, signal, said, by }: Acting & { by?: 'model' | undefined }) {
    const place = { session: branch.session, branch: branch.id, from: branch.tip }
    const asked = { ...place, action, instruction: '', trace: false, agent, ...(by && { by }) }
    return answered(dryRun(asked, { signal }), said)
  }

  /** What the action would come to, on a branch of its own. */
  async function shown(branch: Branch, action: Action, acting: Parameters<typeof tried>[2]): Promise<Shown> {
    const { session, setup, tip } = branch
    const domain = findDomain(setup.domain)
    const before = tip === null ? setup.initialState : store.step(tip).observation.text
    const { step, call } = await tried(branch, action, acting)
    const title = `preview: ${labelOf(domain, action, before)}`
    const made = { id: names.next(), session, title, tip: step.id, fork: tip, setup, createdAt: clock.now() }
    const kept = { step, call: { ...call, branch: made.id }, branch: branch.id, fork: made, draft: null }
    await store.commit({ ...kept, expected: tip }, { signal: acting.signal })
    return { step, call, before: beginningOf(domain, branch, before) }
  }

  /** The turn as if it had been taken. */
  function turnOf(branch: Branch, { step, call, before }: Shown): GatedTurn {
    const callOf = callOn(store, branch)
    const chain = store.chain(branch.tip)
    return {
      setup: branch.setup,
      chain: [...chain, step],
      calls: [...chain.map(({ id }) => callOf(id)), call],
      before
    }
  }

  /** What the world itself answers to what was held back. */
  async function truth(branch: Branch, gate: Gate, action: Action, made: Predicted & { acting: Acting }) {
    const { setup } = branch
    if (!compares || answeredBy(setup) === 'model') return 'unclear'
    let { step, call } = made
    if (gate.by === 'model') {
      try {
        ;({ step, call } = await tried(branch, action, made.acting))
      } catch (error) {
        if (made.acting.signal.aborted || !(error instanceof OrreryError)) throw error
        return 'unclear'
      }
    }
    if (!TRUE.has(originOf(call))) return 'unclear'
    return (await succeeds(gate, turnOf(branch, { step, call, before: made.before }))).verdict
  }

  /** @throws HeldBack */
  async function needSuccess(branch: Branch, gate: Gate, action: Action, acting: Acting): Promise<void> {
    const use = useOf(branch.id)
    if (use.previews >= gate.previews) {
      use.afterBudget++
      if (gate.spent !== 'refuse') return
      const all = `All ${gate.previews} previews of this episode are used up`
      throw new HeldBack(`Nothing was done: ${all}, and this is only done after one. Do something else.`, false)
    }
    const essence = essenceOf(findDomain(branch.setup.domain), action)
    let made = predicted.get(essence)
    if (!made) {
      const seen = await shown(branch, action, { ...acting, by: gate.by })
      made = { ...seen, ...(await succeeds(gate, turnOf(branch, seen))) }
      predicted.set(essence, made)
    }
    use.previews++
    if (made.verdict === 'success') {
      use.taken++
      return
    }
    use.held++
    const known = await truth(branch, gate, action, { ...made, acting })
    use[known === 'failure' ? 'saved' : known === 'success' ? 'refusedWrongly' : 'unknown']++
    const left = gate.previews - use.previews
    throw new HeldBack(
      `Nothing was done: this is only done when a preview predicts that it succeeds. The preview shows:\n${made.step.observation.text}\n\n${made.why} ${left === 1 ? '1 preview is' : `${left} previews are`} left in this episode.`,
      true
    )
  }

  return {
    async preview(branch, { action, perStep, ...acting }) {
      arrive(branch)
      if (used >= perStep) {
        const what = perStep === 1 ? 'The one preview of this step is' : `All ${perStep} previews of this step are`
        throw new OrreryError('busy', `${what} used up. Do something first: the next step has previews of its own.`)
      }
      const { setup } = branch
      const { step, call, before } = await shown(branch, action, acting)
      used++
      seen.add(essenceOf(findDomain(setup.domain), action))
      const { text } = step.observation
      return {
        text,
        ...judge(setup, action, { text, before, call }),
        ...{ left: perStep - used, step: step.id, origin: originOf(call) }
      }
    },
    async check(branch, action, acting) {
      const { gate } = branch.setup
      if (!gate) return
      arrive(branch)
      const asks = previewsToAsk(gate) > 0
      if (asks && seen.has(essenceOf(findDomain(branch.setup.domain), action))) return
      if (!(await demandsPreview(gate, coming(store, branch, action)))) return
      if (!asks) return needSuccess(branch, gate, action, acting)
      throw new OrreryError(
        'forbidden',
        `Nothing was done: this has to be previewed first. Call "${PREVIEW.name}" with the same tool and arguments, read what it shows, and call the tool again if you still want to.`
      )
    },
    gateUse: ({ id }) => ({ ...useOf(id) })
  }
}

// Whose answer is the world's own, and no guess.
const TRUE = new Set(['executed', 'recorded', 'validation', 'perturbation', 'authored'])

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
