// Sessions as exporters read them: what every kind of source has in common, and a source over a tree in memory.
import { type MadeAlong, makingTools, withMadeTools } from '../../domains/made-tools.ts'
import { OrreryError } from '../../errors.ts'
import type { Branch, Call, Session, Step, StepId } from '../../tree/model.ts'
import type { Holdings } from '../../tree/store.ts'
import type { Chain, ExportedTurn, ExportSource } from '../exporting.ts'
import type { SessionTree } from '../importing.ts'

/**
 * The branch of this id, else of this title; without a wish `main`, else the first.
 * @throws OrreryError not-found, naming the branches there are
 */
export function pickBranch(session: Session, branches: Branch[], wanted: string | undefined): Branch {
  const found =
    wanted === undefined
      ? (branches.find(({ title }) => title === 'main') ?? branches[0])
      : (branches.find(({ id }) => id === wanted) ?? branches.find(({ title }) => title === wanted))
  if (found) return found
  const known = branches.map(({ id, title }) => `${title} (${id})`).join(', ')
  throw new OrreryError(
    'not-found',
    `"${session.title}" has no branch "${wanted ?? 'main'}". It has: ${known || 'none'}.`
  )
}

/** A step as a turn of `branch`. `calls`: all of the step in the session, oldest first. */
export function turnOf(step: Step, number: number, calls: Call[], branch: Branch): ExportedTurn {
  const call = calls.findLast((one) => one.branch === branch.id) ?? calls.at(-1) ?? null
  return { number, step, calls, call, setup: call?.setup ?? branch.setup }
}

/** What gives the turns of a chain, asked in order, the tools that calls have made until then. */
export function turnsWithTools(branches: readonly Branch[]): (turn: ExportedTurn) => ExportedTurn {
  if (!branches.some(({ setup }) => setup.makesTools)) return (turn) => turn
  const along = makingTools()
  return (turn) => ({ ...turn, setup: along(turn.setup, turn.step, turn.call) })
}

/** A turn beside a chain, with the tools that its own past has made. */
export function siblingWithTools(turn: ExportedTurn, past: () => Required<MadeAlong>): ExportedTurn {
  const { setup, step, call } = turn
  if (!setup.makesTools) return turn
  const { chain, callOf } = past()
  const along = { chain: [...chain, step], callOf: (id: StepId) => (id === step.id ? call : (callOf?.(id) ?? null)) }
  return { ...turn, setup: withMadeTools(setup, along) }
}

/** A tree that is in memory already, as a source. */
export function treeSource(tree: SessionTree, options: { branch?: string | undefined } = {}): ExportSource {
  const { session, branches } = tree
  const steps = new Map(tree.steps.map((step) => [step.id, step]))
  const calls = new Map<StepId, Call[]>()
  for (const call of tree.calls) calls.set(call.step, [...(calls.get(call.step) ?? []), call])
  const turn = (step: Step, number: number, branch: Branch) => turnOf(step, number, calls.get(step.id) ?? [], branch)
  const path = (tip: StepId | null): Step[] => {
    const chain: Step[] = []
    for (let at = steps.get(tip ?? ''); at; at = steps.get(at.parent ?? '')) chain.push(at)
    return chain.reverse()
  }
  const source: ExportSource = {
    session,
    branches,
    get branch() {
      return pickBranch(session, branches, options.branch)
    },
    size: tree.steps.length,
    holds: () => holdings(tree),
    chain(branch = source.branch): Chain {
      const chain = path(branch.tip)
      return {
        length: chain.length,
        async *[Symbol.asyncIterator]() {
          const withTools = turnsWithTools(branches)
          for (const [index, step] of chain.entries()) yield withTools(turn(step, index + 1, branch))
        }
      }
    },
    async *siblings({ step: { id, parent }, number }) {
      for (const step of tree.steps) {
        if (step.parent === parent && step.id !== id)
          yield siblingWithTools(turn(step, number, source.branch), () => ({
            chain: path(parent),
            callOf: (id) => turnOf({ id } as Step, 0, calls.get(id) ?? [], source.branch).call
          }))
      }
    },
    async *steps() {
      yield* tree.steps
    },
    async *calls() {
      yield* tree.calls
    },
    folders: () => tree.folders ?? [],
    fictions: () => tree.fictions ?? []
  }
  return source
}

function holdings({ calls }: SessionTree): Holdings {
  return {
    thinking: calls.some(({ thinking }) => thinking !== ''),
    traces: calls.some(({ trace }) => trace !== null),
    firings: calls.some(({ firings }) => firings.length > 0),
    instructions: calls.some(({ instruction }) => instruction !== ''),
    leftOut: calls.some(({ leftOut }) => leftOut !== undefined),
    drafts: false,
    calls: calls.length
  }
}
