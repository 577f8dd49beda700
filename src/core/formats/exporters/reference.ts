// A session without the reference answers of its worlds: what formats get that an agent may read.

import type { Branch, Call, Setup } from '../../tree/model.ts'
import { withoutText } from '../../tree/result.ts'
import { referenceOf } from '../../tree/search.ts'
import type { ExportedTurn, ExportSource } from '../exporting.ts'

/** Whether there is an answer to be kept from an agent. */
export const hasReference = ({ branches }: Pick<ExportSource, 'branches'>): boolean =>
  branches.some(({ setup }) => referenceOf(setup) !== undefined)

/** Said of formats that leave it out. */
export const LEFT_OUT =
  'The reference question and answer of the world, and what the model wrote before the answer was withheld.'

/** Said of formats that keep it. */
export const KEPT = 'This file holds the reference answer of the world. Do not give it to the agent that is tested.'

/** The same session; answers are gone from its rules, and with them all text of a model in which one may stand. */
export function withoutReference(source: ExportSource): ExportSource {
  if (!hasReference(source)) return source
  const setups = new Map<Setup, Setup>()
  // The same rules stay the same object: exporters build a prompt once for all turns that share them.
  const bare = (setup: Setup): Setup => {
    if (!referenceOf(setup)) return setup
    const known = setups.get(setup) ?? withoutAnswer(setup)
    setups.set(setup, known)
    return known
  }
  const branchOf = (branch: Branch): Branch => ({ ...branch, setup: bare(branch.setup) })
  const turnOf = (turn: ExportedTurn): ExportedTurn => ({
    ...turn,
    calls: turn.calls.map((call) => publicCall(call, bare)),
    call: turn.call && publicCall(turn.call, bare),
    setup: bare(turn.setup)
  })
  async function* each<T>(all: AsyncIterable<T>, change: (one: T) => T): AsyncGenerator<T> {
    for await (const one of all) yield change(one)
  }
  return {
    session: source.session,
    branches: source.branches.map(branchOf),
    get branch() {
      return branchOf(source.branch)
    },
    get size() {
      return source.size
    },
    holds: () => ({ ...source.holds(), thinking: false, traces: false }),
    chain(branch = source.branch) {
      const chain = source.chain(branch)
      return { length: chain.length, [Symbol.asyncIterator]: () => each(chain, turnOf) }
    },
    siblings: (turn) => each(source.siblings(turn), turnOf),
    steps: () => source.steps(),
    calls: () => each(source.calls(), (call) => publicCall(call, bare)),
    folders: () => source.folders?.() ?? [],
    fictions: () => source.fictions?.() ?? []
  }
}

function withoutAnswer({ fiction, search, ...rest }: Setup): Setup {
  const { reference: _ofFiction, ...facts } = fiction ?? {}
  const { reference: _ofSearch, ...policy } = search ?? {}
  // `as`: without a field that it may lack.
  return { ...rest, ...(fiction && { fiction: facts as typeof fiction }), ...(search && { search: policy }) }
}

function publicCall(call: Call, bare: (setup: Setup) => Setup): Call {
  if (!referenceOf(call.setup)) return call
  const { predicted: _predicted, grounded, result, ...rest } = call
  return {
    ...rest,
    ...{ setup: bare(call.setup), raw: '', thinking: '', trace: null },
    ...(result && { result: withoutText(result) }),
    ...(grounded && { grounded: { ...grounded, dreams: [] } })
  }
}
