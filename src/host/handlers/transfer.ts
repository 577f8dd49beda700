// Taking worlds out and in.
import { importers } from '../../core/importers/index.ts'
import { importsInto } from '../transfer/import.ts'
import { formOf } from './form.ts'
import type { Parts } from './parts.ts'
import type { Topic } from './topic.ts'

export function transferHandlers({ store, clock, folders, fictions, exports }: Parts) {
  return {
    calls: {
      'exporters.list': () => exports.list(),
      'exports.preview': (input) => exports.preview(input),
      'importers.list': () => importers.map(({ name, title, options }) => ({ name, title, form: formOf(options) }))
    },
    streams: {
      'sessions.import': importsInto(store, { clock, folders, fictions }),
      'sessions.export': exports.export
    }
  } satisfies Topic
}
