// How right the agents of a branch were about what they said that they expect, whatever door they came by.
import type { Handlers } from '../../core/contract/index.ts'
import { type Judge, judgeOn } from '../../core/control/ask-judge.ts'
import { type Expected, expectedIn } from '../../core/control/expectations.ts'
import { findDomain } from '../../core/domains/index.ts'
import { OrreryError } from '../../core/errors.ts'
import { lookAt } from '../control/runs/scenarios/look.ts'
import type { AgentParts } from './parts.ts'

type Asked = Parameters<Handlers['calls']['links.expected']>[0]
type Needed = Pick<AgentParts, 'store' | 'scripts' | 'grounds' | 'answering' | 'names'>

export function expectedOn({ store, scripts, grounds, answering, names }: Needed) {
  return async ({ session, branch: id, judge }: Asked): Promise<Expected | null> => {
    const branch = store.branch(id)
    if (branch.session !== session) throw new OrreryError('not-found', `There is no branch "${id}" in this world.`)
    const around = { store, script: scripts.run, ground: grounds.of }
    const { seen, calls } = lookAt(around, findDomain(branch.setup.domain), branch)
    if (!judge) return (await expectedIn(seen, calls)) ?? null
    const { engine, release } = await answering.beside(judge.model, { baseUrl: judge.baseUrl })
    const owner = `judge ${names.next()}`
    answering.inFlight.add(owner)
    try {
      const { signal } = new AbortController()
      const asked: Judge = judgeOn(engine, { votes: judge.votes, seed: branch.setup.seed, owner, signal })
      return (await expectedIn(seen, calls, asked)) ?? null
    } finally {
      answering.inFlight.delete(owner)
      await release()
    }
  }
}
