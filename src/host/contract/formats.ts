// Taking worlds out and in.
import { importsInto } from '../formats/import.ts'
import type { Parts } from './parts.ts'
import type { Topic } from './topic.ts'

export function formatHandlers({ store, clock, folders, fictions, exports }: Parts) {
  return {
    calls: {
      'formats.list': () => exports.list(),
      'formats.preview': (input) => exports.preview(input)
    },
    streams: {
      'formats.import': importsInto(store, { clock, folders, fictions }),
      'formats.export': exports.export
    }
  } satisfies Topic
}
