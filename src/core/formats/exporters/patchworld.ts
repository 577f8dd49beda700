// PatchWorld trajectories: each branch a line of transitions, with rewards where the world tells them.
import { z } from 'zod'
import { findDomain } from '../../domains/index.ts'
import { unmarked } from '../../tree/cut.ts'
import type { Branch } from '../../tree/model.ts'
import type { Exporter, ExportSource, Writing } from '../exporting.ts'
import { lost } from './lost.ts'
import { isSimulated } from './view.ts'

const Options = z.strictObject({
  split: z.enum(['train', 'val', 'test']).default('train').describe('Dataset split.')
})

export const patchworld: Exporter<typeof Options> = {
  name: 'patchworld',
  title: 'Transitions (PatchWorld)',
  description: 'Every branch as observations, actions, next observations, rewards and ends, as PatchWorld loads them.',
  purpose: 'train',
  extension: 'patchworld.jsonl',
  mediaType: 'application/jsonl',
  lossless: false,
  layout: 'joined',
  options: Options,
  losses: (source) => [...lost(source, ['branches']), 'Where branches diverge: each is written from the start.'],
  async *write(sources, { split }, writing) {
    let task = 0
    for (const source of sources) {
      for (const [rollout, branch] of source.branches.entries()) {
        yield* trajectory(source, branch, { task, rollout, split, writing })
      }
      task++
    }
  }
}

interface Place {
  task: number
  rollout: number
  split: string
  writing: Writing
}

async function* trajectory(
  source: ExportSource,
  branch: Branch,
  { task, rollout, split, writing }: Place
): AsyncGenerator<string> {
  const { session } = source
  const chain = source.chain(branch)
  if (!chain.length) return
  const simulated: (boolean | null)[] = []
  let [state, total, ended] = ['', 0, false]
  for await (const turn of chain) {
    const { step, setup, number } = turn
    const domain = findDomain(setup.domain)
    if (number === 1) state = domain.initialState.shown?.(setup.initialState) ?? setup.initialState
    const next = unmarked(step.observation.text)
    const document = domain.document?.read(step.action, next)
    const { reward, done } = document?.kind === 'scene' ? document : { reward: null, done: null }
    const transition = { observation: state, action: domain.format(step.action), next_observation: next }
    yield `${number === 1 ? '{"transitions":[' : ','}${JSON.stringify({ ...transition, reward: reward ?? 0, done: done ?? false })}`
    state = next
    total += reward ?? 0
    ended = done ?? ended
    simulated.push(isSimulated(turn))
  }
  const metadata = {
    ...{ env: session.domain, item_id: session.id, task_idx: task, rollout_index: rollout, split },
    // No world says it in so many words: an end that was worth something.
    ...{ success: ended && total > 0, total_reward: total },
    ...{ program: 'orrery', version: writing.version, title: session.title, branch: branch.title, simulated }
  }
  yield `],"metadata":${JSON.stringify(metadata)}}\n`
}
