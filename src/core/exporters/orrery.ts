// Orrery's own file: a whole session, every branch, step and call of it, one JSON record a line, nothing lost but drafts.
import type { Exporter, Tree } from '../plugins.ts'

// Rises when a reader of the version before could misread a file; the importer then upgrades old files.
const VERSION = 3

export const orrery: Exporter = {
  name: 'orrery',
  title: 'Orrery session (lossless)',
  extension: 'orrery.jsonl',
  stringify: ({ session, branches, steps, calls }: Tree) =>
    [
      { format: 'orrery', version: VERSION },
      { type: 'session', session },
      ...steps.map((step) => ({ type: 'step', step })),
      ...branches.map((branch) => ({ type: 'branch', branch })),
      ...calls.map((call) => ({ type: 'call', call }))
    ]
      .map((record) => `${JSON.stringify(record)}\n`)
      .join('')
}
