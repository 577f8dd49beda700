// Taking worlds out and in.

import type { Handlers } from '../../core/contract/index.ts'
import { importsInto } from '../formats/import.ts'
import { createWaiting } from '../formats/waiting.ts'
import { usualGrounding } from './new-world.ts'
import type { HostParts } from './parts.ts'
import type { Topic } from './topic.ts'

type Import = Handlers['streams']['formats.import']

export function formatHandlers({ store, clock, folders, fictions, exports, grounds }: HostParts) {
  const waiting = createWaiting<Parameters<Import>[0]>()
  const imports = importsInto(store, {
    ...{ clock, folders, fictions },
    goesOn: (setup) =>
      grounds.of({ ...setup, grounding: 'grounded' })?.resumes ? usualGrounding(setup, grounds) : undefined
  })
  return {
    calls: {
      'formats.list': () => exports.list(),
      'formats.preview': (input) => exports.preview(input),
      'formats.coverage': (input) => exports.coverage(input),
      'formats.candidates': (input) => exports.candidates(input),
      'formats.forget': ({ ticket }) => {
        waiting.forget(ticket)
        return null
      }
    },
    streams: {
      async *'formats.import'(input, options) {
        const held = input.hold && !input.keep
        for await (const event of imports(input, options))
          yield event.type === 'report' && held ? { ...event, ticket: waiting.hold(input) } : event
      },
      async *'formats.keep'({ ticket }, options) {
        yield* imports({ ...waiting.take(ticket), keep: true }, options)
      },
      'formats.export': exports.export
    }
  } satisfies Topic
}
