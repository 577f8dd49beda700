// The turns that come with Orrery to be judged.
import { join } from 'node:path'
import { predictionsIn } from '../control/judging/predictions.ts'
import { readTextIn } from '../data/text-file.ts'
import type { HostParts } from './parts.ts'
import type { Topic } from './topic.ts'

export function judgingHandlers({ resources }: HostParts) {
  return {
    calls: {
      'judging.round': async () => {
        const text = await readTextIn(join(resources, 'judging', 'round.jsonl'))
        return predictionsIn(text, { by: 'a model' }).items
      }
    }
  } satisfies Topic
}
