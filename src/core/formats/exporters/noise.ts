// Turns that teach nothing left out of a branch, so that the next one takes up the state before them (Qwen-AgentWorld, 3.1).

import { findDomain } from '../../domains/index.ts'
import { unmarked } from '../../tree/cut.ts'
import { canonical } from '../../tree/history.ts'
import type { Chain, ExportedTurn, ExportSource } from '../exporting.ts'

/** The source without the turns of these numbers; those after them are counted on. */
export function withoutTurns(source: ExportSource, numbers: ReadonlySet<number>): ExportSource {
  if (!numbers.size) return source
  const kept = (chain: Chain): Chain => ({
    length: chain.length - numbers.size,
    async *[Symbol.asyncIterator]() {
      let skipped = 0
      for await (const turn of chain) {
        if (numbers.has(turn.number)) skipped++
        else yield { ...turn, number: turn.number - skipped, call: turn.call && recounted(turn.call, numbers) }
      }
    }
  })
  return {
    session: source.session,
    branches: source.branches,
    branch: source.branch,
    size: source.size,
    holds: () => source.holds(),
    chain: (branch) => kept(source.chain(branch)),
    siblings: (turn) => source.siblings(turn),
    steps: () => source.steps(),
    calls: () => source.calls(),
    folders: () => source.folders?.() ?? [],
    fictions: () => source.fictions?.() ?? []
  }
}

/** Turns that were left out of a prompt are fewer where some are left out of the branch. */
function recounted<Told extends { leftOut?: number | undefined }>(call: Told, numbers: ReadonlySet<number>): Told {
  const { leftOut } = call
  if (!leftOut) return call
  return { ...call, leftOut: leftOut - [...numbers].filter((number) => number <= leftOut).length }
}

/** Whether a turn failed and the next one tries the same again, with whatever arguments. */
export function isRetried(turn: ExportedTurn, next: ExportedTurn): boolean {
  return hasFailed(turn) && attemptOf(turn) === attemptOf(next)
}

/** By the word of what answered, else by what is read off the observation. */
export function hasFailed({ step, setup, call }: ExportedTurn): boolean {
  const { isError, exitCode } = call?.result ?? {}
  if (isError !== undefined) return isError
  if (typeof exitCode === 'number') return exitCode !== 0
  const document = findDomain(setup.domain).document?.read(step.action, unmarked(step.observation.text))
  if (document?.kind === 'shell') return document.exitCode !== null && document.exitCode !== 0
  return document !== undefined && 'error' in document && document.error
}

/** The tool, and where commands are typed the program. */
function attemptOf({ step, setup }: ExportedTurn): string {
  const domain = findDomain(setup.domain)
  const tool = domain.toolOf(step.action)
  if (tool === null) return canonical(step.action)
  const [program = ''] = domain.shell ? domain.label(step.action).replace(/^\$ /, '').split(' ') : []
  return `${tool} ${program}`
}
